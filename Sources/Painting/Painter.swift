public import Drawing
import Geometry
public import PangoCairo
public import TextMeasurement

/// Paints pictures as PNG and PDF, with each line of text where it was measured to be.
public struct Painter: ~Copyable {
  /// Keeps the fonts of `text` where they are.
  private let measurer: FontMeasurer
  private var text: TextLayout
  private let pictures: [String: PictureFile]
  /// Paths of pictures that are none, or are too large: each is a crossed box.
  public private(set) var undrawn: Set<String> = []

  /// - Parameters:
  ///   - measurer: what texts were measured by; its fonts draw them.
  ///   - pictures: by the path that layouts reach them by. What is not here, or is no PNG, is a crossed box.
  public init(_ measurer: FontMeasurer, pictures: [String: PictureFile] = [:]) throws(FontMeasurerError) {
    self.measurer = measurer
    self.pictures = pictures
    text = try measurer.makeLayout()
  }

  /// The most pixels a point of a picture so large, rounded down to a hundredth.
  public static func largestScale(of size: Size) -> Double {
    let longest = Double(Canvas.longestSide) / max(size.width, size.height, 1)
    let most = (Double(Canvas.mostPixels) / max(size.width * size.height, 1)).squareRoot()
    return (min(longest, most) * 100).rounded(.down) / 100
  }

  /// - Parameter scale: pixels a point.
  public mutating func png(of artwork: Artwork, scale: Double) throws(CanvasError) -> [UInt8] {
    var canvas = try Canvas(width: artwork.size.width, height: artwork.size.height, scale: scale)
    draw(artwork, on: &canvas)
    return try canvas.png()
  }

  /// A picture that moves and goes on for ever, as an APNG. After its first frame each has only the pixels that
  /// changed.
  ///
  /// - Parameters:
  ///   - frames: at least one, all as large as the first; each fills its page.
  ///   - scale: pixels a point.
  public mutating func apng(of frames: [FilmFrame], scale: Double) throws(CanvasError) -> [UInt8] {
    let size = frames[0].artwork.size
    let (columns, rows) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard columns * rows * Double(frames.count) <= Double(Canvas.mostFilmPixels) else {
      throw .film(frames: frames.count, columns: columns, rows: rows)
    }
    var shown = try Canvas(width: size.width, height: size.height, scale: scale)
    draw(frames[0].artwork, on: &shown)
    var parts = [AnimatedPNG.Frame(png: try shown.png(of: shown.whole), x: 0, y: 0, milliseconds: 0)]
    // Frames begin at whole milliseconds, so that what is rounded off does not add up.
    var (time, begun) = (frames[0].milliseconds, 0.0)
    for frame in frames.dropFirst() {
      var canvas = try Canvas(width: size.width, height: size.height, scale: scale)
      draw(frame.artwork, on: &canvas)
      if let area = canvas.difference(from: shown) {
        parts[parts.count - 1].milliseconds = Int(time.rounded() - begun)
        parts.append(AnimatedPNG.Frame(png: try canvas.png(of: area), x: area.x, y: area.y, milliseconds: 0))
        begun = time.rounded()
        shown = canvas
      }
      time += frame.milliseconds
    }
    parts[parts.count - 1].milliseconds = Int(time.rounded() - begun)
    return AnimatedPNG.bytes(of: parts)
  }

  /// - Parameter pages: at least one.
  public mutating func pdf(of pages: [Artwork], title: String) throws(CanvasError) -> [UInt8] {
    var canvas = try Canvas(pageWidth: pages[0].size.width, height: pages[0].size.height, title: title)
    draw(pages[0], on: &canvas)
    for page in pages.dropFirst() {
      try canvas.nextPage(width: page.size.width, height: page.size.height)
      draw(page, on: &canvas)
    }
    return try canvas.pdf()
  }

