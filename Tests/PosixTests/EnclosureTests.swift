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
    guard case .failure(let error) = read("in/ring", enclosure(way)) else { return }
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
  private func exchange(_ name: String, _ enclosure: Enclosure, _ new: String = "new") -> Result<Bool, PosixError> {
    Result { () throws(PosixError) in try enclosure.exchangeFile(directory[name]) { _ in Array(new.utf8) } }
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
      guard case .failure(let error) = exchange(name, enclosure(way)) else {
        Issue.record("\(name) was written")
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

  @Test func `a file that somebody else saves meanwhile stays as they saved it`() throws {
    let result = Result { () throws(PosixError) in
      try enclosure(true).exchangeFile(directory["in/a"]) { _ in
        try? FileSystem.replaceFile(directory["in/a"], Array("theirs".utf8))
        return Array("ours".utf8)
      }
    }
    if case .failure(let error) = result { #expect(error.isOutdated) } else { Issue.record("it was written") }
    #expect(content("in/a") == "theirs")
    #expect(try FileSystem.list(directory["in"]).map(\.name).sorted() == ["a", "sub"])
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
    let long = Result { () throws(PosixError) in try enclosure(true).exchangeFile(directory["in/a"], limit: 2) { $0 } }
    if case .success = long { Issue.record("it is longer than may be read") }
  }
}
