import JSONText
import LayoutRuntime
import Posix
import Testing
import Wire

@testable import Daemon

/// A disk of one file, on which everything can go wrong.
private final class ScriptedStorage: JournalStorage {
  let path = "/state/j"
  var bytes: [UInt8]?
  var obstacle: JournalObstacle?
  /// How many bytes the file may have.
  var room = Int.max
  /// Whether a file can be replaced: in a directory that is read-only it can still be appended to.
  var mayReplace = true
  var unreadable = false
  private(set) var replacements = 0
  private(set) var asides: [[UInt8]] = []
  private(set) var isReleased = false

  init(_ bytes: [UInt8]? = nil) { self.bytes = bytes }

  static let full = PosixError(code: 28, call: "write", path: "/state/j")

  func claim() throws(JournalObstacle) { if let obstacle { throw obstacle } }
  func read() throws(PosixError) -> [UInt8]? {
    if unreadable { throw PosixError(code: 5, call: "read", path: path) }
    return bytes
  }
  func append(_ more: [UInt8]) throws(PosixError) {
    guard bytes != nil else { throw PosixError(code: 2, call: "open", path: path) }
    guard bytes!.count + more.count <= room else { throw Self.full }
    bytes! += more
  }
  func cut(to count: Int) throws(PosixError) { bytes?.removeSubrange(count...) }
  func replace(with new: [UInt8]) throws(PosixError) {
    guard mayReplace, new.count <= room else { throw Self.full }
    replacements += 1
    bytes = new
  }
  func setAside() throws(PosixError) -> String {
    asides.append(bytes ?? [])
    bytes = nil
    return path + ".set-aside"
  }
  func release() { isReleased = true }
}

@Suite("Keeping a journal") struct JournalTests {
  static let header = Journal.Header(roots: ["/ui"], socket: "/run/s.sock")
  private let storage = ScriptedStorage()
  let start = ContinuousClock.now
  /// What the runtime remembers.
  var memory: [MemoryRecord] = []

  private func open(_ storage: ScriptedStorage) -> (Journal, [MemoryRecord]) { Journal.open(storage, Self.header) }

  private static func flag(_ name: String, _ isSet: Bool? = true) -> MemoryRecord {
    .set(scene: "card", [.kept(.flag, of: name, isSet.map { .truth($0) }, written: nil)])
  }

  /// A file as this version writes it.
  private static func file(_ records: MemoryRecord...) -> [UInt8] {
    records.reduce(JournalText.entry(header.bytes)) { $0 + JournalText.entry(Array($1.json.text.utf8)) }
  }

  // MARK: As it should be

  @Test func `nothing is written before something is set`() {
    var (journal, records) = open(storage)

    #expect(records == [])
    #expect(storage.bytes == nil)
    journal.finish(at: start) { [] }
    #expect(storage.isReleased)
    #expect(journal.takeNotices() == [])
  }

  @Test func `every record is there after the next start`() {
    var (journal, _) = open(storage)
    for name in ["a", "b", "c"] { journal.write([Self.flag(name)], at: start) { [Self.flag(name)] } }

    let (next, records) = open(storage)

    #expect(records == ["a", "b", "c"].map { Self.flag($0) })
    #expect(storage.replacements == 1)
    #expect(next.trouble == nil)
  }

