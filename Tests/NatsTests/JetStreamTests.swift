import Nats
import NatsHarness
import Posix
import Testing

@Suite("What a broker keeps", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)")) struct JetStreamTests {
  static func text(_ message: NatsMessage?) -> String? { message.map { String(decoding: $0.bytes, as: UTF8.self) } }

  @Test func `the last value of each subject is kept, with its number, across a restart of the server`() throws {
    let server = try NatsServer()
    let connection = try server.connect()
    let streams = try connection.jetStream()
    #expect(try streams.state(of: "S") == nil)
    try streams.create(.init(name: "S", subjects: ["s.>", "t"], mostOfSubject: 1))
    #expect(try streams.create(.init(name: "S", subjects: ["s.>", "t"], mostOfSubject: 1)), "the same again")
    #expect(try !streams.create(.init(name: "S", subjects: ["u"])), "another of this name")

    #expect(try streams.publish(Array("one".utf8), to: "s.a") == 1)
    #expect(try streams.publish(Array("two".utf8), to: "s.a", headers: ["K": "v"]) == 2)
    #expect(try streams.publish(Array("b".utf8), to: "s.b") == 3)
    try server.kill()
    try server.restart()
    try waitUntil { connection.isConnected }

    let last = try streams.last(of: "s.a", in: "S")
    #expect(Self.text(last) == "two")
    #expect(last?.sequence == 2 && last?.headers["K"] == "v" && (last?.time ?? 0) > 1_600_000_000_000_000_000)
    #expect(Self.text(try streams.anyLast(of: "s.b", in: "S")) == "b")
    #expect(try streams.anyLast(of: "s.b", in: "S")?.sequence == 3)
    #expect(try streams.last(of: "s.c", in: "S") == nil)
    #expect(try streams.anyLast(of: "s.c", in: "S") == nil)
    #expect(throws: NatsError.nobodyAnswers) { try streams.publish([], to: "nowhere") }
  }

  @Test func `of two who expect the same one writes, and the other is told`() throws {
    let server = try NatsServer()
    let streams = try server.connect().jetStream()
    try streams.create(.init(name: "S", subjects: ["s.>"], mostOfSubject: 8))

    let first = try streams.publish([1], to: "s.a", expecting: .last(0))
    #expect(throws: NatsError.conflict) { try streams.publish([2], to: "s.a", expecting: .last(0)) }
    _ = try streams.publish([9], to: "s.b")
    let second = try streams.publish([3], to: "s.a", expecting: .last(first))
    #expect(throws: NatsError.conflict) { try streams.publish([4], to: "s.a", expecting: .last(first)) }
    #expect(try streams.last(of: "s.a", in: "S")?.sequence == second)
  }

  @Test func `a reader has what is kept and then what comes, in order, over a restart of the server`() throws {
    let server = try NatsServer()
    let (writer, reader) = (try server.connect(), try server.connect())
    let streams = try writer.jetStream()
    try streams.create(.init(name: "S", subjects: ["s.>"]))
    for index in 0..<10 { try streams.publish(Array("\(index)".utf8), to: "s.\(index % 2)") }

    let lasts = try reader.jetStream().read("s.>", of: "S", from: .lastOfEach)
    let eight = try #require(try lasts.next(within: NatsServer.patience))
    #expect(Self.text(eight) == "8" && eight.pending == 1)
    let nine = try #require(try lasts.next(within: NatsServer.patience))
    #expect(Self.text(nine) == "9" && nine.pending == 0)

    let all = try reader.jetStream().read("s.0", of: "S", from: .all)
    for index in [0, 2, 4, 6, 8] { #expect(Self.text(try all.next(within: NatsServer.patience)) == "\(index)") }
    #expect(try all.next(within: .milliseconds(50)) == nil)

    let since = try reader.jetStream().read("s.>", of: "S", from: .time(try #require(eight.time)))
    // A little more may come first, and nothing is missing.
    var texts: [String?] = []
    repeat {
      texts.append(Self.text(try since.next(within: NatsServer.patience)))
    } while ![nil, "8"].contains(texts.last)
    #expect(texts.last == "8")

    try server.kill()
    try server.restart()
    try waitUntil { writer.isConnected && reader.isConnected }
    try streams.publish(Array("10".utf8), to: "s.0")
    #expect(Self.text(try all.next(within: NatsServer.patience)) == "10")
    #expect(Self.text(try lasts.next(within: NatsServer.patience)) == "10")
  }

  @Test func `a reader that begins at a time misses nothing, whatever the time's digits`() throws {
    let server = try NatsServer()
    let streams = try server.connect().jetStream()
    try streams.create(.init(name: "S", subjects: ["s"]))
    // Early in a second, so that .7 is later and .000000007 is not.
    try waitUntil { (200..<500).contains(CurrentProcess.wallMilliseconds % 1000) }
    try streams.publish([1], to: "s")
    let time = try #require(try streams.last(of: "s", in: "S")?.time)
    let second = time - time % 1_000_000_000

    for start in [second + 7, second + 100_000_000, second, time] {
      let message = try streams.read("s", of: "S", from: .time(start)).next(within: .seconds(5))
      #expect(message?.sequence == 1, "from \(start), taken at \(time)")
    }
    #expect(try streams.read("s", of: "S", from: .time(time + 1_000_000_000)).next(within: .milliseconds(200)) == nil)
  }

  @Test func `what is begun is there when it is complete, and a purge takes one subject away`() throws {
    let server = try NatsServer()
    let streams = try server.connect().jetStream()
    try streams.create(.init(name: "S", subjects: ["s.>"]))
    for index in 0..<1000 { try streams.begin([UInt8](repeating: 1, count: 100), to: "s.\(index % 10)") }
    try streams.complete()

    #expect(try streams.state(of: "S")?.messages == 1000)
    try streams.purge("s.3", of: "S")
    #expect(try streams.state(of: "S")?.messages == 900)
  }

  @Test func `what is begun and refused is told, and what a broken connection has lost is forgotten`() throws {
    let server = try NatsServer()
    let connection = try server.connect()
    let streams = try connection.jetStream()
    try streams.create(.init(name: "S", subjects: ["s"]))
    try streams.begin([1], to: "s")
    try streams.complete()
    #expect(streams.takeRefusals() == nil)

    for _ in 0..<3 { try streams.begin([1], to: "nowhere") }
    try streams.complete()
    var refused: [UInt64] = []
    try waitUntil {
      if let told = streams.takeRefusals() {
        refused.append(told.count)
        #expect(told.error == .nobodyAnswers)
      }
      return refused.reduce(0, +) == 3
    }
    #expect(streams.takeRefusals() == nil && !streams.forget())

    // A server that takes and does not answer: a thousand are under way, and no more are taken until they are
    // forgotten.
    try server.pause()
    #expect(throws: NatsError.self) { for _ in 0..<2000 { try streams.begin([1], to: "s") } }
    try server.resume()
    try server.kill()
    try server.restart()
    try waitUntil { connection.isConnected }
    _ = streams.forget()
    for _ in 0..<1000 { try streams.begin([1], to: "s") }
    try streams.complete()
  }

  @Test func `what is kept is published again with its number, and the subjects that are there are told`() throws {
    let server = try NatsServer()
    let connection = try server.connect()
    let streams = try connection.jetStream()
    let listener = try server.connect().subscribe(to: "news.>")
    try streams.create(.init(name: "S", subjects: ["s.>"], mostOfSubject: 4, news: "news.>"))
    try streams.publish([1], to: "s.a.b", headers: ["K": "v"])
    #expect(throws: NatsError.conflict) { try streams.publish([2], to: "s.a.b", expecting: .last(0)) }
    try streams.publish([3], to: "s.c")

    let first = try listener.next(within: NatsServer.patience)
    #expect(
      first?.subject == "news.a.b" && first?.bytes == [1] && first?.storedNumber == 1 && first?.headers["K"] == "v")
    let second = try listener.next(within: NatsServer.patience)
    #expect(second?.bytes == [3] && second?.storedNumber == 2, "what was not kept is no news")
    #expect(try streams.subjects("s.a.>", of: "S") == ["s.a.b": 1])
    #expect(try streams.subjects("s.>", of: "S").keys.sorted() == ["s.a.b", "s.c"])
    #expect(try streams.subjects("s.x", of: "S").isEmpty)
    #expect(try streams.state(of: "S")?.last == 2)
  }

  @Test func `values end by themselves`() throws {
    let server = try NatsServer()
    let streams = try server.connect().jetStream()
    try streams.create(.init(name: "S", subjects: ["s"], mostOfSubject: 1, age: .milliseconds(300)))
    try streams.publish([1], to: "s")
    #expect(try streams.last(of: "s", in: "S") != nil)
    try waitUntil { try streams.last(of: "s", in: "S") == nil }
  }
}
