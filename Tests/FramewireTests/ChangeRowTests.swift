import Framewire
import Synchronization
import Testing

/// Behaviours that users of other libraries expect of what changes, in Swift: numbers, branches, animation. The screen
/// is 400 × 300 where nothing else is said.
@Suite("Rows about changes, in Swift") struct ChangeRowTests {
  let a = Box("a"), b = Box("b"), c = Box("c"), d = Box("d"), e = Box("e")

  private func scene(_ size: Size = Size(width: 400, height: 300), @BlockBuilder _ body: () -> Block) -> Scene {
    var scene = Scene(Layout("t", body: body), size: size)
    #expect(scene.turn(at: .zero).refused == [])
    #expect(scene.diagnostics == [])
    return scene
  }

  private func milliseconds(_ scene: inout Scene, _ time: Int) {
    #expect(scene.turn(at: .milliseconds(time)).refused == [])
  }

  // MARK: Groups and what they make

  /// `a` from 10 to 30, `b` 5 behind it from 35 to 55, `c` 5 behind that; of contradicting lines the latest gives way,
  /// and the inner group comes before what follows it in the outer one.
  ///
  /// Row Y-49.
  @Test func `groups stand in groups, and hold together`() {
    let layout = Layout("t") {
      Constraints(for: a, b) { a, b in
        a.left == Super.left + 10
        Constraints(for: b, c) { b, c in
          c.left == b.right + 5
          c.width == 30
        }
        b.left == a.right + 5
        c.width == 40
      }
      for view in [a, b] { view(.top(0), .size(20)) }
      c(.top(0), .height(20))
    }
    let frames = layout.frames(width: 400, height: 300)

    #expect([a, b, c].map { frames[$0].x } == [10, 35, 60])
    #expect(frames[c].width == 30)
    #expect(frames.diagnostics.map(\.code) == ["E3001"])
  }

  /// Row Y-50.
  @Test func `one statement more holds from the next turn on`() {
    var scene = scene { a(.top(0), .leading(0), .height(10), .width(20) ~ .high) }
    scene.layout.add { a.width == 30 }
    #expect(scene[a].width == 20)

    milliseconds(&scene, 1)
    #expect(scene[a] == Rect(x: 0, y: 0, width: 30, height: 10))
  }

  /// An id names everything that its clause makes: four insets, two sides, two offsets. A relation is a value, which
  /// may be kept and said later.
  ///
  /// Row Y-52.
  @Test func `what a line makes has a name, and may be ignored`() throws {
    let leading = (e.leading == Super.leading + 3 ~ 999).id("leading")
    var scene = scene {
      a(.fill(inset: Insets(top: 1, leading: 2, bottom: 3, trailing: 4)).id("four"))
      b(.at(x: 0, y: 0), .size(10, 20).id("two"))
      c(.size(10), .center(offset: Offset(x: 1, y: 2)).id("middle"))
      d(.fill(inset: 7))
      leading
      e(.top(0), .size(10))
    }
    #expect(scene.numbers(of: "four") == [1, 2, 3, 4])
    #expect(scene.numbers(of: "two") == [10, 20])
    #expect(scene.numbers(of: "middle") == [1, 2])
    #expect(scene.numbers(of: "leading") == [3] && scene.numbers(of: "two", of: b) == [10, 20])
    #expect(scene.numbers(of: "seven") == nil)

    try scene.set("four", to: 5, 6, 7, 8)
    try scene.set("two", to: 30, 40)
    try scene.set("leading", to: 9)
    milliseconds(&scene, 1)
    #expect(scene[a] == Rect(x: 6, y: 5, width: 386, height: 288))
    #expect(scene[b] == Rect(x: 0, y: 0, width: 30, height: 40))
    #expect(scene[e].x == 9 && scene.numbers(of: "leading") == [9])
    #expect(scene[d] == Rect(x: 7, y: 7, width: 386, height: 286))
  }

  /// What has no owner is a value, and a scene belongs to whoever has it.
  ///
  /// Row Y-54.
  @Test func `layouts are built and solved by any task`() async {
    let widths = await withTaskGroup(of: Double.self) { group in
      for number in 0..<8 {
        group.addTask {
          let box = Box("box")
          var scene = Scene(Layout("t") { box(.top(0), .leading(0), .height(1), .width(Double(number)).id("w")) })
          _ = scene.turn(at: .zero)
          return scene[box].width
        }
      }
      return await group.reduce(into: Set<Double>()) { $0.insert($1) }
    }

    #expect(widths == Set((0..<8).map(Double.init)))
  }

