public import LayoutSyntax

/// A resolved document together with what it was resolved with, so that it can follow an edit.
///
/// Most saves change a number or a text. Such an edit leaves every name, view and branch as it was. What it does change
/// is found by asking who read it: the statement that it stands in, and the statements that use the value it belongs
/// to. Only these are read again, in their places. The result is what resolving the edited files from the start gives,
/// to the last span. Where that is not certain, `follow` says so.
public struct Resolution: Sendable {
  /// The document as of the last edit.
  public private(set) var document: ResolvedDocument
  /// The complaints about the whole document, in the order in which resolving reports them.
  public var diagnostics: [Diagnostic] { complaints.diagnostics }
  private var complaints: ComplaintList

  /// By layout of the document: the resolver that made it.
  private var layouts: [LayoutResolver]
  /// The document's file, then those of its imports.
  private var files: [SourceFile]
  private let root: String?
  /// The tokens of components that no layout uses. They were looked through for their mistakes, and nobody who reads
  /// their literals is there any more.
  private let unusedComponents: [Range<Int32>]

  /// Resolves a document from the start, as `resolve(_:imports:within:)` does.
  ///
  /// - Parameter outside: files that are not among `imports` because links lead from their paths out of `root`.
  public init(
    _ tree: SyntaxTree, imports: [String: SyntaxTree] = [:], outside: Set<String> = [], within root: String? = nil
  ) {
    var resolver = DocumentResolver(tree, imports: imports, outside: outside, root: root)
    resolver.resolve()
    self.init(resolver)
  }

  /// Resolves a document from the start if it comes to no more than one of so many parts of what a document may come
  /// to. What that is does not depend on the length of its text: a few lines can stand for many copies.
  ///
  /// - Parameters:
  ///   - parts: above 0.
  ///   - used: how much of that part it came to, 1 when that was not enough.
  /// - Returns: nil when it comes to more, which is found out without making it.
  public init?(
    _ tree: SyntaxTree, imports: [String: SyntaxTree], outside: Set<String>, within root: String?, shareOf parts: Int,
    used: inout Double
  ) {
    var resolver = DocumentResolver(
      tree, imports: imports, outside: outside, root: root, allowing: .allowed.share(of: parts))
    resolver.resolve()
    used = resolver.budget.usedShare
    if resolver.budget.isSpent { return nil }
    self.init(resolver)
  }

  private init(_ resolver: consuming DocumentResolver) {
    document = resolver.document
    complaints = resolver.complaints
    layouts = resolver.layouts
    files = resolver.files
    root = resolver.root
    unusedComponents = resolver.unusedComponents
  }

  /// Takes over an edit of the document or of a file that it imports.
  ///
  /// - Returns: false when the edit goes further than literals, blanks and comments, or may lead to a complaint. This
  ///   value is then of no more use.
  public mutating func follow(_ tree: SyntaxTree, imports: [String: SyntaxTree] = [:], within root: String? = nil)
    -> Bool
  {
    guard diagnostics.allSatisfy(\.code.isWithoutLiterals), self.root == root else { return false }
    var edits: [LiteralEdit] = []
    for index in files.indices {
      guard let newer = index == 0 ? tree : imports[files[index].path],
        let edit = newer.literalEdit(since: files[index].tree)
      else { return false }
      edits.append(edit)
      files[index].tree = newer
      files[index].bytes = newer.source.bytes
    }
    if edits[0].literals.contains(where: { token in unusedComponents.contains { $0.contains(token) } }) { return false }
    complaints.move(edits, in: files)
    let known = diagnostics.count
    for index in layouts.indices {
      guard layouts[index].follow(edits, in: files) else { return false }
      let former = document.layouts[index]
      document.layouts[index] = layouts[index].builder.layout
      // The very same views and settings name no picture that they did not name.
      if former.pictures.isEmpty, former.hasSameMemory(as: document.layouts[index]) { continue }
      document.layouts[index].findPictures(in: files, within: root, &complaints)
    }
    document.limitPictures(in: files, &complaints)
    if diagnostics.count != known { return false }
    return true
  }
}

extension ResolvedLayout {
  /// Whether nobody wrote to views and settings since one of two layouts was copied from the other.
  fileprivate func hasSameMemory(as other: ResolvedLayout) -> Bool {
    views.span.isIdentical(to: other.views.span) && settings.span.isIdentical(to: other.settings.span)
  }
}
