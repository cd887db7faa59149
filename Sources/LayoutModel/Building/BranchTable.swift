import Motion

/// The number of a branch in the order of opening; 0 is "always".
package struct BranchID: Hashable, Sendable {
  let index: Int32

  /// No branch: for what holds everywhere.
  package static let always = BranchID(index: 0)
}

/// A branch: the body of an `if`, `else` or `config`, inside the branch around it.
struct Branch: Sendable {
  enum Kind {
    case always
    /// The body of `if`.
    case condition
    /// The body of `else`. It is the other side of the branch given.
    case otherwise(BranchID)
    case configuration(NameID)
  }

  var kind: Kind
  var parent: BranchID
  /// The view in whose body it stands.
  var view: ViewID
  /// Where its question is written.
  var origin: Origin
  /// Whether it says `direct`.
  var isDirect = false
  /// Whether it says `animate`. `animation` is what it says there, when that could be read.
  var isAnimated = false
  var animation: AnimatedTiming?
  /// What it asks apart from the branches around it. `.subject` stands for the view that a constraint is for.
  var condition = Condition.constant(true)
  /// Whether `condition`, or one around it, speaks of the subject.
  var usesSubject = false
}

/// The timing behind `animate`, and where it is written.
package struct AnimatedTiming: Sendable {
  /// How views move.
  package var timing: Timing
  /// The variable that gives the duration; nil without one.
  var duration: TimingVariable?
  var origin: Origin

  /// A timing in the words that the language has for curves. Nil where no motion can be so.
  package init?(lasting duration: Duration?, curve: String, delay: Duration, stagger: Duration, at origin: Origin) {
    // The language counts in milliseconds.
    func read(_ duration: Duration) -> Duration? { Duration(milliseconds: duration.inMilliseconds) }
    guard let delay = read(delay), let stagger = read(stagger),
      var timing = Timing(lasting: duration.flatMap(read), curve: curve), Timing.durations.contains(delay),
      Timing.durations.contains(stagger)
    else { return nil }
    (timing.delay, timing.stagger) = (delay, stagger)
    self.init(timing, at: origin)
  }

  /// A timing that is written at `origin`.
  package init(_ timing: Timing, duration: TimingVariable? = nil, at origin: Origin) {
    self.timing = timing
    self.duration = duration
    self.origin = origin
  }
}

/// The branches of a layout while it is built.
struct BranchTable: Sendable {
  var all: [Branch]
  /// (branch, view) → condition. The view is -1 where it makes no difference; the condition is -1 for "always".
  fileprivate var conditions = PairTable()
  /// For branches with an open condition: the views that something in the branch is for, each once.
  fileprivate var subjects: [(branch: BranchID, view: ViewID)] = []
  fileprivate var knownSubjects = PairTable()
  /// By view: what `conditions animate` says. The later one wins.
  var timings: [ViewID: AnimatedTiming] = [:]
  /// The views that say `conditions direct`.
  var directViews: Set<ViewID> = []
  /// Conditions, each with a branch in which something is said under it, or taken away.
  var uses: [(condition: ConditionID, branch: BranchID)] = []

  init(root origin: Origin) {
    all = [Branch(kind: .always, parent: .always, view: .root, origin: origin)]
  }

  subscript(branch: BranchID) -> Branch { all[Int(branch.index)] }
}

extension LayoutBuilder {
  /// What a branch asks.
  package enum Question: Sendable {
    /// The condition that `settleBranch` will be told.
    case condition
    /// The opposite of another branch.
    case otherwise(BranchID)
    /// Whether the view of the branch is in this configuration.
    case configuration(NameID)
  }

  // MARK: Opening and settling

  /// Opens a new branch inside another one.
  ///
  /// - Parameter view: the view in whose body it stands.
  package mutating func openBranch(
    _ question: Question, in parent: BranchID = .always, of view: ViewID, isDirect: Bool = false,
    isAnimated: Bool = false, at origin: Origin
  ) -> BranchID {
    let kind: Branch.Kind
    switch question {
    case .condition: kind = .condition
    case .otherwise(let then): kind = .otherwise(then)
    case .configuration(let name): kind = .configuration(name)
    }
    branches.all.append(
      Branch(kind: kind, parent: parent, view: view, origin: origin, isDirect: isDirect, isAnimated: isAnimated))
    return BranchID(index: Int32(branches.all.count - 1))
  }

  /// Whether a branch in a view's braces, or one that asks the view for a bare size, says nothing of how views move
  /// when it comes and goes.
  func hasUnanimatedBranch(_ view: ViewID) -> Bool {
    branches.all.dropFirst().contains { $0.view == view && !$0.isAnimated }
      || branches.subjects.contains { $0.view == view && !branches[$0.branch].isAnimated }
  }

