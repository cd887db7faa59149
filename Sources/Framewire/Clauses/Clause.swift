internal import LayoutModel
internal import LayoutSyntax

/// Something said of one view: where it stands, how large it is, or what it is like, in the words of the layout
/// language.
///
/// ```swift
/// title(.top(8), .fill(.margins, along: .x), .lines(1))
/// badge(.trailing(4).id("badge"), .width(.atMost(100)) ~ .low)
/// ```
///
/// Distances go inwards from the parent at every edge; `leading` and `trailing` turn round in right-to-left scenes.
/// Several clauses are simply all true. A clause has no effect until a view takes it.
public struct Clause: Sendable {
  indirect enum Form: Sendable {
    case fill(Area?, Insets?, Axis?)
    case fillEach([EdgeOfArea], Insets?)
    case fillAtMost(Area, Insets?, Pin?)
    case fillAtLeast(Area, Insets?)
    case center(Axis?, Area?, Offset?)
    case centerEach([EdgeOfArea], Offset?)
    case pin(Pin)
    case pinAt(PointOfView, Point)
    case at([Double], Area?)
    case edge(Attribute, Comparison, inward: Double, Area?)
    case position(Attribute, Sum)
    case dock(Docking)
    case align(Axis, Mode, Insets?, isBounded: Bool)
    case length(Attribute, Comparison, Extent)
    case range(Attribute, Double, Double, isHalfOpen: Bool)
    case size(Comparison, Extent?, Extent?)
    case sizeOf(Comparison, Place)
    case aspect(Double, Double)
    /// `hug`, `shrink` and their kind.
    case content(ContentWish, Axis?)
    case gap(Double, lines: Double?)
    case inset(Insets)
    case margins(Insets)
    case hidden
    /// The word of `ColumnItems` or `RowItems`.
    case items(String)
    /// `items x`, of a grid.
    case columnItems(ColumnItems)
    /// `self` across a column, which is `self x` in a grid: there `self` is about the row.
    case alone(ColumnItems)
    case aloneInRow(RowItems)
    case justify(Packing)
    case lines(Packing)
    case distribute(Distribution)
    case intrinsic(Double?, Double?)
    case baselines(Double, Double)
    case columns(GridTracks)
    case rows(GridTracks)
    /// Columns, and rows.
    case span(Int, Int)
    case cell(Int, Int)
    case initial(ConfigurationName)
    /// `auto`: a stack turns over where it has no room.
    case turnedAutomatically
    /// When a stack is turned over.
    case turned(Condition)
    case trait(String, String)
    case property(String, PropertyValue)
    case text(RecordText)
    case conditions(Timing)
    case directConditions
    case remove([Attribute])
    /// So long along its stack.
    case spacer(Comparison, Double)
    case own(@Sendable (Area) -> Block)
  }

  /// An edge or axis of a view, and the area that it goes by.
  struct EdgeOfArea: Sendable {
    var edge: String
    var area: Area
  }

  /// A point of the view on a point of an area.
  struct Pin: Sendable {
    var point: PointOfView
    var other: PointOfView?
    var area: Area?
    var offset: Offset?
  }

  /// `dock`, `below` and its kind, `rest`.
  struct Docking: Sendable {
    enum Line: Sendable {
      case edge(String, to: String?, of: Area?)
      case beside(Adjacency, Node, in: Area?)
      case rest(Adjacency, Node, in: Area?)
    }

    var line: Line
    var gap: Double?
    var inset: Insets?
    /// What the other axis does, if that is said.
    var other: (axis: Axis, mode: Mode)?
  }

  var form: Form
  var priority = Priority.required
  var id: ConstraintID?

  init(_ form: Form) { self.form = form }

  /// A clause of one's own: what it says of the view it is given to.
  ///
  /// ```swift
  /// extension Clause {
  ///   static func card(inset: Double) -> Clause {
  ///     Clause { view in
  ///       view.leading == Super.leading + inset
  ///       view.trailing == Super.trailing - inset
  ///     }
  ///   }
  /// }
  /// ```
  public init(@BlockBuilder _ body: @escaping @Sendable (Area) -> Block) { form = .own(body) }

  /// The same with another priority; of a clause that says how firmly, that.
  public func priority(_ priority: Priority) -> Clause {
    var result = self
    result.priority = priority
    return result
  }

  /// The same with an id for its numbers: its gap where it has one, else its inset, else the number that it is about.
  /// Of a bound (`.bottom(.atLeast(8))`) it is the number with its sign, as in the relation that the bound means.
  public func id(_ id: ConstraintID) -> Clause {
    var result = self
    result.id = id
    return result
  }
}