  /// The keyboard's top is at 180: of a card from 150 to 250 there remain 30, of one from 60 to 160 all.
  ///
  /// Row C-022.
  @Test func `keyboard guides follow the view`() throws {
    var scene = Scene(
      Layout("t") { a(.left(50), .top(150).id("y"), .size(200, 100)) { b(.fill(.keyboardSafe)) } },
      size: Size(width: 400, height: 300))
    scene.surroundings.keyboard = 120
    milliseconds(&scene, 0)
    #expect(scene[b] == Rect(x: 0, y: 0, width: 200, height: 30))

    try scene.set("y", to: 60)
    milliseconds(&scene, 1)
    #expect(scene[b] == Rect(x: 0, y: 0, width: 200, height: 100))
  }

  // MARK: Conditions

  /// A gap, a padding and how views stand lower to constraints: 10 + 20 high, and with a gap of 5 and 3 around 41. So
  /// may how a text is set; what a view cuts off may not.
  ///
  /// Row C-138.
  @Test func `constraints are conditional, other properties are not`() {
    var surroundings = Surroundings(size: Size(width: 100, height: 100))
    let column = VStack("column", items: .leading) {
      a(.size(10))
      b(.size(20))
    }
    let layout = Layout("t") {
      column(.at(x: 0, y: 0))
      If(.flag("open")) { column(.gap(5), .inset(3)) }
    }
    #expect(layout.frames(in: surroundings)[column] == Rect(x: 0, y: 0, width: 20, height: 30))
    surroundings.flags = ["open"]
    #expect(layout.frames(in: surroundings)[column] == Rect(x: 0, y: 0, width: 26, height: 41))

    let label = Label("label", text: "label")
    let wrong = Layout("t") {
      label(.at(x: 0, y: 0))
      If(.dark) { label(.clips()) }
    }
    #expect(wrong.check().map(\.code) == ["E2205"])
  }

  /// Row C-139.
  @Test func `constraints of a branch that does not hold are there, and off`() throws {
    var scene = scene {
      a(.at(x: 0, y: 0), .width(20), .height(10))
      If(.flag("never")) { a.width == 30 }
    }
    #expect(scene[a].width == 20)

    let explained = try #require(scene.explain(a, .width))
    let reasons = explained.attributes.flatMap(\.because)
    #expect(reasons.filter { $0.source.contains("30") }.map(\.isActive) == [false])
    #expect(reasons.filter { $0.source.contains("20") }.map(\.isActive) == [true])
    scene.surroundings.flags = ["never"]
    milliseconds(&scene, 1)
    #expect(scene.diagnostics.map(\.code) == ["E3001"])
  }

  /// Row C-161.
  @Test func `a closure answers for one view`() {
    let picked = Picked()
    let boxes = ["a": a, "b": b]
    func isPicked(_ name: String) -> Condition { .asking("\(name) is picked") { picked.names.contains(name) } }
    var scene = scene {
      for (name, box) in boxes {
        box(.at(x: 0, y: 0), .height(10), .width(10) ~ .high)
        If(isPicked(name)) { box.width == 20 }
      }
    }
    #expect(scene[a].width == 10 && scene[b].width == 10)

    picked.names = ["b"]
    milliseconds(&scene, 1)
    #expect(scene[a].width == 10 && scene[b].width == 20)
  }

  /// Nobody has to say that a view is to be asked again: its size, its traits, its configuration.
  ///
  /// Row C-173.
  @Test func `what conditions read is followed`() throws {
    var scene = scene {
      a(.at(x: 0, y: 0), .width(20).id("w")) {
        If(.width(.atLeast(50))) {
          a.height == 10
        } else: {
          a.height == 5
        }
      }
      b(.at(x: 0, y: 20), .height(10), .width(20) ~ .high)
      If(.dark) { b.width == 50 }
      c(.at(x: 0, y: 40), .height(10)) {
        Config(.main) { c.width == 20 }
        Config("big") { c.width == 50 }
      }
    }
    #expect(scene[a].height == 5 && scene[b].width == 20 && scene[c].width == 20)
    try scene.set("w", to: 50)
    milliseconds(&scene, 1)
    #expect(scene[a].height == 10 && scene[b].width == 20 && scene[c].width == 20)
    scene.surroundings.traits["style"] = "dark"
    milliseconds(&scene, 2)
    #expect(scene[b].width == 50 && scene[c].width == 20)
    try scene.use("big", on: c)
    try scene.set("w", to: 49)
    milliseconds(&scene, 3)
    #expect(scene[a].height == 5 && scene[c].width == 50)
  }

