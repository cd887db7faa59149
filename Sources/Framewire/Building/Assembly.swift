internal import LayoutModel
internal import LayoutSyntax

/// Tells a layout to the builder of layouts, in the order of its text. The steps are those of `LayoutBuilder`.
///
/// What placements, constraints and branches mean is the builder's. Here is what the words of a program are to it, as
/// `LayoutModel/Declaring` has it for the words of the language.
struct Assembly {
  /// A clause or constraint, where it stands.
  struct Said {
    enum Form {
      case constraint(Constraint)
      case clause(Clause)
    }

    var form: Form
    var owner: Node
    /// The owner's.
    var number: Int
    var branch: BranchID
    /// The innermost `With` around it, in `defaults`.
    var defaults: Int
    var origin: Origin
    /// What it gives to the axis that it does not speak of.
    var anchorage: AnchorageID?
  }

  /// What a branch or configuration asks.
  struct Question {
    var condition: Condition
    /// In whose block it stands in the program, and in whose the text has it.
    var asker: Node
    var owner: Node
  }

  /// Declares what stands in a branch.
  typealias Body = (inout Assembly, BranchID) throws(GoesByText) -> Void

  /// How something comes and goes, and where that is said.
  struct Animation<Subject> {
    var subject: Subject
    var timing: Timing
    var origin: Origin
  }

  /// A configuration, what turns it on by itself, and of which view it is.
  struct Configured {
    var id: ConfigurationID
    var name: String
    var view: Node
    var questions: [Question]
  }

  let root: Node
  var builder: LayoutBuilder
  /// The views that were declared, the root first.
  private(set) var numbers = NodeNumbers()
  /// By number.
  private(set) var views: [ViewID] = []
  private var parents: [Int] = []
  private var names: [String?] = []
  /// Flags that the program answers.
  var answers: [String: @Sendable () -> Bool] = [:]
  var said: [Said] = []
  /// Indices of what gives something to the axis that it does not speak of.
  private var anchored: [Int] = []
  var branches: [(branch: BranchID, question: Question?)] = []
  /// Each `With`, and the one around it; the first is none.
  private(set) var defaults: [(with: With?, outer: Int)] = [(nil, 0)]
  /// The innermost `With` around what is being declared.
  private var currentDefaults = 0
  /// In the order of declaring.
  var configurations: [Configured] = []
  var transitions: [(transition: Transition, owner: Node, origin: Origin)] = []
  var branchTimings: [Animation<BranchID>] = []
  /// What views say with `conditions animate`.
  var conditionTimings: [Animation<ViewID>] = []
  private var place: Int32 = 0
  /// How many blocks are around what is being declared.
  private var depth = 0

  init(_ layout: Layout) throws(GoesByText) {
    guard Spelling.canBeName(layout.name) else { throw GoesByText() }
    root = layout.root.node
    let nowhere = SourceSpan(start: 0, end: 0)
    builder = LayoutBuilder(
      name: layout.name, files: ["\(layout.name).layout"], span: nowhere, root: Origin(file: 0, span: nowhere))
    _ = numbers.number(of: root)
    views = [.root]
    parents = [0]
    names = [nil]
  }

  /// A place of its own for each thing that is said: complaints are told apart by theirs.
  mutating func nextOrigin() -> Origin {
    place += 1
    return Origin(file: 0, span: SourceSpan(start: place, end: place))
  }

  /// The number of a view that stands somewhere.
  func view(_ node: Node) throws(GoesByText) -> ViewID {
    guard let number = numbers[node] else { throw GoesByText() }
    return views[number]
  }

  /// The number of the view that a clause or constraint stands in.
  func view(of said: Said) -> ViewID { views[said.number] }

  /// The view around a view; nil for the root.
  func parent(of node: Node) -> Node? {
    guard node !== root, let number = numbers[node] else { return nil }
    return numbers.nodes[parents[number]]
  }

