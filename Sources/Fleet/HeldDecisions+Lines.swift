internal import JSONText
internal import Settables
internal import Wire

/// What is held as a machine remembers it: a line for each assignment. There are as many as all levels together decide,
/// which is more than one decision may have.
extension HeldDecisions {
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for (scene, assignments) in scenes.sorted(by: { $0.key < $1.key }) {
      for assignment in assignments {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("scene")
        writer.string(scene)
        writer.name("op")
        Op(.set(assignment)).write(to: &writer)
        writer.endObject()
        bytes += writer.bytes + [UInt8(ascii: "\n")]
      }
    }
    return bytes
  }

  /// Reads what was remembered.
  ///
  /// - Parameter unreadable: how many lines could not be read, so that what they say is held no more.
  package init(decoding bytes: [UInt8], unreadable: inout Int) {
    var scenes: [String: [Assignment]] = [:]
    unreadable = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? JSON(parsing: Array(line)), let scene = json["scene"]?.string, let op = json["op"],
        case .set(let assignment)? = try? Op(decoding: op).action, Decision.mayHave(assignment)
      else {
        unreadable += 1
        continue
      }
      scenes[scene, default: []].append(assignment)
    }
    self.init()
    for (scene, assignments) in scenes { hold(assignments, in: scene) }
  }
}
