internal import LayoutModel

/// How the views of a column stand across it.
public enum ColumnItems: String, Sendable { case fill, leading, center, trailing }

/// How the views of a row stand across it. A row also has baselines.
public enum RowItems: String, Sendable { case fill, top, center, bottom, firstBaseline, lastBaseline }

/// How a stack shares its length out: natural sizes, all the same, in proportion to the contents, equal distances,
/// equal distances of centres.
public enum Distribution: String, Sendable {
  case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
}

/// How views stand across a row or a column, and with that, which of the two it is.
public protocol LineItems: RawRepresentable<String>, Sendable {
  /// Whether the views of such a line stand below each other.
  static var isColumn: Bool { get }
  /// From edge to edge.
  static var fill: Self { get }
}

extension ColumnItems: LineItems {
  /// A column's views stand below each other.
  public static var isColumn: Bool { true }
}

extension RowItems: LineItems {
  /// A row's views stand beside each other.
  public static var isColumn: Bool { false }
}

/// A column: its views from top to bottom, in their order.
///
/// ```swift
/// VStack("rows", gap: 8, items: .center) { image; title; Spacer(); badge }
/// ```
public typealias VStack = Stack<ColumnItems>

/// A row: its views from leading to trailing, in their order.
///
/// ```swift
/// HStack("bar", gap: 8, items: .center) { image; title; Spacer(); badge }
/// ```
public typealias HStack = Stack<RowItems>

/// Views one behind the other: a `VStack` or an `HStack`.
public struct Stack<Items: LineItems>: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - gap: points between neighbours.
  ///   - inset: padding around them.
  ///   - items: how they stand across.
  ///   - distribute: how the length is shared out.
  ///   - auto: whether it turns over: a column into a row of equal widths while the height is compact, a row into a
  ///     column while texts have one of the accessibility sizes.
  ///   - autoWhen: says instead when it turns over.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: its views, and whatever else is said of them.
  public init(
    _ name: String? = nil, gap: Double = 0, inset: Insets = 0, items: Items = .fill,
    distribute: Distribution = .fill, auto: Bool = false, autoWhen: Condition? = nil, file: String = #fileID,
    line: UInt = #line, @BlockBuilder body: () -> Block
  ) {
    // What all stacks do goes without saying.
    var clauses: [Clause] = []
    if gap != 0 { clauses.append(.gap(gap)) }
    if inset != 0 { clauses.append(.inset(inset)) }
    if items.rawValue != Items.fill.rawValue { clauses.append(Clause(.items(items.rawValue))) }
    if distribute != .fill { clauses.append(.distribute(distribute)) }
    if let autoWhen {
      clauses.append(Clause(.turned(autoWhen)))
    } else if auto {
      clauses.append(Clause(.turnedAutomatically))
    }
    let site = Site(file, line)
    node = Node(Items.isColumn ? .vstack : .hstack, name, own: Block(clauses, site).adding(body()), site)
  }
}

extension Block {
  /// Clauses that a view is made with.
  init(_ clauses: [Clause], _ site: Site) { self.init(clauses.map { Statement(.clause($0), site) }) }
}
