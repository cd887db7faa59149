import Foundation
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

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  static let all: [Conversation] = {
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }.compactMap { file in
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      return Conversation(name: file.lastPathComponent, lines: lines)
    }
  }()

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

    #expect(Set(methods) == Set(Method.allCases.filter(\.isServed)))
  }

  @Test(arguments: Conversation.all) func `each message is read and written as the same bytes`(
    _ conversation: Conversation
  ) throws {
    let rewritten = try conversation.rewritten()
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try rewritten.joined(separator: "\n").write(
        to: Conversation.folder.appending(path: conversation.name), atomically: true, encoding: .utf8)
    }

    #expect(rewritten == conversation.lines)
  }
}
