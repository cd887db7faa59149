/// A layout in the order in which a file can say it.
///
/// In a file a view is declared once, or once in each of several branches that exclude nothing of each other. In a
/// program it may stand in a block and again in a branch of that block. So each view gets *homes*: the outermost of the
/// places where it stands. Whatever else is said of it moves into the home around it, with the branches between the
/// two.
struct Plan: Sendable {
  /// What a statement stands in.
  struct Step: Sendable {
    enum Form: Sendable {
      case branch(If, isElse: Bool)
      case configuration(Config)
      case defaults(With)
      case records(RecordLoop)
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
    enum Form: Sendable {
      /// By its index in `declared`.
      case view(Int)
      case constraint(Constraint)
      indirect case clause(Clause)
      indirect case branch(If, then: [Item], otherwise: [Item])
      indirect case configuration(Config, [Item])
      indirect case transition(Transition)
      indirect case defaults(With, [Item])
      /// By its index in `lists`.
      case list(Int)
      indirect case records(RecordLoop, [Item])
      /// A step of somewhere else, around what has moved.
      indirect case moved(Step, [Item])
    }

    var form: Form
    var site: Site
  }

  /// A view, where a block says that it stands.
  struct Declared: Sendable {
    var node: Node
    /// In the census.
    var number: Int
    var path: [Step]
    var clauses: [Clause]
    var block: Block
    var body: [Item] = []
    var site: Site
    /// The home in which it is told; nil: nowhere, since it is wrong.
    var home: Int?
    /// The next place of the same view; nil for the last one.
    var next: Int?
  }

  struct Home: Sendable {
    var node: Node
    var path: [Step]
    var own: [Item] = []
    /// The place where it is told, by its index in `declared`, and those that are told there as well.
    var first: Int
    var more: [Int] = []

    var places: [Int] { [first] + more }
  }

  private(set) var census: Census
  private(set) var declared: [Declared] = []
  private(set) var homes: [Home] = []
  /// By number: the name that the view has in its file, nil for none.
  private var names: [String?] = []
  /// By number: its homes among all.
  private var homesOf: [Range<Int>]
  /// By number: how many of its homes are told.
  private var homeCounts: [Int]
  /// By number: the views in it that are told.
  private(set) var children: [[Node]]
  private(set) var items: [Item] = []
  private(set) var complaints: [WrittenComplaint] = []
  /// The lists that something repeats over, with the records that they can have.
  private(set) var lists: [(list: RecordList, records: [[RecordValue]])] = []
  /// What the record at hand is called in a `ForEach`.
  private var loopNames: [ObjectIdentifier: String] = [:]
  /// Flags that the program answers.
  private(set) var answers: [String: @Sendable () -> Bool] = [:]
  /// The names of views in the file; nil until somebody needs a new one.
  private var usedNames: Set<String>?
  /// By number: the last place of a view that was found so far, while those of one block are gathered.
  private var lastPlaces: [Int?]
  private var steps = 0

  init(_ layout: Layout) {
    census = Census(layout)
    complaints = census.complaints
    let count = census.numbers.count
    names = Array(repeating: nil, count: count)
    homesOf = Array(repeating: 0..<0, count: count)
    homeCounts = Array(repeating: 0, count: count)
    children = Array(repeating: [], count: count)
    lastPlaces = Array(repeating: nil, count: count)
    items = expanded(layout.block, of: census.root, [])
    survey(in: 0, from: 0)
    items = lists.indices.map { Item(form: .list($0), site: lists[$0].list.site) } + items
  }

  /// Whether a view is told anywhere.
  func tells(_ node: Node) -> Bool { node === census.root || census.numbers[node].map { homeCounts[$0] > 0 } == true }

  /// What the record at hand is called in a `ForEach`; nil where that stands nowhere.
  func name(of loop: RecordLoop) -> String? { loopNames[ObjectIdentifier(loop)] }

  /// How many of these stand around a view in its parent.
  func loopCount(around node: Node) -> Int {
    guard !lists.isEmpty, let parent = census.parent(of: node), let number = census.numbers[node],
      let home = homesOf[number].first
    else { return 0 }
    return homes[home].path.loopCount(in: parent)
  }

  /// The name that a view has in the file; nil for none.
  func name(of node: Node) -> String? { census.numbers[node].flatMap { names[$0] } }

  // MARK: What is told where

  /// The home that is told where a block says that its view stands; nil where that is told elsewhere, or not at all.
  func homeTold(at index: Int) -> Home? {
    guard let home = declared[index].home, homes[home].first == index else { return nil }
    return homes[home]
  }

