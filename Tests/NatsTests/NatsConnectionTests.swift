import Nats
import NatsHarness
import Posix
import Testing

@Suite("A connection to a broker", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)"))
struct NatsConnectionTests {
  @Test func `what is published is received, byte by byte, with its headers`() throws {
    let server = try NatsServer()
    let (publisher, reader) = (try server.connect(), try server.connect())
    let subscription = try reader.subscribe(to: "a.*")
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }

    try publisher.publish(bytes, to: "a.b", headers: ["Framewire-Revision": "7", "Other": "x y"])
    try publisher.publish([], to: "a.c")

    let first = try #require(try subscription.next(within: NatsServer.patience))
    #expect(
      first
        == NatsMessage(
          subject: "a.b", headers: ["Framewire-Revision": "7", "Other": "x y"], bytes: bytes))
    #expect(try subscription.next(within: NatsServer.patience)?.bytes == [])
    #expect(try subscription.next(within: .milliseconds(1)) == nil)
  }

  @Test func `a wait of any length is one`() throws {
    let server = try NatsServer()
    let connection = try NatsConnection(
      NatsOptions(servers: [server.address], name: "test", patience: .seconds(Int64.max)))
    try connection.flush()
    let subscription = try connection.subscribe(to: "a")
    #expect(try subscription.next(within: .seconds(-5)) == nil)
    #expect(try subscription.next(within: .nanoseconds(1)) == nil)
    try connection.publish([1], to: "a")
    #expect(try subscription.next(within: .seconds(Int64.max))?.bytes == [1])
    try connection.jetStream().create(.init(name: "S", subjects: ["s"], age: .seconds(Int64.max)))
  }

  @Test func `nothing that is published right after a subscription is lost`() throws {
    let server = try NatsServer()
    let (publisher, reader) = (try server.connect(), try server.connect())
    let subscription = try reader.subscribe(to: "a")
    for index in 0..<5000 { try publisher.publish(Array("\(index)".utf8), to: "a") }
    for index in 0..<5000 {
      #expect(try subscription.next(within: NatsServer.patience)?.bytes == Array("\(index)".utf8))
    }
  }

  @Test func `nobody at the address, nobody who answers and nobody who lets in are told apart`() throws {
    let port = try NatsServer.freePort()
    #expect(throws: NatsError.noServer("nats://127.0.0.1:\(port)")) {
      try NatsConnection(
        NatsOptions(servers: ["nats://127.0.0.1:\(port)"], name: "test", patience: .milliseconds(500)))
    }
    let server = try NatsServer("authorization { user: ann, password: secret }")
    do throws(NatsError) {
      _ = try NatsConnection(NatsOptions(servers: [server.address], name: "test", user: ("ann", "wrong")))
      Issue.record("it was let in")
    } catch {
      guard case .refused = error else { return #expect(Bool(false), "\(error)") }
    }
    let connection = try server.connect(as: ("ann", "secret"))
    #expect(throws: NatsError.nobodyAnswers) { try connection.request([], of: "nobody") }
  }

  @Test func `while the server is away publishing fails at once, and afterwards goes on`() throws {
    let server = try NatsServer()
    let (publisher, reader) = (try server.connect(), try server.connect())
    let subscription = try reader.subscribe(to: "a")
    try publisher.publish([1], to: "a")
    #expect(try subscription.next(within: NatsServer.patience)?.bytes == [1])

    try server.kill()
    try waitUntil { !publisher.isConnected }
    #expect(throws: NatsError.disconnected) { try publisher.publish([2], to: "a") }
    try server.restart()
    try waitUntil { publisher.isConnected && reader.isConnected }

    #expect(publisher.reconnections == 1)
    try reader.flush()
    try publisher.publish([3], to: "a")
    #expect(try subscription.next(within: NatsServer.patience)?.bytes == [3], "2 was not kept")
  }

  @Test func `what is too long is refused here, and the connection goes on`() throws {
    let server = try NatsServer("max_payload: 1000")
    let connection = try server.connect()
    #expect(throws: NatsError.tooLong(bytes: 1001, most: 1000)) {
      try connection.publish([UInt8](repeating: 0, count: 1001), to: "a")
    }
    try connection.publish([UInt8](repeating: 0, count: 1000), to: "a")
    try connection.flush()
  }

  @Test func `of those who name the same queue one gets each message`() throws {
    let server = try NatsServer()
    let (publisher, reader) = (try server.connect(), try server.connect())
    let two = [try reader.subscribe(to: "a", queue: "q"), try reader.subscribe(to: "a", queue: "q")]
    for _ in 0..<100 { try publisher.publish([1], to: "a") }
    try publisher.flush()
    try reader.flush()
    var counts = [0, 0]
    for (index, subscription) in two.enumerated() {
      while try subscription.next(within: .milliseconds(200)) != nil { counts[index] += 1 }
    }
    #expect(counts.reduce(0, +) == 100)
  }

  @Test func `TLS is agreed on with the authority that is named, and with no other`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    try TestCertificates.make(in: folder)
    let server = try NatsServer(
      "tls { cert_file: \"\(folder)/server.pem\", key_file: \"\(folder)/server.key\", ca_file: \"\(folder)/ca.pem\", verify: true }"
    )
    var options = NatsOptions(
      servers: ["tls://localhost:\(server.port)"], name: "test", authorities: "\(folder)/ca.pem",
      certificate: ("\(folder)/client.pem", "\(folder)/client.key"))
    let connection = try NatsConnection(options)
    try connection.flush()

    options.authorities = "\(folder)/other.pem"
    #expect(throws: NatsError.self) { try NatsConnection(options) }
    options.authorities = "\(folder)/ca.pem"
    options.certificate = nil
    #expect(throws: NatsError.self) { try NatsConnection(options) }
  }
}
