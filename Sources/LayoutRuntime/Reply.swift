public import Frames
public import LayoutEngine
public import LayoutSyntax

/// The answer to a request.
public enum Reply: Equatable, Sendable {
  case done(Answer)
  /// It could not be done, and everything is as it was.
  case failed(RequestFailure)
}

/// What a request that was done has to say.
public enum Answer: Equatable, Sendable {
  /// To `load` and `loadText`: the document's scenes, sorted by name.
  case loaded([SceneRevision])
  case unloaded
  /// The names of the scenes that ended, sorted.
  case forgotten([String])
  /// To `reload` and `open`.
  case solved(SceneRevision)
  case closed
  /// To `apply`; warnings tell of operations that have no effect.
  case applied(SceneRevision, warnings: [Diagnostic])
  /// To `update`: the revision that it led to.
  case updated(SceneRevision)
  case snapshot(Publication)
  /// To `revisions`: the oldest first.
  case revisions([RevisionSummary])
  case subscribed(scene: String)
  case synced(SceneRevision, DiagnosticReport)
  case checked(DiagnosticReport)
  /// To `get`, in the order asked for, and the texts that places point into.
  case values([SceneValue], sources: [SourceText])
  /// To `explain`, and the texts that it quotes.
  case explained(Explanation, sources: [SourceText])
  /// To `clock`: what it shows now.
  case clock(Instant, isRunning: Bool)
  case scenes(SceneList)
  /// To `hold` and `release`: how many holds there are now, of everybody.
  case holds(Int, warnings: [Diagnostic])
  /// Sorted by name.
  case statistics([Metric])
  /// To `debug`: lines.
  case dump(String)
}

/// One number that the runtime counts.
public struct Metric: Equatable, Sendable {
  /// As `Stats` tells it.
  public var name: String
  /// A count, or 0 and 1 for no and yes.
  public var value: Double

  public init(_ name: String, _ value: Double) {
    self.name = name
    self.value = value
  }
}

/// Why a request could not be done.
public enum RequestFailure: Error, Equatable, Sendable {
  /// No scene has this name; nil when it was left out and not exactly one is open.
  case unknownScene(String?, known: [String])
  /// No view has this path; `near` are the paths that somebody probably meant, best first.
  case unknownView(String, near: [String])
  /// `kind` is `config`, `variable`, `constant`, `value`, `attribute` or `layout`. What is known is sorted, the nearest
  /// name first.
  case unknownName(kind: String, String, known: [String])
  /// The operation at `index` has a value that cannot be.
  case badOperation(index: Int, String)
  /// What a subscription asks for does not go together; a whole sentence.
  case impossibleSubscription(String)
  /// Another scene has this name.
  case nameTaken(scene: String)
  /// A text was to be loaded under the name of a file that is served or imported.
  case nameOfFile(String)
  /// What is to be forgotten has a file that is there.
  case fileIsThere(scene: String, file: String)
  /// A limit that keeps the runtime from growing is reached; `help` says what to do about it.
  case tooMuch(limit: String, max: Int, help: String)
  /// The document has no valid layout.
  case layoutFailed(DiagnosticReport)
  case revisionConflict(current: Revision)
  case revisionGone(oldest: Revision, newest: Revision)
  case timedOut(after: Duration)

  /// One sentence for a person, without what he probably meant.
  package var words: String {
    switch self {
    case .unknownScene(nil, _): "no scene is named, and not exactly one is open"
    case .unknownScene(let name?, _): "there is no scene '\(name)'"
    case .unknownView(let path, _): "there is no view '\(path)'"
    case .unknownName(let kind, let name, _): "there is no \(kind == "config" ? "configuration" : kind) '\(name)'"
    case .badOperation(_, let sentence), .impossibleSubscription(let sentence): sentence
    case .nameTaken(let scene): "a scene '\(scene)' is open already"
    case .nameOfFile(let name): "'\(name)' is a file that is served"
    case .fileIsThere(let scene, let file): "'\(file)', which '\(scene)' comes from, is there"
    case .tooMuch(let limit, let max, _): "too many \(limit), at most \(max)"
    case .layoutFailed: "the layout has mistakes"
    case .revisionConflict(let current): "the layout is at revision \(current.value) by now"
    case .revisionGone(let oldest, let newest): "only revisions \(oldest.value) to \(newest.value) are kept"
    case .timedOut(let duration): "not done after \(duration)"
    }
  }

  /// What he probably meant.
  package var nearest: String? {
    switch self {
    case .unknownView(_, let near): near.first
    case .unknownName(_, let name, let known), .unknownScene(let name?, let known): nearestName(to: name, in: known)
    default: nil
    }
  }
}
