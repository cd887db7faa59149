public import LayoutSyntax

/// Resolves a document: settles every name, type and placement in it.
///
/// It never throws and never stops at the first mistake: what can be understood is in the document, and what cannot has
/// an error with its place. The cost is linear in the text with every copy written out, which `ModelLimits` bounds.
///
/// - Parameters:
///   - tree: the parsed document.
///   - imports: every file that the document imports, directly or not, by `resolvedPath(of:importedBy:)`.
///   - root: the folder that imports must stay in, spelled as the paths are; nil when any path will do.
/// - Returns: the layouts of the document, and the complaints of resolving. Those of parsing are in the trees.
public func resolve(
  _ tree: SyntaxTree, imports: [String: SyntaxTree] = [:], within root: String? = nil
) -> (document: ResolvedDocument, diagnostics: [Diagnostic]) {
  let resolution = Resolution(tree, imports: imports, within: root)
  return (resolution.document, resolution.diagnostics)
}

/// One file of a document while it is resolved.
struct SourceFile {
  var tree: SyntaxTree
  var bytes: [UInt8]
  /// The file's name in diagnostics.
  var name: String
  /// The file's path, as `resolvedPath` spells it.
  var path: String
  /// The files that this one imports with `as`.
  var namespaces: [(name: NameID, file: Int32)] = []
  /// The same by name; the first of several.
  var namespaceFiles: [NameID: Int32] = [:]
  /// The files that this one imports without `as`. Their values are found like its own.
  var openImports: [Int32] = []
  /// Whether a file imported without `as` could not be had. Any unknown value or component may come from there.
  var lacksImport = false
  /// The names behind `as` of imports that could not be had.
  var missingNamespaces: Set<NameID> = []

  init(_ tree: SyntaxTree, path: String) {
    self.tree = tree
    self.bytes = tree.source.bytes
    self.name = tree.source.name
    self.path = path
  }
}

/// The steps of `resolve`: files first, then one layout after the other.
struct DocumentResolver {
  /// The document itself, then what it imports, in order of appearance.
  var files: [SourceFile]
  let imports: [String: SyntaxTree]
  /// Files that it may not import, wherever their path seems to lead.
  let outside: Set<String>
  let root: String?
  /// How many bytes its files may have together.
  var mostBytes = ModelLimits.documentBytes
  /// For all layouts together.
  var budget: Budget
  var document: ResolvedDocument
  var complaints: ComplaintList
  var names = NameTable()
  var scopes = ScopeTable()
  /// The components of all files.
  var components = ComponentTable()
  /// The components that some layout uses, by index.
  private var usedComponents: Set<Int32> = []
  /// Of the components of the document that no layout uses: their tokens.
  private(set) var unusedComponents: [Range<Int32>] = []
  /// By layout of the document: the resolver that made it.
  var layouts: [LayoutResolver] = []

  /// The steps in order, as a table of contents.
  mutating func resolve() {
    gatherImports()
    declareFileValues()
    resolveLayouts()
    for index in document.layouts.indices { document.layouts[index].findPictures(in: files, within: root, &complaints) }
    document.limitPictures(in: files, &complaints)
  }

  init(
    _ tree: SyntaxTree, imports: [String: SyntaxTree], outside: Set<String> = [], root: String?,
    allowing allowed: Budget.Amounts = .allowed
  ) {
    budget = Budget(allowed)
    files = [SourceFile(tree, path: tree.source.name)]
    self.imports = imports
    self.outside = outside
    self.root = root
    document = ResolvedDocument(file: tree.source.name)
    complaints = ComplaintList(of: tree.source.name)
  }

  /// Declares the lets, variables and components at the top of every file.
  mutating func declareFileValues() {
    for file in files.indices {
      let scope = scopes.open(in: nil)
      precondition(scope == file, "scope \(scope) belongs to file \(file)")
      for child in files[file].tree.root.children {
        switch child.kind {
        case .letDeclaration, .varDeclaration:
          declareValue(child, file: Int32(file), scope: scope)
        case .component: declareComponent(child, file: Int32(file))
        default: break
        }
      }
    }
  }

  private mutating func declareValue(_ node: SyntaxNode, file: Int32, scope: Int32) {
    guard let name = node.first(.name) else { return }
    let value = DeclaredValue(
      name: names.name(of: name, in: files[Int(file)].bytes), node: node.index, file: file, scope: scope, view: nil,
      isVariable: node.kind == .varDeclaration)
    if !scopes.declare(value) {
      complaints.report(
        .duplicateValue(name.name), at: Diagnostic.Place(file: files[Int(file)].name, span: name.span))
    }
  }

