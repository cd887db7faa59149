import LayoutRuntime

/// An event on its way to its subscribers, and how far that is.
///
/// Thousands may follow a scene, and a system call for each of them is tens of milliseconds. So a round of the loop
/// sends so much, looks at everybody else, and goes on: whoever asks something meanwhile is answered. Events go out one
/// after the other, so each subscriber gets them in their order; and nothing more is asked of the runtime before all
/// are out, so what is new meanwhile comes as one message, or several in one piece, as usual.
struct Sending {
  let message: OutgoingMessage
  let delivery: Delivery
  /// Whether nothing comes after it.
  let isLast: Bool
  /// Whether it counts in `Stream.awaitedEvents` of those to whom it has not been sent.
  var isAwaited: Bool
  /// The next of `recipients`.
  private var next = 0
  /// Those who are told first, then those who are told late.
  private var recipients: [SubscriberID]
  private var late: [SubscriberID] = []

  init(_ message: OutgoingMessage, of delivery: Delivery, isLast: Bool = false, isAwaited: Bool = false) {
    self.message = message
    self.delivery = delivery
    recipients = delivery.recipients
    self.isLast = isLast
    self.isAwaited = isAwaited
  }

  var isDone: Bool { next == recipients.count && late.isEmpty }

  /// Those to whom it has not been sent.
  var rest: [SubscriberID] { recipients[next...] + late }

  /// Whether everybody was tried who does not come late.
  private(set) var isForLate = false

  /// The next one to send it to, as far as the allowance goes.
  mutating func takeNext(spending allowance: inout SendAllowance) -> SubscriberID? {
    if next == recipients.count, !late.isEmpty {
      (recipients, late, next) = (late, [], 0)
      isForLate = true
    }
    guard next < recipients.count, allowance.spend(message.bytes.count) else { return nil }
    next += 1
    return recipients[next - 1]
  }

  /// Leaves the one who was taken last until all others are told, who wait no longer for it.
  mutating func tellLate(returning allowance: inout SendAllowance) {
    late.append(recipients[next - 1])
    allowance.takeBack(message.bytes.count)
  }
}

/// What a round of the loop sends.
struct SendAllowance {
  /// Messages of a round, each with as many bytes as cost as much to copy as to call the kernel: about a millisecond.
  /// By measuring.
  static let round = 256
  static let bytesOfMessage = 16_384

  /// Nil: no bound.
  private var left: Int?

  init(_ messages: Int?) { left = messages }

  var isSpent: Bool { left.map { $0 <= 0 } ?? false }

  /// - Returns: false when there is nothing left to spend; one message is sent whole, however long.
  mutating func spend(_ bytes: Int) -> Bool {
    guard let left else { return true }
    if left <= 0 { return false }
    self.left = left - Self.cost(bytes)
    return true
  }

  /// What was spent on a message that is not sent.
  mutating func takeBack(_ bytes: Int) { if let left { self.left = left + Self.cost(bytes) } }

  private static func cost(_ bytes: Int) -> Int { 1 + bytes / bytesOfMessage }
}
