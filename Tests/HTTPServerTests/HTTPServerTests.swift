import HTTPServer
import Posix
import Testing

@Suite("Requests and answers over the loopback interface") struct HTTPServerTests {
  private static let get = "GET /a?b=c HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

  @Test func `a request arrives whole, and its answer goes out as it was given`() throws {
    let conversation = try Conversation()
    let client = try conversation.connect(
      saying: "POST /a%20b HTTP/1.1\r\nHost: h\r\nX-Twice: 1\r\nX-Twice: 2\r\nConnection: close\r\n"
        + "Content-Length: 5\r\n\r\nhe")
    try client.sendAll(Array("llo".utf8))

    let request = try #require(conversation.request())
    conversation.server.answer(
      request.id, with: HTTPResponse(201, [HTTPHeader("X-Kind", "test")], .bytes(Array("done".utf8))))
    let answer = try conversation.answer(to: client)

    #expect(request.method == "POST" && request.path == "/a b")
    #expect(request.values(of: "host") == ["h"] && request.values(of: "x-twice") == ["1", "2"])
    #expect(String(decoding: request.body, as: UTF8.self) == "hello")
    #expect(answer.hasPrefix("HTTP/1.1 201 "))
    #expect(answer.contains("\r\nX-Kind: test\r\n") && answer.hasSuffix("\r\n\r\ndone"))
    #expect(conversation.has(.ended(request.id)))
  }

  @Test func `requests of one connection are answered one after the other`() throws {
    let conversation = try Conversation()
    let client = try conversation.connect(saying: "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
    for place in 1...3 {
      let request = try #require(conversation.request())
      #expect(request.path == "/\(place)")
      conversation.server.answer(request.id, with: HTTPResponse(200, [], .bytes(Array("<\(place)>".utf8))))
      #expect(try conversation.answer(to: client, until: "<\(place)>").contains("200"))
      try client.sendAll(Array("GET /\(place + 1) HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
    }
  }

  /// So there is one place to judge requests.
  @Test(arguments: [get, half]) func `every request is told by its head, once, and goes no further until it is taken`(
    said: String
  ) throws {
    let conversation = try Conversation()
    conversation.takesBodies = false
    let client = try conversation.connect(saying: said)
    try client.sendAll(Array("56789".utf8))
    #expect(conversation.run { !conversation.events.isEmpty })
    for _ in 0..<20 { _ = conversation.run { true } }
    guard case .head(let head) = try #require(conversation.events.first) else {
      return #expect(Bool(false), "it was told whole")
    }
    #expect(conversation.events == [.head(head)])

    conversation.server.take(head.id)
    let request = try #require(conversation.request())

    #expect(request.headers == head.headers && request.body == (said == Self.half ? Array("0123456789".utf8) : []))
    #expect(conversation.events == [.head(head)])
  }

  @Test func `nothing listens at other addresses of the machine`() throws {
    let conversation = try Conversation()

    _ = try conversation.connect()
    #expect(throws: Conversation.Refused.self) { _ = try conversation.connect(to: 0x7F00_0002) }
  }

  @Test func `a port that is taken is refused`() throws {
    let conversation = try Conversation()

    #expect(throws: PosixError.self) { _ = try HTTPServer(port: conversation.server.port) }
  }

  /// A line is told as far as a zero in it, so that whoever judges it would not see the rest.
  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: h\0.evil\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: h\r\nOrigin: a\0b\r\n\r\n", "GET /\0b HTTP/1.1\r\nHost: h\r\n\r\n",
    "GET\0X / HTTP/1.1\r\nHost: h\r\n\r\n",
  ])
  func `a head with a zero in it is refused before anybody is told of it`(said: String) throws {
    let conversation = try Conversation()
    let client = try conversation.connect(saying: said)

    #expect(try conversation.answer(to: client, until: "\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    #expect(!conversation.events.contains { if case .head = $0 { true } else { false } })
  }

  @Test(arguments: [
    "GET /?a=%20b HTTP/1.1\r\nHost: h\r\nX-Empty:\r\nX-Latin: caf\u{e9}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: h\r\nAccept: text/html,*/*;q=0.8\r\nsec-ch-ua: \"a\";v=\"1\"\r\n\r\n",
  ])
  func `a head that is read as it came is told`(said: String) throws {
    let conversation = try Conversation()
    _ = try conversation.connect(saying: said + said)

    let first = try #require(conversation.request())
    conversation.server.answer(first.id, with: HTTPResponse(204))
    let second = try #require(conversation.request())

    #expect(first.headers == second.headers && first.path == "/")
  }

