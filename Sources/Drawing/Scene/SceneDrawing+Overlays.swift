import Geometry

extension SceneDrawing {
  /// What an overlay draws, over everything before it.
  func marks(of overlay: Overlay, _ annotations: Annotations) -> [Artwork.Mark] {
    switch overlay {
    // They were drawn with the views.
    case .outlines: []
    // What is in a hidden view is hidden with it.
    case .hidden: views.filter { $0.isHidden && !$0.isInHidden && $0.depth > 0 }.flatMap(crossedOut)
    case .spacers: views.filter { $0.isSeen && $0.record.kind == "spacer" }.flatMap(spacer)
    case .guides:
      views.filter { !$0.isHidden }.flatMap { view in
        view.record.content.guides.flatMap { guide in
          framed(
            guide.frame.rect.moved(by: Point(x: view.frame.x, y: view.frame.y)), guide.name, theme.guide, dash: 4)
        }
      }
    case .margins: annotations.guides.flatMap { framed($0.frame, $0.name, theme.guide, dash: 2) }
    case .baselines: seen.flatMap(baselines)
    case .names: seen.flatMap { framed($0.frame, $0.name, theme.note) }
    case .sizes: seen.flatMap(size)
    case .outside: views.filter { !$0.isHidden && $0.depth > 0 }.flatMap(outside)
    case .conflicts, .ambiguous:
      annotations.flaws.filter { $0.overlay == overlay }.flatMap { flaw in
        views.filter { $0.record.path == flaw.view }.flatMap { view in
          framed(
            view.frame, flaw.words, overlay == .conflicts ? theme.error : theme.warning,
            dash: overlay == .conflicts ? 0 : 5, width: 2)
        }
      }
    case .constraints: annotations.ties.enumerated().flatMap { tie($1, number: $0 + 1, of: annotations.ties.count) }
    }
  }

  /// The root is the scene, which needs no name.
  private var seen: [PlacedView] { views.filter { $0.isSeen && $0.depth > 0 && $0.record.kind != "spacer" } }

  /// A hairline around a rectangle, with a word in its top left corner.
  private func framed(
    _ frame: Rect, _ words: String, _ colour: Colour, dash: Points = 0, width: Points = 1
  ) -> [Artwork.Mark] {
    let stroke = Artwork.Stroke(colour, width: width, dash: dash)
    return [
      .box(Artwork.Box(frame, stroke: stroke)),
      note(words, at: Point(x: frame.x + 2, y: frame.y + Self.noteSize), colour),
    ]
  }

  /// Of the letters of overlays, in points: small beside any text, and still read on paper.
  private static let noteSize: Points = 8

  private func note(
    _ words: String, at place: Point, anchor: Artwork.Writing.Anchor = .left, _ colour: Colour
  ) -> Artwork.Mark {
    .text(
      Artwork.Writing(
        words, at: place, anchor: anchor, fontSize: Self.noteSize, colour: colour, halo: theme.page))
  }

  private func crossedOut(_ view: PlacedView) -> [Artwork.Mark] {
    let frame = view.frame
    let stroke = Artwork.Stroke(theme.paleInk, dash: 2)
    return [
      .line(Artwork.Line(from: Point(x: frame.x, y: frame.y), to: Point(x: frame.right, y: frame.bottom), stroke)),
      .line(Artwork.Line(from: Point(x: frame.x, y: frame.bottom), to: Point(x: frame.right, y: frame.y), stroke)),
    ] + framed(frame, view.name, theme.paleInk, dash: 2)
  }

  private func spacer(_ view: PlacedView) -> [Artwork.Mark] {
    let frame = view.frame
    let isUpright = frame.height > frame.width
    let (middle, words) = (frame.middle, Self.number(max(frame.width, frame.height)))
    let stroke = Artwork.Stroke(theme.spare)
    let (start, end) =
      isUpright
      ? (Point(x: middle.x, y: frame.y), Point(x: middle.x, y: frame.bottom))
      : (Point(x: frame.x, y: middle.y), Point(x: frame.right, y: middle.y))
    return arrow(from: start, to: end, stroke) + [
      .box(Artwork.Box(frame, fill: theme.spare.faded(to: 0.15))),
      note(words, at: Point(x: middle.x + (isUpright ? 3 : 0), y: middle.y + 3), anchor: .middle, theme.spare),
    ]
  }

