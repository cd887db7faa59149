import Drawing
import Frames
import Geometry
import Testing

@Suite("Scenes as marks") struct SceneDrawingTests {
  /// A scene of 100 × 80 points that views stand in.
  struct Scene {
    var frames = FrameSet([
      ViewRecord(id: StreamID(0), path: "root", kind: "view", parent: nil, index: 0, frame: Scene.frame(0, 0, 100, 80))
    ])

    static func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Frame {
      Frame(Rect(x: x, y: y, width: width, height: height))
    }

    @discardableResult
    mutating func add(
      _ path: String, _ kind: String, in parent: UInt32 = 0, _ frame: Frame, look: Look? = nil,
      lines: [TextLine] = [], _ change: (inout ViewContent) -> Void = { _ in }
    ) -> UInt32 {
      let number = UInt32(frames.views.count)
      var content = ViewContent()
      change(&content)
      var appearance = ViewAppearance(lines: lines)
      if let look {
        appearance.look = LookID(number)
        frames.looks[LookID(number)] = look
      }
      frames.views.append(
        ViewRecord(
          id: StreamID(number), path: path, kind: kind, parent: StreamID(parent), index: Int(number), frame: frame,
          content: content, appearance: appearance))
      return number
    }

    func marks(_ overlays: Set<Overlay> = [], _ annotations: Annotations = Annotations()) -> [Artwork.Mark] {
      // The first one is the page.
      Array(SceneDrawing(of: frames, showing: overlays, annotations: annotations).artwork.marks.dropFirst())
    }
  }

  struct Missing: Error {}

  static let red = Colour(0xFF00_00FF)

  static func look(_ change: (inout Look) -> Void) -> Look {
    var look = Look()
    change(&look)
    return look
  }

  static let painted = look { $0.background = .colour(0xFF00_00FF) }

