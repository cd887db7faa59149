public import Geometry
public import LayoutEngine
public import LayoutModel
public import Motion

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
  /// The height covered at the bottom, at least 0, and how what it moves gets there; nil: as with any other value.
  case keyboard(Points, Timing? = nil)
  /// `sizeClass.x`, `idiom`, `style`, …
  case trait(name: String, value: String?)
  case flag(name: String, isSet: Bool?)
  /// Nil also takes back a flag of this name.
  case variable(name: String, value: Double?)
  /// Written as its type is written: `Hello`, `#ff8800`, `250ms`, `3`.
  case variableText(name: String, String)
  /// The numbers of `#name` (or of `view.#name`), with or without the `#`: one for all of them, or as many as are
  /// written.
  case constant(name: String, values: [Double]?)
  case text(view: String, String?)
  case hidden(view: String, Bool?)
  /// The natural size of a view that somebody else draws.
  case intrinsic(view: String, IntrinsicSize?)
  /// How far a scroll view's content is scrolled, from rest at 0, 0. What is too far for the content stops at its end.
  case scroll(view: String, Point)
  /// Puts views into a stack or list, in their order: at `index` among those that it has without them, counted from 0,
  /// or at the end. They leave where they stood.
  case append([String], to: String, index: Int?)
  /// Takes views out of the scene, with what is in them: the ones that are named, of `stack` if that is said, or all of
  /// the stack's. They come back, unchanged, when they are put somewhere.
  case remove(RemovedViews)
  /// Makes a stack or list show exactly these views in this order; others that it had are removed. Nil: those of the
  /// file, where nothing that the file puts elsewhere is among them.
  case arrange(stack: String, [String]?)
  /// Takes back a part of what was set: a scene that somebody opened returns to what it was opened with.
  case reset(StatePart)
}

extension Operation {
  /// A keyboard that says itself how what it moves gets there: a duration, and a curve as the stream and the layout
  /// language write it (`ease-out`, `spring(0.8)`). Nil when there is no such motion.
  public static func keyboard(_ height: Points, lasting duration: Duration?, curve: String?) -> Operation? {
    Timing(lasting: duration, curve: curve).map { .keyboard(height, $0) }
  }

  /// How the views that it moves get there, when it says so itself.
  var timing: Timing? { if case .keyboard(_, let timing) = self { timing } else { nil } }
}

/// What `Operation.remove` takes out of a scene.
public enum RemovedViews: Equatable, Sendable {
  /// Views that stand in a stack or list; in this one, if it is said.
  case these([String], from: String?)
  case all(of: String)
}

/// A part of what is set in a scene from outside. All but the last together are all of it.
public enum StatePart: Sendable {
  /// Active configurations.
  case configurations
  /// The surroundings: traits, size, scale, safe area, margins, keyboard.
  case traits
  /// Flags, variables, constants, texts, `hidden`, natural sizes, scroll offsets.
  case values
  /// Which views stand in which stacks.
  case views
  case all
}
