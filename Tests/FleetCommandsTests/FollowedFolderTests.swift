import Fleet
import NatsHarness
import Posix
import Settables
import Testing

@testable import FleetCommands

@Suite("The folder of a machine that follows") struct FollowedFolderTests {
  static func manifest(_ texts: [String: String]) throws -> Manifest {
    try Manifest(
      files: texts.map { .init(path: $0, size: $1.utf8.count, digest: SHA256.digest(of: Array($1.utf8))) },
      author: "ann", written: 1)
  }

  static func apply(_ texts: [String: String], to folder: FollowedFolder) throws {
    try folder.apply(try manifest(texts)) { (file) throws(FollowedFolder.Problem) in
      Array(texts[file.path]!.utf8)
    } exchanging: { (step) throws(PosixError) in
      try step()
    }
  }

  /// A folder for one test.
  final class Place {
    let path: String
    init() throws { path = try FileSystem.makeTemporaryDirectory() }
    deinit { try? FileSystem.removeTree(path) }
  }

  @Test func `a link is refused, also one with a slash behind it, and nothing behind it is touched`() throws {
    let place = try Place()
    try FileSystem.createDirectory(place.path + "/real")
    try FileSystem.createLink(place.path + "/link", to: place.path + "/real")
    try FileSystem.createLink(place.path + "/nowhere", to: place.path + "/none")
    try FileSystem.writeFile(place.path + "/file", [])
    for name in ["link", "link/", "nowhere", "file"] {
      #expect(throws: FollowedFolder.Problem.self, "\(name)") {
        try FollowedFolder(place.path + "/" + name, replaces: true)
      }
    }
    #expect(throws: FollowedFolder.Problem.self) { try FollowedFolder("/", replaces: true) }
    #expect(try FileSystem.list(place.path + "/real").isEmpty)
    #expect(try FileSystem.list(place.path).map(\.name) == ["file", "link", "nowhere", "real"])
  }

  @Test(arguments: ["here", "here/", "here//", "new/", "here/../here"])
  func `a folder goes by its own name, however it is written`(name: String) throws {
    let place = try Place()
    try FileSystem.createDirectory(place.path + "/here")
    let folder = try FollowedFolder(place.path + "/" + name, replaces: false)
    try Self.apply(["a.layout": "layout a { }", "b/c.layout": "layout c { }"], to: folder)
    #expect(folder.path == place.path + (name.hasPrefix("new") ? "/new" : "/here"))
    #expect(FileSystem.exists(folder.path + "/b/c.layout"))
    #expect(try FileSystem.list(folder.path).map(\.name) == [FollowedFolder.marker, "a.layout", "b"])
  }

  @Test(arguments: [0o2775, 0o700, 0o1777, 0o755] as [UInt32])
  func `whoever may read the folder, and whose group its files get, stays as it was`(mode: UInt32) throws {
    let place = try Place()
    try FileSystem.createDirectory(place.path + "/here")
    try FileSystem.setPermissions(of: place.path + "/here", to: mode)
    let folder = try FollowedFolder(place.path + "/here", replaces: false)
    for round in 0..<3 {
      try Self.apply(["a.layout": "layout a { } // \(round)", "b.layout": "layout b { } // \(round)"], to: folder)
      #expect(try FileSystem.status(of: folder.path).permissions == mode)
    }
  }

  @Test func `what is held in a scene is remembered, however many levels decided it`() throws {
    let place = try Place()
    var held = HeldDecisions()
    for (scene, count) in [("card", 700 + 700), ("a \"b\"\n", 1)] {
      held.hold(
        (0..<count).map { Assignment(.variable, of: "v\($0)", to: .text(String(repeating: "x", count: 300))) },
        in: scene)
    }
    do {
      let folder = try FollowedFolder(place.path + "/here", replaces: false)
      try folder.keep(held)
    }

    let again = try FollowedFolder(place.path + "/here", replaces: false)
    #expect(again.held == held)
    #expect(again.held.change(of: "card", to: []).count == 1400)
  }

  @Test func `what could not be written is written when it is kept again`() throws {
    let place = try Place()
    var held = HeldDecisions()
    held.hold([Assignment(.flag, of: "f", to: true)], in: "card")
    do {
      let folder = try FollowedFolder(place.path + "/here", replaces: false)
      // No file takes the place of a folder.
      let file = place.path + "/.here.framewire-nats/held.jsonl"
      try FileSystem.createDirectory(file)
      for _ in 0..<2 { #expect(throws: FollowedFolder.Problem.self) { try folder.keep(held) } }
      try FileSystem.removeTree(file)
      try folder.keep(held)
    }

    #expect(try FollowedFolder(place.path + "/here", replaces: false).held == held)
  }

  @Test func `of what is held a damaged line takes no other with it, and is told`() throws {
    let place = try Place()
    let assignments: [Assignment] = [
      .init(.config, to: "a"), .init(.flag, of: "f", to: true), .init(.constant, of: "#g", to: [1, 2.5, 3, 4]),
    ]
    var held = HeldDecisions()
    held.hold(assignments, in: "card")
    #expect(try FollowedFolder(place.path + "/here", replaces: false).unreadHeld == nil)
    let file = place.path + "/.here.framewire-nats/held.jsonl"
    let damaged = #"{"scene":"card","op":{"op":"size","value":[1,2]}}"#
    for (text, lost) in [("", nil), ("{\n", "1 line of"), ("[]\n\(damaged)\n", "2 lines of")] {
      try FileSystem.writeFile(file, Array(text.utf8) + held.encoded)
      let folder = try FollowedFolder(place.path + "/here", replaces: false)
      #expect(folder.held == held)
      #expect(lost.map { folder.unreadHeld?.hasPrefix($0) == true } ?? (folder.unreadHeld == nil))
    }
    try FileSystem.remove(file)
    try FileSystem.createDirectory(file)
    let folder = try FollowedFolder(place.path + "/here", replaces: false)
    #expect(folder.held == HeldDecisions() && folder.unreadHeld?.contains("may stay set") == true)
  }
}
