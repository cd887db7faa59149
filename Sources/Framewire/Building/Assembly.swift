internal import LayoutModel
internal import LayoutSyntax

/// Tells a plan to the builder of layouts, in the order of its text. The steps are those of `LayoutBuilder`.
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
    /// The owner's, in the census.
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

  /// Behind one reference, so that asking it copies nothing.
  final class Script: Sendable {
    let plan: Plan

    init(_ plan: Plan) { self.plan = plan }
  }

  let script: Script
  var builder: LayoutBuilder
  /// By number in the plan's census.
  var views: [ViewID?]
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

  init(_ layout: Layout, _ plan: Plan) throws(GoesByText) {
    guard Spelling.canBeName(layout.name) else { throw GoesByText() }
    script = Script(plan)
    let nowhere = SourceSpan(start: 0, end: 0)
    builder = LayoutBuilder(
      name: layout.name, files: ["\(layout.name).layout"], span: nowhere, root: Origin(file: 0, span: nowhere))
    views = Array(repeating: nil, count: plan.census.numbers.count)
    views[0] = .root
  }

  /// A place of its own for each thing that is said: complaints are told apart by theirs.
  mutating func nextOrigin() -> Origin {
    place += 1
    return Origin(file: 0, span: SourceSpan(start: place, end: place))
  }

  /// The number of a view that is told somewhere.
  func view(_ node: Node) throws(GoesByText) -> ViewID {
    guard let number = script.plan.census.numbers[node], let view = views[number] else { throw GoesByText() }
    return view
  }

  /// The number of the view that a clause or constraint stands in.
  func view(of said: Said) throws(GoesByText) -> ViewID {
    guard let view = views[said.number] else { throw GoesByText() }
    return view
  }

  // MARK: Who there is

  mutating func declare() throws(GoesByText) {
    said.reserveCapacity(script.plan.declared.count * 5)
    try declare(script.plan.items, of: script.plan.census.root, in: .always)
  }

  private mutating func declare(_ items: [Plan.Item], of owner: Node, in branch: BranchID) throws(GoesByText) {
    depth += 1
    defer { depth -= 1 }
    guard depth < SyntaxLimits.depth, let number = script.plan.census.numbers[owner], let view = views[number] else {
      throw GoesByText()
    }
    for index in items.indices {
      switch items[index].form {
      case .view(let index): if let home = script.plan.homeTold(at: index) { try declare(home, of: owner, in: branch) }
      case .constraint(let constraint):
        builder.mention(mentions(of: constraint, in: owner), by: view, in: branch)
        said.append(
          Said(
            form: .constraint(constraint), owner: owner, number: number, branch: branch, defaults: currentDefaults,
            origin: nextOrigin()))
      case .clause(let clause):
        if case .remove = clause.form { builder.expectRemovals() }
        builder.mention(try mentions(of: clause, in: owner), by: view, in: branch)
        if clause.givesAnchorage { anchored.append(said.count) }
        said.append(
          Said(
            form: .clause(clause), owner: owner, number: number, branch: branch, defaults: currentDefaults,
            origin: nextOrigin()))
      case .branch(let form, let then, let otherwise): try declare(form, then, otherwise, of: owner, in: branch)
      case .configuration(let form, let items): try declare(form, items, of: owner, in: branch)
      case .transition(let transition):
        guard branch == .always else { throw GoesByText() }
        transitions.append((transition, owner, nextOrigin()))
      case .moved(let step, let items): try declare(step, items, of: owner, in: branch)
      case .defaults(let with, let items): try declare(items, of: owner, in: branch, by: with)
      }
    }
  }

  private mutating func declare(
    _ items: [Plan.Item], of owner: Node, in branch: BranchID, by with: With
  ) throws(GoesByText) {
    defaults.append((with, currentDefaults))
    currentDefaults = defaults.count - 1
    let outer = defaults[currentDefaults].outer
    defer { currentDefaults = outer }
    try declare(items, of: owner, in: branch)
  }

  private mutating func declare(_ home: Plan.Home, of owner: Node, in branch: BranchID) throws(GoesByText) {
    let node = home.node
    // A picture is found from where its file is.
    if node.kind == .image && node.text != nil { throw GoesByText() }
    let name = script.plan.name(of: node).map { builder.name($0) }
    let declaration = ViewDeclaration(node.kind, name, at: nextOrigin())
    let declared = builder.declare(declaration, in: try view(owner), branch: branch)
    guard let view = declared.view, let number = script.plan.census.numbers[node] else { throw GoesByText() }
    views[number] = view
    if case .new = declared, let text = node.text { builder.setText(text, of: view) }
    let (clauses, body) = script.plan.told(home)
    try declare(clauses, of: node, in: branch)
    try declare(body, of: node, in: branch)
  }

  // MARK: What may change

  private mutating func open(
    _ kind: LayoutBuilder.Question, of owner: Node, asking question: Question? = nil, isDirect: Bool = false,
    _ timing: Timing?, in outer: BranchID
  ) throws(GoesByText) -> BranchID {
    let branch = builder.openBranch(
      kind, in: outer, of: try view(owner), isDirect: isDirect, isAnimated: timing != nil, at: nextOrigin())
    branches.append((branch, question))
    if let timing { branchTimings.append(Animation(subject: branch, timing: timing, origin: nextOrigin())) }
    return branch
  }

  private mutating func declare(
    _ form: If, _ then: [Plan.Item], _ otherwise: [Plan.Item], of owner: Node, in branch: BranchID
  ) throws(GoesByText) {
    let (then, otherwise) = (script.plan.told(then), script.plan.told(otherwise))
    if then.isEmpty && otherwise.isEmpty { return }
    let condition = then.isEmpty ? !form.condition : form.condition
    let first = try open(
      .condition, of: owner, asking: Question(condition: condition, asker: owner, owner: owner),
      isDirect: form.isDirect, form.timing, in: branch)
    let firstOfThen = builder.viewCount
    try declare(then.isEmpty ? otherwise : then, of: owner, in: first)
    if then.isEmpty || otherwise.isEmpty { return }
    let second = try open(.otherwise(first), of: owner, form.timing, in: branch)
    let firstOfElse = builder.viewCount
    try declare(otherwise, of: owner, in: second)
    builder.checkMoves(firstOfThen..<firstOfElse, firstOfElse..<builder.viewCount)
  }

  private mutating func declare(
    _ form: Config, _ items: [Plan.Item], of owner: Node, in branch: BranchID
  ) throws(GoesByText) {
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
    try declare(items, of: owner, in: inner)
  }

  /// What has moved out of a branch of another view stands in a branch of its own that asks the same.
  private mutating func declare(
    _ step: Plan.Step, _ items: [Plan.Item], of owner: Node, in branch: BranchID
  ) throws(GoesByText) {
    let condition: Condition
    let timing: Timing?
    var isDirect = false
    switch step.form {
    case .branch(let form, let isElse):
      (condition, timing, isDirect) = (isElse ? !form.condition : form.condition, form.timing, form.isDirect)
    case .configuration(let form): (condition, timing) = (Condition(.configuration(form.name)), form.timing)
    case .defaults(let with): return try declare(items, of: owner, in: branch, by: with)
    }
    let inner = try open(
      .condition, of: owner, asking: Question(condition: condition, asker: step.owner, owner: owner),
      isDirect: isDirect, timing, in: branch)
    try declare(items, of: owner, in: inner)
  }

  // MARK: Between declaring and saying

  mutating func settle() throws(GoesByText) {
    if let current = builder.settleViews() { views = views.map { $0.map { current($0) } } }
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
    builder.finish()
    guard builder.diagnostics.isEmpty else { throw GoesByText() }
    return builder.layout
  }

  private mutating func add(_ transition: Transition, of owner: Node, at origin: Origin) throws(GoesByText) {
    var view = owner === script.plan.census.root ? nil : try view(owner)
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
