import LayoutModel
import LayoutSyntax

/// All documents: turns bytes into verdicts.
///
/// It does not know scenes, and nothing in it waits: deadlines are looked at when a turn says what time it is.
struct Library: Sendable {
  struct Settings: Sendable {
    /// How long a failing file must be quiet before it is read again and believed.
    var quiet: Duration
    /// How long a file may be missing before that counts.
    var grace: Duration
  }

  let settings: Settings
  private(set) var documents: [String: Document] = [:]
  private(set) var imports = ImportGraph()
  /// Whether an import may have lost the last document that needed it.
  private var mayHaveUnusedImports = false
  /// All documents that wait for time or for a second look, and some that did: the others need no looking at.
  private var restless: Set<String> = []
  /// One more whenever a document comes or goes.
  private(set) var membership = 0
  /// Folders that imports may not lead out of; none: anywhere.
  private(set) var roots: [String] = []
  /// What the documents' images show.
  var pictures = PictureShelf()
  /// Documents whose attempt is out of date.
  private var outdated: Set<String> = []
  private(set) var reads = ReadRequests()
  /// Whether a file was missing for a moment, which did not count; others may have used its names meanwhile.
  private var hasReturned = false
  private(set) var parses = 0
  private(set) var resolutions = 0

  init(settings: Settings) { self.settings = settings }

  // MARK: What is known

  subscript(path: String) -> Document? { documents[path] }

  /// Documents that open scenes, in the order in which they may claim names: by name (`Document.name`), but those that
  /// never were good behind those that have something to show, and those that are missing last, since the file may go by
  /// another name now.
  var openable: [Document] {
    documents.values.filter { $0.role != .imported }.sorted {
      if $0.isMissing != $1.isMissing { return $1.isMissing }
      if ($0.good == nil) != ($1.good == nil) { return $1.good == nil }
      return $0.precedes($1)
    }
  }

  /// Everything with a file behind it, in byte order.
  var watchedPaths: [String] {
    documents.values.filter { $0.role != .text }.map(\.path).sorted(by: precedesInBytes)
  }

  /// Whether nothing is being read, confirmed or waited for.
  var isQuiet: Bool {
    reads.pending.isEmpty && outdated.isEmpty && restless.allSatisfy { documents[$0]?.phase ?? .settled == .settled }
  }

  /// Whether that holds for one document and its imports.
  func isQuiet(_ path: String) -> Bool {
    guard let document = documents[path] else { return !reads.pending.contains(path) }
    guard document.phase == .settled, !outdated.contains(path) else { return false }
    return reads.pending.isDisjoint(with: closure(of: path))
  }

  /// The earliest instant at which time alone changes something.
  var deadline: Instant? {
    var earliest = pictures.deadline(after: settings.grace)
    for document in restless.compactMap({ documents[$0] }) {
      var candidates: [Instant] = []
      if case .suspect(let until) = document.phase { candidates.append(until) }
      if let since = document.missingSince { candidates.append(since + settings.grace) }
      for candidate in candidates { earliest = earliest.map { min($0, candidate) } ?? candidate }
    }
    return earliest
  }

  /// The document and all it imports, directly or not, in order of appearance.
  func closure(of path: String) -> [String] { imports.closure(of: path, within: root(of: path)) }

  // MARK: What happens

  /// Takes over the set of documents in the served folders.
  mutating func serve(_ paths: [String], roots: [String], at now: Instant) {
    self.roots = roots
    for path in paths {
      serve(path)
      guard let document = documents[path], !document.isInServedFolder else { continue }
      documents[path]?.isInServedFolder = true
      // Whoever found it again need not have seen that it was gone, and then there is no news of its content.
      if document.isMissing || document.missingSince != nil { read(path) }
    }
    let wanted = Set(paths)
    // What was loaded by its path has nothing to do with what is found in the folders, even if it lies in one.
    for document in documents.values where document.isInServedFolder && !wanted.contains(document.path) {
      documents[document.path]?.isInServedFolder = false
      if document.role == .served && document.isKnown { take(.missing, at: document.path, at: now) }
    }
  }

  /// Makes a document one that opens scenes; reads it when it is new.
  mutating func serve(_ path: String) {
    if documents[path] == nil {
      documents[path] = Document(path: path, role: .served)
      membership += 1
      read(path)
    } else if documents[path]?.role == .imported {
      documents[path]?.role = .served
      outdated.insert(path)
    }
  }

