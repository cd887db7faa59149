import Fleet
import TestSupport
import Testing

@Suite("Names as parts of subjects") struct SubjectTokenTests {
  @Test(arguments: [
    ("login", "login"), ("", "="), ("a.b", "a=2Eb"), ("*", "=2A"), (">", "=3E"), ("two words", "two=20words"),
    ("=", "=3D"), ("-_-", "-_-"), ("ä", "=C3=A4"), ("\n\0", "=0A=00"), ("$JS", "=24JS"),
  ])
  func `what NATS would read as something else is written in digits`(name: String, token: String) {
    #expect(SubjectToken.escaped(name) == token)
    #expect(SubjectToken.name(of: token) == name)
  }

  /// Of a canonical equivalence Swift's `==` knows nothing bad: bytes are compared here.
  @Test(arguments: [
    ("_INBOX", true), ("_INBOX.ada", true), ("ä.b", true), ("", false), ("two words", false), ("a.", false),
    (".a", false), ("a..b", false), ("a.*", false), (">", false), ("a\n", false), ("a\u{7F}", false),
    (String(repeating: "a", count: 1020), true), (String(repeating: "a", count: 1021), false),
  ])
  func `answers come to a subject that is none of many`(text: String, isOne: Bool) {
    #expect(SubjectToken.isSubject(text) == isOne)
  }

  @Test func `every string comes back, byte by byte, and no token is one for a server to cut or to read`() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      let name = Self.name(from: &generator)
      let token = SubjectToken.escaped(name)

      #expect(SubjectToken.name(of: token).map { Array($0.utf8) } == Array(name.utf8), "seed \(seed)")
      #expect(!token.isEmpty, "seed \(seed)")
      #expect(token.utf8.allSatisfy(Self.isTakenByBuckets), "seed \(seed)")
    }
  }

  @Test func `two names never share a token, and two fleets never share a stream`() {
    var generator = SeededGenerator(seed: 7)
    var names: [String: [UInt8]] = [:]
    var streams: [String: [UInt8]] = [:]
    for _ in 0..<1000 {
      let name = Self.name(from: &generator)
      let fleet = FleetNames(fleet: name)
      #expect(
        names.updateValue(Array(name.utf8), forKey: SubjectToken.escaped(name)) ?? Array(name.utf8) == Array(name.utf8))
      for stream in [fleet.desk, fleet.reports, fleet.roster, fleet.content, fleet.snapshots, fleet.deltas] {
        #expect(stream.utf8.allSatisfy { Self.isTakenByBuckets($0) && $0 != UInt8(ascii: "=") })
        #expect(streams.updateValue(Array(name.utf8), forKey: stream) ?? Array(name.utf8) == Array(name.utf8))
      }
    }
  }

  @Test func `a fleet has one token in streams and in subjects, a scene another`() {
    let fleet = FleetNames(fleet: "north-hall")
    #expect(fleet.desk == "KV_framewire-north_dhall")
    #expect(
      fleet.subject(of: .snapshot, scene: "a-b", of: "one") == "framewire.north_dhall.one.scene.a-b.snapshot")
  }

  @Test(arguments: ["", "a.b", "=2", "=2e", "=61", "==", "a b", "=FF", "=3D=", "é", "=C3"])
  func `what is the token of no name is none`(token: String) { #expect(SubjectToken.name(of: token) == nil) }

  private static func name(from generator: inout SeededGenerator) -> String {
    let alphabet: [Unicode.Scalar] = [
      ".", "*", ">", " ", "=", "-", "_", "a", "Z", "0", "/", "\0", "\n", "\u{1B}", "ä", "\u{308}", "e", "\u{301}", "é",
      "🙂", "\u{10FFFF}", "x", "d", "status", "$", "\u{202E}",
    ].flatMap(\.unicodeScalars)
    var name = ""
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      name.unicodeScalars.append(alphabet.randomElement(using: &generator)!)
    }
    return name
  }

  private static func isTakenByBuckets(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="): true
    default: false
    }
  }
}
