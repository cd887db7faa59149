import LayoutEngine

extension OutsideState {
  /// Sets what the outside has set over what the file says.
  func override(_ inputs: inout SceneInputs) {
    inputs.environment.apply(environment)
    for (flag, isSet) in flags {
      if isSet { inputs.environment.flags.insert(flag) } else { inputs.environment.flags.remove(flag) }
    }
    inputs.variables.merge(variables) { $1 }
    inputs.values.merge(values) { $1 }
    inputs.configurations.merge(configurations) { $1 }
    inputs.constants = constants.mapValues(\.value)
    inputs.texts = texts.mapValues(\.value)
    inputs.hidden = hidden.mapValues(\.value)
    inputs.intrinsicSizes = intrinsicSizes
    inputs.scrollOffsets = scrollOffsets
    inputs.arrangement = arrangement
  }
}
