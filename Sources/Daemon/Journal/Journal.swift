import JSONText
import LayoutRuntime
import Posix

/// What survives the process: the runtime's records on the disk, each written before anybody is told that it is done.
///
/// The file is appended to, and rewritten in as few records as say the same when it has grown to more than twice what
/// it had to be; that may be done elsewhere, while the file is appended to as before. It may be torn, damaged, from
/// another version, full, forbidden or in somebody else's hands: none of that keeps the daemon from serving. While
/// records cannot be written, `trouble` says why, and the next change tries to write everything anew.
struct Journal {
  /// Where bytes go: a file, or a script of one in tests.
  private let storage: (any JournalStorage)?
  private let header: Header

  /// Why what is set now will not survive; nil while it will, and when nobody wants it to.
  private(set) var trouble: Trouble?
  /// What a person should know, since the last `takeNotices`.
  private var notices: [JournalNotice] = []

  /// Bytes in the file; nil when there is none.
  private var size: Int?
  /// When the file is rewritten.
  private var limit = Self.slack
  /// Entries of versions that know more, kept for them.
  private var foreign: [[UInt8]] = []
  private var lastAttempt: ContinuousClock.Instant?
  /// How often it was tried in vain since then to write everything anew.
  private var failures = 0
  /// While the file is rewritten elsewhere: which time that is, and what was appended since.
  private var rewriting: (number: Int, appended: [UInt8])?
  private var lastRewriting = 0
  /// Whether something may still be written elsewhere, be it wanted or not: two at a time would be in each other's way.
  private var isWriting = false
  /// Entries that were written out beforehand, for records that are about to be written.
  private var prepared: [PreparedEntry] = []

  struct Trouble: Equatable, Sendable {
    var reason: String
    /// Whether trying again makes sense.
    var mayPass: Bool
  }

  /// A file may be this much longer than twice what it was after it was rewritten. By feel: some hundred small
  /// changes, and a fraction of a millisecond to read.
  static let slack = 1 << 16
  /// How long to wait before trying again to write everything anew: the state may be large, and changes many. Each time
  /// in vain doubles it, up to seven times.
  static let patience = Duration.milliseconds(100)
  /// Writing so many bytes anew takes longer than others can wait: some milliseconds.
  static let large = 1 << 20

  /// Opens what is there.
  ///
  /// - Parameter header: what a new file says about itself.
  /// - Returns: also what is remembered, to be given to the runtime.
  static func open(_ storage: any JournalStorage, _ header: Header) -> (Journal, [MemoryRecord]) {
    var journal = Journal(storage: storage, header: header)
    let records = journal.read()
    return (journal, records)
  }

  /// Nothing is kept, as somebody wishes.
  static var off: Journal { Journal(storage: nil, header: Header()) }

  /// A journal that nobody can write, and nobody asked for that.
  static func missing(because reason: String) -> Journal {
    var journal = Journal(storage: nil, header: Header())
    journal.fail(Trouble(reason: reason, mayPass: false))
    return journal
  }

  private init(storage: (any JournalStorage)?, header: Header) {
    self.storage = storage
    self.header = header
  }

  /// What a person should know, since the last call.
  mutating func takeNotices() -> [JournalNotice] {
    defer { notices = [] }
    return notices
  }

  // MARK: Reading

  private mutating func read() -> [MemoryRecord] {
    guard let storage else { return [] }
    do throws(JournalObstacle) { try storage.claim() } catch {
      fail(Trouble(reason: error.description, mayPass: error.mayPass))
      // Somebody else is about to change what we would read.
      if case .inUse = error { return [] }
    }
    let bytes: [UInt8]
    do throws(PosixError) {
      guard let found = try storage.read(), !found.isEmpty else { return [] }
      bytes = found
    } catch {
      // What cannot be read must not be replaced either.
      fail(Trouble(reason: error.description, mayPass: false))
      return []
    }
    let text = JournalText(reading: bytes)
    guard let records = understand(text) else {
      setAside()
      return []
    }
    size = bytes.count
    limit = bytes.count + Self.slack
    mend(text, of: bytes.count)
    return records
  }

  /// - Returns: nil when this is not a journal, or one of a version whose entries mean something else.
  private mutating func understand(_ text: JournalText) -> [MemoryRecord]? {
    guard Self.isUnderstood(text) else { return nil }
    var records: [MemoryRecord] = []
    var unknown: [Int] = []
    for entry in text.entries {
      guard let json = try? JSON(parsing: entry.content) else {
        unknown.append(entry.line)
        continue
      }
      if Header.version(json) != nil { continue }
      let reading = MemoryRecord.reading(json)
      if let record = reading.record { records.append(record) } else { foreign.append(entry.content) }
      if reading.isPartial { unknown.append(entry.line) }
    }
    if let first = unknown.first { notices.append(.unknown(path: path, line: first, count: unknown.count)) }
    return records
  }

