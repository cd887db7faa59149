import Posix
import Testing

@Suite("Files") struct FileSystemTests {
  let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  @Test func `what was written is read back, with the identity of stat`() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try FileSystem.writeFile(directory["a"], bytes)

    let content = try FileSystem.readFile(directory["a"])

    #expect(content.bytes == bytes)
    #expect(content.identity == (try FileSystem.status(of: directory["a"]).identity))
    #expect(content.age >= .zero && content.age < .seconds(60))
  }

  @Test func `overwriting keeps the inode, replacing does not`() throws {
    try FileSystem.writeFile(directory["a"], [1])
    let first = try FileSystem.status(of: directory["a"]).identity
    try FileSystem.writeFile(directory["a"], [1, 2])
    let second = try FileSystem.status(of: directory["a"]).identity
    try FileSystem.replaceFile(directory["a"], [1, 2, 3])
    let third = try FileSystem.status(of: directory["a"]).identity

    #expect(first.inode == second.inode && first != second)
    #expect(second.inode != third.inode)
    #expect(try FileSystem.list(directory.path).map(\.name) == ["a"])
  }

  @Test func `a file from a century that nanoseconds do not reach is read like any other`() throws {
    try FileSystem.writeFile(directory["a"], [1])
    let now = try FileSystem.status(of: directory["a"]).identity
    let touch = try ChildProcess.run("touch", ["-d", "2400-01-01 UTC", directory["a"]], timeout: .seconds(30))
    #expect(touch.exit == .code(0))

    let content = try FileSystem.readFile(directory["a"])

    #expect(content.bytes == [1])
    #expect(content.identity.modified > now.modified)
    #expect(content.identity == (try FileSystem.status(of: directory["a"]).identity))
  }

  /// Some of them are read in one call or not at all.
  @Test func `a file that says it is empty, as those of the kernel do, is read whole`() throws {
    let limit = try FileSystem.readFile("/proc/sys/fs/inotify/max_user_watches")
    let status = try FileSystem.readFile("/proc/self/status")

    #expect(limit.identity.size == 0)
    #expect(limit.bytes.count > 2)
    #expect(limit.bytes.last == UInt8(ascii: "\n"))
    #expect(String(decoding: status.bytes, as: UTF8.self).contains("\nThreads:"))
  }

  @Test func `what is longer than a beginning is cut, and an empty file is empty`() throws {
    let file = directory["a"]
    try FileSystem.writeFile(file, Array(repeating: 7, count: 70_000))

    #expect(try FileSystem.readBeginning(file, length: 65_537).bytes.count == 65_537)
    #expect(try FileSystem.readBeginning(file, length: 70_000).bytes.count == 70_000)
    #expect(try FileSystem.readBeginning(file, length: 0).bytes == [])
    #expect(try FileSystem.readFile(file, limit: 70_000).bytes.count == 70_000)
    try FileSystem.writeFile(file, [])
    #expect(try FileSystem.readFile(file).bytes == [])
  }

  @Test func `a replacement that cannot be moved into place leaves nothing behind`() throws {
    try FileSystem.createDirectory(directory["a"])
    try FileSystem.writeFile(directory["a/inside"], [])

    #expect(throws: PosixError.self) { try FileSystem.replaceFile(directory["a"], [1]) }
    #expect(try FileSystem.list(directory.path).map(\.name) == ["a"])
  }

  @Test func `an error names the call, the path and the reason`() throws {
    let error = #expect(throws: PosixError.self) { try FileSystem.readFile(directory["missing"]) }
    #expect(error?.isNotFound == true)
    #expect(error?.description == "\(directory["missing"]): No such file or directory (open)")
  }

  @Test func `a directory, a pipe and a file over the limit are refused`() throws {
    try FileSystem.writeFile(directory["long"], [1, 2, 3])

    #expect(throws: PosixError.self) { try FileSystem.readFile(directory.path) }
    #expect(throws: PosixError.self) { try FileSystem.readFile("/dev/null") }
    #expect(throws: PosixError.self) { try FileSystem.readFile(directory["long"], limit: 2) }
    #expect(try FileSystem.readFile(directory["long"], limit: 3).bytes.count == 3)
  }

  @Test func `a listing is sorted by bytes and knows kinds`() throws {
    try FileSystem.writeFile(directory["b"], [])
    try FileSystem.createDirectory(directory["a"])
    try FileSystem.createLink(directory["é"], to: "b")
    try FileSystem.writeFile(directory["B"], [])

    let entries = try FileSystem.list(directory.path)

    #expect(entries.map(\.name) == ["B", "a", "b", "é"])
    #expect(entries.map(\.kind) == [.regular, .directory, .regular, .symbolicLink])
  }

  @Test func `a real path has no links in it`() throws {
    try FileSystem.createDirectory(directory["real"])
    try FileSystem.createLink(directory["link"], to: "real")

    #expect(try FileSystem.realPath(directory["link/../link"]) == directory["real"])
    #expect(try FileSystem.linkTarget(directory["link"]) == "real")
  }

  @Test(arguments: [("/a/b", "/a", "b"), ("b", ".", "b"), ("/b", "/", "b"), ("a/b/c", "a/b", "c")])
  func `a path splits at its last slash`(path: String, parent: String, name: String) {
    #expect(FileSystem.split(path) == (parent, name))
  }

  @Test func `a private directory is created with mode 0700 and accepted again`() throws {
    try FileSystem.ensurePrivateDirectory(directory["own"])
    try FileSystem.ensurePrivateDirectory(directory["own"])

    #expect(try FileSystem.status(of: directory["own"]).permissions == 0o700)
  }

  @Test func `a link, a file and an open directory are no private directory`() throws {
    try FileSystem.createDirectory(directory["open"], permissions: 0o755)
    try FileSystem.ensurePrivateDirectory(directory["own"])
    try FileSystem.createLink(directory["link"], to: "own")
    try FileSystem.writeFile(directory["file"], [])

    for name in ["open", "link", "file"] {
      #expect(throws: PosixError.self) { try FileSystem.ensurePrivateDirectory(directory[name]) }
    }
  }
}
