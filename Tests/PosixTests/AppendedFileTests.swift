import Glibc
import Posix
import Testing

@Suite("A file that is appended to") struct AppendedFileTests {
  let directory: TemporaryDirectory
  let file: AppendedFile

  init() throws {
    directory = try TemporaryDirectory()
    file = AppendedFile(FileSystem.join(directory.path, "log"), isSynced: true)
  }

  private var text: String {
    get throws { String(decoding: try FileSystem.readFile(file.path).bytes, as: UTF8.self) }
  }

  @Test func `it begins with a replacement and grows from there`() throws {
    #expect(throws: PosixError.self) { try file.append(Array("a".utf8)) }

    try file.replace(with: Array("one\n".utf8))
    try file.append(Array("two\n".utf8))

    #expect(try text == "one\ntwo\n")
    #expect(try FileSystem.status(of: file.path).permissions == 0o600)
    #expect(try FileSystem.list(directory.path).map(\.name) == ["log"])
  }

  @Test func `what is appended after a replacement is in the new file`() throws {
    try file.replace(with: Array("old".utf8))
    try file.append(Array(" and more".utf8))
    try file.replace(with: Array("new".utf8))
    try file.append(Array("er".utf8))

    #expect(try text == "newer")
  }

  @Test func `a file that was removed is noticed`() throws {
    try file.replace(with: [])
    try FileSystem.remove(file.path)

    let error = #expect(throws: PosixError.self) { try file.append([1]) }

    #expect(error?.isNotFound == true)
    #expect(!FileSystem.exists(file.path))
  }

  /// With another one in its place, and without.
  @Test(arguments: [nil, "another"]) func `a file that was moved is noticed`(other: String?) throws {
    try file.replace(with: Array("one".utf8))
    try file.append(Array(" two".utf8))
    try FileSystem.rename(file.path, to: file.path + ".1")
    if let other { try FileSystem.writeFile(file.path, Array(other.utf8)) }

    let error = #expect(throws: PosixError.self) { try file.append(Array(" three".utf8)) }

    #expect(error?.isNotFound == true)
    #expect(String(decoding: try FileSystem.readFile(file.path + ".1").bytes, as: UTF8.self) == "one two")
    // Whoever then writes it anew has it.
    try file.replace(with: Array("one two three".utf8))
    try file.append(Array(" four".utf8))
    #expect(try text == "one two three four")
  }

  /// Emptied in place, cut, and written into by somebody else.
  @Test(arguments: ["", "on", "one twoX"])
  func `a file that somebody else has changed is noticed`(other: String) throws {
    try file.replace(with: Array("one".utf8))
    try file.append(Array(" two".utf8))
    // The same file, with something else in it.
    let status = try FileSystem.status(of: file.path).identity
    _ = try ChildProcess.run("sh", ["-c", "printf '%s' \"$1\" > \"$0\"", file.path, other], timeout: .seconds(30))
    #expect(try FileSystem.status(of: file.path).identity.inode == status.inode)

    let error = #expect(throws: PosixError.self) { try file.append(Array(" three".utf8)) }

    #expect(error?.code == ESTALE)
    #expect(try text == other)
    try file.replace(with: Array("one two three".utf8))
    try file.append(Array(" four".utf8))
    #expect(try text == "one two three four")
  }

  @Test func `what was found in it is what it has to have`() throws {
    try FileSystem.writeFile(file.path, Array("found".utf8))
    file.expect(4)
    #expect(throws: PosixError.self) { try file.append([1]) }
    file.expect(5)
    try file.append(Array(" more".utf8))
    #expect(try text == "found more")
  }

  @Test(.timeLimit(.minutes(1))) func `a pipe in its place keeps nobody waiting`() throws {
    _ = try ChildProcess.run("mkfifo", [file.path, file.path + ".rewritten"], timeout: .seconds(30))

    #expect(throws: PosixError.self) { try file.append([1]) }
    #expect(throws: PosixError.self) { try file.cut(to: 0) }
    #expect(throws: PosixError.self) { try file.replace(with: file.replacement, of: 0) }

    try file.replace(with: Array("whole".utf8))
    #expect(try text == "whole")
  }

