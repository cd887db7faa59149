import Posix
import Testing

@testable import FileWatching

@Suite("What counts as a change of a file") struct FileLedgerTests {
  let start = ContinuousClock.now
  var files = FileLedger()

  func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  func content(_ text: String, inode: UInt64 = 1, age: Duration = .seconds(1)) -> FileContent {
    let identity = FileIdentity(device: 1, inode: inode, size: Int64(text.utf8.count), modified: 1, changed: 1)
    return FileContent(bytes: Array(text.utf8), identity: identity, age: age)
  }

  func change(_ text: String, final: Bool = false) -> FileChange {
    FileChange(path: "a", state: .content(Array(text.utf8)), isFinal: final)
  }

  @Test mutating func `new bytes are handed out at once, and may be half-written`() {
    #expect(files.record(content("x"), of: "a", at: start) == change("x"))
    #expect(files.record(content("y"), of: "a", at: start) == change("y"))
    #expect(files.deadline == nil)
  }

  @Test mutating func `the same bytes are no change, whatever happened to the file`() {
    _ = files.record(content("x"), of: "a", at: start)

    #expect(files.record(content("x", inode: 2), of: "a", at: at(10)) == nil)
    #expect(files.deadline == nil)
  }

  @Test mutating func `a file with a known identity is not read again`() {
    _ = files.record(content("x"), of: "a", at: start)

    #expect(!files.needsReading("a", content("x").identity))
    #expect(files.needsReading("a", content("x", inode: 2).identity))
    #expect(files.needsReading("b", content("x").identity))
  }

  @Test mutating func `the identity of a file that was written a moment ago says nothing`() {
    _ = files.record(content("x", age: .milliseconds(3)), of: "a", at: start)

    #expect(files.needsReading("a", content("x").identity))
  }

  @Test mutating func `an empty file is handed out only when it is still empty after 30 ms`() {
    _ = files.record(content("x"), of: "a", at: start)
    #expect(files.record(content(""), of: "a", at: at(10)) == nil)
    #expect(files.deadline == at(40))
    #expect(files.secondLooks(at: at(39)).isEmpty)

    #expect(files.secondLooks(at: at(40)) == ["a"])
    #expect(files.record(content(""), of: "a", at: at(40), isFinal: true) == change("", final: true))
    #expect(files.deadline == nil)
  }

  @Test mutating func `a file that was empty for a moment only is an ordinary change`() {
    _ = files.record(content("x"), of: "a", at: start)
    _ = files.record(content(""), of: "a", at: at(10))

    #expect(files.record(content("y"), of: "a", at: at(11)) == change("y"))
    #expect(files.deadline == nil)
  }

  @Test mutating func `a rejected file is read again after 30 ms and is final, also with the same bytes`() {
    _ = files.record(content("ba"), of: "a", at: start)
    files.reject("a", at: at(1))
    #expect(files.deadline == at(31))

    #expect(files.record(content("ba"), of: "a", at: at(31), isFinal: true) == change("ba", final: true))
    files.reject("a", at: at(32))
    #expect(files.deadline == nil)
  }

  @Test mutating func `a save that mends a rejected file in time is handed out at once`() {
    _ = files.record(content("ba"), of: "a", at: start)
    files.reject("a", at: start)

    #expect(files.record(content("bad"), of: "a", at: at(5)) == change("bad"))
    #expect(files.deadline == nil)
  }

  @Test mutating func `touching a rejected file does not make it good`() {
    _ = files.record(content("ba"), of: "a", at: start)
    files.reject("a", at: start)
    _ = files.record(content("ba"), of: "a", at: at(5))

    #expect(files.deadline == at(30))
  }

  @Test mutating func `a deleted file is missing after 500 ms, once`() {
    _ = files.record(content("x"), of: "a", at: start)
    files.recordMissing("a", at: at(100))
    files.recordMissing("a", at: at(300))
    #expect(files.deadline == at(600))
    #expect(files.missing(at: at(599)).isEmpty)

    #expect(files.missing(at: at(600)) == [FileChange(path: "a", state: .missing, isFinal: true)])
    files.recordMissing("a", at: at(700))
    #expect(files.deadline == nil)
  }

  @Test mutating func `a file that is back in time with the same bytes never was away`() {
    _ = files.record(content("x"), of: "a", at: start)
    files.recordMissing("a", at: at(100))

    #expect(files.needsReading("a", content("x").identity))
    #expect(files.record(content("x"), of: "a", at: at(400)) == nil)
    #expect(files.deadline == nil)
  }

  @Test mutating func `a file that comes back after it was missing is handed out, also with the same bytes`() {
    _ = files.record(content("x"), of: "a", at: start)
    files.recordMissing("a", at: start)
    _ = files.missing(at: at(500))

    #expect(files.record(content("x"), of: "a", at: at(900)) == change("x"))
  }

  @Test mutating func `a file that was never there is missing only if somebody expects it`() {
    files.recordMissing("a", at: start)
    #expect(files.deadline == nil)

    files.expect("a")
    files.recordMissing("a", at: start)
    #expect(files.deadline == at(500))
  }
}

@Suite("A watcher from a script") struct ScriptedWatcherTests {
  @Test func `a bad save shows its second look without anybody waiting`() {
    let start = ContinuousClock.now
    let watcher = ScriptedWatcher()
    watcher.write("a.layout", "vie", at: start)
    #expect(watcher.drain(at: start).changes.map(\.isFinal) == [false])
    watcher.reject("a.layout", at: start)

    #expect(watcher.deadline == start + .milliseconds(30))
    #expect(watcher.drain(at: start + .milliseconds(29)).isEmpty)
    #expect(watcher.drain(at: start + .milliseconds(30)).changes.map(\.isFinal) == [true])
    #expect(watcher.deadline == nil)
  }

  @Test func `catching up waits for nothing and is final`() {
    let start = ContinuousClock.now
    let watcher = ScriptedWatcher()
    watcher.write("b.layout", "", at: start)
    watcher.write("a.layout", "x", at: start)

    let report = watcher.catchUp(at: start)
    #expect(report.changes.map(\.path) == ["a.layout", "b.layout"])
    #expect(report.changes.map(\.isFinal) == [true, true])
  }
}
