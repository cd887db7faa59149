import Fleet
import FramewireClient
import JSONText
import Wire

/// A mirror of a scene that is kept from a broker: what `SceneMirror` shows, with the rule that says when it may.
///
/// Invariant: `mirror` is what the daemon published as revision `rule.revision` of `rule.epoch`, or empty before the first
/// picture. Whether it is the newest is `isBehind`.
struct SceneReading {
  private(set) var mirror = SceneMirror()
  private(set) var rule = MirrorRule()

  var isBehind: Bool { rule.isBehind }

  /// What a message did.
  enum Outcome {
    /// The mirror is another.
    case event(Event)
    /// Nothing new.
    case nothing
    /// Something before it is missing.
    case gap
    /// It is no event of the protocol.
    case malformed
  }

  mutating func receive(_ bytes: [UInt8]) -> Outcome {
    guard let event = Self.event(bytes) else { return .malformed }
    guard let place = MirrorRule.Place(event) else {
      return mirror.apply(event) == .diagnostics ? .event(event) : .nothing
    }
    var next = rule
    switch next.receive(place) {
    case .pass: return .nothing
    case .fetch:
      rule = next
      return .gap
    case .take:
      // The rule and the mirror ask the same of a delta, so this is only said by a message that contradicts itself.
      guard mirror.apply(event) == .frames else {
        rule.lostTouch()
        return .gap
      }
      rule = next
      return .event(event)
    }
  }

  mutating func lostTouch() { rule.lostTouch() }

  /// Reads the text of an event, as `Event.text` writes it.
  static func event(_ bytes: [UInt8]) -> Event? {
    let reply = Array(#"{"parameters":{"event":"#.utf8) + bytes + Array("}}".utf8)
    guard let response = try? Response(decoding: reply), response.parameters.members.count == 1,
      case .success(.event(let event))? = try? response.outcome(of: .subscribe)
    else { return nil }
    return event
  }
}
