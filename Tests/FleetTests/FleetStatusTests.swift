import Fleet
import JSONText
import Testing

@Suite("The state of a fleet") struct FleetStatusTests {
  static let digest = SHA256.digest(of: Array("a".utf8))

  static func status(_ reports: [MachineReport], roster: [String] = []) throws -> FleetStatus {
    let manifest = try DeskTests.manifest("a")
    return FleetStatus(roster: roster.map { Membership(machine: $0) }, reports: reports) { member in
      var desk = Desk(member)
      desk.receive("manifest.fleet", manifest.encoded, number: 4)
      desk.receive("all.group.north", DeskTests.bytes(.init(.config, to: "a")), number: 9)
      return desk
    }
  }

  static func report(
    _ machine: String, digest: String? = nil, applied: UInt64 = 4, groups: [String] = [], serving: Bool = true,
    scenes: [MachineReport.Scene] = [], complaints: [String] = []
  ) throws -> MachineReport {
    MachineReport(
      membership: Membership(machine: machine, groups: groups), digest: try digest ?? DeskTests.manifest("a").digest,
      files: 1, manifest: 4, applied: applied, isServing: serving, scenes: scenes, complaints: complaints, written: 1)
  }

  @Test func `a machine is well, lags, is ill or away`() throws {
    let status = try Self.status(
      [
        Self.report("well"), Self.report("old", digest: Self.digest), Self.report("deaf", serving: false),
        Self.report("late", groups: ["north"]),
        Self.report(
          "broken", scenes: [.init(name: "x", state: "ok", revision: 1), .init(name: "y", state: "stale", revision: 1)]),
      ], roster: ["gone", "well"])

    #expect(status.machines.map(\.membership.machine) == ["broken", "deaf", "gone", "late", "old", "well"])
    #expect(status.machines.map(\.condition) == [.ill, .ill, .away, .lags, .lags, .well])
    #expect(status.machines[0].reasons == ["scene 'y' is stale"])
    let well = try Self.status([Self.report("a"), Self.report("b", applied: 9, groups: ["north"])])
    #expect(well.machines.map(\.condition) == [.well, .well])
  }

  @Test func `a report is read back, and one of somebody else is none`() throws {
    let report = try Self.report(
      "door 1", groups: ["a", "b"], scenes: [.init(name: "x", state: "ok", revision: 7)], complaints: ["no \"space\""])

    #expect(try MachineReport(decoding: Array(report.json.text.utf8)) == report)
    for text in ["", "[]", "{}", #"{"version":1,"machine":1,"groups":[],"written":1}"#] {
      #expect(throws: Unreadable.self) { try MachineReport(decoding: Array(text.utf8)) }
    }
  }

  @Test func `of names and complaints that are too long a report has the beginning`() throws {
    // One letter may have any number of marks above it.
    for letter in ["n", "n\u{301}"] {
      let long = String(repeating: letter, count: 300)
      let object: JSONObject = [
        "version": 1, "machine": .string(long), "groups": [.string(long), "b"], "written": 1,
        "scenes": [["name": .string(long), "state": .string(long), "rev": 7]],
        "complaints": [.string(long + long + long)],
      ]
      let read = try MachineReport(decoding: Array(JSON.object(object).text.utf8))
      let scene = try #require(read.scenes.first)
      for name in read.membership.groups.prefix(1) + [read.membership.machine, scene.name, scene.state] {
        #expect(name.unicodeScalars.count == 255 && long.unicodeScalars.starts(with: name.unicodeScalars))
      }
      #expect(read.membership.groups.last == "b" && read.complaints[0].unicodeScalars.count == 500)
      #expect(try MachineReport(decoding: read.encoded) == read)
    }
  }

  @Test func `a report that would be too long for its readers has fewer scenes`() throws {
    let name = String(repeating: "n", count: 255)
    let report = try Self.report(
      "a", scenes: (0..<1024).map { .init(name: name + "\($0)", state: "stale", revision: $0) })
    let read = try MachineReport(decoding: report.encoded)
    #expect(read.membership == report.membership && (256...1023).contains(read.scenes.count))
    #expect(throws: Unreadable.self) { try MachineReport(decoding: Array(report.json.text.utf8)) }
  }
}