  /// A line with a bar at both ends.
  private func arrow(from start: Point, to end: Point, _ stroke: Artwork.Stroke) -> [Artwork.Mark] {
    let isUpright = abs(end.y - start.y) > abs(end.x - start.x)
    let (across, down): (Points, Points) = isUpright ? (3, 0) : (0, 3)
    func bar(_ place: Point) -> Artwork.Mark {
      let ends = (Point(x: place.x - across, y: place.y - down), Point(x: place.x + across, y: place.y + down))
      return .line(Artwork.Line(from: ends.0, to: ends.1, Artwork.Stroke(stroke.colour, width: stroke.width)))
    }
    return [.line(Artwork.Line(from: start, to: end, stroke)), bar(start), bar(end)]
  }

  private func baselines(_ view: PlacedView) -> [Artwork.Mark] {
    guard let baselines = view.record.content.baselines else { return [] }
    // Both are the same of a single line.
    return Set([baselines.first, baselines.last]).sorted().map { baseline in
      let y = view.frame.y + baseline.points
      return .line(
        Artwork.Line(
          from: Point(x: view.frame.x, y: y), to: Point(x: view.frame.right, y: y), Artwork.Stroke(theme.baseline)))
    }
  }

  private func size(_ view: PlacedView) -> [Artwork.Mark] {
    let words = "\(Self.number(view.frame.width)) × \(Self.number(view.frame.height))"
    return [note(words, at: Point(x: view.frame.right - 2, y: view.frame.bottom - 2), anchor: .right, theme.note)]
  }

  /// The edges of a view that is not all seen, along the window that cuts it off where nothing of it is seen.
  private func outside(_ view: PlacedView) -> [Artwork.Mark] {
    let (frame, window) = (view.frame, view.window)
    let isInside =
      frame.x >= window.x && frame.right <= window.right && frame.y >= window.y && frame.bottom <= window.bottom
    if isInside { return [] }
    if view.isSeen { return framed(frame.common(with: window), "\(view.name) is cut off", theme.error, dash: 6) }
    let place = Point(
      x: max(window.x + 2, min(frame.x, window.right - 2)),
      y: max(window.y + Self.noteSize, min(frame.y, window.bottom - 2)))
    return [note("\(view.name) ↗", at: place, anchor: frame.x >= window.right ? .right : .left, theme.error)]
  }

  /// Each beside the others, with a number that the legend has too.
  private func tie(_ tie: Annotations.Tie, number: Int, of count: Int) -> [Artwork.Mark] {
    let stroke = Artwork.Stroke(
      colour(of: tie), width: tie.isBroken ? 2 : 1, dash: tie.isFree ? 6 : tie.isSlack ? 3 : 0)
    let isUpright = abs(tie.end.y - tie.start.y) > abs(tie.end.x - tie.start.x)
    let shift = 14 * (Double(number) - Double(count + 1) / 2)
    // Where there is no room on one side it is on the other.
    func inside(_ place: Double, _ length: Points) -> Double {
      let margin: Points = 4
      if place < margin { return max(margin, min(2 * margin - place, length - margin)) }
      return place > length - margin ? max(margin, 2 * (length - margin) - place) : place
    }
    let (x, y) = (
      inside(tie.start.x + shift, artwork.size.width) - tie.start.x,
      inside(tie.start.y + shift, artwork.size.height) - tie.start.y
    )
    let distance = isUpright ? Point(x: x, y: 0) : Point(x: 0, y: y)
    let (start, end) = (tie.start.moved(by: distance), tie.end.moved(by: distance))
    let middle = Point(x: (start.x + end.x) / 2 + 3, y: (start.y + end.y) / 2 + 3)
    return arrow(from: start, to: end, stroke) + [note("\(number)", at: middle, colour(of: tie))]
  }

  private func colour(of tie: Annotations.Tie) -> Colour {
    tie.isBroken ? theme.error : tie.isFree ? theme.warning : tie.isSlack ? theme.paleInk : theme.accent
  }

  /// Says below the scene what the numbers of constraints mean.
  mutating func addLegend(of ties: [Annotations.Tie]) {
    if ties.isEmpty { return }
    // In cells, so that in a terminal no line is written over another, and none goes on behind the edge.
    let (width, height) = (Cells.usualWidth, 2 * Cells.usualWidth)
    let top = artwork.size.height
    artwork.size.width = max(artwork.size.width, Self.narrowestLegend)
    let columns = Int(min((artwork.size.width - Self.noteSize) / width, 1e4))
    var row = 0.0
    for (index, tie) in ties.enumerated() {
      for (line, words) in Self.lines(of: "\(index + 1)  \(tie.words)", columns: columns - 3).enumerated() {
        let place = Point(x: Self.noteSize + (line == 0 ? 0 : 3 * width), y: top + (row + 1.2) * height)
        artwork.marks.append(
          .text(Artwork.Writing(words, at: place, fontSize: Self.noteSize, colour: colour(of: tie))))
        row += 1
      }
    }
    artwork.size.height = top + (row + 1) * height
    let whole = Rect(x: 0, y: 0, width: artwork.size.width, height: artwork.size.height)
    artwork.marks.insert(.box(Artwork.Box(whole, fill: theme.desk)), at: 0)
  }

