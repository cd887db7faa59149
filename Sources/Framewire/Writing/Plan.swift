/// A layout in the order in which a file can say it.
///
/// In a file a view is declared once, or once in each of several branches that exclude nothing of each other. In a
/// program it may stand in a block and again in a branch of that block. So each view gets *homes*: the outermost of the
/// places where it stands. Whatever else is said of it moves into the home around it, with the branches between the two.
struct Plan: Sendable {
  /// What a statement stands in.
  struct Step: Sendable {
    enum Form: Sendable {
      case branch(If, isElse: Bool)
      case configuration(Config)
      case defaults(With)
    }

    var id: Int
    var form: Form
    /// In whose braces it stands.
    var owner: Node
    var site: Site

    /// Whether what is in it may be absent.
    var isBranch: Bool { if case .defaults = form { false } else { true } }
  }

  struct Item: Sendable {
    indirect enum Form: Sendable {
      /// By its index in `declared`.
      case view(Int)
      case constraint(Constraint)
      case clause(Clause)
      case branch(If, then: [Item], otherwise: [Item])
      case configuration(Config, [Item])
      case transition(Transition)
      case defaults(With, [Item])
      /// A step of somewhere else, around what has moved.
      case moved(Step, [Item])
    }

    var form: Form
    var site: Site
  }

  /// A view, where a block says that it stands.
  struct Declared: Sendable {
    var node: Node
    var path: [Step]
    var clauses: [Clause]
    var block: Block
    var body: [Item] = []
    var site: Site
    /// The home in which it is told; nil: nowhere, since it is wrong.
    var home: Int?
  }

  struct Home: Sendable {
    var node: Node
    var path: [Step]
    var own: [Item] = []
    /// Indices in `declared`, the first of which is where it is told.
    var declared: [Int]
  }

  private(set) var census: Census
  private(set) var declared: [Declared] = []
  private(set) var homes: [Home] = []
  private(set) var names: [ObjectIdentifier: String] = [:]
  /// How many homes a view has.
  private(set) var homeCounts: [ObjectIdentifier: Int] = [:]
  private(set) var children: [ObjectIdentifier: [Node]] = [:]
  private(set) var items: [Item] = []
  private(set) var complaints: [WrittenComplaint] = []
  /// Flags that the program answers.
  private(set) var answers: [String: @Sendable () -> Bool] = [:]
  private var usedNames: Set<String>
  private var steps = 0

  init(_ layout: Layout) {
    census = Census(layout)
    usedNames = census.givenNames
    complaints = census.complaints
    items = survey(census.root, [(layout.block, [])])[0]
  }

  /// Whether a view is told anywhere.
  func tells(_ node: Node) -> Bool { node === census.root || homeCounts[ObjectIdentifier(node)] != nil }

  // MARK: View by view

  /// Expands everything that is said in a view's braces, and then does the same for the views in it.
  private mutating func survey(_ node: Node, _ parts: [(block: Block, path: [Step])]) -> [[Item]] {
    let first = declared.count
    let items = parts.map { expand($0.block, of: node, $0.path) }
    var order: [Node] = []
    var places: [ObjectIdentifier: [Int]] = [:]
    for index in first..<declared.count {
      let child = declared[index].node
      if places[ObjectIdentifier(child)] == nil { order.append(child) }
      places[ObjectIdentifier(child), default: []].append(index)
    }
    for child in order { findHomes(child, places[ObjectIdentifier(child)]!, in: node) }
    for child in order where tells(child) { surveyChild(child, places[ObjectIdentifier(child)]!) }
    return items
  }

  private mutating func surveyChild(_ child: Node, _ places: [Int]) {
    let own = homes.indices.filter { homes[$0].node === child }
    let parts =
      own.map { (child.own, homes[$0].path) } + places.map { (declared[$0].block, declared[$0].path) }
    let expanded = survey(child, parts)
    for (index, home) in own.enumerated() { homes[home].own = expanded[index] }
    for (index, place) in places.enumerated() {
      let path = declared[place].path
      let said = declared[place].clauses.filter(\.isOwn).flatMap {
        expand(Block([Statement(.clause($0), declared[place].site)]), of: child, path)
      }
      declared[place].body = said + expanded[own.count + index]
    }
  }

