import Fleet
import FramewireClient
import Wire

/// A mirror of a scene that is kept from a broker: what `SceneMirror` shows, with the rule that says when it may.
///
/// Invariant: `mirror` is what the daemon published as revision `rule.revision` of `rule.epoch`, or empty before the
/// first picture. Whether it is the newest is `isBehind`.
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

  mutating func receive(_ bytes: [UInt8], _ headers: [String: String] = [:]) -> Outcome {
    guard let event = SceneMessage.event(bytes, headers) else { return .malformed }
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

  mutating func caughtUp() { rule.caughtUp() }
}
