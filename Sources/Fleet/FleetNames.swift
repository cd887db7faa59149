/// Where on the broker everything of one fleet is.
package struct FleetNames: Equatable, Sendable {
  /// As people call it.
  package let fleet: String
  private let token: String

  /// - Parameter fleet: any name.
  package init(fleet: String) {
    self.fleet = fleet
    // A bucket's name takes no `=`, and what follows it here begins with a `-`; each of the three has a name of its own.
    token = SubjectToken.escaped(fleet).replacing("_", with: "__").replacing("=", with: "_x").replacing("-", with: "_d")
  }

  // MARK: Streams

  /// Of manifests and decisions: last values, and some before them.
  package var desk: String { "KV_framewire-\(token)" }
  /// Of what machines say about themselves; each value ends by itself.
  package var reports: String { "KV_framewire-\(token)-status" }
  /// Of who belongs to the fleet, be they there or not.
  package var roster: String { "KV_framewire-\(token)-machines" }
  /// Of the bytes of files, by their digests.
  package var content: String { "framewire-\(token)-files" }
  /// Of pictures of scenes: the last of each.
  package var snapshots: String { "framewire-\(token)-scenes" }
  /// Of what changed since.
  package var deltas: String { "framewire-\(token)-deltas" }

  // MARK: Subjects

  /// All keys of a stream of last values.
  package func keys(of stream: String) -> String { "$KV.\(stream.dropFirst(3)).>" }

  /// One key of it.
  package func subject(of key: String, in stream: String) -> String { "$KV.\(stream.dropFirst(3)).\(key)" }

  /// The key of a subject; nil where it is of another stream.
  package func key(of subject: String, in stream: String) -> String? {
    let prefix = "$KV.\(stream.dropFirst(3))."
    return subject.hasPrefix(prefix) ? String(subject.dropFirst(prefix.count)) : nil
  }

  /// Of all pieces of all files.
  package var allContent: String { "framewire-files.\(token).>" }

  /// Of all pieces of one file.
  package func content(of digest: String) -> String { "framewire-files.\(token).\(digest).>" }

  /// Of a piece of a file, counted from 0.
  package func piece(_ index: Int, of digest: String) -> String { "framewire-files.\(token).\(digest).\(index)" }

  // MARK: Scenes and calls

  /// What the events of one daemon's scene are published as.
  package enum Channel: String, CaseIterable, Sendable { case snapshot, delta, diagnostics, transition }

  /// - Parameters:
  ///   - scene: nil: all.
  package func subject(of channel: Channel, scene: String?, of instance: String?) -> String {
    let names = [instance, scene].map { $0.map(SubjectToken.escaped) ?? "*" }
    return "framewire.\(token).\(names[0]).scene.\(names[1]).\(channel.rawValue)"
  }

  /// What a method of a daemon is called by; nil: all of it.
  package func subject(ofCall method: String?, of instance: String) -> String {
    "framewire.\(token).\(SubjectToken.escaped(instance)).call.\(method.map(SubjectToken.escaped) ?? "*")"
  }
}
