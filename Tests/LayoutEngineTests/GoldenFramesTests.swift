import Foundation
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Testing

@Suite("Frames of the fixtures") struct GoldenFramesTests {
  @Test(arguments: FixtureFile.all)
  func `every layout and preview has the frames written beside it`(_ fixture: FixtureFile) throws {
    let (document, diagnostics) = try fixture.resolved()
    var dump = diagnostics.map { "\($0.code.rawValue): \($0.message)\n" }.joined()
    for layout in document.layouts {
      dump += solved(layout, SceneInputs(of: layout), named: layout.name)
      for preview in layout.previews {
        dump += solved(
          layout, SceneInputs(of: layout, preview: preview.environment), named: "\(layout.name)/\(preview.name)")
      }
    }

    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try dump.write(to: fixture.framesURL, atomically: true, encoding: .utf8)
    }
    #expect(try dump == String(contentsOf: fixture.framesURL, encoding: .utf8))
  }

  private func solved(_ layout: ResolvedLayout, _ inputs: SceneInputs, named name: String) -> String {
    var scene = LayoutScene(layout, inputs: inputs)
    _ = scene.solve(measuring: FixedMetrics())
    return frameDump(scene, name: name)
  }
}
