import Foundation
import Testing

/// That public declarations say what their signatures cannot, read from the sources themselves.
@Suite("Documentation of public declarations") struct DocumentationTests {
  @Test func `every public declaration has a doc comment`() throws {
    var missing: [String: [String]] = [:]
    for file in try SourceTree.swiftFiles(below: "Sources") {
      let target = String(file.path.split(separator: "/")[1])
      missing[target, default: []] += PublicDeclaration.all(in: file.lines).filter { !$0.isDocumented }.map {
        "\(file.path):\($0.line): \($0.text)"
      }
    }
    try #require(missing.count > 10)

    for places in missing.values { #expect(places.isEmpty, "\(places.joined(separator: "\n"))") }
  }

  @Test func `what needs a comment is told from what says all by itself`() {
    func missing(_ text: String) -> [String] {
      PublicDeclaration.all(in: text.components(separatedBy: "\n")).filter { !$0.isDocumented }.map(\.text)
    }

    #expect(missing("public var a: Int") == ["public var a: Int"])
    #expect(missing("/// Points.\n@inlinable public static func a() {}") == [])
    #expect(missing("/// Points.\n@discardableResult\n@inlinable\npublic func a() {}") == [])
    #expect(missing("/// Points.\n@available(*, unavailable, message: \"write (8)\")\npublic func a() {}") == [])
    #expect(missing("@inlinable public var a: Int\n@inlinable public var b: Int").count == 2)
    #expect(missing("// Points.\npublic let a = 1").count == 1)
    #expect(
      missing("public import Frames\npublic extension Int {}\ninternal var a = 1\nvar b = \"public let c\"") == [])
    #expect(missing("public private(set) var a = 1") == ["public private(set) var a = 1"])
    // What the language's own protocols ask for, and initialisers that only store.
    #expect(missing("public static func == (left: A, right: A) -> Bool { true }\npublic var description: String") == [])
    #expect(
      missing("  public init(a: Int) { self.a = a }\n  public init(rawValue: Int) { self.rawValue = rawValue }") == [])
    #expect(
      missing("  public init(\n    a: Int, b: Int\n  ) {\n    self.a = a\n    self.b = b\n  }\n  public init() {}")
        == [])
    #expect(missing("  public init(a: Int) { self.a = a + 1 }").count == 1)
    #expect(
      missing("public static func >= (a: A, b: B) -> C { C() }\npublic static func + (a: A, b: B) -> C { C() }") == [])
    #expect(missing("public static func ~ (a: A, b: B) -> C { C() }").count == 1)
    // What nobody may use says itself what to use.
    #expect(missing("public func a() { fatalError() }") == [])
    #expect(missing("@available(*, unavailable, renamed: \"b\") public var a: Int { b }") == [])
    #expect(missing("@available(*, deprecated, message: \"write b\")\npublic func a() {}") == [])
    #expect(missing("@available(*, deprecated)\npublic func a() {}").count == 1)
    #expect(missing("  public init(a: Int) {\n    self.a = a\n    start()\n  }").count == 1)
  }
}

/// A line of a source file that makes something public.
struct PublicDeclaration {
  /// From 1.
  let line: Int
  let text: String
  /// Whether a doc comment stands above it, or there is nothing to say that is not said elsewhere.
  let isDocumented: Bool

  static func all(in lines: [String]) -> [PublicDeclaration] {
    lines.indices.compactMap { index in
      guard lines[index].contains("public ") else { return nil }
      let text = lines[index].trimmingCharacters(in: .whitespaces)
      guard let match = text.firstMatch(of: declaration) else { return nil }
      let isKnown = match.rest.prefixMatch(of: witness) != nil
      let isStoring = match.keyword == "init" && onlyStores(lines[index...])
      return PublicDeclaration(
        line: index + 1, text: text,
        isDocumented: isKnown || isStoring || refusesUse(text) || hasComment(above: index, in: lines))
    }
  }

  private static var declaration: Regex<(Substring, keyword: Substring, rest: Substring)> {
    /^(?:@\w+(?:\([^)]*\))?\s+)*public (?:[a-z]+(?:\(set\))? )*?(?<keyword>class|struct|enum|protocol|func|var|let|init|subscript|typealias|associatedtype)\b(?<rest>.*)/
  }

  /// Members that protocols of the standard library ask for, and its operators: their meaning is written there.
  private static var witness: Regex<Substring> {
    /\s*(?:description\b|==|[<>]=?|[-+*\/] ?\(|hash\(|next\(|rawValue\b|\(rawValue:|\((?:nil|boolean|integer|float|string|array|dictionary)Literal\b)/
  }

  private static func hasComment(above index: Int, in lines: [String]) -> Bool {
    var above = index - 1
    while above >= 0, lines[above].wholeMatch(of: /\s*(?:@\w+(?:\(.*\))?\s*)+/) != nil {
      if refusesUse(lines[above]) { return true }
      above -= 1
    }
    return above >= 0 && lines[above].wholeMatch(of: /\s*\/\/\/.*/) != nil
  }

  /// Whether what stands on a line says to the compiler what is to be used instead, or can only end the program.
  private static func refusesUse(_ line: String) -> Bool {
    line.contains(/@available\(\*, (?:unavailable|deprecated), (?:message|renamed): "|\{ fatalError\(\) \}$/)
  }

  /// Whether an initialiser hands each argument to the property of the same name, which has a comment, and does no
  /// more.
  private static func onlyStores(_ lines: ArraySlice<String>) -> Bool {
    let indentation = lines.first?.prefix { $0 == " " } ?? ""
    let end =
      lines.dropFirst().firstIndex { $0 == indentation + "}" || $0.hasPrefix(indentation + "public") } ?? lines.endIndex
    let isOneLine = lines.first?.hasSuffix("}") == true
    let text = isOneLine ? lines.first ?? "" : lines[..<end].joined(separator: "\n")
    guard let brace = text.firstIndex(of: "{") else { return false }
    let body = text[text.index(after: brace)...].split(whereSeparator: { "\n}".contains($0) })
    return body.map { $0.trimmingCharacters(in: .whitespaces) }.allSatisfy { line in
      line.isEmpty || line.wholeMatch(of: /(?:self\.)?(\w+) = \1/) != nil
    }
  }
}