  // MARK: Limits

  @Test func `a head that is too long is refused before anybody is told of it`() throws {
    let conversation = try Conversation { $0.head = 4096 }
    let client = try conversation.connect(
      saying: "GET / HTTP/1.1\r\nHost: h\r\nX-Long: \(String(repeating: "x", count: 8000))\r\n\r\n")

    #expect(try conversation.answer(to: client).hasPrefix("HTTP/1.1 431 "))
    #expect(conversation.events.isEmpty)
  }

  @Test func `a body that says it is too long is refused before it comes`() throws {
    let conversation = try Conversation { $0.body = 10 }
    let client = try conversation.connect(saying: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n")

    #expect(try conversation.answer(to: client, until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
    #expect(!conversation.events.contains { if case .request = $0 { true } else { false } })
  }

  /// libmicrohttpd 0.9.75 has itself called again at once for as long as the line with a chunk's length has no end.
  @Test(arguments: ["b\r\n01234567890\r\n0\r\n\r\n", "2;" + String(repeating: "a", count: 30_000)])
  func `a body in pieces is refused before it comes`(_ pieces: String) throws {
    let conversation = try Conversation()
    let client = try conversation.connect(
      saying: "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces)

    #expect(try conversation.answer(to: client, until: "\r\n\r\n").hasPrefix("HTTP/1.1 411 "))
    #expect(!conversation.events.contains { if case .head = $0 { true } else { false } })
  }

  @Test func `a body of the greatest length is taken`() throws {
    let conversation = try Conversation { $0.body = 10 }
    _ = try conversation.connect(saying: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n0123456789")

    #expect(conversation.request()?.body.count == 10)
  }

  @Test func `one connection too many waits until another ends`() throws {
    let conversation = try Conversation { $0.connections = 2 }
    let clients = try (0..<3).map { _ in try conversation.connect(saying: Self.get) }
    let requests = [try #require(conversation.request()), try #require(conversation.request())]

    for _ in 0..<20 { _ = conversation.server.run() }
    #expect(!conversation.events.contains { if case .request = $0 { true } else { false } })

    for request in requests { conversation.server.answer(request.id, with: HTTPResponse(204)) }
    for client in clients.prefix(2) { #expect(try conversation.answer(to: client).hasPrefix("HTTP/1.1 204 ")) }
    conversation.server.answer(try #require(conversation.request()).id, with: HTTPResponse(204))
    #expect(try conversation.answer(to: clients[2]).hasPrefix("HTTP/1.1 204 "))
  }

  @Test func `who says half a request and no more is closed`() throws {
    let conversation = try Conversation { $0.idle = .seconds(1) }
    let client = try conversation.connect(saying: "GET / HTTP/1.1\r\nHo")
    let isDue = conversation.run { conversation.server.deadline(from: .now) != nil }

    #expect(isDue)
    #expect(!(try conversation.answer(to: client)).hasPrefix("HTTP/1.1 200"))
    #expect(conversation.events.isEmpty)
  }

  /// The half of a body, as whoever wants to keep a connection sends it.
  private static let half = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n01234"

  @Test func `who is refused by the head is answered and closed before the body is there`() throws {
    let conversation = try Conversation()
    conversation.takesBodies = false
    let client = try conversation.connect(saying: Self.half)
    var head: HTTPRequest?
    _ = conversation.run {
      for case .head(let request) in conversation.events { head = request }
      return head != nil
    }
    let request = try #require(head)

    conversation.server.answer(request.id, with: HTTPResponse(401))

    #expect(request.body.isEmpty && request.values(of: "content-length") == ["10"])
    #expect(try conversation.answer(to: client).hasPrefix("HTTP/1.1 401 "))
    #expect(conversation.has(.ended(request.id)))
    #expect(!conversation.events.contains { if case .request = $0 { true } else { false } })
  }

  @Test func `a body that trickles is cut off when the request takes too long`() throws {
    let conversation = try Conversation { $0.whole = .milliseconds(300) }
    let client = try conversation.connect(
      saying: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n")
    var sent = 0
    let isClosed = conversation.run {
      sent += 1
      var bytes: [UInt8] = []
      do {
        try client.sendAll([0x61])
        return try client.receive(into: &bytes) == .end
      } catch { return true }
    }

    #expect(isClosed && sent < 60_000)
    #expect(!conversation.events.contains { if case .request = $0 { true } else { false } })
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHo", half, ""])
  func `who keeps all connections with half a request makes room for the next`(half: String) throws {
    let conversation = try Conversation { $0.connections = 8 }
    let slow = try (0..<20).map { _ in try conversation.connect(saying: half) }
    // Nobody may have to wait for a time to pass.
    conversation.isRestless = false
    let client = try conversation.connect(saying: Self.get)
    let start = ContinuousClock.now
    defer { #expect(ContinuousClock.now - start < .seconds(5)) }
    conversation.server.answer(try #require(conversation.request()).id, with: HTTPResponse(204))

    conversation.isRestless = true
    #expect(try conversation.answer(to: client).hasPrefix("HTTP/1.1 204 "))
    _ = slow
  }

  @Test func `an answer that nobody reads does not keep its connection`() throws {
    let conversation = try Conversation { $0.whole = .milliseconds(300) }
    let client = try conversation.connect(saying: Self.get)
    let id = try #require(conversation.request()).id
    conversation.server.answer(id, with: HTTPResponse(200, [], .bytes([UInt8](repeating: 0x61, count: 32 << 20))))

    #expect(conversation.has(.ended(id)))
    _ = client
  }

  // MARK: Streams

  /// A stream that has begun.
  private func stream(_ conversation: Conversation) throws -> (client: UnixConnection, id: HTTPRequest.ID) {
    let client = try conversation.connect(saying: Self.get)
    let id = try #require(conversation.request()).id
    conversation.server.answer(id, with: HTTPResponse(200, [], .stream))
    #expect(conversation.has(.drained(id)))
    return (client, id)
  }

  @Test func `a stream says what it is given, piece by piece, until its end`() throws {
    let conversation = try Conversation()
    let (client, id) = try stream(conversation)

    conversation.server.send(Array("one\n".utf8), to: id)
    #expect(try conversation.answer(to: client, until: "one\n").contains("one\n"))
    conversation.server.send(Array("two\n".utf8), to: id)
    conversation.server.send(Array("three\n".utf8), to: id)
    conversation.server.end(id)
    let rest = try conversation.answer(to: client)

    #expect(rest.contains("two\nthree\n"))
    #expect(conversation.has(.ended(id)))
    #expect(conversation.server.unsent(of: id) == nil)
  }

  /// libmicrohttpd would ask again and again.
  @Test func `a stream with nothing to say does not keep the loop awake`() throws {
    let conversation = try Conversation()
    let (_, id) = try stream(conversation)

    #expect(conversation.server.run() == [])
    #expect(try !conversation.server.descriptor.wait(for: .readable, until: .now + .milliseconds(50)))
    #expect(conversation.server.deadline(from: .now) == nil)
    #expect(conversation.server.unsent(of: id) == 0)
  }

  @Test func `what a slow reader has not read stays with us, and we are told when it has`() throws {
    let conversation = try Conversation { $0.unread = 8192 }
    let (client, id) = try stream(conversation)
    let much = [UInt8](repeating: 0x61, count: 8 << 20)

    conversation.server.send(much, to: id)
    for _ in 0..<100 { _ = conversation.server.run() }
    let waiting = try #require(conversation.server.unsent(of: id))
    #expect(waiting > 1 << 20)

    var received: [UInt8] = []
    let isDrained = try conversation.run {
      _ = try client.receive(into: &received)
      return conversation.server.unsent(of: id) == 0
    }
    #expect(isDrained)
  }

  @Test func `who is gone is noticed when something is sent`() throws {
    let conversation = try Conversation()
    let id: HTTPRequest.ID
    do {
      let (client, stream) = try stream(conversation)
      id = stream
      _ = client
    }

    let isGone = conversation.run {
      conversation.server.send([0x0A], to: id)
      return conversation.events.contains(.ended(id))
    }
    #expect(isGone)
    conversation.server.send([0x0A], to: id)
    #expect(conversation.server.unsent(of: id) == nil)
  }

  @Test func `a server that goes away lets go of everybody`() throws {
    var conversation: Conversation? = try Conversation()
    let (client, _) = try stream(try #require(conversation))
    let waiting = try #require(conversation).connect(saying: Self.get)
    _ = try #require(conversation).request()

    conversation = nil

    for client in [client, waiting] {
      var bytes: [UInt8] = []
      while try client.receive(into: &bytes, until: .now + .seconds(20)) != .end {
        try #require(bytes.count < 10_000)
      }
    }
  }
}
