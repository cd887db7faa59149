import Fleet
import Settables
import TestSupport
import Testing

@Suite("What is decided for a fleet") struct DeskTests {
  static let hall = Membership(machine: "door 1", groups: ["all.halls", "north"])

  static func bytes(_ assignments: Assignment...) -> [UInt8] {
    Decision(assignments, author: "ann", written: 1).encoded
  }

  static func manifest(_ name: String) throws -> Manifest {
    try Manifest(
      files: [.init(path: name, size: 0, digest: SHA256.digest(of: []))], author: "ann", written: 1)
  }

  @Test(arguments: [
    DeskKey.manifest(.fleet), .manifest(.group("a.b *")), .manifest(.machine("")), .decision(.fleet, scene: nil),
    .decision(.fleet, scene: ""), .decision(.group("g"), scene: "card > small"), .decision(.machine("m"), scene: nil),
  ])
  func `a key is read back from its text`(key: DeskKey) { #expect(DeskKey(key.text) == key) }

  @Test(arguments: [
    "", "manifest", "manifest.fleet.x", "scene.fleet", "all.group", "other.fleet", "scene.fleet.a b", ".",
  ])
  func `a key of somebody else is none`(text: String) { #expect(DeskKey(text) == nil) }

  @Test func `of two manifests the nearer one is wanted, and when it goes the next`() throws {
    var desk = Desk(Self.hall)
    func put(_ level: FleetLevel, _ name: String?, _ number: UInt64) throws {
      desk.receive(DeskKey.manifest(level).text, try name.map { try Self.manifest($0).encoded }, number: number)
    }
    #expect(desk.wanted == nil)

    try put(.fleet, "fleet", 1)
    #expect(desk.wanted?.manifest.files[0].path == "fleet")
    try put(.group("all.halls"), "halls", 2)
    try put(.group("north"), "north", 3)
    try put(.group("south"), "south", 4)
    #expect(desk.wanted?.manifest.files[0].path == "north")
    #expect(desk.number == 3, "what does not concern it is not counted")
    try put(.machine("door 1"), "own", 5)
    #expect(desk.wanted?.manifest.files[0].path == "own")
    try put(.machine("door 1"), nil, 6)
    try put(.group("north"), nil, 7)
    #expect(desk.wanted?.manifest.files[0].path == "halls")
    #expect(desk.wanted?.number == 2)
    #expect(desk.number == 7)
  }

  @Test func `of each thing that is set the nearest level wins, and there the scene before all scenes`() {
    var desk = Desk(Self.hall)
    func put(_ level: FleetLevel, _ scene: String?, _ bytes: [UInt8]?) {
      desk.receive(DeskKey.decision(level, scene: scene).text, bytes, number: 1)
    }
    put(.fleet, nil, Self.bytes(.init(.config, to: "open"), .init(.variable, of: "n", to: 1)))
    put(.fleet, "card", Self.bytes(.init(.variable, of: "n", to: 2)))
    put(.group("north"), nil, Self.bytes(.init(.config, to: "closed"), .init(.trait, of: "style", to: "dark")))
    put(.group("south"), nil, Self.bytes(.init(.config, to: "burning")))
    put(.machine("door 1"), "card", Self.bytes(.init(.trait, of: "style", to: "light")))

    #expect(
      desk.assignments(for: "card") == [
        .init(.config, to: "closed"), .init(.variable, of: "n", to: 2), .init(.trait, of: "style", to: "light"),
      ])
    #expect(
      desk.assignments(for: "page") == [
        .init(.config, to: "closed"), .init(.variable, of: "n", to: 1), .init(.trait, of: "style", to: "dark"),
      ])

    put(.group("north"), nil, nil)
    #expect(desk.assignments(for: "page").first == .init(.config, to: "open"))
  }

