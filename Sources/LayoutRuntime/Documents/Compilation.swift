import LayoutModel
import LayoutSyntax

/// From texts to meanings: the one place that knows what the parser and the resolver are called.
extension Library {
  /// What is needed to find what a document means that has a text, together with its imports, all of which have been
  /// read. What the last attempt was resolved by goes along.
  mutating func prepareCompilation(of path: String) -> Compilation {
    // Only the tree is handed on. A copy of the document would hold its resolution.
    var compilation = Compilation(
      path: path, tree: documents[path]!.tree!, root: root(of: path), former: takeResolution(of: path))
    for imported in closure(of: path).dropFirst() {
      if documents[imported]?.trouble == .outside { compilation.outside.insert(imported) }
      guard let document = documents[imported], document.trouble == nil, let tree = document.tree else { continue }
      compilation.imports.append((imported, tree))
    }
    return compilation
  }

  /// What there is to say of a document that has no text; nil of every other.
  func brokenAttempt(of document: Document) -> Document.Attempt? {
    let path = document.path
    switch document.trouble {
    case .missing:
      return broken(document, .missingFile(path, showsFrames: document.good != nil), isCertain: true)
    case .unreadable(let reason): return broken(document, .unreadableFile(path, because: reason), isCertain: false)
    case .outside: return broken(document, .fileOutside(path), isCertain: true)
    case nil: break
    }
    guard let tree = document.tree else { return broken(document, .missingFile(path), isCertain: true) }
    if document.good?.layouts.isEmpty == false, tree.source.bytes.allSatisfy({ $0 <= UInt8(ascii: " ") }) {
      return broken(document, .emptyFile(path), isCertain: false)
    }
    return nil
  }

  private func broken(_ document: Document, _ diagnostic: Diagnostic, isCertain: Bool) -> Document.Attempt {
    Document.Attempt(
      resolved: nil, diagnostics: [diagnostic], sources: document.tree.map { [$0.source] } ?? [], isFailing: true,
      isCertain: isCertain)
  }
}

/// A text that is to be parsed.
struct Parsing: Sendable {
  let path: String
  let bytes: [UInt8]
  /// The text before it.
  let former: SyntaxTree?

  func run() -> SyntaxTree { parse(bytes, named: path, after: former) }
}

/// The texts of a document and its imports, and what they mean once it is run.
struct Compilation: Sendable {
  let path: String
  let tree: SyntaxTree
  /// In order of appearance.
  var imports: [(path: String, tree: SyntaxTree)] = []
  /// Imports that may not be read.
  var outside: Set<String> = []
  /// The folder that imports may not leave; nil: anywhere.
  let root: String?
  /// What the document was resolved by last.
  var former: Resolution?

  struct Outcome: Sendable {
    let path: String
    let attempt: Document.Attempt
    /// For the next time.
    let resolution: Resolution
  }

  /// The bytes of all texts.
  var byteCount: Int { imports.reduce(tree.source.bytes.count) { $0 + $1.tree.source.bytes.count } }

  /// What a turn does at once is a two hundredth of what a document may come to: some milliseconds. By measuring.
  private static let shortShare = 200

  /// Resolves the document: from the last attempt, where that can follow the edit, else from the start.
  consuming func run() -> Outcome {
    let trees = trees
    return outcome(of: follow(trees) ?? Resolution(tree, imports: trees, outside: outside, within: root))
  }

  /// The same if it is little work; nil, and it is still to be run, if it is not.
  ///
  /// - Parameter used: how much it was of what a turn does at once; what is not enough for it was all of that.
  mutating func runIfShort(used: inout Double) -> Outcome? {
    let trees = trees
    let resolution =
      follow(trees)
      ?? Resolution(
        tree, imports: trees, outside: outside, within: root, shareOf: Self.shortShare, used: &used)
    return resolution.map { outcome(of: $0) }
  }

  /// The same if the last attempt can follow the edit; nil, and it is still to be run, if it cannot.
  mutating func runIfFollowed() -> Outcome? { follow(trees).map { outcome(of: $0) } }

  private var trees: [String: SyntaxTree] { Dictionary(imports.map { ($0.path, $0.tree) }) { first, _ in first } }

  private mutating func follow(_ trees: [String: SyntaxTree]) -> Resolution? {
    guard var resolution = former.take(), resolution.follow(tree, imports: trees, within: root) else { return nil }
    return resolution
  }

  private func outcome(of resolution: Resolution) -> Outcome {
    let sources = [tree.source] + imports.map(\.tree.source)
    var diagnostics = tree.diagnostics + imports.flatMap(\.tree.diagnostics) + resolution.diagnostics
    diagnostics.sort(inOrderOf: sources)
    let attempt = Document.Attempt(
      resolved: resolution.document, diagnostics: diagnostics, sources: sources,
      isFailing: diagnostics.contains { $0.severity == .error }, isCertain: false)
    return Outcome(path: path, attempt: attempt, resolution: resolution)
  }
}

extension [Diagnostic] {
  /// Sorts by place: text after text, each from top to bottom; those without a place come first. Complaints of
  /// different stages about one file are read in one go.
  fileprivate mutating func sort(inOrderOf sources: [SourceText]) {
    let order = Dictionary(sources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ diagnostic: Diagnostic) -> (Int, Int32) {
      guard let place = diagnostic.place else { return (-1, 0) }
      return (order[place.file] ?? sources.count, place.span.start)
    }
    self = enumerated().sorted { left, right in
      let (leftKey, rightKey) = (key(left.element), key(right.element))
      return leftKey == rightKey ? left.offset < right.offset : leftKey < rightKey
    }.map(\.element)
  }
}
