import LayoutEngine
import LayoutModel
import TestSupport
import Testing

@testable import LayoutRuntime

/// Layouts in `Fixtures/rows` that test themselves, each named after the rows of `Layouts/COVERAGE.md` that it shows.
@Suite("Conditions and configurations, row by row") struct RowTests {
  /// What no row is about is in the second one.
  private static let folders = [FixtureFolder("Fixtures/rows"), FixtureFolder("Fixtures/scrolling")]
  static let names = folders.flatMap { $0.names(ending: ".layout") }

  private static func world(of name: String) -> World {
    let folder = folders.first { $0.names(ending: ".layout").contains(name) }!
    return World(serving: [name: String(decoding: folder.bytes(of: name), as: UTF8.self)])
  }

  @Test(arguments: names) func `a fixture keeps what its tests say`(_ name: String) throws {
    let world = Self.world(of: name)
    let tests = world.runtime.tests(in: name)

    #expect(!tests.isEmpty, "\(name) has errors, or no tests")
    for (layout, test) in tests {
      let outcome = world.runtime.outcome(
        of: test, of: layout, in: name, at: world.now, measuring: FixedMetrics())
      #expect(outcome.failures.map(\.reason) == [], "\(test.name)")
    }
  }
}
