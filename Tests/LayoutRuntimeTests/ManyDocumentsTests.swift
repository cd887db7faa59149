import TestSupport
import Testing

@testable import LayoutRuntime

/// A turn costs what has changed, and comes to what going over everything comes to.
@Suite("Many documents") struct ManyDocumentsTests {
  private static func card(_ name: String, left: Int) -> String {
    "layout \(name) { box a left \(left) top 0 width 1 height 1 }\n"
  }

  @Test func `a save looks at the documents that have its names, and at no other scene`() {
    let count = 200
    var world = World(
      serving: Dictionary(uniqueKeysWithValues: (0..<count).map { ("f\($0).layout", Self.card("c\($0)", left: 0)) }))
    #expect(world.sceneNames.count == count)
    #expect(world.runtime.scenes.active == [])

    let visits = world.runtime.library.documents.visits
    world.save("f7.layout", Self.card("c7", left: 5))

    #expect(world.frame(of: "a", in: "c7") == [5, 0, 1, 1])
    // The text has arrived and was judged: its one name is claimed once, by one document.
    #expect(world.runtime.library.documents.visits == visits + 1)
    #expect(world.runtime.scenes.active == [])

    // Two have the name, and both are asked: for the name that is new and for the one that is no more.
    world.save("f8.layout", Self.card("c7", left: 1))
    #expect(world.runtime.library.documents.visits == visits + 3)
    #expect(world.sceneNames.count == count - 1)
  }

  @Test func `an import that nobody needs any more is found without asking everybody`() {
    var files = ["shared.layout": "let one = 1\n", "other.layout": "let two = 2\n"]
    for index in 0..<100 {
      files["f\(index).layout"] =
        "import \"shared.layout\" as s\nlayout c\(index) { box a left s.one top 0 width 1 height 1 }\n"
    }
    files["last.layout"] = "import \"other.layout\" as o\nlayout last { box a left o.two top 0 width 1 height 1 }\n"
    var world = World()
    world.disk = files
    world.handle(.serve(roots: [""], paths: files.keys.filter { $0.hasPrefix("f") || $0 == "last.layout" }.sorted()))
    world.turn()
    #expect(world.runtime.library["other.layout"] != nil)

    let visits = world.runtime.library.imports.visits
    world.save("last.layout", Self.card("last", left: 2))

    #expect(world.runtime.library["other.layout"] == nil)
    #expect(world.runtime.library["shared.layout"] != nil)
    // The saved file, the import that it had, and who is left to import that; twice, where each is asked for itself.
    #expect(world.runtime.library.imports.visits <= visits + 8)
  }

  @Test(arguments: UInt64(1)...20)
  func `names, scenes and reports are what they are when all documents are looked at`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var world = World(serving: ["f0.layout": Self.card("a", left: 0)])
    for step in 1...40 {
      world.doSomething(&generator)
      if generator.chance(60) { world.turn() }
      if generator.chance(40) { world.advance(milliseconds: 520) }
      guard generator.chance(50) else { continue }
      // Until nothing is doubted any more, so that everything has been told.
      world.advance(milliseconds: 31)
      world.advance(milliseconds: 520)
      world.expectNothingIsStale("seed \(seed), step \(step)")
    }
  }
}

extension World {
  /// A save, a deletion, a load or the end of something, among five files and four names.
  fileprivate mutating func doSomething(_ generator: inout SeededGenerator) {
    let path = "f\(Int.random(in: 0..<5, using: &generator)).layout"
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...5:
      disk[path] = Self.text(&generator)
      write(path, disk[path]!)
      handle(.serve(roots: [""], paths: disk.keys.sorted()))
    case 6, 7:
      disk[path] = nil
      handle(.serve(roots: [""], paths: disk.keys.sorted()))
    case 8: _ = send(.loadText(name: "text", text: Array(Self.text(&generator).utf8)))
    case 9: if let scene = sceneNames.randomElement(using: &generator) { _ = send(.unload(scene: scene)) }
    case 10: if let scene = sceneNames.randomElement(using: &generator) { _ = send(.close(scene: scene)) }
    default:
      let scene = ["a", "x", "b/p"].randomElement(using: &generator)!
      _ = send(.open(layout: "b", scene: scene, environment: []))
    }
  }

  /// Some layouts, of which others may have the names; with previews whose scenes may be called as a layout is.
  private static func text(_ generator: inout SeededGenerator) -> String {
    if generator.chance(10) { return "layout a { box a left oops }\n" }
    if generator.chance(5) { return "" }
    var text = ""
    for name in ["a", "b", "`b/p`", "c"] where generator.chance(40) {
      let preview = generator.chance(50) ? "preview \"p\" size 50, 50" : ""
      let left = Int.random(in: 0..<9, using: &generator)
      // Two that cannot both be: the scene has something to say.
      let width = generator.chance(20) ? "width 5; width 6" : "width 5"
      text += "layout \(name) { box v left \(left) top 0 height 1 { \(width) }\n\(preview) }\n"
    }
    return text.isEmpty ? card : text
  }

  private static let card = "layout d { box v left 1 top 0 width 1 height 1 }\n"

  /// Claims all names anew, and compares what comes of that with what is there.
  fileprivate func expectNothingIsStale(_ moment: Comment) {
    var slow = runtime.library
    slow.claims = [:]
    _ = slow.takeChanges()
    for document in slow.documents.values { slow.documents.noteChange(of: document.path) }
    _ = slow.claimNames()
    #expect(runtime.library.claims.mapValues(\.file) == slow.claims.mapValues(\.file), moment)
    #expect(
      runtime.library.claims.mapValues { $0.previews.map(\.name) } == slow.claims.mapValues { $0.previews.map(\.name) },
      moment)
    for document in slow.documents.values {
      #expect(runtime.library[document.path]?.collisions == document.collisions, moment)
    }

    var declared: Set<String> = []
    for (name, claim) in slow.claims { declared.formUnion([name] + claim.previews.map { "\(name)/\($0.name)" }) }
    let isOpened = { (scene: Scene) in scene.origin == .opened }
    #expect(
      Set(runtime.scenes.map { $0 }.filter { !isOpened($0) }.map(\.name))
        == declared.filter { !runtime.memory.isClosed($0) }.subtracting(
          runtime.scenes.map { $0 }.filter(isOpened).map(\.name)),
      moment)
    for scene in runtime.scenes.map({ $0 }) {
      #expect(scene.document.file == slow.claims[scene.layoutName]?.file, moment)
    }

    // Of the others nobody has been told yet, and that is known.
    for document in slow.documents.values where !runtime.reportsToMake.contains(document.path) {
      let report = runtime.complaints(about: document.path)
      #expect(report.map { runtime.logged[document.path]?.readsLike($0) ?? !$0.hasSomethingToSay } ?? true, moment)
    }
    let left = runtime.logged.keys.filter { runtime.complaints(about: $0) == nil }
    #expect(Set(left).isSubset(of: runtime.reportsToMake), moment)
  }
}
