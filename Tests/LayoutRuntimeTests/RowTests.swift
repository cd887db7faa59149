import Foundation
import LayoutEngine
import LayoutModel
import Testing

@testable import LayoutRuntime

/// Layouts in `Fixtures/rows` that test themselves, each named after the rows of `Layouts/COVERAGE.md` that it shows.
@Suite("Conditions and configurations, row by row") struct RowTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures/rows")
  static let names = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".layout") }.sorted()

  private static func world(of name: String) throws -> World {
    World(serving: [name: try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)])
  }

  @Test(arguments: names) func `a fixture keeps what its tests say`(_ name: String) throws {
    let world = try Self.world(of: name)
    let tests = world.runtime.tests(in: name)

    #expect(!tests.isEmpty, "\(name) has errors, or no tests")
    for (layout, test) in tests {
      let outcome = world.runtime.outcome(
        of: test, of: layout, in: name, at: world.now, measuring: FixedMetrics())
      #expect(outcome.failures.map(\.reason) == [], "\(test.name)")
    }
  }
}
