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

  /// - Parameters:
  ///   - measurer: what texts were measured by; its fonts draw them.
  ///   - pictures: by the path that layouts reach them by. What is not here, or is no PNG, is a crossed box.
  public init(_ measurer: FontMeasurer, pictures: [String: PictureFile] = [:]) throws(FontMeasurerError) {
    self.measurer = measurer
    self.pictures = pictures
    text = try measurer.makeLayout()
  }

  /// - Parameter scale: pixels a point.
  public mutating func png(of artwork: Artwork, scale: Double) throws(CanvasError) -> [UInt8] {
    var canvas = try Canvas(width: artwork.size.width, height: artwork.size.height, scale: scale)
    draw(artwork, on: &canvas)
    return try canvas.png()
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
      halo: writing.halo.map { Canvas.Paint($0.bytes) })
    if window != nil { canvas.endLayer(opacity: 1) }
  }
}

extension Canvas.Area {
  fileprivate init(_ frame: Rect, radius: Points = 0) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height, radius: radius)
  }
}
