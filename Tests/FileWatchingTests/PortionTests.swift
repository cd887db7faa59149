import Posix
import Testing

@testable import FileWatching

extension RealDirectoryTests {
  /// Looks that are done a few steps at a time, while others go on with their files.
  @Suite("In portions", .serialized) struct InPortions {
    @Test func `a survey in portions finds what one in a go does`() throws {
      let root = try FileSystem.makeTemporaryDirectory()
      defer { try? FileSystem.removeTree(root) }
      for folder in ["a", "a/b", "a/.git", "c", "outside"] { try FileSystem.createDirectory("\(root)/\(folder)") }
      for name in ["a/1", "a/b/2", "a/b/.3", "a/z", "c/4", "c/caf\u{E9}", "c/cafe\u{301}", "outside/5"] {
        try put("\(root)/\(name).layout", name)
      }
      try put("\(root)/a/b/note.txt", "no")
      for (link, target) in [("a/folder", "../outside"), ("a/loop", "b"), ("c/file.layout", "../a/1.layout")] {
        try FileSystem.createLink("\(root)/\(link)", to: target)
      }
      let watched = WatchedRoots(["a", "c", "gone", "c/4.layout"], from: root, within: [root])
      let followed: Set<String> = ["outside/5.layout", "outside/6.layout", "a/1.layout"]
      var watches: [[String]] = [[], []]
      let whole = DiskSurvey(watched, following: followed) { directory, extent in
        watches[0].append("\(directory.path) \(extent)")
      }
      var parts = DiskSurvey(of: watched, following: followed)
      var portions = 0
      while !parts.isComplete {
        var budget = LookBudget(1)
        parts.goOn(&budget) { directory, extent in watches[1].append("\(directory.path) \(extent)") }
        portions += 1
      }

      // A name each, and more.
      #expect(portions > 13)
      #expect(Set(whole.files.keys) == Set(whole.found))
      #expect(
        whole.layouts == [
          "a/1.layout", "a/b/2.layout", "a/z.layout", "c/4.layout", "c/cafe\u{301}.layout", "c/file.layout",
          "a/folder/5.layout", "gone",
        ])
      #expect(watches[0] == watches[1])
      #expect(parts.files == whole.files && parts.found == whole.found && parts.layouts == whole.layouts)
      #expect(parts.aliases == whole.aliases && parts.served == whole.served && parts.crossings == whole.crossings)
      #expect(parts.unserved == whole.unserved && parts.missingRoots == whole.missingRoots)
      #expect(parts.locks == whole.locks && parts.unreachable.isEmpty)
    }

