import LayoutModel
import LayoutSyntax

/// One file or text that the runtime knows: its latest bytes, what they mean, and the last meaning that was good.
///
/// An *attempt* is what the latest bytes of the document and its imports mean; a *verdict* is the attempt that the
/// scenes are told about. A good attempt becomes the verdict at once. A failing one only after the file was quiet and
/// has been read again (see `Patience`): a half-written file never flashes an error.
struct Document: Sendable {
  /// Why the document is here.
  enum Role: Sendable {
    /// In a served folder, or loaded by its path.
    case served
    /// Loaded as a text; there is no file behind it.
    case text
    /// Only because other documents import it.
    case imported

    var opensScenes: Bool { self != .imported }
  }

  /// What a document means together with its imports.
  struct Attempt: Sendable {
    var resolved: ResolvedDocument?
    var diagnostics: [Diagnostic]
    /// The document's text first, then its imports'.
    var sources: [SourceText]
    var isFailing: Bool
    /// Whether reading again cannot change it.
    var isCertain: Bool
  }

  /// What the scenes are told.
  struct Verdict: Equatable, Sendable {
    var isFailing: Bool
    var diagnostics: [Diagnostic]
    var sources: [SourceText]
  }

  /// Why there are no bytes at the path.
  enum Trouble: Equatable, Sendable {
    case missing
    case unreadable(String)
    /// It leads out of the folders that are read from.
    case outside
  }

  /// Handed on as a pointer: the table of all documents is asked for one of these properties at every turn of a
  /// document's way, and a copy of all of them would cost more than what is done with it.
  private var contents: Boxed<Contents>

  private struct Contents: Sendable {
    let path: String
    let name: String
    var role: Role
    var isInServedFolder = false
    var tree: SyntaxTree?
    var trouble: Trouble?
    var attempt: Attempt?
    var resolution: Resolution?
    var verdict: Verdict?
    var good: ResolvedDocument?
    var generation = 0
    var collisions: [Diagnostic] = []
    var unloadedLayouts: Set<String> = []
  }

  var path: String { contents.value.path }
  /// The path without the ending of the file. Files are ranked by it: in byte order `login` comes before `login-old`
  /// and `login (copy)`, whereas `login.layout` would come behind them. So a copy beside a file takes no name from it.
  var name: String { contents.value.name }
  var role: Role {
    get { contents.value.role }
    _modify { yield &contents.value.role }
  }
  /// Whether it was found in a served folder, instead of being loaded by its path or imported alone.
  var isInServedFolder: Bool {
    get { contents.value.isInServedFolder }
    _modify { yield &contents.value.isInServedFolder }
  }
  /// Nil until it was read once.
  var tree: SyntaxTree? {
    get { contents.value.tree }
    _modify { yield &contents.value.tree }
  }
  var trouble: Trouble? {
    get { contents.value.trouble }
    _modify { yield &contents.value.trouble }
  }

  var attempt: Attempt? {
    get { contents.value.attempt }
    _modify { yield &contents.value.attempt }
  }
  /// What the last attempt was resolved by; it may be able to follow the next edit.
  var resolution: Resolution? {
    get { contents.value.resolution }
    _modify { yield &contents.value.resolution }
  }
  var verdict: Verdict? {
    get { contents.value.verdict }
    _modify { yield &contents.value.verdict }
  }
  /// The meaning of the last good verdict.
  var good: ResolvedDocument? {
    get { contents.value.good }
    _modify { yield &contents.value.good }
  }
  /// One more for every good verdict.
  var generation: Int {
    get { contents.value.generation }
    _modify { yield &contents.value.generation }
  }
  /// Layouts of it that other files have already; set when scenes are shared out.
  var collisions: [Diagnostic] {
    get { contents.value.collisions }
    _modify { yield &contents.value.collisions }
  }
  /// Layouts that were unloaded by hand.
  var unloadedLayouts: Set<String> {
    get { contents.value.unloadedLayouts }
    _modify { yield &contents.value.unloadedLayouts }
  }

  init(path: String, role: Role) {
    let end = path.utf8.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    let name = end.map { path.utf8[$0] == UInt8(ascii: ".") ? String(path[..<$0]) : path } ?? path
    contents = Boxed(Contents(path: path, name: name, role: role))
  }

  /// Makes the latest attempt the verdict.
  mutating func judge() {
    guard let attempt else { return }
    verdict = Verdict(isFailing: attempt.isFailing, diagnostics: attempt.diagnostics, sources: attempt.sources)
    if attempt.isFailing { return }
    good = attempt.resolved
    generation += 1
  }

  /// Whether it comes first by name.
  func precedes(_ other: Document) -> Bool {
    name == other.name ? precedesInBytes(path, other.path) : precedesInBytes(name, other.name)
  }

  /// Whether it has been missing for so long that this counts.
  var isMissing: Bool { trouble == .missing }

  /// Whether the path was looked at: there are bytes, or there is trouble.
  var isKnown: Bool { tree != nil || trouble != nil }

  /// What its verdict comes to; `failed` while there is none.
  var status: SceneStatus {
    if verdict?.isFailing == false { return .ok }
    return good == nil ? .failed : .stale
  }

  /// What scenes can be opened from: the last good meaning. Of a document that never had one, the latest one.
  var shown: ResolvedDocument? { good ?? (verdict == nil ? nil : attempt?.resolved) }
}
