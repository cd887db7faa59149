import JSONText
import LayoutEngine
import LayoutRuntime
import Settables
import Wire

/// A setting as the journal writes it: the first member names its kind and what it is about, `to` is the value, null
/// when it was taken back, and `written` is what the file said in its place.
extension SceneSetting {
  var json: JSON {
    switch self {
    case .kept(let slot, let subject, let value, let written):
      let isScene = slot.settable.subject == .scene
      var object: JSONObject = [slot.rawValue: isScene ? true : .string(subject), "to": value?.json ?? .null]
      if let written { object.members.append(JSONObject.Member(name: "written", value: .string(written))) }
      return .object(object)
    case .list(let name, let isSet): return ["list": .string(name), "to": .bool(isSet)]
    case .record(let list, let key, let rank, let record):
      return ["record": .string(list), "to": record?.json ?? .null, "key": .string(key), "rank": .number(Double(rank))]
    case .place(let view, let place): return ["place": .string(view), "to": place?.json ?? .null]
    }
  }

  /// Nil: this version does not know the kind, or the value is none that can be set.
  init?(_ json: JSON) {
    guard let first = json.object?.members.first, let to = json["to"] else { return nil }
    if first.name == "place", let view = first.value.string {
      let place = ViewPlace(to)
      if place == nil && to != .null { return nil }
      self = .place(view: view, place)
      return
    }
    if first.name == "list", let name = first.value.string, case .bool(let isSet) = to {
      self = .list(name, isSet: isSet)
      return
    }
    if first.name == "record", let list = first.value.string, let key = json["key"]?.string {
      guard to == .null || to.object != nil, let rank = json["rank"]?.number.flatMap({ Int(exactly: $0) }) else {
        return nil
      }
      self = .record(list: list, key: key, rank: rank, to == .null ? nil : SettableRecord(to))
      return
    }
    guard let slot = Settable.Slot(rawValue: first.name) else { return nil }
    let subject = slot.settable.subject == .scene ? "" : first.value.string
    let value = SettableValue(to)
    guard let subject, value != nil || to == .null else { return nil }
    self.init(slot, of: subject, value, written: json["written"]?.string)
  }
}

extension ViewPlace {
  /// `"away"`, or the stack, the place in it, and whether it is last whatever the file says.
  fileprivate var json: JSON {
    switch self {
    case .away: "away"
    case .arranged(let stack, let index, let isLast):
      ["in": .string(stack), "at": .number(Double(index)), "last": .bool(isLast)]
    }
  }

  fileprivate init?(_ json: JSON) {
    if json == "away" {
      self = .away
      return
    }
    guard let stack = json["in"]?.string, let place = json["at"]?.number, let index = Int(exactly: place), index >= 0
    else { return nil }
    self = .arranged(in: stack, index: index, isLast: json["last"] == true)
  }
}
