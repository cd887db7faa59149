import Posix

/// What was last handed out of every file, and which files need another look.
///
/// A file's identity (see `FileIdentity`) tells whether reading it is worth while, its bytes tell
/// whether it changed. The bytes themselves are kept, not a hash of them: layouts are small, the
/// array is shared with whoever was handed it, and no collision can ever swallow an edit.
///
/// Two kinds of change wait. An empty file, or one that was rejected, may be half-written: it is
/// read again after `quiet`, and that is final. A missing file may be between the two steps of a
/// save: it counts as missing after `graceOfMissing`.
struct FileLedger {
  /// Longer than any editor leaves a file empty or half-written, shorter than a person notices.
  static let quiet = Duration.milliseconds(30)
  /// Longer than a slow save by removing and creating takes.
  static let graceOfMissing = Duration.milliseconds(500)
  /// An identity says nothing while the file is younger than two ticks of the slowest kernel clock (100 Hz).
  static let youth = Duration.milliseconds(20)

  private struct Entry {
    /// `nil` when it must not be trusted.
    var identity: FileIdentity?
    /// What was handed out last; `nil` before the first time and after `missing`.
    var content: [UInt8]?
    var wasFinal = false
    var isRejected = false
    var secondLook: ContinuousClock.Instant?
    var missingSince: ContinuousClock.Instant?
    var isReportedMissing = false
  }

  private var entries: [String: Entry] = [:]

  /// The files that are known, in no order.
  var paths: some Collection<String> { entries.keys }

  /// When `secondLooks(at:)` or `missing(at:)` will next yield something.
  var deadline: ContinuousClock.Instant? {
    var earliest: ContinuousClock.Instant?
    for entry in entries.values {
      for due in [entry.secondLook, entry.missingSince.map { $0 + Self.graceOfMissing }] {
        if let due { earliest = min(earliest ?? due, due) }
      }
    }
    return earliest
  }

  /// Whether a file with this identity may have other bytes than those handed out.
  func needsReading(_ path: String, _ identity: FileIdentity) -> Bool {
    guard let entry = entries[path], entry.missingSince == nil, let known = entry.identity else { return true }
    return known != identity
  }

  /// Notes what was read.
  ///
  /// - Parameter isFinal: there will be no second look, whatever the bytes are.
  /// - Returns: the change to hand out, `nil` when there is none or it waits for its second look.
  mutating func record(
    _ read: FileContent, of path: String, at now: ContinuousClock.Instant, isFinal: Bool = false
  ) -> FileChange? {
    var entry = entries[path] ?? Entry()
    defer { entries[path] = entry }
    entry.missingSince = nil
    entry.isReportedMissing = false
    entry.identity = read.age < Self.youth ? nil : read.identity

    if isFinal {
      // Whoever rejected it waits for an answer, also when the bytes are the same.
      let isOwed = entry.isRejected
      entry.secondLook = nil
      entry.isRejected = false
      guard isOwed || entry.content != read.bytes else { return nil }
    } else {
      // Rejected bytes stay rejected until their second look; equal ones need none.
      if entry.content == read.bytes {
        if !entry.isRejected { entry.secondLook = nil }
        return nil
      }
      entry.isRejected = false
      if read.bytes.isEmpty {
        entry.secondLook = now + Self.quiet
        return nil
      }
      entry.secondLook = nil
    }
    entry.content = read.bytes
    entry.wasFinal = isFinal
    return FileChange(path: path, state: .content(read.bytes), isFinal: isFinal)
  }

  /// Notes that there is no file. Files that were never there are of no interest unless expected.
  mutating func recordMissing(_ path: String, at now: ContinuousClock.Instant) {
    guard entries[path] != nil, entries[path]?.isReportedMissing == false else { return }
    entries[path]?.identity = nil
    entries[path]?.secondLook = nil
    if entries[path]?.missingSince == nil { entries[path]?.missingSince = now }
  }

  /// Makes a file known before it was found, so that it is reported when it stays missing.
  mutating func expect(_ path: String) {
    if entries[path] == nil { entries[path] = Entry() }
  }

  /// Drops a file that is no longer of interest.
  mutating func forget(_ path: String) { entries[path] = nil }

  /// Whether the last word about this file was that it is missing.
  func isReportedMissing(_ path: String) -> Bool { entries[path]?.isReportedMissing ?? false }

  /// Notes that what was handed out last is of no use. What was final stays as it is.
  mutating func reject(_ path: String, at now: ContinuousClock.Instant) {
    guard let entry = entries[path], entry.content != nil, !entry.wasFinal, entry.missingSince == nil else { return }
    entries[path]?.isRejected = true
    entries[path]?.secondLook = now + Self.quiet
  }

  /// The files to read again now, sorted by path; `nil` for all that wait, however long they still
  /// would. Each is answered by a final `record` or a `recordMissing`.
  func secondLooks(at now: ContinuousClock.Instant?) -> [String] {
    entries.filter { entry in entry.value.secondLook.map { due in now.map { due <= $0 } ?? true } ?? false }
      .keys.sorted(by: precedes)
  }

  /// Removes and returns the files that have been missing for long enough, sorted by path.
  mutating func missing(at now: ContinuousClock.Instant) -> [FileChange] {
    let gone = entries.filter { $0.value.missingSince.map { $0 + Self.graceOfMissing <= now } ?? false }.keys
    for path in gone {
      entries[path] = Entry()
      entries[path]?.isReportedMissing = true
    }
    return gone.sorted(by: precedes).map { FileChange(path: $0, state: .missing, isFinal: true) }
  }
}

/// The order of everything that is handed out: by bytes, the same in every locale.
func precedes(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
