import JSONText

extension SyntaxTree {
  /// The version of the JSON form that is written, and the only one that is read.
  static let projectionVersion: JSON = 1

  /// The document as JSON, as `ProjectionShape` has it; nil while it has syntax errors.
  ///
  /// Comments and line breaks are left out; clauses on one line stay together. Reading the JSON back gives the same
  /// tree, and projecting that gives the same JSON.
  public func projected() -> String? {
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    return projection.layoutText
  }

  /// - Precondition: the tree has no syntax errors.
  var projection: JSON {
    let projector = TreeProjector(tree: self)
    return [
      "version": Self.projectionVersion,
      "declarations": .array(root.children.map { projector.object($0, in: .declaration) }),
    ]
  }
}

/// From nodes to JSON: walks a node's children and tokens along the parts of its shape.
private struct TreeProjector {
  let tree: SyntaxTree
  private let roles: TokenRoles

  init(tree: SyntaxTree) {
    self.tree = tree
    roles = TokenRoles(of: tree)
  }

  func object(_ node: SyntaxNode, in context: ProjectionShape.Context) -> JSON {
    guard let shape = ProjectionShape.shape(of: node.kind, in: context) else {
      preconditionFailure("\(node.kind) has no entry as a \(context.rawValue) in ProjectionShape.swift")
    }
    var walk = Walk(node: node, shape: shape, tree: tree)
    let kind = shape.kinds.count > 1 ? text(of: walk.start..<walk.start + 1) : shape.kinds[0]
    var object: JSONObject = ["kind": .string(kind)]
    for part in shape.parts {
      guard let value = member(part, &walk) else { continue }
      object.members.append(JSONObject.Member(name: part.member, value: value))
    }
    return .object(object)
  }

  private func member(_ part: ProjectionShape.Part, _ walk: inout Walk) -> JSON? {
    switch part.form {
    case .flag: return walk.skip(part.lead) ? true : nil
    case .relation, .range, .adjacency:
      guard walk.isAtSign(of: part.form) else { return nil }
      defer { walk.cursor += 1 }
      return .string(text(of: walk.cursor..<walk.cursor + 1))
    case .clauses: return list(walk.takeChildren(where: \.isClause), in: .clause)
    case .environment: return list(walk.takeChildren(where: \.isEnvironment), in: .environment)
    case .source:
      guard let range = walk.takeSource(part) else { return nil }
      if part.lead == "#" { return .string(String(text(of: range).dropFirst())) }
      return .string(text(of: range))
    case .text: return walk.takeChild(part).map { .string($0.string) }
    case .strings:
      return walk.takeChild(part).map { node in
        .array(node.children.map { .string(text(of: Walk.range(of: $0))) })
      }
    case .statements: return walk.takeChild(part).map(statements)
    case .steps:
      return walk.takeChild(part).map { block in .array(block.children.map { object($0, in: .step) }) }
    case .statement: return walk.takeChild(part).map { object($0, in: .statement) }
    }
  }

  private func list(_ nodes: [SyntaxNode], in context: ProjectionShape.Context) -> JSON? {
    nodes.isEmpty ? nil : .array(nodes.map { object($0, in: context) })
  }

  /// Several clauses on a line are one object, since `gap` and `inset` belong to a placement on their line.
  private func statements(of block: SyntaxNode) -> JSON {
    var lines: [[SyntaxNode]] = []
    for child in block.children {
      if roles.role[Int(child.tokenRange.lowerBound)] == .statementStart || lines.isEmpty {
        lines.append([child])
      } else {
        lines[lines.count - 1].append(child)
      }
    }
    return .array(
      lines.map { line in
        if line.count == 1 { return object(line[0], in: .statement) }
        return [
          "kind": .string(ProjectionShape.clauseLine), "clauses": .array(line.map { object($0, in: .clause) }),
        ]
      })
  }

  /// Tokens as the formatter spaces them.
  private func text(of range: Range<Int>) -> String {
    var text = ""
    for index in range {
      let token = tree.tokens[index]
      if index > range.lowerBound, !roles.isTight[index] {
        text += String(
          repeating: " ", count: TokenSpacing.blanks(between: tree.tokens[index - 1].kind, and: token.kind))
      }
      text += tree.source.text(in: token.span)
    }
    return text
  }
}

/// How far the parts of one node have been read: the next token, and the next child.
private struct Walk {
  let node: SyntaxNode
  let tree: SyntaxTree
  let start: Int
  private let end: Int
  var cursor: Int
  private var children: ArraySlice<SyntaxNode>

