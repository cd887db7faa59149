/// Changes of files that have come and do not take effect yet, so that several which belong together do at once.
///
/// They are held while somebody asks for it, and while whoever watches the files sees that several are changing. Holds
/// of peers that follow one another without a gap have one end, counted from the first: so nobody who hangs, or who
/// holds again and again, keeps the files of all others back.
struct FileHolds: Sendable {
  /// How many there may be at once, of all peers.
  static let most = 1024
  /// In letters; what a reason has more is left out.
  static let longestReason = 200

  private struct Hold: Sendable {
    let holder: PeerID
    let reason: String
  }

  private var holds: [Hold] = []
  /// When all of them end, whatever their peers do; nil while there is none.
  private(set) var deadline: Instant?
  /// By peer, how many of its holds are over which it has not released.
  private var late: [PeerID: Int] = [:]
  /// Reasons of holds that have ended by themselves, since that was told.
  private var ended: [String] = []
  /// Whether several files are seen to change together.
  var isGathering = false
  /// The last that was heard of each file, and when, counted in changes.
  private var contents: [String: (order: Int, content: FileContent)] = [:]
  /// What else was heard: which files there are.
  private var others: [(order: Int, command: Command)] = []
  private var order = 0
  /// Files that somebody has asked for by name since they are held: what is in them counts at once.
  private var passing: Set<String> = []

  var isHolding: Bool { isGathering || !holds.isEmpty }

  /// How many holds of peers there are.
  var count: Int { holds.count }

  /// How many files have changed and wait.
  var files: Int { contents.count }

  func isHeld(by peer: PeerID?) -> Bool { holds.contains { $0.holder == peer } }

  // MARK: Who holds

  /// - Parameter end: when it is over if it is the first; others end with that.
  mutating func begin(by peer: PeerID, because reason: String, until end: Instant) {
    if holds.isEmpty { deadline = end }
    holds.append(Hold(holder: peer, reason: String(reason.prefix(Self.longestReason))))
  }

  /// What became of the hold that somebody wants to end.
  enum Release {
    case released
    /// It had ended by itself.
    case tooLate
    case nothingHeld
  }

  /// Ends the last hold of a peer.
  mutating func release(by peer: PeerID) -> Release {
    if let index = holds.lastIndex(where: { $0.holder == peer }) {
      holds.remove(at: index)
      if holds.isEmpty { deadline = nil }
      return .released
    }
    guard let count = late[peer] else { return .nothingHeld }
    late[peer] = count > 1 ? count - 1 : nil
    return .tooLate
  }

  /// Ends all holds of a peer.
  mutating func forget(_ peer: PeerID) {
    holds.removeAll { $0.holder == peer }
    if holds.isEmpty { deadline = nil }
    late[peer] = nil
  }

  /// Ends all holds: their time is over.
  mutating func endLate() {
    for hold in holds { late[hold.holder, default: 0] += 1 }
    ended += holds.map(\.reason)
    (holds, deadline) = ([], nil)
  }

  /// Removes and returns the reasons of holds that have ended by themselves.
  mutating func takeEnded() -> [String] {
    defer { ended = [] }
    return ended
  }

  // MARK: What is held

  /// Somebody asks for these files by name, and is not to wait for others.
  mutating func letPass(_ paths: [String]) { if isHolding { passing.formUnion(paths) } }

  /// Whether somebody has asked for this file since changes are held; the answer counts once.
  mutating func takePass(for path: String) -> Bool { passing.remove(path) != nil }

  /// What was kept of a file is not its last any more.
  mutating func drop(_ path: String) { contents[path] = nil }

  mutating func keep(_ content: FileContent, at path: String) {
    order += 1
    contents[path] = (order, content)
  }

  /// - Parameter command: `found`, `lost` or `serve`.
  mutating func keep(_ command: Command) {
    order += 1
    others.append((order, command))
  }

  /// Removes and returns what was held, in the order in which it came; of a file the last.
  mutating func takeChanges() -> [Command] {
    let files = contents.map { (order: $1.order, command: Command.file(path: $0, $1.content)) }
    let changes = (files + others).sorted { $0.order < $1.order }.map(\.command)
    (contents, others, passing, order) = ([:], [], [], 0)
    return changes
  }
}
