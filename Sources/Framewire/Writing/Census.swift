internal import LayoutModel

/// Who stands where: the first thing that is asked of a layout. The first place in which a view stands counts.
struct Census: Sendable {
  let root: Node
  private(set) var complaints: [WrittenComplaint] = []
  /// The views that stand somewhere, the root first, each behind the one around it.
  private(set) var numbers = NodeNumbers()
  /// By number: the view around it; the root for the root.
  private var parents: [Int] = [0]
  private var sites: [Site]
  private var roles: [String?] = [nil]
  /// Whose place is wrong, or that are in such a view. What mentions them is left out without a further word.
  private var leftOut: Set<ObjectIdentifier> = []

  init(_ layout: Layout) {
    root = layout.root.node
    sites = [root.site]
    _ = numbers.number(of: root)
    claim(layout.block, in: root)
  }

  /// The view around a view; nil for the root, and for what does not stand in the layout.
  func parent(of node: Node) -> Node? {
    guard node !== root, let number = numbers[node] else { return nil }
    return numbers.nodes[parents[number]]
  }

  func contains(_ node: Node) -> Bool { numbers[node] != nil }

  func isLeftOut(_ node: Node) -> Bool { !leftOut.isEmpty && leftOut.contains(ObjectIdentifier(node)) }

  /// Where a view was first said to stand.
  func site(of node: Node) -> Site { numbers[node].map { sites[$0] } ?? node.site }

  /// The name that a view has because of where it stands, else the one that it was given, if that can be one.
  func name(of node: Node) -> String? {
    numbers[node].flatMap { roles[$0] } ?? node.name.flatMap { Self.isName($0) ? $0 : nil }
  }

  /// Names that views were given by the program.
  var givenNames: Set<String> {
    Set(numbers.nodes.indices.compactMap { roles[$0] == nil ? numbers.nodes[$0].name : nil })
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "root" && !name.utf8.contains { $0 < 0x20 || $0 == 0x60 || $0 == 0x2E || $0 == 0x7F }
  }

  // MARK: Going through

  private mutating func claim(_ block: Block, in owner: Node) {
    // Statements are looked at where they stand. Most of them are constraints, which are nobody's place.
    for index in block.statements.indices {
      switch block.statements[index].form {
      case .view(let declaration): claim(declaration, in: owner, block.statements[index].site)
      case .block(let inner), .records(_, let inner): claim(inner, in: owner)
      case .branch(let branch):
        claim(branch.then, in: owner)
        claim(branch.otherwise, in: owner)
      case .configuration(let configuration): claim(configuration.block, in: owner)
      case .defaults(let with): claim(with.block, in: owner)
      case .clause(let clause): claimOwn([clause], in: owner)
      case .constraint, .transition: break
      }
    }
  }

  private mutating func claim(_ declaration: Declaration, in owner: Node, _ site: Site) {
    let node = declaration.node
    if node.found != nil {
      complaints.append(.named(node, at: site))
      leaveOut(node)
      return leaveOut(declaration.body)
    }
    if node === owner {
      // In its own block a view stands for itself: `panel { Config(…) { panel(.width(320)) } }`.
      if declaration.clauses.isEmpty && declaration.body.statements.isEmpty {
        complaints.append(.inItself(node, at: site))
      }
    } else if node === root {
      return complaints.append(.inItself(node, at: site))
    } else if let number = numbers[node] {
      let parent = numbers.nodes[parents[number]]
      guard parent === owner else {
        complaints.append(.twoParents(node, owner, parent, at: site, first: sites[number]))
        return leaveOut(declaration.body)
      }
    } else {
      _ = numbers.number(of: node)
      parents.append(numbers[owner] ?? 0)
      sites.append(site)
      roles.append(declaration.role)
      if declaration.role == nil, let name = node.name, !Self.isName(name) {
        complaints.append(.badViewName(name, at: node.site))
      }
      claim(node.own, in: node)
    }
    claimOwn(declaration.clauses, in: node)
    claim(declaration.body, in: node)
  }

  /// Views that clauses of one's own put into the view.
  private mutating func claimOwn(_ clauses: [Clause], in owner: Node) {
    for clause in clauses {
      if case .own(let body) = clause.form { claim(body(Area(Place(node: owner, guide: .frame))), in: owner) }
    }
  }

  private mutating func leaveOut(_ block: Block) {
    for statement in block.statements {
      switch statement.form {
      case .view(let declaration):
        if numbers[declaration.node] == nil { leaveOut(declaration.node) }
        leaveOut(declaration.body)
      case .block(let inner), .records(_, let inner): leaveOut(inner)
      case .branch(let branch):
        leaveOut(branch.then)
        leaveOut(branch.otherwise)
      case .configuration(let configuration): leaveOut(configuration.block)
      case .defaults(let with): leaveOut(with.block)
      case .clause, .constraint, .transition: break
      }
    }
  }

  /// Leaves out a view and what it brings along.
  mutating func leaveOut(_ node: Node) {
    leftOut.insert(ObjectIdentifier(node))
    leaveOut(node.own)
  }
}
