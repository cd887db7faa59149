import Frames
import LayoutEngine
import LayoutModel
import TestSupport
import Testing

@testable import LayoutRuntime

/// Rows C-173 … C-181: what is solved at once, and what waits for the rest of its turn.
@Suite("At once, or once a turn") struct DirectConditionTests {
  /// How many solves and revisions a turn with these inputs takes.
  private func turn(
    _ body: String, _ operations: [Operation], before: [Operation] = []
  ) -> (solves: Int, revisions: Int) {
    var world = World(serving: ["a.layout": "layout a size 500, 500 { \(body) }"])
    for operation in before { _ = world.apply(operation) }
    let solves = world.solves
    let revisions = world.runtime.counters.revisions
    for operation in operations {
      _ = world.send(.apply(scene: "a", [operation], ifLayoutRevision: nil))
    }
    world.turn()
    return (world.solves - solves, world.runtime.counters.revisions - revisions)
  }

  private let indents = (1...50).map { Operation.set(.variable, of: "indent", to: .number(Double($0))) }
  private let box = "var indent = 0; box b top 0 height 5 leading 0 width 5 + indent"
  private func size(_ width: Double) -> Operation { .set(.size, to: [width, 500]) }

  // MARK: Simple conditions

  @Test func `a hundred inputs that flip nothing at once are one solve and one revision`() {
    let counted = turn("\(box) { if dark { height 9; remove height } }", indents + indents)

    #expect(counted == (1, 1))
  }

  @Test func `an input that flips a condition on traits has a revision of its own, with what came before it`() {
    let counted = turn(
      "\(box) { if dark { remove height; height 9 } }",
      indents + [.set(.trait, of: "style", to: "dark")] + indents.reversed())

    #expect(counted == (2, 2))
  }

  @Test(arguments: [
    "if dark", "if !dark", "if root is dark || root is rtl", "if compact.x && compact.y",
    "if root.width > 600", "if root.width > 600 || root.height < 100", "if config big", "if !(config big)",
  ])
  func `conditions on one view's size, traits or configuration are simple`(_ condition: String) {
    let flips: [Operation] = [
      .set(.trait, of: "style", to: "dark"), size(700), .set(.config, of: "b", to: "big"),
      .set(.trait, of: "sizeClass.y", to: "compact"), size(500),
    ]
    let counted = turn("\(box) { \(condition) { remove height; height 9 } }", flips + indents)

    #expect(counted.solves > 1 && counted.revisions == counted.solves)
  }

  @Test(arguments: [
    "if flag(a)", "if root.width > 600 && dark", "if dark && config big", "if b is dark && root is dark",
    "if root.width > 5 * indent + 600", "if root is hidden || dark",
  ])
  func `any other is looked at once a turn`(_ condition: String) {
    let flips: [Operation] = [
      .set(.flag, of: "a", to: true), .set(.trait, of: "style", to: "dark"), size(700),
      .set(.config, of: "b", to: "big"),
    ]
    #expect(turn("\(box) { \(condition) { remove height; height 9 } }", flips + indents) == (1, 1))
  }

  @Test func `two changes and a resize that meet in one condition are one evaluation`() {
    let changes: [Operation] = [
      .set(.trait, of: "style", to: "dark"), .set(.trait, of: "direction", to: "rtl"), size(700),
    ]
    #expect(turn("\(box) { if dark && rtl && root.width > 600 { remove height; height 9 } }", changes) == (1, 1))
  }

  @Test func `the name that somebody sets applies at once, one that a condition of several parts sets does not`() {
    let body =
      "\(box) { config wide when root.width > 600 && dark { remove height; height 9 }; config big { remove height; height 7 } }"

    #expect(turn(body, [.set(.trait, of: "style", to: "dark"), size(700)] + indents) == (1, 1))
    #expect(turn(body, [.set(.config, of: "b", to: "big")] + indents) == (2, 2))
  }

  @Test func `the size of a view inside follows from the solve and settles in it`() {
    let body = "\(box); box c top 10 leading 0 height 5 { if b.width > 20 { width 10 } else { width 20 } }"

    #expect(turn(body, indents) == (1, 1))
  }

  @Test func `a condition that comes out the same is no reason to solve`() {
    let dark = Operation.set(.trait, of: "style", to: "dark")

    #expect(turn("\(box) { if dark { remove height; height 9 } }", [dark], before: [dark]) == (0, 0))
  }