  /// Whether anything is told where an item stands.
  func isTold(_ item: Item) -> Bool {
    switch item.form {
    case .view(let index): declared[index].home.map { homes[$0].first == index } ?? false
    case .branch(_, let then, let otherwise): !told(then).isEmpty || !told(otherwise).isEmpty
    case .defaults(_, let items): !told(items).isEmpty
    case .constraint, .clause, .configuration, .transition, .moved, .list, .records: true
    }
  }

  /// What is told of a view in a home: the clauses that may stand on its line, then what stands in its braces.
  func told(_ home: Home) -> (clauses: [Item], body: [Item]) {
    let first = home.first
    let ownCount = home.own.prefix { if case .clause = $0.form { true } else { false } }.count
    var clauses = Array(home.own[..<ownCount])
    for clause in declared[first].clauses where !clause.isOwn {
      clauses.append(Item(form: .clause(clause), site: declared[first].site))
    }
    // `gap` and `inset` of the view itself would else belong to the placement before them.
    if clauses.count > 1 { clauses = clauses.filter(\.isOfView) + clauses.filter { !$0.isOfView } }
    // Nearly always all that is said of a view is in one block.
    var body = home.own.count == ownCount ? declared[first].body : home.own[ownCount...] + declared[first].body
    for place in home.more where declared[place].home != nil {
      body += moved(declared[place], outOf: home)
    }
    return (clauses, told(body))
  }

  /// The items of which anything is told.
  func told(_ items: [Item]) -> [Item] {
    var rest = items
    for index in items.indices.reversed() where !isTold(items[index]) { rest.remove(at: index) }
    return rest
  }

  private func moved(_ place: Declared, outOf home: Home) -> [Item] {
    let clauses = place.clauses.filter { !$0.isOwn }.map { Item(form: .clause($0), site: place.site) }
    var items = told(clauses + place.body)
    if items.isEmpty { return [] }
    let known = Set(home.path.map(\.id))
    for step in place.path.reversed() where !known.contains(step.id) {
      items = [Item(form: .moved(step, items), site: step.site)]
    }
    return items
  }

  // MARK: View by view

  /// Finds the homes of the views that were declared from an index on, all in one view, and then does the same for what
  /// is in them.
  ///
  /// - Parameter parent: the number of the view that they are in.
  private mutating func survey(in parent: Int, from first: Int) {
    if declared.count == first { return }
    var order: [Int] = []
    for place in first..<declared.count {
      let number = declared[place].number
      if let last = lastPlaces[number] { declared[last].next = place } else { order.append(place) }
      lastPlaces[number] = place
    }
    for place in order { lastPlaces[declared[place].number] = nil }
    var named: [String: [Int]] = [:]
    named.reserveCapacity(order.count)
    for place in order { findHomes(place, in: parent, &named) }
    for place in order where homeCounts[declared[place].number] > 0 { survey(at: place) }
  }

  /// Expands everything that is said of a view where it was made and where it stands.
  ///
  /// - Parameter place: its first one.
  private mutating func survey(at place: Int) {
    let first = declared.count
    let (node, number) = (declared[place].node, declared[place].number)
    if !node.own.statements.isEmpty {
      for home in homesOf[number] { homes[home].own = expanded(node.own, of: node, homes[home].path) }
    }
    var next: Int? = place
    while let place = next {
      let (clauses, block, path) = (declared[place].clauses, declared[place].block, declared[place].path)
      var body: [Item] = []
      for clause in clauses where clause.isOwn {
        expand(Statement(.clause(clause), declared[place].site), of: node, path, into: &body)
      }
      expand(block, of: node, path, into: &body)
      declared[place].body = body
      next = declared[place].next
    }
    survey(in: number, from: first)
  }

  /// The outermost places of a view are its homes. Each of the others is told in one of these.
  private mutating func findHomes(_ place: Int, in parent: Int, _ named: inout [String: [Int]]) {
    let (node, number, first) = (declared[place].node, declared[place].number, homes.count)
    homes.append(Home(node: node, path: declared[place].path, first: place))
    var own = [first]
    var next = declared[place].next
    while let place = next {
      next = declared[place].next
      let path = declared[place].path
      if let around = own.first(where: { homes[$0].path.leads(to: path) }) {
        homes[around].more.append(place)
        continue
      }
      // It is further out than some that came before it.
      let inner = own.filter { path.leads(to: homes[$0].path) }
      let told = inner.flatMap { homes[$0].places }
      own.removeAll(where: inner.contains)
      homes.append(Home(node: node, path: path, first: place, more: told))
      own.append(homes.count - 1)
    }
    homesOf[number] = first..<homes.count
    guard findName(number, own, &named) else { return census.leaveOut(node) }
    for home in own {
      for place in homes[home].places {
        if isSayable(declared[place], in: homes[home]) { declared[place].home = home }
      }
    }
    homeCounts[number] = own.count
    children[parent].append(node)
  }

