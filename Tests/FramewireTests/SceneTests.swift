import Framewire
import Synchronization
import Testing

/// A clock that the test moves, and numbers worked out by hand.
@Suite("Scenes in a program") struct SceneTests {
  /// A damping ratio of 0.8 and a response of 0.3 s: the way left after t is 80 · e^(-16.755 t) · (cos 12.566 t +
  /// 4/3 · sin 12.566 t). After 250 ms the angle is π, so it is -80 · e^(-4.1888) = -1.213 beyond 764.
  @Test func `the panel overshoots a little and comes to rest`() throws {
    let sample = Toast()
    var scene = Scene(sample.layout, size: Size(width: 390, height: 844))
    func turn(_ time: Int) { _ = scene.turn(at: .milliseconds(time)) }
    turn(0)
    #expect(scene[sample.panel] == Rect(x: 8, y: 844, width: 374, height: 64))

    try scene.use(.visible, on: sample.panel)
    turn(0)
    #expect(scene[sample.panel].y == 844 && !scene.isSettled)
    turn(250)
    #expect(abs(scene[sample.panel].y - 762.787) < 1.0 / 64)
    #expect(scene.target(of: sample.panel)?.y == 764)
    turn(2000)
    #expect(scene[sample.panel].y == 764 && scene.isSettled && scene.nextFrame == nil)
  }

  /// From 200 - 10 to 200 - 50 - 10, half of the way after half of the time.
  @Test func `surroundings that are set in animate move what they move`() {
    let bar = Box("bar")
    let layout = Layout("p") {
      bar(.fill(along: .x), .height(10))
      bar.bottom == Super.keyboardSafe.bottom
    }
    var scene = Scene(layout, size: Size(width: 100, height: 200))
    func y(_ time: Int) -> Double {
      _ = scene.turn(at: .milliseconds(time))
      return scene[bar].y
    }
    #expect(y(0) == 190)
    scene.animate(.linear(.milliseconds(100))) { $0.surroundings.keyboard = 50 }
    #expect(y(0) == 190 && y(50) == 165 && y(100) == 140)

    scene.surroundings.keyboard = 0
    #expect(y(100) == 190)
  }

  @Test func `a keyboard that floats is there in a scene too`() {
    let bar = Box("bar")
    let layout = Layout("p") {
      bar(.fill(along: .x), .height(10))
      bar.top == Super.keyboard.top
    }
    var scene = Scene(layout, size: Size(width: 100, height: 200))
    _ = scene.turn(at: .zero)
    #expect(scene[bar].y == 200)
    scene.surroundings.floatingKeyboard = Rect(x: 10, y: 120, width: 60, height: 40)
    _ = scene.turn(at: .zero)
    #expect(scene[bar].y == 120)
    #expect(layout.frames(in: scene.surroundings)[bar].y == 120)
  }

  @Test func `where a view is seen in the scene, also when it is scrolled`() throws {
    let (card, title, row) = (Box("card"), Label("title", text: "Hello"), Box("row"))
    let scroll = VScroll("scroll") { row(.top(100), .bottom(0), .leading(4), .size(10, 40)) }
    let layout = Layout("p") {
      card(.top(20), .leading(10), .size(100)) { title(.top(6), .leading(5)) }
      scroll(.top(150), .leading(0), .size(100, 50))
    }
    let frames = layout.frames(width: 300, height: 300)
    #expect(frames[title] == Rect(x: 5, y: 6, width: 40, height: 20))
    #expect(frames.frameInScene(of: title) == Rect(x: 15, y: 26, width: 40, height: 20))
    #expect(frames.frameInScene(of: row) == Rect(x: 4, y: 250, width: 10, height: 40))
    #expect(frames.frameInScene(of: Box("stranger")) == nil)

    var scene = Scene(layout, size: Size(width: 300, height: 300))
    _ = scene.turn(at: .zero)
    try scene.scroll(scroll, to: Point(x: 0, y: 30))
    _ = scene.turn(at: .zero)
    #expect(scene[row].y == 100 && scene.frameInScene(of: row)?.y == 220)
    #expect(scene.viewsInScene.map(\.view.path) == scene.views.map(\.view.path))
  }

  @Test func `a trait that cannot have a value is told`() {
    var surroundings = Surroundings()
    surroundings.traits = ["idiom": "phon", "own": "anything", "style": "dark"]
    let layout = Layout("p") { Box("b")(.size(4), .top(0), .leading(0)) }

    let told = layout.check(in: surroundings)
    #expect(told.map(\.code) == ["E2214"])
    #expect(told[0].message.hasSuffix("not 'phon'; did you mean 'phone'?"))
    var scene = Scene(layout, in: surroundings)
    #expect(scene.turn(at: .zero).refused.count == 1)
  }