  /// The outermost places of a view are its homes. Each of the others is told in one of these.
  private mutating func findHomes(_ child: Node, _ places: [Int], in parent: Node) {
    var own: [Int] = []
    for place in places {
      let path = declared[place].path
      if let around = own.first(where: { homes[$0].path.leads(to: path) }) {
        homes[around].declared.append(place)
        continue
      }
      // It is further out than some that came before it.
      let inner = own.filter { path.leads(to: homes[$0].path) }
      let told = inner.flatMap { homes[$0].declared }
      own.removeAll(where: inner.contains)
      homes.append(Home(node: child, path: path, declared: [place] + told))
      own.append(homes.count - 1)
    }
    guard findName(child, own, in: parent) else { return census.leaveOut(child) }
    for home in own {
      for place in homes[home].declared {
        if isSayable(declared[place], in: homes[home]) { declared[place].home = home }
      }
    }
    homeCounts[ObjectIdentifier(child)] = own.count
    children[ObjectIdentifier(parent), default: []].append(child)
  }

  /// Finds the name of a view; false when another one of its parent has it.
  private mutating func findName(_ child: Node, _ own: [Int], in parent: Node) -> Bool {
    guard let name = census.name(of: child) else {
      if own.count > 1 || child.kind == .guide { names[ObjectIdentifier(child)] = newName(child) }
      return true
    }
    for other in children[ObjectIdentifier(parent)] ?? [] where names[ObjectIdentifier(other)] == name {
      let theirs = homes.filter { $0.node === other }
      // In branches of which none is in the other, one name is one view.
      let clashes = own.contains { mine in
        theirs.contains { $0.path.leads(to: homes[mine].path) || homes[mine].path.leads(to: $0.path) }
      }
      if clashes {
        complaints.append(.sameName(name, at: census.site(of: child), first: census.site(of: other)))
        return false
      }
    }
    names[ObjectIdentifier(child)] = name
    return true
  }

  private mutating func newName(_ child: Node) -> String {
    var number = 1
    while !usedNames.insert("\(child.kind.rawValue)\(number)").inserted { number += 1 }
    return "\(child.kind.rawValue)\(number)"
  }

  /// What has moved out of a `With` cannot do without what that one says.
  private mutating func isSayable(_ place: Declared, in home: Home) -> Bool {
    let steps = Set(place.path.map(\.id))
    guard let with = home.path.first(where: { !$0.isBranch && !steps.contains($0.id) }) else { return true }
    complaints.append(
      WrittenComplaint(
        code: "E2503",
        message: "'\(place.node.shownName)' stands in a 'With', so what is said of it outside cannot do without that",
        site: place.site, notes: [("say it in the same 'With', or the view outside of it", with.site)]))
    return false
  }

  // MARK: Statement by statement

  private mutating func expand(_ block: Block, of owner: Node, _ path: [Step]) -> [Item] {
    var items: [Item] = []
    for statement in block.statements { items += expand(statement, of: owner, path) }
    return items
  }

  private mutating func expand(_ statement: Statement, of owner: Node, _ path: [Step]) -> [Item] {
    let site = statement.site
    func item(_ form: Item.Form) -> [Item] { [Item(form: form, site: site)] }
    switch statement.form {
    case .view(let declaration): return expand(declaration, of: owner, path, site)
    case .block(let block): return expand(block, of: owner, path)
    case .constraint(let constraint): return item(.constraint(constraint))
    case .transition(let transition): return item(.transition(transition))
    case .clause(let clause):
      if case .turned(let condition) = clause.form, !answered(condition, owner, site) { return [] }
      guard case .own(let body) = clause.form else { return item(.clause(clause)) }
      return expand(body(Area(Place(node: owner, guide: .frame))), of: owner, path)
    case .branch(let branch):
      guard answered(branch.condition, owner, site) else { return leftOut([branch.then, branch.otherwise]) }
      let then = expand(branch.then, of: owner, path + [step(.branch(branch, isElse: false), owner, site)])
      let otherwise = expand(branch.otherwise, of: owner, path + [step(.branch(branch, isElse: true), owner, site)])
      return item(.branch(branch, then: then, otherwise: otherwise))
    case .configuration(let configuration):
      if let condition = configuration.condition, !answered(condition, owner, site) {
        return leftOut([configuration.block])
      }
      let inside = path + [step(.configuration(configuration), owner, site)]
      return item(.configuration(configuration, expand(configuration.block, of: owner, inside)))
    case .defaults(let with):
      return item(.defaults(with, expand(with.block, of: owner, path + [step(.defaults(with), owner, site)])))
    }
  }