  @Test func `what is said of a view under several sorts of conditions is looked at once a turn`() {
    let dark = Operation.set(.trait, of: "style", to: "dark")
    let traits = "if dark { remove height; height 9 }"
    let sizes = "if root.width > 600 { remove leading; leading 3 }"

    #expect(turn("\(box) { \(traits) \(sizes) }", [dark] + indents) == (1, 1))
    // Whose condition it is depends on what it is about, and not on the braces in which it stands.
    #expect(turn("\(box) { \(sizes) }; if dark { b.top >= super.top }", [dark] + indents) == (1, 1))
    // Each of two views has one sort.
    #expect(turn("\(box) { \(traits) }; box c size 5 top 10 { \(sizes) }", [dark] + indents) == (2, 2))
    #expect(turn("\(box) { \(traits) if rtl { remove leading; leading 3 } }", [dark] + indents) == (2, 2))
  }

  @Test func `an input that changes no answer changes no structure and gives no other picture`() throws {
    let body = "\(box) { if phone || pad { remove height; height 9 } else if tv { hidden } }"
    var world = World(serving: ["a.layout": "layout a size 500, 500 { \(body) }"])
    _ = world.apply(.set(.trait, of: "idiom", to: "phone"))
    let (revision, structures) = (world.revision(of: "a"), world.runtime.counters.compilations)

    _ = world.apply(.set(.trait, of: "idiom", to: "pad"))
    #expect(world.revision(of: "a") == revision && world.runtime.counters.compilations == structures)

    _ = world.apply(.set(.trait, of: "idiom", to: "tv"))
    #expect(world.revision(of: "a") != revision && world.runtime.counters.compilations == structures + 1)
  }

  @Test func `what is looked at once a turn may turn to and fro until then`() {
    func flag(_ isSet: Bool) -> Operation { .set(.flag, of: "a", to: .truth(isSet)) }
    let body = "\(box) { if flag(a) { remove height; height 9 } }"
    let toAndFro = (0..<50).flatMap { _ in [flag(true), flag(false)] }

    #expect(turn(body, toAndFro + [flag(true)]) == (1, 1))
    #expect(turn(body, toAndFro) == (0, 0))
  }

  // MARK: direct

