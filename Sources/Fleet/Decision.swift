internal import JSONText
package import Settables
internal import Wire

/// What is set at one level for one scene, or for all: each thing once, with its value.
///
/// It is kept in the words of the protocol, the operations of an `Apply`, so what may be set is read by one reader.
package struct Decision: Equatable, Sendable {
  /// What is set, and of what: two values of one slot do not stand beside each other.
  package struct Slot: Hashable, Sendable {
    package let settable: Settable
    /// Nil where the settable is the scene's, or is of all views.
    package let subject: String?

    package init(_ settable: Settable, of subject: String?) {
      self.settable = settable
      self.subject = subject
    }
  }

  /// What may be decided for many: what `use`, `set` and `trait` set. A size or a scroll offset is a machine's own.
  package static let settables: Set<Settable> = [
    .config, .trait, .variable, .flag, .constant, .priority, .multiplier, .active,
  ]

  /// Whether something may be set by a decision, to this value.
  static func mayHave(_ assignment: Assignment) -> Bool {
    assignment.isPossible && settables.contains(assignment.settable)
  }

  /// In the order in which they were set first; each with a value.
  package private(set) var assignments: [Assignment]
  /// Who set it last: a person and a machine.
  package var author: String
  /// Milliseconds since 1970 on that machine.
  package var written: Int

  package init(_ assignments: [Assignment] = [], author: String, written: Int) {
    self.assignments = []
    self.author = author
    self.written = written
    set(assignments)
  }

  /// Sets more, and takes back what has no value.
  package mutating func set(_ more: [Assignment]) {
    for assignment in more {
      let place = assignments.firstIndex { $0.slot == assignment.slot }
      switch (place, assignment.value) {
      case (let place?, .some): assignments[place] = assignment
      case (let place?, nil): assignments.remove(at: place)
      case (nil, .some): assignments.append(assignment)
      case (nil, nil): break
      }
    }
  }
}

extension Assignment {
  /// What it sets.
  package var slot: Decision.Slot { Decision.Slot(settable, of: subject) }
}

extension Decision {
  /// As the broker has it.
  package var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("version")
    writer.integer(1)
    writer.name("author")
    writer.string(author)
    writer.name("written")
    writer.integer(written)
    writer.name("ops")
    writer.beginArray()
    for assignment in assignments { Op(.set(assignment)).write(to: &writer) }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  /// Reads what anybody may have written.
  package init(decoding bytes: [UInt8]) throws(Unreadable) {
    let json = try FleetJSON.object(bytes, most: FleetLimits.mostValueBytes)
    guard let ops = json["ops"]?.array, ops.count <= FleetLimits.mostOperations else {
      throw Unreadable("'ops' is missing or too long")
    }
    var assignments: [Assignment] = []
    for op in ops {
      guard case .set(let assignment)? = try? Op(decoding: op).action, Self.mayHave(assignment) else {
        throw Unreadable("an operation sets nothing that is decided for many")
      }
      assignments.append(assignment)
    }
    guard let author = json["author"]?.string, let written = FleetJSON.integer(json["written"]) else {
      throw Unreadable("'author' or 'written' is missing")
    }
    self.init(assignments, author: author.cut(to: FleetLimits.longestName), written: written)
  }
}
