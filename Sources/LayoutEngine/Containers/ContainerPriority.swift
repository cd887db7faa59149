import ConstraintSolver
import LayoutModel

/// What containers wish for by themselves, from the strongest wish to the weakest.
///
/// All but the first two stand below `@low`, which is how strongly views keep to their contents: a container never
/// stretches what its author wants small. The weaker ones stand around `@fitting`, the wish to be as small as possible.
enum ContainerPriority {
  /// `fillProportionally` wishes for this length of the view at `place` among those shown. The wish is just less than
  /// required, because views may have limits of their own. It falls from neighbour to neighbour, so the last views are
  /// given up first.
  static func proportion(at place: Int) -> Priority { Priority(max(1, NamedPriority.required - 1 - Float(place))) }

  /// A view of a list is no higher than its content asks. This is as strong as hugging, because both want the same.
  static let listShortness = Priority(NamedPriority.low)

  /// `equalCentering` wishes that distance number `place` between two centres is like the first one. This falls from
  /// neighbour to neighbour as well.
  static func centering(at place: Int) -> Priority { Priority(max(1, 149 - Float(place))) }

  /// A scroll view shows all of its content. This is just stronger than the wish of the content to be short, and
  /// stronger by one for every scroll view around it. The row ties both ends: were it any stronger, a frame that cannot
  /// grow would squeeze what is in the content.
  static func showingContent(insideOf scrollViews: Int) -> Priority { Priority(52 + Float(scrollViews)) }

  /// Across its axis a stack is no larger than its views need; one that shows nothing is no larger than its padding.
  /// This is just above `@fitting`, so that what wraps a stack follows it, and not the other way round.
  static let stackHugging = Priority(51)

  /// The content of a scroll view is no longer than its views need, and a scene that wraps its content is no larger
  /// than that.
  static let fitting = Priority(NamedPriority.fitting)

  /// A stack that aligns baselines is no larger across than its views need. This is below `@fitting`: its height
  /// follows from where the baselines come to stand, so it decides less itself.
  static let baselineStackHugging = Priority(49)

  /// A stack that shares out distances is no longer than it must be.
  static let stackShortness = Priority(49)

  /// A spacer is no longer than it must be. This is weaker than the wish of the stack around it, which the spacer is
  /// there to fill.
  static let spacer = Priority(42)

  /// A view that does not fill its stack across is no larger than it must be. This wish is the weakest: it decides only
  /// for views that have no size of their own.
  static let childHugging = Priority(25)
}