  @Test func `direct makes any branch apply at once`() {
    let flips: [Operation] = [.set(.flag, of: "a", to: true)]

    #expect(
      turn("\(box) { if direct flag(a) && dark || flag(a) { remove height; height 9 } }", flips + indents) == (2, 2))
    #expect(turn("\(box) { if direct flag(b) { remove height; height 9 } }", flips + indents) == (1, 1))
  }

  @Test func `of several conditions only those that are direct count`() {
    let body = "\(box) { if flag(a) { remove height; height 9 }; if direct flag(b) { hidden } }"

    #expect(turn(body, [.set(.flag, of: "a", to: true)] + indents) == (1, 1))
    #expect(turn(body, [.set(.flag, of: "b", to: true)] + indents) == (2, 2))
  }

  @Test func `conditions direct makes all branches of a view apply at once, and no others`() {
    func flag(_ name: String) -> [Operation] { [.set(.flag, of: name, to: true)] }
    let body = """
      \(box) conditions direct { if flag(a) { remove height; height 9 }; config big when flag(b) { hidden } }
      box c size 5 top 10 { if flag(c) { hidden } }
      """

    #expect(turn(body, flag("a") + indents) == (2, 2))
    #expect(turn(body, flag("b") + indents) == (2, 2))
    #expect(turn(body, flag("c") + indents) == (1, 1))
    // It is about the branches in the view's braces, and those that ask it for a bare size or trait.
    let around = "\(box) conditions direct; if flag(a) && dark { b.top >= super.top }"
    #expect(turn(around, flag("a") + indents) == (1, 1))
  }

  @Test func `who wants every revision sees the one in between`() {
    var world = World(serving: [
      "a.layout": "layout a size 500, 500 { \(box) { if dark { remove height; height 9 } } }"
    ])
    var follower = world.subscribe(Subscription(scene: "a", mode: .every))
    follower.catchUp(with: &world)
    _ = world.send(.apply(scene: "a", [.set(.trait, of: "style", to: "dark")], ifLayoutRevision: nil))
    _ = world.send(.apply(scene: "a", [.set(.variable, of: "indent", to: 4)], ifLayoutRevision: nil))
    world.turn()

    let deltas = follower.newMessages(from: &world).compactMap { $0.delta }
    #expect(deltas.map { $0.set.map { [$0.frame.rect.width, $0.frame.rect.height] } } == [[[5, 9]], [[9, 9]]])
  }

  // MARK: Update

  @Test func `update evaluates now what was set before it`() {
    var world = World(serving: ["a.layout": "layout a { \(box) { if flag(a) { remove height; height 9 } } }"])
    _ = world.send(.apply(scene: "a", [.set(.flag, of: "a", to: true)], ifLayoutRevision: nil))
    let update = world.send(.update(scene: "a", view: "b", isForced: false))
    _ = world.send(.apply(scene: "a", [.set(.flag, of: "a", to: false)], ifLayoutRevision: nil))
    world.turn()

    guard case .updated(let revision)? = world.replies[update]?.answer else {
      Issue.record("\(String(describing: world.replies[update]))")
      return
    }
    #expect(revision.revision == Revision(2) && world.revision(of: "a") == Revision(3))
  }

  @Test func `update with nothing marked does nothing, and forced it looks again and finds the same`() {
    var world = World(serving: ["a.layout": "layout a { \(box) }"])
    let solves = world.solves

    _ = world.call(.update(scene: nil, view: nil, isForced: false))
    #expect(world.solves == solves)

    _ = world.call(.update(scene: nil, view: nil, isForced: true))
    #expect(world.solves == solves + 1 && world.revision(of: "a") == Revision(1))
  }

  @Test func `update says what it does not know`() {
    var world = World(serving: ["a.layout": "layout a { \(box) }", "bad.layout": "layout bad { oops"])

    #expect(
      world.call(.update(scene: "b", view: nil, isForced: false))?.failure == .unknownScene("b", known: ["a"]))
    #expect(world.call(.update(scene: "a", view: "c", isForced: true))?.failure == .unknownView("c", near: []))
  }
}

/// Row C-164 of settling: whatever is set, a turn ends.
@Suite("Conditions that ask for what they change") struct RestlessConditionTests {
  @Test func `no input makes a turn loop, and history has no say`() throws {
    var restless = 0
    for seed in UInt64(0)..<40 { restless += try restlessTurns(seed) }

    // Layouts that settle would prove nothing.
    #expect(restless >= 10)
  }

  /// Sets a made-up layout's variable and compares with a scene without history; returns how many turns did not settle.
  private func restlessTurns(_ seed: UInt64) throws -> Int {
    var random = SeededGenerator(seed: seed)
    let count = 6
    var text = "layout a size 300, 300 {\n  var n = 1\n"
    for view in 0..<count {
      let other = random.below(count)
      let third = random.below(count)
      let limit = random.below(60)
      let (narrow, wide) = (random.below(80), random.below(80))
      text += """
          box b\(view) top 0 leading 0 height 5 {
            if b\(other).width >= \(limit) * n { width \(narrow) } else { width \(wide) }
            if b\(third) is hidden || b\(other).width == b\(third).width { hidden }
          }

        """
    }
    text += "}"
    var world = World(serving: ["a.layout": text])
    var restless = 0
    var solves = try #require(world.runtime.scenes["a"]?.live?.value).statistics.solves
    for _ in 0..<6 {
      _ = world.apply(.set(.variable, of: "n", to: .number(Double(random.below(5)))), to: "a")
      let live = try #require(world.runtime.scenes["a"]?.live?.value)
      #expect(live.statistics.solves - solves <= 1, "seed \(seed): a turn is one solve")
      solves = live.statistics.solves
      if live.diagnostics.contains(where: { $0.code.rawValue == "W3007" }) { restless += 1 }
      var fresh = LayoutScene(live.layout, inputs: live.inputs)
      _ = fresh.solve(measuring: FixedMetrics())
      for view in live.layout.views.indices {
        let id = ViewID(Int32(view))
        #expect(
          fresh.frame(of: id) == live.frame(of: id) && fresh.content(of: id) == live.content(of: id), "seed \(seed)")
      }
    }
    return restless
  }
}