  /// Finds the name of a view; false when another one of its parent has it.
  ///
  /// - Parameter named: the views of its parent that have a name already.
  private mutating func findName(_ number: Int, _ own: [Int], _ named: inout [String: [Int]]) -> Bool {
    let child = census.numbers.nodes[number]
    guard let name = census.name(of: child) else {
      let isOfRecord = homes[own[0]].path.loopCount(in: census.parent(of: child) ?? census.root) > 0
      if own.count > 1 || child.kind == .guide || isOfRecord { names[number] = newName(child) }
      return true
    }
    names[number] = name
    guard let others = named.updateValue([number], forKey: name) else { return true }
    for other in others {
      let theirs = homes[homesOf[other]]
      // In branches of which none is in the other, one name is one view.
      let clashes = own.contains { mine in
        theirs.contains { $0.path.leads(to: homes[mine].path) || homes[mine].path.leads(to: $0.path) }
      }
      if clashes {
        let (here, first) = (census.site(of: child), census.site(of: census.numbers.nodes[other]))
        complaints.append(.sameName(name, at: here, first: first))
        (names[number], named[name]) = (nil, others)
        return false
      }
    }
    named[name] = others + [number]
    return true
  }

  private mutating func newName(_ child: Node) -> String {
    newName(child.kind.rawValue, first: "\(child.kind.rawValue)1")
  }

  /// A word that no view has for a name: `first`, else `word` and a number.
  private mutating func newName(_ word: String, first: String) -> String {
    if usedNames == nil { usedNames = census.givenNames }
    var (name, number) = (first, 1)
    while !usedNames!.insert(name).inserted {
      number += 1
      name = "\(word)\(number)"
    }
    return name
  }

  /// What has moved out of a `With` cannot do without what that one says.
  private mutating func isSayable(_ place: Declared, in home: Home) -> Bool {
    let steps = Set(place.path.map(\.id))
    guard let with = home.path.first(where: { !$0.isBranch && !steps.contains($0.id) }) else { return true }
    complaints.append(
      WrittenComplaint(
        .noWords,
        message: "'\(place.node.shownName)' stands in a 'With', so what is said of it outside cannot do without that",
        site: place.site, notes: [("say it in the same 'With', or the view outside of it", with.site)]))
    return false
  }

  // MARK: Statement by statement

  private mutating func expand(_ block: Block, of owner: Node, _ path: [Step], into items: inout [Item]) {
    items.reserveCapacity(items.count + block.statements.count)
    for index in block.statements.indices {
      if case .constraint(let constraint) = block.statements[index].form {
        items.append(Item(form: .constraint(constraint), site: block.statements[index].site))
      } else {
        expand(block.statements[index], of: owner, path, into: &items)
      }
    }
  }

  private mutating func expanded(_ block: Block, of owner: Node, _ path: [Step]) -> [Item] {
    var items: [Item] = []
    expand(block, of: owner, path, into: &items)
    return items
  }

  private mutating func expand(_ statement: Statement, of owner: Node, _ path: [Step], into items: inout [Item]) {
    let site = statement.site
    switch statement.form {
    case .view(let declaration): expand(declaration, of: owner, path, site, into: &items)
    case .block(let block): expand(block, of: owner, path, into: &items)
    case .constraint(let constraint): items.append(Item(form: .constraint(constraint), site: site))
    case .transition(let transition): items.append(Item(form: .transition(transition), site: site))
    case .clause(let clause):
      if case .turned(let condition) = clause.form, !answered(condition, owner, site) { return }
      guard case .own(let body) = clause.form else { return items.append(Item(form: .clause(clause), site: site)) }
      expand(body(Area(Place(node: owner, guide: .frame))), of: owner, path, into: &items)
    case .branch(let branch):
      guard answered(branch.condition, owner, site) else { return leaveOut([branch.then, branch.otherwise]) }
      let then = expanded(branch.then, of: owner, path + [step(.branch(branch, isElse: false), owner, site)])
      let otherwise = expanded(branch.otherwise, of: owner, path + [step(.branch(branch, isElse: true), owner, site)])
      items.append(Item(form: .branch(branch, then: then, otherwise: otherwise), site: site))
    case .configuration(let configuration):
      if let condition = configuration.condition, !answered(condition, owner, site) {
        return leaveOut([configuration.block])
      }
      let inside = expanded(
        configuration.block, of: owner, path + [step(.configuration(configuration), owner, site)])
      items.append(Item(form: .configuration(configuration, inside), site: site))
    case .records(let loop, let block):
      guard isSayable(loop) else { return leaveOut([block]) }
      let inside = expanded(block, of: owner, path + [step(.records(loop), owner, site)])
      items.append(Item(form: .records(loop, inside), site: site))
    case .defaults(let with):
      let inside = expanded(with.block, of: owner, path + [step(.defaults(with), owner, site)])
      items.append(Item(form: .defaults(with, inside), site: site))
    }
  }

