import Foundation
import Fuzzing
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@Suite("Resolving anything") struct RobustnessTests {
  static let fixtures = ["samples", "placements", "language", "diagnostics"].flatMap(Fixture.all(in:))

  static let punctuation = Array("(){}[].,:;@#=<>!&|*/-+%_`\"\n 0".utf8)
  /// Documents a seed; `FRAMEWIRE_MUTATIONS` asks for more.
  static let rounds = ProcessInfo.processInfo.environment["FRAMEWIRE_MUTATIONS"].flatMap(Int.init) ?? 400

  @Test(arguments: 0..<8) func `a mutilated document still resolves to a consistent one`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<Self.rounds {
      let fixture = try #require(Self.fixtures.randomElement(using: &random))
      let bytes = mutilate(fixture.source.bytes, &random)
      let tree = parse(SourceText(name: fixture.name, bytes: bytes))
      let (document, diagnostics) = resolve(tree, imports: Fixture.loading(tree).imports)

      let problem = document.layouts.compactMap(SyntaxLaws.inconsistency).first
      #expect(problem == nil, "seed \(seed), round \(round): \(fixture.name)")
      let misplaced = diagnostics.first { $0.place.map { $0.span.start > $0.span.end } ?? true }
      #expect(misplaced == nil, "seed \(seed), round \(round): \(fixture.name)")
    }
  }

  /// Deletes, doubles and swaps words, takes letters away and puts punctuation in their place.
  private func mutilate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map { Array($0) }
    for _ in 0..<Int.random(in: 1...4, using: &random) where words.count > 2 {
      let first = Int.random(in: words.indices, using: &random)
      let second = Int.random(in: words.indices, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: words.remove(at: first)
      case 1: words.insert(words[first], at: second)
      case 2: words.swapAt(first, second)
      case 3 where !words[first].isEmpty:
        words[first][Int.random(in: words[first].indices, using: &random)] =
          Self.punctuation.randomElement(using: &random) ?? 0
      default:
        if !words[first].isEmpty { words[first].remove(at: Int.random(in: words[first].indices, using: &random)) }
      }
    }
    return Array(words.joined(separator: [UInt8(ascii: " ")]))
  }
}
