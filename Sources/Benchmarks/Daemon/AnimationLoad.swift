import FramewireClient
import Posix
import Wire

/// A scene in which all views move for a minute, and those who watch it.
struct AnimationLoad {
  var views: Int
  /// Frames a second.
  var rate: Int
  var subscribers: Int
  var encoding = StreamEncoding.json

  /// What a stretch of the motion cost.
  struct Cost {
    var frames = 0
    /// The share of one core that the daemon took.
    var processor = 0.0
    /// Nanoseconds that it ran for a frame.
    var perFrame = 0.0
    /// What of that writing it down took.
    var encoding = 0.0
    /// Nanoseconds from when a frame was due to the turn that made it.
    var lateMedian = 0.0
    var late99 = 0.0
    var bytesPerFrame = 0
    /// How many of the frames reached a subscriber by themselves; of the others the next one told.
    var delivered = 0.0
  }

  enum Failure: Error {
    case noStatistics
  }

  /// A guide slides, and every view hangs on it: one configuration, all frames different, not on whole points.
  private var layout: [UInt8] {
    var text = """
      layout dance size 2000, 2000 {
        guide rail y fill width 1 { config main { left 0 }; config far { left 1000 } }
        transition * 60s linear

      """
    for index in 0..<views {
      text += "  box v\(index) left == rail.left + \(index % 40 * 20) top \(index / 40 * 8) size 12, 6\n"
    }
    return Array((text + "}\n").utf8)
  }

  func measure(_ program: String, for duration: Duration) throws -> Cost {
    let daemon = try ServedDaemon(program, serving: layout, ["--frame-rate", "\(rate)"])
    let audience = try Audience(subscribers, of: "dance", in: encoding, at: daemon)
    let control = try daemon.connect()
    _ = try control.call(.apply(Request.Apply(scene: "dance", ops: [Op(.set(.config, to: "far"))])))
    try audience.listen(for: .milliseconds(500))

    let clock = ContinuousClock()
    let framesBefore = try statistic("frames.count", control)
    let encodingBefore = try statistic("time.encode", control)
    let (start, busyBefore) = (clock.now, try daemon.process.processorTime)
    let heard = try audience.listen(for: duration)
    let (elapsed, busy) = (clock.now - start, try daemon.process.processorTime - busyBefore)
    var cost = Cost()
    cost.frames = Int(try statistic("frames.count", control) - framesBefore)
    cost.processor = Double(busy) / (elapsed / .nanoseconds(1))
    cost.perFrame = Double(busy) / Double(max(1, cost.frames))
    cost.encoding = (try statistic("time.encode", control) - encodingBefore) * 1e6 / Double(max(1, cost.frames))
    cost.lateMedian = try statistic("frames.late.p50", control) * 1e6
    cost.late99 = try statistic("frames.late.p99", control) * 1e6
    cost.bytesPerFrame = heard.bytes / max(1, heard.messages)
    cost.delivered = Double(heard.messages) / Double(max(1, cost.frames * subscribers))
    return cost
  }

  private func statistic(_ name: String, _ control: Connection) throws -> Double {
    guard case .stats(let metrics) = try control.call(.stats), let value = metrics[name] else {
      throw Failure.noStatistics
    }
    return value
  }
}

/// How events are written down for a subscriber.
enum StreamEncoding: String, CaseIterable {
  case json = "JSON"
  case fw1
}

/// Subscribers that read everything and understand nothing, so that they cost as little as can be.
final class Audience {
  struct Heard {
    var bytes = 0
    var messages = 0
  }

  private let loop: EventLoop
  private var sockets: [EventLoop.Token: (socket: UnixConnection, counter: MessageCounter)] = [:]

  init(_ count: Int, of scene: String, in encoding: StreamEncoding, at daemon: ServedDaemon) throws {
    loop = try EventLoop()
    let wish = Request.Subscribe(scene: scene)
    let request = encoding == .json ? Request.subscribe(wish) : Request.stream(wish)
    for index in 0..<count {
      let socket = try daemon.connectRaw()
      try socket.sendAll(request.encoded())
      let token = EventLoop.Token(rawValue: UInt64(index))
      try loop.watch(socket.descriptor.number, as: token, for: .reading)
      sockets[token] = (socket, MessageCounter(encoding))
    }
  }

  /// Reads all that comes within `duration`.
  @discardableResult func listen(for duration: Duration) throws -> Heard {
    let deadline = ContinuousClock.now + duration
    var heard = Heard()
    var buffer: [UInt8] = []
    while ContinuousClock.now < deadline {
      for case .readable(let token) in try loop.wait(until: deadline) {
        guard let socket = sockets[token]?.socket else { continue }
        buffer.removeAll(keepingCapacity: true)
        guard case .bytes = try socket.receive(into: &buffer, limit: 1 << 20) else { continue }
        heard.bytes += buffer.count
        heard.messages += sockets[token]!.counter.count(in: buffer.span)
      }
    }
    return heard
  }
}

extension Span<UInt8> {
  /// Without a branch, so that many bytes are compared at once.
  fileprivate func count(of byte: UInt8) -> Int {
    var count = 0
    for index in indices { count &+= self[index] == byte ? 1 : 0 }
    return count
  }
}

/// Counts the messages that end in what arrives: at a NUL, or after as many bytes as their header says.
private struct MessageCounter {
  private static let header = 40

  /// The reply before the first binary message is JSON.
  private var isText = true
  private let isBinaryLater: Bool
  /// Of a binary message: bytes of its header that are there, and its payload's length, of which the first four are.
  private var header = 0
  private var missing = 0

  init(_ encoding: StreamEncoding) { isBinaryLater = encoding == .fw1 }

  mutating func count(in bytes: Span<UInt8>) -> Int {
    // As fast as can be: what is read comes to gigabytes a second.
    if !isBinaryLater { return bytes.count(of: 0) }
    var count = 0
    var index = 0
    while index < bytes.count {
      if isText {
        if bytes[index] == 0 {
          count += 1
          isText = !isBinaryLater
        }
        index += 1
      } else if header < Self.header {
        if header < 4 { missing |= Int(bytes[index]) << (8 * header) }
        header += 1
        index += 1
      } else {
        let taken = min(missing, bytes.count - index)
        index += taken
        missing -= taken
      }
      if !isText, header == Self.header, missing == 0 {
        count += 1
        header = 0
      }
    }
    return count
  }
}
