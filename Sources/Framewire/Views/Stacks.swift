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

/// A column: its views from top to bottom, in their order.
///
/// ```swift
/// VStack("rows", gap: 8, items: .center) { image; title; Spacer(); badge }
/// ```
public struct VStack: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - gap: points between neighbours.
  ///   - inset: padding around them.
  ///   - items: how they stand across.
  ///   - distribute: how the length is shared out.
  ///   - auto: whether it lies down as a row of equal widths while the height is compact.
  ///   - autoWhen: says instead when it lies down.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: its views, and whatever else is said of them.
  public init(
    _ name: String? = nil, gap: Double = 0, inset: Insets = 0, items: ColumnItems = .fill,
    distribute: Distribution = .fill, auto: Bool = false, autoWhen: Condition? = nil, file: String = #fileID,
    line: UInt = #line, @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    let settings = Block.stack(
      gap: gap, inset: inset, items: items.rawValue, distribute: distribute, auto: auto, autoWhen: autoWhen, site)
    node = Node(.vstack, name, own: settings.adding(body()), site)
  }
}

/// A row: its views from leading to trailing, in their order.
///
/// ```swift
/// HStack("bar", gap: 8, items: .center) { image; title; Spacer(); badge }
/// ```
public struct HStack: View {
  /// Which view it is.
  public let node: Node

  /// - Parameters:
  ///   - name: what it goes by.
  ///   - gap: points between neighbours.
  ///   - inset: padding around them.
  ///   - items: how they stand across.
  ///   - distribute: how the length is shared out.
  ///   - auto: whether it stands up while texts have one of the accessibility sizes.
  ///   - autoWhen: says instead when it stands up.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  ///   - body: its views, and whatever else is said of them.
  public init(
    _ name: String? = nil, gap: Double = 0, inset: Insets = 0, items: RowItems = .fill,
    distribute: Distribution = .fill, auto: Bool = false, autoWhen: Condition? = nil, file: String = #fileID,
    line: UInt = #line, @BlockBuilder body: () -> Block
  ) {
    let site = Site(file, line)
    let settings = Block.stack(
      gap: gap, inset: inset, items: items.rawValue, distribute: distribute, auto: auto, autoWhen: autoWhen, site)
    node = Node(.hstack, name, own: settings.adding(body()), site)
  }
}

extension Block {
  /// What a stack says of itself beyond what all of them do.
  fileprivate static func stack(
    gap: Double, inset: Insets, items: String, distribute: Distribution, auto: Bool, autoWhen: Condition?,
    _ site: Site
  ) -> Block {
    var clauses: [Clause] = []
    if gap != 0 { clauses.append(.gap(gap)) }
    if inset != 0 { clauses.append(.inset(inset)) }
    if items != "fill" { clauses.append(Clause(.word("items", items))) }
    if distribute != .fill { clauses.append(.distribute(distribute)) }
    if let autoWhen {
      clauses.append(Clause(.turned(autoWhen)))
    } else if auto {
      clauses.append(Clause(.word("auto", nil)))
    }
    return Block(clauses.map { Statement(.clause($0), site) })
  }
}
