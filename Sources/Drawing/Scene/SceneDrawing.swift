public import Frames
public import Geometry

/// Draws a scene as its layout says: fills, borders, corners, opacity, clips, scrolled content, and texts line by line.
///
/// A layout that paints nothing would be a blank page. So where no view has a colour or a border, each gets an outline
/// or a tint by its kind; `Overlay.outlines` asks for them anywhere.
public struct SceneDrawing {
  /// What is drawn.
  public internal(set) var artwork: Artwork
  /// Names of colours that nobody has said anything about, in the order of their letters: each was drawn in a colour
  /// of its own.
  public private(set) var unknownColours: [String] = []

  let views: [PlacedView]
  let theme: Theme
  private let looks: [LookID: Look]
  private let palette: Palette
  private let isOutlined: Bool
  /// What is behind a view, by how many are around it.
  private var grounds: [Colour] = []

  /// - Parameters:
  ///   - scene: with looks and lines; frames relative to the parents.
  ///   - size: of the scene; nil: that of its first view.
  ///   - overlays: what is drawn over it, with what `annotations` say besides.
  public init(
    of scene: FrameSet, size: Size? = nil, theme: Theme = .light, palette: Palette = Palette(),
    showing overlays: Set<Overlay> = [], annotations: Annotations = Annotations()
  ) {
    let root = scene.views.first?.frame.rect ?? .zero
    let size = size ?? Size(width: root.width, height: root.height)
    artwork = Artwork(size: size)
    views = PlacedView.all(of: scene, in: size)
    looks = scene.looks
    self.theme = theme
    self.palette = palette
    isOutlined = overlays.contains(.outlines) || !scene.looks.values.contains(where: \.paints)
    grounds = [theme.page]
    let page = Rect(x: 0, y: 0, width: size.width, height: size.height)
    artwork.marks.append(.box(Artwork.Box(page, fill: theme.page)))
    drawViews()
    let notes = Overlay.allCases.filter(overlays.contains).flatMap { marks(of: $0, annotations) }
    artwork.marks += Self.spread(notes, over: artwork.marks, within: size)
    addLegend(of: annotations.ties)
    unknownColours = Set(unknownColours).sorted()
  }

  private mutating func drawViews() {
    // Of each view that the next one may stand in: how many layers it has begun.
    var open: [Int] = []
    for view in views {
      while open.count > view.depth { close(open.removeLast()) }
      grounds.removeSubrange(min(view.depth + 1, grounds.count)...)
      open.append(view.isHidden ? 0 : draw(view))
      while grounds.count < view.depth + 2 { grounds.append(grounds[grounds.count - 1]) }
    }
    while let layers = open.popLast() { close(layers) }
  }

  private mutating func close(_ layers: Int) {
    for _ in 0..<layers { artwork.marks.append(.end) }
  }

  /// - Returns: how many layers were begun, for what is in the view.
  private mutating func draw(_ view: PlacedView) -> Int {
    let look = view.record.appearance.look.flatMap { looks[$0] } ?? Look()
    let content = view.record.content
    var layer = Artwork.Layer(opacity: content.alpha)
    if content.clips { (layer.clip, layer.radius) = (view.frame, look.radius.points) }
    let isLayer = layer != Artwork.Layer()
    if isLayer { artwork.marks.append(.begin(layer)) }
    drawShape(of: view, look)
    if view.record.kind == "image" { drawPicture(of: view, look) }
    drawLines(of: view, look)
    return isLayer ? 1 : 0
  }

  private mutating func drawShape(of view: PlacedView, _ look: Look) {
    var box = Artwork.Box(view.frame, radius: look.radius.points, fill: look.background.map { self.colour(of: $0) })
    if look.border > 0 {
      let colour = look.borderColor.map { self.colour(of: $0) } ?? theme.ink
      box.stroke = Artwork.Stroke(colour, width: look.border.points)
    }
    if isOutlined, box.fill == nil, box.stroke == nil {
      guard let outline = outline(of: view) else { return }
      (box.fill, box.stroke) = (outline.fill, outline.stroke)
      if look.radius == 0 { box.radius = outline.radius }
    }
    if let fill = box.fill { grounds.append(fill.over(grounds[view.depth])) }
    if box.fill != nil || box.stroke != nil { artwork.marks.append(.box(box)) }
  }

