package import Settables

/// What a fleet's broker says that one machine is to serve and set: the last values of its keys, and what follows from
/// them by the rule that the nearer one wins.
///
/// Keys that do not concern the machine are passed over. A value that cannot be read counts as not there and is told in
/// `complaints`, so that one bad key does not keep a machine from all others.
package struct Desk: Equatable, Sendable {
  /// Who asks.
  package let membership: Membership
  private var manifests: [FleetLevel: Held<Manifest>] = [:]
  private var decisions: [DeskKey: Held<Decision>] = [:]
  private var complaintsByKey: [String: String] = [:]
  /// The newest number in the stream of all values that concern the machine, of deleted ones too.
  package private(set) var revision: UInt64 = 0

  private struct Held<Value: Equatable & Sendable>: Equatable, Sendable {
    let value: Value
    let revision: UInt64
  }

  package init(_ membership: Membership) { self.membership = membership }

  /// Takes in a key's last value; nil: it was deleted.
  package mutating func receive(_ key: String, _ bytes: [UInt8]?, revision: UInt64) {
    complaintsByKey[key] = nil
    switch DeskKey(key) {
    case .manifest(let level)? where membership.levels.contains(level):
      self.revision = max(self.revision, revision)
      manifests[level] = nil
      guard let bytes else { return }
      do throws(Manifest.Problem) {
        manifests[level] = Held(value: try Manifest(decoding: bytes), revision: revision)
      } catch { complain(of: key, "\(error)") }
    case .decision(let level, let scene)? where membership.levels.contains(level):
      self.revision = max(self.revision, revision)
      let known = DeskKey.decision(level, scene: scene)
      decisions[known] = nil
      guard let bytes else { return }
      guard decisions.count < FleetLimits.mostDecisions else {
        return complain(of: key, "\(FleetLimits.mostDecisions) other decisions are all that a machine takes")
      }
      do throws(Decision.Problem) {
        decisions[known] = Held(value: try Decision(decoding: bytes), revision: revision)
      } catch { complain(of: key, error.why) }
    default: return
    }
  }

  private mutating func complain(of key: String, _ why: String) {
    if complaintsByKey.count < FleetLimits.mostComplaints { complaintsByKey[key] = "\(key): \(why)" }
  }

  /// What could not be read, by key.
  package var complaints: [String] { complaintsByKey.keys.sorted().compactMap { complaintsByKey[$0] } }

  /// The manifest of the nearest level that has one, with its number; nil: none has.
  package var wanted: (manifest: Manifest, revision: UInt64)? {
    for level in membership.levels { if let held = manifests[level] { return (held.value, held.revision) } }
    return nil
  }

  /// What is to be set in a scene: of each slot the value of the nearest level, there what is said of this scene before
  /// what is said of all. In the order of setting, the farthest level first.
  package func assignments(for scene: String) -> [Assignment] {
    var order: [Decision.Slot] = []
    var values: [Decision.Slot: Assignment] = [:]
    for level in membership.levels.reversed() {
      for key in [DeskKey.decision(level, scene: nil), .decision(level, scene: scene)] {
        for assignment in decisions[key]?.value.assignments ?? [] {
          if values.updateValue(assignment, forKey: assignment.slot) == nil { order.append(assignment.slot) }
        }
      }
    }
    return order.compactMap { values[$0] }
  }
}

/// What has been set in scenes because of decisions, so that what is decided no more can be taken back, also by a machine
/// that was away meanwhile.
package struct HeldDecisions: Equatable, Sendable {
  /// By scene.
  package private(set) var scenes: [String: [Assignment]] = [:]

  package init() {}

  /// The assignments that bring a scene from what is held to what is wanted; those without a value take back.
  ///
  /// - Parameter afresh: nothing that is held may be relied on, since the daemon is another one.
  package func change(of scene: String, to wanted: [Assignment], afresh: Bool = false) -> [Assignment] {
    let held = scenes[scene] ?? []
    let slots = Set(wanted.map(\.slot))
    let gone = held.filter { !slots.contains($0.slot) }.map {
      // A flag cannot be left to the file; one that is off is as good.
      Assignment($0.settable, of: $0.subject, to: $0.settable.entry.needsValue ? .truth(false) : nil)
    }
    return gone + wanted.filter { afresh || !held.contains($0) }
  }

  /// Remembers what holds in a scene now.
  package mutating func hold(_ assignments: [Assignment], in scene: String) {
    scenes[scene] = assignments.isEmpty ? nil : assignments
  }
}
