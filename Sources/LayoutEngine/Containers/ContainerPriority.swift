import ConstraintSolver
import LayoutModel

/// What containers wish for by themselves, from the strongest wish to the weakest.
///
/// Those of how room is shared out and kept to stand just below required and `@high`. The others stand below `@low`,
/// which is how strongly views keep to their contents: a container never stretches what its author wants small. The
/// weaker of these stand around `@fitting`, the wish to be as small as possible.
enum ContainerPriority {
  /// `fillProportionally` wishes for this length of the view at `place` among those shown. The wish is just less than
  /// required, because views may have limits of their own. It falls from neighbour to neighbour, so the last views are
  /// given up first.
  static func proportion(at place: Int) -> Priority { Priority(max(1, NamedPriority.required - 1 - Float(place))) }

  /// Things that share what is left of their container take all of it. This is just less than required, because they
  /// may have limits of their own, and there may be nothing left.
  static let sharing = Priority(NamedPriority.required - 1)

  /// What one of them takes is no more than it must be, so all take as much. One of a grid's equal tracks is likewise
  /// no more than its part. Both are weaker than `sharing` and stronger than what any content wishes.
  static let equalParts = Priority(NamedPriority.required - 2)

  /// A line ends inside of its flow, and columns inside of their grid, where texts in them can wrap.
  static let squeezing = Priority(NamedPriority.required - 3)

  /// A view that may be no larger than so much fills the room across its line or column as far as it may.
  static let fillingRoom = Priority(NamedPriority.required - 4)

  /// Automatic columns with too little room take no more than their part, whatever texts in them wish for.
  static let parts = Priority(NamedPriority.required - 5)

  /// The longest word of a label in a share of a grid has room before others have all that they ask for.
  static let longestWord = Priority(NamedPriority.high + 0.25)

  /// Shares that are written one by one are as large as their parts say, unless what stands in them needs more.
  static let shareRatio = Priority(NamedPriority.high - 0.25)

  /// A label in a share of a grid wraps before columns give way or leave their parts: it resists being narrower by so
  /// much less, a half or more and under 1 (`SceneStructure.yielding`). So it still resists more than `holdingLines`.
  static func resistance(yieldingBy step: Float) -> Priority { Priority(NamedPriority.high - step) }

  /// Half of a step; 0 where priorities near `@high` would not show it.
  static func halved(_ step: Float) -> Float { step > 1.0 / 4096 ? step / 2 : 0 }

  /// A flow or grid is as large as what is in it asks. This is just weaker than the resistance of contents: where there
  /// is too little room, they go over its edge.
  static let holdingLines = Priority(NamedPriority.high - 1)

  /// A view of a list is no higher than its content asks. This is as strong as hugging, because both want the same.
  static let listShortness = Priority(NamedPriority.low)

  /// `equalCentering` wishes that distance number `place` between two centres is like the first one. This falls from
  /// neighbour to neighbour as well.
  static func centering(at place: Int) -> Priority { Priority(max(1, 149 - Float(place))) }

  /// A scroll view shows all of its content. This is just stronger than the wish of the content to be short, and
  /// stronger by one for every scroll view around it. The row ties both ends: were it any stronger, a frame that cannot
  /// grow would squeeze what is in the content.
  static func showingContent(insideOf scrollViews: Int) -> Priority { Priority(52 + Float(scrollViews)) }

  /// Automatic tracks with views of their own are no larger than these need, before others give way to what goes over
  /// several.
  static let ownTracks = Priority(51.75)

  /// Lines, and automatic tracks without a view of their own, are no larger than they must be.
  static let tracks = Priority(51.5)

  /// Across its axis a stack is no larger than its views need; one that shows nothing is no larger than its padding.
  /// This is just above `@fitting`, so that what wraps a stack follows it, and not the other way round.
  static let stackHugging = Priority(51)

  /// While its views are measured, a flow is as long as they are. What is in it wishes that more strongly, by a part
  /// for each flow or grid around which it stands: else one that is too short would press the lines of those together.
  static func measuring(around packs: Int) -> Priority { Priority(stackHugging.value - Float(min(packs, 15)) / 16) }

  /// Meanwhile what has nothing in it is no longer than it must be, whatever length its flow has: else what is measured
  /// of it would be what the others leave.
  static let measuredShortness = Priority(stackHugging.value + 0.25)

  /// The content of a scroll view is no longer than its views need, and a scene that wraps its content is no larger
  /// than that.
  static let fitting = Priority(NamedPriority.fitting)

  /// A stack that aligns baselines is no larger across than its views need. This is below `@fitting`: its height
  /// follows from where the baselines come to stand, so it decides less itself.
  static let baselineStackHugging = Priority(49)

  /// A stack that shares out distances is no longer than it must be.
  static let stackShortness = Priority(49)

  /// What a view over several tracks asks for beyond what they have is shared in equal parts.
  static let equalExtra = Priority(43)

  /// A spacer is no longer than it must be. This is weaker than the wish of the stack around it, which the spacer is
  /// there to fill.
  static let spacer = Priority(42)

  /// A view that does not fill its stack across is no larger than it must be. This wish is the weakest: it decides only
  /// for views that have no size of their own.
  static let childHugging = Priority(25)
}