  /// How a view is told from others that says nothing of its look; nil: it needs nothing.
  ///
  /// A panel, a button or an input that lies over something hides it, as whoever draws it will have it: with two texts
  /// in each other none can be read. What is as large as the view around it is no panel but a layer.
  private func outline(of view: PlacedView) -> Artwork.Box? {
    let ground = grounds[view.depth]
    switch view.record.kind {
    case "button":
      return Artwork.Box(
        view.frame, radius: 8, fill: theme.accent.faded(to: 0.12).over(ground),
        stroke: Artwork.Stroke(theme.accent.faded(to: 0.45)))
    case "input":
      return Artwork.Box(view.frame, radius: 5, fill: ground, stroke: Artwork.Stroke(theme.ink.faded(to: 0.4)))
    case "label": return Artwork.Box(view.frame, fill: theme.ink.faded(to: 0.04))
    case "image", "spacer": return nil
    case "vstack", "hstack", "vscroll", "hscroll", "list", "hflow", "vflow", "grid":
      return Artwork.Box(view.frame, stroke: Artwork.Stroke(theme.ink.faded(to: 0.25), dash: 3))
    default:
      // The scene has its edges anyway.
      if view.depth == 0 { return nil }
      let tint = theme.ink.faded(to: 0.03)
      return Artwork.Box(
        view.frame, fill: view.fillsParent ? tint : tint.over(ground), stroke: Artwork.Stroke(theme.ink.faded(to: 0.3)))
    }
  }

  private mutating func drawPicture(of view: PlacedView, _ look: Look) {
    let stroke = Artwork.Stroke(theme.ink.faded(to: 0.3))
    artwork.marks.append(.picture(Artwork.Picture(look.image?.path ?? view.name, in: view.frame, stroke: stroke)))
  }

  private mutating func drawLines(of view: PlacedView, _ look: Look) {
    guard let font = look.font else { return }
    let lines = view.record.appearance.lines
    let isPlaceholder = view.record.content.text?.isEmpty ?? true
    let ink = isOutlined && view.record.kind == "button" ? theme.accent : theme.ink
    let colour = isPlaceholder ? theme.paleInk : look.color.map { self.colour(of: $0) } ?? ink
    for (index, line) in lines.enumerated() {
      let (x, width) = (view.frame.x + line.x.points, line.width.points)
      let isCut = view.record.content.truncation == .clip && index == lines.count - 1
      let anchor = isCut ? .left : Self.anchor(of: line, look.align)
      let place = anchor == .left ? x : anchor == .middle ? x + width / 2 : x + width
      artwork.marks.append(
        .text(
          Artwork.Writing(
            line.text, at: Point(x: place, y: view.frame.y + line.baseline.points), anchor: anchor, width: width,
            fontSize: font.size.points, weight: font.weight, family: font.family, colour: colour,
            isRightToLeft: line.isRightToLeft, isCut: isCut)))
    }
  }

  /// Where a line is held, so that it stays in its place if it comes out a little narrower elsewhere.
  private static func anchor(of line: TextLine, _ align: Look.Alignment?) -> Artwork.Writing.Anchor {
    switch align {
    case .center?: .middle
    case .trailing?: line.isRightToLeft ? .left : .right
    case .leading?, nil: line.isRightToLeft ? .right : .left
    }
  }

  private mutating func colour(of paint: Look.Paint) -> Colour {
    if let known = palette.colour(of: paint) { return known }
    let name = paint.text
    unknownColours.append(name)
    return Colour(standingFor: name)
  }
}

extension Look {
  /// Whether a colour or a line of it is seen.
  fileprivate var paints: Bool { background != nil || color != nil || border > 0 }
}

extension Int32 {
  /// Of a length in 64ths.
  var points: Points { Double(self) / 64 }
}

extension Colour {
  /// A colour that stands for a name: the same always, and rarely that of another name.
  init(standingFor name: String) {
    // FNV-1a, of 32 bits.
    let hash = name.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    // A hue of 360, neither very light nor very dark: what is drawn on it and under it can be seen.
    let hue = Double(hash % 360) / 60
    func channel(_ offset: Double) -> UInt32 {
      let position = (offset + hue).truncatingRemainder(dividingBy: 6)
      return UInt32(85 + 120 * max(0, min(1, min(position, 4 - position))))
    }
    self.init(channel(5) << 24 | channel(3) << 16 | channel(1) << 8 | 0xFF)
  }
}
