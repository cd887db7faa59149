import Frames
import Synchronization
import Testing

@testable import LayoutRuntime

@Suite("Sync, check and counting") struct SyncTests {
  var world = World(serving: ["card.layout": SampleLayouts.card])

  @Test mutating func `sync answers when what was saved before is in effect`() {
    world.write("card.layout", ReloadTests.movedCard)
    let reply = world.call(.sync(scene: "card", timeout: .seconds(5)))

    #expect(
      reply
        == .done(
          .synced(
            SceneRevision(scene: "card", revision: Revision(2), layoutRevision: Revision(2)),
            DiagnosticReport(status: .ok, diagnostics: [], sources: []))))
  }

  @Test mutating func `sync knows that a file was moved, without the time in which it might come back`() {
    world.disk = ["new/card.layout": ReloadTests.movedCard]
    world.serve()

    let reply = world.call(.sync(scene: "card", timeout: .seconds(5)))

    #expect(world.runtime.summaries.map(\.file) == ["new/card.layout"])
    guard case .synced(let revision, let report)? = reply?.answer else {
      Issue.record("\(String(describing: reply))")
      return
    }
    #expect(report == DiagnosticReport(status: .ok, diagnostics: [], sources: []))
    #expect(revision.revision == Revision(2))
  }

  @Test mutating func `sync says that a file is gone, and the next one that it is back`() {
    let text = world.disk["card.layout"]!
    world.disk = [:]
    world.serve()
    _ = world.call(.sync(scene: "card", timeout: .seconds(5)))
    #expect(world.codes(of: "card") == ["E2902"] && world.status(of: "card") == .stale)

    world.disk = ["card.layout": text]
    world.serve()
    _ = world.call(.sync(scene: "card", timeout: .seconds(5)))
    #expect(world.codes(of: "card") == [] && world.status(of: "card") == .ok)
  }

  @Test mutating func `sync waits until a failure is certain`() {
    world.write("card.layout", ReloadTests.brokenCard)
    let request = world.send(.sync(scene: "card", timeout: .seconds(5)))
    world.turn()
    #expect(world.replies[request] == nil)

    world.advance(milliseconds: 30)
    guard case .synced(_, let report)? = world.replies[request]?.answer else {
      Issue.record("no answer")
      return
    }
    #expect(report.status == .stale)
  }

  @Test mutating func `sync gives up after its time`() {
    world.write("card.layout", ReloadTests.brokenCard)
    let request = world.send(.sync(scene: "card", timeout: .milliseconds(10)))
    world.turn()
    #expect(world.effects.last == .wake(at: .milliseconds(10)))
    world.advance(milliseconds: 10)

    #expect(world.replies[request]?.failure == .timedOut(after: .milliseconds(10)))
  }

  @Test mutating func `the time of a sync begins when it arrives, not when its turn comes`() {
    world.write("card.layout", ReloadTests.brokenCard)
    let request = world.send(.sync(scene: "card", timeout: .milliseconds(10)))
    world.advance(milliseconds: 10)

    #expect(world.replies[request]?.failure == .timedOut(after: .milliseconds(10)))
  }

  @Test mutating func `who is gone waits for nothing, and what was applied stays`() {
    world.disk["slide.layout"] =
      "layout slide size 9, 9 { box a top 0 size 1 { config main { left 0 }; config far animate 9s { left 5 } } }"
    world.serve()
    let rest = world.send(.apply(scene: "slide", [.set(.config, to: "far")], ifLayoutRevision: nil, awaitingRest: true))
    let sync = world.send(.sync(scene: "slide", timeout: .seconds(60), awaitingRest: true))
    world.turn()
    #expect(world.replies[rest] == nil && world.replies[sync] == nil)
    world.advance(milliseconds: 500)

    world.handle(.abandon(rest))
    world.handle(.abandon(sync))
    world.turn()

    #expect(world.replies[rest]?.failure == .timedOut(after: .milliseconds(500)))
    #expect(world.replies[sync]?.failure == .timedOut(after: .milliseconds(500)))
    #expect(world.runtime.waiting.isEmpty)
    world.advance(milliseconds: 9000)
    #expect(world.frame(of: "a", in: "slide") == [5, 0, 1, 1])
  }

  @Test mutating func `the wake-up is taken back when nothing is waited for`() {
    world.save("card.layout", ReloadTests.brokenCard)
    #expect(world.effects.last == .wake(at: .milliseconds(30)))
    world.save("card.layout", SampleLayouts.card)

    #expect(world.effects.last == .wake(at: nil))
  }

  @Test mutating func `checking a text says what is wrong and loads nothing`() {
    let reply = world.call(.check(.text(name: "x.layout", Array(ReloadTests.brokenCard.utf8))))

    guard case .checked(let report)? = reply?.answer else {
      Issue.record("\(String(describing: reply))")
      return
    }
    #expect(report.status == .failed)
    #expect(report.sources.map(\.name) == ["x.layout"])
    #expect(world.runtime.library["x.layout"] == nil)
    #expect(world.status(of: "card") == .ok)
  }

  @Test mutating func `checking a file reads it and what it imports, and watches neither`() {
    world.disk["ui/one.layout"] = ImportTests.user("one")
    world.disk["ui/tokens.layout"] = "let space = 3"
    let followed = world.followed

    let reply = world.call(.check(.path("ui/one.layout")))

    #expect(reply == .done(.checked(DiagnosticReport(status: .ok, diagnostics: [], sources: []))))
    #expect(world.followed == followed)
    #expect(world.sceneNames == ["card"])
  }

  @Test mutating func `what is wrong in every preview is reported once`() {
    let text = """
      layout probe {
        preview "p" size 1, 1
        preview "q" size 2, 2
        box a width 3
        box b left 1 top 1 width 2 height 2
      }
      """

    guard case .checked(let report)? = world.call(.check(.text(name: "x.layout", Array(text.utf8))))?.answer
    else {
      Issue.record("no answer")
      return
    }
    #expect(report.diagnostics.map(\.code.rawValue) == ["W3002"])
  }

  @Test mutating func `what is wrong with every copy of a view is reported once, with how many they are`() {
    let text = """
      layout probe size 100, 100 {
        for i in 0..<5 { box c left 0 top 0 height 2 }
        box d left 0 top 5 size 1
      }
      """

    guard case .checked(let report)? = world.call(.check(.text(name: "x.layout", Array(text.utf8))))?.answer
    else {
      Issue.record("no answer")
      return
    }

    #expect(
      report.diagnostics.map { "\($0.message); \($0.notes.map(\.message).joined(separator: "; "))" } == [
        "'c[0]' is ambiguous: width is free (nothing sets its width); so are 4 more, up to 'c[4]'; "
          + "help: say how wide it is, as in `width 40`"
      ])
  }

  @Test mutating func `checking a folder also says which names two files have, and nothing twice`() {
    world.disk["ui/one.layout"] = ImportTests.user("one")
    world.disk["ui/two.layout"] = ImportTests.user("one")
    world.disk["ui/tokens.layout"] = "let space = = 3"

    guard
      case .checked(let report)? = world.call(.check(.folder(["ui/one.layout", "ui/two.layout"])))?.answer
    else {
      Issue.record("no answer")
      return
    }

    #expect(report.diagnostics.map(\.code.rawValue) == ["E1011", "E2901"])
    #expect(report.sources.map(\.name) == ["ui/one.layout", "ui/tokens.layout", "ui/two.layout"])
    #expect(world.sceneNames == ["card"])
  }

  @Test func `repetitions are found without comparing all with all`() {
    let counter = Mutex(0)
    let elements = (0..<1000).map { Counted(value: $0 % 500) { counter.withLock { $0 += 1 } } }

    #expect(elements.firstOccurrences.map(\.value) == Array(0..<500))
    // A few, where hashes meet; all with all would be 250,000.
    #expect(counter.withLock { $0 } < 20_000)
  }

  /// Tells how often it is compared.
  private struct Counted: Hashable {
    let value: Int
    let isCompared: @Sendable () -> Void

    static func == (left: Counted, right: Counted) -> Bool {
      left.isCompared()
      return left.value == right.value
    }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  @Test mutating func `a file that is not there cannot be checked, and says so`() {
    guard case .checked(let report)? = world.call(.check(.path("nowhere.layout")))?.answer else {
      Issue.record("no answer")
      return
    }
    #expect(report.diagnostics.map(\.code.rawValue) == ["E2902"])
  }

  @Test mutating func `what is counted is counted exactly`() {
    for value in 1...3 { world.save("card.layout", SampleLayouts.card.replacing("left 10", with: "left \(value)")) }

    guard case .statistics(let metrics)? = world.call(.statistics)?.answer else {
      Issue.record("no answer")
      return
    }
    let byName = Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, $0.value) })
    #expect(byName["parses"] == 4)
    #expect(byName["resolutions"] == 4)
    #expect(byName["solves"] == 4)
    // The edits changed a number, and the solver that was compiled goes on.
    #expect(byName["compilations"] == 1)
    #expect(byName["revisions"] == 4)
    #expect(byName["scenes"] == 1)
    #expect(byName["views"] == 2)
    #expect(metrics.map(\.name) == metrics.map(\.name).sorted())
  }
}
