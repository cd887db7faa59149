import Daemon
import JSONText
import LayoutRuntime
import Wire

/// Whatever a peer sends is cut into the same messages however it arrives, and each is understood or refused. What was
/// understood has one meaning: written and read again it is the same; and the runtime can be asked for it.
public enum WireLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    var found: [String] = []
    let messages = decoded(bytes, inPiecesOf: max(1, bytes.count))
    if messages != decoded(bytes, inPiecesOf: 1) || messages != decoded(bytes, inPiecesOf: 7) {
      found.append("other messages in other pieces")
    }
    // Conversations in files have a message a line, with an arrow before it.
    for line in bytes.split(separator: 0x0A) {
      let message = Array(line.drop { $0 != UInt8(ascii: "{") })
      found += self.findings(inMessage: message)
    }
    for message in messages { found += self.findings(inMessage: message) }
    return found
  }

  /// What a decoder hands out, the rest at the end.
  private static func decoded(_ bytes: [UInt8], inPiecesOf count: Int) -> [[UInt8]] {
    var decoder = MessageDecoder(limits: MessageDecoder.Limits(message: 4096, load: 8192))
    var messages: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: count) {
      decoder.append(bytes[start..<min(bytes.count, start + count)])
      step: while true {
        switch decoder.next() {
        case .message(let message): messages.append(message)
        case .needsMore: break step
        case .tooLong: return messages + [Array("too long".utf8)]
        }
      }
    }
    return messages
  }

  private static func findings(inMessage message: [UInt8]) -> [String] {
    guard let json = try? JSON(parsing: message) else {
      return (try? Call(decoding: message)) == nil ? [] : ["a call that is no JSON"]
    }
    var found: [String] = []
    if (try? JSON(parsing: Array(json.text.utf8))) != json { found.append("JSON written and read again is other JSON") }
    if let call = try? Call(decoding: message), let request = try? Request(call) {
      // Whatever was understood can be passed on or refused; no number in it is one too large for that.
      _ = try? Demand(request, subscriber: SubscriberID(1))
      if (try? Request(Call(decoding: request.encoded().dropLast()))) != request {
        found.append("a request written and read again is another one: \(request)")
      }
    }
    guard let response = try? Response(decoding: message) else { return found }
    for method in Method.allCases {
      guard let outcome = try? response.outcome(of: method), case .success(let reply) = outcome else { continue }
      if (try? Response(decoding: reply.encoded().dropLast()).outcome(of: method)) != .success(reply) {
        found.append("a reply written and read again is another one: \(reply)")
      }
    }
    return found
  }
}