  @Test func `what cannot be read is told, and keeps nothing else from its effect`() throws {
    var desk = Desk(Self.hall)
    desk.receive("manifest.fleet", try Self.manifest("a").encoded, number: 1)
    desk.receive("manifest.group.north", Array("{".utf8), number: 2)
    desk.receive("all.fleet", Array(#"{"version":1,"author":"a","written":0,"ops":[{"op":"size"}]}"#.utf8), number: 3)

    #expect(desk.wanted?.manifest.files[0].path == "a")
    #expect(desk.complaints.count == 2)

    desk.receive("manifest.group.north", nil, number: 4)
    #expect(desk.complaints.count == 1)
  }

  @Test func `more decisions than a machine takes are told, and those that it has go on to hold`() {
    var desk = Desk(Self.hall)
    for index in 0..<(FleetLimits.mostDecisions + 1000) {
      desk.receive("scene.fleet.s\(index)", Self.bytes(.init(.config, to: "a")), number: UInt64(index))
    }
    #expect(desk.assignments(for: "s0") == [.init(.config, to: "a")])
    #expect(desk.assignments(for: "s\(FleetLimits.mostDecisions)").isEmpty)
    #expect(desk.complaints.count == FleetLimits.mostComplaints)
    // Another value of one that it has is no more of them.
    desk.receive("scene.fleet.s0", Self.bytes(.init(.config, to: "b")), number: 9999)
    #expect(desk.assignments(for: "s0") == [.init(.config, to: "b")])
  }

  @Test func `a decision is read back, with every value that can be decided`() throws {
    for settable in Settable.allCases where Decision.settables.contains(settable) {
      let value: SettableValue =
        switch settable {
        case .config, .trait: "a \"b\""
        case .variable: "two\nlines"
        case .constant: [1, 2.5, 3, 4]
        case .priority, .multiplier: 0.25
        default: true
        }
      let subject: String? = settable == .config ? nil : "#x"
      let decision = Decision([Assignment(settable, of: subject, to: value)], author: "ann", written: 5)
      #expect(try Decision(decoding: decision.encoded) == decision, "\(settable)")
    }
  }

  @Test(arguments: [
    #"{"op":"size","value":[1,2]}"#, #"{"op":"reset"}"#, #"{"op":"append","view":"a","value":["b"]}"#,
    #"{"op":"nothing"}"#, "1",
  ])
  func `what no machine may be told from afar is no decision`(op: String) {
    let text = #"{"version":1,"author":"a","written":0,"ops":[\#(op)]}"#
    #expect(throws: Unreadable.self) { try Decision(decoding: Array(text.utf8)) }
  }

  @Test func `setting again replaces, and no value takes back`() {
    var decision = Decision([.init(.config, to: "a"), .init(.flag, of: "f", to: true)], author: "", written: 0)
    decision.set([.init(.config, to: "b"), .init(.flag, of: "f", to: nil), .init(.trait, of: "style", to: "dark")])
    #expect(decision.assignments == [.init(.config, to: "b"), .init(.trait, of: "style", to: "dark")])
  }

  @Test func `what is decided no more is taken back`() {
    var held = HeldDecisions()
    let wanted: [Assignment] = [.init(.config, to: "a"), .init(.flag, of: "f", to: true)]
    #expect(held.change(of: "card", to: wanted) == wanted)
    held.hold(wanted, in: "card")

    #expect(held.change(of: "card", to: wanted) == [])
    #expect(held.change(of: "card", to: wanted, afresh: true) == wanted)
    #expect(held.change(of: "card", to: []) == [.init(.config, to: nil), .init(.flag, of: "f", to: nil)])
    #expect(
      held.change(of: "card", to: [.init(.config, to: "b")]) == [
        .init(.flag, of: "f", to: nil), .init(.config, to: "b"),
      ])
  }

  /// Whatever the order of decisions and changes, applying what `change` says leads to what is wanted.
  @Test func `changes one after another come to the same as the last wish at once`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var held = HeldDecisions()
      var daemon: [Decision.Slot: SettableValue] = [:]
      var wanted: [Assignment] = []
      for _ in 0..<8 {
        wanted = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          let name = ["a", "b", "c"].randomElement(using: &generator)!
          return Bool.random(using: &generator)
            ? Assignment(.flag, of: name, to: true)
            : Assignment(.variable, of: name, to: .number(Double.random(in: 0...3, using: &generator).rounded()))
        }
        wanted = Decision(wanted, author: "", written: 0).assignments
        for assignment in held.change(of: "s", to: wanted) { daemon[assignment.slot] = assignment.value }
        held.hold(wanted, in: "s")
      }
      #expect(daemon == Dictionary(uniqueKeysWithValues: wanted.map { ($0.slot, $0.value!) }), "seed \(seed)")
    }
  }
}
