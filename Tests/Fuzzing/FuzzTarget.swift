/// What is run on bytes of any kind: by `make fuzz` on those that a fuzzer thinks of, by the tests on those that are
/// kept in files.
///
/// Each target is one function with laws that hold whatever the bytes are. A crash is a finding as well.
public struct FuzzTarget: Sendable, CustomStringConvertible {
  public let name: String
  /// Folders of the repository with files to begin with, and what their names end with.
  public let seeds: [(folder: String, ending: String)]
  /// Sentences about what does not hold; none for most bytes.
  public let findings: @Sendable ([UInt8]) -> [String]

  public var description: String { name }

  /// Where inputs lie that once were findings, and seeds that are nowhere else.
  public var corpus: String { "Tests/FuzzingTests/Corpora/\(name)" }

  /// Layouts that are right, and some that are not.
  private static let layouts: [(folder: String, ending: String)] = [
    ("Layouts", ".layout"), ("Tests/LayoutSyntaxTests/Fixtures", ".layout"),
    ("Tests/LayoutModelTests/Fixtures", ".layout"), ("Tests/LayoutEngineTests/Fixtures", ".layout"),
    ("Tests/CommandsTests/Fixtures", ".layout"),
  ]

  public static let all: [FuzzTarget] = [
    FuzzTarget("parser", layouts) { SyntaxLaws.findings(in: $0) },
    FuzzTarget("formatter", layouts) { FormattingLaws.violations(of: $0) },
    FuzzTarget("projection", layouts + [("Tests/LayoutSyntaxTests/Fixtures", ".json")]) {
      ProjectionLaws.findings(in: $0)
    },
    FuzzTarget("edits", layouts) { EditLaws.findings(in: $0) },
    FuzzTarget("scenes", []) { SceneLaws.findings(in: $0) },
    FuzzTarget("records", []) { RecordLaws.findings(in: $0) },
    FuzzTarget("documents", []) { DocumentLaws.findings(in: $0) },
    FuzzTarget("requests", []) { RequestLaws.findings(in: $0) },
    FuzzTarget("wire", [("Tests/WireTests/Fixtures", ".txt")]) { WireLaws.findings(in: $0) },
    FuzzTarget("stream", []) { StreamLaws.findings(in: $0) },
    FuzzTarget("journal", []) { JournalLaws.findings(in: $0) },
    FuzzTarget("pictures", []) { PictureLaws.findings(in: $0) },
  ]

  private init(
    _ name: String, _ seeds: [(folder: String, ending: String)], findings: @escaping @Sendable ([UInt8]) -> [String]
  ) {
    self.name = name
    self.seeds = seeds
    self.findings = findings
  }
}
