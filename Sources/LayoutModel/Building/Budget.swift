/// What all layouts of one document may come to together, counted as it is made.
///
/// A few lines of loops in loops, or of components whose slots stand twice in each other, ask for more than any machine
/// has. So nothing that copies multiply is made before it has been paid for: see `LayoutBuilder.spend`. Once one amount
/// has run out nothing more is made, of whatever kind, and the document has one complaint about it, at the outermost
/// `for` or use of a component around what was too much. What one value, text or condition may come to by itself is
/// another matter: see `LayoutResolver.measured`.
struct Budget: Sendable {
  /// What is counted.
  enum Kind: Sendable, CaseIterable {
    /// Views and guides, the root not counted.
    case views
    /// What is said: blocks, clauses, values, branches, arguments and all else that stands in a block, once for each
    /// copy; and each turn of a `for`.
    case statements
    /// Bytes of names: of views, with those around them in their paths; of ids, configurations, flags, traits and
    /// properties.
    case names
    /// Bytes of texts.
    case texts
    /// What is kept of rules, settings, conditions and values: their anchors, numbers and questions.
    case parts
    /// What is looked at on the way: parts of expressions, as often as somebody reads or measures them.
    case steps
    /// Entries of the lists that each layout has for itself, of all that its files declare.
    case entries
  }

  /// So much of each kind.
  struct Amounts: Sendable {
    var views = 0
    var statements = 0
    var names = 0
    var texts = 0
    var parts = 0
    var steps = 0
    var entries = 0

    /// What a document has.
    static let allowed = Amounts(
      views: ModelLimits.views, statements: ModelLimits.statements, names: ModelLimits.nameBytes,
      texts: ModelLimits.textBytes, parts: ModelLimits.parts, steps: ModelLimits.steps,
      entries: ModelLimits.entries)

    /// One of so many equal parts of it.
    func share(of parts: Int) -> Amounts {
      var share = Amounts()
      for kind in Kind.allCases { share[kind] = self[kind] / parts }
      return share
    }

    subscript(kind: Kind) -> Int {
      get {
        switch kind {
        case .views: views
        case .statements: statements
        case .names: names
        case .texts: texts
        case .parts: parts
        case .steps: steps
        case .entries: entries
        }
      }
      set {
        switch kind {
        case .views: views = newValue
        case .statements: statements = newValue
        case .names: names = newValue
        case .texts: texts = newValue
        case .parts: parts = newValue
        case .steps: steps = newValue
        case .entries: entries = newValue
        }
      }
    }
  }

  /// What ran out, and where.
  struct Overrun: Sendable {
    var kind: Kind
    /// What was not made any more.
    var origin: Origin
    /// The instance in whose component that is written, 0 for none.
    var instance: Int32
  }

  let allowed: Amounts
  private(set) var used = Amounts()
  /// Nil while there is enough of everything. The first one stays.
  private(set) var overrun: Overrun?

  init(_ allowed: Amounts = .allowed) { self.allowed = allowed }

  /// Whether nothing more is made.
  var isSpent: Bool { overrun != nil }

  /// How much is used of what most is used of, from 0 to 1; 1 when something ran out.
  var usedShare: Double {
    min(1, Kind.allCases.reduce(0) { max($0, Double(used[$1]) / Double(max(1, allowed[$1]))) })
  }

  /// Counts something that is about to be made; false when it is too much, or something was before.
  fileprivate mutating func spend(_ amount: Int, on kind: Kind) -> Bool {
    if isSpent { return false }
    // What one step makes is bounded by the text it is read from, so this cannot overflow.
    used[kind] += amount
    return used[kind] <= allowed[kind]
  }

  fileprivate mutating func close(_ overrun: Overrun) { if self.overrun == nil { self.overrun = overrun } }
}

extension LayoutBuilder {
  /// Counts what is about to be made: false when there is too much, and it is not to be made.
  ///
  /// - Parameter origin: where it is written; asked for when there is too much.
  mutating func spend(_ amount: Int = 1, on kind: Budget.Kind, at origin: @autoclosure () -> Origin) -> Bool {
    if budget.spend(amount, on: kind) { return true }
    if !budget.isSpent { budget.close(Budget.Overrun(kind: kind, origin: origin(), instance: complaints.instance)) }
    return false
  }

  /// Counts another text.
  mutating func spend(on text: String, at origin: @autoclosure () -> Origin) -> Bool {
    spend(text.utf8.count, on: .texts, at: origin())
  }

  /// Counts another condition, with the names in it.
  mutating func spend(on condition: Condition, at origin: @autoclosure () -> Origin) -> Bool {
    spend(condition.partCount, on: .parts, at: origin())
      && spend(condition.nameBytes, on: .names, at: origin())
  }

  /// Counts another setting, with its numbers and names. Texts were counted when they were read.
  mutating func spend(on setting: Setting, at origin: @autoclosure () -> Origin) -> Bool {
    spend(setting.partCount, on: .parts, at: origin()) && spend(setting.nameBytes, on: .names, at: origin())
  }

  /// Complains about what ran out, if that was while this layout was built.
  ///
  /// - Parameter place: what to point at, given where it ran out.
  mutating func reportOverrun(at place: (Budget.Overrun) -> Origin = \.origin) {
    guard let overrun = budget.overrun, !isOverrunReported else { return }
    isOverrunReported = true
    complaints.instance = 0
    report(.tooMuch(overrun.kind, budget.allowed[overrun.kind]), at: place(overrun))
  }
}

extension Condition {
  /// Bytes of the names that it asks for.
  var nameBytes: Int {
    questions.reduce(0) { bytes, question in
      switch question {
      case .flag(let name), .configuration(_, let name): bytes + name.utf8.count
      case .trait(_, let name, let value): bytes + name.utf8.count + value.utf8.count
      default: bytes
      }
    }
  }
}

extension Setting {
  fileprivate var nameBytes: Int {
    switch self {
    case .trait(let name, let value): name.utf8.count + value.utf8.count
    case .property(let name, .word(let word)): name.utf8.count + word.utf8.count
    case .property(let name, _): name.utf8.count
    default: 0
    }
  }
}

extension Complaint {
  static func tooMuch(_ kind: Budget.Kind, _ allowed: Int) -> Complaint {
    Complaint(
      kind == .views ? .tooManyViews : .tooManyCopies,
      "a document has at most \(allowed) \(kind.noun), copies included, and from here on there are more; "
        + "nothing of it is shown", help: [kind.advice])
  }
}

extension Budget.Kind {
  /// As the complaint calls them.
  fileprivate var noun: String {
    switch self {
    case .views: "views"
    case .statements: "clauses, values and blocks"
    case .names: "bytes of names"
    case .texts: "bytes of texts"
    case .parts: "numbers, anchors and questions"
    case .steps: "expressions"
    case .entries: "names for its layouts, for each all that its files declare"
    }
  }

  /// What to write instead.
  fileprivate var advice: String {
    switch self {
    case .views, .statements:
      "write a 'for' with fewer repetitions, or a component with less in it: what is not on the screen need not be there"
    case .names:
      "write shorter names: each copy has its own, and a view's path has all names around it"
    case .texts:
      "write a long text once, or leave it to a 'var' that is set from outside: each copy has its own"
    case .parts:
      "ask once, in an 'if' around the 'for', what all copies ask; and write fewer numbers into each of them; "
        + "each row and column of a grid, and each that a view goes over, counts as \(TrackList.parts)"
    case .steps:
      "work out what all copies share once, in a 'let' outside of the 'for'"
    case .entries:
      "put layouts into files of their own, beside what only they need"
    }
  }
}
