import Fuzzing
import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Incremental equals fresh") struct IncrementalEqualsFreshTests {
  @Test(arguments: FixtureFile.varied)
  func `after any sequence of inputs the frames equal those of a new scene, to the bit`(
    _ fixture: FixtureFile
  ) throws {
    for layout in fixture.resolved().document.layouts {
      for seed in UInt64(1)...3 {
        var random = SeededGenerator(seed: seed)
        let finding = SceneLaws.finding(in: layout, using: &random, steps: 25) { inputs, random in
          inputs.changeSomething(of: layout, &random)
        }
        #expect(finding == nil, "\(layout.name), seed \(seed)")
      }
    }
  }

  @Test func `every input is drawn`() {
    #expect(Mirror(reflecting: SceneInputs()).children.map(\.label) == SceneInputs.Property.allCases.map(\.rawValue))
    #expect(Mirror(reflecting: Environment()).children.map(\.label) == Environment.Property.allCases.map(\.rawValue))
  }
}
