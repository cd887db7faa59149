import TestSupport
import Testing

@testable import Wire

/// Bytes from a hostile or broken peer: whatever arrives is understood or refused, in bounded time.
@Suite("Broken bytes") struct MutationTests {
  static let interesting: [UInt8] = Array("\"\\{}[],:-.eE019ntfu\0\n ".utf8) + [0x80, 0xC3, 0xED, 0xFF]

  static func mutate(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[index] = interesting.randomElement(using: &random)!
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.insert(interesting.randomElement(using: &random)!, at: index)
      case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...8, using: &random)))
      default:
        let other = Int.random(in: 0..<bytes.count, using: &random)
        bytes.insert(contentsOf: bytes[min(index, other)..<max(index, other)].prefix(64), at: index)
      }
    }
    return bytes
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `mutated calls are understood or refused`(_ seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bytes = Self.mutate(Sample.requests.randomElement(using: &random)!.encoded(), using: &random)
      var decoder = MessageDecoder()
      decoder.append(bytes)
      var handedOut = 0
      while case .message(let message) = decoder.next() {
        handedOut += message.count + 1
        guard let call = try? Call(decoding: message), let request = try? Request(call) else { continue }
        // What was understood has one meaning: writing it and reading it again changes nothing.
        if case .notServed = request { continue }
        #expect(try Request(Call(decoding: request.encoded().dropLast())) == request, "seed \(seed)")
      }
      #expect(handedOut + decoder.bufferedCount == bytes.count, "seed \(seed)")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `mutated replies are understood or refused`(_ seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let (method, reply) = Sample.replies.randomElement(using: &random)!
      let bytes = Self.mutate(reply.encoded().dropLast(), using: &random)
      guard let response = try? Response(decoding: bytes), let outcome = try? response.outcome(of: method),
        case .success(let understood) = outcome
      else { continue }

      #expect(
        try Response(decoding: understood.encoded().dropLast()).outcome(of: method) == .success(understood),
        "seed \(seed)")
    }
  }

  @Test func `every prefix of a call is refused as unfinished`() {
    for request in Sample.requests {
      let message = request.encoded().dropLast()
      for length in 0..<message.count {
        #expect(throws: MalformedCall.syntax(JSONSyntaxError(.unexpectedEnd, at: length))) {
          try Call(decoding: Array(message.prefix(length)))
        }
      }
    }
  }
}
