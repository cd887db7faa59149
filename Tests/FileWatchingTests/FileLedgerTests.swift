import Posix
import Testing

@testable import FileWatching

@Suite("What counts as a change of a file") struct FileLedgerTests {
  var files = FileLedger()

  func content(_ text: String, inode: UInt64 = 1, age: Duration = .seconds(1)) -> FileContent {
    let identity = FileIdentity(
      device: 1, inode: inode, size: Int64(text.utf8.count), modified: .seconds(1), changed: .seconds(1))
    return FileContent(bytes: Array(text.utf8), identity: identity, age: age)
  }

  func change(_ text: String) -> FileChange { FileChange(path: "a", state: .content(Array(text.utf8))) }

  @Test mutating func `new bytes are handed out, empty ones too`() {
    #expect(files.record(content("x"), of: "a") == change("x"))
    #expect(files.record(content("y"), of: "a") == change("y"))
    #expect(files.record(content(""), of: "a") == change(""))
  }

  @Test mutating func `the same bytes are no change, whatever happened to the file`() {
    _ = files.record(content("x"), of: "a")

    #expect(files.record(content("x", inode: 2), of: "a") == nil)
  }

  /// Others hold what was handed out, and compare a text of many megabytes with itself at no cost.
  @Test mutating func `the array that was handed out is the one that is kept`() throws {
    let first = content("x", age: .zero)
    _ = files.record(first, of: "a")
    _ = files.record(content("x"), of: "a")

    guard case .content(let kept) = files.content(of: "a") else {
      Issue.record("nothing is kept")
      return
    }
    #expect(place(of: kept) == place(of: first.bytes))
    _ = files.recordMissing("a")
    #expect(files.content(of: "a") == nil)
  }

  /// Where an array is in memory.
  private func place(of bytes: [UInt8]) -> UInt { unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }

  @Test mutating func `a file with a known identity is not read again`() {
    _ = files.record(content("x"), of: "a")

    #expect(!files.needsReading("a", content("x").identity))
    #expect(files.needsReading("a", content("x", inode: 2).identity))
    #expect(files.needsReading("b", content("x").identity))
  }

  @Test mutating func `the identity of a file that was written a moment ago says nothing`() {
    _ = files.record(content("x", age: .milliseconds(3)), of: "a")

    #expect(files.needsReading("a", content("x").identity))
  }

  @Test mutating func `of a beginning that is not kept a change is known all the same`() {
    #expect(files.record(content("x"), of: "a", isBeginning: true) == change("x"))
    #expect(files.record(content("x", inode: 2), of: "a", isBeginning: true) == nil)
    #expect(files.record(content("y"), of: "a", isBeginning: true) == change("y"))
    #expect(files.recordMissing("a") == FileChange(path: "a", state: .missing))
    #expect(files.record(content("y"), of: "a", isBeginning: true) == change("y"))
  }

  @Test mutating func `a deleted file is missing, once`() {
    _ = files.record(content("x"), of: "a")

    #expect(files.recordMissing("a") == FileChange(path: "a", state: .missing))
    #expect(files.recordMissing("a") == nil)
  }

  @Test mutating func `a file that comes back is handed out, also with the same bytes`() {
    _ = files.record(content("x"), of: "a")
    _ = files.recordMissing("a")

    #expect(files.needsReading("a", content("x").identity))
    #expect(files.record(content("x"), of: "a") == change("x"))
  }

  @Test mutating func `a file that cannot be read is handed out once for each reason, and not tried again`() {
    let long = PosixError(code: 27, call: "read", path: "a")
    let forbidden = PosixError(code: 13, call: "open", path: "a")
    let identity = content("x").identity

    #expect(files.record(long, identity, of: "a") == FileChange(path: "a", state: .unreadable(long)))
    #expect(files.record(long, identity, of: "a") == nil)
    #expect(!files.needsReading("a", identity))
    #expect(files.needsReading("a", content("x", inode: 2).identity))
    #expect(files.record(forbidden, identity, of: "a") == FileChange(path: "a", state: .unreadable(forbidden)))
    #expect(files.record(content("x"), of: "a") == change("x"))
  }

  @Test mutating func `a file that was never there is missing only if somebody expects it`() {
    #expect(files.recordMissing("a") == nil)

    files.expect("a")
    #expect(files.recordMissing("a") == FileChange(path: "a", state: .missing))
  }
}

@Suite("A watcher from a script") struct ScriptedWatcherTests {
  let start = ContinuousClock.now

  @Test func `a save is reported when the gatherer lets it through`() {
    let watcher = ScriptedWatcher()
    watcher.write("a.layout", "x", at: start)

    #expect(watcher.drain(at: start).changes.map(\.path) == ["a.layout"])
    watcher.write("a.layout", "y", at: start + .milliseconds(1))
    #expect(watcher.drain(at: start + .milliseconds(1)).isEmpty)
    #expect(watcher.drain(at: start + .milliseconds(3)).changes.map(\.path) == ["a.layout"])
  }

  @Test func `catching up waits for nothing`() {
    let watcher = ScriptedWatcher()
    watcher.write("b.layout", "", at: start)
    watcher.write("a.layout", "x", at: start)

    watcher.catchUp()
    let report = watcher.drain(at: start)

    #expect(report.changes.map(\.path) == ["a.layout", "b.layout"])
  }

  @Test func `a file that is followed and not there is reported missing`() {
    let watcher = ScriptedWatcher()
    watcher.follow("lib.layout", .whole, at: start)

    #expect(watcher.drain(at: start).changes == [FileChange(path: "lib.layout", state: .missing)])
  }
}
