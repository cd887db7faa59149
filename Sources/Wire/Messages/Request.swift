/// A call that was understood: every method with its parameters, typed and within their ranges.
///
/// `scene` is nil where the caller left it out, meaning the one scene that is open.
public enum Request: Equatable, Sendable {
  case getInfo
  case getInterfaceDescription(interface: String)
  case open(Open)
  case close(scene: String)
  /// - Parameter use: also who follows each scene, and what somebody has set in it.
  case listScenes(use: Bool = false)
  case load(Load)
  case unload(scene: String)
  /// Without a scene: all whose file is gone.
  case forget(scene: String?)
  case reload(scene: String?, resetState: Bool)
  case snapshot(Snapshot)
  /// Within `revisionCounts`.
  case revisions(scene: String?, most: Int = usualRevisions)
  /// Conditions are settled together: `view` has to be there, and all others are looked at with its own.
  case update(scene: String?, view: String?, force: Bool)
  case subscribe(Subscribe)
  /// The same in binary, on a connection that does nothing else from then on; see `BinaryMessage`.
  case stream(Subscribe)
  case apply(Apply)
  case sync(Sync)
  /// The reason is for whoever reads the log.
  case hold(reason: String)
  case release
  /// Without a scene: all of them.
  case clock(Clock, scene: String? = nil)
  /// Without names: everything that can be set.
  case get(scene: String?, names: [String], clauses: Bool = false)
  case explain(Explain)
  case check(Source)
  case stats
  /// A scene is not asked for by the watcher.
  case debug(DebugPart, scene: String?)

  /// The numbers that revisions have; 0 stands before the first.
  public static let revisions = 0...9_007_199_254_740_991

  /// How many revisions can be asked for at a time.
  public static let revisionCounts = 1...4096
  /// What a call means that says no other number.
  public static let usualRevisions = 100

  /// Makes an instance of a layout, which goes on until it is closed.
  public struct Open: Equatable, Sendable {
    /// A layout that some file declares.
    public var layout: String
    /// What it is to be called; must be free.
    public var scene: String
    /// What it is in; the file says what this leaves out.
    public var environment: Environment
    /// Whether it ends with the connection, and is told to nobody else.
    public var isPrivate: Bool

    public init(layout: String, scene: String, environment: Environment = Environment(), isPrivate: Bool = false) {
      self.layout = layout
      self.scene = scene
      self.environment = environment
      self.isPrivate = isPrivate
    }
  }

  /// Where a layout's text comes from.
  public enum Source: Equatable, Sendable {
    /// A file that the daemon reads.
    case path(String)
    /// A text, and the file that it would be the content of: not saved yet, imports relative to it.
    case text(String, of: String? = nil)
  }

  /// Opens a scene for each layout and preview of a document that the daemon does not watch.
  public struct Load: Equatable, Sendable {
    /// The document, which is the caller's.
    public var source: Source
    /// What a text is called, instead of the file that it would be.
    public var name: String?

    public init(_ source: Source, name: String? = nil) {
      self.source = source
      self.name = name
    }
  }

  /// Asks for all frames of one revision.
  public struct Snapshot: Equatable, Sendable {
    /// Nil: the one that is open.
    public var scene: String?
    /// The revision wanted, within `revisions`; nil: the newest.
    public var at: Int?
    /// What of the scene is told.
    public var filter: Filter

    public init(scene: String? = nil, at: Int? = nil, filter: Filter = Filter()) {
      self.scene = scene
      self.at = at
      self.filter = filter
    }
  }

  /// Asks for frames as they change, until the connection ends.
  public struct Subscribe: Equatable, Sendable {
    /// Which revisions a subscriber gets that cannot take all.
    public enum Mode: String, Sendable, CaseIterable {
      /// The newest frame whenever the subscriber can take one.
      case latest
      /// Each revision, as long as the ring has it.
      case every
    }

    /// How a subscriber learns of moves that take time.
    public enum Animation: String, Sendable, CaseIterable {
      /// A delta for every animation frame.
      case frames
      /// One `transition` event and one delta at the end.
      case targets
    }

    /// What `maxHz` may be: from an event in a quarter of an hour to more than anybody can read.
    public static let rates = 1e-3...1e6
    /// What `heartbeatMs` may be: up to a day, as every time that somebody waits for.
    public static let silences = 1...86_400_000

    /// Nil: the one that is open.
    public var scene: String?
    /// What of the scene is told.
    public var filter: Filter
    /// Which revisions are told.
    public var mode: Mode
    /// How moves are told.
    public var animation: Animation
    /// Events a second at most, within `rates`; nil: as they come.
    public var maxHz: Double?
    /// With `since`: what the subscriber has already.
    public var epoch: String?
    /// The revision that the subscriber has, within `revisions`, of the start of the daemon that `epoch` names.
    public var since: Int?
    /// Milliseconds of silence after which a heartbeat is sent, within `silences`; nil: none.
    public var heartbeatMs: Int?
    /// Whether `diagnostics` events are sent.
    public var diagnostics: Bool

