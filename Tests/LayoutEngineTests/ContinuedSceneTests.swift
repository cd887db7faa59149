import Frames
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@testable import LayoutEngine

@Suite("Scenes of an edited layout") struct ContinuedSceneTests {
  private static let card = """
    layout card size 300, 200 {
      label title "One" left 10 top 20
      label note "several words that need more than one line here" left 10 right 10 below title gap 8
      box line x fill height 2 below note gap 4
    }
    """

  private func edited(_ text: String, _ old: String, _ new: String) throws -> ResolvedLayout {
    let parts = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "'\(old)' is not in the text")
    return layout(parts.joined(separator: new))
  }

  @Test func `a scene has no room for what a solve finds before it is solved`() {
    let layout = layout(Self.card)
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))

    #expect(scene.rects.isEmpty && scene.contents.isEmpty && scene.texts.items.isEmpty)
    #expect(scene.frame(of: ViewID(1)) == .zero && scene.content(of: ViewID(1)) == ViewContent())

    _ = scene.solve(measuring: FixedMetrics())
    #expect(scene.rects.count == 4 && scene.frame(of: ViewID(1)).x == 10)
  }

  private func solved(_ layout: ResolvedLayout) -> LayoutScene {
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    _ = scene.solve(measuring: FixedMetrics())
    return scene
  }

  private func continued(_ older: consuming LayoutScene, by layout: ResolvedLayout) -> LayoutScene {
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout), continuing: older)
    _ = scene.solve(measuring: FixedMetrics())
    return scene
  }

  @Test func `an edited number compiles nothing and measures nothing again`() throws {
    let newer = try edited(Self.card, "left 10 top", "left 12 top")

    let scene = continued(solved(layout(Self.card)), by: newer)

    #expect(scene.statistics.compilations == 0)
    #expect(scene.statistics.measurements == 0)
    #expect(scene.frame(of: ViewID(1)).x == 12)
  }

  @Test func `an edited text is measured, the others are not`() throws {
    let newer = try edited(Self.card, "One", "Other")

    let scene = continued(solved(layout(Self.card)), by: newer)

    #expect(scene.statistics.measurements == 1)
    #expect(scene.frame(of: ViewID(1)).width == 40)
  }

  @Test func `after an edited number only the views that moved are reported`() throws {
    let newer = try edited(Self.card, "height 2", "height 3")
    var scene = LayoutScene(newer, inputs: SceneInputs(of: newer), continuing: solved(layout(Self.card)))

    #expect(scene.solve(measuring: FixedMetrics()).map(\.index) == [3])
    #expect(scene.solve(measuring: FixedMetrics()) == [])
  }

  @Test(arguments: [
    ("gap 4", "gap 6", [1, 3, 4]), ("gapAfter: 2", "gapAfter: 3", [1, 4]), ("inset 1", "inset 2", [1, 2, 3, 4]),
  ])
  func `after an edited number of a stack only the views that moved are reported`(
    _ old: String, _ new: String, _ moved: [Int32]
  ) throws {
    let text = """
      layout card size 300, 200 {
        vstack all inset 1 gap 4 left 0 top 0 { box a size 10; box b size 10 gapAfter: 2; box c size 10 }
        box other size 5 right 0 bottom 0
      }
      """
    let newer = try edited(text, old, new)
    var scene = LayoutScene(newer, inputs: SceneInputs(of: newer), continuing: solved(layout(text)))

    #expect(scene.solve(measuring: FixedMetrics()).map(\.index) == moved)
    #expect(scene.rects == solved(newer).rects && scene.statistics.compilations == 0)
  }

  @Test func `complaints of solving point to where the text is after the edit`() throws {
    let text = "layout card size 300, 200 {\n  label a left 10 top 0\n  label b left 20\n}"
    let newer = try edited(text, "10", "100")

    let scene = continued(solved(layout(text)), by: newer)

    #expect(scene.diagnostics == solved(newer).diagnostics)
    #expect(!scene.diagnostics.isEmpty && scene.statistics.compilations == 0)
  }

  @Test func `views that come or go before a text leave it measured`() throws {
    let newer = try edited(Self.card, "  label title", "  box badge size 4 left 0 top 0\n  label title")

    let scene = continued(solved(layout(Self.card)), by: newer)

    #expect(scene.statistics.compilations == 1)
    #expect(scene.statistics.measurements == 0)
  }

  @Test func `a label that becomes a box takes no room for its text any more`() throws {
    let newer = try edited(Self.card, "label title", "box title")

    let scene = continued(solved(layout(Self.card)), by: newer)

    #expect(scene.frame(of: ViewID(1)).width == 0)
    #expect(scene.rects == solved(newer).rects && scene.diagnostics == solved(newer).diagnostics)
  }

  @Test(arguments: FixtureFile.varied)
  func `after any edit of a number, or of a line, the frames equal those of a new scene`(
    _ fixture: FixtureFile
  ) throws {
    let text = fixture.text
    var generator = SeededGenerator(seed: 7)
    var comparisons = 0
    for _ in 0..<20 {
      let older = resolve(parse(SourceText(name: "a.layout", text: text))).document.layouts
      let changed = mutated(text, &generator)
      let newer = resolve(parse(SourceText(name: "a.layout", text: changed))).document.layouts
      for (older, newer) in zip(older, newer) {
        comparisons += 1
        let scene = continued(solved(older), by: newer)
        let fresh = solved(newer)
        for index in newer.views.indices {
          let view = ViewID(Int32(index))
          #expect(
            scene.frame(of: view) == fresh.frame(of: view) && scene.content(of: view) == fresh.content(of: view),
            "\(newer.views[index].path) after the edit to:\n\(changed)")
        }
        #expect(scene.diagnostics == fresh.diagnostics)
      }
    }
    #expect(comparisons >= 12)
  }

  @Test(arguments: FixtureFile.all)
  func `one edit after the other leads to the frames of a new scene`(_ fixture: FixtureFile) throws {
    var text = fixture.text
    var generator = SeededGenerator(seed: 11)
    let first = try #require(resolve(parse(SourceText(name: "a.layout", text: text))).document.layouts.first)
    var scene = solved(first)
    var comparisons = 0
    for round in 0..<30 {
      var newer: ResolvedLayout?
      while newer == nil {
        let edited = mutated(text, &generator)
        newer = resolve(parse(SourceText(name: "a.layout", text: edited))).document.layouts.first
        // One that takes the layout's own line away leaves nothing to look at.
        if newer != nil { text = edited }
      }
      guard let newer else { break }
      scene = LayoutScene(newer, inputs: SceneInputs(of: newer), continuing: scene)
      // Now and then two edits lie between two solves.
      if generator.next() % 3 == 0 { continue }
      comparisons += 1
      _ = scene.solve(measuring: FixedMetrics())
      let fresh = solved(newer)
      #expect(scene.rects == fresh.rects && scene.contents == fresh.contents, "round \(round):\n\(text)")
      #expect(scene.diagnostics == fresh.diagnostics, "round \(round):\n\(text)")
    }
    #expect(comparisons >= 12)
  }

  /// The text with one digit replaced by another, or without one of its lines.
  private func mutated(_ text: String, _ generator: inout SeededGenerator) -> String {
    if generator.next() % 4 == 0 {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      lines.remove(at: Int(generator.next() % UInt64(lines.count)))
      return lines.joined(separator: "\n")
    }
    var bytes = Array(text.utf8)
    let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
    guard let place = digits.randomElement(using: &generator) else { return text }
    bytes[place] = UInt8(0x30 + generator.next() % 10)
    return String(decoding: bytes, as: UTF8.self)
  }
}
