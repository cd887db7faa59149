import Glibc
import Testing

@testable import Posix

/// Each rule holds with `openat2`, and without it.
@Suite("What lies inside of served folders") struct EnclosureTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for folder in ["in", "in/sub", "out", "second"] { try FileSystem.createDirectory(directory[folder]) }
    for file in ["in/a", "in/sub/b", "out/secret", "second/c"] {
      try FileSystem.writeFile(directory[file], Array(file.utf8))
    }
  }

  private func enclosure(_ usesOpenBeneath: Bool, followingLinks: Bool = false) -> Enclosure {
    var enclosure = Enclosure([directory["in"], directory["second"]], followingLinks: followingLinks)
    enclosure.usesOpenBeneath = usesOpenBeneath
    return enclosure
  }

  /// What is read at a path; the error that it is refused with.
  private func read(_ name: String, _ enclosure: Enclosure) -> Result<String, PosixError> {
    let path = name.hasPrefix("/") ? name : directory[name]
    return Result { () throws(PosixError) in
      let content = try enclosure.readFile(path)
      let status = try enclosure.status(of: path)
      #expect(status.identity == content.identity)
      let real = try enclosure.realPath(path)
      #expect(try FileSystem.status(of: real, followingLink: false).identity == content.identity)
      return String(decoding: content.bytes, as: UTF8.self)
    }
  }

  private func isOutside(_ name: String, _ enclosure: Enclosure) -> Bool {
    if case .failure(let error) = read(name, enclosure) { error.isOutside } else { false }
  }

  @Test(arguments: [
    ("/", "/"), ("/a/b.layout", "/a/b.layout"), ("/a.b/c..d", "/a.b/c..d"), ("/.a/..b", "/.a/..b"), ("/a/", "/a"),
    ("/a//b", "/a/b"), ("/a/./b", "/a/b"), ("/a/.", "/a"), ("/a/../b", "/b"), ("/a/..", "/"), ("/..", "/"),
  ])
  func `a path is folded by its letters`(_ path: String, _ folded: String) {
    #expect(FileSystem.folded(path) == folded)
  }

  @Test(arguments: [true, false]) func `files in the folders are read, by any way of writing their path`(_ way: Bool) {
    for (name, content) in [
      "in/a": "in/a", "in/./sub//b": "in/sub/b", "in/sub/../a": "in/a", "out/../in/a": "in/a", "second/c": "second/c",
    ] {
      #expect((try? read(name, enclosure(way)).get()) == content, "\(name)")
    }
  }

  @Test(arguments: [true, false])
  func `links that stay inside are followed, relative, absolute, from one folder to another`(
    _ way: Bool
  ) throws {
    try FileSystem.createLink(directory["in/relative"], to: "sub/b")
    try FileSystem.createLink(directory["in/sub/up"], to: "../a")
    try FileSystem.createLink(directory["in/folder"], to: "sub")
    try FileSystem.createLink(directory["in/absolute"], to: directory["in/sub/b"])
    try FileSystem.createLink(directory["in/other"], to: "../second/c")
    try FileSystem.createLink(directory["in/chain"], to: "absolute")
    try FileSystem.createLink(directory["in/home"], to: directory["in"])

    for (name, content) in [
      "in/relative": "in/sub/b", "in/sub/up": "in/a", "in/folder/b": "in/sub/b", "in/absolute": "in/sub/b",
      "in/other": "second/c", "in/chain": "in/sub/b", "in/home/sub/b": "in/sub/b", "in/home/home/a": "in/a",
    ] {
      #expect((try? read(name, enclosure(way)).get()) == content, "\(name)")
    }
  }

  @Test(arguments: [true, false]) func `an absolute link names a folder as somebody does who comes there by a link`(
    _ way: Bool
  ) throws {
    try FileSystem.createLink(directory["alias"], to: "in")
    try FileSystem.createLink(directory["in/link"], to: directory["alias/sub/b"])
    var enclosure = Enclosure([directory["alias"]])
    enclosure.usesOpenBeneath = way

    #expect((try? read("alias/link", enclosure).get()) == "in/sub/b")
    #expect((try? read("in/a", enclosure).get()) == "in/a")
    #expect(isOutside("out/secret", enclosure))
  }

  @Test(arguments: [true, false]) func `whatever leads out is refused alike, be it there or not`(_ way: Bool) throws {
    let links = [
      "file": "../out/secret", "none": "../out/none", "folder": "../out", "root": "/", "shadow": "/etc/shadow",
      "absolute": directory["out/secret"], "nowhere": directory["nowhere/x"], "twice": "sub/back",
      "around": "../in/../out",
    ]
    for (name, target) in links { try FileSystem.createLink(directory["in/\(name)"], to: target) }
    try FileSystem.createLink(directory["in/sub/back"], to: "../../out/secret")

    for name in [
      "in/file", "in/none", "in/folder/secret", "in/folder/none", "in/root/etc/shadow", "in/shadow", "in/absolute",
      "in/nowhere", "in/twice", "in/around/secret", "out/secret", "out/none", "nothing", "in/../out/secret", "in/..",
      "/etc/shadow", "/etc/none", "/",
    ] {
      #expect(isOutside(name, enclosure(way)), "\(name)")
    }
  }

  @Test(arguments: [true, false]) func `a folder is not inside of one whose name begins alike`(_ way: Bool) throws {
    try FileSystem.createDirectory(directory["in-other"])
    try FileSystem.writeFile(directory["in-other/a"], [1])
    try FileSystem.createLink(directory["in/link"], to: "../in-other/a")

    #expect(isOutside("in-other/a", enclosure(way)))
    #expect(isOutside("in/link", enclosure(way)))
  }

  @Test(arguments: [true, false]) func `what is missing inside is missing, and a ring of links is an error`(_ way: Bool)
    throws
  {
    try FileSystem.createLink(directory["in/dangling"], to: "sub/none")
    try FileSystem.createLink(directory["in/gone"], to: directory["in/none/x"])
    try FileSystem.createLink(directory["in/ring"], to: "ring")

    for name in ["in/none", "in/dangling", "in/gone", "in/sub/none/x"] {
      guard case .failure(let error) = read(name, enclosure(way)) else {
        Issue.record("\(name) was read")
        continue
      }
      #expect(error.isNotFound, "\(name): \(error)")
    }
    guard case .failure(let error) = read("in/ring", enclosure(way)) else {
      Issue.record("a ring of links was read")
      return
    }
    #expect(!error.isOutside && !error.isNotFound)
  }

  @Test(arguments: [true, false]) func `links lead anywhere where that is wanted, and paths do not`(_ way: Bool) throws
  {
    try FileSystem.createLink(directory["in/file"], to: "../out/secret")
    let enclosure = enclosure(way, followingLinks: true)

    #expect((try? read("in/file", enclosure).get()) == "out/secret")
    #expect(isOutside("out/secret", enclosure))
    #expect(isOutside("in/../out/secret", enclosure))
  }

  @Test func `a file that is named is read wherever it leads, and nothing beside it`() throws {
    try FileSystem.createLink(directory["in/file"], to: "../out/secret")
    let enclosure = Enclosure([directory["in"]], and: [directory["in/file"]])

    #expect((try? read("in/file", enclosure).get()) == "out/secret")
    #expect(isOutside("out/secret", enclosure))
  }

  // MARK: Exchanging

  /// What a file is after an exchange for `new`; the error that it is refused with.
  private func exchange(_ name: String, _ enclosure: Enclosure, _ new: String = "new") -> Result<
    Bool, Enclosure.ExchangeRefusal
  > {
    Result { () throws(Enclosure.ExchangeRefusal) in
      try enclosure.exchangeFile(directory[name]) { _ in Array(new.utf8) }
    }
  }

  private func content(_ name: String) -> String? {
    (try? FileSystem.readFile(directory[name])).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: [true, false]) func `a file is exchanged for what is made of it, and keeps its permissions`(
    _ way: Bool
  ) throws {
    try FileSystem.setPermissions(of: directory["in/sub/b"], to: 0o666)
    let before = try FileSystem.status(of: directory["in/sub/b"])

    let isWritten = try enclosure(way).exchangeFile(directory["in/sub/b"]) { $0 + Array("!".utf8) }

    #expect(isWritten && content("in/sub/b") == "in/sub/b!")
    let after = try FileSystem.status(of: directory["in/sub/b"])
    #expect(after.permissions == 0o666)
    #expect(after.identity.inode != before.identity.inode, "a reader sees one or the other")
    #expect(try FileSystem.list(directory["in/sub"]).map(\.name) == ["b"])
  }

  @Test(arguments: [true, false]) func `nothing outside is exchanged, by any way of writing its path`(_ way: Bool)
    throws
  {
    try FileSystem.createLink(directory["in/away"], to: "../out/secret")
    try FileSystem.createLink(directory["in/folder"], to: "../out")
    for name in ["out/secret", "in/../out/secret", "in/away", "in/folder/secret", "in/sub/../../out/secret"] {
      guard case .failure(.system(let error)) = exchange(name, enclosure(way)) else {
        Issue.record("\(name) was written, or refused for another reason")
        continue
      }
      #expect(error.isOutside, "\(name): \(error)")
    }
    #expect(content("out/secret") == "out/secret")
    #expect(try FileSystem.list(directory["out"]).map(\.name) == ["secret"])
  }

  @Test func `a link inside stays one, and what it leads to is exchanged`() throws {
    try FileSystem.createLink(directory["in/link"], to: "sub/b")
    #expect(exchange("in/link", enclosure(true)) == .success(true))
    #expect(content("in/sub/b") == "new")
    #expect(try FileSystem.status(of: directory["in/link"], followingLink: false).kind == .symbolicLink)
  }

  /// Before our file is made, when it is there, and in the same way into the file itself.
  @Test(arguments: [(false, false), (true, false), (true, true)])
  func `a file that somebody else saves meanwhile stays as they saved it`(_ isLate: Bool, _ isInPlace: Bool) throws {
    let save = {
      if isInPlace {
        try? FileSystem.writeFile(directory["in/a"], Array("theirs, in place".utf8))
      } else {
        try? FileSystem.writeFile(directory["out/theirs"], Array("theirs".utf8))
        _ = unsafe rename(directory["out/theirs"], directory["in/a"])
      }
    }

    #expect(throws: Enclosure.ExchangeRefusal.outdated) {
      try enclosure(true).exchangeFile(directory["in/a"], atLast: { if isLate { save() } }) { _ in
        if !isLate { save() }
        return Array("ours".utf8)
      }
    }

    #expect(content("in/a") == (isInPlace ? "theirs, in place" : "theirs"))
    #expect(try FileSystem.list(directory["in"]).map(\.name).sorted() == ["a", "sub"])
  }

  @Test func `what was taken away in the last moment does not come back`() throws {
    #expect(throws: Enclosure.ExchangeRefusal.self) {
      try enclosure(true).exchangeFile(
        directory["in/a"], atLast: { try? FileSystem.remove(directory["in/a"]) }, { _ in [] })
    }
    #expect(try FileSystem.list(directory["in"]).map(\.name) == ["sub"])
  }

  @Test(arguments: [0o444, 0o555, 0o066] as [UInt32])
  func `a file that its owner may not write to is not exchanged`(_ mode: UInt32) throws {
    try FileSystem.setPermissions(of: directory["in/a"], to: mode)
    // Without the right to read it only root gets as far.
    if mode & 0o400 != 0 || CurrentProcess.userID == 0 {
      #expect(exchange("in/a", enclosure(true)) == .failure(.readOnly(mode)))
    }
    try FileSystem.setPermissions(of: directory["in/a"], to: 0o644)
    #expect(content("in/a") == "in/a")
  }

  @Test func `a file with two names is not exchanged`() throws {
    #expect(unsafe link(directory["in/a"], directory["in/sub/other"]) == 0)
    #expect(exchange("in/a", enclosure(true)) == .failure(.linked(2)))
    #expect(content("in/a") == "in/a")
  }

  @Test func `what stands where the new file would be made stays, and is named`() throws {
    let planted = ".a.\(getpid()).new"
    try FileSystem.createLink(directory["in/\(planted)"], to: "../out/secret")

    #expect(exchange("in/a", enclosure(true)) == .failure(.inTheWay(planted)))

    #expect(content("in/a") == "in/a" && content("out/secret") == "out/secret")
    #expect(try FileSystem.status(of: directory["in/\(planted)"], followingLink: false).kind == .symbolicLink)
  }

  /// An access list in the form that the kernel has it: version 2, then tag, bits and id of each entry. The owner may
  /// all, user 12345 read, the group read, no more than the mask, others nothing.
  @Test func `mode, group, attributes and access list are those of the old file`() throws {
    let path = directory["in/a"]
    let entries: [(UInt16, UInt16, UInt32)] = [
      (1, 6, .max), (2, 4, 12_345), (4, 4, .max), (16, 4, .max), (32, 0, .max),
    ]
    let list: [UInt8] =
      [2, 0, 0, 0]
      + entries.flatMap { tag, bits, id in
        [UInt8(tag), 0, UInt8(bits), 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) }
      }
    let attributes = ["user.note": Array("kept".utf8), "system.posix_acl_access": list]
    let file = FileDescriptor(unsafe open(path, O_RDONLY))
    for (name, value) in attributes {
      let isSet = file.setAttribute(name, value)
      try #require(isSet)
    }
    // Only root may give files to any group.
    if CurrentProcess.userID == 0 { try #require(unsafe chown(path, uid_t.max, 54_321) == 0) }
    try FileSystem.setPermissions(of: path, to: 0o4640)
    let before = try FileSystem.status(of: path)

    #expect(exchange("in/a", enclosure(true)) == .success(true))

    let after = try FileSystem.status(of: path)
    #expect(after.permissions == 0o4640 && after.group == before.group && after.identity.inode != before.identity.inode)
    let new = FileDescriptor(unsafe open(path, O_RDONLY))
    for (name, value) in attributes {
      let found = try new.attribute(name, path)
      #expect(found == value, "\(name)")
    }
  }

  @Test func `who makes nothing of it leaves it alone, and so does whoever finds no regular file`() throws {
    let before = try FileSystem.status(of: directory["in/a"]).identity
    #expect(try enclosure(true).exchangeFile(directory["in/a"]) { _ in nil } == false)
    #expect(try FileSystem.status(of: directory["in/a"]).identity == before)
    for name in ["in/sub", "in/nothing"] {
      guard case .failure = exchange(name, enclosure(true)) else {
        Issue.record("\(name) was written")
        continue
      }
    }
    #expect(throws: Enclosure.ExchangeRefusal.self) {
      try enclosure(true).exchangeFile(directory["in/a"], limit: 2) { $0 }
    }
  }
}