    public init(
      scene: String? = nil, filter: Filter = Filter(), mode: Mode = .latest, animation: Animation = .frames,
      maxHz: Double? = nil, epoch: String? = nil, since: Int? = nil, heartbeatMs: Int? = nil, diagnostics: Bool = false
    ) {
      self.scene = scene
      self.filter = filter
      self.mode = mode
      self.animation = animation
      self.maxHz = maxHz
      self.epoch = epoch
      self.since = since
      self.heartbeatMs = heartbeatMs
      self.diagnostics = diagnostics
    }
  }

  /// Changes what is set in a scene.
  public struct Apply: Equatable, Sendable {
    /// When the answer comes.
    public enum Wait: String, Sendable, CaseIterable {
      /// The same as `solved`: operations are accepted and solved in one go, so there is nothing to save by not
      /// waiting.
      case none
      /// Answer when the operations are solved.
      case solved
      /// Answer when nothing moves any more, however long that takes; under a stopped clock that is for ever. A `Sync`
      /// with `settled` has a timeout; otherwise closing the connection ends the waiting.
      case settled
    }

    /// Nil: the one that is open.
    public var scene: String?
    /// Done in this order, all or none.
    public var ops: [Op]
    /// Refuse when the layout is at another revision than this one, which is within `revisions`.
    public var ifLayoutRev: Int?
    /// When to answer.
    public var wait: Wait

    public init(scene: String? = nil, ops: [Op], ifLayoutRev: Int? = nil, wait: Wait = .solved) {
      self.scene = scene
      self.ops = ops
      self.ifLayoutRev = ifLayoutRev
      self.wait = wait
    }
  }

  /// Asks to be answered when everything before the call is in effect.
  public struct Sync: Equatable, Sendable {
    /// What a call means that says no other.
    public static let defaultTimeoutMs = 5000
    /// Up to a day: whoever waits for longer asks again.
    public static let timeouts = 0...86_400_000

    /// Nil: the one that is open.
    public var scene: String?
    /// Within `timeouts`.
    public var timeoutMs: Int
    /// Whether to wait until nothing moves any more.
    public var settled: Bool

    public init(scene: String? = nil, timeoutMs: Int = defaultTimeoutMs, settled: Bool = false) {
      self.scene = scene
      self.timeoutMs = timeoutMs
      self.settled = settled
    }
  }
}

extension Request {
  /// Why a view is where it is.
  public struct Explain: Equatable, Sendable {
    /// Nil: the one that is open.
    public var scene: String?
    /// Path of a view or guide.
    public var view: String
    /// Nil: all of them.
    public var attribute: String?

    public init(scene: String? = nil, view: String, attribute: String? = nil) {
      self.scene = scene
      self.view = view
      self.attribute = attribute
    }
  }

  /// What the daemon can be asked to lay open, as lines for a person who mends it.
  public enum DebugPart: String, Sendable, CaseIterable {
    /// What is set in a scene, solved, published and moving.
    case scene
    /// A scene's views with their constraints.
    case tree
    /// The file of a scene as it was parsed.
    case syntax
    /// The compiled system of a scene, with its values.
    case solver
    /// What is watched, and how.
    case watcher
  }

  /// What drives the time line of scenes by hand.
  public enum Clock: Equatable, Sendable {
    case run
    case pause
    /// Stops, and goes on by so many milliseconds, at least 0.
    case step(ms: Double)
    /// Goes on to so many milliseconds since the daemon started.
    case seek(ms: Double)

    /// The instants and spans that a clock can be sent through, in milliseconds: some ten thousand years.
    public static let times = 0...3e14
  }
}

extension Request {
  /// What a call of this kind is named.
  public var method: Method {
    switch self {
    case .getInfo: .getInfo
    case .getInterfaceDescription: .getInterfaceDescription
    case .open: .open
    case .close: .close
    case .listScenes: .listScenes
    case .load: .load
    case .unload: .unload
    case .forget: .forget
    case .reload: .reload
    case .snapshot: .snapshot
    case .revisions: .revisions
    case .update: .update
    case .subscribe: .subscribe
    case .stream: .stream
    case .apply: .apply
    case .sync: .sync
    case .hold: .hold
    case .release: .release
    case .clock: .clock
    case .get: .get
    case .explain: .explain
    case .check: .check
    case .stats: .stats
    case .debug: .debug
    }
  }
}
