import LayoutEngine
import LayoutModel
import LayoutSyntax

/// What is set in a scene: by its preview, and from outside.
struct SceneSettings: Sendable {
  /// What it returns to when its state is reset.
  let base: OutsideState
  private(set) var outside: OutsideState
  /// Whether `outside` may not be what is remembered.
  private(set) var hasNewState: Bool
  /// What led to `outside`, if that was found already.
  private(set) var difference: StateDifference?
  var preview: EnvironmentClause?
  /// Whether somebody has asked how views are drawn.
  var tellsAppearance = false
  /// What the last edit had no place for, of what was arranged from outside and of records that were set.
  private(set) var lost: [Diagnostic] = []

  init(base: OutsideState, outside: OutsideState, hasNewState: Bool) {
    self.base = base
    self.outside = outside
    self.hasNewState = hasNewState
  }

  mutating func replace(with state: OutsideState, _ difference: StateDifference? = nil) {
    outside = state
    self.difference = difference
    hasNewState = true
  }

  /// It is remembered.
  mutating func forgetNews() {
    hasNewState = false
    difference = nil
  }

  /// Goes on in an edited layout, with what has a meaning there.
  ///
  /// - Parameter renamings: views that go by another name now.
  mutating func carryOver(to layout: ResolvedLayout, renaming renamings: [ResolvedLayout.Renaming]) {
    let known = outside
    if !renamings.isEmpty { outside.rename(renamings) }
    lost = outside.keepRecords(in: layout)
    var records = recordsBelow(layout)
    outside.putRecords(into: &records, for: layout)
    if !outside.records.isEmpty {
      let count = CopyCount(layout, layout.lists.map { records[$0.name] ?? $0.records })
      if count.isTooMuch { lost.append(.tooManyRecords(outside.records, count, in: layout)) }
    }
    let copied = outside.concernsViews ? layout.expanded(with: records).layout : layout
    if !outside.arrangement.isEmpty {
      lost += ViewForest(copied, outside.arrangement).refusals.map { .lostPlace($0, in: copied) }
    }
    outside = outside.surviving(in: copied)
    if outside != known { hasNewState = true }
  }

  /// The records that there are where the outside has set none and the file's list is not what is shown.
  func recordsBelow(_ layout: ResolvedLayout) -> [String: [Record]] {
    layout.lists.isEmpty ? [:] : SceneInputs(of: layout, preview: preview).records
  }

  /// What the file says, then what the preview says, then what the outside says.
  func inputs(for layout: ResolvedLayout, _ pictures: [String: Picture]) -> SceneInputs {
    inputs(in: layout.environment, for: layout, showing: layout.pictures, pictures)
  }

  /// The same for whoever has parts of a layout at hand.
  ///
  /// - Parameter layout: is only asked for when some things are set.
  func inputs(
    in environment: EnvironmentClause, for layout: @autoclosure () -> ResolvedLayout, showing uses: [PictureUse],
    _ pictures: [String: Picture]
  ) -> SceneInputs {
    var inputs = SceneInputs(of: environment, preview: preview)
    outside.override(&inputs, for: layout())
    for use in uses { inputs.pictures[use.path] = pictures[use.path] }
    inputs.tellsAppearance = tellsAppearance
    return inputs
  }
}