  private mutating func expand(
    _ declaration: Declaration, of owner: Node, _ path: [Step], _ site: Site, into items: inout [Item]
  ) {
    let node = declaration.node
    if node === owner {
      for clause in declaration.clauses { expand(Statement(.clause(clause), site), of: owner, path, into: &items) }
      return expand(declaration.body, of: owner, path, into: &items)
    }
    guard let number = census.numbers[node], census.parent(of: node) === owner, !census.isLeftOut(node) else { return }
    declared.append(
      Declared(
        node: node, number: number, path: path, clauses: declaration.clauses, block: declaration.body, site: site))
    items.append(Item(form: .view(declared.count - 1), site: site))
  }

  /// Takes note of a `ForEach` and its list; false where that is none.
  private mutating func isSayable(_ loop: RecordLoop) -> Bool {
    if name(of: loop) != nil { return true }
    let list = loop.list
    if let known = lists.first(where: { $0.list.name == list.name })?.list {
      guard known === list else {
        complaints.append(
          WrittenComplaint(
            .duplicateValue, message: "there is another list '\(list.name)' in this layout", site: list.site,
            notes: [("it is made here", known.site)]))
        return false
      }
    } else {
      for name in [list.name] + list.fields.map(\.name) where !Spelling.isIdentifier(name) || name == "_" {
        complaints.append(
          WrittenComplaint(
            .badName,
            message: "a list and its fields have names of letters, digits and '_'; this one is '\(name)'",
            site: list.site))
        return false
      }
      let (records, wrong) = list.checked()
      complaints += wrong
      lists.append((list, records))
    }
    loopNames[ObjectIdentifier(loop)] = newName("record", first: "record")
    return true
  }

  private mutating func step(_ form: Step.Form, _ owner: Node, _ site: Site) -> Step {
    steps += 1
    return Step(id: steps, form: form, owner: owner, site: site)
  }

  private mutating func leaveOut(_ blocks: [Block]) {
    for block in blocks {
      for statement in block.statements {
        if case .view(let declaration) = statement.form, !tells(declaration.node) { census.leaveOut(declaration.node) }
      }
    }
  }

  /// Whether everything that a condition asks stands in the layout. Notes the flags that the program answers.
  private mutating func answered(_ condition: Condition, _ owner: Node, _ site: Site) -> Bool {
    switch condition.form {
    case .word, .trait, .flag, .configuration: return true
    case .size(_, let bound): return isNumber([bound.value], site)
    case .field, .text: return true
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
      for term in terms { if let node = term.place.node, node.field == nil, !stands(node, site) { return false } }
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

  /// How many of them are a `ForEach` in the braces of a view.
  fileprivate func loopCount(in owner: Node) -> Int {
    count { step in if case .records = step.form { step.owner === owner } else { false } }
  }
}

extension Plan.Item {
  /// Whether it is a clause that belongs to the view itself, and on a line of several to the one before it.
  fileprivate var isOfView: Bool { if case .clause(let clause) = form { clause.isOfView } else { false } }
}

extension Clause {
  var isOwn: Bool { if case .own = form { true } else { false } }

  /// Whether it belongs to the view itself, and on a line of several to the one before it.
  var isOfView: Bool {
    switch form {
    case .gap, .inset, .margins: true
    default: false
    }
  }
}

extension Double {
  /// Whether a file can say it: finite, and not beyond what anybody could mean.
  var isWritable: Bool { isFinite && magnitude < 1e15 }
}

extension WrittenComplaint {
  static func outside(_ node: Node, at site: Site) -> WrittenComplaint {
    WrittenComplaint(
      .strangeView, message: "'\(node.shownName)' stands in no block of this layout", site: site,
      notes: [("it was made here", node.site)])
  }

  static func notANumber(_ number: Double, at site: Site) -> WrittenComplaint {
    WrittenComplaint(.badNumber, message: "\(number) is no number that a layout can have", site: site)
  }
}
