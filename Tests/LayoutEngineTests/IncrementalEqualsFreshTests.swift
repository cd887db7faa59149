import Geometry
import LayoutModel
import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Incremental equals fresh") struct IncrementalEqualsFreshTests {
  @Test(arguments: FixtureFile.varied)
  func `after any sequence of inputs the frames equal those of a new scene, to the bit`(
    _ fixture: FixtureFile
  ) throws {
    for layout in try fixture.resolved().document.layouts {
      for seed in 1...3 { try check(layout, seed: UInt64(seed)) }
    }
  }

  private func check(_ layout: ResolvedLayout, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    var shown: [Rect] = []
    for step in 0..<25 {
      for _ in 0...generator.next() % 3 { change(&scene.inputs, of: layout, &generator) }
      let changed = Set(scene.solve(measuring: FixedMetrics()))
      var fresh = LayoutScene(layout, inputs: scene.inputs)
      _ = fresh.solve(measuring: FixedMetrics())

      let views = layout.views.indices.map { ViewID(Int32($0)) }
      let frames = views.map(scene.frame)
      for view in views {
        #expect(
          same(scene.frame(of: view), fresh.frame(of: view)) && scene.content(of: view) == fresh.content(of: view),
          "\(layout.name) seed \(seed) step \(step): \(layout.views[Int(view.index)].path) \(scene.frame(of: view)) ≠ \(fresh.frame(of: view))"
        )
        if !shown.isEmpty, layout.views[Int(view.index)].kind != .guide,
          frames[Int(view.index)] != shown[Int(view.index)]
        {
          #expect(changed.contains(view), "a view that moved was not reported")
        }
      }
      #expect(scene.diagnostics == fresh.diagnostics)
      shown = frames
    }
  }

  private func same(_ left: Rect, _ right: Rect) -> Bool {
    left.x.bitPattern == right.x.bitPattern && left.y.bitPattern == right.y.bitPattern
      && left.width.bitPattern == right.width.bitPattern && left.height.bitPattern == right.height.bitPattern
  }

  /// One random change of anything that the outside can set.
  private func change(_ inputs: inout SceneInputs, of layout: ResolvedLayout, _ generator: inout SeededGenerator) {
    let view = layout.views.randomElement(using: &generator)!
    switch generator.next() % 9 {
    case 0: inputs.environment.width = [320, 390, 500, 844, 1024].randomElement(using: &generator)
    case 1: inputs.environment.height = [390, 568, 844].randomElement(using: &generator)
    case 2:
      inputs.environment.traits["direction"] = ["ltr", "rtl"].randomElement(using: &generator)
      inputs.environment.traits["idiom"] = ["phone", "pad", nil].randomElement(using: &generator)!
    case 3:
      inputs.environment.safe = [.zero, EdgeInsets(top: 47, left: 0, bottom: 34, right: 0)]
        .randomElement(using: &generator)!
    case 4:
      inputs.texts[view.path] = ["", "short", "quite a bit longer than that", nil].randomElement(using: &generator)!
    case 5: inputs.hidden[view.path] = [true, false, nil].randomElement(using: &generator)!
    case 6:
      guard let identifier = layout.identifiers.randomElement(using: &generator) else { return }
      inputs.constants[identifier.name] = [[4], [16], [31.5], nil].randomElement(using: &generator)!
    case 7:
      guard let configuration = layout.configurations.randomElement(using: &generator) else { return }
      let path = layout.views[Int(configuration.view.index)].path
      inputs.configurations[path] = [configuration.name, "main", nil].randomElement(using: &generator)!
    default:
      guard let variable = layout.variables.randomElement(using: &generator) else { return }
      inputs.variables[variable.name] = [1, 3, 12.25, nil].randomElement(using: &generator)!
    }
  }
}
