import Frames
import FramewireClient
import Posix
import Wire

/// The daemon's end of a connection, whose answers lie ready in the socket before the client asks: no thread, no
/// waiting.
struct ScriptedDaemon {
  let socket: UnixConnection

  /// A connection, and the daemon at its other end.
  static func connection() throws -> (Connection, ScriptedDaemon) {
    let (client, daemon) = try UnixConnection.pair()
    return (Connection(over: client), ScriptedDaemon(socket: daemon))
  }

  func send(_ bytes: [UInt8]) throws { try socket.sendAll(bytes) }

  func send(_ events: Event...) throws {
    for event in events { try send(Reply.event(event).encoded(continues: event.kind != .bye)) }
  }

  /// The calls that have arrived.
  func requests() throws -> [Request] {
    var bytes: [UInt8] = []
    while case .bytes = try socket.receive(into: &bytes) {}
    var decoder = MessageDecoder()
    decoder.append(bytes)
    var requests: [Request] = []
    while case .message(let message) = decoder.next() { requests.append(try Request(Call(decoding: message))) }
    return requests
  }
}

/// Events of a scene with two views.
enum Story {
  static let box = ViewRecord(
    id: StreamID(1), path: "root", kind: "box", parent: nil, index: 0, frame: Frame(x: 0, y: 0, width: 640, height: 640)
  )
  static let title = ViewRecord(
    id: StreamID(2), path: "title", kind: "label", parent: StreamID(1), index: 0,
    frame: Frame(x: 64, y: 64, width: 320, height: 32))

  static func instant(_ rev: Int, epoch: String = "k3f9") -> Event.Instant {
    Event.Instant(epoch: epoch, rev: rev, layoutRev: 1, time: Double(rev) * 10)
  }

  static func snapshot(_ rev: Int, epoch: String = "k3f9") -> Event {
    .snapshot(of: FrameSet([box, title]), at: instant(rev, epoch: epoch), settled: true)
  }

  /// Moves the title to x = `rev` points.
  static func delta(from base: Int, to rev: Int, epoch: String = "k3f9") -> Event {
    var diff = FrameDiff()
    diff.set = [FrameDiff.Move(id: title.id, frame: titleFrame(rev))]
    return .delta(diff, from: base, at: instant(rev, epoch: epoch), settled: false)
  }

  static func titleFrame(_ rev: Int) -> Frame { Frame(x: Int32(rev) * 64, y: 64, width: 320, height: 32) }
}