    /// To each of 30 files in 64 folders and those of the machine it is two steps more: 32 names are one.
    @Test func `a way through many folders is paid for`() throws {
      let root = try FileSystem.makeTemporaryDirectory()
      defer { try? FileSystem.removeTree(root) }
      func steps(in depth: Int) throws -> Int {
        var folder = "\(root)/\(depth)"
        try FileSystem.createDirectory(folder)
        for _ in 1..<depth {
          folder += "/d"
          try FileSystem.createDirectory(folder)
        }
        for number in 0..<30 { try put("\(folder)/f\(number).layout", "") }
        var survey = DiskSurvey(of: WatchedRoots([folder], from: root, within: [root]))
        var budget = LookBudget(1_000)
        survey.goOn(&budget) { _, _ in }
        #expect(survey.isComplete && survey.files.count == 30)
        return 1_000 - budget.left
      }

      #expect(try steps(in: 64) - steps(in: 1) == 60)
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a portion is so many files, and all come`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, inPortionsOf: 300) { root in
        for number in 0..<40 { try put("\(root)/f\(number).layout", "\(number)") }
      }
      // A file that is new is 30 steps.
      #expect(watching.changes.count <= 10)
      var counts: [Int] = []
      while watching.watcher.isLooking {
        let before = watching.changes.count
        watching.drain()
        counts.append(watching.changes.count - before)
      }

      #expect(counts.allSatisfy { $0 <= 10 })
      #expect(watching.seen.count == 40 && watching.served.count == 40)
      #expect(watching.changes.count == 40)
    }

    /// One that is followed and was not read is 8 steps for the way and 30 for what is in it: four are more than half
    /// of 300.
    @Test(arguments: Watching.Kind.allCases)
    func `of what is followed from now on a portion is read at a time`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, inPortionsOf: 300) { root in
        for number in 0..<40 { try put("\(root)/f\(number).png", "\(number)") }
      }
      try watching.waitForQuiet()
      for number in 0..<40 { watching.watcher.follow(watching["f\(number).png"], .whole, at: .now) }
      var counts: [Int] = []
      while watching.changes.count < 40, counts.count < 40 {
        let before = watching.changes.count
        watching.drain()
        counts.append(watching.changes.count - before)
      }

      #expect(counts.allSatisfy { $0 <= 4 })
      #expect(watching.seen.count == 40)
    }

    @Test func `a known file that is saved comes before those that are new`() throws {
      let watching = try Watching(inPortionsOf: 300) { try put("\($0)/z.layout", "1") }
      try watching.waitForQuiet()
      for number in 0..<100 { try watching.write("f\(number).layout", "\(number)") }
      try watching.replace("z.layout", "2")

      try watching.wait { $0.seen["z.layout"] == "2" }

      #expect(watching.seen.count < 100)
      try watching.wait { $0.seen.count == 101 }
    }

    @Test func `of many that are saved the urgent ones come by turns with the others`() throws {
      let watching = try Watching(inPortionsOf: 120) { root in
        for number in 10..<60 { try put("\(root)/f\(number).layout", "1") }
      }
      try watching.waitForQuiet()
      for number in 10..<60 { try watching.write("f\(number).layout", "2") }

      var names: [String] = []
      let limit = ContinuousClock.now + .seconds(10)
      while names.count < 50, ContinuousClock.now < limit {
        let report = watching.watcher.drain(at: .now) { $0.hasSuffix("8.layout") || $0.hasSuffix("9.layout") }
        // Four at a time, in the order of their names.
        names += report.changes.map { String(FileSystem.split($0.path).name.prefix(3)) }
      }

      #expect(names.prefix(8) == ["f10", "f11", "f18", "f19", "f12", "f13", "f28", "f29"], "\(names)")
      #expect(Set(names).count == 50)
    }

    @Test func `what waits to be read and comes to be urgent is read before others, once`() {
      var queue = ReadQueue()
      for path in ["a", "b", "c", "d"] { queue.append(path) }
      queue.setMark()
      queue.append("d", isUrgent: true)
      queue.append("e", isUrgent: true)
      #expect(queue.count == 5)

      var taken: [String] = []
      while let path = queue.popFirst() {
        taken.append(path)
        #expect(queue.isPastMark == (taken.count == 5))
      }
      #expect(taken == ["d", "a", "e", "b", "c"])
      #expect(queue.count == 0)
    }

    @Test func `what is saved is handed on by itself, and the others are next`() throws {
      let watching = try Watching(inPortionsOf: 300) { try put("\($0)/z.layout", "1") }
      try watching.waitForQuiet()
      for number in 0..<20 { try watching.write("f\(number).layout", "\(number)") }
      try watching.replace("z.layout", "2")
      try watching.replace("z.layout", "3")

      var reports: [[String]] = []
      let limit = ContinuousClock.now + .seconds(10)
      while reports.joined().count < 21, ContinuousClock.now < limit {
        let names = watching.watcher.drain(at: .now).changes.map { FileSystem.split($0.path).name }
        if !names.isEmpty { reports.append(names) }
      }

      #expect(reports.contains(["z.layout"]), "\(reports)")
      // Whoever saves again and again keeps nobody from his turn.
      #expect(reports.count >= 3)
    }

    @Test func `what was read while folders were gone through is read again in portions`() throws {
      let watching = try Watching(inPortionsOf: 10) { root in
        for number in 0..<60 { try put("\(root)/f\(number).layout", "1") }
      }
      try watching.waitForQuiet()
      watching.watcher.catchUp()
      watching.drain()
      for number in 0..<60 { try watching.replace("f\(number).layout", "2") }

      var waiting: [Int] = []
      while watching.watcher.isCatchingUp {
        watching.drain()
        waiting.append(watching.watcher.waiting)
      }

      // All were saved at once, so they were to be read at once. When that is done, no more than a portion at a time is
      // to be read again.
      #expect(waiting.max()! >= 40)
      let again = waiting[(waiting.firstIndex(of: 0) ?? 0)...]
      #expect(again.contains { $0 > 0 } && again.allSatisfy { $0 <= 10 }, "\(waiting)")
      try watching.waitForQuiet()
      #expect(watching.seen.count == 60 && watching.seen.values.allSatisfy { $0 == "2" })
    }

    @Test func `who saves a file does not wait for a look that begins`() throws {
      let watching = try Watching(inPortionsOf: 10) { root in
        for number in 0..<60 { try put("\(root)/f\(number).layout", "1") }
        try put("\(root)/z.layout", "1")
      }
      watching.follow("note.txt")
      try watching.waitForQuiet()

      // Which folders are watched for others a look finds out.
      watching.release("note.txt")
      try watching.replace("z.layout", "2")
      try watching.wait { $0.watcher.isLooking }

      // It has gone through ten names at most.
      #expect(watching.seen["z.layout"] == "2")
      try watching.waitForQuiet()
      #expect(watching.changes.count { $0.path.hasSuffix("z.layout") } == 2)
    }

    @Test func `whoever wants to be certain gets a look that begins afterwards`() throws {
      let root = try FileSystem.makeTemporaryDirectory()
      defer { try? FileSystem.removeTree(root) }
      for number in 0..<20 { try put("\(root)/f\(number).layout", "1") }
      let watcher = PollingWatcher(WatchedRoots([root]), every: .seconds(3600), inPortionsOf: 12, at: .now)
      var texts: [String: String] = [:]
      func drain() {
        for change in watcher.drain(at: .now).changes {
          if case .content(let bytes) = change.state { texts[change.path] = String(decoding: bytes, as: UTF8.self) }
        }
      }
      // It has seen some of them by then, and not all.
      watcher.catchUp()
      while texts.count < 3 { drain() }
      #expect(watcher.isCatchingUp)

      for number in 0..<20 { try FileSystem.replaceFile("\(root)/f\(number).layout", Array("2".utf8)) }
      watcher.catchUp()
      while watcher.isCatchingUp { drain() }

      #expect(texts.count == 20 && texts.values.allSatisfy { $0 == "2" })
      // What it leaves undone is nothing, and nobody waits for the next look.
      #expect(!watcher.isLooking && watcher.waiting == 0)
    }

    /// A generator whose numbers a seed says.
    private struct Chance {
      var state: UInt64
      mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
      }
    }

    /// Does something to the files, whatever it comes to.
    private static func disturb(_ watching: Watching, _ chance: inout Chance) {
      let folders = ["", "d/", "e/", "d/i/"]
      func name() -> String { "\(folders[chance.below(4)])f\(chance.below(6)).layout" }
      switch chance.below(9) {
      case 0, 1, 2: try? watching.write(name(), "\(chance.below(1000))")
      case 3: try? watching.replace(name(), "\(chance.below(1000))")
      case 4: try? watching.remove(name())
      case 5: try? watching.move(name(), to: name())
      case 6: try? watching.makeDirectory(["d", "e", "d/i"][chance.below(3)])
      case 7: try? watching.remove(["d", "e", "d/i"][chance.below(3)])
      default: try? watching.move(["d", "e", "d/i"][chance.below(3)], to: ["d", "e", "e/i"][chance.below(3)])
      }
    }

    @Test(arguments: 0..<24)
    func `what is believed after a storm is what is on the disk`(seed: Int) throws {
      var chance = Chance(state: UInt64(seed) &* 7919 &+ 1)
      let kind: Watching.Kind = seed % 3 == 0 ? .polling : .inotify
      let watching = try Watching(kind, inPortionsOf: 1 + chance.below(40)) { root in
        for folder in ["d", "d/i"] { try FileSystem.createDirectory("\(root)/\(folder)") }
        for number in 0..<6 { try put("\(root)/d/f\(number).layout", "first") }
      }
      for _ in 0..<150 {
        for _ in 0..<chance.below(4) { Self.disturb(watching, &chance) }
        if chance.below(20) == 0 { watching.watcher.catchUp() }
        watching.drain()
      }

      // By events alone, where there are some; then everything, which is nothing new.
      let paths = { layoutFiles(below: watching.root).map { String($0.dropFirst(watching.root.count + 1)) } }
      func isBelieved(_ watching: Watching) -> Bool {
        let there = paths()
        return watching.served == Set(there)
          && there.allSatisfy {
            watching.seen[$0]
              == (try? FileSystem.readFile(watching[$0])).map { String(decoding: $0.bytes, as: UTF8.self) }
          }
          && watching.seen.allSatisfy { there.contains($0.key) || $0.value == nil }
      }
      try watching.wait(until: isBelieved)
      let known = watching.changes.count
      _ = watching.catchUp()
      #expect(isBelieved(watching))
      if kind == .inotify { #expect(watching.changes.count == known) }
    }
  }
}
