import Foundation
import Fuzzing
import JSONText
import TestSupport
import Testing

@testable import LayoutSyntax

@Suite("Layouts as JSON") struct ProjectionTests {
  static let correct = Corpus.documents.filter { document in
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))
    return tree.diagnostics.isEmpty && tree.json == nil
  }

  @Test(arguments: Fixture.all(in: "samples"))
  func `a layout is the JSON beside it`(_ fixture: Fixture) throws {
    let json = try #require(parse(fixture.source).projected())

    #expect(fixture.difference(of: json, from: ".json") == nil)
  }

  @Test(arguments: correct)
  func `there and back again it is the same layout, and the same JSON`(_ document: Corpus.Document) throws {
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))
    let json = try #require(tree.projected())

    let back = parse(SourceText(name: document.path, text: json))

    #expect(DiagnosticRenderer(sources: [back.source]).render(back.diagnostics) == "")
    #expect(back.projected() == json)
    #expect(ProjectionLaws.shape(of: back) == ProjectionLaws.shape(of: tree))
    #expect(back.written == Array(json.utf8))
    #expect(back.formatted() == back.source.bytes)
  }

  @Test func `every clause and every part of an environment has a shape`() {
    func expectShape(of kind: SyntaxKind, in context: ProjectionShape.Context) {
      #expect(
        ProjectionShape.shape(of: kind, in: context) != nil,
        "\(kind) has no entry as a \(context.rawValue) in Sources/LayoutSyntax/Projection/ProjectionShape.swift")
    }
    for kind in SyntaxKind.allCases {
      if kind.isClause { expectShape(of: kind, in: .clause) }
      if kind.isClause { expectShape(of: kind, in: .statement) }
      if kind.isEnvironment { expectShape(of: kind, in: .environment) }
    }
    for context in ProjectionShape.Context.allCases {
      let kinds = ProjectionShape.kinds(in: context)
      #expect(Set(kinds).count == kinds.count, "a kind stands twice among \(context)s")
    }
  }

  @Test func `an object may say its members in any order, and spaces as it likes`() {
    let tree = Self.read(
      #"[{"body": [{"priority": "low", "value": "2*4", "kind": "top"}], "name": "t", "kind": "layout"}]"#)

    #expect(tree.diagnostics == [])
    #expect(tree.formatted() == Array("layout t {\n  top 2 * 4 @low\n}\n".utf8))
  }

  @Test func `texts keep every character`() throws {
    let text = "quote \" backslash \\ line\nend\ttab \u{1} é 😀"
    let tree = Self.read(
      #"[{"kind":"layout","name":"t","body":[{"kind":"view","type":"label","text":\#(JSON.string(text).text)}]}]"#)

    #expect(tree.diagnostics == [])
    let view = try #require(tree.root.first(.layout)?.first(.block)?.first(.view))
    #expect(ViewSyntax(view).text == text)
    #expect(parse(SourceText(name: "t", text: try #require(tree.projected()))).diagnostics == [])
  }

  private static func read(_ declarations: String) -> SyntaxTree {
    parse(SourceText(name: "t", text: #"{"version": 1, "declarations": \#(declarations)}"#))
  }

  private static func body(_ statements: String) -> String {
    #"{"version":1,"declarations":[{"kind":"layout","name":"t","body":["# + statements + "]}]}"
  }

  @Test(arguments: [
    (#"{"version": 1"#, "1:14 E1033: expected ',' or '}'"),
    (#"{"version": 1, "declarations": [],}"#, "1:35 E1033: expected a member's name in quotes"),
    (#"{"version": 1, "declarations": []} x"#, "1:36 E1033: something follows the end of the JSON"),
    (#"{"version": 1, "version": 1}"#, "1:16 E1033: 'version' stands twice in this object"),
    (#"{"version": 01}"#, "1:14 E1033: a number begins with no 0 that another digit follows"),
    (#"{"version": 1.}"#, "1:15 E1033: expected a digit"),
    (#"{"version": -"#, "1:14 E1033: expected a digit"),
    (#"{"version": "#, "1:13 E1033: the JSON ends too early"),
    (#"{"version": tru"#, "1:13 E1033: expected a value"),
    (#"{"version": 1e999}"#, "1:13 E1033: this number is too large"),
    (#"{"version" 1}"#, "1:12 E1033: expected ':' after the name"),
    (#"{"version": [1 2]}"#, "1:16 E1033: expected ',' or ']'"),
    (#"{"version"#, "1:2 E1033: this string is never closed"),
    (#"{"ver\#tsion": 1}"#, "1:6 E1033: a control character in a string is written with a backslash"),
    (#"{"a": "\u12g4"}"#, "1:12 E1033: '\\u' takes four hexadecimal digits"),
    (#"{"a": "\ud800\u0041"}"#, "1:20 E1033: half of a surrogate pair"),
    (#"{"a": "\x"}"#, "1:9 E1033: unknown escape in a string"),
    (#"{"a": "\ud800"}"#, "1:14 E1033: half of a surrogate pair"),
    (#"{"a": nul}"#, "1:7 E1033: expected a value"),
    (#"{"version": 2, "declarations": []}"#, "1:13 E1034: a document needs \"version\": 1"),
    (#"{"version": 1}"#, "1:1 E1034: a document needs an array of 'declarations'"),
    (#"{"version": 1, "declarations": [1]}"#, "1:33 E1034: expected an object, found a number"),
    (#"{"version": 1, "declarations": [{}]}"#, "1:33 E1034: a declaration needs a 'kind'"),
    (
      #"{"version": 1, "declarations": [{"kind": "layuot"}]}"#,
      "1:42 E1034: there is no declaration 'layuot'; did you mean 'layout'?"
    ),
    (body(#"{"kind":"width"}"#), "1:66 E1034: 'width' needs a 'value'"),
    (body(#"{"kind":"width","value":7}"#), "1:90 E1034: 'value' of 'width' is a string, not a number"),
    (
      body(#"{"kind":"width","value":"7","prioritty":"low"}"#),
      "1:94 E1034: 'width' has no member 'prioritty'; did you mean 'priority'?"
    ),
    (
      body(#"{"kind":"width","value":"7 height 8"}"#),
      "1:66 E1034: this reads as something else than the part it is given for"
    ),
    (
      body(#"{"kind":"width","value":"7 // @low"}"#),
      "1:90 E1034: this reads as something else than the part it is given for"
    ),
    (body(#"{"kind":"width","value":"7 +"}"#), "E1011"),
    (
      body(#"{"kind":"width","value":"7 + * 2"}"#),
      "1:95 E1011: expected a number, an anchor or another value, found '*'"
    ),
    (body(#"{"kind":"view","type":"box","name":"top"}"#), "1:101 E1022: 'top' is a word of the language and no name"),
    (body(#"{"kind":"view","type":"box","name":"x"}"#), "1:101 E1022: 'x' is a word of the language and no name"),
    (
      body(#"{"kind":"view","type":"box","name":"hidden"}"#),
      "1:101 E1022: 'hidden' is a word of the language and no name"
    ),
    (body(#"{"kind":"guide","name":"safe"}"#), "1:89 E1022: 'safe' is a word of the language and no name"),
    (body(#"{"kind":"let","name":"width","value":"7"}"#), "1:87 E1022: 'width' is a word of the language and no name"),
    (
      body(#"{"kind":"view","type":"box","name":"my box"}"#),
      "1:101 E1034: 'my box' is no name: letters, digits and '_', no digit first, or anything in backticks"
    ),
    (
      body(#"{"kind":"config","name":"2","body":[]}"#),
      "1:90 E1034: '2' is no name: letters, digits and '_', no digit first, or anything in backticks"
    ),
  ])
  func `a mistake is told at its place in the JSON`(_ json: String, _ expected: String) throws {
    let source = SourceText(name: "t", text: json)
    let tree = parse(source)
    let diagnostic = try #require(tree.diagnostics.first)
    let place = source.position(of: try #require(diagnostic.place).span.start)

    let found = "\(place.line):\(place.column) \(diagnostic.code.rawValue): \(diagnostic.message)"
    #expect(found == expected || diagnostic.code.rawValue == expected, "\(json)")
    #expect(tree.source.bytes == source.bytes)
    #expect(tree.formatted() == nil && tree.projected() == nil)
  }

  @Test(arguments: Word.allCases.filter { $0 != .none })
  func `a name that is a word of the language is told as that wherever it is declared, or is a name`(_ word: Word) {
    let declarations = [
      #"{"kind":"layout","name":"NAME","body":[]}"#, #"{"kind":"component","name":"NAME","body":[]}"#,
      #"{"kind":"let","name":"NAME","value":"1"}"#, #"{"kind":"var","name":"NAME","value":"1"}"#,
      #"{"kind":"import","path":"a.layout","as":"NAME"}"#,
    ]
    let statements = [
      #"{"kind":"view","type":"box","name":"NAME"}"#, #"{"kind":"guide","name":"NAME"}"#,
      #"{"kind":"config","name":"NAME","body":[]}"#,
      #"{"kind":"for","name":"NAME","from":"0","range":"...","to":"1","body":[]}"#,
    ]
    for declaration in declarations + statements.map({ #"{"kind":"layout","name":"t","body":[\#($0)]}"# }) {
      let parts = declaration.components(separatedBy: "NAME")
      let tree = Self.read("[\(parts.joined(separator: word.rawValue))]")
      #expect(tree.diagnostics.allSatisfy { $0.code.rawValue == "E1022" }, "\(declaration) \(tree.diagnostics)")
      #expect(tree.diagnostics.count <= 1)
      guard let fix = tree.diagnostics.first?.fixes.first else { continue }
      var mended = tree.source.bytes
      mended.replaceSubrange(Int(fix.place.span.start)..<Int(fix.place.span.end), with: fix.replacement.utf8)
      #expect(parse(SourceText(name: "t", bytes: mended)).diagnostics == [], "\(declaration)")
    }
  }

  @Test(arguments: correct)
  func `whoever points into a layout that was read from JSON points at its words there`(
    _ document: Corpus.Document
  ) throws {
    let tree = parse(SourceText(name: document.path, bytes: document.bytes))
    let json = parse(SourceText(name: document.path, text: try #require(tree.projected())))
    var exact = 0

    for token in json.tokens.dropLast() {
      let (source, span, isExact) = json.source.shown(token.span)
      #expect(source.bytes == json.written)
      guard isExact else { continue }
      exact += 1
      #expect(source.text(in: span) == json.source.text(in: token.span))
    }

    // Signs and braces are not in the JSON, and records are one text there; names, words and numbers are.
    #expect(exact * 4 > json.tokens.count)
  }

  @Test func `a span over several values is shown where it begins, and over one value as a whole`() throws {
    let tree = Self.read(
      """
      [
        {"kind": "layout", "name": "t", "body": [
          {"kind": "view", "type": "box", "name": "part", "clauses": [
            {"kind": "width", "value": "2 * (other.width + 4)"}
          ]}
        ]}
      ]
      """)
    func shown(_ text: String) throws -> String {
      let range = try #require(String(decoding: tree.source.bytes, as: UTF8.self).utf8Range(of: text))
      let (source, span, _) = tree.source.shown(range)
      let place = source.position(of: span.start)
      return "\(place.line):\(place.column) \(source.text(in: span))"
    }

    #expect(tree.diagnostics == [])
    #expect(try shown("other.width") == "4:40 other.width")
    #expect(try shown("(other.width + 4)") == "4:39 (other.width + 4)")
    #expect(try shown("box part") == "3:31 box")
    #expect(try shown("width 2") == "4:17 width")
    #expect(try shown("{") == "2:43 [")
  }

  @Test(arguments: Fixture.all(in: "samples"))
  func `no bytes are too strange`(_ fixture: Fixture) throws {
    let json = Array(try #require(parse(fixture.source).projected()).utf8)
    for count in stride(from: 0, through: json.count, by: 7) {
      _ = parse(SourceText(name: "prefix", bytes: Array(json.prefix(count))))
    }
    let seed = UInt64(5)
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      var bytes = json
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 1..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(Array("{}[]\":,\\u09 -/*".utf8).randomElement(using: &random) ?? 0, at: index)
        }
      }
      let tree = parse(SourceText(name: "mutated", bytes: bytes))
      if let again = tree.projected() {
        #expect(parse(SourceText(name: "again", text: again)).projected() == again, "seed \(seed), round \(round)")
      } else {
        #expect(tree.diagnostics.contains { $0.severity == .error }, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func `values that nest too deep are refused, not followed`() {
    for opener in ["[", #"{"a":"#] {
      let tree = parse(SourceText(name: "t", text: #"{"a":"# + String(repeating: opener, count: 20_000)))
      #expect(tree.diagnostics.map(\.message) == ["values are nested more than 256 deep"])
    }
  }

  @Test func `JSON that is no layout is explained as it reads`() {
    let tree = parse(SourceText(name: "made.json", text: Self.body(#"{"kind":"width","value":"7 height 8"}"#)))

    #expect(
      DiagnosticRenderer(sources: [tree.source]).render(tree.diagnostics).contains(
        "error[E1034]: this reads as something else than the part it is given for\n  --> made.json:1:66\n"))
  }

  @Test func `the schema in the documentation is the one of this version`() {
    let path = Corpus.root.appendingPathComponent("Documentation/layout.schema.json").path

    #expect(Golden.difference(of: LayoutSchema.text, from: path) == nil)
  }
}

extension String {
  fileprivate func utf8Range(of text: String) -> SourceSpan? {
    range(of: text).map { range in
      SourceSpan(
        start: Int32(utf8.distance(from: startIndex, to: range.lowerBound)),
        end: Int32(utf8.distance(from: startIndex, to: range.upperBound)))
    }
  }
}
