import Posix
import Testing

@testable import FileWatching

/// Everything here shares libinotifytools, which has one state for the whole process.
@Suite("On a real directory", .serialized) struct RealDirectoryTests {
  /// What editors and tools do to files, row by row; by events and by polling.
  @Suite("What arrives", .serialized) struct WhatArrives {
    @Test(arguments: Watching.Kind.allCases)
    func `everything that is there at first is reported first`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { root in
        try put("\(root)/b.layout", "b")
        try FileSystem.createDirectory("\(root)/d")
        try put("\(root)/d/a.layout", "a")
        try put("\(root)/note.txt", "no")
        try put("\(root)/.hidden.layout", "no")
        try FileSystem.createDirectory("\(root)/.d")
        try put("\(root)/.d/a.layout", "no")
      }

      #expect(watching.seen == ["b.layout": "b", "d/a.layout": "a"])
      #expect(watching.changes.map(\.path) == [watching["b.layout"], watching["d/a.layout"]])
    }

    @Test(arguments: Watching.Kind.allCases, [false, true])
    func `nothing is kept of files that came and went, and they may come again`(
      _ kind: Watching.Kind, whileFollowed isFollowed: Bool
    ) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      for number in 0..<5 {
        let name = "g\(number).layout"
        watching.reset()
        try watching.write(name, "1")
        try watching.expect([name: "1"])
        if isFollowed { watching.follow(name) }
        watching.reset()
        try watching.remove(name)
        try watching.expect([name: nil])
        if isFollowed { watching.release(name) }
        try watching.waitForQuiet()
      }

      let known = watching.watcher.dump(at: .now).split(separator: "\n").filter { $0.contains(".layout: ") }
      #expect(known.count == 1)
      watching.reset()
      try watching.write("g0.layout", "1")
      try watching.expect(["g0.layout": "1"])
      #expect(watching.served == ["f.layout", "g0.layout"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `truncate and write`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      watching.reset()

      try watching.write("f.layout", "2")

