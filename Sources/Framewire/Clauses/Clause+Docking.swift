internal import LayoutSyntax

/// Next to something. Across, the view fills what it is in, unless that axis is said here or with another clause.
extension Clause {
  /// Under another view: `.below(title, gap: 8, x: .center)`.
  ///
  /// - Parameters:
  ///   - other: the neighbour.
  ///   - gap: points between the two.
  ///   - inset: inward from what it is in.
  ///   - x: how it stands across; nil: it fills, or does what another clause says.
  ///   - area: what it is in.
  public static func below(
    _ other: some View, gap: Double? = nil, inset: Insets? = nil, x: XMode? = nil, in area: Area? = nil
  ) -> Clause {
    .docking(.beside(.below, other.node, in: area), gap, inset, x.map { (.x, $0.mode) })
  }

  /// Over another view: `.above(title, gap: 8, x: .center)`.
  ///
  /// - Parameters:
  ///   - other: the neighbour.
  ///   - gap: points between the two.
  ///   - inset: inward from what it is in.
  ///   - x: how it stands across; nil: it fills, or does what another clause says.
  ///   - area: what it is in.
  public static func above(
    _ other: some View, gap: Double? = nil, inset: Insets? = nil, x: XMode? = nil, in area: Area? = nil
  ) -> Clause {
    .docking(.beside(.above, other.node, in: area), gap, inset, x.map { (.x, $0.mode) })
  }

  /// On the leading side of another view: `.before(title, gap: 8, y: .center)`.
  ///
  /// - Parameters:
  ///   - other: the neighbour.
  ///   - gap: points between the two.
  ///   - inset: inward from what it is in.
  ///   - y: how it stands across; nil: it fills, or does what another clause says.
  ///   - area: what it is in.
  public static func before(
    _ other: some View, gap: Double? = nil, inset: Insets? = nil, y: YMode? = nil, in area: Area? = nil
  ) -> Clause {
    .docking(.beside(.before, other.node, in: area), gap, inset, y.map { (.y, $0.mode) })
  }

  /// On the trailing side of another view: `.after(title, gap: 8, y: .center)`.
  ///
  /// - Parameters:
  ///   - other: the neighbour.
  ///   - gap: points between the two.
  ///   - inset: inward from what it is in.
  ///   - y: how it stands across; nil: it fills, or does what another clause says.
  ///   - area: what it is in.
  public static func after(
    _ other: some View, gap: Double? = nil, inset: Insets? = nil, y: YMode? = nil, in area: Area? = nil
  ) -> Clause {
    .docking(.beside(.after, other.node, in: area), gap, inset, y.map { (.y, $0.mode) })
  }

  /// All that is left under another view: `.rest(below: header, in: .safe)`.
  public static func rest(
    below other: some View, in area: Area? = nil, gap: Double? = nil, inset: Insets? = nil, x: XMode? = nil
  ) -> Clause {
    .docking(.rest(.below, other.node, in: area), gap, inset, x.map { (.x, $0.mode) })
  }

  /// All that is left over another view: `.rest(above: header, in: .safe)`.
  public static func rest(
    above other: some View, in area: Area? = nil, gap: Double? = nil, inset: Insets? = nil, x: XMode? = nil
  ) -> Clause {
    .docking(.rest(.above, other.node, in: area), gap, inset, x.map { (.x, $0.mode) })
  }

  /// All that is left on the leading side of another view: `.rest(before: header, in: .safe)`.
  public static func rest(
    before other: some View, in area: Area? = nil, gap: Double? = nil, inset: Insets? = nil, y: YMode? = nil
  ) -> Clause {
    .docking(.rest(.before, other.node, in: area), gap, inset, y.map { (.y, $0.mode) })
  }

  /// All that is left on the trailing side of another view: `.rest(after: header, in: .safe)`.
  public static func rest(
    after other: some View, in area: Area? = nil, gap: Double? = nil, inset: Insets? = nil, y: YMode? = nil
  ) -> Clause {
    .docking(.rest(.after, other.node, in: area), gap, inset, y.map { (.y, $0.mode) })
  }

  /// The view's upper or lower edge, or its middle, along such a line of an area: `.dock(.top, gap: 4, x: .center)`.
  ///
  /// - Parameters:
  ///   - line: the view's.
  ///   - other: the area's line; nil: the same one.
  ///   - area: whose line it is; nil: the parent's.
  ///   - gap: inward from that line; from a middle, down.
  ///   - inset: inward from it.
  ///   - x: how it stands across.
  public static func dock(
    _ line: DockY, to other: DockY? = nil, of area: Area? = nil, gap: Double? = nil, inset: Insets? = nil,
    x: XMode? = nil
  ) -> Clause {
    .docking(.edge(line.rawValue, to: other?.rawValue, of: area), gap, inset, x.map { (.x, $0.mode) })
  }

  /// The view's leading, trailing, left or right edge, or its middle, along such a line of an area.
  public static func dock(
    _ line: DockX, to other: DockX? = nil, of area: Area? = nil, gap: Double? = nil, inset: Insets? = nil,
    y: YMode? = nil
  ) -> Clause {
    .docking(.edge(line.rawValue, to: other?.rawValue, of: area), gap, inset, y.map { (.y, $0.mode) })
  }

  private static func docking(
    _ line: Docking.Line, _ gap: Double?, _ inset: Insets?, _ other: (Axis, Mode)?
  ) -> Clause {
    Clause(.dock(Docking(line: line, gap: gap, inset: inset, other: other.map { (axis: $0.0, mode: $0.1) })))
  }
}

/// A line along which a view docks, across x.
public enum DockX: String, Sendable { case leading, trailing, left, right, centerX }

/// A line along which a view docks, across y.
public enum DockY: String, Sendable { case top, bottom, centerY }
