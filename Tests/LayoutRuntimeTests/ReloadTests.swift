import Frames
import Testing

@testable import LayoutRuntime

@Suite("Saving a document") struct ReloadTests {
  static let movedCard = "layout card { box a left 12 top 20 width 100 height 40 }"
  static let brokenCard = "layout card { box a left nowhere top 20 width 100 height 40 }"

  var world = World(serving: ["card.layout": SampleLayouts.card])

  @Test func `serving a folder opens a scene for each layout`() {
    #expect(world.sceneNames == ["card"])
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])
    #expect(world.status(of: "card") == .ok)
    #expect(world.revision(of: "card") == Revision(1))
    #expect(world.layoutRevision(of: "card") == Revision(1))
  }

  @Test mutating func `a save reaches subscribers as what changed`() {
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)

    world.save("card.layout", Self.movedCard)

    let messages = follower.newMessages(from: &world)
    #expect(messages.count == 1)
    #expect(messages.first?.delta?.set.map(\.frame.x) == [12 * 64])
    #expect(messages.first?.delta?.views == [])
    #expect(messages.first?.cause == "file:card.layout")
    #expect(messages.first?.revision == Revision(2))
    #expect(messages.first?.layoutRevision == Revision(2))
  }

  @Test mutating func `saving the same bytes publishes nothing`() {
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    follower.catchUp(with: &world)
    let solves = world.solves

    world.save("card.layout", SampleLayouts.card)

    #expect(follower.newMessages(from: &world) == [])
    #expect(world.solves == solves)
    #expect(world.revision(of: "card") == Revision(1))
  }

  @Test mutating func `an edit that moves nothing is no new revision`() {
    world.save("card.layout", "// a comment\n" + SampleLayouts.card)

    #expect(world.revision(of: "card") == Revision(1))
    #expect(world.layoutRevision(of: "card") == Revision(1))
    #expect(world.status(of: "card") == .ok)
  }

  @Test mutating func `a mistake makes the scene stale, says why and keeps the frames`() {
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    follower.catchUp(with: &world)

    world.save("card.layout", Self.brokenCard)
    world.advance(milliseconds: 30)

    let messages = follower.newMessages(from: &world)
    #expect(messages.count == 1)
    #expect(messages.first?.report?.status == .stale)
    #expect(messages.first?.report?.diagnostics.isEmpty == false)
    #expect(messages.first?.report?.sources.map(\.name) == ["card.layout"])
    #expect(messages.first?.layoutRevision == Revision(1))
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])
  }

  @Test mutating func `a mended document says so with an empty set`() {
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    world.save("card.layout", Self.brokenCard)
    world.advance(milliseconds: 30)
    follower.catchUp(with: &world)

    world.save("card.layout", Self.movedCard)

    let messages = follower.newMessages(from: &world)
    #expect(messages.count == 2)
    #expect(messages.first?.delta != nil)
    #expect(messages.last?.report == DiagnosticReport(status: .ok, diagnostics: [], sources: []))
  }

  @Test mutating func `going back to the good bytes mends without a new revision`() {
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    world.save("card.layout", Self.brokenCard)
    world.advance(milliseconds: 30)
    follower.catchUp(with: &world)

    world.save("card.layout", SampleLayouts.card)

    let messages = follower.newMessages(from: &world)
    #expect(messages.map(\.report?.status) == [.ok])
    #expect(world.revision(of: "card") == Revision(1))
  }

  @Test mutating func `who does not ask for diagnostics is not told`() {
    var follower = world.subscribe(Subscription(scene: "card"))
    follower.catchUp(with: &world)

    world.save("card.layout", Self.brokenCard)
    world.advance(milliseconds: 30)

    #expect(follower.newMessages(from: &world) == [])
  }

  @Test mutating func `a half-written file never flashes an error`() {
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    follower.catchUp(with: &world)

    world.save("card.layout", "layout card { box a left")
    world.advance(milliseconds: 20)
    world.save("card.layout", Self.movedCard)
    world.advance(milliseconds: 100)

    #expect(follower.newMessages(from: &world).map(\.delta?.set.count) == [1])
    #expect(world.status(of: "card") == .ok)
  }

  @Test mutating func `an error is believed when the file was quiet and reads the same again`() {
    world.save("card.layout", Self.brokenCard)
    world.advance(milliseconds: 20)
    world.save("card.layout", Self.brokenCard + " ")
    world.advance(milliseconds: 29)
    #expect(world.status(of: "card") == .ok)

    world.advance(milliseconds: 1)
    #expect(world.status(of: "card") == .stale)
  }

  @Test mutating func `what the second look finds counts, even when no event told of it`() {
    world.save("card.layout", Self.brokenCard)
    world.disk["card.layout"] = Self.movedCard

    world.advance(milliseconds: 30)

    #expect(world.status(of: "card") == .ok)
    #expect(world.frame(of: "a", in: "card") == [12, 20, 100, 40])
  }

  @Test mutating func `an emptied file is an error, and the frames stay`() {
    world.save("card.layout", "\n")
    world.advance(milliseconds: 30)

    #expect(world.status(of: "card") == .stale)
    #expect(world.codes(of: "card") == ["E2904"])
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])
  }

  @Test mutating func `a deleted file is reported, and the frames stay until it is back`() {
    world.disk["card.layout"] = nil
    world.handle(.file(path: "card.layout", .missing))
    world.turn()
    world.advance(milliseconds: 499)
    #expect(world.status(of: "card") == .ok)

    world.advance(milliseconds: 1)
    #expect(world.status(of: "card") == .stale)
    #expect(world.codes(of: "card") == ["E2902"])
    #expect(world.frame(of: "a", in: "card") == [10, 20, 100, 40])

    world.save("card.layout", SampleLayouts.card)
    #expect(world.status(of: "card") == .ok)
    #expect(world.codes(of: "card") == [])
  }

  @Test mutating func `a file that is removed and made again in between was never away`() {
    world.handle(.file(path: "card.layout", .missing))
    world.turn()
    world.advance(milliseconds: 200)
    world.save("card.layout", SampleLayouts.card)
    world.advance(milliseconds: 500)

    #expect(world.status(of: "card") == .ok)
    #expect(world.revision(of: "card")?.value == 1)
  }

  @Test mutating func `a file that a read does not find has half a second to come back`() {
    world.disk["card.layout"] = nil
    _ = world.call(.reload(scene: "card", resettingState: false))
    world.advance(milliseconds: 499)
    #expect(world.status(of: "card") == .ok)

    world.advance(milliseconds: 1)
    #expect(world.status(of: "card") == .stale)
  }

  @Test mutating func `a file that is found again is read, although nobody has news of its content`() {
    world.handle(.serve(roots: [""], paths: []))
    world.turn()
    world.advance(milliseconds: 500)
    #expect(world.status(of: "card") == .stale)

    world.serve()
    #expect(world.status(of: "card") == .ok)
    #expect(world.codes(of: "card") == [])
  }

  @Test mutating func `a file that is found again in time was never away`() {
    world.handle(.serve(roots: [""], paths: []))
    world.turn()
    world.serve()
    world.advance(milliseconds: 500)

    #expect(world.status(of: "card") == .ok)
  }

  @Test mutating func `what is found in the folders says nothing about a file that was loaded by its path`() {
    world.disk["note.txt"] = "layout note { box a pin top.leading size 1 }"
    _ = world.call(.load(path: "note.txt"))

    world.handle(.serve(roots: [""], paths: ["card.layout"]))
    world.handle(.serve(roots: [""], paths: []))
    world.advance(milliseconds: 500)

    #expect(world.status(of: "note") == .ok)
    #expect(world.status(of: "card") == .stale)
  }

  @Test mutating func `a document that never was good has a failed scene without views`() {
    world.disk["new.layout"] = "layout fresh { box b left nowhere }"
    world.serve()
    world.advance(milliseconds: 30)
    #expect(world.status(of: "fresh") == .failed)
    var follower = world.subscribe(Subscription(scene: "fresh", wantsDiagnostics: true))
    follower.catchUp(with: &world)
    #expect(follower.picture.views == [])
    #expect(follower.messages.last?.report?.status == .failed)

    world.save("new.layout", "layout fresh { box b left 1 top 1 width 2 height 2 }")
    follower.catchUp(with: &world)
    #expect(follower.picture.views.map(\.path) == ["root", "b"])
    #expect(follower.messages.last?.report == DiagnosticReport(status: .ok, diagnostics: [], sources: []))
  }

  @Test mutating func `a mistake in one file leaves the scenes of the others alone`() {
    world.disk["other.layout"] = "layout other { box b left 1 top 1 width 2 height 2 }"
    world.serve()

    world.save("card.layout", Self.brokenCard)
    world.advance(milliseconds: 30)

    #expect(world.status(of: "card") == .stale)
    #expect(world.status(of: "other") == .ok)
  }

  @Test mutating func `the log hears of a document's troubles once, and of their end`() {
    world.save("card.layout", Self.brokenCard)
    world.advance(milliseconds: 30)
    world.advance(milliseconds: 500)
    world.save("card.layout", SampleLayouts.card)

    let reports = world.effects.compactMap { effect -> SceneStatus? in
      if case .diagnosed(file: "card.layout", let report) = effect { report.status } else { nil }
    }
    #expect(reports == [.stale, .ok])
  }
}
