import LayoutEngine
import Pictures

/// The picture files that documents name, and what their beginnings say.
///
/// A picture `logo.png` may also be there as `logo@2x.png` or `logo@3x.png`, with two or three pixels a point; the
/// first of them that exists says how big it is. Good news counts at once. That a picture is gone or damaged counts
/// only after a while, since a save can look like that in the middle.
///
/// It reads nothing itself: what must be looked at is among `requests`, and comes with `receive`. Whether a file
/// changed has been asked by then; here the question is whether it says another size, and if not, that its pixels are
/// others.
struct PictureShelf: Sendable {
  /// What is at a path.
  fileprivate enum Finding: Equatable {
    case picture(PictureHeader)
    case missing
    /// The reason.
    case unusable(String)

    var isGood: Bool { if case .picture = self { true } else { false } }
  }

  /// A file that is followed.
  private struct File {
    /// How many pictures of documents it may be.
    var users = 0
    /// Nil: it was not read yet.
    var finding: Finding?
    /// How often it was found to be another one.
    var version = 0
    /// Bad news about a good file that does not count yet.
    var doubt: Finding?
  }

  /// Which pictures each document names.
  private var picturesByDocument: [String: [String]] = [:]
  private var files: [String: File] = [:]
  var requests = FileRequests(.beginning)
  /// Files that say something else than before.
  private var changed: Set<String> = []

  // MARK: What is known

  /// Whether everything that a document names has been looked at.
  func isComplete(for document: String) -> Bool {
    (picturesByDocument[document] ?? []).allSatisfy { picture(at: $0) != nil }
  }

  /// Whether a document names any.
  func hasAny(for document: String) -> Bool { picturesByDocument[document] != nil }

  /// What is known of the pictures of a document, by path.
  func pictures(of document: String) -> [String: Picture] {
    var pictures: [String: Picture] = [:]
    for path in picturesByDocument[document] ?? [] { pictures[path] = picture(at: path) }
    return pictures
  }

  /// Nil until enough of its files have been looked at.
  private func picture(at path: String) -> Picture? {
    var version = 0
    for variant in PictureVariant.all(of: path) {
      let file = files[variant.path]
      version += file?.version ?? 0
      switch file?.finding {
      case nil: return nil
      case .missing: continue
      case .unusable(let reason): return .unusable(reason)
      case .picture(let header):
        return .size(
          width: header.width / variant.pixelsPerPoint, height: header.height / variant.pixelsPerPoint, version: version
        )
      }
    }
    return .unusable("there is no file '\(path)'")
  }

  // MARK: What happens

  /// Takes over which pictures a document names; asks for those that are new.
  mutating func setPictures(_ paths: [String], of document: String, _ patience: inout Patience) {
    let before = picturesByDocument[document] ?? []
    guard paths != before else { return }
    picturesByDocument[document] = paths.isEmpty ? nil : paths
    // Those that stay are counted twice in between, and so never forgotten.
    for path in paths.lazy.flatMap({ PictureVariant.all(of: $0).map(\.path) }) {
      files[path, default: File()].users += 1
      if files[path]!.users > 1 { continue }
      requests.follow(path)
      requests.look(at: path)
    }
    for path in before.lazy.flatMap({ PictureVariant.all(of: $0).map(\.path) }) {
      files[path]!.users -= 1
      if files[path]!.users > 0 { continue }
      let isDoubted = files.removeValue(forKey: path)!.doubt != nil
      if isDoubted { patience.end(.picture(path)) }
      requests.release(path)
    }
  }

  /// Files that say something else since the last call, sorted by bytes.
  mutating func takeChanged() -> [String] {
    defer { changed = [] }
    return changed.sorted(by: precedesInBytes)
  }

  /// What is at a path has been read; other paths than those of pictures are passed over.
  mutating func receive(_ content: FileContent, at path: String, at now: Instant, _ patience: inout Patience) {
    guard let known = files[path] else { return }
    requests.close(path)
    let finding = Finding(content)
    if finding != known.finding, known.finding?.isGood == true, !finding.isGood {
      files[path]!.doubt = finding
      patience.begin(.picture(path), at: now)
      return
    }
    files[path]!.doubt = nil
    patience.end(.picture(path))
    if finding != known.finding || finding.isGood { believe(finding, of: path) }
  }

  /// Believes bad news that has lasted.
  mutating func endDoubt(about path: String) {
    guard let finding = files[path]?.doubt else { return }
    files[path]!.doubt = nil
    believe(finding, of: path)
  }

  private mutating func believe(_ finding: Finding, of path: String) {
    if files[path]!.finding != nil {
      changed.insert(path)
      files[path]!.version += 1
    }
    files[path]!.finding = finding
  }
}

extension PictureShelf.Finding {
  init(_ content: FileContent) {
    switch content {
    case .missing: self = .missing
    case .outside: self = .unusable("it leads out of the folders that pictures stay in")
    case .unreadable(let reason): self = .unusable("it cannot be read: \(reason)")
    case .bytes(let bytes):
      do throws(PictureError) { self = .picture(try PictureHeader(of: bytes)) } catch {
        self = .unusable(error.description)
      }
    }
  }
}
