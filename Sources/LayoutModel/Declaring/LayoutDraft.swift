import Geometry
import LayoutSyntax

/// A view while its layout is being read: plain numbers, no text.
struct ViewDraft {
  /// Nil for an unnamed view.
  var name: NameID?
  var kind: ViewKind
  /// Nil for the root.
  var parent: ViewID?
  /// Position among the parent's children.
  var index: Int32
  /// Unnamed: which one of its kind in its parent, from 1; else 0.
  var ordinal: Int32 = 0
  /// Children so far.
  var childCount: Int32 = 0
  /// The branch of its first declaration, and those of the others.
  var context: ContextID
  var otherContexts: [ContextID] = []
  /// The file and node of its first declaration, and where its kind and name stand.
  var file: Int32
  var node: Int32
  var span: SourceSpan
  /// The node of its text, -1 without one.
  var text: Int32 = -1
  /// The view of the instance in whose component it is written, the root for the layout's own.
  var owner = ViewID.root
  /// The component that it is an instance of, -1 for none.
  var component: Int32 = -1
  /// What its clauses outside branches speak of.
  var mentions: Mentions = []
}

/// Index into `LayoutResolver.contexts`; 0 is "always".
struct ContextID: Hashable, Sendable {
  let index: Int32

  static let always = ContextID(index: 0)
}

/// A branch: the body of an `if`, `else` or `config`, inside the branch around it.
struct Context {
  enum Kind {
    case always
    /// The body of `if`: its condition's node.
    case condition(node: Int32)
    /// The body of `else`: the branch it is the other side of.
    case otherwise(ContextID)
    case configuration(NameID)
  }

  var kind: Kind
  var parent: ContextID
  var file: Int32
  var scope: Int32
  /// The view in whose body it stands.
  var view: ViewID
  var span: SourceSpan
  /// The timing behind `animate`, -1 without one.
  var animation: Int32 = -1
  /// Whether it says `direct`.
  var isDirect = false
  /// What it tests apart from the branches around it; `.subject` stands for the view a constraint is for.
  var condition = Condition.constant(true)
  /// Whether `condition`, or one around it, speaks of the subject.
  var usesSubject = false
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
  var context: ContextID
  /// Index into `LayoutResolver.defaults`, 0 for none.
  var defaults: Int32
  var form: Form
  /// Whether a clause of it says which container the other axis fills.
  var hasAnchorage = false
}

/// What clauses speak of: which axes a view's line, body or branch has something to say about.
struct Mentions: OptionSet {
  let rawValue: Int32

  static let xPosition = Mentions(rawValue: 1)
  static let yPosition = Mentions(rawValue: 2)
  static let xSize = Mentions(rawValue: 4)
  static let ySize = Mentions(rawValue: 8)
  /// `fill <=`.
  static let fillAtMost = Mentions(rawValue: 16)
  static let pin = Mentions(rawValue: 32)

  static func position(_ axis: Axis) -> Mentions { axis == .x ? .xPosition : .yPosition }
  static func size(_ axis: Axis) -> Mentions { axis == .x ? .xSize : .ySize }
  static let positions: Mentions = [.xPosition, .yPosition]
  static let sizes: Mentions = [.xSize, .ySize]
}
