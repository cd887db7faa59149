import TestSupport
import Testing

@testable import Wire

/// Conversations as they go over the socket, one message a line, `→` from the client and `←` from the daemon, as in
/// the description of the protocol. `#` begins a comment.
///
/// The files are golden: each message is read into its typed value and must be written again as the same bytes.
struct Conversation: Sendable, CustomTestStringConvertible {
  var name: String
  var lines: [String]

  var testDescription: String { name }

  private static let folder = FixtureFolder("Fixtures")

  static let all = folder.names(ending: ".txt").map { name in
    let text = String(decoding: folder.bytes(of: name), as: UTF8.self)
    return Conversation(
      name: name, lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  var path: String { Self.folder.path(of: name) }

  /// The lines with each message as we write it.
  func rewritten() throws -> [String] {
    var method: Method?
    return try lines.map { line in
      let message = Array(line.dropFirst(2).utf8)
      if line.hasPrefix("→ ") {
        let request = try Request(Call(decoding: message))
        method = request.method
        return "→ " + text(request.encoded())
      }
      guard line.hasPrefix("← ") else { return line }
      let response = try Response(decoding: message)
      switch try response.outcome(of: #require(method)) {
      case .success(let reply): return "← " + text(reply.encoded(continues: response.continues))
      case .failure(let error): return "← " + text(error.encoded())
      }
    }
  }

  private func text(_ message: [UInt8]) -> String {
    precondition(message.last == 0, "a message ends with NUL")
    return String(decoding: message.dropLast(), as: UTF8.self)
  }
}

@Suite("Conversations") struct ConversationTests {
  @Test func `there are conversations, and together they use every method that is served`() throws {
    let methods = Conversation.all.flatMap(\.lines).filter { $0.hasPrefix("→ ") }.compactMap { line in
      try? Request(Call(decoding: Array(line.dropFirst(2).utf8))).method
    }

    #expect(Set(methods) == Set(Method.allCases))
  }

  @Test(arguments: Conversation.all) func `each message is read and written as the same bytes`(
    _ conversation: Conversation
  ) throws {
    let rewritten = try conversation.rewritten().joined(separator: "\n")

    #expect(Golden.difference(of: rewritten, from: conversation.path) == nil)
  }
}