  /// `a` is 20 wide in the branch, and 10 high. What is set in one turn is one change, and all of it moves because `b`
  /// is to; a direct branch is a change of its own, before that, and nobody wanted it to move.
  ///
  /// Rows C-177, C-178.
  @Test(arguments: [(false, false), (true, false), (false, true)])
  func `a direct branch is chosen at once`(direct: Bool, directView: Bool) throws {
    var scene = scene {
      a(.at(x: 0, y: 0), .height(10)) {
        let branch = If(.flag("wide")) {
          a.width == 50
        } else: {
          a.width == 10
        }
        if direct { branch.direct() } else { branch }
      }
      if directView { a(.directConditions) }
      b(.at(x: 0, y: 20), .height(10), .width(10).id("w"))
    }
    scene.surroundings.flags = ["wide"]
    try scene.animate(.linear(.milliseconds(100))) { scene throws(SceneError) in try scene.set("w", to: 50) }
    milliseconds(&scene, 0)
    milliseconds(&scene, 50)

    #expect(scene[b].width == 30)
    #expect(scene[a].width == (direct || directView ? 50 : 30))
  }

  /// What comes and goes before the turn was never there. `update` is a change of its own for what was set before it:
  /// it does not move with what is set later.
  ///
  /// Rows C-179, C-180.
  @Test func `conditions are asked once a turn, and now where that is said`() throws {
    func prepared() -> Scene {
      scene {
        a(.at(x: 0, y: 0), .height(10)) {
          Config(.main) { a.width == 10 }
          Config("wide") { a.width == 50 }
        }
        b(.at(x: 0, y: 20), .height(10), .width(10).id("w"))
      }
    }
    var still = prepared()
    try still.use("wide", on: a)
    try still.use(nil, on: a)
    #expect(still.turn(at: .zero).changed.isEmpty)

    for isUpdated in [false, true] {
      var scene = prepared()
      try scene.set("w", to: 30)
      if isUpdated { scene.update() }
      try scene.animate(.linear(.milliseconds(100))) { scene throws(SceneError) in try scene.use("wide", on: a) }
      milliseconds(&scene, 0)
      #expect(scene[a].width == 10)
      #expect(scene[b].width == (isUpdated ? 30 : 10))
      milliseconds(&scene, 100)
      #expect(scene[a].width == 50 && scene[b].width == 30)
    }
  }

  // MARK: Animation

  /// 10 to 50 in 100 ms is 30 after 50.
  ///
  /// Row C-183.
  @Test func `all branches of a view are animated, and no others`() {
    var scene = scene {
      a(.at(x: 0, y: 0), .height(10), .conditions(animate: .linear(.milliseconds(100)))) {
        If(.flag("wide")) {
          a.width == 50
        } else: {
          a.width == 10
        }
      }
      b(.at(x: 0, y: 20), .height(10)) {
        If(.flag("tall")) {
          b.width == 50
        } else: {
          b.width == 10
        }
      }
    }
    scene.surroundings.flags = ["wide"]
    milliseconds(&scene, 0)
    milliseconds(&scene, 50)
    #expect(scene[a].width == 30)
    milliseconds(&scene, 100)
    #expect(scene[a].width == 50 && scene.isSettled)

    scene.surroundings.flags = ["wide", "tall"]
    milliseconds(&scene, 100)
    #expect(scene[b].width == 50 && scene.isSettled)
    scene.surroundings.flags = ["tall"]
    milliseconds(&scene, 200)
    milliseconds(&scene, 225)
    #expect(scene[a].width == 40 && scene[b].width == 50)
  }

