import Foundation
import LayoutEngine
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

/// The files in `Layouts/` are what newcomers learn from, so they are held to more than the fixtures.
@Suite("The layouts that people learn from") struct CorpusTests {
  private static let folder = FixtureFolder("../../Layouts")

  static let names = folder.names(ending: ".layout")

  private func resolved(_ name: String) -> (document: ResolvedDocument, diagnostics: [Diagnostic]) {
    var trees: [String: SyntaxTree] = [:]
    for name in Self.names {
      trees[name] = parse(SourceText(name: name, bytes: Self.folder.bytes(of: name)))
    }
    let tree = trees[name]!
    let (document, diagnostics) = resolve(tree, imports: trees)
    return (document, tree.diagnostics + diagnostics)
  }

  @Test(arguments: names)
  func `nothing is wrong with them`(_ name: String) {
    #expect(resolved(name).diagnostics == [])
  }

  @Test func `every whole document in their guide means something, and every view in it is held`() {
    let documents = GuidePage("README.md").plainBlocks.filter {
      $0.contains("layout ") && !$0.contains("…") && !$0.contains("framewire")
    }
    #expect(documents.count >= 3)
    for text in documents {
      let tree = parse(SourceText(name: "README.md", text: text))
      let (document, diagnostics) = resolve(tree)

      #expect(tree.diagnostics + diagnostics == [])
      for layout in document.layouts {
        var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
        _ = scene.solve(measuring: FixedMetrics())
        #expect(scene.diagnostics == [], "\(layout.name)")
      }
    }
  }

  @Test(arguments: names)
  func `every view is held at every size, in both directions`(_ name: String) {
    let sizes = [(320, 568), (375, 667), (390, 844), (844, 390), (768, 1024), (1024, 1366)]
    for layout in resolved(name).document.layouts {
      for (width, height) in sizes {
        for direction in ["ltr", "rtl"] {
          var inputs = SceneInputs(of: layout)
          inputs.environment.width = Double(width)
          inputs.environment.height = Double(height)
          inputs.environment.traits["direction"] = direction
          var scene = LayoutScene(layout, inputs: inputs)
          _ = scene.solve(measuring: FixedMetrics())

          #expect(scene.diagnostics == [], "\(layout.name) at \(width) × \(height) \(direction)")
        }
      }
    }
  }

  @Test(arguments: names)
  func `every preview is held as well`(_ name: String) {
    for layout in resolved(name).document.layouts {
      for preview in layout.previews {
        var scene = LayoutScene(layout, inputs: SceneInputs(of: layout, preview: preview.environment))
        _ = scene.solve(measuring: FixedMetrics())

        #expect(scene.diagnostics == [], "\(layout.name)/\(preview.name)")
      }
    }
  }
}
