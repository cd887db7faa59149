import FramewireClient
import Posix
import Testing
import Wire

@Suite("Following a scene across restarts") struct SceneFollowingTests {
  static let wanted = Request.Subscribe(scene: "login", heartbeatMs: 500)
  static let noDaemon = ClientError.noDaemon(SocketAddress(path: "/tmp/none.sock"))
  static let unknown = ClientError.refused(.unknownScene("login", known: []))

  @Test func `waits double from a tenth of a second up to five seconds`() {
    var backoff = Backoff()

    #expect(
      (0..<8).map { _ in backoff.next() } == [100, 200, 400, 800, 1600, 3200, 5000, 5000].map(Duration.milliseconds))
    backoff.reset()
    #expect(backoff.next() == .milliseconds(100))
  }

  @Test func `the first request is what was wanted, later ones go on from the last revision`() {
    var following = SceneFollowing(Self.wanted)
    #expect(following.request == Self.wanted)

    #expect(following.received(Story.snapshot(4)) == .deliver)
    #expect(following.received(Story.delta(from: 4, to: 6)) == .deliver)
    #expect(following.request.epoch == "k3f9")
    #expect(following.request.since == 6)
    #expect(following.request.scene == "login")
  }

  @Test func `one that begins at a revision goes on with deltas, or with a snapshot that resets it`() {
    var wanted = Self.wanted
    (wanted.epoch, wanted.since) = ("k3f9", 4)
    var following = SceneFollowing(wanted)
    #expect(following.request == wanted)

    #expect(following.received(Story.delta(from: 4, to: 6)) == .deliver)
    #expect(following.request.since == 6)

    following = SceneFollowing(wanted)
    #expect(following.received(Story.snapshot(9)) == .deliver)
    #expect(following.mirror.rev == 9)

    following = SceneFollowing(wanted)
    #expect(following.received(Story.delta(from: 5, to: 6)) == .subscribeAgain)
    #expect(following.request == Self.wanted)
  }

  @Test func `the picture is stale from the loss of the connection to the next event`() {
    var following = SceneFollowing(Self.wanted)
    #expect(following.isStale)
    _ = following.received(Story.snapshot(4))
    #expect(!following.isStale)

    #expect(following.lost(.closed) == .retry(after: .milliseconds(100)))
    #expect(following.lost(Self.noDaemon) == .retry(after: .milliseconds(200)))
    #expect(following.isStale)
    #expect(following.mirror.rev == 4)

    _ = following.received(Story.delta(from: 4, to: 5))
    #expect(!following.isStale)
    #expect(following.lost(.closed) == .retry(after: .milliseconds(100)))
  }

  @Test func `events out of step are answered by a new subscription from nothing`() {
    var following = SceneFollowing(Self.wanted)
    _ = following.received(Story.snapshot(4))

    #expect(following.received(Story.delta(from: 9, to: 10)) == .subscribeAgain)
    #expect(following.request == Self.wanted)
    #expect(following.isStale)

    let expected = ClientError.malformed(.field("parameters.event.views"))
    #expect(following.received(Story.delta(from: 9, to: 10)) == .fail(expected))
  }

  @Test(arguments: [
    noDaemon, unknown, .refused(.permissionDenied), .malformed(.field("parameters")), .tooLong(bytes: 5),
  ])
  func `what trying again cannot help is given up at the start`(_ error: ClientError) {
    var following = SceneFollowing(Self.wanted)

    #expect(following.lost(error) == .giveUp(error))
  }

  @Test func `after a restart the scene may not be loaded yet`() {
    var following = SceneFollowing(Self.wanted)
    _ = following.received(Story.snapshot(4))
    _ = following.received(.bye("shutdown", at: Story.instant(4)))

    #expect(following.lost(.closed) == .retry(after: .milliseconds(100)))
    #expect(following.lost(Self.noDaemon) == .retry(after: .milliseconds(200)))
    #expect(following.lost(Self.unknown) == .retry(after: .milliseconds(400)))
  }

  @Test func `a scene that was closed is not waited for`() {
    var following = SceneFollowing(Self.wanted)
    _ = following.received(Story.snapshot(4))
    _ = following.received(.bye("closed", at: Story.instant(4)))

    #expect(following.lost(.closed) == .retry(after: .milliseconds(100)))
    #expect(following.lost(Self.unknown) == .giveUp(Self.unknown))
  }

  @Test func `three missed heartbeats are too long a silence, and without heartbeats none is`() {
    #expect(SceneFollowing(Self.wanted).longestSilence == .milliseconds(1500))
    #expect(SceneFollowing(Request.Subscribe()).longestSilence == nil)
    #expect(
      SceneFollowing(Request.Subscribe(heartbeatMs: .max)).longestSilence! > .seconds(Int.max / 1000))
  }
}
