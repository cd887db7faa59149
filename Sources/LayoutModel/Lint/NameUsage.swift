import LayoutSyntax

/// Finds names that a document declares and nothing in it uses, and names that hide others.
///
/// A name counts as used when it stands anywhere it could be meant: it is better to miss an unused one than to accuse a
/// used one. What a file without layouts declares is for the files that import it. A name that begins with `_` may be
/// unused.
struct NameUsage {
  private struct Declaration {
    var name: String
    /// What the message calls it.
    var noun: String
    var node: SyntaxNode
    var code: LintCode
    var isUsed = false
    /// Whether other files may import it.
    var isPublic = false
    /// Of what stands for a record: the declaration of its list.
    var list: Int?
    /// Of a list: the fields that something reads.
    var fieldsInUse: Set<String> = []
    /// Of a list: where its fields are declared.
    var type: SyntaxNode?
  }

  private var declarations: [Declaration] = []
  /// Those of guides, which are found by their path, like views: wherever a path has such a name, one of them is meant.
  private var guides: [SyntaxNode] = []
  private var namesInPaths: Set<String> = []
  private var scopes: [[String: Int]] = []
  private var kindsInUse: Set<String> = []
  /// Names that are used and that no declaration of this file explains.
  private var foreignNames: Set<String> = []
  private var findings: [Diagnostic] = []

  static func findings(in tree: SyntaxTree, imports: [String: SyntaxTree]) -> [Diagnostic] {
    var usage = NameUsage()
    usage.readFile(tree.root)
    let isLibrary = !tree.root.children.contains { $0.kind == .layout || $0.kind == .test }
    for declaration in usage.declarations where !declaration.isUsed && !declaration.name.hasPrefix("_") {
      if isLibrary && declaration.isPublic { continue }
      usage.findings.append(.unused(declaration.name, declaration.noun, declaration.code, at: declaration.node))
    }
    for guide in usage.guides where !usage.namesInPaths.contains(guide.name) && !guide.name.hasPrefix("_") {
      usage.findings.append(.unused(guide.name, "guide", .unusedValue, at: guide))
    }
    for declaration in usage.declarations where declaration.isUsed && !(isLibrary && declaration.isPublic) {
      usage.findUnusedFields(of: declaration)
    }
    usage.checkImports(of: tree, imports)
    return usage.findings
  }

  // MARK: Declaring and using

  private mutating func declare(
    _ node: SyntaxNode?, _ noun: String, code: LintCode = .unusedValue, type: SyntaxNode? = nil
  ) {
    guard let node else { return }
    let name = node.name
    for scope in scopes.dropLast().reversed() {
      guard let outer = scope[name] else { continue }
      findings.append(.shadowed(name, by: node, outer: declarations[outer].node))
      break
    }
    scopes[scopes.count - 1][name] = declarations.count
    declarations.append(
      Declaration(name: name, noun: noun, node: node, code: code, isPublic: scopes.count == 1, type: type))
  }

  @discardableResult private mutating func use(_ name: String) -> Int? {
    for scope in scopes.reversed() {
      guard let index = scope[name] else { continue }
      declarations[index].isUsed = true
      return index
    }
    foreignNames.insert(name)
    return nil
  }

  /// Finds the fields of a list that no `for` over it reads.
  private mutating func findUnusedFields(of list: Declaration) {
    guard let type = list.type else { return }
    for field in type.children where field.kind == .parameter {
      guard let name = field.first(.name), !name.name.hasPrefix("_"), !list.fieldsInUse.contains(name.name) else {
        continue
      }
      findings.append(.unused(name.name, "field", .unusedValue, at: name))
    }
  }

  // MARK: Walking

  private mutating func readFile(_ root: SyntaxNode) {
    scopes.append([:])
    for child in root.children {
      switch child.kind {
      case .letDeclaration: declare(child.first(.name), "constant")
      case .varDeclaration:
        declare(child.first(.name), "variable", type: child.first(.listType)?.first(.parameterList))
      default: break
      }
    }
    for child in root.children { visit(child) }
    scopes.removeLast()
    for component in root.children where component.kind == .component {
      guard let name = component.first(.name) else { continue }
      declarations.append(
        Declaration(
          name: name.name, noun: "component", node: name, code: .unusedComponent,
          isUsed: kindsInUse.contains(name.name), isPublic: true))
    }
  }

