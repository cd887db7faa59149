/// Where on the broker everything of one fleet is.
package struct FleetNames: Equatable, Sendable {
  /// As people call it.
  package let fleet: String
  private let token: String

  /// - Parameter fleet: any name.
  package init(fleet: String) {
    self.fleet = fleet
    // A bucket's name takes no `=`, and what follows it here begins with a `-`; each of the three has a name of its
    // own.
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

  /// Where what the desk has taken is said to all who listen, by key; nil: all keys.
  package func news(of key: String?) -> String { "framewire-news.\(token).\(key ?? ">")" }

  /// The key that a piece of news is about; nil where it is of another fleet.
  package func key(ofNews subject: String) -> String? {
    let prefix = news(of: "")
    return subject.hasPrefix(prefix) ? String(subject.dropFirst(prefix.count)) : nil
  }

  /// All manifests, as subjects of the desk.
  package var manifests: String { subject(of: "manifest.>", in: desk) }

  /// Of all pieces of all files.
  package var allContent: String { "framewire-files.\(token).>" }

  /// Of all pieces of one file.
  package func content(of digest: String) -> String { "framewire-files.\(token).\(digest).>" }

  /// Which piece of which file a subject is; nil where it is none.
  package func piece(of subject: String) -> (digest: String, index: Int)? {
    let parts = subject.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, subject.hasPrefix("framewire-files.\(token)."), let index = Int(parts[3]), index >= 0,
      SHA256.isDigest(String(parts[2]))
    else { return nil }
    return (String(parts[2]), index)
  }

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

  /// All channels of one scene.
  package func subject(ofEvents scene: String, of instance: String) -> String {
    "framewire.\(token).\(SubjectToken.escaped(instance)).scene.\(SubjectToken.escaped(scene)).*"
  }

  /// What a method of a daemon is called by; nil: all of it.
  package func subject(ofCall method: String?, of instance: String) -> String {
    "framewire.\(token).\(SubjectToken.escaped(instance)).call.\(method.map(SubjectToken.escaped) ?? "*")"
  }
}
