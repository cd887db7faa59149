import LayoutRuntime
import Posix
import Wire

/// An answer that is long enough for others to notice how long it takes to be put into words: the list of 20,000 scenes
/// takes some 60 ms, a picture of 30,000 views 20. So that is done on another thread; what the peer asks next, or is to be
/// told next, waits for it.
struct LongAnswer: Sendable {
  /// In scenes, views or values. By measuring: so many take a millisecond.
  static let shortest = 1_000

  let client: EventLoop.Token
  private let answer: Answer
  private let epoch: String

  /// - Parameter epoch: of this daemon.
  /// - Returns: nil for an answer that is shorter.
  init?(_ answer: Answer, to client: EventLoop.Token, epoch: String) {
    let length =
      switch answer {
      case .scenes(let scenes): scenes.count
      case .values(let values, _): values.count
      case .snapshot(let publication): publication.length
      default: 0
      }
    guard length >= Self.shortest else { return nil }
    (self.client, self.answer, self.epoch) = (client, answer, epoch)
  }

  /// The message.
  func encoded() -> [UInt8] { Wire.Reply(answer, epoch: epoch)!.encoded() }
}

/// An event that is as long, and everybody who gets it.
struct LongEvent: Sendable {
  let delivery: Delivery
  private let epoch: String
  private let isBinary: Bool

  /// - Parameters:
  ///   - epoch: of this daemon.
  ///   - isBinary: how it is told to all who get it.
  /// - Returns: nil for an event that is shorter.
  init?(_ delivery: Delivery, epoch: String, inBinary isBinary: Bool) {
    guard delivery.publication.length >= LongAnswer.shortest else { return nil }
    (self.delivery, self.epoch, self.isBinary) = (delivery, epoch, isBinary)
  }

  /// The message.
  func encoded() -> [UInt8] { Event(delivery.publication, epoch: epoch).encoded(inBinary: isBinary, continues: true) }
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
  /// In views; of what tells of changes alone 0.
  fileprivate var length: Int { if case .snapshot(let frames, _) = content { frames.views.count } else { 0 } }
}