  @Test func `it can be cut`() throws {
    try file.replace(with: Array("whole, torn".utf8))
    try file.cut(to: 5)
    try file.append(Array("!".utf8))

    #expect(try text == "whole!")
  }

  @Test func `what a killed process left behind does not stand in the way`() throws {
    try FileSystem.writeFile(file.path + ".new", Array("half".utf8))
    try file.replace(with: Array("whole".utf8))

    #expect(try text == "whole")
  }

  @Test func `a link is not followed`() throws {
    let other = FileSystem.join(directory.path, "other")
    try FileSystem.writeFile(other, Array("mine".utf8))
    try FileSystem.createLink(file.path, to: other)

    #expect(throws: PosixError.self) { try file.append([1]) }
    try file.replace(with: [])
    #expect(String(decoding: try FileSystem.readFile(other).bytes, as: UTF8.self) == "mine")
  }
}

@Suite("A lock") struct FileLockTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = FileSystem.join(directory.path, "lock")
  }

  /// The lock, if nobody has it.
  private func take() throws -> FileLock? {
    if case .taken(let lock) = try FileLock.acquire(path) { lock } else { nil }
  }

  @Test func `one at a time has it, and others are told who`() throws {
    let lock = try take()
    #expect(lock != nil)

    guard case .held(let process) = try FileLock.acquire(path) else {
      Issue.record("two have it")
      return
    }
    #expect(process == CurrentProcess.id)
  }

  @Test func `it is free when its holder is gone`() throws {
    _ = try take()
    #expect(try take() != nil)
  }

  @Test(arguments: ["ln", "ln -s", "mkfifo"])
  func `what somebody has planted in its place is neither taken nor written to`(_ command: String) throws {
    let other = FileSystem.join(directory.path, "other")
    try FileSystem.writeFile(other, Array("keep".utf8))
    let source = command == "mkfifo" ? "" : other
    _ = try ChildProcess.run("sh", ["-c", "\(command) \(source) \(path)"], timeout: .seconds(30))

    #expect(throws: PosixError.self) { try FileLock.acquire(path) }

    #expect(try FileSystem.readFile(other).bytes == Array("keep".utf8))
  }

  @Test func `its holder may remove the file`() throws {
    var lock = try take()
    lock?.removeFile()
    #expect(!FileSystem.exists(path))
    // A new file of this name is another lock, which does no harm: the holder was about to let go.
    let next = try take()
    #expect(next != nil)
    lock = nil
    #expect(try take() == nil)
  }
}

@Suite("Directories of our own") struct PrivateDirectoryTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `what is missing on the way is made, for us alone`() throws {
    let path = FileSystem.join(directory.path, "a/b/c")
    try FileSystem.makePrivateDirectory(path)
    try FileSystem.makePrivateDirectory(path)

    for part in ["a", "a/b", "a/b/c"] {
      #expect(try FileSystem.status(of: FileSystem.join(directory.path, part)).permissions == 0o700)
    }
  }

  @Test func `one that is open to others is closed, the way to it is left as it is`() throws {
    try FileSystem.createDirectory(FileSystem.join(directory.path, "a"), permissions: 0o755)
    let path = FileSystem.join(directory.path, "a/b")
    try FileSystem.createDirectory(path, permissions: 0o755)

    try FileSystem.makePrivateDirectory(path)

    #expect(try FileSystem.status(of: path).permissions == 0o700)
    #expect(try FileSystem.status(of: FileSystem.join(directory.path, "a")).permissions == 0o755)
  }

  @Test func `below a file there is none`() throws {
    let file = FileSystem.join(directory.path, "file")
    try FileSystem.writeFile(file, [])
    #expect(throws: PosixError.self) { try FileSystem.makePrivateDirectory(FileSystem.join(file, "a/b")) }
  }
}