  /// 250 ms `ease-out`: at its end the panes stand where they belong. The first frame is due after a sixtieth.
  ///
  /// Row C-182.
  @Test func `what a branch changes is animated as it says`() {
    let sample = Panes()
    var scene = Scene(sample.layout, size: Size(width: 800, height: 600))
    let first = scene.turn(at: .zero)
    #expect(first.changed.first?.view.path == "root" && first.isSettled)
    #expect(scene[sample.detail] == Rect(x: 288, y: 0, width: 512, height: 600))

    scene.surroundings.size = Size(width: 400, height: 600)
    let second = scene.turn(at: .zero)
    #expect(!second.isSettled && second.refused == [])
    _ = scene.turn(at: .milliseconds(250))

    #expect(scene.isSettled)
    #expect(scene[sample.list] == Rect(x: 0, y: 0, width: 400, height: 600))
    #expect(scene.shown(sample.detail)?.isHidden == true)
  }

  /// Rows Y-46, C-174, C-175.
  @Test func `everything that is set before a turn is one change`() throws {
    let (a, b) = (Box("a"), Label("b", text: "abc"))
    let layout = Layout("t") { screen in
      a(.top(0), .leading(0), .height(10))
      (a.width == screen.width - 20).id("less")
      b(.below(a, gap: 4), .leading(0), .exact())
      If(.flag("tall")) { a(.remove(.height), .height(50)) }
    }
    var scene = Scene(layout, size: Size(width: 200, height: 100))
    _ = scene.turn(at: .zero)
    #expect(scene[a] == Rect(x: 0, y: 0, width: 180, height: 10))

    scene.surroundings.size.width = 300
    scene.surroundings.flags.insert("tall")
    try scene.set("less", to: -40)
    try scene.setText("abcdef", of: b)
    #expect(scene[a].width == 180)
    let turn = scene.turn(at: .milliseconds(5))

    #expect(scene[a] == Rect(x: 0, y: 0, width: 260, height: 50))
    #expect(scene[b] == Rect(x: 0, y: 54, width: 48, height: 20))
    #expect(Set(turn.changed.map(\.view.path)) == ["root", "a", "b"])
    #expect(turn.changed.last?.view.text == "abcdef")

    try scene.set("less")
    try scene.setText(nil, of: b)
    scene.surroundings.flags = []
    _ = scene.turn(at: .milliseconds(6))
    #expect(scene[a] == Rect(x: 0, y: 0, width: 280, height: 10) && scene[b].width == 24)
  }

  /// `b` stands 4 below `a`, and `c` is for itself.
  @Test func `a turn lists what is shown otherwise than before it, and nothing else`() throws {
    let (a, b, c) = (Box("a"), Label("b", text: "abc"), Box("c"))
    let layout = Layout("t") {
      a(.top(0), .leading(0), .width(10), .height(10).id("high"))
      b(.below(a, gap: 4), .leading(0), .exact())
      c(.bottom(0), .leading(0), .width(10), .height(10))
    }
    var scene = Scene(layout, size: Size(width: 200, height: 100))
    #expect(scene.turn(at: .zero).changed.map(\.view.path) == ["root", "a", "b", "c"])

    try scene.set("high", to: 20)
    try scene.setText("abcd", of: b)
    let turn = scene.turn(at: .milliseconds(1))
    #expect(turn.changed.map(\.view.path) == ["a", "b"])
    #expect(turn.changed.map(\.frame.height) == [20, 20] && turn.changed[1].frame == scene[b])
    #expect(turn.changed[1].view.text == "abcd" && turn.changed[1].frame.y == 24)

    // There and back in one turn, with a solve between.
    try scene.set("high", to: 30)
    scene.update()
    try scene.set("high", to: 20)
    #expect(scene.turn(at: .milliseconds(2)).changed.isEmpty)
  }

