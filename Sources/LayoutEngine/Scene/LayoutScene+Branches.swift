public import LayoutModel

/// Which branches and names of a layout are in force: two of these tell what came and what went.
public struct BranchState: Equatable, Sendable {
  /// By `ConditionID`: whether it holds.
  public var conditions: [Bool]
  /// By view, in tree order: the active name of every view that declares configurations.
  public var configurations: [(view: ViewID, name: String)]

  public static func == (left: BranchState, right: BranchState) -> Bool {
    left.conditions == right.conditions
      && left.configurations.elementsEqual(right.configurations) { $0.view == $1.view && $0.name == $1.name }
  }
}

extension LayoutScene {
  /// What is in force in the frames last solved; nil before the first solve.
  public var branches: BranchState? {
    guard let conditions = lowered.last?.structure.key.conditions else { return nil }
    var evaluator = evaluator()
    var configurations: [(view: ViewID, name: String)] = []
    // Sorted by view, so the same view comes in a row.
    for configuration in layout.configurations where configuration.view != configurations.last?.view {
      configurations.append(
        (configuration.view, evaluator.activeConfiguration(of: configuration.view) ?? Configuration.main))
    }
    return BranchState(conditions: conditions, configurations: configurations)
  }
}