  init(node: SyntaxNode, shape: ProjectionShape, tree: SyntaxTree) {
    self.node = node
    self.tree = tree
    start = Int(node.tokenRange.lowerBound)
    end = Int(node.tokenRange.upperBound)
    cursor = start
    children = Array(node.children)[...]
    guard shape.beginsWithKind else { return }
    cursor += 1
    // `x fill`: the axis is the kind.
    if let first = children.first, Int(first.tokenRange.lowerBound) == start { children.removeFirst() }
  }

  static func range(of node: SyntaxNode) -> Range<Int> {
    Int(node.tokenRange.lowerBound)..<Int(node.tokenRange.upperBound)
  }

  private func isAt(_ text: String, _ index: Int) -> Bool {
    index < end && tree.source.text(in: tree.tokens[index].span) == text
  }

  /// Goes on behind `word` if it comes next; says whether it did.
  mutating func skip(_ word: String) -> Bool {
    guard isAt(word, cursor) else { return false }
    cursor += 1
    return true
  }

  func isAtSign(of form: ProjectionShape.Form) -> Bool {
    guard cursor < end else { return false }
    switch tree.tokens[cursor].kind {
    case .equalEqual, .greaterEqual, .lessEqual, .less, .greater: return form == .relation
    case .closedRange, .halfOpenRange: return form == .range
    default: return form == .adjacency
    }
  }

  mutating func takeChildren(where matches: (SyntaxKind) -> Bool) -> [SyntaxNode] {
    var taken: [SyntaxNode] = []
    while let child = children.first, matches(child.kind) {
      taken.append(child)
      cursor = Int(child.tokenRange.upperBound)
      children.removeFirst()
    }
    return taken
  }

  /// The next child, if it is this part.
  mutating func takeChild(_ part: ProjectionShape.Part) -> SyntaxNode? {
    guard let child = children.first, case .kinds(let kinds) = part.match, kinds.contains(child.kind) else {
      return nil
    }
    let first = Int(child.tokenRange.lowerBound)
    guard part.lead.isEmpty ? first == cursor : isAt(part.lead, cursor) && first == cursor + 1 else { return nil }
    cursor = Int(child.tokenRange.upperBound)
    children.removeFirst()
    return child
  }

  /// The tokens of a part that is text, without its lead.
  mutating func takeSource(_ part: ProjectionShape.Part) -> Range<Int>? {
    switch part.match {
    case .values:
      let first = part.lead.isEmpty ? cursor : cursor + 1
      guard let child = children.first, child.kind.isValue, part.lead.isEmpty || isAt(part.lead, cursor) else {
        return nil
      }
      return takeList(from: first) { $0.isValue }
    case .kinds([.priority]): return takeSuffix(.priority).map { $0.lowerBound + 1..<$0.upperBound }
    case .kinds([.identifier]): return takeSuffix(.identifier)
    case .kinds(let kinds):
      guard let child = children.first, kinds.contains(child.kind) else { return nil }
      let range = Self.range(of: child)
      // The sign or word that introduces these is their own first token.
      let ownsLead = child.kind == .animation || child.kind == .textRepeat
      let isThere =
        ownsLead || part.lead.isEmpty
        ? range.lowerBound == cursor : isAt(part.lead, cursor) && range.lowerBound == cursor + 1
      guard isThere, part.tail.isEmpty || isAt(part.tail, range.upperBound) else { return nil }
      if kinds == [.reference] { return takeList(from: cursor) { $0 == .reference } }
      children.removeFirst()
      cursor = range.upperBound + (part.tail.isEmpty ? 0 : 1)
      if range.isEmpty { return nil }
      return ownsLead ? range.lowerBound + 1..<range.upperBound : range
    case .rest:
      guard part.lead.isEmpty || isAt(part.lead, cursor) else { return nil }
      let first = part.lead.isEmpty ? cursor : cursor + 1
      children = []
      cursor = end
      return first < end ? first..<end : nil
    case .node: return nil
    }
  }

  /// A priority or an id at the end, which may stand in either order.
  private mutating func takeSuffix(_ kind: SyntaxKind) -> Range<Int>? {
    guard let index = children.firstIndex(where: { $0.kind == kind }) else { return nil }
    let range = Self.range(of: children.remove(at: index))
    cursor = max(cursor, range.upperBound)
    return range
  }

  /// Expressions with commas between them, and the parentheses around each, which leave no nodes.
  private mutating func takeList(from first: Int, where matches: (SyntaxKind) -> Bool) -> Range<Int> {
    var itemStart = first
    while let child = children.first, matches(child.kind) {
      children.removeFirst()
      cursor = Int(child.tokenRange.upperBound)
      var open = 0
      for index in itemStart..<cursor {
        switch tree.tokens[index].kind {
        case .leftParenthesis: open += 1
        case .rightParenthesis: open -= 1
        default: break
        }
      }
      cursor += open
      guard isAt(",", cursor) else { break }
      itemStart = cursor + 1
    }
    return first..<cursor
  }
}
