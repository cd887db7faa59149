import LayoutRuntime
import Posix
import Wire

/// An answer that is long enough for others to notice how long it takes to be put into words: the list of 20,000 scenes
/// takes some 60 ms, a picture of 30,000 views 20. So that is done on another thread; what the peer asks next, or is to
/// be told next, waits for it.
struct LongAnswer: Sendable {
  /// In scenes, views, values, reasons or lines. By measuring: so many take a millisecond.
  static let shortest = 1_000
  /// Roughly, of a dump.
  private static let bytesOfLine = 100

  let client: EventLoop.Token
  private let answer: Answer
  private let epoch: String

  /// - Parameter epoch: of this daemon.
  /// - Returns: nil for an answer that is shorter.
  init?(_ answer: Answer, to client: EventLoop.Token, epoch: String) {
    let length =
      switch answer {
      case .scenes(let scenes): scenes.count
      case .values(let values, _): values.reduce(0) { $0 + $1.length }
      case .snapshot(let publication): publication.length
      case .explained(let explanation, _): explanation.attributes.reduce(0) { $0 + $1.because.count }
      case .dump(let text): text.utf8.count / Self.bytesOfLine
      default: 0
      }
    guard length >= Self.shortest else { return nil }
    (self.client, self.answer, self.epoch) = (client, answer, epoch)
  }

  /// The message.
  func encoded() -> [UInt8] { Wire.Reply(answer, epoch: epoch)!.encoded() }
}

extension SceneValue {
  /// A list is as long as it has records.
  fileprivate var length: Int { if case .records(let records)? = value { max(1, records.count) } else { 1 } }
}

/// An event that is as long, and everybody who gets it.
struct LongEvent: Sendable {
  let delivery: Delivery
  private let epoch: String
  private let timing: Event.Timing?
  private let isBinary: Bool

  /// - Parameters:
  ///   - epoch: of this daemon.
  ///   - timing: what its frames cost; nil: that is not told.
  ///   - isBinary: how it is told to all who get it.
  /// - Returns: nil for an event that is shorter.
  init?(_ delivery: Delivery, epoch: String, timing: Event.Timing? = nil, inBinary isBinary: Bool) {
    guard delivery.publication.length >= LongAnswer.shortest else { return nil }
    (self.delivery, self.epoch, self.timing, self.isBinary) = (delivery, epoch, timing, isBinary)
  }

  /// The message.
  func encoded() -> [UInt8] {
    var event = Event(delivery.publication, epoch: epoch)
    event.timing = timing
    return event.encoded(inBinary: isBinary, continues: true)
  }
}

extension Event {
  /// As it is told to those who follow a scene.
  ///
  /// - Parameter continues: others follow.
  func encoded(inBinary isBinary: Bool, continues: Bool) -> [UInt8] {
    isBinary ? encodedBinary() : Wire.Reply.event(self).encoded(continues: continues)
  }
}

extension Publication {
  /// In views of a picture.
  ///
  /// A delta that is as long is told by the daemon's own thread up to four times that: whoever follows what changes is
  /// not to wait for another thread for a millisecond's work.
  fileprivate var length: Int {
    switch content {
    case .snapshot(let frames, _): return frames.views.count
    case .delta(let diff, _, _):
      let parts = diff.views.count + diff.changed.count + diff.restyled.count + diff.looks.count
      return (parts + diff.set.count / Self.framesOfView) / 4
    default: return 0
    }
  }

  /// So many frames are written while a view is. By measuring.
  private static let framesOfView = 8
}