  /// The name that a view has in the layout.
  func name(of node: Node) -> String? { numbers[node].flatMap { names[$0] } }

  // MARK: Who there is

  /// Declares a view, or declares it again in another branch.
  ///
  /// - Parameter owner: the number of the view around it.
  /// - Returns: its number.
  mutating func declare(_ node: Node, named name: String?, in owner: Int, _ branch: BranchID) throws(GoesByText) -> Int
  {
    // It takes no room there, which the text says.
    if node.kind == .spacer, numbers.nodes[owner].kind.packsViews { throw GoesByText() }
    let declaration = ViewDeclaration(node.kind, name.map { builder.name($0) }, at: nextOrigin())
    let declared = builder.declare(declaration, in: views[owner], branch: branch)
    guard let view = declared.view else { throw GoesByText() }
    let number = numbers.number(of: node)
    if number == views.count {
      views.append(view)
      parents.append(owner)
      names.append(name)
    }
    if case .new = declared, let text = node.text { builder.setText(text, of: view) }
    return number
  }

  /// Declares what stands in a block.
  mutating func inBlock(_ body: (inout Assembly) throws(GoesByText) -> Void) throws(GoesByText) {
    depth += 1
    defer { depth -= 1 }
    guard depth < SyntaxLimits.depth else { throw GoesByText() }
    try body(&self)
  }

  mutating func note(_ constraint: Constraint, of owner: Node, _ number: Int, in branch: BranchID) {
    builder.mention(mentions(of: constraint, in: owner), by: views[number], in: branch)
    said.append(
      Said(
        form: .constraint(constraint), owner: owner, number: number, branch: branch, defaults: currentDefaults,
        origin: nextOrigin()))
  }

  mutating func note(_ clause: Clause, of owner: Node, _ number: Int, in branch: BranchID) throws(GoesByText) {
    if case .remove = clause.form { builder.expectRemovals() }
    builder.mention(try mentions(of: clause, in: owner), by: views[number], in: branch)
    if clause.givesAnchorage { anchored.append(said.count) }
    said.append(
      Said(
        form: .clause(clause), owner: owner, number: number, branch: branch, defaults: currentDefaults,
        origin: nextOrigin()))
  }

  mutating func note(_ transition: Transition, of owner: Node, in branch: BranchID) throws(GoesByText) {
    guard branch == .always else { throw GoesByText() }
    transitions.append((transition, owner, nextOrigin()))
  }

  // MARK: What may change

  mutating func open(
    _ kind: LayoutBuilder.Question, of owner: Node, asking question: Question? = nil, isDirect: Bool = false,
    _ timing: Timing?, in outer: BranchID
  ) throws(GoesByText) -> BranchID {
    let branch = builder.openBranch(
      kind, in: outer, of: try view(owner), isDirect: isDirect, isAnimated: timing != nil, at: nextOrigin())
    branches.append((branch, question))
    if let timing { branchTimings.append(Animation(subject: branch, timing: timing, origin: nextOrigin())) }
    return branch
  }

  /// Declares the two halves of an `If`; nil where nothing is told in one.
  mutating func declare(
    _ form: If, of owner: Node, in branch: BranchID, then: Body?, otherwise: Body?
  ) throws(GoesByText) {
    guard let body = then ?? otherwise else { return }
    let condition = then == nil ? !form.condition : form.condition
    let first = try open(
      .condition, of: owner, asking: Question(condition: condition, asker: owner, owner: owner),
      isDirect: form.isDirect, form.timing, in: branch)
    let firstOfThen = builder.viewCount
    try body(&self, first)
    guard then != nil, let otherwise else { return }
    let second = try open(.otherwise(first), of: owner, form.timing, in: branch)
    let firstOfElse = builder.viewCount
    try otherwise(&self, second)
    builder.checkMoves(firstOfThen..<firstOfElse, firstOfElse..<builder.viewCount)
  }

