import Commands
import Fleet
import Nats
import Posix

/// A manifest that a group tries out for the fleet.
struct Trial {
  let group: String
  let manifest: Manifest
  /// Of the manifest.
  let number: UInt64

  /// For a person who meets it and did not begin it.
  var words: String {
    "group '\(group)' tries manifest \(number) of \(manifest.author), begun "
      + "\(ago(CurrentProcess.wallMilliseconds - manifest.written)); 'framewire-nats rollback --group \(group)' ends it"
  }
}

extension FleetLine {
  /// What groups try at this moment, by the names of their keys.
  func trials() throws(NatsError) -> [Trial] {
    try messages(names.manifests, of: names.desk, from: .lastOfEach) { message in
      guard case .manifest(.group(let group))? = names.key(of: message.subject, in: names.desk).flatMap(DeskKey.init),
        let manifest = Self.bytes(of: message).flatMap({ try? Manifest(decoding: $0) }), manifest.isTrial
      else { return nil }
      return Trial(group: group, manifest: manifest, number: message.sequence ?? 0)
    }
  }
}
