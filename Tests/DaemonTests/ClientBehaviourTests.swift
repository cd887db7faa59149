import DaemonHarness
import FramewireClient
import JSONText
import Posix
import Testing
import Wire

@Suite("Clients of every kind") struct ClientBehaviourTests {
  let folder: ServedFolder

  init() throws { folder = try ServedFolder(["card.layout": SampleLayouts.card()]) }

  /// Replies until the daemon closes, or until `count` are there.
  func replies(_ connection: UnixConnection, count: Int = .max) throws -> [Response] {
    var decoder = MessageDecoder(limits: .replies)
    var responses: [Response] = []
    while responses.count < count {
      if case .message(let message) = decoder.next() {
        responses.append(try Response(decoding: message))
        continue
      }
      var bytes: [UInt8] = []
      switch try connection.receive(into: &bytes, until: ServedFolder.deadline) {
      case .bytes: decoder.append(bytes)
      case .nothing: throw PosixError(code: 110, call: "receive")
      case .end: return responses
      }
    }
    return responses
  }

  func expectOthersAreServed() throws {
    #expect(try folder.connect().ask("ListScenes").error == nil)
  }

  @Test func `requests sent in one go are answered in order`() throws {
    let connection = try folder.connectRaw()
    let requests: [Request] = [
      .getInfo, .sync(Request.Sync(scene: "card")), .listScenes(), .snapshot(Request.Snapshot(scene: "nobody")),
      .check(.path(folder.file("card.layout"))), .stats,
    ]
    try connection.sendAll(requests.flatMap { $0.encoded() })

    let answers = try replies(connection, count: requests.count)
    #expect(answers[0].parameters["product"] != nil)
    #expect(answers[1].parameters["state"] != nil)
    #expect(answers[2].parameters["scenes"] != nil)
    #expect(answers[3].error == "io.framewire.v1.UnknownScene")
    #expect(answers[4].parameters["diagnostics"] != nil)
    #expect(answers[5].parameters["metrics"] != nil)
  }

  @Test func `a long request is answered in its turn`() throws {
    let connection = try folder.connectRaw()
    // Long enough to be understood on another thread.
    let text = "layout long { box a }" + String(repeating: " // and so on\n", count: 10_000)
    let requests: [Request] = [.getInfo, .check(.text(text)), .listScenes()]
    try connection.sendAll(requests.flatMap { $0.encoded() })

    let answers = try replies(connection, count: requests.count)
    #expect(answers[0].parameters["product"] != nil)
    #expect(answers[1].parameters["diagnostics"] != nil)
    #expect(answers[2].parameters["scenes"] != nil)
  }

  @Test func `a long message that is no call is refused, then the connection closes`() throws {
    let connection = try folder.connectRaw()
    try connection.sendAll(Array(repeating: UInt8(ascii: "["), count: 100_000) + [0])

    #expect(try replies(connection).map(\.error) == ["org.varlink.service.InvalidParameter"])
    try expectOthersAreServed()
  }

