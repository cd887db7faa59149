import Frames
import Geometry
import LayoutEngine
import LayoutModel
import Settables
import TestSupport
import Testing

@testable import LayoutRuntime

/// Random sequences of saves, mistakes and state, under which the two laws of the runtime must hold.
@Suite("The laws of the runtime") struct LawTests {
  static let seeds = UInt64(1)...30

  @Test(arguments: seeds)
  func `incremental equals fresh, and every follower sees what is published`(seed: UInt64) {
    var story = Story(seed: seed)
    story.begin()
    var followers = [
      story.world.subscribe(Subscription(scene: "card", wantsDiagnostics: true)),
      story.world.subscribe(Subscription(scene: "card", mode: .every)),
    ]
    let filter = FrameFilter(root: "a", space: .scene)
    var filtered = story.world.subscribe(Subscription(scene: "card", filter: filter))

    for step in 1...25 {
      story.go()
      guard let scene = story.world.runtime.scenes["card"], var fresh = scene.live?.value else {
        Issue.record("seed \(seed), step \(step): the scene is gone")
        return
      }
      // The same layout in the same state, built from nothing.
      fresh = LayoutScene(fresh.declared, inputs: scene.inputs)
      _ = fresh.solve(measuring: FixedMetrics())
      let shown = fresh.layout.views.indices.filter { fresh.layout.views[$0].kind != .guide }
      #expect(
        scene.published.history.current.views.map(\.frame)
          == shown.map { Frame(fresh.frame(of: fresh.layout.viewIDs[$0])) }, "seed \(seed), step \(step)")
      #expect(
        scene.published.history.current.views.map(\.content)
          == shown.map { fresh.content(of: fresh.layout.viewIDs[$0]) },
        "seed \(seed), step \(step)")

      for index in followers.indices where index == 1 || story.generator.chance(40) {
        followers[index].catchUp(with: &story.world)
        #expect(
          followers[index].picture == scene.published.history.current, "seed \(seed), step \(step), follower \(index)")
      }
      filtered.catchUp(with: &story.world)
      #expect(filtered.picture == scene.published.history.current.filtered(by: filter), "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: seeds)
  func `a restart changes nothing`(seed: UInt64) {
    var story = Story(seed: seed)
    story.begin()
    for step in 1...25 {
      story.go()
      let before = story.world
      story.world.restart(compacting: story.generator.chance(30))

      let remembered = story.world.runtime.memory.scenes["card"]?.outside ?? OutsideState()
      #expect(remembered == before.runtime.scenes["card"]?.settings.outside, "seed \(seed), step \(step)")
      // What is on the disk may have a mistake; then only the older runtime has something to show.
      let scene = story.world.runtime.scenes["card"]
      if scene?.document.status == .ok, before.status(of: "card") == .ok {
        let isSame =
          scene?.published.history.current == before.runtime.scenes["card"]?.published.history.current.renumbered
        #expect(isSame && scene?.settings.outside == remembered, "seed \(seed), step \(step)")
      }
      if scene?.live == nil { story.world = before }
    }
  }

  @Test(arguments: seeds)
  func `what was set ends the same however it falls into turns`(seed: UInt64) {
    func run(turningAfterEach: Bool) -> FrameSet? {
      var story = Story(seed: seed)
      story.begin()
      for _ in 1...15 {
        story.setSomething()
        if turningAfterEach { story.world.turn() }
      }
      story.world.turn()
      return story.world.runtime.scenes["card"]?.published.history.current
    }

    let isSame = run(turningAfterEach: true) == run(turningAfterEach: false)
    #expect(isSame, "seed \(seed)")
  }

  /// With 0 everything is done elsewhere; with 6 an edit of literals is followed in the turn.
  @Test(arguments: seeds, [0, 6])
  func `what is done elsewhere comes to what a turn comes to`(seed: UInt64, threshold: Int) {
    var here = Story(seed: seed)
    var elsewhere = Story(seed: seed, jobThreshold: threshold)
    elsewhere.world.keepsJobs = true
    here.begin()
    elsewhere.begin()
    elsewhere.world.finishAllJobs()
    var follower = elsewhere.world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    var order = SeededGenerator(seed: seed + 1_000)
    var handedOut = 0
    for step in 1...40 {
      here.go()
      elsewhere.go()
      handedOut += elsewhere.world.jobs.count
      while !elsewhere.world.jobs.isEmpty, order.chance(50) {
        elsewhere.world.finishJob(at: Int.random(in: elsewhere.world.jobs.indices, using: &order))
        if order.chance(50) { elsewhere.world.turn() }
      }
      guard step % 8 == 0 else { continue }
      // A good text that is saved over before it was compiled is never shown, so both end with a good one.
      here.saveAgain()
      elsewhere.saveAgain()
      // Failing texts are believed after a while.
      for _ in 1...3 {
        here.world.advance(milliseconds: 30)
        elsewhere.world.finishAllJobs()
        elsewhere.world.advance(milliseconds: 30)
      }
      elsewhere.world.finishAllJobs()
      let (first, second) = (here.world.runtime.library, elsewhere.world.runtime.library)
      if first.parses != second.parses || first["card.layout"]?.generation != second["card.layout"]?.generation {
        // What gives way to an edit depends on the texts in between, and of some of them the scene was told only here:
        // elsewhere they were saved over before they were parsed or compiled, or when they were back there was a text
        // that could be followed at once.
        here.world.resetValues()
        elsewhere.world.resetValues()
      }
      follower.catchUp(with: &elsewhere.world)
      let (one, other) = (here.world.runtime.scenes["card"], elsewhere.world.runtime.scenes["card"])
      #expect(one?.settings.outside == other?.settings.outside, "seed \(seed), step \(step)")
      let isSame = one?.published.history.current.renumbered == other?.published.history.current.renumbered
      #expect(isSame, "seed \(seed), step \(step)")
      #expect(here.world.codes(of: "card") == elsewhere.world.codes(of: "card"), "seed \(seed), step \(step)")
      #expect(follower.picture == other?.published.history.current, "seed \(seed), step \(step)")
      #expect(here.world.replies.count == elsewhere.world.replies.count - 1, "seed \(seed), step \(step)")
    }
    #expect(handedOut > 20)
  }
}

