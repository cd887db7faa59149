import FramewireClient
import Posix
import Testing
import Wire

/// Daemons that are started one after the other; nil where there is none at that moment.
private final class Daemons {
  private var coming: [ScriptedDaemon?]
  private var connections: [Connection?]
  private(set) var waits: [Duration] = []
  static let address = SocketAddress(path: "/tmp/scripted.sock")

  init(_ scripts: [((ScriptedDaemon) throws -> Void)?]) throws {
    coming = []
    connections = []
    for script in scripts {
      guard let script else {
        coming.append(nil)
        connections.append(nil)
        continue
      }
      let (connection, daemon) = try ScriptedDaemon.connection()
      try script(daemon)
      daemon.socket.endSending()
      coming.append(daemon)
      connections.append(connection)
    }
  }

  func connect() throws(ClientError) -> Connection {
    guard !connections.isEmpty, let connection = connections.removeFirst() else { throw .noDaemon(Self.address) }
    return connection
  }

  func follow(_ request: Request.Subscribe) -> SceneFollower {
    SceneFollower(
      SceneFollowing(request), connect: { () throws(ClientError) in try self.connect() },
      wait: { self.waits.append($0) })
  }

  /// What the daemon started as number `index` was asked.
  func requests(_ index: Int) throws -> [Request] { try coming[index]?.requests() ?? [] }
}

@Suite("Watching a scene") struct SceneFollowerTests {
  static let wanted = Request.Subscribe(scene: "login")

  @Test func `whoever has a loop of his own takes what has come, and waits for nothing`() throws {
    let daemons = try Daemons([
      { try $0.send(Story.snapshot(4), Story.delta(from: 4, to: 5)) }, { try $0.send(Story.delta(from: 5, to: 6)) },
    ])
    let follower = daemons.follow(Self.wanted)

    #expect(follower.connections == 0 && follower.descriptor == nil)
    #expect(try follower.poll() == .event(Story.snapshot(4)))
    #expect(follower.connections == 1 && follower.descriptor != nil)
    #expect(try follower.poll() == .event(Story.delta(from: 4, to: 5)))
    #expect(try follower.poll() == .disconnected(.closed, retryingAfter: .milliseconds(100)))
    #expect(follower.descriptor == nil)
    // Not before the pause is over, and nobody waits for that here.
    #expect(try follower.poll() == nil)
    let end = try #require(follower.nextLook)
    #expect(end > .now && end <= .now + .milliseconds(100) && daemons.waits.isEmpty)
    _ = try? DescriptorNumber(rawValue: -1).wait(for: .readable, until: end)
    #expect(try follower.poll() == .event(Story.delta(from: 5, to: 6)))
    #expect(follower.connections == 2)
  }

  @Test func `a restarted daemon is found again and resumed from`() throws {
    let bye = Event.bye("shutdown", at: Story.instant(5))
    let daemons = try Daemons([
      { try $0.send(Story.snapshot(4), Story.delta(from: 4, to: 5), bye) }, nil,
      { try $0.send(Story.snapshot(1, epoch: "x81a")) },
    ])
    let follower = daemons.follow(Self.wanted)

    #expect(try follower.next() == .event(Story.snapshot(4)))
    #expect(try follower.next() == .event(Story.delta(from: 4, to: 5)))
    #expect(try follower.next() == .event(bye))
    #expect(try follower.next() == .disconnected(.closed, retryingAfter: .milliseconds(100)))
    #expect(follower.following.isStale)
    #expect(follower.mirror.rev == 5)

    #expect(try follower.next() == .disconnected(.noDaemon(Daemons.address), retryingAfter: .milliseconds(200)))
    #expect(try follower.next() == .event(Story.snapshot(1, epoch: "x81a")))
    #expect(follower.mirror.epoch == "x81a")
    #expect(daemons.waits == [.milliseconds(100), .milliseconds(200)])
    let resumed = Request.Subscribe(scene: "login", epoch: "k3f9", since: 5)
    #expect(try daemons.requests(2) == [.subscribe(resumed)])
  }

  @Test func `a broken connection goes on where it was`() throws {
    let daemons = try Daemons([
      { try $0.send(Story.snapshot(4)) }, { try $0.send(Story.delta(from: 4, to: 9)) },
    ])
    let follower = daemons.follow(Self.wanted)

    _ = try follower.next()
    #expect(try follower.next() == .disconnected(.closed, retryingAfter: .milliseconds(100)))
    #expect(try follower.next() == .event(Story.delta(from: 4, to: 9)))
    #expect(follower.mirror.frames.views[1].frame == Story.titleFrame(9))
  }

  @Test func `a stream out of step is replaced at once, without a word to the watcher`() throws {
    let daemons = try Daemons([
      { try $0.send(Story.snapshot(4), Story.delta(from: 7, to: 8)) }, { try $0.send(Story.snapshot(8)) },
    ])
    let follower = daemons.follow(Self.wanted)

    _ = try follower.next()
    #expect(try follower.next() == .event(Story.snapshot(8)))
    #expect(try daemons.requests(1) == [.subscribe(Self.wanted)])
    #expect(daemons.waits == [])
  }

  @Test func `an unknown scene ends it`() throws {
    let error = WireError.unknownScene("login", known: ["toast"])
    let daemons = try Daemons([{ try $0.send(error.encoded()) }])

    #expect(throws: ClientError.refused(error)) { try daemons.follow(Self.wanted).next() }
  }

  @Test func `no daemon at the start ends it`() throws {
    let daemons = try Daemons([nil])

    #expect(throws: ClientError.noDaemon(Daemons.address)) { try daemons.follow(Self.wanted).next() }
  }
}
