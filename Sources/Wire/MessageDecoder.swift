/// Cuts a stream of bytes, in pieces of any size, into messages that end with a NUL byte.
///
/// Keeps the unfinished message and nothing else: a peer that is idle costs an empty array, one that stopped in the
/// middle costs the bytes it sent. Bytes are looked at once, so a message fed byte by byte costs the same as one fed
/// whole.
public struct MessageDecoder: Sendable {
  /// What can be done next.
  public enum Step: Equatable, Sendable {
    /// A whole message, without its NUL.
    case message([UInt8])
    /// Feed more bytes.
    case needsMore
    /// The message is longer than allowed. The rest of the stream cannot be understood: answer, then close.
    case tooLong(limit: Int)
  }

  /// Longest messages, in bytes, their NUL not counted.
  public struct Limits: Equatable, Sendable {
    /// Bytes of one message, its NUL not counted.
    public var message: Int
    /// For a message whose *first* member says that it is a `Load`, which may bring a whole file along, or an `Apply`,
    /// which may bring all records of a list.
    ///
    /// Telling by the first bytes means that nothing else can make us hold more than `message` bytes. Every varlink
    /// client known writes `method` first; one that does not can send up to `message`.
    public var load: Int

    public init(message: Int, load: Int) {
      self.message = message
      self.load = load
    }

    /// For a daemon reading calls: 1 MiB, and 16 MiB to load a file or to set records.
    public static let requests = Limits(message: 1 << 20, load: 16 << 20)
    /// For a client reading a daemon it trusts: a hundred thousand views with long paths are 20 MiB.
    public static let replies = Limits(message: 256 << 20, load: 256 << 20)
  }

  private let limits: Limits
  /// Bytes not handed out, from `start` on.
  private var buffer: [UInt8] = []
  /// Where the unfinished message begins.
  private var start = 0
  /// Bytes before this index hold no NUL, from `start` on.
  private var searched = 0
  /// The limit that was passed, once one was.
  private var failedAt: Int?

  public init(limits: Limits = .requests) { self.limits = limits }

  /// Bytes held.
  public var bufferedCount: Int { buffer.count - start }

  /// Adds what was read.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    guard failedAt == nil else { return }
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next message; call until it needs more. After `tooLong` it answers nothing else.
  public mutating func next() -> Step {
    if let limit = failedAt { return .tooLong(limit: limit) }
    let end = indexOfNUL()
    let count = (end ?? buffer.count) - start
    if count > limits.message, count > limits.load || !mayBeLong {
      let limit = mayBeLong ? limits.load : limits.message
      failedAt = limit
      buffer = []
      start = 0
      searched = 0
      return .tooLong(limit: limit)
    }
    guard let end else {
      compact()
      return .needsMore
    }
    let message = Array(buffer[start..<end])
    start = end + 1
    searched = start
    return .message(message)
  }

  /// Takes what has come behind the last message, which is to be read in another way.
  public mutating func takeRest() -> [UInt8] {
    defer { self = MessageDecoder(limits: limits) }
    return Array(buffer[start...])
  }

  private mutating func indexOfNUL() -> Int? {
    let from = searched
    searched = buffer.count
    let bytes = buffer.span
    for index in from..<bytes.count where bytes[index] == 0 { return index }
    return nil
  }

  /// Forgets what was handed out; gives back memory that a long message needed.
  private mutating func compact() {
    guard start > 0 else { return }
    let rest = buffer.count - start
    if buffer.capacity > Self.keptCapacity {
      buffer = Array(buffer[start...])
    } else {
      buffer.removeSubrange(..<start)
    }
    start = 0
    searched = rest
  }

  /// What a connection may keep between messages: enough for any command but large `Apply`s, by feel.
  private static let keptCapacity = 4096

  /// Whether the unfinished message begins with `{"method":"io.framewire.v1.Load"` or `Apply`, white space aside.
  private var mayBeLong: Bool {
    var index = start
    for part in ["{", "\"method\"", ":"] {
      while index < buffer.count, [0x20, 0x0A, 0x0D, 0x09].contains(buffer[index]) { index += 1 }
      guard buffer[index...].starts(with: part.utf8) else { return false }
      index += part.utf8.count
    }
    while index < buffer.count, [0x20, 0x0A, 0x0D, 0x09].contains(buffer[index]) { index += 1 }
    return [Method.load, .apply].contains { buffer[index...].starts(with: "\"\($0.rawValue)\"".utf8) }
  }
}
