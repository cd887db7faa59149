import Frames

/// The last revisions of a scene one by one: for those who want every one of them, and for those who ask what was
/// shown a moment ago. Shared by all; whoever is overtaken learns that it is.
///
/// Each is kept as the way to it and the way back from it, and so costs what changed. It is a few, as long as nobody
/// wants every one.
struct RevisionRing: Sendable {
  struct Entry: Sendable {
    var revision: Revision
    var layoutRevision: Revision
    var time: Instant
    var cause: String?
    var isSettled = true
    /// From the revision before. Nil for the first one: nothing is before it.
    var diff: FrameDiff?
    /// To the revision before; nothing for the first one.
    var back = FrameDiff()
    /// In bytes, as estimated, while it is kept.
    var weight = 0

    fileprivate mutating func forgetWay() {
      diff = nil
      back = FrameDiff()
    }
  }

  /// How many are kept; the newest one always is.
  struct Limits: Equatable, Sendable {
    var revisions: Int
    /// As estimated by `weight(of:)`.
    var bytes: Int

    /// By feel: some seconds of an animation of a small scene, at a price that nobody notices in a large one.
    static let recent = Limits(revisions: 1024, bytes: 256 << 10)
  }

  private var entries: [Entry] = []
  /// Index of the oldest entry; those before it are gone and wait for the array to be compacted.
  private var first = 0
  /// Of all entries, in bytes, as estimated.
  private(set) var weight = 0
  var limits: Limits { didSet { forgetOld() } }

  init(limits: Limits = .recent) { self.limits = limits }

  mutating func append(_ entry: consuming Entry) {
    // All that is shown would be the way to the first one.
    if entries.isEmpty { entry.forgetWay() }
    entry.weight = Self.weight(of: entry)
    weight += entry.weight
    entries.append(entry)
    forgetOld()
  }

  /// The oldest revision that is kept; nil while there is none.
  var oldest: Revision? { first < entries.count ? entries[first].revision : nil }

  /// The entry with this revision; revisions follow one another without gaps.
  subscript(revision: Revision) -> Entry? { index(of: revision).map { entries[$0] } }

  /// The newest entries, at most so many, the oldest of them first.
  func last(_ count: Int) -> ArraySlice<Entry> { entries[first...].suffix(count) }

  /// What leads back to a revision that is kept, from the newest one; nil when it is not kept.
  func stepsBack(to revision: Revision) -> [FrameDiff]? {
    index(of: revision).map { entries[($0 + 1)...].reversed().map(\.back) }
  }

  private func index(of revision: Revision) -> Int? {
    guard first < entries.count, revision >= entries[first].revision else { return nil }
    let distance = revision.value - entries[first].revision.value
    return distance < UInt64(entries.count - first) ? first + Int(distance) : nil
  }

  private mutating func forgetOld() {
    while entries.count - first > 1 && (entries.count - first > limits.revisions || weight > limits.bytes) {
      weight -= entries[first].weight
      // What it held goes at once, the place when there are many.
      entries[first].forgetWay()
      first += 1
    }
    if first > 64 && first * 2 > entries.count {
      // A new array: the old one would keep room for as many as there ever were.
      entries = Array(entries[first...])
      first = 0
    }
  }

  /// Roughly the bytes that an entry keeps alive: the records, and the texts, guides and looks that they hold. What the
  /// scene holds as well is counted all the same.
  private static func weight(of entry: Entry) -> Int {
    MemoryLayout<Entry>.stride + (entry.diff.map(weight(of:)) ?? 0) + weight(of: entry.back)
  }

  private static func weight(of diff: FrameDiff) -> Int {
    // An array or a text takes so much besides what is in it.
    let lists = [diff.set.isEmpty, diff.changed.isEmpty]
    let views = diff.views
    let rareLists = [diff.removed.isEmpty, views.isEmpty, diff.looks.isEmpty, diff.restyled.isEmpty]
    var bytes = 48 * (lists + rareLists).count { !$0 }
    if rareLists.contains(false) { bytes += 48 + 4 * MemoryLayout<[Int]>.stride }
    bytes += diff.set.count * MemoryLayout<FrameDiff.Move>.stride
    bytes += diff.removed.count * MemoryLayout<StreamID>.stride
    for change in diff.changed {
      bytes += MemoryLayout<FrameDiff.Change>.stride + weight(of: change.content.text, change.content.guides)
    }
    // Views are looked at where they stand, part by part; to copy one costs more.
    for index in views.indices {
      bytes += MemoryLayout<ViewRecord>.stride + weight(of: views[index].path)
      bytes += weight(of: views[index].content.text, views[index].content.guides)
      bytes += weight(of: views[index].appearance.lines)
    }
    for look in diff.looks { bytes += MemoryLayout<NumberedLook>.stride + weight(of: look.look) }
    for restyle in diff.restyled {
      bytes += MemoryLayout<FrameDiff.Restyle>.stride + weight(of: restyle.appearance.lines)
    }
    return bytes
  }

  private static func weight(of text: String?, _ guides: [ViewContent.NamedGuide]) -> Int {
    var bytes = weight(of: text)
    for guide in guides { bytes += MemoryLayout<ViewContent.NamedGuide>.stride + weight(of: guide.name) }
    return bytes
  }

  private static func weight(of lines: [TextLine]) -> Int {
    lines.reduce(0) { $0 + MemoryLayout<TextLine>.stride + weight(of: $1.text) }
  }

  private static func weight(of look: Look) -> Int {
    func named(_ paint: Look.Paint?) -> String? { if case .named(let name) = paint { name } else { nil } }
    let texts = [
      named(look.background), named(look.color), named(look.borderColor), look.image?.path, look.placeholder, look.role,
      look.style, look.font?.family,
    ]
    return look.data.reduce(texts.reduce(0) { $0 + weight(of: $1) }) { bytes, datum in
      var bytes = bytes + MemoryLayout<Look.Datum>.stride + weight(of: datum.name)
      if case .text(let text) = datum.value { bytes += weight(of: text) }
      return bytes
    }
  }

  /// A short text needs no memory of its own.
  private static func weight(of text: String?) -> Int {
    guard let count = text?.utf8.count, count > 15 else { return 0 }
    return 48 + count
  }
}

extension Publication {
  /// The same of an earlier revision. The cause is left, which is nobody's business who asks for a snapshot.
  func dated(as entry: RevisionRing.Entry) -> Publication {
    var result = self
    result.revision = entry.revision
    result.layoutRevision = entry.layoutRevision
    result.time = entry.time
    result.isSettled = entry.isSettled
    return result
  }
}
