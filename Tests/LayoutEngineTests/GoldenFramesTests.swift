import LayoutEngine
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@Suite("Frames of the fixtures") struct GoldenFramesTests {
  @Test(arguments: FixtureFile.all)
  func `every layout and preview has the frames written beside it`(_ fixture: FixtureFile) throws {
    let (document, diagnostics) = fixture.resolved()
    var dump = diagnostics.map { "\($0.code.rawValue): \($0.message)\n" }.joined()
    for layout in document.layouts {
      dump += solved(layout, SceneInputs(of: layout), named: layout.name)
      for preview in layout.previews {
        dump += solved(
          layout, SceneInputs(of: layout, preview: preview.environment), named: "\(layout.name)/\(preview.name)")
      }
    }

    #expect(Golden.difference(of: dump, from: fixture.framesPath) == nil)
  }

  private func solved(_ layout: ResolvedLayout, _ inputs: SceneInputs, named name: String) -> String {
    var scene = LayoutScene(layout, inputs: inputs)
    _ = scene.solve(measuring: FixedMetrics())
    return frameDump(scene, name: name)
  }
}
