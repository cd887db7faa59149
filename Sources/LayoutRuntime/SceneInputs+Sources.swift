import LayoutEngine
import LayoutModel

/// Where the inputs of a scene come from, the later over the earlier: the language's defaults, the layout's own
/// line, the preview's, what was set from outside.
extension SceneInputs {
  init(of layout: ResolvedLayout, preview: EnvironmentClause?) {
    self.init()
    for clause in [layout.environment, preview].compactMap({ $0 }) {
      environment.apply(clause)
      variables.merge(clause.variables) { $1 }
      configurations.merge(layout.spread(clause.configurations)) { $1 }
    }
  }
}

extension OutsideState {
  func override(_ inputs: inout SceneInputs) {
    inputs.environment.apply(environment)
    for (flag, isSet) in flags {
      if isSet { inputs.environment.flags.insert(flag) } else { inputs.environment.flags.remove(flag) }
    }
    inputs.variables.merge(variables) { $1 }
    inputs.configurations.merge(configurations) { $1 }
    inputs.constants = constants.mapValues(\.value)
    inputs.texts = texts.mapValues(\.value)
    inputs.hidden = hidden.mapValues(\.value)
    inputs.intrinsicSizes = intrinsicSizes
  }
}

extension ResolvedLayout {
  /// Configurations by view path; an empty path stands for every view with a block of that name.
  func spread(_ configurations: [String: String]) -> [String: String] {
    guard let everywhere = configurations[""] else { return configurations }
    var result = configurations
    result[""] = nil
    for view in views(declaring: everywhere) {
      let path = views[Int(view.index)].path
      result[path] = result[path] ?? everywhere
    }
    return result
  }
}