  private mutating func expand(
    _ declaration: Declaration, of owner: Node, _ path: [Step], _ site: Site
  ) -> [Item] {
    let node = declaration.node
    if node === owner {
      let clauses = declaration.clauses.map { Statement(.clause($0), site) }
      return expand(Block(clauses), of: owner, path) + expand(declaration.body, of: owner, path)
    }
    guard census.parent(of: node) === owner, !census.isLeftOut(node) else { return [] }
    declared.append(
      Declared(node: node, path: path, clauses: declaration.clauses, block: declaration.body, site: site))
    return [Item(form: .view(declared.count - 1), site: site)]
  }

  private mutating func step(_ form: Step.Form, _ owner: Node, _ site: Site) -> Step {
    steps += 1
    return Step(id: steps, form: form, owner: owner, site: site)
  }

  private mutating func leftOut(_ blocks: [Block]) -> [Item] {
    for block in blocks {
      for statement in block.statements {
        if case .view(let declaration) = statement.form, !tells(declaration.node) { census.leaveOut(declaration.node) }
      }
    }
    return []
  }

  /// Whether everything that a condition asks stands in the layout. Notes the flags that the program answers.
  private mutating func answered(_ condition: Condition, _ owner: Node, _ site: Site) -> Bool {
    switch condition.form {
    case .word, .trait, .flag, .configuration: return true
    case .size(_, let bound): return isNumber([bound.value], site)
    case .asking(let name, let answer):
      answers[name] = answer
      return true
    case .of(let node, let inner): return stands(node, site) && answered(inner, owner, site)
    case .not(let inner): return answered(inner, owner, site)
    case .all(let parts), .any(let parts):
      for part in parts where !answered(part, owner, site) { return false }
      return true
    case .compare(let relation):
      let terms = relation.left.terms + (relation.right?.terms ?? [])
      for term in terms { if let node = term.place.node, !stands(node, site) { return false } }
      let numbers = terms.map(\.multiplier) + [relation.left.constant, relation.right?.constant ?? relation.constant]
      return isNumber(numbers, site)
    }
  }

  private mutating func stands(_ node: Node, _ site: Site) -> Bool {
    if census.contains(node) { return true }
    if !census.isLeftOut(node) { complaints.append(.outside(node, at: site)) }
    return false
  }

  private mutating func isNumber(_ numbers: [Double], _ site: Site) -> Bool {
    guard let wrong = numbers.first(where: { !$0.isWritable }) else { return true }
    complaints.append(.notANumber(wrong, at: site))
    return false
  }
}

extension [Plan.Step] {
  /// Whether everything that stands in these branches also stands in those of `other`, or further in.
  func leads(to other: [Plan.Step]) -> Bool {
    let (mine, theirs) = (filter(\.isBranch).map(\.id), other.filter(\.isBranch).map(\.id))
    return theirs.starts(with: mine)
  }
}

extension Clause {
  var isOwn: Bool { if case .own = form { true } else { false } }
}

extension Double {
  /// Whether a file can say it: finite, and not beyond what anybody could mean.
  var isWritable: Bool { isFinite && magnitude < 1e15 }
}

extension WrittenComplaint {
  static func outside(_ node: Node, at site: Site) -> WrittenComplaint {
    WrittenComplaint(
      code: "E2501", message: "'\(node.shownName)' stands in no block of this layout", site: site,
      notes: [("it was made here", node.site)])
  }

  static func notANumber(_ number: Double, at site: Site) -> WrittenComplaint {
    WrittenComplaint(code: "E2505", message: "\(number) is no number that a layout can have", site: site)
  }
}
