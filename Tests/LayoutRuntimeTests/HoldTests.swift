import Frames
import Testing

@testable import LayoutRuntime

@Suite("Files that are held") struct HoldTests {
  static let page = "import \"parts.layout\" as p\nlayout page { box a left p.space top 0 width 9 height 9 }"
  static let parts = "let space = 10"
  /// Neither goes with what the other file was before.
  static let newPage = "import \"parts.layout\" as p\nlayout page { box a left p.gap top 0 width 9 height 9 }"
  static let newParts = "let gap = 12"

  var world = World(serving: ["page.layout": page, "parts.layout": parts])
  let peer = PeerID(1)
  let other = PeerID(2)

  /// How many holds an answer tells of, and the codes of its warnings.
  private func told(_ reply: Reply?) -> (count: Int, codes: [String])? {
    guard case .holds(let count, let warnings)? = reply?.answer else { return nil }
    return (count, warnings.map(\.code.rawValue))
  }

  private mutating func hold(by peer: PeerID, _ reason: String = "git") -> Int? {
    told(world.call(.hold(by: peer, reason: reason)))?.count
  }

  @discardableResult private mutating func release(by peer: PeerID) -> (count: Int, codes: [String])? {
    told(world.call(.release(by: peer)))
  }

  private mutating func saveBoth() {
    world.save("parts.layout", Self.newParts)
    world.advance(milliseconds: 100)
    world.save("page.layout", Self.newPage)
    world.advance(milliseconds: 100)
  }

  private func diagnosed() -> [SceneStatus] {
    world.effects.compactMap { if case .diagnosed(_, let report) = $0 { report.status } else { nil } }
  }

  private func metric(_ name: String) -> Double? {
    var world = world
    guard case .statistics(let metrics)? = world.call(.statistics)?.answer else { return nil }
    return metrics.first { $0.name == name }?.value
  }

  @Test mutating func `without a hold two saves that need each other are wrong in between`() {
    saveBoth()

    #expect(diagnosed() == [.stale, .ok])
  }

  @Test mutating func `what is saved while files are held takes effect together`() {
    #expect(hold(by: peer) == 1)
    saveBoth()
    #expect(world.revision(of: "page") == Revision(1))
    #expect(metric("holds") == 1 && metric("holds.files") == 2)

    let answer = release(by: peer)

    #expect(answer?.count == 0 && answer?.codes == [])
    #expect(world.revision(of: "page") == Revision(2))
    #expect(world.frame(of: "a", in: "page") == [12, 0, 9, 9])
    #expect(diagnosed() == [])
    #expect(metric("holds") == 0 && metric("holds.files") == 0)
  }

  @Test mutating func `of a file that is saved several times the last is taken`() {
    _ = hold(by: peer)
    world.save("page.layout", "nonsense")
    world.save("page.layout", Self.page.replacing("width 9", with: "width 8"))
    release(by: peer)
    world.advance(milliseconds: 100)

    #expect(world.revision(of: "page") == Revision(2))
    #expect(world.frame(of: "a", in: "page") == [10, 0, 8, 9])
    #expect(diagnosed() == [])
  }

  @Test mutating func `files that come and go are held as well`() {
    _ = hold(by: peer)
    world.disk = ["parts.layout": Self.newParts, "other.layout": Self.newPage]
    world.handle(.found(roots: [""], paths: ["other.layout"]))
    world.handle(.file(path: "parts.layout", .bytes(Array(Self.newParts.utf8))))
    world.handle(.lost(paths: ["page.layout"]))
    world.handle(.file(path: "page.layout", .missing))
    world.turn()
    #expect(world.sceneNames == ["page"])

    release(by: peer)
    world.advance(milliseconds: 600)

    #expect(world.runtime.summaries.map(\.file) == ["other.layout"])
    #expect(world.revision(of: "page") == Revision(2))
    #expect(diagnosed() == [])
  }

  @Test mutating func `files are held until the last hold ends, or the peer of the last one is gone`() {
    #expect(hold(by: peer) == 1)
    #expect(hold(by: peer) == 2)
    #expect(hold(by: other) == 3)
    saveBoth()

    #expect(release(by: peer)?.count == 2)
    #expect(release(by: other)?.count == 1)
    #expect(world.revision(of: "page") == Revision(1))
    world.handle(.gone(peer))
    world.turn()

    #expect(world.revision(of: "page") == Revision(2))
  }

