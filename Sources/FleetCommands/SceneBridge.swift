import Fleet
import FramewireClient
import Nats
import Posix
import Wire

/// Publishes one scene of a daemon: whole pictures now and then, deltas between them.
///
/// It is a subscriber like any other. While NATS is away or slow it drops what it would have published and goes on
/// reading; afterwards it says what holds by then with a whole picture. So there is never a backlog.
final class SceneBridge {
  let scene: String
  let follower: SceneFollower
  private let names: FleetNames
  private let instance: String
  private let encoding: SceneMessage.Encoding
  private var pace = SnapshotPace()
  /// Of the picture that was told; nil: none.
  private var told: (epoch: String, rev: Int)?
  /// Which revision was too long for a message.
  private(set) var tooLong: Int?

  init(
    scene: String, at address: SocketAddress, names: FleetNames, instance: String, maxHz: Double?,
    encoding: SceneMessage.Encoding
  ) {
    self.scene = scene
    self.names = names
    self.instance = instance
    self.encoding = encoding
    var request = Request.Subscribe(scene: scene, heartbeatMs: 10_000, diagnostics: true)
    request.maxHz = maxHz
    follower = SceneFollower(request, at: address, encoding: .binary)
  }

  /// When `look` is to be called though nothing has come.
  var deadline: ContinuousClock.Instant? { [follower.nextLook, pace.deadline].compactMap(\.self).min() }

  /// The connection broke: what was published may not have arrived.
  func lostTouch() {
    pace.lostTouch()
    told = nil
  }

  /// Publishes what has come, and a whole picture where it is time.
  ///
  /// - Parameter line: nil: nothing can be published now, so it is only read.
  /// - Throws: when the daemon has no such scene any more.
  func look(_ line: FleetLine?) throws(ClientError) {
    while let update = try follower.poll() {
      guard case .event(let event) = update else { continue }
      if let line { publish(event, line) } else { lostTouch() }
    }
    if let line, !follower.following.isStale, pace.isDue(at: .now) { snapshot(line) }
  }

  private func publish(_ event: Event, _ line: FleetLine) {
    switch event.kind {
    case .delta:
      let place = (event.instant.epoch, event.instant.rev)
      // Behind something that was dropped a delta is of no use; the picture comes next.
      guard let told, told.epoch == event.instant.epoch, told.rev == event.base, !pace.isDue(at: .now) else { return }
      let bytes = SceneMessage.bytes(of: event, in: encoding)
      if send(event, bytes, .delta, line) {
        pace.delta(bytes: bytes.count)
        self.told = place
      }
    case .snapshot: pace.lostTouch()
    case .diagnostics: _ = send(event, SceneMessage.bytes(of: event, in: encoding), .diagnostics, line)
    case .transition: _ = send(event, SceneMessage.bytes(of: event, in: encoding), .transition, line)
    case .heartbeat, .lost, .bye, .other: break
    }
  }

  /// Publishes what the follower shows.
  private func snapshot(_ line: FleetLine) {
    let mirror = follower.mirror
    guard let epoch = mirror.epoch else { return }
    let instant = Event.Instant(epoch: epoch, rev: mirror.rev, layoutRev: mirror.layoutRev, time: 0)
    let event = Event.snapshot(of: mirror.frames, at: instant, settled: mirror.isSettled)
    let bytes = SceneMessage.bytes(of: event, in: encoding)
    guard bytes.count <= line.connection.mostBytes else {
      // Tried again when there is another picture, which may be smaller.
      tooLong = mirror.rev
      pace.snapshot(bytes: bytes.count, at: .now)
      told = nil
      return
    }
    guard send(event, bytes, .snapshot, line) else { return }
    pace.snapshot(bytes: bytes.count, at: .now)
    told = (epoch, mirror.rev)
  }

  private func send(
    _ event: Event, _ bytes: [UInt8], _ channel: FleetNames.Channel, _ line: FleetLine
  ) -> Bool {
    let headers = SceneMessage.headers(of: event, in: encoding)
    let subject = names.subject(of: channel, scene: scene, of: instance)
    do throws(NatsError) {
      switch channel {
      case .snapshot, .delta, .diagnostics: try line.streams.begin(bytes, to: subject, headers: headers)
      case .transition: try line.connection.publish(bytes, to: subject, headers: headers)
      }
      return true
    } catch {
      pace.lostTouch()
      told = nil
      return false
    }
  }
}
