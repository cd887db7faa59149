import FramewireClient
import JSONText
import Posix
import Testing
import Wire

@Suite("Talking to a daemon") struct ConnectionTests {
  @Test func `a call is answered by its typed reply, one after the other`() throws {
    let (connection, daemon) = try ScriptedDaemon.connection()
    try daemon.send(Reply.layoutRev(3).encoded() + Reply.stats(["clients": 1]).encoded())

    #expect(try connection.call(.reload(scene: "login", resetState: false)) == .layoutRev(3))
    #expect(try connection.call(.stats) == .stats(["clients": 1]))
    #expect(try daemon.requests() == [.reload(scene: "login", resetState: false), .stats])
  }

  @Test func `an error is thrown and the connection goes on`() throws {
    let (connection, daemon) = try ScriptedDaemon.connection()
    let error = WireError.unknownScene("x", known: ["login"])
    try daemon.send(error.encoded() + Reply.done().encoded())

    #expect(throws: ClientError.refused(error)) { try connection.call(.close(scene: "x")) }
    #expect(try connection.call(.close(scene: "login")) == .done())
  }

  @Test func `any call can be made untyped, and its error read`() throws {
    let (connection, daemon) = try ScriptedDaemon.connection()
    try daemon.send(WireError.methodNotFound("a.b.C").encoded())

    let response = try connection.call(Call(method: "a.b.C", parameters: ["x": 1]))
    #expect(response.error == "org.varlink.service.MethodNotFound")
    #expect(response.parameters == ["method": "a.b.C"])
  }

  @Test func `a daemon that goes away in the middle of an answer is told from one that answers nonsense`() throws {
    do {
      let (connection, daemon) = try ScriptedDaemon.connection()
      try daemon.send(Array(#"{"parameters":"#.utf8))
      daemon.socket.endSending()
      #expect(throws: ClientError.closed) { try connection.call(.stats) }
      #expect(throws: ClientError.closed) { try connection.call(.stats) }
    }
    do {
      let (connection, daemon) = try ScriptedDaemon.connection()
      try daemon.send(Array("HTTP/1.1 400\r\n\0".utf8))
      #expect(throws: ClientError.malformed(.syntax(JSONSyntaxError(.expectedValue, at: 0..<0)))) {
        try connection.call(.stats)
      }
      #expect(throws: ClientError.closed) { try connection.call(.stats) }
    }
  }

  @Test func `no answer in time uses the connection up, so that a late one is not taken for another`() throws {
    let (connection, daemon) = try ScriptedDaemon.connection()

    #expect(throws: ClientError.timedOut) { try connection.call(.stats, timeout: .zero) }
    try daemon.send(Reply.stats([:]).encoded())
    #expect(throws: ClientError.closed) { try connection.call(.stats) }
  }

  @Test func `an answer may take as long as the request says, and half a minute longer`() throws {
    #expect(Request.stats.patience == .seconds(30))
    #expect(Request.apply(Request.Apply(ops: [])).patience == .seconds(30))
    #expect(Request.sync(Request.Sync(timeoutMs: 60_000)).patience == .seconds(90))
    // What moves does so as long as it was told to.
    #expect(Request.apply(Request.Apply(ops: [], wait: .settled)).patience == nil)

    #expect(Call(method: "a.b.C").patience == .seconds(30))
    #expect(Call(method: Method.apply.rawValue, parameters: ["ops": [], "wait": "settled"]).patience == nil)
    #expect(Call(method: Method.sync.rawValue, parameters: ["timeoutMs": 60_000]).patience == .seconds(90))
  }

  @Test func `events arrive in order until the one that does not continue`() throws {
    let (connection, daemon) = try ScriptedDaemon.connection()
    var comet = Event.heartbeat(at: Story.instant(4))
    comet.kind = .other("comet")
    let bye = Event.bye("shutdown", at: Story.instant(5))
    try daemon.send(Story.snapshot(4), comet, Story.delta(from: 4, to: 5), bye)

    let subscription = try connection.subscribe(Request.Subscribe(scene: "login"))
    #expect(try subscription.next() == .event(Story.snapshot(4)))
    #expect(try subscription.next() == .event(Story.delta(from: 4, to: 5)))
    #expect(try subscription.next() == .event(bye))
    #expect(try subscription.next() == .end)
    #expect(try daemon.requests() == [.subscribe(Request.Subscribe(scene: "login"))])
  }

  @Test func `silence until the deadline loses nothing, not even half an event`() throws {
    let (connection, daemon) = try ScriptedDaemon.connection()
    let message = Reply.event(Story.snapshot(4)).encoded(continues: true)
    let subscription = try connection.subscribe(Request.Subscribe())

    try daemon.send(Array(message.prefix(50)))
    #expect(try subscription.next(until: .now) == .silence)
    try daemon.send(Array(message.dropFirst(50)))
    #expect(try subscription.next(until: .now) == .event(Story.snapshot(4)))
  }

  @Test func `without a daemon the address is named`() throws {
    let directory = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let address = SocketAddress(path: directory + "/none.sock")

    let error = #expect(throws: ClientError.self) { try Connection(to: address) }
    #expect(error == .noDaemon(address))
  }

  @Test func `a real socket in a real folder is connected to`() throws {
    let directory = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let listener = try UnixListener(at: SocketAddress(path: directory + "/daemon.sock"))

    let connection = try Connection(to: listener.address)
    let daemon = ScriptedDaemon(socket: try #require(try listener.accept()))
    try daemon.send(Reply.done().encoded())
    #expect(try connection.call(.unload(scene: "login")) == .done())
    #expect(try daemon.requests() == [.unload(scene: "login")])
  }

  @Test func `a path that no socket can have is refused before anything is tried`() {
    let path = "/" + String(repeating: "x", count: 200)
    let error = #expect(throws: ClientError.self) { try Connection(to: SocketAddress(path: path)) }

    #expect(error == .unreachable(.pathTooLong(path: path, bytes: 201)))
  }
}