  /// 20 to 50 in 100 ms is 35 after 50. The first picture is the last one at once, and another size moves nothing.
  ///
  /// Row C-184.
  @Test func `what is never animated`() {
    let layout = Layout("t") { screen in
      a(.at(x: 0, y: 0), .height(10))
      If(.dark, animate: .linear(.milliseconds(100))) {
        a.width == 50
      } else: {
        a.width == 20
      }
      b(.trailing(0), .top(20), .size(10))
    }
    var surroundings = Surroundings(size: Size(width: 100, height: 100))
    surroundings.traits["style"] = "dark"
    var dark = Scene(layout, in: surroundings)
    #expect(dark.turn(at: .zero).isSettled && dark[a].width == 50)

    surroundings.traits = [:]
    var scene = Scene(layout, in: surroundings)
    milliseconds(&scene, 0)
    scene.surroundings.size.width = 200
    #expect(scene.turn(at: .milliseconds(1)).isSettled)
    #expect(scene[b].x == 190 && scene[a].width == 20)
    scene.surroundings.traits["style"] = "dark"
    milliseconds(&scene, 1)
    milliseconds(&scene, 51)
    #expect(scene[a].width == 35)
  }

  /// A curve that is given by whoever sets it: a straight line of 200 ms after 100 ms, so half of the way after 200 ms.
  @Test func `whoever sets something may say how it moves`() throws {
    var scene = scene { a(.top(0), .leading(10).id("x"), .size(10)) }
    let timing = Timing.linear(.milliseconds(200), delay: .milliseconds(100))
    try scene.animate(timing) { scene throws(SceneError) in try scene.set("x", to: 50) }
    milliseconds(&scene, 0)
    milliseconds(&scene, 100)
    #expect(scene[a].x == 10)
    milliseconds(&scene, 200)
    #expect(scene[a].x == 30)
    milliseconds(&scene, 300)
    #expect(scene[a].x == 50 && scene.isSettled)

    // The next one who says nothing gets the standard curve, half of it in half of 250 ms.
    try scene.animate { scene throws(SceneError) in try scene.set("x", to: 10) }
    milliseconds(&scene, 300)
    milliseconds(&scene, 425)
    #expect(scene[a].x == 30)

    try scene.animate(.spring(-1)) { scene throws(SceneError) in try scene.set("x", to: 20) }
    #expect(scene.turn(at: .milliseconds(600)).refused.count == 1)
  }

  /// Row C-195.
  @Test func `every placement may stand in a configuration`() {
    let small = Clause.at(x: 1, y: 2, width: 3, height: 4)
    let layout = Layout("t") {
      for (box, clauses) in [
        (a, [Clause.fill(inset: 5)]), (b, [.dock(.bottom, gap: 3), .height(10)]),
        (c, [.width(10), .aspect(2), .below(a, gap: -20, x: .leading)]), (d, [.size(15, 5), .center(in: .margins)]),
        (e, [.at(x: 20, y: 30, width: 40, height: 50)]),
      ] {
        box {
          Config(.main) { box(small) }
          Config("far") { for clause in clauses { box(clause) } }
        }
      }
    }
    let all = [a, b, c, d, e]
    let surroundings = Surroundings(size: Size(width: 200, height: 200))
    let near = layout.frames(in: surroundings)
    let far = layout.frames(in: surroundings, configurations: all.map { ($0, "far") })

    #expect(near.diagnostics == [] && far.diagnostics == [])
    #expect(all.allSatisfy { near[$0] == Rect(x: 1, y: 2, width: 3, height: 4) })
    #expect(far[a] == Rect(x: 5, y: 5, width: 190, height: 190))
    #expect(far[b] == Rect(x: 0, y: 187, width: 200, height: 10))
    #expect(far[c] == Rect(x: 0, y: 175, width: 10, height: 5))
    #expect(far[d] == Rect(x: 92.5, y: 97.5, width: 15, height: 5))
    #expect(far[e] == Rect(x: 20, y: 30, width: 40, height: 50))
  }

  /// Row C-197.
  @Test func `traits reach views however deep`() {
    let layout = Layout("t") {
      a(.fill()) { b(.fill()) { c(.fill()) { d(.center(), .height(10)) } } }
      If(.dark) {
        d.width == 20
      } else: {
        d.width == 10
      }
    }
    var surroundings = Surroundings()
    #expect(layout.frames(in: surroundings)[d].width == 10)
    surroundings.traits["style"] = "dark"
    #expect(layout.frames(in: surroundings)[d].width == 20)
  }