      try watching.expect(["f.layout": "2"])
      #expect(watching.changes.count == 1)
    }

    @Test(arguments: Watching.Kind.allCases)
    func `atomic save`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      watching.reset()

      try watching.write("sedX1Y2", "2")
      try watching.move("sedX1Y2", to: "f.layout")

      try watching.expect(["f.layout": "2"])
      #expect(watching.changes.count == 1)
    }

    @Test(arguments: Watching.Kind.allCases)
    func `vim in place: swap files and the probe 4913 come and go`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      watching.reset()

      try watching.write(".f.layout.swp", "swap")
      try watching.write("4913", "")
      try watching.remove("4913")
      try watching.write("f.layout~", "1")
      try watching.write("f.layout", "2")
      try watching.remove("f.layout~")
      try watching.remove(".f.layout.swp")

      try watching.expect(["f.layout": "2"])
      #expect(watching.changes.count == 1)
    }

    @Test(arguments: Watching.Kind.allCases)
    func `vim with a backup: the file itself is moved away and written anew`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      watching.reset()

      try watching.move("f.layout", to: "f.layout~")
      watching.drain()
      try watching.write("f.layout", "2")
      try watching.remove("f.layout~")

      try watching.expect(["f.layout": "2"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `Kubernetes ConfigMap swap: only the link ..data moves`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { root in
        try FileSystem.createDirectory("\(root)/..1")
        try put("\(root)/..1/f.layout", "1")
        try FileSystem.createLink("\(root)/..data", to: "..1")
        try FileSystem.createLink("\(root)/f.layout", to: "..data/f.layout")
      }
      #expect(watching.seen == ["f.layout": "1"])
      watching.reset()

      try watching.makeDirectory("..2")
      try watching.write("..2/f.layout", "2")
      try watching.link("..data_tmp", to: "..2")
      try watching.waitForQuiet()
      try watching.move("..data_tmp", to: "..data")
      try watching.expect(["f.layout": "2"])

      try watching.remove("..1")
      try watching.waitForQuiet()
      try watching.write("..2/f.layout", "3")
      try watching.expect(["f.layout": "3"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `rm -r d; mkdir d`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { root in
        try FileSystem.createDirectory("\(root)/d")
        try put("\(root)/d/f.layout", "1")
      }
      watching.reset()

      try watching.remove("d")
      try watching.makeDirectory("d")
      try watching.write("d/f.layout", "2")
      try watching.expect(["d/f.layout": "2"])

      for round in 3..<8 {
        try watching.remove("d")
        watching.drain()
        try watching.makeDirectory("d")
        try watching.write("d/f.layout", "\(round)")
        try watching.expect(["d/f.layout": "\(round)"])
        try watching.waitForQuiet()
        try watching.write("d/f.layout", "\(round) again")
        try watching.expect(["d/f.layout": "\(round) again"])
      }
    }

    @Test(arguments: Watching.Kind.allCases)
    func `mv d d2: the file is at its new path, and later writes too`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { root in
        try FileSystem.createDirectory("\(root)/d")
        try FileSystem.createDirectory("\(root)/d/e")
        try put("\(root)/d/e/f.layout", "1")
      }
      watching.reset()

      try watching.move("d", to: "d2")
      try watching.wait { $0.seen["d2/e/f.layout"] == "1" }
      try watching.waitForQuiet()
      try watching.write("d2/e/f.layout", "2")
      try watching.expect(["d2/e/f.layout": "2", "d/e/f.layout": nil])

      try watching.move("d2", to: "d")
      try watching.write("d/e/f.layout", "3")
      try watching.wait { $0.seen["d/e/f.layout"] == "3" }
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a link to a directory is followed, its own change and changes behind it`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "root") { root in
        for name in ["root", "one", "two"] { try FileSystem.createDirectory("\(root)/\(name)") }
        try put("\(root)/one/f.layout", "1")
        try put("\(root)/two/f.layout", "2")
        try FileSystem.createLink("\(root)/root/link", to: "../one")
      }
      #expect(watching.seen == ["root/link/f.layout": "1"])

      try watching.write("one/f.layout", "1 again")
      try watching.expect(["root/link/f.layout": "1 again"])

      try watching.link("new", to: "../two")
      try watching.move("new", to: "root/link")
      try watching.expect(["root/link/f.layout": "2"])

      try watching.write("two/f.layout", "2 again")
      try watching.expect(["root/link/f.layout": "2 again"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a folder deeper than paths can be says so, and those above it are served`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { root in
        try put("\(root)/f.layout", "1")
        // 30 names of 150 bytes are longer than the 4,096 bytes of a path.
        let script = "n=$(printf 'x%.0s' $(seq 150)); for i in $(seq 30); do mkdir $n; cd -P $n; done"
        let made = try ChildProcess.run("bash", ["-c", script], in: root, timeout: .seconds(30))
        #expect(made.exit == .code(0))
      }
      defer { _ = try? ChildProcess.run("rm", ["-rf", watching.root], timeout: .seconds(30)) }

      #expect(watching.seen == ["f.layout": "1"])
      guard case .unserved(let path, .tooDeep)? = watching.notices.first, watching.notices.count == 1 else {
        Issue.record("\(watching.notices)")
        return
      }
      #expect(path.utf8.count >= 4096 && path.utf8.count < 4096 + 151)
    }

    @Test(arguments: Watching.Kind.allCases)
    func `loops of links end, and no file is reported twice`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { root in
        try FileSystem.createDirectory("\(root)/d")
        try put("\(root)/d/f.layout", "1")
        try FileSystem.createLink("\(root)/a-loop", to: ".")
        try FileSystem.createLink("\(root)/d/up", to: "..")
        try FileSystem.createLink("\(root)/self.layout", to: "self.layout")
      }

      #expect(watching.seen == ["d/f.layout": "1"])
    }
  }

  @Suite("What else happens", .serialized) struct WhatElse {
    @Test(arguments: Watching.Kind.allCases)
    func `layouts in new folders are found, however deep and however fast`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind)

      for name in ["a", "a/b", "a/b/c"] { try watching.makeDirectory(name) }
      try watching.write("a/b/c/f.layout", "1")
      try watching.expect(["a/b/c/f.layout": "1"])

      try watching.write("a/b/c/f.layout", "2")
      try watching.write("a/b/g.layout", "3")
      try watching.expect(["a/b/c/f.layout": "2", "a/b/g.layout": "3"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a new file, a second name and a link are found`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/other.txt", "text") }

      try watching.write("new.layout", "1")
      try watching.link("link.layout", to: "other.txt")
      try watching.expect(["new.layout": "1", "link.layout": "text"])

      try watching.write("other.txt", "more")
      try watching.expect(["new.layout": "1", "link.layout": "more"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a file that changed its name by a second one is found, new or come back`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/back.layout", "0") }
      try watching.remove("back.layout")
      try watching.wait { $0.seen == ["back.layout": nil] }
      watching.reset()

      let shell = try ChildProcess.run(
        "sh", ["-c", "for name in new back; do printf 1 > .tmp; ln .tmp $name.layout; rm .tmp; done"],
        in: watching.root, timeout: .seconds(30))
      #expect(shell.exit == .code(0))

      // No event tells that such a file is complete, and by now nothing tells that it had another name.
      try watching.expect(["new.layout": "1", "back.layout": "1"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `the same bytes are no change`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      watching.reset()

      try watching.replace("f.layout", "1")
      try watching.write("f.layout", "1")
      try watching.write("g.layout", "2")

      try watching.expect(["g.layout": "2"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a deleted file is missing, and back when it is back`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      watching.reset()

      try watching.remove("f.layout")
      try watching.expect(["f.layout": nil])

      try watching.write("f.layout", "1")
      try watching.expect(["f.layout": "1"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `an emptied file is a change`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      watching.reset()

      try watching.write("f.layout", "")

      try watching.expect(["f.layout": ""])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a followed file outside of the folders counts until it is followed no more`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "root") { root in
        for name in ["root", "lib"] { try FileSystem.createDirectory("\(root)/\(name)") }
        try put("\(root)/lib/base.layout", "1")
      }
      watching.follow("lib/base.layout")
      watching.follow("lib/absent.layout")
      #expect(watching.seen == ["lib/base.layout": "1", "lib/absent.layout": nil])

      try watching.replace("lib/base.layout", "2")
      try watching.write("lib/absent.layout", "3")
      try watching.expect(["lib/base.layout": "2", "lib/absent.layout": "3"])

      watching.reset()
      watching.release("lib/base.layout")
      watching.release("lib/absent.layout")
      watching.drain()
      try watching.write("lib/base.layout", "4")
      try watching.write("root/own.layout", "5")
      try watching.expect(["root/own.layout": "5"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a look says what is there, and what it found is no news afterwards`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "root") { root in
        for name in ["root", "lib"] { try FileSystem.createDirectory("\(root)/\(name)") }
        for name in ["root/f.layout", "lib/base.layout", "lib/other.layout"] { try put("\(root)/\(name)", "1") }
      }
      watching.follow("lib/base.layout")
      watching.look(at: "lib/other.layout")
      watching.look(at: "root/f.layout")
      #expect(watching.seen == ["root/f.layout": "1", "lib/base.layout": "1", "lib/other.layout": "1"])
      watching.reset()

      for name in ["root/f.layout", "lib/base.layout", "lib/other.layout"] {
        try watching.write(name, "2")
        watching.look(at: name)
      }
      try watching.write("root/g.layout", "3")
      try watching.wait { $0.seen["root/g.layout"] == "3" }
      try watching.waitForQuiet()

      #expect(watching.changes.count == 4)
      #expect(watching.seen["lib/base.layout"] == "2")
    }

    /// Texts of many megabytes are looked at again while somebody waits.
    @Test(arguments: Watching.Kind.allCases)
    func `a file that nobody has written to is handed out again as it was`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "root") { root in
        try FileSystem.createDirectory("\(root)/root")
        try put("\(root)/root/f.layout", "1")
      }
      let place = { (change: FileChange?) -> UInt? in
        guard case .content(let bytes) = change?.state else { return nil }
        return unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
      }
      watching.follow("root/f.layout")
      let first = try #require(place(watching.changes.last))

      watching.look(at: "root/f.layout")
      watching.look(at: "root/f.layout")
      #expect(place(watching.changes.last) == first)

      try watching.write("root/f.layout", "2")
      watching.look(at: "root/f.layout")
      #expect(watching.seen["root/f.layout"] == "2")
    }

    @Test(arguments: Watching.Kind.allCases)
    func `files that are followed together are reported once each, looked at or not`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "root") { root in
        for name in ["root", "lib"] { try FileSystem.createDirectory("\(root)/\(name)") }
        for name in ["a", "b", "c"] { try put("\(root)/lib/\(name)", name) }
      }
      for name in ["a", "b", "c"] { watching.watcher.follow(watching["lib/\(name)"], .whole, at: .now) }

      watching.look(at: "lib/a")
      watching.look(at: "lib/b")
      try watching.wait { $0.seen["lib/c"] == "c" }
      try watching.waitForQuiet()

      #expect(watching.changes.count == 3)
    }

    @Test(arguments: Watching.Kind.allCases)
    func `what is followed twice goes on to be followed when it is released once`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "root") { root in
        for name in ["root", "lib"] { try FileSystem.createDirectory("\(root)/\(name)") }
        try put("\(root)/lib/both", "1234")
      }
      watching.follow("lib/both", .beginning(2))
      watching.follow("lib/both")
      #expect(watching.seen == ["lib/both": "1234"])

      watching.release("lib/both")
      try watching.write("lib/both", "5678")
      try watching.expect(["lib/both": "56"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `of a file whose beginning matters nothing else is read`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "root") { root in
        try FileSystem.createDirectory("\(root)/root")
        try put("\(root)/root/picture", "123456")
      }
      watching.follow("root/picture", .beginning(3))
      #expect(watching.seen == ["root/picture": "123"])

      watching.reset()
      try watching.replace("root/picture", "123xyz")
      try watching.write("root/own.layout", "5")
      try watching.expect(["root/own.layout": "5"])
      try watching.replace("root/picture", "abcdef")
      try watching.expect(["root/own.layout": "5", "root/picture": "abc"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `all that is in a followed folder is reported, what comes into new folders too, and none of it is served`(
      _ kind: Watching.Kind
    ) throws {
      let folders = ["fonts": 3, "alone": 2, "nowhere": 1]
      let watching = try Watching(kind, folder: "root", following: folders) { root in
        try FileSystem.createDirectory("\(root)/root")
        try FileSystem.createDirectory("\(root)/fonts")
        try put("\(root)/fonts/one", "123456")
        try put("\(root)/fonts/.hidden", "1")
        try put("\(root)/alone", "abcdef")
      }
      #expect(watching.changesInFolders == ["fonts/one", "alone", "nowhere"])

      watching.reset()
      try watching.makeDirectory("fonts/more")
      try watching.waitForQuiet()
      try watching.write("fonts/more/two.layout", "xyz123")
      try watching.wait { $0.changesInFolders == ["fonts/more/two.layout"] }
      try watching.write("alone", "abc")
      try watching.replace("fonts/one", "123xyz")
      try watching.replace("fonts/more/two.layout", "abc")
      try watching.waitForQuiet()
      try watching.replace("fonts/one", "abc")
      try watching.wait { $0.changesInFolders.contains("fonts/one") }
      #expect(watching.changesInFolders == ["fonts/more/two.layout", "fonts/one"])
      #expect(watching.served == [])

      watching.reset()
      try watching.remove("fonts/more")
      try watching.write("nowhere", "9")
      try watching.wait { $0.changesInFolders == ["fonts/more/two.layout", "nowhere"] }
      #expect(watching.changes == [])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `what is only followed is not served, hidden files in the folder included`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { root in
        try put("\(root)/f.layout", "1")
        try put("\(root)/.shared.layout", "1")
      }
      watching.follow("f.layout")
      watching.follow(".shared.layout")
      #expect(watching.seen == ["f.layout": "1", ".shared.layout": "1"])
      #expect(watching.served == ["f.layout"])

      try watching.write(".shared.layout", "2")
      try watching.expect(["f.layout": "1", ".shared.layout": "2"])
      try watching.remove("f.layout")
      try watching.wait { $0.served == [] }
      try watching.write("f.layout", "3")
      try watching.wait { $0.served == ["f.layout"] }
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a file that is too long is said to be so once, and read when it is shorter`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { root in
        try FileSystem.writeFile("\(root)/f.layout", Array(repeating: 32, count: FileSystem.longestFile + 1))
      }
      #expect(watching.seen == ["f.layout": "cannot be read: File too large"])
      #expect(watching.served == ["f.layout"])

      for _ in 0..<3 { #expect(watching.catchUp().filter { !$0.isEmpty } == []) }
      try watching.waitForQuiet()
      #expect(watching.changes.count == 1 && watching.notices.isEmpty)

      try watching.replace("f.layout", "2")
      try watching.expect(["f.layout": "2"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a single file is served without its neighbours`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, roots: ["f.layout"]) { root in
        try put("\(root)/f.layout", "1")
        try put("\(root)/g.layout", "no")
      }
      #expect(watching.seen == ["f.layout": "1"])

      try watching.write("g.layout", "still no")
      try watching.replace("f.layout", "2")
      try watching.expect(["f.layout": "2"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a root that is removed is waited for`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "up/root") { root in
        try FileSystem.createDirectory("\(root)/up")
        try FileSystem.createDirectory("\(root)/up/root")
        try put("\(root)/up/root/f.layout", "1")
      }
      try watching.remove("up")
      try watching.wait { $0.notices == [.rootMissing($0["up/root"])] }

      try watching.makeDirectory("up")
      try watching.makeDirectory("up/root")
      try watching.write("up/root/f.layout", "2")
      try watching.expect(["up/root/f.layout": "2"])
      #expect(watching.notices.last == .rootReturned(watching["up/root"]))

      try watching.write("up/root/f.layout", "3")
      try watching.expect(["up/root/f.layout": "3"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a root whose way is renamed is found again when there is a new one`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "up/mid/root") { root in
        for name in ["up", "up/mid", "up/mid/root"] { try FileSystem.createDirectory("\(root)/\(name)") }
        try put("\(root)/up/mid/root/f.layout", "1")
      }
      try watching.move("up", to: "other")
      try watching.wait { $0.notices == [.rootMissing($0["up/mid/root"])] }

      for name in ["up", "up/mid", "up/mid/root"] { try watching.makeDirectory(name) }
      try watching.write("up/mid/root/f.layout", "2")
      try watching.expect(["up/mid/root/f.layout": "2"])

      // Both at once: there is never a moment without the folder.
      try watching.waitForQuiet()
      try watching.makeDirectory("next")
      try watching.makeDirectory("next/root")
      try watching.write("next/root/f.layout", "3")
      try watching.move("up/mid", to: "up/old")
      try watching.move("next", to: "up/mid")
      try watching.expect(["up/mid/root/f.layout": "3"])
      try watching.waitForQuiet()
      try watching.write("up/mid/root/f.layout", "4")
      try watching.expect(["up/mid/root/f.layout": "4"])
    }

    @Test func `what happens beside the folders on the way to a root wakes nobody`() throws {
      let watching = try Watching(folder: "up/root") { root in
        for name in ["up", "up/root"] { try FileSystem.createDirectory("\(root)/\(name)") }
      }
      try watching.waitForQuiet()

      try watching.makeDirectory("neighbour")
      try watching.write("note.layout", "1")

      #expect(try !watching.isWoken())
    }

    @Test func `a folder on the way to a root becomes one whose files are served`() throws {
      let watching = try Watching(roots: ["up/mid/root", "up"]) { root in
        for name in ["up", "up/mid", "up/mid/root"] { try FileSystem.createDirectory("\(root)/\(name)") }
      }

      try watching.write("up/f.layout", "1")
      try watching.expect(["up/f.layout": "1"])
      try watching.waitForQuiet()
      try watching.write("up/f.layout", "2")
      try watching.expect(["up/f.layout": "2"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `the current folder is what has its name, also when that is another folder later`(
      _ kind: Watching.Kind
    ) throws {
      let watching = try Watching(kind, roots: ["."], from: "here") { root in
        try FileSystem.createDirectory("\(root)/here")
        try put("\(root)/here/f.layout", "1")
      }
      #expect(watching.seen == ["f.layout": "1"])

      try watching.remove("here")
      try watching.wait { $0.notices == [.rootMissing(".")] && $0.seen == ["f.layout": nil] }
      try watching.makeDirectory("here")
      try watching.write("here/f.layout", "2")
      try watching.expect(["f.layout": "2"])
      #expect(watching.notices.last == .rootReturned("."))

      try watching.waitForQuiet()
      try watching.write("here/f.layout", "3")
      try watching.expect(["f.layout": "3"])
    }

    @Test func `a file that somebody is writing is not read because of a folder beside it`() throws {
      let watching = try Watching { try put("\($0)/f.layout", "1") }
      watching.reset()

      var writer: AppendedFile? = AppendedFile(watching["f.layout"])
      try writer?.append([UInt8(ascii: "2")])
      try watching.makeDirectory("d")
      try watching.write("d/g.layout", "3")
      try watching.expect(["d/g.layout": "3"])
      try watching.waitForQuiet()
      #expect(watching.seen == ["d/g.layout": "3"])

      try writer?.append([UInt8(ascii: "2")])
      writer = nil
      try watching.expect(["d/g.layout": "3", "f.layout": "122"])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `of two names with the same letters one is served, and the other is said not to be`(
      _ kind: Watching.Kind
    ) throws {
      let watching = try Watching(kind) { root in
        try put("\(root)/caf\u{E9}.layout", "composed")
        try put("\(root)/cafe\u{301}.layout", "decomposed")
      }

      #expect(watching.seen == ["cafe\u{301}.layout": "decomposed"])
      #expect(watching.notices == [.unserved(watching["caf\u{E9}.layout"], .twin)])

      _ = watching.catchUp()
      watching.drain()
      #expect(watching.notices.count == 1)
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a name that is not UTF-8 is said not to be served`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind)

      let shell = try ChildProcess.run(
        "sh", ["-c", #"echo > "$0/$(printf 'caf\351.layout')""#, watching.root], timeout: .seconds(10))
      #expect(shell.exit == .code(0))

      try watching.wait { $0.notices == [.unserved($0["caf\u{FFFD}.layout"], .notUnicode)] }
      #expect(watching.seen == [:])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a checkout is one report, when git lets go of its lock`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "work/layouts") { root in
        for name in ["work", "work/.git", "work/layouts"] { try FileSystem.createDirectory("\(root)/\(name)") }
        for name in ["a", "b"] { try put("\(root)/work/layouts/\(name).layout", "1") }
      }
      watching.reset()

      try watching.write("work/.git/index.lock", "")
      try watching.write("work/layouts/a.layout", "2")
      // The watcher is not going to look before the lock counts as left behind.
      let soon = ContinuousClock.now + .milliseconds(100)
      try watching.wait { _ in ContinuousClock.now >= soon }
      #expect(watching.seen == [:])
      #expect(watching.watcher.isGathering)

      try watching.write("work/layouts/b.layout", "2")
      try watching.move("work/.git/index.lock", to: "work/.git/index")
      try watching.expect(["work/layouts/a.layout": "2", "work/layouts/b.layout": "2"])
      try watching.wait { !$0.watcher.isGathering }
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a repository's lock holds while that of another comes and goes`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind, folder: "work") { root in
        for name in ["work", "work/.git", "work/sub", "work/sub/.git"] {
          try FileSystem.createDirectory("\(root)/\(name)")
        }
        for name in ["a", "sub/b"] { try put("\(root)/work/\(name).layout", "1") }
      }
      watching.reset()

      try watching.write("work/.git/index.lock", "")
      try watching.write("work/sub/.git/index.lock", "")
      try watching.wait { $0.watcher.isGathering }
      try watching.write("work/sub/b.layout", "2")
      try watching.move("work/sub/.git/index.lock", to: "work/sub/.git/index")
      let soon = ContinuousClock.now + .milliseconds(100)
      try watching.wait { _ in ContinuousClock.now >= soon }
      #expect(watching.seen == [:])

      try watching.write("work/a.layout", "2")
      try watching.move("work/.git/index.lock", to: "work/.git/index")
      try watching.expect(["work/a.layout": "2", "work/sub/b.layout": "2"])
    }

    @Test func `what a checkout has changed belongs together, however many portions it takes to tell`() throws {
      let watching = try Watching(folder: "work/layouts", inPortionsOf: 40) { root in
        for name in ["work", "work/.git", "work/layouts"] { try FileSystem.createDirectory("\(root)/\(name)") }
        for number in 0..<20 { try put("\(root)/work/layouts/\(number).layout", "1") }
      }
      try watching.wait { $0.seen.count == 20 && !$0.watcher.isLooking }
      watching.reset()
      try watching.write("work/.git/index.lock", "")
      for number in 0..<20 { try watching.write("work/layouts/\(number).layout", "2") }
      try watching.move("work/.git/index.lock", to: "work/.git/index")

      var portions = 0
      try watching.wait { watching in
        if watching.seen.count > 0, watching.seen.count < 20 {
          portions += 1
          #expect(watching.watcher.isGathering)
        }
        return watching.seen.count == 20
      }
      #expect(portions > 0)
      try watching.wait { !$0.watcher.isGathering }
    }

    @Test func `a worktree's lock is where its file .git says`() throws {
      let watching = try Watching(folder: "tree/layouts") { root in
        for name in ["main", "main/.git", "main/.git/worktrees", "main/.git/worktrees/tree", "tree", "tree/layouts"] {
          try FileSystem.createDirectory("\(root)/\(name)")
        }
        try put("\(root)/tree/.git", "gitdir: ../main/.git/worktrees/tree\n")
        try put("\(root)/tree/layouts/a.layout", "1")
      }
      watching.reset()

      try watching.write("main/.git/worktrees/tree/index.lock", "")

      try watching.wait { $0.watcher.isGathering }
    }

    @Test(arguments: Watching.Kind.allCases)
    func `catching up reports everything, and what was known before first`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind) { try put("\($0)/f.layout", "1") }
      watching.reset()
      try watching.write("f.layout", "")
      try watching.write("g.layout", "2")

      let reports = watching.catchUp()

      #expect(reports.flatMap(\.changes).map(\.path) == [watching["f.layout"], watching["g.layout"]])
      #expect(watching.catchUp().filter { !$0.isEmpty } == [])
    }

    @Test(arguments: Watching.Kind.allCases)
    func `a thousand files are all seen`(_ kind: Watching.Kind) throws {
      let watching = try Watching(kind)
      for number in 0..<1000 { try watching.write("f\(number).layout", "\(number)") }

      try watching.wait { $0.seen.count == 1000 }
      #expect(watching.seen["f999.layout"] == "999")
    }

    @Test func `more events than the kernel queues lose nothing`() throws {
      let watching = try Watching { try FileSystem.createDirectory("\($0)/d") }
      let limit = try #require(WatchError.limit("max_queued_events"))
      try watching.write("f.layout", "1")
      for number in 0...limit { try watching.write("noise\(number % 2)", "") }
      // Lost: the notes that d was removed and made again.
      try watching.remove("d")
      try watching.makeDirectory("d")
      try watching.write("d/late.layout", "2")

      try watching.expect(["f.layout": "1", "d/late.layout": "2"])
      #expect(watching.notices == [.overflow(queueLimit: limit)])

      try watching.write("d/late.layout", "3")
      try watching.expect(["f.layout": "1", "d/late.layout": "3"])
    }

    @Test func `a second watcher in the process is refused, and a new one after the first is gone`() throws {
      do {
        let watching = try Watching()
        #expect(throws: WatchError.alreadyWatching) { try InotifyToolsWatcher(WatchedRoots([watching.root]), at: .now) }

        let fallback = openFileWatcher(WatchedRoots([watching.root]), polling: false, at: .now)
        #expect(fallback.watcher is PollingWatcher)
        #expect(
          fallback.notices
            == [.polling(root: watching.root, because: .inotifyUnavailable(.alreadyWatching))])
      }
      let watching = try Watching()
      try watching.write("f.layout", "1")
      try watching.expect(["f.layout": "1"])
    }

    @Test func `nothing happens, nothing is due`() throws {
      let watching = try Watching { try put("\($0)/f.layout", "1") }

      #expect(watching.watcher.deadline == nil)
    }
  }
}

@Suite("Messages about watching") struct WatchNoticeTests {
  @Test func `a used-up limit names the sysctl that raises it`() {
    let outOfWatches = WatchError(PosixError(code: 28, call: "inotify_add_watch", path: "/srv"))
    let outOfInstances = WatchError(PosixError(code: 24, call: "inotify_init"))

    #expect(outOfWatches.description.contains("sysctl fs.inotify.max_user_watches="))
    #expect(outOfInstances.description.contains("sysctl fs.inotify.max_user_instances="))
    #expect(
      WatchNotice.polling(root: "/srv", because: .inotifyUnavailable(outOfWatches)).description
        .hasPrefix("/srv is polled: no more folders can be watched"))
  }
}
