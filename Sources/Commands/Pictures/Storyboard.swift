import Drawing
import LayoutRuntime
import LayoutSyntax

/// What the scene of a test shows, from step to step: the test is its own storyboard.
struct Storyboard {
  /// A picture of the beginning, and one after each step that can change something.
  private(set) var items: [Sheet.Item] = []
  /// Of the beginning.
  let theme: Theme
  /// Names of colours that nobody has said anything about.
  private(set) var unknownColours: Set<String> = []

  init(_ stills: [TestStill], _ sources: [SourceText], _ manner: PictureManner) {
    func theme(of still: TestStill?) -> Theme { manner.theme ?? (still?.isDark == true ? .dark : .light) }
    self.theme = theme(of: stills.first)
    for (index, still) in stills.enumerated() {
      let drawing = SceneDrawing(
        of: still.frames, theme: theme(of: still), palette: manner.palette, showing: manner.overlays)
      unknownColours.formUnion(drawing.unknownColours)
      let words = ["\(index)", still.words(in: sources), TestPrinter.text(of: still.time)].filter { !$0.isEmpty }
      items.append(Sheet.Item(words.joined(separator: " · "), drawing.artwork))
    }
  }
}

extension TestStill {
  /// The step as the file has it, in one line, without what it expects; empty at the beginning.
  fileprivate func words(in sources: [SourceText]) -> String {
    guard let step, let source = sources.first(where: { $0.name == step.file }) else { return "" }
    let range = Int(step.span.start)..<min(Int(step.span.end), source.bytes.count)
    let words = String(decoding: source.bytes[range], as: UTF8.self).prefix { $0 != "{" }
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 40 ? words.prefix(39) + "…" : words
  }
}
