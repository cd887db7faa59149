import Testing

@testable import LayoutSyntax

@Suite("Complaining") struct DiagnosticTests {
  static let fixtures = Fixture.all(in: "diagnostics")

  @Test(arguments: fixtures)
  func `a document reports exactly the diagnostics written in it`(_ fixture: Fixture) {
    let tree = parse(fixture.source)

    #expect(fixture.document.markers(of: tree.diagnostics) == fixture.document.markers)
    #expect(!fixture.document.markers.isEmpty)
  }

  @Test(arguments: fixtures)
  func `what is printed is the text beside the document`(_ fixture: Fixture) {
    let text = DiagnosticRenderer(sources: [fixture.source]).render(parse(fixture.source).diagnostics)

    #expect(fixture.difference(of: text, from: ".txt") == nil)
  }

  @Test(arguments: fixtures)
  func `doing what a fix says removes the complaint`(_ fixture: Fixture) {
    for diagnostic in parse(fixture.source).diagnostics {
      guard let fix = diagnostic.fixes.first, let place = diagnostic.place else { continue }
      var bytes = fixture.source.bytes
      bytes.replaceSubrange(Int(fix.place.span.start)..<Int(fix.place.span.end), with: Array(fix.replacement.utf8))

      let mended = parse(SourceText(name: fixture.name, bytes: bytes)).diagnostics

      #expect(!mended.contains { $0.code == diagnostic.code && $0.place?.span.start == place.span.start }, "\(fix)")
    }
  }

  @Test func `every code of the catalogue occurs in a fixture`() {
    // A file above 16 MiB is made by a test of its own, and JSON has no comments to write expectations in: see
    // ProjectionTests.
    var missing = Set(SyntaxCode.allCases.map(\.rawValue)).subtracting(["E1017", "E1034"])
    for fixture in Self.fixtures { for marker in fixture.document.markers { missing.remove(code(in: marker.message)) } }

    #expect(missing.sorted() == [])
  }

  private func code(in message: String) -> String {
    String(message.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" })
  }

  @Test(arguments: [
    ("heigth", "height"), ("topp", "top"), ("centerx", "centerX"), ("laeding", "leading"), ("sbtitle", "subtitle"),
  ])
  func `a misspelt word finds the one that was meant`(_ written: String, _ meant: String) {
    let names = ["width", "height", "top", "leading", "trailing", "centerX", "centerY", "subtitle", "title"]

    #expect(nearestName(to: written, in: names) == meant)
  }

  @Test(arguments: ["x", "abcdef", "", "wholly"])
  func `a word like no other finds nothing`(_ written: String) {
    #expect(nearestName(to: written, in: ["width", "height", "top", "leading"]) == nil)
  }

  @Test func `among long names that are nearly alike the nearest is found with a few looks at each`() {
    let names = (0..<1500).map { "\($0)" + String(repeating: "k", count: 100) }
    var search = NameSearch(for: "12" + String(repeating: "k", count: 99) + "l")

    // Of the 64 letters that are compared none is another one.
    #expect(search.nearest(of: names) == names[12])
    // Three letters on each side of the diagonal, at most; all letters with all are 4,096 a name, and 6,144,000.
    #expect(search.cells <= 1500 * 64 * 7)
  }

  /// The whole table, as the distance is defined.
  private func slowDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = [[Int]](repeating: (0...right.count).map { 2 * $0 }, count: left.count + 1)
    for row in 0..<left.count {
      table[row + 1][0] = 2 * (row + 1)
      for column in 0..<right.count {
        let isSame = left[row] == right[column]
        let replace = isSame ? 0 : left[row] ^ right[column] == 0x20 ? 1 : 2
        var cost = min(table[row][column] + replace, table[row][column + 1] + 2, table[row + 1][column] + 2)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, table[row - 1][column - 1] + 2)
        }
        table[row + 1][column + 1] = cost
      }
    }
    return table[left.count][right.count]
  }

  @Test(arguments: UInt64(1)...20)
  func `the nearest of made up words is that of the whole table`(_ seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    func word() -> String { String((0..<1 + below(12)).map { _ in Array("abAB")[below(4)] }) }
    for _ in 0..<100 {
      let (name, candidates) = (word(), (0..<8).map { _ in word() })
      let letters = Array(name.utf8)
      let limit = letters.count <= 4 ? 2 : letters.count <= 8 ? 4 : 6
      let near = candidates.filter { $0 != name }.map { ($0, slowDistance(letters, Array($0.utf8))) }
        .filter { $0.1 <= limit && $0.1 < 2 * letters.count }
      let least = near.map(\.1).min()

      #expect(
        nearestName(to: name, in: candidates) == near.first { $0.1 == least }?.0, "\(seed): \(name) \(candidates)")
    }
  }
}
