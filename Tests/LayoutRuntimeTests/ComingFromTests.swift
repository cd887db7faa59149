import LayoutEngine
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@testable import LayoutRuntime

/// `Layouts/COMING-FROM.md`: each of its blocks is a whole file, so each is held to what a file is held to.
@Suite("The page for people who know another way to lay things out") struct ComingFromTests {
  private static let name = "page.layout"
  /// All but what tells what is not there.
  static let sections = GuidePage("COMING-FROM.md").sections.filter { $0.title != "What is not here" }

  @Test func `there is a section for each thing that people look for`() {
    #expect(Self.sections.count >= 15)
    #expect(Self.sections.filter { $0.plainBlocks.count != 1 }.map(\.title) == [])
  }

  @Test(arguments: sections) func `what stands in the last column stands in the block below`(
    _ section: GuidePage.Section
  ) {
    let block = section.plainBlocks.joined()
    let code = section.codeInLastColumns

    #expect(!code.isEmpty)
    #expect(code.filter { !block.contains($0) } == [])
  }

  @Test(arguments: sections) func `a block has no mistake, and there is nothing to say about it`(
    _ section: GuidePage.Section
  ) throws {
    for block in section.plainBlocks {
      let tree = parse(SourceText(name: Self.name, text: block))
      let (document, diagnostics) = resolve(tree)
      #expect(tree.diagnostics + diagnostics + lint(tree) == [])
      #expect(tree.formatted().map { String(decoding: $0, as: UTF8.self) } == block)

      for layout in document.layouts {
        var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
        _ = scene.solve(measuring: FixedMetrics())
        #expect(scene.diagnostics == [])
      }
    }
  }

  @Test(arguments: sections) func `a block keeps what its tests say`(_ section: GuidePage.Section) {
    for block in section.plainBlocks {
      let world = World(serving: [Self.name: block])
      let tests = world.runtime.tests(in: Self.name)

      #expect(!tests.isEmpty)
      for (layout, test) in tests {
        let outcome = world.runtime.outcome(
          of: test, of: layout, in: Self.name, at: world.now, measuring: FixedMetrics())
        #expect(outcome.failures.map(\.reason) == [], "\(test.name)")
      }
    }
  }
}
