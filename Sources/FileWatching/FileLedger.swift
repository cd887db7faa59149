import Posix

/// What was last handed out of every file.
///
/// This is where 'did the file change?' is asked. A file's identity (see `FileIdentity`) tells whether reading it is
/// worth while, its bytes tell whether it changed. The bytes themselves are kept, not a hash of them: layouts are
/// small, the array is shared with whoever was handed it, and no collision can ever swallow an edit. Of files that are
/// followed by their beginning a hash is kept, 64 bits under a key that is new in each process: fonts and pictures are
/// large, many, and seldom edited.
///
/// Nothing waits here. A file may be empty, half-written or gone for a moment; whether to
/// believe that is for those who know what a good one looks like.
struct FileLedger {
  /// An identity says nothing while the file is younger than two ticks of the slowest kernel clock (100 Hz).
  static let youth = Duration.milliseconds(20)

  private struct Entry {
    /// Of the file that was read last; `nil` when there is none, or it is to be read at the next look.
    var identity: FileIdentity?
    /// Whether it can have been written since without another identity.
    var isYoung = false
    /// What was handed out last; `nil` before the first time.
    var last: Last?
  }

  /// What was handed out of a file.
  enum Last: Equatable {
    case state(FileChange.State)
    case beginning(count: Int, hash: Int)

    init(ofBeginning bytes: [UInt8]) {
      var hasher = Hasher()
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      self = .beginning(count: bytes.count, hash: hasher.finalize())
    }
  }

  private var entries: [String: Entry] = [:]

  /// The files that are known, in no order.
  var paths: some Collection<String> { entries.keys }

  /// Whether a file with this identity may have other bytes than those handed out.
  func needsReading(_ path: String, _ identity: FileIdentity) -> Bool {
    guard let entry = entries[path], let known = entry.identity else { return true }
    return entry.isYoung || known != identity
  }

  /// Whether a file with this identity is the one that was read last, written to since or not.
  func isSameFile(_ path: String, _ identity: FileIdentity) -> Bool {
    guard let known = entries[path]?.identity else { return false }
    return known.device == identity.device && known.inode == identity.inode
  }

  /// Records what was read.
  ///
  /// - Parameter isBeginning: what was read is all that matters of the file, and not to be kept.
  /// - Returns: the change to hand out; `nil` when the bytes are those handed out last.
  mutating func record(_ read: FileContent, of path: String, isBeginning: Bool = false) -> FileChange? {
    record(
      .content(read.bytes), as: isBeginning ? Last(ofBeginning: read.bytes) : nil,
      read.identity, isYoung: read.age < Self.youth, of: path)
  }

  /// Records that a file is there and cannot be read.
  ///
  /// - Parameter identity: from before the attempt. Without one the file is tried again at each look, and so is a file
  ///   that the machine only lacked the means for.
  /// - Returns: the change to hand out; `nil` when the reason is the one handed out last.
  mutating func record(_ error: PosixError, _ identity: FileIdentity?, of path: String) -> FileChange? {
    record(.unreadable(error), error.isPassing ? nil : identity, of: path)
  }

  private mutating func record(
    _ state: FileChange.State, as kept: Last? = nil, _ identity: FileIdentity?, isYoung: Bool = false, of path: String
  ) -> FileChange? {
    let (former, last) = (entries[path]?.last, kept ?? .state(state))
    let isNew = former != last
    // Others have the array that was handed out, and compare it with itself at no cost.
    entries[path] = Entry(identity: identity, isYoung: isYoung, last: isNew ? last : former)
    return isNew ? FileChange(path: path, state: state) : nil
  }

  /// Records that there is no file.
  ///
  /// - Returns: the change to hand out; `nil` when it is known to be missing, or was never there and nobody expects it.
  mutating func recordMissing(_ path: String) -> FileChange? {
    entries[path] == nil ? nil : record(.missing, nil, of: path)
  }

  /// Makes a file known before it is found, so that it is reported when it is missing.
  mutating func expect(_ path: String) {
    if entries[path] == nil { entries[path] = Entry() }
  }

  /// Drops a file that is no longer of interest.
  mutating func forget(_ path: String) { entries[path] = nil }

  /// What was handed out last of a file; nil: nothing yet.
  func last(of path: String) -> Last? { entries[path]?.last }

  /// The last word about a file that is kept whole, where that was its bytes.
  func content(of path: String) -> FileChange.State? {
    if case .state(let state) = entries[path]?.last, case .content = state { state } else { nil }
  }

  /// Whether the last word about this file was what is in it.
  func hasHandedOutContent(_ path: String) -> Bool {
    switch entries[path]?.last {
    case .state(.content), .beginning: true
    default: false
    }
  }

  /// Whether the last word about this file was that it cannot be read.
  func isReportedUnreadable(_ path: String) -> Bool {
    if case .state(.unreadable) = entries[path]?.last { true } else { false }
  }

  /// Whether the last word about this file was that it is missing.
  func isReportedMissing(_ path: String) -> Bool { entries[path]?.last == .state(.missing) }
}