  /// A view lives as long as somebody has a layout with it; a condition holds nobody, and of a view that was taken out
  /// of its stack nothing is true.
  ///
  /// Row C-198.
  @Test func `conditions keep no views alive, and a view that went away makes them false`() throws {
    weak var node: Node?
    do {
      let other = Box("other")
      node = other.node
      let row = HStack("row") { other(.width(100)) }
      var scene = scene {
        row(.at(x: 0, y: 0), .height(10))
        a(.at(x: 0, y: 20), .height(10))
        If(other.is(.width(.atLeast(80)))) {
          a.width == 20
        } else: {
          a.width == 10
        }
      }
      #expect(scene[a].width == 20 && node != nil)
      try scene.remove(other)
      milliseconds(&scene, 1)
      #expect(scene[a].width == 10)
    }

    #expect(node == nil)
  }

  /// `b` is 50 wide and dark while the screen is light, `c` is 40 wide.
  ///
  /// Row C-241.
  @Test func `conditions of other views, all or any of several`() throws {
    let conditions: [Condition] = [
      b.is(.all(.dark, .width(.atLeast(80)))), b.is(.any(.configuration("big"), .width(.atLeast(80)))), b.is(.dark),
      .all(Condition(b.width >= 80), Condition(c.width >= 40)), .any(b.is(.configuration("big")), c.is(.dark)),
    ]
    let asking = conditions.indices.map { Box("asking\($0)") }
    var scene = scene {
      b(.at(x: 0, y: 0), .height(1), .width(50).id("w"), .trait("style", "dark")) { Config("big") {} }
      c(.at(x: 0, y: 0, width: 40, height: 1))
      for (box, condition) in zip(asking, conditions) {
        box(.at(x: 0, y: 0), .height(1))
        If(condition) {
          box.width == 2
        } else: {
          box.width == 1
        }
      }
    }
    func answers() -> [Bool] { asking.map { scene[$0].width == 2 } }

    #expect(answers() == [false, false, true, false, false])
    try scene.set("w", to: 80)
    milliseconds(&scene, 1)
    #expect(answers() == [true, true, true, true, false])
    try scene.set("w", to: 79)
    try scene.use("big", on: b)
    milliseconds(&scene, 2)
    #expect(answers() == [false, true, true, false, true])
  }

  // MARK: Headers

  /// 28 characters need two lines in 200 points: from 20 to 40, half of it in half of 300 ms; at once where that is
  /// said.
  ///
  /// Row C-232.
  @Test(arguments: [true, false]) func `a list makes room for its header`(animates: Bool) throws {
    let header = Box("header"), title = Label("title", text: "One line")
    let rows = List("rows", header: header) { a(.height(40)) }
    var scene = scene(Size(width: 200, height: 400)) {
      rows(.fill()) {
        header { title(.fill()) }
        if !animates { rows(.animatesChanges(false)) }
      }
    }
    #expect(scene[a].y == 20)
    try scene.setText("One line, and another of them", of: title)
    milliseconds(&scene, 0)
    #expect(scene[a].y == (animates ? 20 : 40))
    milliseconds(&scene, 150)
    #expect(scene[a].y == (animates ? 30 : 40))
    milliseconds(&scene, 310)
    #expect(scene[a].y == 40 && scene.isSettled)
  }

  /// Nothing changes until somebody says so.
  ///
  /// Rows C-235…C-237.
  @Test func `who measures a header and a footer itself says how large they are`() throws {
    let header = Box("head"), footer = Box("foot")
    let rows = List("rows", header: header, footer: footer) { a(.height(20)) }
    var scene = scene(Size(width: 100, height: 500)) {
      rows(.fill(), .animatesChanges(false)) {
        header(.intrinsic(nil, 30))
        footer(.intrinsic(nil, 10))
      }
    }
    #expect(scene[a].y == 30 && scene[footer] == Rect(x: 0, y: 50, width: 100, height: 10))

    try scene.setNaturalSize(of: header, to: Size(width: 100, height: 55))
    try scene.setNaturalSize(of: footer, to: Size(width: 100, height: 7))
    #expect(scene[a].y == 30)
    milliseconds(&scene, 1)
    #expect(scene[a].y == 55 && scene[footer] == Rect(x: 0, y: 75, width: 100, height: 7))
  }
}

/// Names that a program knows.
private final class Picked: Sendable {
  private let state = Mutex<Set<String>>([])
  var names: Set<String> {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