  /// Says what a branch asks. The branches around it must have been settled before.
  ///
  /// - Parameter condition: what an `if` asks; nil for other branches, whose kind says it. Sizes and traits of
  ///   `ViewID.subject` are those of each view that something in the branch is for.
  package mutating func settleBranch(_ branch: BranchID, asking condition: Condition? = nil) {
    let index = Int(branch.index)
    switch branches.all[index].kind {
    case .always: break
    case .condition:
      let asked = condition ?? .constant(false)
      let origin = branches.all[index].origin
      branches.all[index].condition = spend(on: asked, at: origin) ? asked : .constant(false)
    case .otherwise(let then): branches.all[index].condition = branches[then].condition.negated
    case .configuration(let name):
      branches.all[index].condition = .configuration(branches.all[index].view, name: names.text(of: name))
    }
    let outer = branches[branches.all[index].parent].usesSubject
    branches.all[index].usesSubject = outer || branches.all[index].condition.usesSubject
  }

  /// Whether `branch` is `other` or a branch somewhere inside it.
  func isInside(_ branch: BranchID, _ other: BranchID) -> Bool {
    var current = branch
    while current != other {
      if current == .always { return false }
      current = branches.all[Int(current.index)].parent
    }
    return true
  }

  // MARK: Conditions

  /// The condition of a branch and all around it, for a rule of a view; nil for "always".
  mutating func conditionID(_ branch: BranchID, for view: ViewID) -> ConditionID? {
    if branch == .always { return nil }
    let subject: Int32 = branches.all[Int(branch.index)].usesSubject ? view.index : -1
    if let known = branches.conditions[branch.index, subject] { return known < 0 ? nil : ConditionID(known) }
    let condition = joined(branch, for: view)
    let id = condition == .constant(true) ? nil : add(condition, at: branches[branch].origin)
    branches.conditions[branch.index, subject] = id?.index ?? -1
    if let id { branches.uses.append((id, branch)) }
    return id
  }

  mutating func add(_ condition: Condition, at origin: Origin) -> ConditionID {
    layout.conditions.append(condition)
    layout.conditionOrigins.append(origin)
    return ConditionID(Int32(layout.conditions.count - 1))
  }

  /// The conditions of a branch and all around it as one, the outermost first, with constants folded. When the budget
  /// has run out, it never holds.
  mutating func joined(_ branch: BranchID, for view: ViewID) -> Condition {
    if budget.isSpent { return .constant(false) }
    var parts: [Condition] = []
    var current = branch
    while current != .always {
      let around = branches[current]
      parts.append(around.usesSubject ? bound(around.condition, to: view) : around.condition)
      current = around.parent
    }
    let condition = Condition.joining(parts.reversed())
    let origin = branches[branch].origin
    return spend(on: condition, at: origin) ? condition : .constant(false)
  }

  /// The condition with `view` as its subject.
  func bound(_ condition: Condition, to view: ViewID) -> Condition {
    // A closure that reads the builder would be handed a copy of all of it.
    let container = views.drafts.superArea(of: view)
    return condition.mapQuestions { question in
      switch question {
      case .trait(.subject, let name, let value): .trait(view, name: name, value: value)
      case .hidden(.subject): .hidden(view)
      case .compare(let left, let comparison, let right):
        .compare(left.bound(to: view, in: container), comparison, right.bound(to: view, in: container))
      default: question
      }
    }
  }

  // MARK: Subjects

  /// Notes that something in a branch is for a view, whose size or trait the branch's condition may ask.
  mutating func addSubject(_ view: ViewID, in branch: BranchID) {
    guard branches.all[Int(branch.index)].usesSubject, branches.knownSubjects[branch.index, view.index] == nil else {
      return
    }
    branches.knownSubjects[branch.index, view.index] = 1
    branches.subjects.append((branch, view))
  }

  /// By branch: the views that something in it is for, ascending. Only branches with an open condition are listed, and
  /// of these only those for which `isMeant` is true.
  func subjects(of isMeant: (Branch) -> Bool) -> [Int32: [ViewID]] {
    let meant = branches.all.map { $0.usesSubject && isMeant($0) }
    guard meant.contains(true) else { return [:] }
    var subjects: [Int32: Set<ViewID>] = [:]
    for (branch, view) in branches.subjects {
      var current = branch
      while current != .always {
        if meant[Int(current.index)] { subjects[current.index, default: []].insert(view) }
        current = branches[current].parent
      }
    }
    return subjects.mapValues { $0.sorted() }
  }

