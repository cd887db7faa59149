import LayoutSyntax
import TestSupport
import Testing

@testable import LayoutModel

/// Loops in loops, components in components and slots in slots, with long names, long texts and long sums in them.
private struct HostileLayout {
  private var random: SeededGenerator
  private var components = 0
  private var names = 0

  init(_ random: SeededGenerator) { self.random = random }

  static func text(using random: inout SeededGenerator) -> String {
    var layout = HostileLayout(random)
    var text = "var v = 1\nlet long = \"\(String(repeating: "t", count: 300))\"\n"
    for _ in 0..<4 {
      text += "component k\(layout.components)(p = 1, q = \"\") {\n\(layout.block(3))}\n"
      layout.components += 1
    }
    text += "layout main {\n\(layout.block(4))}\nlayout other {\n\(layout.block(3))}\n"
    random = layout.random
    return text
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func name() -> String {
    names += 1
    return "n\(names)" + String(repeating: "m", count: number(0...3) == 0 ? 400 : 1)
  }

  private mutating func block(_ depth: Int) -> String {
    (0..<number(1...4)).map { _ in "\(statement(depth))\n" }.joined()
  }

  private mutating func statement(_ depth: Int) -> String {
    switch number(0...(depth > 0 ? 11 : 6)) {
    case 0: "box \(name()) left \(sum()) top v"
    case 1: "width >= \(sum()) #\(name())"
    case 2: "label \(name()) \"\(name())\" * \(number(1...50))"
    case 3: "label \(name()) { text: long + \"\(number(0...9))\" }"
    case 4: "let \(name()) = \(sum())"
    case 5: "\(name()): 1"
    case 6: "slot"
    case 7: "if flag(\(name())) { \(block(depth - 1)) } else { \(block(depth - 1)) }"
    case 8 where components > 0: "k\(number(0...(components - 1))) \(name())(p: \(sum())) {\n\(block(depth - 1))}"
    case 9: "box \(name()) {\n\(block(depth - 1))}"
    case 10: "config \(name()) {\n\(block(depth - 1))}"
    default: "for i\(depth) in 0..<\([2, 60, 9000][number(0...2)]) {\n\(block(depth - 1))}"
    }
  }

  private mutating func sum() -> String {
    Array(repeating: ["v", "super.width", "3"][number(0...2)], count: number(1...40)).joined(separator: " + ")
  }
}

@Suite("Repetitions without measure") struct HostileRepetitionTests {
  private static let allowed = Budget.Amounts(
    views: 200, statements: 3000, names: 20_000, texts: 20_000, parts: 3000, steps: 6000)

  @Test(arguments: 0..<8) func `what they come to is within bounds, and one complaint says when it is not`(
    _ seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var overruns = 0
    for round in 0..<40 {
      let text = HostileLayout.text(using: &random)
      var resolver = DocumentResolver(parse(SourceText(name: "a", text: text)), imports: [:], root: nil)
      resolver.budget = Budget(Self.allowed)

      resolver.resolve()

      let layouts = resolver.document.layouts
      let views = layouts.flatMap { $0.views.dropFirst() }
      let made = layouts.reduce(0) { $0 + $1.rules.count + $1.settings.count + $1.identifiers.count }
      #expect(views.count <= Self.allowed.views, "seed \(seed), round \(round)")
      #expect(views.reduce(0) { $0 + $1.path.utf8.count } <= Self.allowed.names, "seed \(seed), round \(round)")
      #expect(views.reduce(0) { $0 + ($1.text ?? "").utf8.count } <= Self.allowed.texts, "seed \(seed), round \(round)")
      #expect(made <= Self.allowed.parts, "seed \(seed), round \(round)")
      let complaints = resolver.complaints.diagnostics.filter { ["E2301", "E2303"].contains($0.code.rawValue) }
      if resolver.budget.isSpent {
        overruns += 1
        #expect(complaints.count == 1 || resolver.complaints.isFull("a"), "seed \(seed), round \(round)")
      } else {
        #expect(complaints == [], "seed \(seed), round \(round)")
      }
    }
    // A generator of harmless documents would prove nothing.
    #expect(overruns > 5)
  }
}