  /// Asks for a file, unless that is under way.
  mutating func read(_ path: String) { reads.ask(for: path) }

  /// Asks for a file that is no document here: a check wants it.
  mutating func readForOthers(_ path: String) { reads.askForOthers(path) }

  /// The reads to be done now, in byte order.
  mutating func takeReads() -> [String] { reads.take() }

  /// Whether files have come back since the last call.
  mutating func takeReturned() -> Bool {
    defer { hasReturned = false }
    return hasReturned
  }

  /// Takes note of what is at a path; unknown paths are none of our business.
  mutating func take(_ content: FileContent, at path: String, at now: Instant) {
    reads.close(path)
    pictures.take(content, at: path, at: now, grace: settings.grace)
    guard documents[path] != nil, documents[path]?.role != .text else { return }
    switch content {
    case .bytes(let bytes):
      if documents[path]?.missingSince != nil {
        documents[path]?.missingSince = nil
        hasReturned = true
      }
      if documents[path]?.trouble != nil {
        documents[path]?.trouble = nil
        markOutdated(path)
      }
      replaceText(of: path, by: bytes)
    case .missing:
      // Of a file that was there before, this may be the gap between the two steps of a save.
      if documents[path]?.tree == nil {
        setTrouble(.missing, of: path)
      } else if documents[path]?.missingSince == nil && documents[path]?.trouble != .missing {
        documents[path]?.missingSince = now
        restless.insert(path)
      }
    case .unreadable(let reason):
      documents[path]?.missingSince = nil
      setTrouble(.unreadable(reason), of: path)
    }
    for other in restless.compactMap({ documents[$0] }) {
      guard case .confirming(var awaited) = other.phase, awaited.remove(path) != nil else { continue }
      documents[other.path]?.phase = .confirming(awaited)
    }
  }

  /// Puts a text in place of a document.
  mutating func put(text bytes: [UInt8], name: String) {
    if documents[name]?.role != .text {
      setImports([], of: name)
      documents[name] = Document(path: name, role: .text)
    }
    documents[name]?.unloadedLayouts = []
    replaceText(of: name, by: bytes)
  }

  /// Goes back to what was known of a document before; nil: nothing.
  mutating func restore(_ document: Document?, at path: String) {
    remove(path)
    documents[path] = document
    setImports(document?.tree.map { importTargets(of: $0, at: path) } ?? [], of: path)
    restless.insert(path)
    forgetUnusedImports()
  }

  mutating func unload(layout: String, from path: String) {
    documents[path]?.unloadedLayouts.insert(layout)
    guard let document = documents[path], let layouts = document.shown?.layouts else { return }
    // A file stays watched, so that its other layouts and its importers go on; a text without scenes is nothing.
    if document.role == .text, layouts.allSatisfy({ document.unloadedLayouts.contains($0.name) }) {
      remove(path)
      forgetUnusedImports()
    }
  }

  mutating func reviveLayouts(of path: String) { documents[path]?.unloadedLayouts = [] }

  /// Hands out what the last attempt was resolved by, to be changed in place.
  mutating func takeResolution(of path: String) -> Resolution? { documents[path]?.resolution.take() }

  mutating func keep(_ resolution: Resolution, of path: String) { documents[path]?.resolution = resolution }

  /// Drops a document that is not there and has nothing left to show.
  mutating func forget(_ path: String) {
    documents[path]?.role = .imported
    mayHaveUnusedImports = true
    forgetUnusedImports()
  }

  /// - Returns: whether they are others than before.
  mutating func setCollisions(_ collisions: [Diagnostic], of path: String) -> Bool {
    if documents[path]?.collisions == collisions { return false }
    documents[path]?.collisions = collisions
    return true
  }

  // MARK: The work