/// A document that somebody edits and a scene that somebody sets state in, at random.
private struct Story {
  var generator: SeededGenerator
  var world: World
  private var views: [(name: String, left: Int, width: Int)] = [("a", 1, 10), ("b", 2, 20), ("c", 3, 30)]
  /// How often a `for` repeats its view, and whether its component has something in its slot.
  private var copies = 2
  private var fillsSlot = false

  /// - Parameter jobThreshold: see `Runtime.Options`.
  init(seed: UInt64, jobThreshold: Int? = nil) {
    generator = SeededGenerator(seed: seed)
    var options = Runtime.Options()
    options.jobThreshold = jobThreshold
    world = World(options: options)
  }

  mutating func begin() {
    world.disk["card.layout"] = text
    world.serve()
  }

  mutating func go() {
    switch Int.random(in: 0..<12, using: &generator) {
    case 10:
      copies = Int.random(in: 0..<5, using: &generator)
      save()
    case 11:
      fillsSlot.toggle()
      save()
    case 0:
      let name = "v\(Int.random(in: 0..<4, using: &generator))"
      if !views.contains(where: { $0.name == name }) { views.append((name, 5, 5)) }
      save()
    case 1:
      if views.count > 1 { views.remove(at: Int.random(in: 1..<views.count, using: &generator)) }
      save()
    case 2:
      let first = views.removeFirst()
      views.shuffle(using: &generator)
      views.insert(first, at: 0)
      save()
    case 3, 4:
      views[Int.random(in: views.indices, using: &generator)].left = Int.random(in: 0..<50, using: &generator)
      save()
    case 5: write("layout card { box a left oops }")
    default: setSomething()
    }
    world.turn()
    if generator.chance(20) { world.advance(milliseconds: 30) }
  }

  /// Sets or takes back anything settable, or puts views somewhere.
  mutating func setSomething() {
    guard let settable = (Settable.allCases + [nil]).randomElement(using: &generator)! else { return arrange() }
    let (subject, values) = choices(for: settable)
    let value = generator.chance(20) ? nil : values.randomElement(using: &generator)!
    apply(.set(settable, of: subject, to: value))
  }

  /// What makes a difference in this document, of a settable that has to be named for that.
  private mutating func choices(for settable: Settable) -> (subject: String?, values: [SettableValue]) {
    func number(below end: Int) -> SettableValue { .number(Double(Int.random(in: 0..<end, using: &generator))) }
    switch settable {
    case .config: return ("a", ["wide", "main"])
    case .trait: return ("direction", ["rtl", "ltr"])
    case .size: return (nil, [[200, 100], [320, 480], [nil, 100], [200, nil], [nil, nil]])
    case .scale: return (nil, [1, 2, 3])
    case .keyboard: return (nil, [0, 30, [10, 70, 60, 20]])
    case .variable:
      return [
        ("n", [number(below: 9)]), ("label", ["Row", "A longer row"]), ("tint", ["#123"]),
      ].randomElement(using: &generator)!
    case .constant: return ("a.gap", [number(below: 9)])
    case .flag: return ("high", [true, false])
    case .text: return ("t", ["x", "longer"])
    case .hidden: return (["a", "row.r2", "t"].randomElement(using: &generator)!, [true, false])
    case .intrinsic: return ("row.r3", [[Double(Int.random(in: 0..<40, using: &generator)), 7.5], [12, nil]])
    case .scroll: return ("pages", [[0, Double(Int.random(in: 0..<100, using: &generator))]])
    default: return (settable.sampleSubject, settable.samples)
    }
  }