  /// Reports what is broken and cuts off a torn end, so that what is written next stands on a line of its own.
  private mutating func mend(_ text: JournalText, of count: Int) {
    for damage in text.damages {
      notices.append(.damaged(path: path, line: damage.line, bytes: damage.bytes.count))
    }
    // Rewriting removes the damage, which else would be reported at every start.
    if !text.damages.isEmpty { limit = 0 }
    guard let tear = text.tear else { return }
    notices.append(.torn(path: path, bytes: count - tear))
    if trouble == nil, (try? storage?.cut(to: tear)) != nil { size = tear }
  }

  /// Whether entries mean what this version understands by them.
  static func isUnderstood(_ text: JournalText) -> Bool {
    let versions = text.entries.compactMap { (try? JSON(parsing: $0.content)).flatMap(Header.version) }
    return !text.entries.isEmpty && versions.allSatisfy { $0 == Header.version }
  }

  private mutating func setAside() {
    guard let storage else { return }
    foreign = []
    do throws(PosixError) { notices.append(.setAside(path: path, as: try storage.setAside())) } catch {
      fail(Trouble(reason: "it is not a journal of this version, and cannot be moved: \(error)", mayPass: false))
    }
  }

  private var path: String { storage?.path ?? "" }

  // MARK: Writing

  /// Writes records down.
  ///
  /// - Parameters:
  ///   - handOut: has a file that has grown rewritten elsewhere, with all that is remembered now; what comes of it goes
  ///     to `finish(_:_:)`. Nil: it is rewritten at once.
  ///   - memory: all that is remembered, these records included, in as few as say it.
  mutating func write(
    _ records: [MemoryRecord], at now: ContinuousClock.Instant, handingOut handOut: ((Rewriting) -> Void)? = nil,
    memory: () -> [MemoryRecord]
  ) {
    guard storage != nil else { return }
    if let trouble {
      // What is written elsewhere does not know of these.
      if rewriting != nil { rewriting!.appended += entries(of: records) }
      let patience = Self.patience * (1 << min(failures, 7))
      guard trouble.mayPass, lastAttempt.map({ now - $0 >= patience }) ?? true else { return }
      return recover(at: now, handingOut: handOut, memory: memory)
    }
    let bytes = entries(of: records)
    var reason: PosixError?
    let mustRewrite = size.map { $0 + bytes.count > limit } ?? true
    if mustRewrite, size == nil || handOut == nil {
      do throws(PosixError) { return try rewrite(memory()) } catch { reason = error }
    }
    if size != nil {
      do throws(PosixError) {
        try append(bytes)
        if mustRewrite, let handOut { beginRewriting(handOut) }
        return
      } catch {
        // It is as it was, or somebody has removed or changed it: a new one may still be possible.
        if let handOut, size! > Self.large {
          reason = error
          rewriting?.appended += bytes
          beginRewriting(handOut)
        } else {
          do throws(PosixError) { return try rewrite(memory()) } catch { reason = error }
        }
      }
    }
    lastAttempt = now
    failures = 0
    fail(Trouble(reason: reason?.description ?? path, mayPass: true))
  }

  /// Takes an entry that was written out elsewhere; until `forgetPrepared`, whoever writes its record need not.
  mutating func prepare(_ entry: PreparedEntry) { if storage != nil { prepared.append(entry) } }
  mutating func forgetPrepared() { if !prepared.isEmpty { prepared = [] } }