  /// Brings attempts and verdicts up to date as far as files and time allow.
  ///
  /// - Returns: the documents whose verdict is new, in byte order.
  mutating func settle(at now: Instant, entering stage: (Stage) -> Void) -> [String] {
    passDeadlines(at: now)
    var judged: [String] = []
    for path in outdated.sorted(by: precedesInBytes) where isReadable(path) {
      outdated.remove(path)
      guard documents[path]?.role != .imported else { continue }
      stage(.resolve)
      resolutions += 1
      let attempt = compile(path)
      if let resolved = attempt.resolved {
        pictures.setPictures(resolved.pictures, of: path)
        // So that nothing is shown as if it were not there while it is being read.
        guard pictures.isComplete(for: path) else {
          outdated.insert(path)
          continue
        }
      }
      documents[path]?.attempt = attempt
      if attempt.isFailing && !attempt.isCertain && documents[path]?.role != .text && settings.quiet > .zero {
        documents[path]?.phase = .suspect(until: now + settings.quiet)
        restless.insert(path)
      } else {
        judge(path)
        judged.append(path)
      }
    }
    for path in restless where documents[path]?.phase == .confirming([]) && !outdated.contains(path) {
      judge(path)
      judged.append(path)
    }
    restless = restless.filter { path in
      documents[path].map { $0.phase != .settled || $0.missingSince != nil } ?? false
    }
    forgetUnusedImports()
    return judged.sorted(by: precedesInBytes)
  }

  /// Whether the document and all its imports are there to be compiled; asks for those that are not.
  private mutating func isReadable(_ path: String) -> Bool {
    var isReadable = pictures.isComplete(for: path)
    for needed in closure(of: path) {
      if documents[needed] == nil {
        documents[needed] = Document(path: needed, role: .imported)
        membership += 1
        read(needed)
      }
      // A known file that is being read again keeps its bytes until then.
      if documents[needed]?.isKnown != true { isReadable = false }
    }
    return isReadable
  }

  private mutating func passDeadlines(at now: Instant) {
    pictures.passDeadlines(at: now, grace: settings.grace)
    for document in restless.compactMap({ documents[$0] }) {
      let path = document.path
      if let since = document.missingSince, since + settings.grace <= now {
        documents[path]?.missingSince = nil
        setTrouble(.missing, of: path)
      }
      if case .suspect(let until) = document.phase, until <= now {
        let files = closure(of: path).filter { documents[$0]?.role != .text }
        for file in files { read(file) }
        documents[path]?.phase = .confirming(Set(files))
      }
    }
  }

  /// Makes the latest attempt the verdict.
  private mutating func judge(_ path: String) {
    guard let attempt = documents[path]?.attempt else { return }
    documents[path]?.phase = .settled
    documents[path]?.verdict = Document.Verdict(
      isFailing: attempt.isFailing, diagnostics: attempt.diagnostics, sources: attempt.sources)
    if !attempt.isFailing {
      documents[path]?.good = attempt.resolved
      documents[path]?.generation += 1
    }
  }

  private mutating func replaceText(of path: String, by bytes: [UInt8]) {
    if let tree = documents[path]?.tree, tree.written == bytes { return }
    parses += 1
    let tree = parse(bytes, named: path, after: documents[path]?.tree)
    documents[path]?.tree = tree
    setImports(importTargets(of: tree, at: path), of: path)
    markOutdated(path)
  }

  private mutating func setTrouble(_ trouble: Document.Trouble, of path: String) {
    guard documents[path]?.trouble != trouble else { return }
    documents[path]?.trouble = trouble
    markOutdated(path)
  }

  private mutating func setImports(_ imports: [String], of path: String) {
    if self.imports.setImports(imports, of: path) { mayHaveUnusedImports = true }
  }

  /// The document and everything that imports it must be compiled again; one save does so once.
  private mutating func markOutdated(_ path: String) { outdated.formUnion(imports.dependents(on: path)) }

  private mutating func remove(_ path: String) {
    setImports([], of: path)
    pictures.setPictures([], of: path)
    documents[path] = nil
    membership += 1
    mayHaveUnusedImports = true
    outdated.remove(path)
    reads.close(path)
  }

  private mutating func forgetUnusedImports() {
    guard mayHaveUnusedImports else { return }
    let used = imports.needed(
      by: documents.values.filter { $0.role != .imported }.map { ($0.path, root(of: $0.path)) })
    for path in documents.keys.filter({ !used.contains($0) }) { remove(path) }
    mayHaveUnusedImports = false
  }

  /// The served folder that a document lies in and its imports may not leave; nil for one that was loaded from
  /// elsewhere.
  func root(of file: String) -> String? { roots.first { isInside(file, $0) } }
}
