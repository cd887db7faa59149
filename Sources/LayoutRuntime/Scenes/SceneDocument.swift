import LayoutEngine
import LayoutModel
import LayoutSyntax

/// What a scene has of its document: which file that is, whether its latest text is good, and what is wrong there.
struct SceneDocument: Sendable {
  private(set) var file: String
  /// Which meaning of the document the scene has taken over.
  private var generation = 0
  private(set) var status = SceneStatus.failed
  /// What the document's verdict says; the scene's own complaints are the engine's.
  private(set) var diagnostics: [Diagnostic] = []
  /// The texts that these point into.
  private(set) var sources: [SourceText] = []
  /// The texts that the scene's layout was made from, which are older where the document has errors now.
  private(set) var layoutSources: [SourceText] = []
  /// What is known of its pictures, by path.
  var pictures: [String: Picture] = [:]

  init(file: String) { self.file = file }

  /// All that it consists of: its layout, and what has a mistake by now.
  var files: [String] { (layoutSources + sources).map(\.name).firstOccurrences }

  /// The text that the layout was made from; nil where it is the one of the known generation, and before there is one.
  func text(_ known: Int?) -> (source: SourceText, edition: Int)? {
    guard generation != known, let source = layoutSources.first(where: { $0.name == file }) else { return nil }
    return (source, generation)
  }

  /// Takes over the text of a program, in which nothing is wrong; nil: nobody has written it.
  mutating func adopt(_ text: SourceText?) {
    status = .ok
    sources = text.map { [$0] } ?? []
    layoutSources = sources
  }

  /// Says of complaints about the document which view of its layout each is about.
  mutating func findViews(in layout: ResolvedLayout) {
    for index in diagnostics.indices where diagnostics[index].view == nil {
      guard let view = diagnostics[index].place.flatMap({ layout.view(declaredAt: $0) }) else { continue }
      diagnostics[index].view = layout.views[view].path
    }
  }

  /// Takes over what the document says now.
  ///
  /// - Parameters:
  ///   - hasLayout: whether it has a good meaning with the scene's layout.
  ///   - isLive: whether the scene ever had one.
  /// - Returns: whether the meaning is another than before.
  mutating func adopt(_ document: Document, hasLayout: Bool, isLive: Bool) -> Bool {
    let isNewMeaning = file != document.path || generation != document.generation
    file = document.path
    generation = document.generation
    diagnostics = (document.verdict?.diagnostics ?? []) + document.collisions
    sources = document.verdict?.sources ?? []
    let isFailing = document.verdict?.isFailing ?? true
    if !isFailing { layoutSources = sources }
    status = hasLayout ? (isFailing ? .stale : .ok) : isLive ? .stale : .failed
    return isNewMeaning
  }
}
