import Fuzzing
import JSONText
import TestSupport
import Testing

@testable import Wire

/// Bytes from a hostile or broken peer: whatever arrives is understood or refused, in bounded time.
@Suite("Broken bytes") struct MutationTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `mutated calls and replies are understood or refused`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let messages = Sample.requests.map { $0.encoded() } + Sample.replies.map { $0.reply.encoded() }
    for _ in 0..<200 {
      let bytes = Mutation.mutated(messages.randomElement(using: &random) ?? [], upTo: 4, using: &random)
      #expect(WireLaws.findings(in: bytes) == [], "seed \(seed)")
    }
  }

  @Test func `every prefix of a call is refused as unfinished`() {
    for request in Sample.requests {
      let message = request.encoded().dropLast()
      for length in 0..<message.count {
        let error = #expect(throws: MalformedCall.self) { try Call(decoding: Array(message.prefix(length))) }
        #expect(error?.reply == .invalidParameter("not JSON: the text ends in the middle of a value at byte \(length)"))
      }
    }
  }
}
