/// Whatever has anchors: views, their guides, and areas of a parent. Numbers are points.
public protocol Anchored: Sendable {
  /// Whose anchors these are.
  var place: Place { get }
}

extension Anchored {
  /// The left edge, whatever the direction of reading.
  public var left: Anchor<Horizontal> { Anchor(place, .left) }
  /// The right edge, whatever the direction of reading.
  public var right: Anchor<Horizontal> { Anchor(place, .right) }
  /// The edge where reading begins.
  public var leading: Anchor<Horizontal> { Anchor(place, .leading) }
  /// The edge where reading ends.
  public var trailing: Anchor<Horizontal> { Anchor(place, .trailing) }
  /// The middle along x.
  public var centerX: Anchor<Horizontal> { Anchor(place, .centerX) }
  /// The upper edge.
  public var top: Anchor<Vertical> { Anchor(place, .top) }
  /// The lower edge.
  public var bottom: Anchor<Vertical> { Anchor(place, .bottom) }
  /// The middle along y.
  public var centerY: Anchor<Vertical> { Anchor(place, .centerY) }
  /// The line on which the first line of text stands; without text the upper edge.
  public var firstBaseline: Anchor<Vertical> { Anchor(place, .firstBaseline) }
  /// The line on which the last line of text stands; without text the lower edge.
  public var lastBaseline: Anchor<Vertical> { Anchor(place, .lastBaseline) }
  /// How wide it is.
  public var width: Anchor<Length> { Anchor(place, .width) }
  /// How high it is.
  public var height: Anchor<Length> { Anchor(place, .height) }
  /// All four edges at once.
  public var edges: EdgesAnchor { EdgesAnchor(place: place) }
  /// The middle, both ways.
  public var center: CenterAnchor { CenterAnchor(place: place) }
  /// Width and height.
  public var size: SizeAnchor { SizeAnchor(place: place) }
}

/// A rectangle that is no view: the parent, a guide of it, or a guide of another view.
///
/// `.super`, `.safe`, `.margins` and the like are of the parent of the view that a clause is about; `.safe(of: v)` is
/// of a view anywhere.
public struct Area: Anchored, Equatable {
  /// Whose anchors these are.
  public let place: Place

  init(_ place: Place) { self.place = place }
  init(_ guide: GuideKind) { place = Place(node: nil, guide: guide) }

  /// The parent; of a view in a scroll view, the content.
  public static var `super`: Area { Area(.frame) }
  /// The part of the parent that nothing of the screen covers.
  public static var safe: Area { Area(.safe) }
  /// The parent inward by its margins, 8 points unless said.
  public static var margins: Area { Area(.margins) }
  /// `margins`, but never wider than text is read well.
  public static var readable: Area { Area(.readable) }
  /// The part of the parent below which the keyboard is.
  public static var keyboard: Area { Area(.keyboard) }
  /// `safe` without the keyboard.
  public static var keyboardSafe: Area { Area(.keyboardSafe) }
  /// Of a parent that scrolls, the rectangle that is seen.
  public static var visible: Area { Area(.scrollFrame) }

  /// A view, or a guide that was declared.
  public static func of(_ view: some View) -> Area { Area(view.place) }
  /// What of a view nothing of the screen covers.
  public static func safe(of view: some View) -> Area { view.safe }
  /// A view inward by its margins.
  public static func margins(of view: some View) -> Area { view.margins }
  /// The margins of a view, never wider than text is read well.
  public static func readable(of view: some View) -> Area { view.readable }
  /// The part of a view below which the keyboard is.
  public static func keyboard(of view: some View) -> Area { view.keyboard }
  /// What of a view neither the screen's edges nor the keyboard cover.
  public static func keyboardSafe(of view: some View) -> Area { view.keyboardSafe }
  /// What a view scrolls.
  public static func content(of view: some Scrolling) -> Area { view.content }
  /// What of a content is seen.
  public static func visible(of view: some Scrolling) -> Area { view.visible }
}

/// The parent of the view that a statement is about, which is the one on its left: `title.top == Super.top + 8`. Of a
/// view in a scroll view it is the content.
public enum Super {
  /// The parent's left edge.
  public static var left: Anchor<Horizontal> { Area.super.left }
  /// The parent's right edge.
  public static var right: Anchor<Horizontal> { Area.super.right }
  /// The parent's edge where reading begins.
  public static var leading: Anchor<Horizontal> { Area.super.leading }
  /// The parent's edge where reading ends.
  public static var trailing: Anchor<Horizontal> { Area.super.trailing }
  /// The parent's middle along x.
  public static var centerX: Anchor<Horizontal> { Area.super.centerX }
  /// The parent's upper edge.
  public static var top: Anchor<Vertical> { Area.super.top }
  /// The parent's lower edge.
  public static var bottom: Anchor<Vertical> { Area.super.bottom }
  /// The parent's middle along y.
  public static var centerY: Anchor<Vertical> { Area.super.centerY }
  /// How wide the parent is.
  public static var width: Anchor<Length> { Area.super.width }
  /// How high the parent is.
  public static var height: Anchor<Length> { Area.super.height }
  /// All four edges of the parent.
  public static var edges: EdgesAnchor { Area.super.edges }
  /// The middle of the parent.
  public static var center: CenterAnchor { Area.super.center }
  /// Width and height of the parent.
  public static var size: SizeAnchor { Area.super.size }
  /// What of the parent nothing of the screen covers.
  public static var safe: Area { .safe }
  /// The parent inward by its margins.
  public static var margins: Area { .margins }
  /// The parent's margins, never wider than text is read well.
  public static var readable: Area { .readable }
  /// The part of the parent below which the keyboard is.
  public static var keyboard: Area { .keyboard }
  /// What of the parent neither the screen's edges nor the keyboard cover.
  public static var keyboardSafe: Area { .keyboardSafe }
  /// Of a parent that scrolls, the rectangle that is seen.
  public static var visible: Area { .visible }
}