  private mutating func visit(_ node: SyntaxNode) {
    switch node.kind {
    case .importDeclaration: return
    case .layout, .component:
      scopes.append([:])
      for parameter in node.first(.parameterList)?.children ?? node.children where parameter.kind == .parameter {
        declare(parameter.first(.name), "parameter")
      }
      visitChildren(of: node)
      scopes.removeLast()
    case .test:
      scopes.append([:])
      declareRemembered(in: node)
      visitChildren(of: node)
      scopes.removeLast()
    case .block:
      scopes.append([:])
      for child in node.children {
        if child.kind == .letDeclaration { declare(child.first(.name), "constant") }
        if child.kind == .varDeclaration {
          declare(child.first(.name), "variable", type: child.first(.listType)?.first(.parameterList))
        }
      }
      visitChildren(of: node)
      scopes.removeLast()
    case .forStatement:
      let isOverRecords = node.rangeOperator == nil
      var list: Int?
      if isOverRecords, let name = node.value(at: 0)?.first(.pathSegment) { list = use(name.name) }
      if !isOverRecords { for bound in node.values { visit(bound) } }
      if let animation = node.first(.animation) { visit(animation) }
      scopes.append([:])
      declare(node.first(.name), isOverRecords ? "record" : "counter")
      declarations[declarations.count - 1].list = list
      // The key is a field in use, and one that only counts is no counter too many.
      if isOverRecords, let key = node.value(at: 1) { visit(key) }
      if let block = node.first(.block) { visit(block) }
      scopes.removeLast()
    case .reference, .path:
      if let first = node.first(.pathSegment), let used = use(first.name), let list = declarations[used].list,
        let field = node.child(.pathSegment, at: 1)
      {
        declarations[list].fieldsInUse.insert(field.name)
      }
      for segment in node.children where segment.kind == .pathSegment { namesInPaths.insert(segment.name) }
      visitChildren(of: node)
    case .guide:
      if let name = node.first(.name) { guides.append(name) }
      visitChildren(of: node)
    case .priority:
      if let name = node.first(.name) { use(name.name) }
    case .easing:
      // A value may stand in the place of one: `animate pace`.
      if let first = node.easingName.split(separator: ".").first { use(String(first)) }
      visitChildren(of: node)
    case .view:
      // `t.card` is the component `card` of what is imported as `t`.
      let parts = (node.first(.typeName)?.name ?? "").split(separator: ".")
      if parts.count > 1 { use(String(parts[0])) }
      if let last = parts.last { kindsInUse.insert(String(last)) }
      visitChildren(of: node)
    default: visitChildren(of: node)
    }
  }

  /// What a test remembers is known in the whole test.
  private mutating func declareRemembered(in node: SyntaxNode) {
    guard let block = node.first(.block) else { return }
    for child in block.children {
      if child.kind == .rememberStatement { declare(child.first(.name), "remembered value") }
      if child.kind == .afterStatement { declareRemembered(in: child) }
    }
  }

  private mutating func visitChildren(of node: SyntaxNode) {
    for child in node.children { visit(child) }
  }

  // MARK: Imports

  private mutating func checkImports(of tree: SyntaxTree, _ imports: [String: SyntaxTree]) {
    for node in tree.root.children where node.kind == .importDeclaration {
      guard let string = node.first(.string) else { continue }
      let path = resolvedPath(of: string.string, importedBy: tree.source.name)
      guard let imported = imports[path] else { continue }
      let (values, components) = Self.names(of: imported, imports)
      let isUsed: Bool
      if let alias = node.first(.name) {
        isUsed = foreignNames.contains(alias.name) || !components.isDisjoint(with: kindsInUse)
      } else {
        isUsed = !values.isDisjoint(with: foreignNames) || !components.isDisjoint(with: kindsInUse)
      }
      if !isUsed { findings.append(.unusedImport(string.string, at: node)) }
    }
  }

  /// The names that a file offers, together with those of its own imports.
  private static func names(
    of tree: SyntaxTree, _ imports: [String: SyntaxTree]
  ) -> (values: Set<String>, components: Set<String>) {
    var (values, components, seen): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    var waiting = [tree]
    while let tree = waiting.popLast() {
      guard seen.insert(tree.source.name).inserted else { continue }
      for child in tree.root.children {
        switch child.kind {
        case .letDeclaration, .varDeclaration: values.insert(child.name)
        case .component: components.insert(child.name)
        case .importDeclaration:
          let path = resolvedPath(of: child.first(.string)?.string ?? "", importedBy: tree.source.name)
          if let next = imports[path] { waiting.append(next) }
        default: break
        }
      }
    }
    return (values, components)
  }
}

extension Diagnostic {
  fileprivate static func unused(_ name: String, _ noun: String, _ code: LintCode, at node: SyntaxNode) -> Diagnostic {
    let notes: [Note] =
      switch noun {
      case "parameter": []
      case "field": [Note("help: remove it, or call it '_\(name)' if only the outside asks for it")]
      case "counter": [Note("help: call it '_\(name)', which only counts")]
      default: [Note("help: remove it, or call it '_\(name)' if it is to stay")]
      }
    return Diagnostic(code, "nothing uses the \(noun) '\(name)'", at: node, notes: notes)
  }

  fileprivate static func unusedImport(_ path: String, at node: SyntaxNode) -> Diagnostic {
    Diagnostic(.unusedImport, "nothing in this file is from '\(path)'", at: node)
  }

  fileprivate static func shadowed(_ name: String, by node: SyntaxNode, outer: SyntaxNode) -> Diagnostic {
    Diagnostic(
      .shadowedName, "'\(name)' hides another '\(name)' from here on", at: node,
      notes: [Note("the one it hides", at: Place(outer))])
  }
}