  /// In points: a constraint with its number in most cases is no longer than this.
  private static let narrowestLegend: Points = 320

  /// Breaks words at blanks, and one that is too long for a line anywhere.
  private static func lines(of words: String, columns: Int) -> [String] {
    var lines: [String] = []
    var rest = Substring(words)
    while rest.count > columns {
      let most = rest.prefix(columns + 1)
      let blank = most.lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
      lines.append(String(rest[..<(blank ?? most.index(before: most.endIndex))]))
      rest = rest[(blank ?? most.index(before: most.endIndex))...].drop { $0 == " " }
    }
    return lines + (rest.isEmpty ? [] : [String(rest)])
  }

  /// Moves words that would be written over each other, those that would leave the picture, and names of frames that
  /// would cover a text of the scene, where there is room elsewhere at the frame.
  ///
  /// - Parameter scene: what they are drawn over.
  static func spread(_ marks: [Artwork.Mark], over scene: [Artwork.Mark], within size: Size) -> [Artwork.Mark] {
    var (taken, texts) = (TakenRoom(), TakenRoom())
    for case .text(let writing) in scene { texts.take(writing.letters) }
    let page = Rect(x: 0, y: 0, width: size.width, height: size.height)
    var frame: Rect?
    return marks.map { mark in
      guard case .text(var writing) = mark else {
        if case .box(let box) = mark { frame = box.frame } else { frame = nil }
        return mark
      }
      let excess = max(0, writing.letters.right - size.width)
      writing.place.x -= min(excess, max(0, writing.letters.x))
      let others = frame.map { writing.places(at: $0) } ?? []
      frame = nil
      for _ in 0..<4 where taken.meets(writing.letters) { writing.place.y += writing.fontSize + 1 }
      if texts.meets(writing.letters) {
        let free = others.first {
          page.contains($0.letters) && !texts.meets($0.letters) && !taken.meets($0.letters)
        }
        writing = free ?? writing
      }
      taken.take(writing.letters)
      return .text(writing)
    }
  }

  /// A length for people: to a hundredth of a point.
  static func number(_ length: Points) -> String {
    let hundredths = Int((min(max(length, -1e9), 1e9) * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)\(decimals)"
  }
}

extension Artwork.Writing {
  /// Where its letters are, about: they are rarely wider than six tenths of their height.
  fileprivate var letters: Rect {
    let width = self.width ?? 0.6 * fontSize * Double(text.count)
    let left = anchor == .left ? place.x : anchor == .middle ? place.x - width / 2 : place.x - width
    return Rect(x: left, y: place.y - fontSize, width: width, height: fontSize)
  }

  /// The same words at other places of a frame: over its top, at the right, below it, at the right of its bottom.
  fileprivate func places(at frame: Rect) -> [Artwork.Writing] {
    [
      (place.x, frame.y - 2, Anchor.left), (frame.right - 2, frame.y + fontSize, .right),
      (place.x, frame.bottom + fontSize, .left), (frame.right - 2, frame.bottom - 2, .right),
    ].map { x, y, anchor in
      var moved = self
      (moved.place, moved.anchor) = (Point(x: x, y: y), anchor)
      return moved
    }
  }
}

/// Where something is written already, by strips of the picture, so that many words cost no more than so many.
private struct TakenRoom {
  private var strips: [Int: [Rect]] = [:]
  /// In points: about the height of a line.
  private static let height: Points = 16

  private static func strips(of rect: Rect) -> ClosedRange<Int> {
    // Nothing is drawn farther away.
    func strip(_ y: Points) -> Int { Int(min(max(y, -1e5), 1e5) / height) }
    return strip(rect.y)...max(strip(rect.y), strip(rect.bottom))
  }

  mutating func take(_ rect: Rect) {
    for strip in Self.strips(of: rect) { strips[strip, default: []].append(rect) }
  }

  func meets(_ rect: Rect) -> Bool {
    Self.strips(of: rect).contains { strip in
      strips[strip]?.contains { $0.common(with: rect).isSeen } ?? false
    }
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect) -> Bool {
    other.x >= x && other.right <= right && other.y >= y && other.bottom <= bottom
  }

  fileprivate var isSeen: Bool { width > 0 && height > 0 }
}
