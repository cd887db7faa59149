/// What is bad about files and does not count yet, since a save can look like that in the middle: the one place of the
/// runtime that waits for files.
///
/// It decides until when; what happens then is for whoever has the files.
struct Patience: Sendable {
  /// What may be over in a moment.
  enum Doubt: Hashable, Sendable {
    /// The file of a document was there, and is missing.
    case missing(String)
    /// The file of a picture was good, and is missing or damaged.
    case picture(String)
    /// The document has errors: it may be half written. It counts only after a second look.
    case failing(String)

    fileprivate var path: String {
      switch self {
      case .missing(let path), .picture(let path), .failing(let path): path
      }
    }
  }

  /// How long a failing document must be quiet before the second look. Zero: there is none.
  let quiet: Duration
  /// How long a file may be missing or damaged before that counts.
  let grace: Duration
  private var ends: [Doubt: Instant] = [:]
  /// Those of them that have lasted and were not all removed at once, in byte order of the paths.
  private var lasted: ArraySlice<Doubt> = []

  init(quiet: Duration, grace: Duration) {
    self.quiet = quiet
    self.grace = grace
  }

  /// The earliest instant at which some doubt ends.
  var deadline: Instant? { ends.values.min() }

  /// Whether some document waits for its second look, or something has lasted that was not removed.
  var isDoubtingDocuments: Bool {
    !lasted.isEmpty || ends.keys.contains { if case .failing = $0 { true } else { false } }
  }

  func holds(_ doubt: Doubt) -> Bool { ends[doubt] != nil }

  /// Begins to wait. A failing document begins anew with each save; a file is missing since it was missed first.
  mutating func begin(_ doubt: Doubt, at now: Instant) {
    switch doubt {
    case .failing: ends[doubt] = now + quiet
    case .missing, .picture: if ends[doubt] == nil { ends[doubt] = now + grace }
    }
  }

  /// Somebody asks what is so at this moment: what is gone is gone. A failing document is looked at again all the same,
  /// since he waits for that.
  mutating func endGrace(at now: Instant) {
    lasted = []
    for (doubt, end) in ends where end > now {
      switch doubt {
      case .missing, .picture: ends[doubt] = now
      case .failing: break
      }
    }
  }

  /// It was over in time.
  ///
  /// - Returns: whether there was a doubt.
  @discardableResult mutating func end(_ doubt: Doubt) -> Bool { ends.removeValue(forKey: doubt) != nil }

  /// Removes and returns what has lasted, in byte order of the paths; the next calls go on with what is more.
  mutating func removeExpired(at now: Instant, atMost most: Int) -> [Doubt] {
    if lasted.isEmpty, let deadline, deadline <= now {
      lasted = ends.filter { $0.value <= now }.keys.sorted { precedesInBytes($0.path, $1.path) }[...]
    }
    var removed: [Doubt] = []
    while removed.count < most, let doubt = lasted.popFirst() {
      // It may have been over since, or have begun anew.
      guard let end = ends[doubt], end <= now else { continue }
      ends[doubt] = nil
      removed.append(doubt)
    }
    return removed
  }
}