  /// 60 × 40 about the centre of 300 × 200 begins at 120, 80. Half of 250 ms is half of the way.
  ///
  /// Row C-240.
  @Test func `what an id stands on is changed as a whole, and may be animated`() throws {
    let (card, half) = (Box("card"), Box("half"))
    let layout = Layout("t") { screen in
      card(.center(), .size(60, 40) ~ 500, .fill(inset: 10).id("edges") ~ .high)
      half(.top(0), .leading(0), .height(10))
      (half.width == 0.5 * screen.width).id("half")
    }
    var scene = Scene(layout, size: Size(width: 300, height: 200))
    _ = scene.turn(at: .zero)
    #expect(scene[card] == Rect(x: 10, y: 10, width: 280, height: 180) && scene[half].width == 150)

    try scene.setPriority(.low, of: "edges", of: card)
    try scene.setMultiplier(0.25, of: "half")
    _ = scene.turn(at: .milliseconds(1))
    #expect(scene[card] == Rect(x: 120, y: 80, width: 60, height: 40) && scene[half].width == 75)
    try scene.setPriority(nil, of: "edges")
    try scene.setMultiplier(nil, of: "half")
    _ = scene.turn(at: .milliseconds(2))
    #expect(scene[card] == Rect(x: 10, y: 10, width: 280, height: 180) && scene[half].width == 150)

    try scene.animate { scene throws(SceneError) in try scene.setActive(false, "edges") }
    _ = scene.turn(at: .milliseconds(100))
    _ = scene.turn(at: .milliseconds(225))
    #expect(scene[card] == Rect(x: 65, y: 45, width: 170, height: 110))
    _ = scene.turn(at: .milliseconds(350))
    try scene.setActive(true, "edges")
    _ = scene.turn(at: .milliseconds(351))
    #expect(scene[card] == Rect(x: 10, y: 10, width: 280, height: 180))

    #expect(throws: SceneError.unknownName(.constraint, "edge", nearest: "edges")) {
      try scene.setActive(false, "edge")
    }
    try scene.setMultiplier(2, of: "edges", of: half)
    let refused = scene.turn(at: .milliseconds(400)).refused
    #expect(refused.count == 1 && refused[0].hasPrefix("there is no "), "\(refused)")
  }

  @Test func `what is set before the first turn moves nothing`() throws {
    let sample = Toast()
    var scene = Scene(sample.layout)
    try scene.use(.visible, on: sample.panel)

    #expect(scene.turn(at: .zero).isSettled)
    #expect(scene[sample.panel].y == 764)
  }

  /// Row C-176.
  @Test func `a turn without news changes nothing`() {
    var scene = Scene(Login().layout)
    #expect(scene.turn(at: .zero).changed.count == 6)
    #expect(scene.turn(at: .milliseconds(1)).changed.isEmpty)
  }

  /// Half of 250 ms on a curve that is even about its middle is half of the way.
  @Test func `whoever sets something may have it animated, or jump`() throws {
    let a = Box("a")
    let layout = Layout("t") {
      a(.top(0), .leading(10).id("x"), .size(10))
      Config("far", animate: .linear(.milliseconds(100))) { a(.alpha(0)) }
    }
    var scene = Scene(layout, size: Size(width: 200, height: 100))
    _ = scene.turn(at: .zero)
    try scene.animate { scene throws(SceneError) in try scene.set("x", to: 50) }
    _ = scene.turn(at: .zero)
    _ = scene.turn(at: .milliseconds(125))
    #expect(scene[a].x == 30)
    _ = scene.turn(at: .milliseconds(250))
    #expect(scene[a].x == 50 && scene.isSettled)

    try scene.withoutAnimation { scene throws(SceneError) in try scene.use("far", on: layout.root) }
    let turn = scene.turn(at: .milliseconds(300))
    #expect(turn.isSettled && scene.shown(a)?.alpha == 0)
  }

  /// Row E-17.
  @Test func `names that there are not are refused at once, with the nearest`() throws {
    let sample = Toast()
    var scene = Scene(sample.layout)
    #expect(throws: SceneError.unknownName(.configuration, "visibel", nearest: "visible")) {
      try scene.use("visibel", on: sample.panel)
    }
    #expect(throws: SceneError.unknownName(.constraint, "gab", nearest: "gap")) { try scene.set("gab", to: 1) }
    #expect(throws: SceneError.unknownName(.view, "stranger", nearest: nil)) {
      try scene.setHidden(true, of: Box("stranger"))
    }
    #expect(scene.frame(of: Box("stranger")) == nil)
    scene.surroundings.scale = 0
    #expect(scene.turn(at: .zero).refused.count == 1)
    #expect(scene[sample.panel].y == 844)
  }

  /// The row has the gap 10; its views are 20 wide.
  ///
  /// Rows C-201, C-202.
  @Test func `views come and go in a stack`() throws {
    let (a, b, c) = (Box("a"), Box("b"), Box("c"))
    let row = HStack("row", gap: 10) {
      a(.width(20))
      b(.width(20))
      c(.width(20))
    }
    let layout = Layout("t") { row(.top(0), .leading(0), .height(10)) }
    var scene = Scene(layout)
    _ = scene.turn(at: .zero)
    #expect(scene[c].x == 60)

    try scene.remove(b)
    _ = scene.turn(at: .milliseconds(1))
    #expect(scene[c].x == 30 && scene[row].width == 50)

    try scene.append(b, to: row, at: 0)
    _ = scene.turn(at: .milliseconds(2))
    #expect(scene[b].x == 0 && scene[a].x == 30)

    try scene.arrange(row, [c, a])
    _ = scene.turn(at: .milliseconds(3))
    #expect(scene[c].x == 0 && scene[a].x == 30)

    try scene.arrange(row, nil)
    _ = scene.turn(at: .milliseconds(4))
    #expect(scene[a].x == 0 && scene[c].x == 60)
  }

  @Test func `another layout is an edit: what has the same path stays what it was`() throws {
    let (first, second) = (Toast(), Toast())
    var scene = Scene(first.layout)
    _ = scene.turn(at: .zero)
    try scene.use(.visible, on: first.panel)
    _ = scene.turn(at: .zero)
    _ = scene.turn(at: .seconds(3))
    #expect(scene[first.panel].y == 764)

    scene.layout = second.layout
    _ = scene.turn(at: .seconds(4))
    #expect(scene[second.panel].y == 764)

    // 20 lower than its margins are wide apart.
    let extra = Box("extra")
    scene.layout.add { extra(.below(second.panel, gap: 6), .height(10)) }
    _ = scene.turn(at: .seconds(5))
    #expect(scene[extra] == Rect(x: 0, y: 764 + 64 + 6, width: 390, height: 10))
    #expect(scene[second.panel].y == 764)

    scene.layout = Login().layout
    _ = scene.turn(at: .seconds(6))
    #expect(scene.frame(of: second.panel) == nil && scene.views.count == 6)
  }

  /// Rows C-160, C-181.
  @Test func `a closure is asked before each turn`() {
    let answers = Answers()
    let a = Box("a")
    let layout = Layout("t") {
      a(.top(0), .leading(0), .height(10))
      If(.asking("online") { answers.isOnline }) {
        a.width == 30
      } else: {
        a.width == 60
      }
    }
    var scene = Scene(layout)
    _ = scene.turn(at: .zero)
    #expect(scene[a].width == 60)
    answers.isOnline = true
    _ = scene.turn(at: .milliseconds(1))
    #expect(scene[a].width == 30)
  }

  /// Row C-196.
  @Test func `it explains a view with the lines of the program`() throws {
    let sample = Toast()
    var scene = Scene(sample.layout)
    #expect(scene.explain(sample.panel) == nil)
    _ = scene.turn(at: .zero)
    let explained = scene.explain(sample.panel)
    let reasons = try #require(explained)

    let top = try #require(reasons.attributes.first { $0.attribute == .top })
    #expect(top.value == 844 && top.status == "unique")
    #expect(top.because.contains { $0.source == "top == super.bottom" && $0.isActive && $0.site.line == 28 })
    let bottom = try #require(reasons.attributes.first { $0.attribute == .bottom })
    #expect(bottom.because.contains { $0.source.hasPrefix("bottom == super.safe.bottom - 16") && !$0.isActive })
    #expect(reasons.attributes.allSatisfy { $0.because.allSatisfy { $0.site.file == "FramewireTests/Samples.swift" } })
  }

  @Test func `mistakes are told, and the rest is shown`() {
    let (a, stranger) = (Box("a"), Box("stranger"))
    let layout = Layout("t") {
      a(.top(0), .leading(0), .size(10))
      a.width == stranger.width
      a.height == 20
    }
    var scene = Scene(layout)
    _ = scene.turn(at: .zero)

    #expect(scene.diagnostics.map(\.code) == ["E2501", "E3001"])
    #expect(scene[a] == Rect(x: 0, y: 0, width: 10, height: 10))
  }

  /// A content of 300 in a view of 100 can be scrolled by 200.
  @Test func `contents are scrolled, and natural sizes stated`() throws {
    let (picture, page) = (Box("picture"), VScroll("page") { Box("tall")(.fill(), .height(300)) })
    let layout = Layout("t") {
      picture(.top(0), .leading(0))
      page(.at(x: 0, y: 0, width: 100, height: 100))
      picture.top == page.visible.top + 50
    }
    var scene = Scene(layout)
    _ = scene.turn(at: .zero)
    try scene.setNaturalSize(of: picture, to: Size(width: 64, height: 20))
    try scene.scroll(page, to: Point(x: 0, y: 1000))
    let turn = scene.turn(at: .milliseconds(1))

    #expect(turn.refused == [])
    #expect(scene[picture].width == 64 && scene[picture].height == 20)
  }
}

/// What a program knows by itself.
private final class Answers: Sendable {
  private let state = Mutex(false)
  var isOnline: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