  @Test mutating func `a hold that takes too long ends, and whoever releases it then is told`() {
    _ = hold(by: peer, "a rebase")
    _ = hold(by: peer, String(repeating: "x", count: 300))
    saveBoth()
    #expect(world.wake == Instant(.seconds(60)))
    world.sleep()

    #expect(world.revision(of: "page") == Revision(2))
    let ended = world.effects.compactMap { if case .holdEnded(let reason) = $0 { reason } else { nil } }
    #expect(ended == ["a rebase", String(repeating: "x", count: 200)])
    #expect(release(by: peer)?.codes == ["W2912"])
    #expect(release(by: peer)?.codes == ["W2912"])
    #expect(release(by: peer)?.codes == ["W2913"])
    #expect(release(by: other)?.codes == ["W2913"])
  }

  @Test mutating func `who holds again before the last hold ends holds no longer than one who holds once`() {
    _ = hold(by: peer)
    saveBoth()
    for number in 0..<5 {
      world.advance(milliseconds: 10_000)
      _ = hold(by: number % 2 == 0 ? other : peer)
      if number % 2 == 1 { release(by: peer) }
    }
    #expect(world.revision(of: "page") == Revision(1))
    // 100 and 100 ms while both were saved, and 50 s.
    world.advance(milliseconds: 9_800)

    #expect(world.revision(of: "page") == Revision(2))
    #expect(metric("holds") == 0)
    #expect(release(by: other)?.codes == ["W2912"])
    // Whoever holds from now on has all the time.
    _ = hold(by: other)
    #expect(world.wake == Instant(.seconds(120)))
  }

