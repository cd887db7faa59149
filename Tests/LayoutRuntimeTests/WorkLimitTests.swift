import Frames
import LayoutEngine
import Testing

@testable import LayoutRuntime

/// Boxes that all hang together, with wishes that have to be weighed.
private let tangle: String = {
  let boxes = (0..<60).map { index in
    let wishes = [7, 3, 5].map { "left == b\((index + $0) % 60).left + \((index * $0 + 10) % 23) @500" }
    return "box b\(index) top 0 width 10 height 10 { \(wishes.joined(separator: "; ")) }"
  }
  return "layout card {\n\(boxes.joined(separator: "\n"))\n}"
}()

@Suite("A layout that asks for too much") struct WorkLimitTests {
  private static func world(serving text: String, jobThreshold: Int? = nil) -> World {
    var options = Runtime.Options()
    options.jobThreshold = jobThreshold
    options.workLimit = SolveBudget(operations: 20_000)
    var world = World(options: options)
    world.disk = ["card.layout": text]
    world.serve()
    return world
  }

  private var world = Self.world(serving: SampleLayouts.card)

  @Test mutating func `keeps the frames that were shown, says so once, and makes the scene stale`() {
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    follower.catchUp(with: &world)

    world.save("card.layout", tangle)

    let messages = follower.newMessages(from: &world)
    #expect(messages.count == 1)
    #expect(messages.first?.report?.status == .stale)
    #expect(messages.first?.report?.diagnostics.map(\.code.rawValue) == ["E3013"])
    #expect(messages.first?.report?.sources.map(\.name) == ["card.layout"])
    #expect(world.status(of: "card") == .stale)
    #expect(world.revision(of: "card") == Revision(1))
    #expect(world.layoutRevision(of: "card") == Revision(1))
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])

    world.advance(milliseconds: 500)
    #expect(follower.newMessages(from: &world) == [])
  }

  @Test mutating func `is not tried again to be drawn`() {
    world.save("card.layout", tangle)
    let solves = world.solves

    let picture = world.call(.snapshot(scene: "card", filter: FrameFilter(fields: .all), at: nil))

    #expect(picture != nil)
    #expect(world.solves == solves && world.codes(of: "card") == ["E3013"])
    world.save("card.layout", SampleLayouts.card)
    #expect(world.status(of: "card") == .ok)
  }

  @Test mutating func `is tried again when something changes, and stays what it is until it can be solved`() {
    world.save("card.layout", tangle)
    let solves = world.solves

    _ = world.apply(.set(.size, to: [500, 500]))
    #expect(world.solves == solves + 1)
    #expect(world.codes(of: "card") == ["E3013"])
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])

    world.save("card.layout", ReloadTests.movedCard)
    #expect(world.status(of: "card") == .ok)
    #expect(world.codes(of: "card") == [])
    #expect(world.frame(of: "a", in: "card") == [12, 20, 100, 40])
  }

  @Test mutating func `is the same when it is solved elsewhere`() {
    world = Self.world(serving: SampleLayouts.card, jobThreshold: 0)

    world.save("card.layout", tangle)
    #expect(world.status(of: "card") == .stale)
    #expect(world.codes(of: "card") == ["E3013"])
    #expect(world.revision(of: "card") == Revision(1))
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])

    _ = world.apply(.set(.size, to: [500, 500]))
    #expect(world.codes(of: "card") == ["E3013"])
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])

    world.save("card.layout", ReloadTests.movedCard)
    #expect(world.status(of: "card") == .ok)
    #expect(world.codes(of: "card") == [])
    #expect(world.frame(of: "a", in: "card") == [12, 20, 100, 40])
  }

  @Test mutating func `is no matter of the past once the file is as it was`() {
    world.save("card.layout", tangle)

    world.save("card.layout", SampleLayouts.card)

    #expect(world.status(of: "card") == .ok)
    #expect(world.codes(of: "card") == [])
    #expect(world.revision(of: "card") == Revision(1))
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])
  }

  @Test mutating func `shows nothing where nothing was shown before, and then all of what follows`() {
    world = Self.world(serving: tangle)
    #expect(world.status(of: "card") == .failed)
    #expect(world.codes(of: "card") == ["E3013"])
    #expect(world.revision(of: "card") == Revision.none)
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)
    #expect(follower.picture.views == [])

    world.save("card.layout", SampleLayouts.card)

    follower.catchUp(with: &world)
    #expect(world.status(of: "card") == .ok)
    #expect(follower.picture.views.map(\.path) == world.runtime.scenes["card"]?.live?.value.layout.views.map(\.path))
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])
  }

  @Test mutating func `fails a check`() throws {
    let reply = world.call(.check(.text(name: "card.layout", Array(tangle.utf8))))

    guard case .done(.checked(let report)) = reply else {
      Issue.record("\(reply.map { "\($0)" } ?? "no reply")")
      return
    }
    #expect(report.status == .failed)
    #expect(report.diagnostics.map(\.code.rawValue) == ["E3013"])
  }

  @Test mutating func `fails a test, which does not go on`() throws {
    world.save(
      "card.layout",
      tangle.dropLast()
        + "test \"it stands\" {\n  expect b0.width == 10\n  set size 500, 500\n  expect b1.width == 10\n}\n}"
    )
    let tests = world.runtime.tests(in: "card.layout")
    let test = try #require(tests.first)

    let outcome = world.runtime.outcome(
      of: test.test, of: test.layout, in: "card.layout", at: world.now, measuring: FixedMetrics())

    #expect(outcome.failures.count == 1)
    guard case .broken(let diagnostic) = outcome.failures.first?.reason else {
      Issue.record("\(outcome.failures)")
      return
    }
    #expect(diagnostic.code.rawValue == "E3013")
    #expect(outcome.expectations == 0)
  }
}