  /// Warns where a size without a view is asked of more views than its author may have meant. `if width >= 200` asks
  /// each view that a constraint inside the branch is for. In a view's own body that is mostly the view itself.
  mutating func warnOfBareSizes() {
    let asking = subjects { $0.condition.openDimension != nil }
    if asking.isEmpty { return }
    var others: [Int32: [Int32]] = [:]
    for (index, branch) in branches.all.enumerated() {
      if case .otherwise(let then) = branch.kind { others[then.index, default: []].append(Int32(index)) }
    }
    for index in branches.all.indices {
      let branch = branches.all[index]
      guard case .condition = branch.kind, let dimension = branch.condition.openDimension else { continue }
      var asked = Set(asking[Int32(index)] ?? [])
      for other in others[Int32(index)] ?? [] { asked.formUnion(asking[other] ?? []) }
      asked.remove(branch.view)
      if asked.isEmpty { continue }
      let paths = asked.sorted().map { path(of: $0) }
      report(.bareSize(dimension, askedOf: paths, insteadOf: path(of: branch.view)), at: branch.origin)
    }
  }

  // MARK: Animated and direct branches

  /// Says how a branch comes and goes.
  package mutating func animate(_ branch: BranchID, _ timing: AnimatedTiming) {
    branches.all[Int(branch.index)].isAnimated = true
    branches.all[Int(branch.index)].animation = timing
  }

  /// `conditions animate`: says how those branches of a view come and go that say nothing themselves.
  package mutating func animateConditions(of view: ViewID, _ timing: AnimatedTiming) {
    branches.timings[view] = timing
  }

  /// `conditions direct`: all branches of a view are chosen at once.
  package mutating func applyConditionsAtOnce(of view: ViewID) { branches.directViews.insert(view) }

  /// Lists the conditions of branches that are direct or animated, whether they say so or their view says it for all. A
  /// condition that asks the subject is listed once for each view that it is asked of.
  mutating func listMarkedBranches() {
    let (defaults, directViews) = (branches.timings, branches.directViews)
    let isOfViews = !defaults.isEmpty || !directViews.isEmpty
    func isMeant(_ branch: Branch) -> Bool { branch.isAnimated || branch.isDirect || isOfViews }
    let meant = branches.all.indices.dropFirst().filter { isMeant(branches.all[$0]) }
    if meant.isEmpty { return }
    let subjects = subjects(of: isMeant)
    var animated = [Bool](repeating: false, count: branches.all.count)
    for index in meant {
      let branch = branches.all[index]
      for view in branch.usesSubject ? subjects[Int32(index)] ?? [] : [branch.view] {
        let inherited = branch.isAnimated ? nil : defaults[view] ?? defaults[branch.view]
        let isDirect = branch.isDirect || directViews.contains(view) || directViews.contains(branch.view)
        guard isDirect || branch.animation != nil || inherited != nil,
          let condition = conditionID(BranchID(index: Int32(index)), for: view)
        else { continue }
        if isDirect { layout.directConditions.append(condition) }
        guard let timing = branch.animation ?? inherited else { continue }
        animated[index] = true
        layout.animations.append(
          AnimatedCondition(
            condition: condition, view: view, timing: timing.timing, duration: timing.duration,
            isDefault: branch.animation == nil, origin: timing.origin))
      }
    }
    // Branches stand behind those around them.
    for index in branches.all.indices where animated[Int(branches.all[index].parent.index)] { animated[index] = true }
    for use in branches.uses where animated[Int(use.branch.index)] {
      layout.conditionsInAnimations.append(use.condition)
    }
  }
}

extension Complaint {
  static func bareSize(_ dimension: AnchorAttribute, askedOf views: [String], insteadOf view: String) -> Complaint {
    let shown = views.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + (views.count > 3 ? "…" : "")
    return Complaint(
      .bareSize,
      "a size without a view asks each view that something in here is for, also \(shown); "
        + "to ask one for all, name it: \(view).\(dimension)")
  }
}

extension Measured {
  /// With `view` as the subject, and its container as that of the subject.
  fileprivate func bound(to view: ViewID, in container: Area) -> Measured {
    var result = self
    for index in result.terms.indices {
      if result.terms[index].anchor.view == .subject {
        result.terms[index].anchor.view = view
      } else if result.terms[index].anchor.view == .parentOfSubject {
        result.terms[index].anchor.view = container.view
        result.terms[index].anchor.guide = container.guide
      }
    }
    return result
  }
}