  @Test func `a long request without wanting an answer is done, though the peer is gone`() throws {
    do {
      let connection = try folder.connectRaw()
      // 33 bytes each, so that the call is understood on another thread.
      let ops = (10_001...12_000).map { JSON.object(["op": "size", "value": [.number(Double($0)), 45]]) }
      let apply = Call(method: Method.apply.rawValue, parameters: ["scene": "card", "ops": .array(ops)], oneway: true)
      try connection.sendAll(apply.encoded())
    }

    let stream = try folder.subscribe(Request.Subscribe(scene: "card"))
    var frame = try #require(try stream.event().diff.views.first?.frame)
    while frame.rect.width != 12_000 { frame = try #require(try stream.event().diff.set.first?.frame) }
    #expect(frame.rect.height == 45)
  }

  @Test func `whoever asks for a stream and is gone leaves nothing behind`() throws {
    for _ in 0..<5 {
      let connection = try folder.connectRaw()
      try connection.sendAll(Request.getInfo.encoded() + Request.subscribe(Request.Subscribe(scene: "card")).encoded())
    }

    // Each statement of its own is a round of the daemon, in which it notices who has gone.
    var left = 1.0
    for _ in 0..<100 where left > 0 {
      let metrics = try folder.metrics()
      left = metrics["subscribers"] ?? 0
    }
    #expect(left == 0)
  }

  @Test func `what was asked without wanting an answer is done, though the peer is gone`() throws {
    do {
      let connection = try folder.connectRaw()
      let apply = Call(
        method: Method.apply.rawValue,
        parameters: ["scene": "card", "ops": [["op": "size", "value": [123, 45]]]], oneway: true)
      try connection.sendAll(apply.encoded() + apply.encoded())
    }

    let stream = try folder.subscribe(Request.Subscribe(scene: "card"))
    var frame = try #require(try stream.event().diff.views.first?.frame)
    while frame.rect.width != 123 { frame = try #require(try stream.event().diff.set.first?.frame) }
    #expect(frame.rect.height == 45)
  }

  @Test func `whoever waits for rest that never comes and is gone leaves nothing behind`() throws {
    try folder.save(
      "slide.layout",
      """
      layout slide size 100, 100 {
        box a top 0 size 10 { config main { left 0 }; config far animate 3600s { left 60 } }
      }
      """)
    try folder.sync("slide")
    try folder.ask(.apply(Request.Apply(scene: "slide", ops: [Op(.set(.config, of: "a", to: "far"))])))
    // Whoever asked before has left when nobody but this one is there.
    let looker = try folder.connect()
    func waitUntilAlone() throws {
      let deadline = ServedFolder.deadline
      while case .stats(let metrics) = try looker.call(.stats), metrics["connections"] != 1 {
        try #require(ContinuousClock.now < deadline, "\(metrics["connections"] ?? 0) connections stay")
      }
    }
    try waitUntilAlone()
    let before = try folder.daemon.openDescriptors
    let settled = Request.apply(Request.Apply(scene: "slide", ops: [], wait: .settled))
    let synced = Request.sync(Request.Sync(scene: "slide", timeoutMs: 86_400_000, settled: true))
    for request in [settled, synced] {
      for _ in 0..<5 {
        let connection = try folder.connectRaw()
        // The one behind it is waited for as well, once its turn comes.
        try connection.sendAll(Request.getInfo.encoded() + request.encoded() + request.encoded())
        _ = try replies(connection, count: 1)
      }
    }

    try waitUntilAlone()
    #expect(try folder.daemon.openDescriptors == before)
  }

  @Test func `a request that comes byte by byte is answered like any other`() throws {
    let connection = try folder.connectRaw()
    for byte in Request.getInfo.encoded() { try connection.sendAll([byte]) }

    #expect(try replies(connection, count: 1).first?.parameters["product"]?.string == "framewire")
  }

  @Test func `what was asked before the peer stopped sending is still answered`() throws {
    let connection = try folder.connectRaw()
    try connection.sendAll(Request.getInfo.encoded() + Request.sync(Request.Sync(scene: "card")).encoded())
    connection.endSending()

    #expect(try replies(connection).count == 2)
  }

  @Test func `a oneway call is done and not answered`() throws {
    let connection = try folder.connectRaw()
    let ops = ##"[{"op":"constant","name":"#inset","value":5}]"##
    let apply = #"{"method":"io.framewire.v1.Apply","oneway":true,"parameters":{"scene":"card","ops":"# + ops + "}}"
    try connection.sendAll(Array(apply.utf8) + [0] + Request.listScenes().encoded())

    let answer = try replies(connection, count: 1).first
    #expect(answer?.parameters["scenes"]?.array?.first?.object?["rev"]?.number == 2)
  }

  @Test(arguments: [
    "GET / HTTP/1.1", "{\"method\":", "[1,2]", "{}", "{\"method\":7}", "", "\u{FF}", "{\"method\":\"a\",\"more\":1}",
  ])
  func `what is no call is answered with an error, then the connection closes`(bytes: String) throws {
    let connection = try folder.connectRaw()
    try connection.sendAll(Array(bytes.utf8) + [0])

    let answers = try replies(connection)
    #expect(answers.map(\.error) == ["org.varlink.service.InvalidParameter"])
    try expectOthersAreServed()
  }

  @Test func `a request longer than a mebibyte is refused, then the connection closes`() throws {
    let connection = try folder.connectRaw()
    // The daemon closes in the middle of it, which breaks the sending.
    try? connection.sendAll([UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20))

    #expect(try replies(connection).map(\.error) == ["org.varlink.service.InvalidParameter"])
    try expectOthersAreServed()
  }

  @Test func `silent and half-finished clients delay nobody`() throws {
    var idle: [UnixConnection] = []
    for index in 0..<100 {
      let connection = try folder.connectRaw()
      if index % 2 == 0 { try connection.sendAll(Array(#"{"method":"io.framewire"#.utf8)) }
      idle.append(connection)
    }

    let start = ContinuousClock.now
    for _ in 0..<50 { try expectOthersAreServed() }
    // Fifty calls take 20 ms; a single wait for one of the others would be seconds.
    #expect(ContinuousClock.now - start < .seconds(5))
    _ = idle
  }

  @Test func `too many requests are refused, and the connection goes on`() throws {
    let connection = try folder.connectRaw()
    let calls = [UInt8]((0..<1000).flatMap { _ in Request.listScenes().encoded() })
    // Sent and read by turns, since neither side keeps more than a buffer.
    var answers: [Response] = []
    for chunk in 0..<10 {
      try connection.sendAll(Array(calls[(chunk * calls.count / 10)..<((chunk + 1) * calls.count / 10)]))
      answers += try replies(connection, count: 100)
    }

    let refused = answers.filter { $0.error == "io.framewire.v1.RateLimited" }
    #expect(answers.count == 1000)
    #expect(answers.prefix(400).allSatisfy { $0.error == nil })
    #expect(refused.count > 100)
    #expect(refused.allSatisfy { ($0.parameters["retryAfterMs"]?.number ?? 0) >= 1 })
    try expectOthersAreServed()
  }

  @Test func `a client that asks and never reads costs one answer`() throws {
    let folder = try ServedFolder(["column.layout": SampleLayouts.column(of: 5000)])
    let call = Request.snapshot(Request.Snapshot(scene: "column")).encoded()
    let first = try folder.connectRaw()
    try first.sendAll(call)
    _ = try replies(first, count: 1)
    let before = try folder.daemon.residentMemory

    // Each snapshot has half a megabyte; ten of them are queued by each of ten clients.
    var greedy: [UnixConnection] = []
    for _ in 0..<10 {
      let connection = try folder.connectRaw()
      try connection.sendAll([UInt8]((0..<10).flatMap { _ in call }))
      greedy.append(connection)
    }
    for _ in 0..<20 { #expect(try folder.connect().ask("ListScenes").error == nil) }

    let growth = try folder.daemon.residentMemory - before
    #expect(growth < 25 << 20, "grew by \(growth >> 20) MiB")
    // Nothing is lost: whoever reads at last gets all of it.
    #expect(try replies(greedy[3], count: 10).allSatisfy { $0.error == nil })
  }

  @Test func `clients that go away in the middle of everything leave nothing behind`() throws {
    for _ in 0..<50 {
      let connection = try folder.connectRaw()
      try connection.sendAll(Request.subscribe(Request.Subscribe(scene: "card")).encoded())
      let another = try folder.connectRaw()
      try another.sendAll(Request.sync(Request.Sync(scene: "card")).encoded())
    }
    try folder.sync("card")

    let numbers = try folder.metrics()
    #expect(numbers["subscribers"] == 0)
  }
}
