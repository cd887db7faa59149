import LayoutSyntax

/// Where a view is written, by its number in the builder.
struct WrittenView {
  /// The file and node of the first declaration, or of the one that gives the view its text.
  var file: Int32
  var node: Int32
  /// The node of the text; -1 without one.
  var text: Int32 = -1
}

/// Where a branch is written, by its number in the builder.
struct WrittenBranch {
  var file: Int32
  var scope: Int32
  /// The node of the condition; -1 for `else` and `config`.
  var condition: Int32 = -1
  /// The node of the timing behind `animate`; -1 without one.
  var animation: Int32 = -1
}

/// Where something that is read later is written.
struct WrittenNode {
  var node: Int32
  var file: Int32
  var scope: Int32
}

/// Where the things are written that the builder knows by number.
struct WrittenPlaces {
  var views: [WrittenView] = []
  var branches: [WrittenBranch] = []
  /// By configuration: the conditions after `when`, one for each of its blocks that has one.
  var conditions: [[WrittenNode]] = []
  /// The configurations that are there only because a condition asks for them.
  var askedConfigurations: Set<Int> = []
}

/// `with … { }`: what placements inside it use where they say nothing themselves. A node is -1 when it is not said.
struct Defaults {
  /// The `with` around this one. The first, 0, says nothing, and its outer one is itself.
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

/// A clause, a constraint or `remove`, and where it stands. The second pass works through the items in document order.
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
  /// The kind of `node`.
  var kind: SyntaxKind
  var file: Int32
  var view: ViewID
  var scope: Int32
  var branch: BranchID
  /// Index into `LayoutResolver.defaults`, 0 for none.
  var defaults: Int32
  var form: Form
  /// Whether one of its clauses gives something to the axis that it does not speak of.
  var hasAnchorage = false
}

/// The statements of a layout, and the one that is being read.
struct Statements {
  var items: [Item] = []
  /// The first item of the statement that is being read, by index.
  var current: Int32 = 0
  /// The clauses of that statement.
  var clauses: [WrittenClause] = []
  /// The last of those that take an inset, a gap, an offset, by index. Nobody looks back for them: a line may have a
  /// million clauses.
  var takers: (inset: Int?, gap: Int?, offset: Int?)
  /// (statement, node) of a docking clause → anchorage.
  var anchorages = PairTable()
}

/// What is read only when everything that it can name is known.
struct ReadLater {
  var transitions: [(written: WrittenNode, view: ViewID)] = []
  /// What `for … animate` says, of lists by their places in the layout.
  var recordTimings: [(written: WrittenNode, list: Int, view: ViewID)] = []
  /// What `conditions animate` says.
  var conditionTimings: [(written: WrittenNode, view: ViewID)] = []
  var tests: [WrittenNode] = []
  /// The flags and traits that the layout's text sets.
  var givenNames: [GivenName] = []
  /// Settings of which only the whole layout tells whether anything reads them.
  var doubtfulSettings: [DoubtfulSetting] = []
  /// Texts at the names of views with braces in them.
  var textsWithBraces: [(written: WrittenNode, mayBePutTogether: Bool)] = []
  /// Configurations with nothing in their braces, each with the view that it is of.
  var emptyConfigurations: [(name: NameID, view: ViewID, written: WrittenNode)] = []
  /// The views of all others.
  var configuredViews: Set<ViewID> = []
  /// The scope of the layout's own body.
  var bodyScope: Int32 = 0
}
