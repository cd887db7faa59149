internal import LayoutModel
internal import LayoutSyntax

/// A layout that is a text: what it says, as a file of the same words would.
struct ParsedText: Sendable {
  let source: SourceText
  /// The text in the one style; nil where it is wrong.
  let formatted: [UInt8]?
  let resolved: ResolvedLayout
  /// Of the whole text, all layouts that it has.
  let diagnostics: [Diagnostic]
}

extension Layout {
  /// A layout that is written in the layout language, as a value like any other: it has frames, is shown in scenes, and
  /// is an edit where it replaces another version of itself.
  ///
  /// ```swift
  /// let card = try Layout(parsing: "layout card { label title \"Hello\" top 8 leading 8 }")
  /// card.frames(width: 390, height: 844)[card["title"]].width     // 40
  /// ```
  ///
  /// There are no files, so nothing is imported, and pictures have no size of their own. What is wrong has the line of
  /// the text.
  ///
  /// - Parameters:
  ///   - text: what would stand in a `.layout` file.
  ///   - name: which layout of the text; nil: its first one.
  ///   - file: what the text goes by when something is wrong with it.
  /// - Throws: `LayoutMistakes`, when anything in the text is an error, or it has no such layout (E2506).
  public init(parsing text: String, named name: String? = nil, file: String = "text.layout") throws(LayoutMistakes) {
    let tree = parse(SourceText(name: file, bytes: Array(text.utf8)))
    let (document, complaints) = resolve(tree)
    let places = TextPlaces([tree.source])
    var mistakes = (tree.diagnostics + complaints).map(places.diagnostic)
    let found = name.map { name in document.layouts.first { $0.name == name } } ?? document.layouts.first
    if found == nil && !mistakes.contains(where: { $0.severity == .error }) {
      mistakes.append(.noLayout(name, in: document.layouts.map(\.name), file: file))
    }
    guard let found, !mistakes.contains(where: { $0.severity == .error }) else {
      throw LayoutMistakes(diagnostics: mistakes)
    }
    self.init(
      ParsedText(
        source: tree.source, formatted: tree.formatted(), resolved: found,
        diagnostics: tree.diagnostics + complaints))
  }

  // MARK: Names

  /// The paths of all views, a parent before its children: `root`, `card`, `card.title`.
  public var paths: [String] { resolved.views.map(\.path) }

  /// The view with a path: `file["card.title"]`. One that there is not is a mistake of the program, as an index beyond
  /// the end of an array is; `view(_:)` throws.
  public subscript(path: String) -> NamedView {
    precondition(resolved.views.contains { $0.path == path }, "layout '\(name)' has no view '\(path)'")
    return NamedView(path)
  }

  /// The view with a path.
  ///
  /// - Throws: `SceneError.unknownName` with the nearest path, when there is none.
  public func view(_ path: String) throws(SceneError) -> NamedView {
    _ = try kind(of: path)
    return NamedView(path)
  }

  /// The scroll view or list with a path.
  ///
  /// - Throws: `SceneError.unknownName` with the nearest path, when there is none, or it does not scroll.
  public func scrollView(_ path: String) throws(SceneError) -> NamedScrollView {
    guard try kind(of: path).isScroll else {
      throw .unknown(.view, path, in: resolved.views.filter(\.kind.isScroll).map(\.path))
    }
    return NamedScrollView(path)
  }

  /// The id of constraints, if the layout has some of this name.
  ///
  /// - Throws: `SceneError.unknownName` with the nearest id, when there is none.
  public func constraint(_ name: String) throws(SceneError) -> ConstraintID {
    let known = resolved.identifiers.map(\.name)
    guard known.contains(name) else { throw .unknown(.constraint, name, in: known) }
    return ConstraintID(name)
  }

  private func kind(of path: String) throws(SceneError) -> ViewKind {
    guard let view = resolved.views.first(where: { $0.path == path }) else {
      throw .unknown(.view, path, in: paths)
    }
    return view.kind
  }

  private var resolved: ResolvedLayout { parsed?.resolved ?? CompiledLayout(self).resolved }
}

extension LayoutDiagnostic {
  fileprivate static func noLayout(_ name: String?, in known: [String], file: String) -> LayoutDiagnostic {
    let near = name.flatMap { nearestName(to: $0, in: known) }
    return LayoutDiagnostic(
      code: WritingCode.missingLayout.rawValue,
      message: "the text has no layout" + (name.map { " '\($0)'" } ?? "")
        + didYouMean(near),
      severity: .error, site: Site(file: file, line: 1))
  }

  private init(code: String, message: String, severity: Severity, site: Site) {
    self.init(code: code, severity: severity, message: message, site: site, statement: nil, notes: [])
  }
}