  @Test func `the page is as large as the scene`() {
    let artwork = SceneDrawing(of: Scene().frames, theme: .dark).artwork

    #expect(artwork.size == Size(width: 100, height: 80))
    #expect(
      artwork.marks == [.box(Artwork.Box(Rect(x: 0, y: 0, width: 100, height: 80), fill: Theme.dark.page))])
  }

  /// 10 + 5 to the right, 20 + 7 down.
  @Test func `frames add up along the tree`() {
    var scene = Scene()
    let outer = scene.add("a", "box", Scene.frame(10, 20, 50, 50))
    scene.add("a.b", "box", in: outer, Scene.frame(5, 7, 20, 10), look: Self.painted)

    #expect(scene.marks() == [.box(Artwork.Box(Rect(x: 15, y: 27, width: 20, height: 10), fill: Self.red))])
  }

  /// An inset of 4 before the content, which is moved up by 30: 20 + 4 - 30 + 40 = 34.
  @Test func `what a view scrolls is drawn where it is seen, and cut off by the view`() {
    var scene = Scene()
    let list = scene.add("list", "vscroll", Scene.frame(0, 20, 100, 50)) {
      $0.clips = true
      $0.scroll = ViewContent.Scroll(
        offsetX: 0, offsetY: 30 * 64, contentWidth: 100 * 64, contentHeight: 200 * 64, insetTop: 4 * 64, insetLeft: 0,
        insetBottom: 0, insetRight: 0)
    }
    scene.add("list.row", "box", in: list, Scene.frame(0, 40, 100, 10), look: Self.painted)

    #expect(
      scene.marks() == [
        .begin(Artwork.Layer(clip: Rect(x: 0, y: 20, width: 100, height: 50))),
        .box(Artwork.Box(Rect(x: 0, y: 34, width: 100, height: 10), fill: Self.red)), .end,
      ])
  }

  @Test func `an opacity holds for all that is in a view, a hidden view has nothing of it drawn`() {
    var scene = Scene()
    let faint = scene.add("faint", "box", Scene.frame(0, 0, 10, 10), look: Self.painted) { $0.alpha = 0.5 }
    scene.add("faint.in", "box", in: faint, Scene.frame(1, 1, 2, 2), look: Self.painted)
    let hidden = scene.add("hidden", "box", Scene.frame(0, 0, 10, 10), look: Self.painted) { $0.isHidden = true }
    scene.add("hidden.in", "box", in: hidden, Scene.frame(1, 1, 2, 2), look: Self.painted)

    #expect(
      scene.marks() == [
        .begin(Artwork.Layer(opacity: 0.5)),
        .box(Artwork.Box(Rect(x: 0, y: 0, width: 10, height: 10), fill: Self.red)),
        .box(Artwork.Box(Rect(x: 1, y: 1, width: 2, height: 2), fill: Self.red)), .end,
      ])
  }

  @Test func `a look has corners and a border`() {
    var scene = Scene()
    let look = Self.look {
      $0.background = .named("Red")
      $0.radius = 4 * 64
      $0.border = 2 * 64
      $0.borderColor = .colour(0x0000_FFFF)
    }
    scene.add("a", "box", Scene.frame(0, 0, 10, 10), look: look)

    #expect(
      scene.marks() == [
        .box(
          Artwork.Box(
            Rect(x: 0, y: 0, width: 10, height: 10), radius: 4, fill: Self.red,
            stroke: Artwork.Stroke(Colour(0x0000_FFFF), width: 2)))
      ])
  }

  @Test func `a colour that nobody knows is made up, always the same, and told`() {
    var scene = Scene()
    scene.add("a", "box", Scene.frame(0, 0, 10, 10), look: Self.look { $0.background = .named("brand") })

    let first = SceneDrawing(of: scene.frames)
    let known = SceneDrawing(of: scene.frames, palette: Palette(["Brand": Self.red]))

    #expect(first.unknownColours == ["brand"])
    #expect(first.artwork == SceneDrawing(of: scene.frames).artwork)
    #expect(known.unknownColours.isEmpty)
    #expect(known.artwork.marks.last == .box(Artwork.Box(Rect(x: 0, y: 0, width: 10, height: 10), fill: Self.red)))
  }

  @Test func `a layout that paints nothing has its views outlined, one that paints something has not`() {
    var scene = Scene()
    scene.add("a", "button", Scene.frame(0, 0, 40, 20))
    let button = Artwork.Box(
      Rect(x: 0, y: 0, width: 40, height: 20), radius: 8,
      fill: Theme.light.accent.faded(to: 0.12).over(Theme.light.page),
      stroke: Artwork.Stroke(Theme.light.accent.faded(to: 0.45)))

    #expect(scene.marks() == [.box(button)])

    scene.add("b", "box", Scene.frame(0, 40, 40, 20), look: Self.painted)

    #expect(scene.marks() == [.box(Artwork.Box(Rect(x: 0, y: 40, width: 40, height: 20), fill: Self.red))])
    #expect(scene.marks([.outlines]).first == .box(button))
  }

  /// Ink is 0x1C1C1E; 3 % of it are 8 of 255: 255 - (255 - 28) · 8 / 255 = 247.9, a second time 247.9 - 7.8 = 241.
  @Test func `a panel without a look hides what is behind it, and a layer does not`() throws {
    var scene = Scene()
    let layer = scene.add("layer", "box", Scene.frame(0, 0, 100, 80))
    let panel = scene.add("panel", "box", Scene.frame(0, 40, 100, 40))
    scene.add("panel.inner", "box", in: panel, Scene.frame(10, 10, 20, 20))
    _ = layer

    let fills = scene.marks().compactMap { if case .box(let box) = $0 { box.fill } else { nil } }

    #expect(fills.map(\.opacity) == [8, 255, 255])
    #expect(fills[1].red == 248 && fills[2].red == 241)
  }

  static let font = Look.Font(size: 10 * 64, weight: 700, lines: 0, isRightToLeft: false)

  /// The line begins 3 right of the view's left edge at 10, and is 20 wide: its middle is at 23, its right end at 33.
  @Test(arguments: [
    (Look.Alignment?.none, false, Artwork.Writing.Anchor.left, 13.0), (.leading, true, .right, 33),
    (.center, false, .middle, 23), (.trailing, false, .right, 33), (.trailing, true, .left, 13),
  ])
  func `a line stands where it was measured to stand, and is held at the side it keeps to`(
    align: Look.Alignment?, isRightToLeft: Bool, anchor: Artwork.Writing.Anchor, x: Double
  ) {
    var scene = Scene()
    let look = Self.look {
      $0.font = Self.font
      $0.align = align
      $0.color = .colour(0xFF00_00FF)
    }
    let line = TextLine(
      text: "Hi", range: 0..<2, x: 3 * 64, baseline: 9 * 64, width: 20 * 64, isRightToLeft: isRightToLeft)
    scene.add("a", "label", Scene.frame(10, 20, 60, 12), look: look, lines: [line]) { $0.text = "Hi" }

    #expect(
      scene.marks() == [
        .text(
          Artwork.Writing(
            "Hi", at: Point(x: x, y: 29), anchor: anchor, width: 20, fontSize: 10, weight: 700, colour: Self.red,
            isRightToLeft: isRightToLeft))
      ])
  }

  @Test func `a placeholder is pale`() throws {
    var scene = Scene()
    let line = TextLine(text: "Name", range: 0..<4, x: 0, baseline: 9 * 64, width: 20 * 64)
    scene.add("a", "input", Scene.frame(0, 0, 60, 12), look: Self.look { $0.font = Self.font }, lines: [line])

    guard case .text(let writing) = try #require(scene.marks().last) else { throw Missing() }
    #expect(writing.colour == Theme.light.paleInk)
  }

  // MARK: Overlays

  /// The frame of the view, and its name 2 from its left and one letter's height, 8, below its top.
  @Test func `names stand in the corner of their views`() {
    var scene = Scene()
    scene.add("a.b", "box", Scene.frame(10, 20, 50, 30), look: Self.painted)

    let marks = scene.marks([.names])

    #expect(
      marks.dropFirst() == [
        .box(Artwork.Box(Rect(x: 10, y: 20, width: 50, height: 30), stroke: Artwork.Stroke(Theme.light.note))),
        .text(
          Artwork.Writing(
            "b", at: Point(x: 12, y: 28), fontSize: 8, colour: Theme.light.note, halo: Theme.light.page)),
      ])
  }

  func words(_ marks: [Artwork.Mark]) -> [String] {
    marks.compactMap { if case .text(let writing) = $0 { writing.text } else { nil } }
  }

  @Test func `words that would be on top of each other are not`() {
    var scene = Scene()
    let outer = scene.add("a", "box", Scene.frame(10, 20, 50, 30))
    scene.add("a.b", "box", in: outer, Scene.frame(0, 0, 50, 30))

    let rows = scene.marks([.names]).compactMap { if case .text(let writing) = $0 { writing.place.y } else { nil } }

    #expect(rows == [28, 37])
  }

  /// The letters of the first text are from 21 to 31 and cover the corner of its view at 20; over it is room. The view
  /// of the second one is from 36 to 51, its text nearly as wide: over it is the first text, and below it is nothing.
  @Test func `a name stands beside the text of its view`() {
    var scene = Scene()
    let short = TextLine(text: "Hello", range: 0..<5, x: 0, baseline: 11 * 64, width: 30 * 64)
    let long = TextLine(text: "Hello all", range: 0..<9, x: 0, baseline: 11 * 64, width: 48 * 64)
    scene.add("a", "label", Scene.frame(10, 20, 50, 15), look: Self.look { $0.font = Self.font }, lines: [short])
    scene.add("b", "label", Scene.frame(10, 36, 50, 15), look: Self.look { $0.font = Self.font }, lines: [long])

    let places = scene.marks([.names]).compactMap { mark -> Point? in
      guard case .text(let writing) = mark, writing.fontSize == 8 else { return nil }
      return writing.place
    }

    #expect(places == [Point(x: 12, y: 18), Point(x: 12, y: 59)])
  }

  @Test func `overlays say what they show`() {
    var scene = Scene()
    scene.add("wide", "box", Scene.frame(60, 0, 50.5, 10))
    let gone = scene.add("gone", "box", Scene.frame(0, 0, 10, 10)) { $0.isHidden = true }
    scene.add("gone.too", "box", in: gone, Scene.frame(0, 0, 5, 5))
    scene.add("spare", "spacer", Scene.frame(0, 10, 30, 0))
    scene.add("far", "box", Scene.frame(300, 0, 10, 10)) {
      $0.guides = [ViewContent.NamedGuide(name: "middle", frame: Scene.frame(5, 0, 0, 10))]
    }

    #expect(words(scene.marks([.sizes])) == ["50.5 × 10"])
    #expect(words(scene.marks([.hidden])) == ["gone"])
    #expect(words(scene.marks([.spacers])) == ["30"])
    #expect(words(scene.marks([.guides])) == ["middle"])
    #expect(words(scene.marks([.outside])) == ["wide is cut off", "far ↗"])
  }

  @Test func `flaws are framed, each in its own way`() {
    var scene = Scene()
    scene.add("a", "box", Scene.frame(0, 0, 10, 10), look: Self.painted)
    let annotations = Annotations(flaws: [
      Annotations.Flaw(.conflicts, view: "a", "E3001"), Annotations.Flaw(.ambiguous, view: "a", "W3002"),
    ])

    let conflicts = scene.marks([.conflicts], annotations).dropFirst().first
    let ambiguous = scene.marks([.ambiguous], annotations).dropFirst().first

    let frame = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(conflicts == .box(Artwork.Box(frame, stroke: Artwork.Stroke(Theme.light.error, width: 2))))
    #expect(ambiguous == .box(Artwork.Box(frame, stroke: Artwork.Stroke(Theme.light.warning, width: 2, dash: 5))))
  }

  /// Of two ties the first is 7 to the left, the second 7 to the right. Three rows, each
  /// one of a terminal (16 points), make room for two.
  @Test func `constraints stand beside each other, and below the scene is what they say`() {
    let scene = Scene()
    let tie = Annotations.Tie(from: Point(x: 50, y: 10), to: Point(x: 50, y: 30), "top == a.bottom")
    let annotations = Annotations(ties: [
      tie, Annotations.Tie(from: tie.start, to: tie.end, "height >= 4", isSlack: true),
    ])

    let artwork = SceneDrawing(of: scene.frames, showing: [.constraints], annotations: annotations).artwork

    let ends = artwork.marks.compactMap { mark -> Double? in
      if case .line(let line) = mark, line.start.x == line.end.x { line.start.x } else { nil }
    }
    #expect(ends == [43, 57])
    #expect(words(artwork.marks) == ["1", "2", "1  top == a.bottom", "2  height >= 4"])
    #expect(abs(artwork.size.height - (80 + 3 * 16)) < 1e-9)
  }
}