  mutating func resolveLayouts() {
    // Not in the list of names, of which each layout has a copy.
    var seen: Set<String> = []
    let top = Array(files[0].tree.root.children)
    let known = top.filter { $0.kind == .layout }.map(\.name)
    let knownNames = Set(known)
    let tests = Dictionary(grouping: top.filter { $0.kind == .test }) { $0.first(.name)?.name }
    for child in top where !budget.isSpent {
      switch child.kind {
      case .layout:
        let nameNode = child.first(.name)
        if let nameNode, nameNode.name.utf8.count > ModelLimits.layoutName {
          complaints.report(.tooLongName("layout"), at: place(nameNode))
          continue
        }
        if let nameNode, !seen.insert(nameNode.name).inserted {
          complaints.report(.duplicateLayout(nameNode.name), at: place(nameNode))
        }
        var layout = LayoutResolver(child, in: self)
        layout.resolve(testedBy: nameNode.flatMap { tests[$0.name] } ?? [])
        // A layout whose name is missing is left out: that was reported, and nobody could ask for it.
        complaints = layout.builder.complaints
        budget = layout.builder.budget
        usedComponents.formUnion(layout.expansion.usedComponents)
        if layout.builder.layout.name.isEmpty { continue }
        document.layouts.append(layout.builder.layout)
        layouts.append(layout)
      case .test where child.first(.name).map({ knownNames.contains($0.name) }) != true:
        reportSubject(of: child, known)
      default: break
      }
    }
    lookThroughUnusedComponents()
  }

  /// Expands the components that no layout of the document uses, once and for their mistakes alone. So a file of
  /// components is checked like any other.
  private mutating func lookThroughUnusedComponents() {
    for (index, component) in components.all.enumerated() where component.file == 0 {
      if usedComponents.contains(Int32(index)) { continue }
      unusedComponents.append(files[0].tree.node(at: component.node).tokenRange)
    }
    for index in components.all.indices where components.all[index].file == 0 && !budget.isSpent {
      if usedComponents.contains(Int32(index)) { continue }
      var trial = LayoutResolver(files[0].tree.node(at: components.all[index].node), in: self)
      if trial.spendOnLists(isKept: false) { trial.lookThrough(Int32(index)) } else { trial.reportOverrun() }
      complaints = trial.builder.complaints
      budget = trial.builder.budget
      usedComponents.formUnion(trial.expansion.usedComponents)
    }
  }

  /// A test beside the layouts says which of them it is of, and this one does not.
  private mutating func reportSubject(of test: SyntaxNode, _ known: [String]) {
    if complaints.isFull(files[0].name) { return }
    guard let subject = test.first(.name) else {
      complaints.report(.testOfNothing(known.first), at: place(test.first(.string) ?? test))
      return
    }
    complaints.report(
      .unknownLayout(subject.name, nearest: nearestName(to: subject.name, in: known)), at: place(subject))
  }

  private func place(_ node: SyntaxNode) -> Diagnostic.Place {
    Diagnostic.Place(file: files[0].name, span: node.span)
  }
}

extension NameTable {
  /// The number of the name at `node`'s first token, without its backticks or `#`.
  mutating func name(of node: SyntaxNode, in bytes: [UInt8]) -> NameID { name(of: node.firstToken, in: bytes) }

  mutating func name(of token: SyntaxToken, in bytes: [UInt8]) -> NameID {
    switch token.kind {
    case .quotedIdentifier:
      let start = Int(token.start) + 1
      return name(in: bytes, from: start, to: max(start, Int(token.end) - 1))
    case .hash: return name(in: bytes, from: Int(token.start) + 1, to: max(Int(token.start) + 1, Int(token.end)))
    default: return name(in: bytes, from: Int(token.start), to: Int(token.end))
    }
  }
}

extension Complaint {
  static func duplicateLayout(_ name: String) -> Complaint {
    Complaint(.duplicateLayout, "this file has another layout '\(name)'")
  }

  static func tooLongName(_ what: String) -> Complaint {
    Complaint(.tooLarge, "the name of a \(what) has at most \(ModelLimits.layoutName) bytes")
  }

  static func unknownLayout(_ name: String, nearest: String?) -> Complaint {
    Complaint(.unknownLayout, "this file has no layout '\(name)'\(didYouMean(nearest))", replacement: nearest)
  }

  static func testOfNothing(_ layout: String?) -> Complaint {
    Complaint(
      .unknownLayout, "a test outside of a layout says which layout it is of",
      help: layout.map { ["help: write 'of \($0)' behind the test's name, or move it into the layout"] } ?? [])
  }
}
