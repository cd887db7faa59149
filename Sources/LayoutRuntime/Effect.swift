public import Frames
public import LayoutEngine
public import LayoutSyntax

/// What the world should do after a turn, in this order.
public enum Effect: Equatable, Sendable {
  /// Write this down where it survives the process, before anybody is told that it is done.
  case remember([MemoryRecord])
  /// Answer a request.
  case reply(RequestID, Reply)
  /// A subscriber has something to get: call `nextPublication(for:at:)` when its connection takes bytes, until
  /// that returns nil. Not repeated before then.
  case ready(SubscriberID)
  /// What is wrong with a document, or with a scene of it, is not what it was: for the log.
  case diagnosed(file: String, DiagnosticReport)
  /// A document with which something was wrong is gone, or goes by another name; what was told of it is over.
  case departed(file: String)
  /// Watch exactly these paths, sorted by bytes: documents and everything they import; and the picture files that they
  /// name, of which only the beginning matters, as for `readPicture`.
  case watch(paths: [String], pictures: [String])
  /// Read a path now and send what is there with `Command.file`.
  case read(path: String)
  /// Read the first `Runtime.longestBeginning` bytes of a path now, or fewer when there are not so many, and send them
  /// with `Command.file`.
  case readPicture(path: String)
  /// Run a turn at this instant, if none comes earlier; replaces an earlier wish. Nil: there is none.
  case wake(at: Instant?)
}

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
  /// To `reload` and `open`.
  case solved(SceneRevision)
  case closed
  /// To `apply`; warnings tell of operations that have no effect.
  case applied(SceneRevision, warnings: [Diagnostic])
  /// To `update`: the revision that it led to.
  case updated(SceneRevision)
  case snapshot(Publication)
  case subscribed(scene: String)
  case synced(SceneRevision, DiagnosticReport)
  case checked(DiagnosticReport)
  /// To `get`, in the order asked for, and the texts that places point into.
  case values([SceneValue], sources: [SourceText])
  /// To `explain`, and the texts that it quotes.
  case explained(Explanation, sources: [SourceText])
  /// To `clock`: what it shows now.
  case clock(Instant, isRunning: Bool)
  /// Sorted by name.
  case scenes([SceneSummary])
  /// Sorted by name.
  case statistics([Metric])
}

/// A scene and how far it is.
public struct SceneRevision: Equatable, Sendable {
  public var scene: String
  /// The last published picture.
  public var revision: Revision
  /// The last accepted solved target.
  public var layoutRevision: Revision

  public init(scene: String, revision: Revision, layoutRevision: Revision) {
    self.scene = scene
    self.revision = revision
    self.layoutRevision = layoutRevision
  }
}

/// One number that the runtime counts.
public struct Metric: Equatable, Sendable {
  public var name: String
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
  /// The document has no valid layout.
  case layoutFailed(DiagnosticReport)
  case revisionConflict(current: Revision)
  case revisionGone(oldest: Revision, newest: Revision)
  case timedOut(after: Duration)
}

/// Whether a scene shows what its document says.
public enum SceneCondition: Equatable, Sendable {
  case ok
  /// The document has errors; the last good frames stay.
  case stale
  /// There never was a good layout, and there are no views.
  case failed
}

/// All that is wrong with a scene or document now. Empty diagnostics say that nothing is.
public struct DiagnosticReport: Equatable, Sendable {
  public var condition: SceneCondition
  public var diagnostics: [Diagnostic]
  /// The texts that the diagnostics point into, to turn spans into lines and columns.
  public var sources: [SourceText]

  public init(condition: SceneCondition, diagnostics: [Diagnostic], sources: [SourceText]) {
    self.condition = condition
    self.diagnostics = diagnostics
    self.sources = sources
  }

  /// Whether it says the same of the same lines and columns. Texts change with every save; and what has not changed in
  /// a text may stand in another line, or in another one of the JSON that the text is made from.
  func readsLike(_ other: DiagnosticReport) -> Bool {
    guard condition == other.condition, diagnostics == other.diagnostics else { return false }
    return sources == other.sources
      || diagnostics.allSatisfy { diagnostic in
        diagnostic.places.allSatisfy { sources.lines(of: $0) == other.sources.lines(of: $0) }
      }
  }

  /// Whether anybody need hear of it who has heard of nothing yet.
  var hasSomethingToSay: Bool { condition != .ok || !diagnostics.isEmpty }
}

/// A line of the list of scenes.
public struct SceneSummary: Equatable, Sendable {
  public struct Configurations: Equatable, Sendable {
    public var view: String
    public var active: String
    /// Those the view declares and those that always exist, in that order.
    public var names: [String]
  }

  public var name: String
  public var layout: String
  public var file: String
  public var condition: SceneCondition
  public var revision: Revision
  public var layoutRevision: Revision
  public var views: Int
  /// The root's frame, in 64ths of a point.
  public var width: Int32
  public var height: Int32
  /// Of the views that declare configurations, in tree order.
  public var configurations: [Configurations]
}
