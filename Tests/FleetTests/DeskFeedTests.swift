import Fleet
import Testing

@Suite("What a machine knows of its desk") struct DeskFeedTests {
  static let key = DeskKey.manifest(.fleet).text

  /// One that has read all last values: of a fleet's manifest, and of a key that was deleted.
  static func whole() throws -> DeskFeed {
    var feed = DeskFeed(DeskTests.hall)
    feed.ask(5)
    feed.takeValue(key, try DeskTests.manifest("first").encoded, number: 3, isLast: false)
    feed.takeValue(DeskKey.manifest(.group("north")).text, nil, number: 5, isLast: true)
    return feed
  }

  @Test func `with the last of the values all are known`() throws {
    var feed = DeskFeed(DeskTests.hall)
    #expect(feed.knowledge == .none)
    feed.ask(5)
    feed.takeValue(Self.key, try DeskTests.manifest("first").encoded, number: 3, isLast: false)
    #expect(feed.knowledge == .arriving)

    feed = try Self.whole()
    #expect(feed.knowledge == .whole)
    #expect(feed.desk.wanted?.manifest.files[0].path == "first")
    #expect(feed.desk.number == 5)
  }

  @Test func `news behind them counts one by one, and what they have already does not count again`() throws {
    var feed = try Self.whole()
    feed.takeNews(Self.key, try DeskTests.manifest("old").encoded, number: 4)
    #expect(feed.desk.wanted?.manifest.files[0].path == "first")
    feed.takeNews(Self.key, try DeskTests.manifest("second").encoded, number: 6)
    #expect(feed.desk.wanted?.manifest.files[0].path == "second")
    feed.takeNews(Self.key, nil, number: 7)
    #expect(feed.desk.wanted == nil)
    #expect(feed.knowledge == .whole)
  }

  @Test func `a gap, a newest change that nobody told, and a broken connection ask for all again`() throws {
    var feed = try Self.whole()
    feed.takeNews(Self.key, nil, number: 7)
    #expect(feed.knowledge == .none)
    #expect(feed.desk.wanted != nil, "what may not be the next is not taken")

    feed = try Self.whole()
    feed.compare(with: 5)
    #expect(feed.knowledge == .whole)
    feed.compare(with: 6)
    #expect(feed.knowledge == .none)

    // What a fleet needs was deleted and made anew: it counts from one again.
    feed = try Self.whole()
    feed.compare(with: 1)
    #expect(feed.knowledge == .none)

    feed = try Self.whole()
    feed.lostTouch()
    #expect(feed.knowledge == .none)
    // What was deleted meanwhile is gone.
    feed.ask(8)
    #expect(feed.desk.wanted == nil)
  }

  @Test func `silence is no empty desk, unless it is empty`() {
    var feed = DeskFeed(DeskTests.hall)
    feed.ask(5)
    for _ in 1..<DeskFeed.patience { feed.noteSilence(deskHas: 2) }
    #expect(feed.knowledge == .arriving)
    feed.noteSilence(deskHas: 2)
    #expect(feed.knowledge == .none)

    feed.ask(5)
    feed.noteSilence(deskHas: 0)
    #expect(feed.knowledge == .whole)
  }
}
