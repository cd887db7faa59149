/// For whom something is decided: the nearer one wins.
package enum FleetLevel: Hashable, Sendable {
  case fleet
  case group(String)
  case machine(String)
}

extension FleetLevel {
  /// As part of a key.
  package var key: String {
    switch self {
    case .fleet: "fleet"
    case .group(let name): "group.\(SubjectToken.escaped(name))"
    case .machine(let name): "machine.\(SubjectToken.escaped(name))"
    }
  }

  /// Reads the parts of a key from their beginning; what follows stays.
  init?(parsing parts: inout ArraySlice<Substring>) {
    switch parts.popFirst() {
    case "fleet": self = .fleet
    case "group":
      guard let name = parts.popFirst().flatMap({ SubjectToken.name(of: $0) }) else { return nil }
      self = .group(name)
    case "machine":
      guard let name = parts.popFirst().flatMap({ SubjectToken.name(of: $0) }) else { return nil }
      self = .machine(name)
    default: return nil
    }
  }
}

/// Who a machine is, and so what concerns it.
package struct Membership: Equatable, Sendable {
  /// Unique in the fleet.
  package var machine: String
  /// The one that is named last is nearest.
  package var groups: [String]

  package init(machine: String, groups: [String] = []) {
    self.machine = machine
    self.groups = groups
  }

  /// Everything that is decided for it, the nearest first.
  package var levels: [FleetLevel] { [.machine(machine)] + groups.reversed().map { .group($0) } + [.fleet] }
}

/// What a key of the desk holds.
package enum DeskKey: Hashable, Sendable {
  /// Which files are to be served.
  case manifest(FleetLevel)
  /// What is set; a scene of nil is every scene.
  case decision(FleetLevel, scene: String?)

  /// Whom it concerns.
  var level: FleetLevel {
    switch self {
    case .manifest(let level), .decision(let level, _): level
    }
  }

  /// As the broker has it.
  package var text: String {
    switch self {
    case .manifest(let level): "manifest.\(level.key)"
    case .decision(let level, nil): "all.\(level.key)"
    case .decision(let level, let scene?): "scene.\(level.key).\(SubjectToken.escaped(scene))"
    }
  }

  /// - Returns: nil for a key of a newer version, or of somebody else.
  package init?(_ text: String) {
    var parts = text.split(separator: ".", omittingEmptySubsequences: false)[...]
    let kind = parts.popFirst()
    guard let level = FleetLevel(parsing: &parts) else { return nil }
    switch kind {
    case "manifest": self = .manifest(level)
    case "all": self = .decision(level, scene: nil)
    case "scene":
      guard let scene = parts.popFirst().flatMap({ SubjectToken.name(of: $0) }) else { return nil }
      self = .decision(level, scene: scene)
    default: return nil
    }
    if !parts.isEmpty { return nil }
  }
}
