import Fuzzing
import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Incremental equals fresh") struct IncrementalEqualsFreshTests {
  @Test(arguments: FixtureFile.varied)
  func `after any sequence of inputs the frames equal those of a new scene, to the bit`(
    _ fixture: FixtureFile
  ) throws {
    for layout in try fixture.resolved().document.layouts {
      for seed in UInt64(1)...3 {
        var random = SeededGenerator(seed: seed)
        #expect(SceneLaws.finding(in: layout, using: &random, steps: 25) == nil, "\(layout.name), seed \(seed)")
      }
    }
  }
}
