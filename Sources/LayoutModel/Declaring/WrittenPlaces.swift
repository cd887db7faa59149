import LayoutSyntax

/// Where a view is written, by its number in the builder.
struct WrittenView {
  /// The file and node of its first declaration, or of the one that gives it its text.
  var file: Int32
  var node: Int32
  /// The node of its text, -1 without one.
  var text: Int32 = -1
}

/// Where a branch is written, by its number in the builder.
struct WrittenBranch {
  var file: Int32
  var scope: Int32
  /// Its condition; -1 for `else` and `config`.
  var condition: Int32 = -1
  /// The timing behind `animate`, -1 without one.
  var animation: Int32 = -1
}

/// Where something is written that is read later.
struct WrittenNode {
  var node: Int32
  var file: Int32
  var scope: Int32
}

/// Where what the builder knows by number is written.
struct WrittenPlaces {
  var views: [WrittenView] = []
  var branches: [WrittenBranch] = []
  /// By configuration: the conditions after `when`, one for each block that has one.
  var conditions: [[WrittenNode]] = []
}

/// `with … { }`: what placements inside it use where they say nothing themselves. Nodes are -1 when unsaid.
struct Defaults {
  /// The `with` around this one; 0, the first, says nothing and is its own.
  var outer: Int32
  var file: Int32
  var scope: Int32
  var view: ViewID
  var place: Int32 = -1
  var inset: Int32 = -1
  var gap: Int32 = -1
  var modeX: Int32 = -1
  var modeY: Int32 = -1

  enum Part { case place, inset, gap, modeX, modeY }

  subscript(_ part: Part) -> Int32 {
    switch part {
    case .place: place
    case .inset: inset
    case .gap: gap
    case .modeX: modeX
    case .modeY: modeY
    }
  }
}

/// A clause, a constraint or `remove`, and where it stands: what the second pass works through, in document order.
struct Item {
  enum Form: UInt8 {
    /// `node` is a view or guide; its clauses are meant.
    case line
    /// `node` is the first clause of a statement.
    case statement
    /// `node` is a clause that goes on the statement before it.
    case continuation
  }

  var node: Int32
  /// Of `node`.
  var kind: SyntaxKind
  var file: Int32
  var view: ViewID
  var scope: Int32
  var branch: BranchID
  /// Index into `LayoutResolver.defaults`, 0 for none.
  var defaults: Int32
  var form: Form
  /// Whether a clause of it says which container the other axis fills.
  var hasAnchorage = false
}

/// The statements of a layout, and the one that is being read.
struct Statements {
  var items: [Item] = []
  /// Clauses and constraints among them.
  var clauseCount = 0
  /// The statement whose clauses are being read: the index of its first item.
  var current: Int32 = 0
  /// Its clauses.
  var clauses: [WrittenClause] = []
  /// (statement, node) of a docking clause → anchorage.
  var anchorages = PairTable()
}

/// What is read once everything that it can name is known.
struct ReadLater {
  var transitions: [(written: WrittenNode, view: ViewID)] = []
  /// What `conditions animate` says.
  var conditionTimings: [(written: WrittenNode, view: ViewID)] = []
  var tests: [WrittenNode] = []
  /// Flags and traits that the layout's text sets.
  var givenNames: [GivenName] = []
  /// The scope of the layout's own body.
  var bodyScope: Int32 = 0
}