  mutating func declare(_ form: Config, of owner: Node, in branch: BranchID, _ body: Body) throws(GoesByText) {
    guard Spelling.canBeName(form.name.name) else { throw GoesByText() }
    let name = builder.name(form.name.name)
    let inner = try open(.configuration(name), of: owner, form.timing, in: branch)
    let id = builder.declareConfiguration(name, of: try view(owner), at: nextOrigin())
    let question = form.condition.map { Question(condition: $0, asker: owner, owner: owner) }
    if let known = configurations.firstIndex(where: { $0.id == id }) {
      if let question { configurations[known].questions.append(question) }
    } else {
      configurations.append(
        Configured(id: id, name: form.name.name, view: owner, questions: question.map { [$0] } ?? []))
    }
    try body(&self, inner)
  }

  mutating func declare(by with: With, _ body: (inout Assembly) throws(GoesByText) -> Void) throws(GoesByText) {
    let outer = currentDefaults
    defaults.append((with, outer))
    currentDefaults = defaults.count - 1
    defer { currentDefaults = outer }
    try body(&self)
  }

  // MARK: Between declaring and saying

  mutating func settle() throws(GoesByText) {
    if let current = builder.settleViews() { views = views.map { current($0) } }
    for (branch, question) in branches {
      builder.settleBranch(
        branch, asking: try question.map { question throws(GoesByText) in try condition(question, of: .subject) })
    }
    for configuration in configurations {
      let view = try view(configuration.view)
      var conditions: [LayoutModel.Condition] = []
      for question in configuration.questions { conditions.append(try condition(question, of: view)) }
      builder.settleConfiguration(configuration.id, when: conditions)
    }
    for index in anchored { said[index].anchorage = try anchorage(of: said[index]) }
  }

  // MARK: Saying it

  mutating func say() throws(GoesByText) {
    for one in said {
      switch one.form {
      case .constraint(let constraint): try say(constraint, one)
      case .clause(let clause): try say(clause, one)
      }
    }
  }

  /// The layout, when everything has been said and nothing was wrong.
  mutating func finish() throws(GoesByText) -> ResolvedLayout {
    for (transition, owner, origin) in transitions { try add(transition, of: owner, at: origin) }
    for animation in conditionTimings { builder.animateConditions(of: animation.subject, try animation.animated) }
    for animation in branchTimings { builder.animate(animation.subject, try animation.animated) }
    builder.warnOfGrids()
    builder.finish()
    var layout = builder.layout
    guard builder.diagnostics.isEmpty, !builder.hasDoubtfulPlaces, layout.findPictures(importedBy: layout.files) else {
      throw GoesByText()
    }
    return layout
  }

  private mutating func add(_ transition: Transition, of owner: Node, at origin: Origin) throws(GoesByText) {
    var view = owner === root ? nil : try view(owner)
    if let node = transition.view { view = try self.view(node) }
    for state in [transition.from, transition.to].compactMap(\.self)
    where !builder.isConfiguration(builder.name(state.name), of: view) { throw GoesByText() }
    let timing = try Animation(subject: (), timing: transition.timing, origin: origin).animated
    builder.add(
      LayoutModel.Transition(
        from: transition.from?.name, to: transition.to?.name, view: view, timing: timing.timing, origin: origin))
  }
}

extension Assembly.Animation {
  /// What the builder takes.
  var animated: AnimatedTiming {
    get throws(GoesByText) {
      guard let curve = try? Spelling.curve(of: timing, Site("", 0)),
        let animated = AnimatedTiming(
          lasting: timing.duration, curve: curve, delay: timing.delay, stagger: timing.stagger, at: origin)
      else { throw GoesByText() }
      return animated
    }
  }
}

extension Clause {
  /// Whether the axis that it does not speak of stands in something because of it.
  fileprivate var givesAnchorage: Bool {
    switch form {
    case .dock, .align(_, _, _, isBounded: true): true
    default: false
    }
  }
}
