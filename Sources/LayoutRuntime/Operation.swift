public import Geometry
public import LayoutEngine
public import LayoutModel

/// One thing that the outside sets in a scene. Nil takes back what was set: the file decides again.
///
/// Views are named by their paths, `root` for the root.
public enum Operation: Equatable, Sendable {
  /// Makes `name` the active configuration of a view; without a view, of every view that declares it.
  /// Without a name, clears what was set: of the view, or of all.
  case configuration(view: String?, name: String?)
  /// Each side at least 0, or wrapping the content.
  case size(width: EnvironmentClause.Extent, height: EnvironmentClause.Extent)
  /// Device pixels a point, above 0.
  case scale(Double)
  case safe(EdgeInsets)
  case margins(DirectionalInsets)
  /// The height covered at the bottom, at least 0.
  case keyboard(Points)
  /// `sizeClass.x`, `idiom`, `style`, …
  case trait(name: String, value: String?)
  case flag(name: String, isSet: Bool?)
  /// Nil also takes back a flag of this name.
  case variable(name: String, value: Double?)
  /// The numbers of `#name` (or of `view.#name`), with or without the `#`: one for all of them, or as many as are
  /// written.
  case constant(name: String, values: [Double]?)
  case text(view: String, String?)
  case hidden(view: String, Bool?)
  /// The natural size of a view that somebody else draws.
  case intrinsic(view: String, IntrinsicSize?)
  /// How far a scroll view's content is scrolled, from rest at 0, 0. What is too far for the content stops at its end.
  case scroll(view: String, Point)
  /// Takes back a part of what was set: a scene that somebody opened returns to what it was opened with.
  case reset(StatePart)
}

/// A part of what is set in a scene from outside. The first three together are all of it.
public enum StatePart: Sendable {
  /// Active configurations.
  case configurations
  /// The surroundings: traits, size, scale, safe area, margins, keyboard.
  case traits
  /// Flags, variables, constants, texts, `hidden`, natural sizes, scroll offsets.
  case values
  case all
}
