import Wire

/// Whatever a peer sends on a stream in binary is cut into the same messages however it arrives, and each is understood
/// or refused. What was understood has one meaning: written and read again it is the same.
public enum StreamLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    var found: [String] = []
    let steps = decoded(bytes, inPiecesOf: max(1, bytes.count))
    if steps != decoded(bytes, inPiecesOf: 1) || steps != decoded(bytes, inPiecesOf: 41) {
      found.append("other messages in other pieces")
    }
    for case .message(let message) in steps {
      if let event = try? Event(message, epoch: "k3f9"), reread(event) != event {
        found.append("an event written and read again is another one: \(event)")
      }
      if let wish = try? StreamWish(message), reread(wish) != wish {
        found.append("a wish written and read again is another one: \(wish)")
      }
    }
    return found
  }

  private static func reread(_ event: Event) -> Event? {
    guard case .message(let message)? = decoded(event.encodedBinary(), inPiecesOf: 1 << 20).first else { return nil }
    return try? Event(message, epoch: event.instant.epoch)
  }

  private static func reread(_ wish: StreamWish) -> StreamWish? {
    guard case .message(let message)? = decoded(wish.encoded(), inPiecesOf: 1 << 20).first else { return nil }
    return try? StreamWish(message)
  }

  /// What a decoder hands out.
  private static func decoded(_ bytes: [UInt8], inPiecesOf count: Int) -> [BinaryDecoder.Step] {
    var decoder = BinaryDecoder(limit: 1 << 20)
    var steps: [BinaryDecoder.Step] = []
    for start in stride(from: 0, to: bytes.count, by: count) {
      decoder.append(bytes[start..<min(bytes.count, start + count)])
      step: while true {
        switch decoder.next() {
        case .message(let message): steps.append(.message(message))
        case .needsMore: break step
        case .malformed(let error): return steps + [.malformed(error)]
        }
      }
    }
    return steps
  }
}