  private mutating func draw(_ artwork: Artwork, on canvas: inout Canvas) {
    // The last pixels are there as a whole where the picture only has a part of them.
    if case .box(let page)? = artwork.marks.first, let fill = page.fill, fill.opacity == 255,
      page.frame == Rect(artwork.size)
    {
      canvas.fill(with: Canvas.Paint(fill.bytes))
    }
    var opacities: [Double] = []
    for mark in artwork.marks {
      switch mark {
      case .begin(let layer):
        opacities.append(layer.opacity)
        canvas.beginLayer(clip: layer.clip.map { Canvas.Area($0, radius: layer.radius) }, opacity: layer.opacity)
      case .end: if let opacity = opacities.popLast() { canvas.endLayer(opacity: opacity) }
      default: draw(mark, on: &canvas)
      }
    }
    while let opacity = opacities.popLast() { canvas.endLayer(opacity: opacity) }
  }

  private mutating func draw(_ mark: Artwork.Mark, on canvas: inout Canvas) {
    switch mark {
    case .box(let box): draw(box, on: &canvas)
    case .line(let line):
      canvas.line(
        from: (line.start.x, line.start.y), to: (line.end.x, line.end.y), with: Canvas.Paint(line.stroke.colour.bytes),
        width: line.stroke.width, dash: line.stroke.dash)
    case .text(let writing): draw(writing, on: &canvas)
    case .picture(let picture):
      let file = pictures[picture.path]
      if let file, file.type == "image/png", file.pixels <= Double(Canvas.mostPixels),
        canvas.draw(png: file.bytes, in: Canvas.Area(picture.frame))
      {
        return
      }
      if file != nil { undrawn.insert(picture.path) }
      for mark in picture.marksWithoutFile { draw(mark, on: &canvas) }
    case .begin, .end: break
    }
  }

  private func draw(_ box: Artwork.Box, on canvas: inout Canvas) {
    if let fill = box.fill { canvas.fill(Canvas.Area(box.frame, radius: box.radius), with: Canvas.Paint(fill.bytes)) }
    guard let stroke = box.stroke else { return }
    // Cairo draws half of a line on each side of the edge; ours is inside.
    let half = stroke.width / 2
    canvas.stroke(
      Canvas.Area(box.frame.inset(by: half), radius: max(0, box.radius - half)),
      with: Canvas.Paint(stroke.colour.bytes), width: stroke.width, dash: stroke.dash)
  }

  private mutating func draw(_ writing: Artwork.Writing, on canvas: inout Canvas) {
    text.setFont(
      family: writing.family ?? FontMeasurer.usualFamily, size: writing.fontSize, weight: writing.weight)
    text.setDirection(isRightToLeft: writing.isRightToLeft, always: true)
    text.setText(writing.text)
    let natural = text.lines.first?.width ?? 0
    var (left, stretch) = (writing.left, 1.0)
    if let width = writing.width {
      // In the fonts that measured it a line is as wide as it was then.
      if !writing.isCut, natural > 0 { stretch = width / natural }
    } else {
      left -= writing.anchor == .middle ? natural / 2 : writing.anchor == .right ? natural : 0
    }
    let window = writing.window
    if let window { canvas.beginLayer(clip: Canvas.Area(window), opacity: 1) }
    canvas.draw(
      text, at: (left, writing.place.y), stretch: stretch, with: Canvas.Paint(writing.colour.bytes),
      halo: writing.halo.map { (Canvas.Paint($0.bytes), Artwork.Writing.haloWidth) })
    if window != nil { canvas.endLayer(opacity: 1) }
  }
}

/// A picture, and how long it is seen.
public struct FilmFrame: Sendable {
  /// What is seen.
  public var artwork: Artwork
  /// Until the next one, or the first one again.
  public var milliseconds: Double

  public init(_ artwork: Artwork, milliseconds: Double) {
    self.artwork = artwork
    self.milliseconds = milliseconds
  }
}

extension Rect {
  fileprivate init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }
}

extension Canvas.Area {
  fileprivate init(_ frame: Rect, radius: Points = 0) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height, radius: radius)
  }
}
