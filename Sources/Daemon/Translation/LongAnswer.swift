import LayoutRuntime
import Posix
import Wire

/// An answer that is long enough for others to notice how long it takes to be put into words: the list of 20,000 scenes
/// takes some 60 ms. So that is done on another thread; what the peer asks next waits for it.
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
      case .snapshot(let publication):
        if case .snapshot(let frames, _) = publication.content { frames.views.count } else { 0 }
      default: 0
      }
    guard length >= Self.shortest else { return nil }
    (self.client, self.answer, self.epoch) = (client, answer, epoch)
  }

  /// The message.
  func encoded() -> [UInt8] { Wire.Reply(answer, epoch: epoch)!.encoded() }
}
