package import Settables

/// What a fleet's broker says that one machine is to serve and set: the last values of its keys, and what follows from
/// them by the rule that the nearer one wins.
///
/// Keys that do not concern the machine are passed over. A value that cannot be read counts as not there and is told in
/// `complaints`, so that one bad key does not keep a machine from all others.
package struct Desk: Sendable {
  /// Who asks.
  package let membership: Membership
  private var manifests: [FleetLevel: (manifest: Manifest, number: UInt64)] = [:]
  private var decisions: [DeskKey: Decision] = [:]
  private var complaintsByKey: [String: String] = [:]
  /// The newest number in the stream of all values that concern the machine, of deleted ones too.
  package private(set) var number: UInt64 = 0

  /// - Parameter values: what is there already.
  package init(_ membership: Membership, _ values: [DeskValue] = []) {
    self.membership = membership
    for value in values { receive(value) }
  }

  /// Takes in a key's last value; nil: it was deleted.
  package mutating func receive(_ key: String, _ bytes: [UInt8]?, number: UInt64) {
    // What concerns others is not read.
    guard let known = DeskKey(key), membership.levels.contains(known.level) else { return }
    receive(DeskValue(known, bytes, number: number))
  }

  private mutating func receive(_ value: DeskValue) {
    guard membership.levels.contains(value.key.level) else { return }
    number = max(number, value.number)
    complaintsByKey[value.key.text] = nil
    if case .manifest(let level) = value.key { manifests[level] = nil }
    decisions[value.key] = nil
    switch value.content {
    case .none: break
    case .manifest(let manifest): manifests[value.key.level] = (manifest, value.number)
    case .decision(let decision):
      if decisions.count < FleetLimits.mostDecisions {
        decisions[value.key] = decision
      } else {
        complain(of: value.key, "\(FleetLimits.mostDecisions) other decisions are all that a machine takes")
      }
    case .unreadable(let why): complain(of: value.key, why)
    }
  }

  private mutating func complain(of key: DeskKey, _ why: String) {
    guard complaintsByKey.count < FleetLimits.mostComplaints else { return }
    let remedy =
      switch key {
      case .manifest: "; it does not count, and another push takes its place"
      case .decision: "; it does not count, and 'framewire-nats reset' takes it away"
      }
    complaintsByKey[key.text] = "\(key.text): \(why)\(remedy)"
  }

  /// What could not be read, by key.
  package var complaints: [String] { complaintsByKey.keys.sorted().compactMap { complaintsByKey[$0] } }

  /// The manifest of the nearest level that has one, with its number; nil: none has.
  package var wanted: (manifest: Manifest, number: UInt64)? {
    for level in membership.levels { if let held = manifests[level] { return held } }
    return nil
  }

  /// What is to be set in a scene: of each slot the value of the nearest level, there what is said of this scene before
  /// what is said of all. In the order of setting, the farthest level first.
  package func assignments(for scene: String) -> [Assignment] {
    var order: [Decision.Slot] = []
    var values: [Decision.Slot: Assignment] = [:]
    for level in membership.levels.reversed() {
      for key in [DeskKey.decision(level, scene: nil), .decision(level, scene: scene)] {
        for assignment in decisions[key]?.assignments ?? [] {
          if values.updateValue(assignment, forKey: assignment.slot) == nil { order.append(assignment.slot) }
        }
      }
    }
    return order.compactMap { values[$0] }
  }
}

/// A key's last value, read: many machines are asked what it means for them.
package struct DeskValue: Sendable {
  let key: DeskKey
  let number: UInt64
  let content: Content

  enum Content: Sendable {
    /// It was deleted.
    case none
    case manifest(Manifest)
    case decision(Decision)
    /// Why it is none of ours.
    case unreadable(String)
  }

  /// - Parameter bytes: nil: it was deleted.
  /// - Returns: nil for a key of a newer version, or of somebody else.
  package init?(_ key: String, _ bytes: [UInt8]?, number: UInt64) {
    guard let key = DeskKey(key) else { return nil }
    self.init(key, bytes, number: number)
  }

  init(_ key: DeskKey, _ bytes: [UInt8]?, number: UInt64) {
    (self.key, self.number) = (key, number)
    guard let bytes else {
      content = .none
      return
    }
    do {
      content =
        switch key {
        case .manifest: .manifest(try Manifest(decoding: bytes))
        case .decision: .decision(try Decision(decoding: bytes))
        }
    } catch { content = .unreadable((error as? Unreadable)?.why ?? "\(error)") }
  }
}

/// What has been set in scenes because of decisions, so that what is decided no more can be taken back, also by a
/// machine that was away meanwhile.
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
    let gone = held.filter { !slots.contains($0.slot) }.map { Assignment($0.settable, of: $0.subject, to: nil) }
    return gone + wanted.filter { afresh || !held.contains($0) }
  }

  /// Remembers what holds in a scene now.
  package mutating func hold(_ assignments: [Assignment], in scene: String) {
    scenes[scene] = assignments.isEmpty ? nil : assignments
  }
}