  private mutating func arrange() {
    let views = ["a", "t", "row.r1", "row.r2", "row.r3", "pages", "column", "column.k", "row"]
    let view = views.randomElement(using: &generator)!
    let stack = ["row", "column"].randomElement(using: &generator)!
    // Some of these cannot be, and change nothing.
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: apply(.remove(.these([view], from: nil)))
    case 1: apply(.arrange(stack: stack, nil))
    case 2: apply(.arrange(stack: stack, Array(views.shuffled(using: &generator).prefix(3))))
    case 3: apply(.append([view], to: stack, index: Int.random(in: 0..<3, using: &generator)))
    case 4: apply(.reset(.views))
    default: apply(.append([view], to: stack, index: nil))
    }
  }

  private mutating func apply(_ operation: Operation) {
    _ = world.send(.apply(scene: "card", [operation], ifLayoutRevision: nil))
  }

  mutating func saveAgain() {
    save()
    world.turn()
  }

  private mutating func save() { write(text) }
  private mutating func write(_ text: String) { world.write("card.layout", text) }

  private var text: String {
    var lines = [
      "layout card size 200, 100 {", "  var n = 4; var label = \"Row\"; var tint = #ff0000",
      "  label t \"Text\" left n top 0 width 40 height 20",
    ]
    for view in views {
      lines.append("  box \(view.name) top 0 height 10 left \(view.left) #gap {")
      lines.append("    config main { width \(view.width) }")
      lines.append("    config wide { width \(view.width * 2) }")
      lines.append("    box inner left n top 1 width 1 height 1")
      lines.append("  }")
    }
    lines.append(
      "  hstack row at 0, 60, 100, 20 gap 2 { box r1 width 5; box r2 width n; label r3 text: label + \" \" + label color: tint }"
    )
    lines.append("  vstack column left 100 top 60 items trailing { box k size 9, 4; box m size 5, 4 }")
    lines.append("  vscroll pages avoid: keyboard at 150, 0, 40, 90 { box long x fill y fill height 200 }")
    lines.append("  box corner size 5 { right == super.safe.right - 2px; bottom == super.keyboardSafe.bottom - 1 }")
    lines.append("  box edge size 5 { leading == super.margins.leading; bottom == super.margins.bottom }")
    // Copies of a component, each next to the one before, each with a slot.
    lines.append("  for i in 0..<\(copies) {")
    lines.append("    cell c(3 * i, wide: (i == 1)) {")
    lines.append("      if i == 0 { left 0 } else { left == c[i - 1].right + n }")
    if fillsSlot { lines.append("      box inside left n top 0 width == c[0].width / 2 height 1") }
    lines.append("    }\n  }")
    let component = """
      component cell(indent: length, wide: condition) box top 40 height 10 {
        box mark left indent top 1 height 2 { if wide { width 4 } else { width 2 #gap } }
        if flag(high) { width 20 } else { width 10 }
        vstack held left 0 top 5 { slot { box empty width 3 height 3 } }
      }

      """
    return component + (lines + ["}"]).joined(separator: "\n")
  }
}

extension FrameSet {
  /// The same picture with the views numbered in order, as a new runtime does.
  var renumbered: FrameSet {
    let ids = Dictionary(uniqueKeysWithValues: views.enumerated().map { ($1.id, StreamID(UInt32($0))) })
    return FrameSet(
      views.map {
        ViewRecord(
          id: ids[$0.id]!, path: $0.path, kind: $0.kind, parent: $0.parent.map { ids[$0]! }, index: $0.index,
          frame: $0.frame, content: $0.content)
      })
  }
}

extension ResolvedLayout {
  fileprivate var viewIDs: [ViewID] { views.indices.map { ViewID(Int32($0)) } }
}

extension World {
  fileprivate mutating func resetValues() {
    _ = send(.apply(scene: "card", [.reset(.values)], ifLayoutRevision: nil))
    turn()
    finishAllJobs()
  }
}