  @Test mutating func `there is an end to how many holds there are`() {
    for number in 0..<1024 { #expect(hold(by: PeerID(UInt64(number))) == number + 1) }

    let reply = world.call(.hold(by: peer, reason: "one more"))

    guard case .failed(.tooMuch("holds", 1024, _))? = reply else {
      Issue.record("\(String(describing: reply))")
      return
    }
  }

  @Test mutating func `a sync waits for the end of what others hold, as long as it may`() {
    _ = hold(by: peer)
    saveBoth()
    let patient = world.send(.sync(scene: "page", timeout: .seconds(5), by: other))
    let hasty = world.send(.sync(scene: "page", timeout: .milliseconds(50), by: other))
    world.turn()
    world.advance(milliseconds: 50)
    #expect(world.replies[patient] == nil)
    #expect(world.replies[hasty] == .failed(.timedOut(after: .milliseconds(50))))

    release(by: peer)

    guard case .synced(let revision, _)? = world.replies[patient]?.answer else {
      Issue.record("no answer")
      return
    }
    #expect(revision.revision == Revision(2))
  }

  @Test mutating func `a sync of whoever holds does not wait for itself`() {
    _ = hold(by: peer)
    world.save("parts.layout", Self.newParts)

    let reply = world.call(.sync(scene: "page", timeout: .seconds(5), by: peer))

    guard case .synced(let revision, let report)? = reply?.answer else {
      Issue.record("no answer")
      return
    }
    #expect(revision.revision == Revision(1) && report.status == .ok)
  }

  @Test mutating func `what is asked for by name is read at once`() {
    _ = hold(by: peer)
    world.write("page.layout", Self.page.replacing("width 9", with: "width 8"))
    world.disk["more.layout"] = SampleLayouts.card
    let loaded = world.call(.load(path: "more.layout"))
    #expect(loaded?.answer != nil && world.sceneNames == ["card", "page"])
    #expect(world.frame(of: "a", in: "page") == [10, 0, 9, 9])

    let reloaded = world.call(.reload(scene: "page", resettingState: false))
    #expect(reloaded?.answer != nil)
    #expect(world.frame(of: "a", in: "page") == [10, 0, 8, 9])

    world.disk["page.layout"] = "nonsense"
    let checked = world.call(.check(.path("page.layout")))
    guard case .checked(let report)? = checked?.answer else {
      Issue.record("no answer")
      return
    }
    #expect(report.status == .failed && world.status(of: "page") == .ok)
  }

  @Test mutating func `files that are seen to change together are held until all of them are told`() {
    world.handle(.gather(true))
    saveBoth()
    #expect(world.revision(of: "page") == Revision(1))

    world.handle(.gather(false))
    world.turn()

    #expect(world.revision(of: "page") == Revision(2) && diagnosed() == [])
  }

  static let card = "layout card { box a left 1 top 0 width 9 height 9 }"

  /// A scene that imports nothing and that somebody follows, while files are seen to change together.
  private mutating func gatherBesideCard() {
    world.disk["card.layout"] = Self.card
    world.serve()
    _ = world.subscribe(Subscription(scene: "card"))
    world.handle(.gather(true))
    world.turn()
  }

  @Test mutating func `who follows a file that stands alone does not wait for others that change together`() {
    gatherBesideCard()
    _ = world.subscribe(Subscription(scene: "page"))
    saveBoth()
    world.save("card.layout", Self.card.replacing("left 1", with: "left 2"))

    #expect(world.frame(of: "a", in: "card") == [2, 0, 9, 9])
    #expect(world.revision(of: "page") == Revision(1))
  }

  @Test(arguments: [
    // It imports what may change as well.
    "import \"parts.layout\" as p\nlayout card { box a left p.gap top 0 width 9 height 9 }",
    // Others may have these names by then, or have had them.
    "layout page { box a left 1 top 0 width 9 height 9 }",
    card + "\nlayout more { box a left 1 top 0 width 9 height 9 }",
  ])
  mutating func `what has to do with others is held though somebody follows it`(text: String) {
    gatherBesideCard()
    world.save("card.layout", text)
    #expect(world.revision(of: "card") == Revision(1) && world.sceneNames == ["card", "page"])

    saveBoth()
    world.handle(.gather(false))
    world.turn()

    #expect(diagnosed() == [] || text.contains("page"))
    #expect(String(decoding: world.runtime.library["card.layout"]!.tree!.written, as: UTF8.self) == text)
  }

  @Test mutating func `nothing passes what a peer holds, nor what nobody follows`() {
    gatherBesideCard()
    _ = hold(by: peer)
    world.save("card.layout", Self.card.replacing("left 1", with: "left 2"))
    #expect(world.frame(of: "a", in: "card") == [1, 0, 9, 9])
    release(by: peer)

    world.disk["lone.layout"] = Self.card.replacing("card", with: "lone")
    world.handle(.gather(false))
    world.serve()
    world.handle(.gather(true))
    world.save("lone.layout", world.disk["lone.layout"]!.replacing("left 1", with: "left 2"))
    #expect(world.frame(of: "a", in: "lone") == [1, 0, 9, 9])
  }

  @Test mutating func `what was held of a file is nothing any more when a later text of it took effect`() {
    gatherBesideCard()
    world.save("card.layout", Self.card + "\nlayout more { box a left 1 top 0 width 9 height 9 }")
    world.save("card.layout", Self.card.replacing("left 1", with: "left 2"))
    world.handle(.gather(false))
    world.turn()
    #expect(world.frame(of: "a", in: "card") == [2, 0, 9, 9] && world.sceneNames == ["card", "page"])

    _ = hold(by: peer)
    world.save("page.layout", Self.page.replacing("width 9", with: "width 8"))
    world.disk["page.layout"] = Self.page.replacing("width 9", with: "width 7")
    _ = world.call(.reload(scene: "page", resettingState: false))
    #expect(world.frame(of: "a", in: "page") == [10, 0, 7, 9])
    release(by: peer)
    #expect(world.frame(of: "a", in: "page") == [10, 0, 7, 9])
  }

  @Test mutating func `what is held is parsed as it comes, and not when it takes effect`() {
    _ = hold(by: peer)
    saveBoth()
    let parses = world.runtime.library.parses
    #expect(parses == 4)

    release(by: peer)

    #expect(world.frame(of: "a", in: "page") == [12, 0, 9, 9])
    #expect(world.runtime.library.parses == parses)
  }

  @Test mutating func `a reload of a file that is wrong is answered while files are held`() {
    _ = hold(by: peer)
    world.write("page.layout", "layout page {")

    let request = world.send(.reload(scene: "page", resettingState: false))
    world.turn()
    world.advance(milliseconds: 100)

    #expect(world.replies[request] != nil)
    #expect(world.status(of: "page") == .stale)
    #expect(world.frame(of: "a", in: "page") == [10, 0, 9, 9])
  }
}
