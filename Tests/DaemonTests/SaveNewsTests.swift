import Testing

@testable import Daemon

@Suite("How many saves are told of") struct SaveNewsTests {
  let start = ContinuousClock.now

  @Test func `so many a second are told of, and the others counted when it is over`() {
    var news = SaveNews()
    #expect(admitted(SaveNews.most, at: start, by: &news) == SaveNews.most)
    #expect(news.deadline == nil)

    #expect(admitted(3, at: start + .milliseconds(500), by: &news) == 0)
    #expect(news.deadline == start + .seconds(1))
    var rests: [Int?] = []
    for moment in [999, 1_000] { rests.append(news.takeRest(at: start + .milliseconds(moment))) }
    #expect(rests == [nil, 3])

    #expect(news.deadline == nil)
    rests.append(news.takeRest(at: start + .seconds(9)))
    #expect(rests.last == .some(nil))
    #expect(admitted(1, at: start + .seconds(1), by: &news) == 1)
  }

  @Test func `a save after a quiet second is the first of the next`() {
    var news = SaveNews()
    #expect(admitted(SaveNews.most, at: start, by: &news) == SaveNews.most)

    #expect(admitted(SaveNews.most + 1, at: start + .seconds(1), by: &news) == SaveNews.most)
  }

  @Test func `what nobody looked at is counted with them`() {
    var news = SaveNews()
    news.count(40, at: start)
    #expect(news.deadline == start + .seconds(1))
    let rest = news.takeRest(at: start + .seconds(1))
    #expect(rest == 40)
  }

  /// How many of so many saves are told of.
  private func admitted(_ count: Int, at now: ContinuousClock.Instant, by news: inout SaveNews) -> Int {
    var told = 0
    for _ in 0..<count where news.admit(at: now) { told += 1 }
    return told
  }
}
