import TestSupport
import Testing

@testable import Wire

/// `Documentation/protocol.md` is written by hand; whatever it leaves out is found here.
@Suite("The page about the protocol") struct ProtocolPageTests {
  private static let page = String(
    decoding: FixtureFolder("../../Documentation").bytes(of: "protocol.md"), as: UTF8.self)
  private let words = Set(page.split { !$0.isLetter && !$0.isNumber }.map(String.init))

  @Test(arguments: Event.Kind.known.map(\.name)) func `each kind of event has its row`(kind: String) {
    #expect(Self.page.contains("\n| `\(kind)` |"))
  }

  @Test(arguments: ["Event", "Look", "Line", "Restyle", "Move"]) func `each member is named`(type: String) throws {
    let text = InterfaceDescription.framewire
    let start = try #require(text.range(of: "type \(type) ("))
    var depth = 1
    let members = text[start.upperBound...].prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
    let names = members.split { !$0.isLetter && $0 != ":" }.filter { $0.hasSuffix(":") }.map { String($0.dropLast()) }
    #expect(names.count > 2)
    #expect(names.filter { !words.contains($0) } == [])
  }

  @Test func `one event of each kind is shown, as it is sent`() throws {
    let section = try #require(Self.page.ranges(of: "### One of each kind").first)
    let end = try #require(Self.page[section.upperBound...].ranges(of: "\n## ").first)
    let shown = Self.page[section.upperBound..<end.lowerBound].split(separator: "\n").filter { $0.hasPrefix("← ") }
    let call = Request.subscribe(Request.Subscribe(scene: "door")).encoded().dropLast()
    let lines = ["→ " + String(decoding: call, as: UTF8.self)] + shown.map(String.init)

    #expect(try Conversation(name: "protocol.md", lines: lines).rewritten() == lines)
    let kinds = Event.Kind.known.map(\.name)
    #expect(kinds.filter { kind in !shown.contains { $0.contains("\"event\":{\"kind\":\"\(kind)\"") } } == [])
  }

  @Test func `each error is named`() {
    let lines = InterfaceDescription.interfaces.flatMap {
      InterfaceDescription.text(of: $0)!.split(separator: "\n")
    }
    let errors = lines.filter { $0.hasPrefix("error ") }.map { String($0.dropFirst(6).prefix { $0.isLetter }) }
    #expect(errors.count > 10)
    #expect(errors.filter { !words.contains($0) } == [])
  }
}
