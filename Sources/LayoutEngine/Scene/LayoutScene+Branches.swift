public import LayoutModel

/// Which branches and configurations of a layout are in force. Two such states tell what came and what went.
public struct BranchState: Equatable, Sendable {
  /// By `ConditionID`: whether the condition holds, of those of the file. A constraint that is off from outside has
  /// another one, which is no branch.
  public var conditions: [Bool]
  /// The active name of every view that declares configurations, in tree order.
  public var configurations: [(view: ViewID, name: String)]

  public static func == (left: BranchState, right: BranchState) -> Bool {
    left.conditions == right.conditions
      && left.configurations.elementsEqual(right.configurations) { $0.view == $1.view && $0.name == $1.name }
  }
}

extension LayoutScene {
  /// What is in force in the frames last solved; nil before the first solve.
  public var branches: BranchState? {
    guard let conditions = lowered.last?.structure.key.conditions.prefix(declared.conditions.count) else { return nil }
    var evaluator = evaluator()
    var configurations: [(view: ViewID, name: String)] = []
    // Configurations are sorted by view, so those of one view follow each other.
    for configuration in layout.configurations where configuration.view != configurations.last?.view {
      configurations.append(
        (configuration.view, evaluator.activeConfiguration(of: configuration.view) ?? Configuration.main))
    }
    return BranchState(conditions: Array(conditions), configurations: configurations)
  }
}