  private func entries(of records: [MemoryRecord]) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in records {
      let entry = prepared.first { $0.isOf(record) }?.bytes ?? JournalText.entry(record.bytes)
      if bytes.isEmpty { bytes = entry } else { bytes += entry }
    }
    return bytes
  }

  /// For `Stats`: how many bytes the file has, and 1 while what is set will not survive.
  var metrics: [String: Double] { ["journal.bytes": Double(size ?? 0), "journal.failing": trouble == nil ? 0 : 1] }

  /// Before the process ends: whatever could not be written until now is tried once more.
  mutating func finish(at now: ContinuousClock.Instant, memory: () -> [MemoryRecord]) {
    if trouble?.mayPass == true { recover(at: now, memory: memory) }
    storage?.release()
  }

  private mutating func append(_ bytes: [UInt8]) throws(PosixError) {
    try storage?.append(bytes)
    size? += bytes.count
    rewriting?.appended += bytes
  }

  /// Has the file rewritten elsewhere, unless that is under way.
  private mutating func beginRewriting(_ handOut: (Rewriting) -> Void) {
    guard rewriting == nil, !isWriting else { return }
    lastRewriting += 1
    rewriting = (lastRewriting, [])
    isWriting = true
    handOut(newRewriting)
  }

  /// Replaces the file by what was written elsewhere, with what was appended since.
  ///
  /// - Parameter number: of the rewriting.
  mutating func finish(_ number: Int, _ written: Rewriting.Written) {
    isWriting = false
    guard let rewriting, rewriting.number == number else {
      if case .file(let replacement, _) = written { replacement.remove() }
      return
    }
    do throws(PosixError) {
      switch written {
      case .bytes(let bytes): try replace(with: bytes + rewriting.appended)
      case .file(let replacement, let count):
        try replace(count: count + rewriting.appended.count) { storage throws(PosixError) in
          try storage?.replace(with: replacement, of: count, appending: rewriting.appended)
        }
      case .nothing(let error):
        letGrow()
        throw error
      }
      if trouble != nil { recovered() }
    } catch {
      if trouble != nil { return failures += 1 }
      // The file is as it was, and may grow on.
      notices.append(.grows(reason: "\(error)"))
    }
  }

  private mutating func recover(
    at now: ContinuousClock.Instant, handingOut handOut: ((Rewriting) -> Void)? = nil, memory: () -> [MemoryRecord]
  ) {
    lastAttempt = now
    do throws(JournalObstacle) { try storage?.claim() } catch { return }
    if let handOut { return beginRewriting(handOut) }
    do throws(PosixError) { try rewrite(memory()) } catch { return failures += 1 }
    recovered()
  }

  private mutating func recovered() {
    trouble = nil
    notices.append(.writesAgain(path: path))
  }

  /// Replaces the file by what it comes to. After a throw it is as it was, and is let grow on.
  private mutating func rewrite(_ memory: [MemoryRecord]) throws(PosixError) {
    try replace(with: newRewriting.bytes(of: memory))
  }

  private mutating func replace(with bytes: [UInt8]) throws(PosixError) {
    try replace(count: bytes.count) { storage throws(PosixError) in try storage?.replace(with: bytes) }
  }

  /// - Parameter count: of the bytes that there are afterwards.
  private mutating func replace(
    count: Int, _ body: ((any JournalStorage)?) throws(PosixError) -> Void
  ) throws(PosixError) {
    letGrow()
    try body(storage)
    size = count
    limit = 2 * count + Self.slack
  }

  /// The file is not replaced for the time being.
  private mutating func letGrow() {
    rewriting = nil
    limit = 2 * (size ?? 0) + Self.slack
  }

  private var newRewriting: Rewriting {
    Rewriting(number: lastRewriting, beginning: [header.bytes] + foreign, place: storage?.replacement)
  }

  private mutating func fail(_ trouble: Trouble) {
    if self.trouble == nil { notices.append(.failing(reason: trouble.reason)) }
    self.trouble = trouble
  }
}

extension Journal {
  /// Makes a file anew: a value, so that it can be done anywhere.
  struct Rewriting: Sendable {
    let number: Int
    /// The entries before those of what is remembered.
    fileprivate let beginning: [[UInt8]]
    /// Where the bytes go; nil: to whoever rewrites.
    fileprivate let place: FileReplacement?

    /// What a file comes to.
    enum Written: Sendable {
      case bytes([UInt8])
      /// It is on the disk, and has so many bytes.
      case file(FileReplacement, count: Int)
      /// It could not be written.
      case nothing(PosixError)
    }

    /// Writes it where it goes.
    func write(_ memory: [MemoryRecord]) -> Written {
      let bytes = bytes(of: memory)
      guard let place else { return .bytes(bytes) }
      do throws(PosixError) { try place.write(bytes) } catch { return .nothing(error) }
      return .file(place, count: bytes.count)
    }

    func bytes(of memory: [MemoryRecord]) -> [UInt8] {
      var bytes = beginning.flatMap { JournalText.entry($0) }
      for record in memory { bytes += JournalText.entry(record.bytes) }
      return bytes
    }
  }

  /// What a file says about itself in its first entry.
  struct Header: Equatable, Sendable {
    /// Of the form of entries. Kinds of records may be added without a new one.
    static let version = 1.0

    /// For people who wonder what the file is.
    var roots: [String] = []
    var socket = ""

    var bytes: [UInt8] {
      let json: JSON = [
        "journal": "framewire", "version": .number(Self.version), "socket": .string(socket),
        "roots": .array(roots.map { .string($0) }),
      ]
      return Array(json.text.utf8)
    }

    /// The version that a header names; nil of anything else.
    static func version(_ json: JSON) -> Double? { json["journal"] == nil ? nil : json["version"]?.number ?? 0 }
  }
}

/// A record as its entry, written out elsewhere: one about thousands of records takes longer than others can
/// wait.
struct PreparedEntry: Sendable {
  private let scene: String
  private let settings: [SceneSetting]
  fileprivate let bytes: [UInt8]

  /// Nil of a record that sets nothing.
  init?(_ record: MemoryRecord) {
    guard case .set(let scene, let settings) = record else { return nil }
    (self.scene, self.settings) = (scene, settings)
    bytes = JournalText.entry(record.bytes)
  }

  /// Whether it is that of a record: of the same settings where they stand, since to compare them takes long as well.
  func isOf(_ record: MemoryRecord) -> Bool {
    guard case .set(scene, let settings) = record else { return false }
    return settings.span.isIdentical(to: self.settings.span)
  }
}

extension MemoryRecord {
  fileprivate var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(json)
    return writer.bytes
  }
}
