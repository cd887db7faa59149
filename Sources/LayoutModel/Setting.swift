public import Geometry

/// `items`: where a stack puts its views across its axis, a flow across their line, and a grid in their row.
public enum ItemsAlignment: String, Sendable, CaseIterable {
  case fill, leading, center, trailing, top, bottom, firstBaseline, lastBaseline
}

/// `distribute`: how a stack shares out its length.
public enum Distribution: String, Sendable, CaseIterable {
  case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
}

/// Four inward distances. Leading and trailing follow the direction of reading.
public struct InsetQuantities: Equatable, Sendable {
  /// The distance from the top edge.
  public var top: Quantity
  /// The distance from the leading edge.
  public var leading: Quantity
  /// The distance from the bottom edge.
  public var bottom: Quantity
  /// The distance from the trailing edge.
  public var trailing: Quantity

  public init(top: Quantity, leading: Quantity, bottom: Quantity, trailing: Quantity) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

/// The value of a property `NAME: value`.
public enum PropertyValue: Equatable, Sendable {
  case number(Quantity)
  case text(String)
  case word(String)
  /// A colour as 0xrrggbbaa.
  case colour(UInt32)
  /// A text with variables in it.
  case template(TextTemplate)
  /// A variable that is a colour: an index into `ResolvedLayout.variables`.
  case variableColour(Int32)

  var isText: Bool { if case .text = self { true } else { false } }
}

/// One attribute that a clause sets on a view. Cases that hold much are boxed, because settings are copied and compared
/// by the hundred.
public enum Setting: Equatable, Sendable {
  /// The priority of not growing beyond the natural size; default `@low`.
  case hugging(Axis, Float)
  /// The priority of not shrinking below the natural size; default `@high`.
  case compressionResistance(Axis, Float)
  /// The distance between neighbours of a stack, a list, a line of a flow or the columns of a grid; default 0.
  case gap(Quantity)
  /// The second number of `gap`: the distance between lines of a flow or rows of a grid; default that of `gap`.
  case lineGap(Quantity)
  /// `gapAfter: n` of a view in a stack or list: replaces the gap behind it.
  case gapAfter(Quantity)
  /// `inset` of a stack or scroll view: its padding; default 0.
  indirect case padding(InsetQuantities)
  case items(ItemsAlignment)
  /// `self`: `items` for one view alone.
  case ownAlignment(ItemsAlignment)
  /// `items x`: where a grid has its views across their columns.
  case columnItems(ItemsAlignment)
  /// `self x`: the same for one view alone.
  case ownColumnAlignment(ItemsAlignment)
  /// Where views go along the lines of a flow, and the columns of a grid.
  case justify(Packing)
  /// Where the lines of a flow go, and the rows of a grid.
  case lines(Packing)
  indirect case columns(TrackList)
  indirect case rows(TrackList)
  /// Over how many columns and rows a view of a grid goes.
  case span(GridNumbers)
  /// The column and the row in which it begins, from 0.
  case cell(GridNumbers)
  case distribution(Distribution)
  /// `auto`: a stack that turns over by trait.
  case automaticAxis
  /// `auto when …`: a stack that is turned over while the condition of this setting holds.
  case turned
  case hidden
  /// A natural size stated in the file; nil for an axis without one.
  indirect case intrinsicSize(width: Quantity?, height: Quantity?)
  /// The distance of the first baseline from the top, and of the last from the bottom.
  indirect case baselines(first: Quantity, last: Quantity)
  /// The insets of the `margins` guide; default 8 each.
  indirect case margins(InsetQuantities)
  /// A trait that holds for this view and everything in it.
  indirect case trait(name: String, value: String)
  /// `alpha: 0.5`, `lines: 2`, …: the name is one of the catalogue of properties, or any other.
  indirect case property(name: String, PropertyValue)
}

/// An attribute of a view, and when it holds.
public struct ConditionalSetting: Equatable, Sendable {
  /// The view whose attribute it is.
  public var view: ViewID
  /// The attribute and its value.
  public var setting: Setting
  /// When the attribute holds; nil: always.
  public var condition: ConditionID?
  /// Where the clause is written.
  public var origin: Origin

  public init(view: ViewID, setting: Setting, condition: ConditionID?, origin: Origin) {
    self.view = view
    self.setting = setting
    self.condition = condition
    self.origin = origin
  }
}
