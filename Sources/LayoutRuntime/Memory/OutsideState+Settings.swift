import LayoutEngine
import LayoutModel

/// What is set in a scene as a list, to be written down: `older.taking(newer.settings(since: older)) == newer`.
extension OutsideState {
  /// What turns `older` into this state, in a fixed order.
  func settings(since older: OutsideState) -> [SceneSetting] {
    var settings: [SceneSetting] = []
    let (new, old) = (environment, older.environment)
    if new.width != old.width { settings.append(.width(new.width)) }
    if new.height != old.height { settings.append(.height(new.height)) }
    if new.scale != old.scale { settings.append(.scale(new.scale)) }
    if new.safe != old.safe { settings.append(.safe(new.safe)) }
    if new.margins != old.margins { settings.append(.margins(new.margins)) }
    if new.keyboard != old.keyboard { settings.append(.keyboard(new.keyboard)) }
    settings += changes(from: old.traits, to: new.traits) { .trait(name: $0, value: $1) }
    settings += changes(from: older.flags, to: flags) { .flag(name: $0, isSet: $1) }
    settings += changes(from: older.variables, to: variables) { .variable(name: $0, value: $1) }
    settings += changes(from: older.values, to: values) { .value(name: $0, $1) }
    settings += changes(from: older.configurations, to: configurations) { .configuration(view: $0, name: $1) }
    settings += changes(from: older.constants, to: constants) {
      .constant(key: $0, values: $1?.value, written: $1?.written)
    }
    settings += changes(from: older.texts, to: texts) { .text(view: $0, value: $1?.value, written: $1?.written) }
    settings += changes(from: older.hidden, to: hidden) {
      .hidden(view: $0, isHidden: $1?.value, written: $1?.written)
    }
    settings += changes(from: older.intrinsicSizes, to: intrinsicSizes) { .intrinsic(view: $0, size: $1) }
    settings += changes(from: older.scrollOffsets, to: scrollOffsets) { .scroll(view: $0, offset: $1) }
    settings += changes(from: older.arrangement.places, to: arrangement.places) { .place(view: $0, $1) }
    return settings
  }

  /// This state with what a list sets or takes back.
  func taking(_ settings: [SceneSetting]) -> OutsideState {
    var result = self
    for setting in settings { result.take(setting) }
    return result
  }

  private mutating func take(_ setting: SceneSetting) {
    switch setting {
    case .width(let width): environment.width = width
    case .height(let height): environment.height = height
    case .scale(let scale): environment.scale = scale
    case .safe(let insets): environment.safe = insets
    case .margins(let insets): environment.margins = insets
    case .keyboard(let height): environment.keyboard = height
    case .trait(let name, let value): environment.traits[name] = value
    case .flag(let name, let isSet): flags[name] = isSet
    case .variable(let name, let value): variables[name] = value
    case .value(let name, let value): values[name] = value
    case .configuration(let view, let name): configurations[view] = name
    case .constant(let key, let values, let written):
      constants[key] = values.map { Override(value: $0, written: written) }
    case .text(let view, let value, let written): texts[view] = value.map { Override(value: $0, written: written) }
    case .hidden(let view, let isHidden, let written):
      hidden[view] = isHidden.map { Override(value: $0, written: written) }
    case .intrinsic(let view, let size): intrinsicSizes[view] = size
    case .scroll(let view, let offset): scrollOffsets[view] = offset
    case .place(let view, let place): arrangement.places[view] = place
    }
  }

  private func changes<Value: Equatable>(
    from old: [String: Value], to new: [String: Value], _ setting: (String, Value?) -> SceneSetting
  ) -> [SceneSetting] {
    // Nearly always one of many is set: only what differs is sorted.
    if old == new { return [] }
    let set = new.keys.filter { new[$0] != old[$0] }
    let takenBack = old.keys.filter { new[$0] == nil }
    return (set + takenBack).sorted().map { setting($0, new[$0]) }
  }
}
