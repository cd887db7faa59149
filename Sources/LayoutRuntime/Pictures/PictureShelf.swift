import LayoutEngine
import Pictures

/// The picture files that documents name, and what their beginnings say.
///
/// A picture `logo.png` may also be there as `logo@2x.png` or `logo@3x.png`, with two or three pixels a point; the
/// first of them that exists says how big it is. Good news counts at once. That a picture is gone or damaged counts
/// only after a while, since a save can look like that in the middle.
///
/// It reads nothing itself: what must be read is asked for with `takeReads`, and comes with `take`.
struct PictureShelf: Sendable {
  /// What is at a path.
  fileprivate enum Finding: Equatable {
    case picture(PictureHeader)
    case missing
    /// The reason.
    case unusable(String)

    var isGood: Bool { if case .picture = self { true } else { false } }
  }

  /// Bad news that does not count yet, and since when it is known.
  private struct Doubt {
    var finding: Finding
    var since: Instant
  }

  /// Which pictures each document names.
  private var picturesByDocument: [String: [String]] = [:]
  /// By file: how many pictures of documents it may be.
  private var users: [String: Int] = [:]
  /// The files that are followed; what is nil was not read yet.
  private var files: [String: Finding?] = [:]
  /// By path. Looked through each turn, so apart from the files that nobody doubts.
  private var doubts: [String: Doubt] = [:]
  private var reads = ReadRequests()
  /// Files that say something else than before.
  private var changed: Set<String> = []
  /// One more whenever a file comes or goes.
  private(set) var membership = 0

  // MARK: What is known

  /// Sorted by bytes.
  var watchedPaths: [String] { files.keys.sorted(by: precedesInBytes) }

  /// The earliest instant at which bad news counts.
  func deadline(after grace: Duration) -> Instant? {
    doubts.values.map { $0.since + grace }.min()
  }

  /// Whether everything that a document names has been looked at.
  func isComplete(for document: String) -> Bool {
    (picturesByDocument[document] ?? []).allSatisfy { picture(at: $0) != nil }
  }

  /// What is known of the pictures of a document, by path.
  func pictures(of document: String) -> [String: Picture] {
    var pictures: [String: Picture] = [:]
    for path in picturesByDocument[document] ?? [] { pictures[path] = picture(at: path) }
    return pictures
  }

  /// Nil until enough of its files have been looked at.
  private func picture(at path: String) -> Picture? {
    for variant in PictureVariant.all(of: path) {
      switch files[variant.path] ?? nil {
      case nil: return nil
      case .missing: continue
      case .unusable(let reason): return .unusable(reason)
      case .picture(let header):
        return .size(width: header.width / variant.pixelsPerPoint, height: header.height / variant.pixelsPerPoint)
      }
    }
    return .unusable("there is no file '\(path)'")
  }

  // MARK: What happens

  /// Takes over which pictures a document names; asks for those that are new.
  mutating func setPictures(_ paths: [String], of document: String) {
    let before = picturesByDocument[document] ?? []
    guard paths != before else { return }
    picturesByDocument[document] = paths.isEmpty ? nil : paths
    // Those that stay are counted twice in between, and so never forgotten.
    for path in paths.lazy.flatMap({ PictureVariant.all(of: $0).map(\.path) }) {
      users[path, default: 0] += 1
      if files[path] != nil { continue }
      files.updateValue(nil, forKey: path)
      reads.ask(for: path)
      membership += 1
    }
    for path in before.lazy.flatMap({ PictureVariant.all(of: $0).map(\.path) }) {
      users[path, default: 0] -= 1
      if users[path] != 0 { continue }
      users[path] = nil
      files.removeValue(forKey: path)
      doubts[path] = nil
      reads.close(path)
      membership += 1
    }
  }

  /// Asks for a file that a check wants.
  mutating func readForOthers(_ path: String) { reads.askForOthers(path) }

  /// The reads to be done now, sorted by bytes.
  mutating func takeReads() -> [String] { reads.take() }

  /// Files that say something else since the last call, sorted by bytes.
  mutating func takeChanged() -> [String] {
    defer { changed = [] }
    return changed.sorted(by: precedesInBytes)
  }

  /// Takes note of what is at a path; unknown paths are none of its business.
  ///
  /// - Parameter grace: how long bad news about a picture that was good must last until it counts.
  mutating func take(_ content: FileContent, at path: String, at now: Instant, grace: Duration) {
    guard let known = files[path] else { return }
    reads.close(path)
    let finding = Finding(content)
    if finding == known {
      doubts[path] = nil
    } else if known?.isGood == true, !finding.isGood, grace > .zero {
      doubts[path] = Doubt(finding: finding, since: doubts[path]?.since ?? now)
    } else {
      believe(finding, of: path)
    }
  }

  /// Believes bad news that has lasted.
  mutating func passDeadlines(at now: Instant, grace: Duration) {
    for (path, doubt) in doubts where doubt.since + grace <= now { believe(doubt.finding, of: path) }
  }

  private mutating func believe(_ finding: Finding, of path: String) {
    if files[path] ?? nil != nil { changed.insert(path) }
    files[path] = finding
    doubts[path] = nil
  }
}

extension PictureShelf.Finding {
  init(_ content: FileContent) {
    switch content {
    case .missing: self = .missing
    case .unreadable(let reason): self = .unusable("it cannot be read: \(reason)")
    case .bytes(let bytes):
      do throws(PictureError) { self = .picture(try PictureHeader(of: bytes)) } catch {
        self = .unusable(error.description)
      }
    }
  }
}
