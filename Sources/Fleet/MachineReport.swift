package import JSONText

/// What a machine says about itself, for `status` to compare with what is wanted.
package struct MachineReport: Equatable, Sendable {
  /// What a scene is like on it.
  package struct Scene: Equatable, Sendable {
    package var name: String
    /// `ok`, `stale` or another word of the protocol.
    package var state: String
    /// The newest frame.
    package var revision: Int

    package init(name: String, state: String, revision: Int) {
      self.name = name
      self.state = state
      self.revision = revision
    }
  }

  /// Who says it.
  package var membership: Membership
  /// Of the files that its folder has; nil: none yet.
  package var digest: String?
  /// How many files these are.
  package var files: Int
  /// The number of the manifest that they are of; 0: none.
  package var manifest: UInt64
  /// The number of the last value of the desk that is applied.
  package var applied: UInt64
  /// Whether its daemon answers.
  package var isServing: Bool
  /// In the order of their names.
  package var scenes: [Scene]
  /// What is wrong, in words, the gravest first.
  package var complaints: [String]
  /// Milliseconds since 1970 on that machine.
  package var written: Int

  package init(
    membership: Membership, digest: String? = nil, files: Int = 0, manifest: UInt64 = 0, applied: UInt64 = 0,
    isServing: Bool = false, scenes: [Scene] = [], complaints: [String] = [], written: Int
  ) {
    self.membership = membership
    self.digest = digest
    self.files = files
    self.manifest = manifest
    self.applied = applied
    self.isServing = isServing
    self.scenes = scenes
    self.complaints = complaints
    self.written = written
  }
}

extension MachineReport {
  /// As the broker has it: with as many scenes as a report may have bytes for.
  package var encoded: [UInt8] {
    var report = self
    while true {
      let bytes = Array(report.json.text.utf8)
      if bytes.count <= FleetLimits.mostValueBytes || report.scenes.isEmpty { return bytes }
      report.scenes.removeLast((report.scenes.count + 1) / 2)
    }
  }

  /// As JSON, for programs.
  package var json: JSON {
    var object: JSONObject = ["version": 1, "machine": .string(membership.machine)]
    func add(_ name: String, _ value: JSON) { object.members.append(JSONObject.Member(name: name, value: value)) }
    add("groups", .array(membership.groups.map { .string($0) }))
    if let digest { add("digest", .string(digest)) }
    add("files", .number(Double(files)))
    add("manifest", .number(Double(manifest)))
    add("applied", .number(Double(applied)))
    add("serving", .bool(isServing))
    let list = scenes.prefix(FleetLimits.mostScenes).map { scene -> JSON in
      ["name": .string(scene.name), "state": .string(scene.state), "rev": .number(Double(scene.revision))]
    }
    add("scenes", .array(list))
    add(
      "complaints",
      .array(
        complaints.prefix(FleetLimits.mostReportedComplaints).map {
          .string($0.cut(to: FleetLimits.longestComplaint))
        }))
    add("written", .number(Double(written)))
    return .object(object)
  }

  /// Reads what anybody may have written.
  package init(decoding bytes: [UInt8]) throws(Unreadable) {
    let json = try FleetJSON.object(bytes, most: FleetLimits.mostValueBytes)
    func name(_ json: JSON?) -> String? { json?.string?.cut(to: FleetLimits.longestName) }
    guard let machine = name(json["machine"]), let groups = json["groups"]?.array,
      groups.count <= FleetLimits.mostGroups, let written = FleetJSON.integer(json["written"])
    else { throw Unreadable("'machine', 'groups' or 'written' is missing") }
    membership = Membership(machine: machine, groups: groups.compactMap(name))
    digest = json["digest"]?.string.flatMap { SHA256.isDigest($0) ? $0 : nil }
    files = FleetJSON.integer(json["files"]) ?? 0
    manifest = UInt64(exactly: FleetJSON.integer(json["manifest"]) ?? 0) ?? 0
    applied = UInt64(exactly: FleetJSON.integer(json["applied"]) ?? 0) ?? 0
    isServing = json["serving"] == .bool(true)
    scenes = (json["scenes"]?.array ?? []).prefix(FleetLimits.mostScenes).compactMap { entry in
      guard let scene = name(entry["name"]), let state = name(entry["state"]) else { return nil }
      return Scene(name: scene, state: state, revision: FleetJSON.integer(entry["rev"]) ?? 0)
    }
    complaints = (json["complaints"]?.array ?? []).prefix(FleetLimits.mostReportedComplaints).compactMap {
      $0.string?.cut(to: FleetLimits.longestComplaint)
    }
    self.written = written
  }
}