  @Test func `a file that has grown to twice what it had to be is rewritten`() {
    var (journal, _) = open(storage)
    let text = String(repeating: "x", count: 1000)
    func record(_ index: Int) -> MemoryRecord {
      .set(scene: "card", [.kept(.text, of: "t", .text("\(index)" + text), written: nil)])
    }
    var largest = 0
    for index in 1...1000 {
      journal.write([record(index)], at: start) { [record(index)] }
      largest = max(largest, storage.bytes!.count)
      if index.isMultiple(of: 50) { #expect(open(storage).1.last == record(index)) }
    }

    let live = Self.file(record(1000)).count
    #expect(largest <= 2 * live + Journal.slack)
    // Each byte that is appended is written at most once more.
    #expect(storage.replacements <= 1 + 1000 * (live + 100) / Journal.slack)
    #expect(storage.replacements > 10)
  }

  @Test func `what is appended while the file is rewritten elsewhere stays`() throws {
    var (journal, _) = open(storage)
    var (handedOut, memory) = ([Journal.Rewriting](), [MemoryRecord]())
    func write(_ name: String) {
      memory.append(Self.flag(name))
      let all = memory
      journal.write([Self.flag(name)], at: start) {
        handedOut.append($0)
      } memory: {
        all
      }
    }
    while handedOut.isEmpty { write("a\(memory.count)") }
    for name in ["x", "y", "z"] { write(name) }

    let rewriting = try #require(handedOut.first)
    journal.finish(rewriting.number, .bytes(rewriting.bytes(of: [Self.flag("all")])))

    #expect(handedOut.count == 1 && storage.replacements == 2)
    #expect(open(storage).1 == ["all", "x", "y", "z"].map { Self.flag($0) })
    // What comes late, or twice, is out of date.
    journal.finish(rewriting.number, .bytes([]))
    #expect(open(storage).1.count == 4)
  }

  @Test func `the file is written anew elsewhere, and gets what was appended meanwhile`() throws {
    let directory = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let path = FileSystem.join(directory, "journal")
    let file = JournalFile(JournalLocation(path: path), isSynced: false)
    var (journal, _) = Journal.open(file, Self.header)
    var handedOut: [Journal.Rewriting] = []
    var count = 0
    func write(_ name: String) {
      journal.write([Self.flag(name)], at: start) {
        handedOut.append($0)
      } memory: {
        []
      }
    }
    while handedOut.isEmpty {
      write("a\(count)")
      count += 1
    }
    let (size, rewriting) = (journal.metrics["journal.bytes"]!, try #require(handedOut.first))

    let written = rewriting.write([Self.flag("all")])
    guard case .file = written else {
      Issue.record("it is not written elsewhere")
      return
    }
    // Until it takes its place nothing has changed, and there is no second one.
    #expect(try FileSystem.readFile(path, limit: .max).bytes.count == Int(size))
    for index in 0..<count { write("b\(index)") }
    #expect(handedOut.count == 1)
    journal.finish(rewriting.number, written)

    let records = JournalText(reading: try FileSystem.readFile(path, limit: .max).bytes).entries.dropFirst().map {
      MemoryRecord.reading(try! JSON(parsing: $0.content)).record
    }
    #expect(records == [Self.flag("all")] + (0..<count).map { Self.flag("b\($0)") })
    #expect(try FileSystem.status(of: path).permissions == 0o600)
    #expect(try Set(FileSystem.list(directory).map(\.name)) == ["journal", "journal.lock"])
    write("c")
    #expect(try JournalText(reading: FileSystem.readFile(path, limit: .max).bytes).entries.count == count + 3)

    // What comes late is out of date, and is not left behind.
    journal.finish(rewriting.number, rewriting.write([]))
    #expect(try Set(FileSystem.list(directory).map(\.name)) == ["journal", "journal.lock"])
    #expect(try JournalText(reading: FileSystem.readFile(path, limit: .max).bytes).entries.count == count + 3)
  }

  @Test func `a file that cannot be made anew is told of, and one that somebody else has written is not taken`() throws
  {
    let directory = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let path = FileSystem.join(directory, "journal")
    var (journal, _) = Journal.open(JournalFile(JournalLocation(path: path), isSynced: false), Self.header)
    var handedOut: [Journal.Rewriting] = []
    func grow() throws -> Journal.Rewriting {
      let before = handedOut.count
      while handedOut.count == before {
        journal.write([Self.flag("a")], at: start) {
          handedOut.append($0)
        } memory: {
          []
        }
      }
      return try #require(handedOut.last)
    }
    func bytes() throws -> [UInt8] { try FileSystem.readFile(path, limit: .max).bytes }

    let first = try grow()
    let known = try bytes()
    // A folder with something in it can be neither removed nor written.
    try FileSystem.createDirectory(path + ".rewritten")
    try FileSystem.writeFile(FileSystem.join(path + ".rewritten", "a"), [])
    journal.finish(first.number, first.write([]))
    #expect(try bytes() == known)
    guard case .grows(let reason)? = journal.takeNotices().first else {
      Issue.record("nobody is told")
      return
    }
    #expect(reason.contains("journal.rewritten"))
    try FileSystem.removeTree(path + ".rewritten")

    let second = try grow()
    let (grown, written) = (try bytes(), second.write([]))
    try FileSystem.writeFile(path + ".rewritten", Array("of another process, and later".utf8))
    journal.finish(second.number, written)
    #expect(try bytes() == grown)
    #expect(try Set(FileSystem.list(directory).map(\.name)) == ["journal", "journal.lock"])
  }

  @Test func `an entry that was written out beforehand is what would be written`() throws {
    let record = Self.flag("a")
    guard case .set(let scene, let settings) = record else {
      Issue.record("a flag is something that is set")
      return
    }
    var (journal, _) = open(storage)
    journal.write([Self.flag("begin")], at: start) { [Self.flag("begin")] }

    let entry = try #require(PreparedEntry(record))
    journal.prepare(entry)
    // The same settings of another scene, others that read the same, and the ones that were meant.
    let others = [MemoryRecord.set(scene: "other", settings), Self.flag("a")]
    #expect(others.map(entry.isOf) == [false, false] && entry.isOf(.set(scene: scene, settings)))
    journal.write(others + [record], at: start) { [] }

    #expect(open(storage).1 == [Self.flag("begin")] + others + [record])
  }

  @Test func `a file that was replaced meanwhile is not replaced by what is older`() throws {
    var (journal, _) = open(storage)
    var handedOut: [Journal.Rewriting] = []
    var count = 0
    func write(_ name: String) {
      journal.write([Self.flag(name)], at: start) {
        handedOut.append($0)
      } memory: {
        [Self.flag("new")]
      }
    }
    while handedOut.isEmpty {
      write("a\(count)")
      count += 1
    }
    // Somebody removes it: it is written anew at once.
    storage.bytes = nil
    write("b")
    let rewriting = try #require(handedOut.first)

    journal.finish(rewriting.number, .bytes(rewriting.bytes(of: [Self.flag("old")])))

    #expect(open(storage).1 == [Self.flag("new")])
  }

  @Test func `where a file cannot be replaced it goes on growing`() {
    var (journal, _) = open(storage)
    journal.write([Self.flag("a")], at: start) { [Self.flag("a")] }
    storage.mayReplace = false
    for index in 1...3000 { journal.write([Self.flag("\(index)")], at: start) { [] } }

    #expect(journal.trouble == nil)
    #expect(open(storage).1.count == 3001)
  }

  @Test func `a file that somebody removed is written anew, with all that is set`() {
    var (journal, _) = open(storage)
    journal.write([Self.flag("a")], at: start) { [Self.flag("a")] }
    storage.bytes = nil

    journal.write([Self.flag("b")], at: start) { [Self.flag("a"), Self.flag("b")] }

    #expect(open(storage).1 == [Self.flag("a"), Self.flag("b")])
    #expect(journal.takeNotices() == [])
  }

  // MARK: Full, forbidden, taken

  @Test func `a full disk is said once, and everything is written when there is room`() {
    var (journal, _) = open(storage)
    journal.write([Self.flag("a")], at: start) { [Self.flag("a")] }
    storage.room = storage.bytes!.count
    for name in ["b", "c"] {
      journal.write([Self.flag(name)], at: start) { [Self.flag("a"), Self.flag("b"), Self.flag("c")] }
    }
    #expect(journal.takeNotices() == [.failing(reason: ScriptedStorage.full.description)])
    #expect(journal.trouble == Journal.Trouble(reason: ScriptedStorage.full.description, mayPass: true))
    #expect(open(storage).1 == [Self.flag("a")])

    storage.room = .max
    let all = ["a", "b", "c", "d"].map { Self.flag($0) }
    journal.write([Self.flag("d")], at: start + Journal.patience) { all }

    #expect(journal.trouble == nil)
    #expect(journal.takeNotices() == [.writesAgain(path: "/state/j")])
    #expect(open(storage).1 == all)
  }

  /// Where it is written elsewhere, which takes a while, and may be in vain.
  @Test func `while a disk is full nobody waits until all is written anew, and what comes meanwhile stays`() throws {
    var (journal, _) = open(storage)
    var (handedOut, memory) = ([Journal.Rewriting](), [MemoryRecord]())
    func write(_ name: String, after time: Duration) {
      memory.append(Self.flag(name))
      let all = memory
      journal.write([Self.flag(name)], at: start + time) {
        handedOut.append($0)
      } memory: {
        all
      }
    }
    write("a", after: .zero)
    storage.room = storage.bytes!.count
    // A small file is tried to be replaced at once.
    write("b", after: .zero)
    #expect(handedOut.isEmpty && journal.trouble != nil)

    write("c", after: Journal.patience)
    journal.finish(handedOut[0].number, .nothing(ScriptedStorage.full))
    #expect(handedOut.count == 1 && journal.trouble != nil)
    // In vain, so the next attempt comes after twice the time.
    write("d", after: Journal.patience * 3 - .milliseconds(1))
    #expect(handedOut.count == 1)
    write("e", after: Journal.patience * 3)
    #expect(handedOut.count == 2)
    let known = memory
    write("f", after: Journal.patience * 9)
    #expect(handedOut.count == 2)

    storage.room = .max
    journal.finish(handedOut[1].number, .bytes(handedOut[1].bytes(of: known)))

    #expect(journal.trouble == nil)
    #expect(
      journal.takeNotices()
        == [.failing(reason: ScriptedStorage.full.description), .writesAgain(path: "/state/j")])
    #expect(open(storage).1 == memory)
  }

  @Test func `a large file is written anew elsewhere, also where it cannot be appended to`() {
    var (journal, _) = open(storage)
    let text = String(repeating: "x", count: Journal.large)
    let long = MemoryRecord.set(scene: "card", [.kept(.text, of: "t", .text(text), written: nil)])
    journal.write([long], at: start) { [long] }
    storage.bytes = nil
    var handedOut: [Journal.Rewriting] = []

    journal.write([Self.flag("a")], at: start) {
      handedOut.append($0)
    } memory: {
      [long, Self.flag("a")]
    }

    #expect(handedOut.count == 1 && storage.bytes == nil && journal.trouble != nil)
    journal.finish(handedOut[0].number, .bytes(handedOut[0].bytes(of: [long, Self.flag("a")])))
    #expect(journal.trouble == nil && open(storage).1 == [long, Self.flag("a")])
  }

  @Test func `while it fails, all is not written anew for each of many changes`() {
    var (journal, _) = open(storage)
    storage.room = 0
    var written = 0
    for index in 0..<100 {
      journal.write([Self.flag("a")], at: start + .milliseconds(index)) {
        written += 1
        return [Self.flag("a")]
      }
    }
    #expect(written == 1)
  }

  @Test func `the end of the daemon is a last chance`() {
    var (journal, _) = open(storage)
    storage.room = 0
    journal.write([Self.flag("a")], at: start) { [Self.flag("a")] }
    storage.room = .max

    journal.finish(at: start) { [Self.flag("a")] }

    #expect(open(storage).1 == [Self.flag("a")])
    #expect(storage.isReleased)
  }

  @Test func `a place that cannot be written is said at the start, and used once it can be`() {
    storage.obstacle = .system(PosixError(code: 30, call: "mkdir", path: "/state"))
    var (journal, _) = open(storage)
    #expect(journal.takeNotices().map(\.isWarning) == [true])
    journal.write([Self.flag("a")], at: start) { [Self.flag("a")] }
    #expect(journal.trouble?.mayPass == true)
    #expect(storage.bytes == nil)

    storage.obstacle = nil
    journal.write([Self.flag("b")], at: start + .seconds(1)) { [Self.flag("a"), Self.flag("b")] }

    #expect(journal.trouble == nil)
    #expect(open(storage).1 == [Self.flag("a"), Self.flag("b")])
  }

  @Test func `what is in a place that cannot be written still holds`() {
    storage.bytes = Self.file(Self.flag("a"))
    storage.obstacle = .system(PosixError(code: 30, call: "open", path: "/state/j.lock"))

    #expect(open(storage).1 == [Self.flag("a")])
  }

  @Test func `a journal that another process writes is left alone`() {
    storage.bytes = Self.file(Self.flag("a"))
    storage.obstacle = .inUse(path: "/state/j", process: 42)
    var (journal, records) = open(storage)
    storage.obstacle = nil

    journal.write([Self.flag("b")], at: start) { [Self.flag("b")] }
    journal.finish(at: start) { [Self.flag("b")] }

    #expect(records == [])
    #expect(journal.takeNotices() == [.failing(reason: "/state/j is in use by process 42")])
    #expect(storage.bytes == Self.file(Self.flag("a")))
  }

  @Test func `a file that cannot be read is never replaced`() {
    storage.bytes = Self.file(Self.flag("a"))
    storage.unreadable = true
    var (journal, records) = open(storage)

    journal.write([Self.flag("b")], at: start) { [Self.flag("b")] }

    #expect(records == [])
    #expect(journal.trouble?.mayPass == false)
    #expect(storage.bytes == Self.file(Self.flag("a")))
  }

  // MARK: Broken

  @Test func `a torn end is cut off, and what comes next stands on a line of its own`() {
    storage.bytes = Self.file(Self.flag("a"), Self.flag("b")).dropLast(3)
    var (journal, records) = open(storage)
    #expect(records == [Self.flag("a")])
    let torn = JournalText.entry(Array(Self.flag("b").json.text.utf8)).count - 3
    #expect(journal.takeNotices() == [.torn(path: "/state/j", bytes: torn)])
    #expect(storage.bytes == Self.file(Self.flag("a")))

    journal.write([Self.flag("c")], at: start) { [] }

    #expect(open(storage).1 == [Self.flag("a"), Self.flag("c")])
  }

  @Test func `damage is named by its line, loses what it hit, and is gone with the next change`() {
    var bytes = Self.file(Self.flag("a"), Self.flag("b"), Self.flag("c"))
    bytes[Self.file(Self.flag("a")).count + 20] ^= 4
    storage.bytes = bytes
    var (journal, records) = open(storage)
    #expect(records == [Self.flag("a"), Self.flag("c")])
    #expect(journal.takeNotices().map(\.description).first?.hasPrefix("/state/j:3: ") == true)

    journal.write([Self.flag("d")], at: start) { [Self.flag("a"), Self.flag("c"), Self.flag("d")] }

    var (next, _) = open(storage)
    #expect(next.takeNotices() == [])
  }

  @Test func `a journal whose first line is damaged is one all the same`() {
    storage.bytes = Self.file(Self.flag("a"))
    storage.bytes![4] ^= 1

    #expect(open(storage).1 == [Self.flag("a")])
  }

  @Test func `records of a newer version are skipped, and are still there when that comes back`() {
    let newer = Array(#"{"dreamt":"card"}"#.utf8)
    storage.bytes = Self.file(Self.flag("a")) + JournalText.entry(newer) + JournalText.entry(newer)
    var (journal, records) = open(storage)
    #expect(records == [Self.flag("a")])
    #expect(journal.takeNotices() == [.unknown(path: "/state/j", line: 3, count: 2)])

    storage.room = 0
    journal.write([Self.flag("b")], at: start) { [Self.flag("b")] }
    storage.room = .max
    journal.write([Self.flag("b")], at: start + .seconds(1)) { [Self.flag("b")] }

    let text = JournalText(reading: storage.bytes!)
    #expect(text.entries.map(\.content) == [Self.header.bytes, newer, newer, Array(Self.flag("b").json.text.utf8)])
  }

  @Test(arguments: ["my diary\n", "\u{1E}half an ent", "\u{1E}00000000 {}\n"])
  func `what is no journal is kept under another name`(text: String) {
    storage.bytes = Array(text.utf8)
    var (journal, records) = open(storage)
    journal.write([Self.flag("a")], at: start) { [Self.flag("a")] }

    #expect(records == [])
    #expect(storage.asides == [Array(text.utf8)])
    #expect(journal.takeNotices() == [.setAside(path: "/state/j", as: "/state/j.set-aside")])
    #expect(open(storage).1 == [Self.flag("a")])
  }

  @Test func `what was set aside before stays there`() throws {
    let directory = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let path = FileSystem.join(directory, "j")

    for text in ["one\n", "two\n", "three\n"] {
      try FileSystem.writeFile(path, Array(text.utf8))
      let storage = JournalFile(JournalLocation(path: path), isSynced: false)
      #expect(Journal.open(storage, Self.header).1 == [])
      storage.release()
    }

    let kept = try ["j.set-aside", "j.set-aside-2", "j.set-aside-3"].map { name in
      String(decoding: try FileSystem.readFile(FileSystem.join(directory, name)).bytes, as: UTF8.self)
    }
    #expect(kept == ["one\n", "two\n", "three\n"])
  }

  @Test func `so is a journal whose entries mean something else`() {
    let header = Array(#"{"journal":"framewire","version":2}"#.utf8)
    storage.bytes = JournalText.entry(header) + JournalText.entry(Array(Self.flag("a").json.text.utf8))

    #expect(open(storage).1 == [])
    #expect(storage.asides.count == 1)
  }

  // MARK: Killed

  /// What can be on the disk when the process ends in the middle of a write: the old bytes, or with the beginning of
  /// the new ones. A replacement happens or does not.
  @Test func `killed at any moment, also while the file is rewritten, nothing that was acknowledged is lost`() {
    var (journal, _) = open(storage)
    let filler = String(repeating: "y", count: 9000)
    var acknowledged: [MemoryRecord] = []
    var rewritten = 0
    for index in 1...40 {
      let record = MemoryRecord.set(
        scene: "s\(index % 3)", [.kept(.text, of: "t", .text("\(index)\(filler)"), written: nil)])
      var runtime = Runtime(epoch: "e")
      runtime.restore(acknowledged + [record])
      let next = runtime.memory.records
      let before = storage.bytes ?? []
      let replacements = storage.replacements
      journal.write([record], at: start) { next }
      let after = storage.bytes!

      if storage.replacements == replacements {
        for count in [before.count, before.count + 1, (before.count + after.count) / 2, after.count - 1] {
          check(Array(after.prefix(count)), holds: acknowledged)
        }
      } else {
        rewritten += 1
        if !before.isEmpty { check(before, holds: acknowledged) }
      }
      check(after, holds: next)
      acknowledged = next
    }
    #expect(rewritten > 2)
  }

  private func check(_ bytes: [UInt8], holds expected: [MemoryRecord]) {
    var runtime = Runtime(epoch: "e")
    runtime.restore(open(ScriptedStorage(bytes)).1)
    #expect(runtime.memory.records == expected)
  }
}
