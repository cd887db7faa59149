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
    return BranchState(conditions: conditions, configurations: evaluator().activeConfigurations())
  }
}

extension ConditionEvaluator {
  /// The active name of every view that declares any. One walk: configurations are sorted by view.
  func activeConfigurations() -> [(view: ViewID, name: String)] {
    var result: [(view: ViewID, name: String)] = []
    var index = 0
    while index < layout.configurations.count {
      let view = layout.configurations[index].view
      var initial: String?
      var holding: String?
      while index < layout.configurations.count, layout.configurations[index].view == view {
        let configuration = layout.configurations[index]
        if holding == nil, let when = configuration.when, holds(when) { holding = configuration.name }
        if configuration.isInitial { initial = initial ?? configuration.name }
        index += 1
      }
      let set = inputs.configurations.isEmpty ? nil : inputs.configurations[layout.views[Int(view.index)].path]
      result.append((view, set ?? holding ?? initial ?? "main"))
    }
    return result
  }
}
