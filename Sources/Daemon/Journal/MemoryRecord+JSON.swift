import Geometry
import JSONText
import LayoutEngine
import LayoutModel
import LayoutRuntime

/// What is remembered, as the journal writes it: an object for each record, its first member saying which.
///
/// These words stay readable for ever: a newer version may add kinds and members, and older ones skip what they do
/// not know. So they are apart from those of the protocol, which describe wishes and not what came of them.
extension MemoryRecord {
  package var json: JSON {
    switch self {
    case .opened(let scene, let layout, let environment):
      ["opened": .string(scene), "layout": .string(layout), "environment": .array(environment.map(\.json))]
    case .set(let scene, let settings): ["set": .string(scene), "to": .array(settings.map(\.json))]
    case .forgotten(let scene): ["forgotten": .string(scene)]
    case .closed(let scene): ["closed": .string(scene)]
    case .reopened(let scene): ["reopened": .string(scene)]
    }
  }

  /// What a record says, as far as this version understands it.
  package struct Reading {
    /// Nil: nothing that can be used.
    package var record: MemoryRecord?
    /// Whether there is more in it than that, from a version that knows more.
    package var isPartial = false
  }

  package static func reading(_ json: JSON) -> Reading {
    if let scene = json["opened"]?.string, let layout = json["layout"]?.string {
      let (settings, isPartial) = self.settings(json["environment"])
      return Reading(record: .opened(scene: scene, layout: layout, environment: settings), isPartial: isPartial)
    }
    if let scene = json["set"]?.string {
      let (settings, isPartial) = self.settings(json["to"])
      return Reading(record: .set(scene: scene, settings), isPartial: isPartial)
    }
    if let scene = json["forgotten"]?.string { return Reading(record: .forgotten(scene: scene)) }
    if let scene = json["closed"]?.string { return Reading(record: .closed(scene: scene)) }
    if let scene = json["reopened"]?.string { return Reading(record: .reopened(scene: scene)) }
    return Reading(isPartial: true)
  }

  private static func settings(_ json: JSON?) -> (known: [SceneSetting], isPartial: Bool) {
    let elements = json?.array ?? []
    let known = elements.compactMap { SceneSetting($0) }
    return (known, known.count != elements.count || json?.array == nil)
  }
}
