/// A message of a connection that streams in binary: what `Stream` with the encoding `fw1` leads to.
///
/// A header of 40 bytes, then a payload. `Documentation/protocol.md` has both as tables.
public struct BinaryMessage: Equatable, Sendable {
  /// The word for it in `Stream`.
  public static let encoding = "fw1"

  /// What a payload is. A number that is none of these is passed over.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// Sections: all views.
    case snapshot = 0x01
    /// Sections: what leads from one revision to another.
    case delta = 0x02
    /// Any other event, as JSON.
    case note = 0x03
    /// What a ping had.
    case pong = 0x04
    /// A number of snapshots and deltas that may be sent.
    case credit = 0x81
    /// Another filter, as JSON.
    case filter = 0x82
    /// Anything, to be sent back.
    case ping = 0x83
  }

  /// As it came; nil for one that this version does not know.
  public var kind: Kind?
  /// Of an event: whether nothing moves any more.
  public var isSettled = false
  /// Of a snapshot: whether what the client had cannot be continued.
  public var isReset = false
  /// Of an event; 0 in what a client sends, like the others.
  public var rev: UInt64 = 0
  /// Of a delta: where it starts from.
  public var base: UInt64 = 0
  /// Of an event.
  public var layoutRev: UInt64 = 0
  /// Of an event: milliseconds since the daemon started.
  public var time = 0.0
  /// What the kind says.
  public var payload: [UInt8]

  /// A message that says nothing but its payload.
  public init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// - Parameter header: of 40 bytes.
  fileprivate init(_ header: [UInt8], payload: [UInt8]) throws(MalformedBinary) {
    var reader = BinaryReader(header)
    _ = try reader.integer("length", as: UInt32.self)
    kind = Kind(rawValue: try reader.integer("type"))
    let flags: UInt8 = try reader.integer("flags")
    (isSettled, isReset) = (flags & Flag.settled != 0, flags & Flag.reset != 0)
    _ = try reader.integer("room", as: UInt16.self)
    rev = try reader.integer("rev")
    base = try reader.integer("base")
    layoutRev = try reader.integer("layoutRev")
    time = try reader.number("time")
    self.payload = payload
  }

  private enum Flag {
    static let settled: UInt8 = 1
    static let reset: UInt8 = 2
  }

  /// The message as it is sent.
  public func encoded() -> [UInt8] {
    var writer = begun(expecting: payload.count)
    writer.append(contentsOf: payload)
    return Self.finished(writer)
  }

  /// Its header, with room for a payload of about so many bytes behind it.
  func begun(expecting length: Int) -> BinaryWriter {
    var writer = BinaryWriter(capacity: BinaryLayout.header + length)
    writer.append(UInt32(0))
    writer.append(kind?.rawValue ?? 0)
    writer.append((isSettled ? Flag.settled : 0) | (isReset ? Flag.reset : 0))
    writer.append(UInt16(0))
    writer.append(rev)
    writer.append(base)
    writer.append(layoutRev)
    writer.append(time)
    return writer
  }

  /// The bytes of a message that is written down, with its length in them.
  static func finished(_ writer: BinaryWriter) -> [UInt8] {
    var writer = writer
    writer.put(UInt32(clamping: writer.bytes.count - BinaryLayout.header), at: 0)
    return writer.bytes
  }
}

/// Cuts a stream of bytes, in pieces of any size, into messages.
public struct BinaryDecoder: Sendable {
  /// What can be done next.
  public enum Step: Equatable, Sendable {
    case message(BinaryMessage)
    /// Feed more bytes.
    case needsMore
    /// The message is longer than allowed, or none. The rest cannot be understood: close.
    case malformed(MalformedBinary)
  }

  /// Of what a client says, in bytes: a filter is the longest.
  public static let longestWish = 32 << 10
  /// Of what a daemon says: as of JSON.
  public static let longestEvent = MessageDecoder.Limits.replies.message

  private let limit: Int
  private var buffer: [UInt8]
  /// Where the unfinished message begins.
  private var start = 0
  private var failure: MalformedBinary?

  /// - Parameters:
  ///   - limit: of payloads, in bytes.
  ///   - bytes: what has come already.
  public init(limit: Int, _ bytes: [UInt8] = []) {
    self.limit = limit
    buffer = bytes
  }

  /// Bytes held.
  public var bufferedCount: Int { buffer.count - start }

  /// Adds what was read.
  public mutating func append(_ bytes: some Collection<UInt8>) {
    if failure == nil { buffer.append(contentsOf: bytes) }
  }

  /// Takes the next message; call until it needs more. After `malformed` it answers nothing else.
  public mutating func next() -> Step {
    if let failure { return .malformed(failure) }
    do throws(MalformedBinary) {
      if let message = try cut() { return .message(message) }
      if start > 0 {
        buffer = Array(buffer[start...])
        start = 0
      }
      return .needsMore
    } catch {
      failure = error
      (buffer, start) = ([], 0)
      return .malformed(error)
    }
  }

  private mutating func cut() throws(MalformedBinary) -> BinaryMessage? {
    guard bufferedCount >= BinaryLayout.header else { return nil }
    let header = Array(buffer[start..<start + BinaryLayout.header])
    var reader = BinaryReader(header)
    let length = Int(try reader.integer("length", as: UInt32.self))
    guard length <= limit else { throw MalformedBinary("a message of \(length) bytes") }
    let end = start + BinaryLayout.header + length
    guard end <= buffer.count else { return nil }
    let payload = Array(buffer[start + BinaryLayout.header..<end])
    start = end
    return try BinaryMessage(header, payload: payload)
  }
}
