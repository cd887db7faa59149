import Foundation
import Testing

/// `Documentation/limits.md` is the list of limits; here it is compared with the constants in the code.
@Suite("The list of limits") struct LimitTests {
  @Test func `every limit in the code has a row, with its value`() throws {
    let rows = try Self.rows()
    let constants = try Self.constants()
    try #require(constants.count > 30)

    for constant in constants.sorted(by: { $0.key < $1.key }) {
      let row = rows[constant.key]
      #expect(row != nil, "Documentation/limits.md has no row for \(constant.key), which is \(constant.value)")
      if let row { #expect(row == constant.value, "Documentation/limits.md has another value for \(constant.key)") }
    }
  }

  @Test func `every row is of a limit that is there`() throws {
    let constants = try Self.constants()
    for name in try Self.rows().keys.sorted() {
      #expect(constants[name] != nil, "Documentation/limits.md has \(name), which is no limit in the code")
    }
  }

  @Test func `options that a row names are those of serve`() throws {
    let serve = try SourceTree.contents(of: "Sources/Commands/Verbs/Serve.swift")
    let page = try SourceTree.contents(of: "Documentation/limits.md")
    for option in Set(page.matches(of: /`--([a-z-]+)`/).map { String($0.1) }) {
      #expect(serve.contains("name: \"\(option)\"") || option == "follow-links", "there is no --\(option)")
    }
  }

  @Test func `values are compared by what they say`() {
    #expect(Self.value(inCode: "16 << 20") == Self.value(inWords: "16 MB"))
    #expect(Self.value(inCode: "200_000") == Self.value(inWords: "200,000"))
    #expect(Self.value(inCode: "Duration.milliseconds(250)") == Self.value(inWords: "250 ms"))
    #expect(Self.value(inCode: ".seconds(60)") == Self.value(inWords: "60 s"))
    #expect(Self.value(inCode: "1e6") == Self.value(inWords: "1,000,000"))
    #expect(Self.value(inCode: "4096") != Self.value(inWords: "4,096 KB"))
    #expect(Self.value(inCode: "100") != Self.value(inWords: "100 ms"))
    #expect(Self.value(inCode: "count / 2") == nil)
    #expect(Self.value(inWords: "some") == nil)
    let text = [
      "struct Limits {", "  public var a = 5", "  static let b = Limits(c: 1 << 10, d: 2)", "  init(e: Int = 7) {", "}",
      "var f = 9",
      "  private static let mostViews = 3", "static let other = 4", "  let limit = 8",
    ]
    #expect(Self.constants(in: text) == ["a": "5", "b.c": "1024", "b.d": "2", "e": "7", "mostViews": "3"])
  }

  // MARK: The page

  /// By constant, as in `Posix/FileSystem.swift longestFile`: the value. Rows that name a constant, that is: those
  /// whose last cell is a file and a name in backticks.
  static func rows() throws -> [String: String] {
    var rows: [String: String] = [:]
    for line in try SourceTree.contents(of: "Documentation/limits.md").components(separatedBy: "\n") {
      guard let match = line.wholeMatch(of: /\|[^|]*\|([^|]*)\|.*\| `([\w\/+]+\.swift)` `([\w.]+)` \|/) else {
        continue
      }
      let words = match.1.trimmingCharacters(in: .whitespaces)
      let name = "\(match.2) \(match.3)"
      #expect(rows[name] == nil, "Documentation/limits.md has \(name) twice")
      rows[name] = value(inWords: words) ?? "unreadable: \(words)"
    }
    return rows
  }

  static func value(inWords words: String) -> String? {
    guard let match = words.wholeMatch(of: /(\d[\d,]*(?:\.\d+)?)(?: (KB|MB|ms|s|bytes|a second))?/),
      let number = Double(match.1.replacing(",", with: ""))
    else { return nil }
    return switch match.2 {
    case "KB": text(number * 1024)
    case "MB": text(number * 1_048_576)
    case "ms": text(number) + " ms"
    case "s": text(number * 1000) + " ms"
    default: text(number)
    }
    func text(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
  }

  // MARK: The code

  /// What a name of a limit is like.
  private static var limitName: Regex<Substring> {
    /(?:most|longest|largest|deepest|max)(?:[A-Z]\w*)?|\w*[lL]imit|\w*[bB]udget|capacity/
  }

  static func constants() throws -> [String: String] {
    var constants: [String: String] = [:]
    for file in try SourceTree.swiftFiles(below: "Sources") {
      // What benchmarks and their workloads try out is nobody's limit.
      if ["Sources/Benchmarks/", "Sources/SolverWorkloads/"].contains(where: file.path.hasPrefix) { continue }
      for (name, value) in Self.constants(in: file.lines) {
        constants["\(file.path.dropFirst("Sources/".count)) \(name)"] = value
      }
    }
    return constants
  }

  /// Static constants and public properties that are named like a limit, and whatever has a value in a type that is
  /// called `…Limits`.
  static func constants(in lines: [String]) -> [String: String] {
    var constants: [String: String] = [:]
    var end: String?
    for line in lines {
      if let match = line.firstMatch(of: /^(\s*)(?:\w+ )*(?:struct|enum) \w*Limits?\b.*\{$/) { end = "\(match.1)}" }
      if line == end { end = nil }
      guard let match = line.wholeMatch(of: /\s*((?:\w+ )*)(?:let|var) (\w+)(?:: [\w.]+)? = (.*?)(?: \{.*)?/) else {
        for match in line.matches(of: /(\w+): Int = (\d\w*)/) where end != nil {
          constants[String(match.1)] = value(inCode: String(match.2))
        }
        continue
      }
      let (name, code) = (String(match.2), String(match.3))
      let words = match.1.split(separator: " ")
      let isStatic = words.contains("static")
      guard
        end != nil || (isStatic || words.contains("public")) && name.wholeMatch(of: limitName) != nil
          || code.contains("Limits(")
      else {
        continue
      }
      if let value = value(inCode: code) { constants[name] = value }
      for part in code.matches(of: /(\w+): ([^,)]+)/) where code.contains("Limits(") && isStatic {
        if let value = value(inCode: String(part.2)) { constants["\(name).\(part.1)"] = value }
      }
    }
    return constants
  }

  static func value(inCode text: String) -> String? {
    if let match = text.wholeMatch(of: /(?:Duration)?\.(seconds|milliseconds)\(([\d_.]+)\)/) {
      guard let number = Double(match.2.replacing("_", with: "")) else { return nil }
      return "\(Int(number * (match.1 == "seconds" ? 1000 : 1))) ms"
    }
    if let match = text.wholeMatch(of: /(\d+) << (\d+)/), let number = Int(match.1), let places = Int(match.2) {
      return "\(number << places)"
    }
    guard let number = Double(text.replacing("_", with: "")) else { return nil }
    return number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
