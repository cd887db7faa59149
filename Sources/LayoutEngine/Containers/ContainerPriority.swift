import ConstraintSolver
import LayoutModel

/// What containers wish for by themselves, from the strongest wish to the weakest.
///
/// All but the first two stand below `@low`, which is how strongly views keep to their contents: a container never
/// stretches what its author wants small. They stand around `@fitting`, the wish to be as small as possible.
enum ContainerPriority {
  /// `fillProportionally`: the length of the view at `place` among those shown. It is just less than required, because
  /// views may have limits of their own. It falls from neighbour to neighbour, so that the last ones are given up first.
  static func proportion(at place: Int) -> Priority { Priority(max(1, NamedPriority.required - 1 - Float(place))) }

  /// Views of a list are no higher than their contents ask. As strong as hugging: both want the same.
  static let listShortness = Priority(NamedPriority.low)

  /// `equalCentering`: that distance number `place` between two centres, after the first, is like the first. Falling
  /// as well.
  static func centering(at place: Int) -> Priority { Priority(max(1, 149 - Float(place))) }

  /// A scroll view shows all of its content. Just above the wish of the content to be short, and one more for every
  /// scroll view around it. A row ties both ends: were it any stronger, a frame that cannot grow would squeeze what is
  /// in the content instead.
  static func showingContent(insideOf scrollViews: Int) -> Priority { Priority(52 + Float(scrollViews)) }

  /// A stack is no larger across than its views need, and one that shows nothing than its padding. Just above
  /// `@fitting`, so that what wraps it follows the stack and not the other way round.
  static let stackHugging = Priority(51)

  /// The content of a scroll view is no longer than its views need, and a scene that wraps its content no larger.
  static let fitting = Priority(NamedPriority.fitting)

  /// The same of a stack that aligns baselines. Below `@fitting`: how high it is follows from where the baselines come
  /// to stand, so it has less to say itself.
  static let baselineStackHugging = Priority(49)

  /// A stack that shares out distances is no longer than it must be.
  static let stackShortness = Priority(49)

  /// A spacer is no longer than it must be. Weaker than the stack around it, which it is there to fill.
  static let spacer = Priority(42)

  /// A view that does not fill its stack across is no larger than it must be: the weakest, which decides only for views
  /// that have no size of their own.
  static let childHugging = Priority(25)
}
