import LayoutEngine
import Settables

/// What is set in a scene as a list, to be written down: `older.keeping(newer.settings(since: older)) == newer`.
extension OutsideState {
  /// What turns `older` into this state, in a fixed order.
  func settings(since older: OutsideState) -> [SceneSetting] {
    var settings: [SceneSetting] = []
    for slot in Settable.Slot.allCases {
      let newer = self[slot]
      settings += newer.names(differingFrom: older[slot]).map { name in
        let kept = newer[name]
        return .kept(slot, of: name, kept?.value, written: kept?.written)
      }
    }
    let places = arrangement.places
    return settings
      + changed(from: older.arrangement.places, to: places).map { .place(view: $0, places[$0]) }
  }

  /// This state with what a list sets or takes back.
  func keeping(_ settings: [SceneSetting]) -> OutsideState {
    var result = self
    // In one go: what places take is counted anew with each change of the arrangement.
    var arrangement = arrangement
    for setting in settings {
      switch setting {
      case .kept(let slot, let subject, let value, let written):
        result[slot, of: subject] = value.map { Kept(value: $0, written: written) }
      case .place(let view, let place): arrangement.places[view] = place
      }
    }
    if arrangement != result.arrangement { result.arrangement = arrangement }
    return result
  }

  /// The keys that have another value or none any more, sorted.
  private func changed<Value: Equatable>(from old: [String: Value], to new: [String: Value]) -> [String] {
    // Nearly always one of many is set: only what differs is sorted.
    if old == new { return [] }
    return (new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }).sorted()
  }
}
