import JSONText

/// The answer to a call that was done.
public enum Reply: Equatable, Sendable {
  /// To `GetInfo`.
  case info(Info)
  /// To `GetInterfaceDescription`.
  case interfaceDescription(String)
  /// To `Close` and `Unload`.
  case done(warnings: [WireDiagnostic] = [])
  /// To `Open` and `Reload`.
  case layoutRev(Int, warnings: [WireDiagnostic] = [])
  /// To `Update`.
  case rev(Int)
  /// To `ListScenes`, sorted by name.
  case scenes([Scene])
  /// To `Load`.
  case loaded([Loaded])
  /// To `Forget`: the names of the scenes that ended, sorted.
  case forgotten([String], warnings: [WireDiagnostic] = [])
  /// To `Snapshot`, and each to `Subscribe`.
  case event(Event)
  /// To `Stream`, the last message of the connection that is JSON: the epoch of all events that follow.
  case streaming(epoch: String)
  /// To `Revisions`, the oldest first.
  case revisions([Revision])
  /// To `Apply`.
  case applied(Applied)
  /// To `Sync`.
  case synced(Synced)
  /// To `Hold` and `Release`: how many holds there are, of all connections.
  case holds(Int, warnings: [WireDiagnostic] = [])
  /// To `Clock`.
  case clock(Clock)
  /// To `Get`.
  case values([Value])
  /// To `Explain`.
  case explained(Explained)
  /// To `Check`; empty when the file is right.
  case diagnostics([WireDiagnostic])
  /// To `Stats`: numbers by name.
  case stats([String: Double])
  /// To `Debug`: lines for a person.
  case dump(String)

  /// The program that answers.
  public struct Info: Equatable, Sendable {
    /// Who made the program.
    public var vendor: String
    /// What the program is called.
    public var product: String
    /// Of the program.
    public var version: String
    /// Where people read about it.
    public var url: String
    /// Names of the interfaces that it serves.
    public var interfaces: [String]

    public init(
      vendor: String = "Framewire", product: String = "framewire", version: String, url: String,
      interfaces: [String] = InterfaceDescription.interfaces
    ) {
      self.vendor = vendor
      self.product = product
      self.version = version
      self.url = url
      self.interfaces = interfaces
    }
  }

  /// A scene that is open.
  public struct Scene: Equatable, Sendable {
    /// A view with named configurations.
    public struct Config: Equatable, Sendable {
      /// Path.
      public var view: String
      /// The configuration that holds now.
      public var active: String
      /// All that the view has, in the order of the file.
      public var names: [String]

      public init(view: String, active: String, names: [String]) {
        self.view = view
        self.active = active
        self.names = names
      }
    }

    /// Unique among the open scenes.
    public var name: String
    /// The declaration in `file` that it shows.
    public var layout: String
    /// As the daemon was told of it.
    public var file: String
    /// The other files that it is made from.
    public var imports: [String]
    /// What the file is worth now.
    public var state: SceneState
    /// The newest frame.
    public var rev: Int
    /// The newest layout that was accepted.
    public var layoutRev: Int
    /// How many.
    public var views: Int
    /// Points.
    public var width: Double
    /// Points.
    public var height: Double
    /// Views with configurations, in tree order.
    public var configs: [Config]
    /// Streams that follow it; only when that was asked for.
    public var followers: Int?
    /// What somebody has set in it, by the words of operations; only when that was asked for.
    public var set: [String]?

    public init(
      name: String, layout: String, file: String, imports: [String] = [], state: SceneState, rev: Int, layoutRev: Int,
      views: Int, width: Double, height: Double, configs: [Config] = [], followers: Int? = nil, set: [String]? = nil
    ) {
      self.name = name
      self.layout = layout
      self.file = file
      self.imports = imports
      self.state = state
      self.rev = rev
      self.layoutRev = layoutRev
      self.views = views
      self.width = width
      self.height = height
      self.configs = configs
      self.followers = followers
      self.set = set
    }
  }

  /// A scene that a file which was loaded has opened.
  public struct Loaded: Equatable, Sendable {
    /// As calls name it.
    public var name: String
    /// The layout that it shows, counted from 1.
    public var layoutRev: Int

    public init(name: String, layoutRev: Int) {
      self.name = name
      self.layoutRev = layoutRev
    }
  }

  /// A picture that is kept still.
  public struct Revision: Equatable, Sendable {
    /// As `Snapshot` takes it.
    public var rev: Int
    /// The layout behind it.
    public var layoutRev: Int
    /// Milliseconds of the scene's clock.
    public var time: Double
    /// Nothing moved any more.
    public var settled: Bool
    /// `file:NAME`, and the like; nil for a frame of what moves.
    public var cause: String?
    /// How many differ from the revision before; nil of a first picture.
    public var views: Int?

    public init(rev: Int, layoutRev: Int, time: Double, settled: Bool, cause: String? = nil, views: Int? = nil) {
      self.rev = rev
      self.layoutRev = layoutRev
      self.time = time
      self.settled = settled
      self.cause = cause
      self.views = views
    }
  }

  /// What operations have come to.
  public struct Applied: Equatable, Sendable {
    /// The first frame that has them.
    public var rev: Int
    /// The layout that they were applied to.
    public var layoutRev: Int
    /// What was taken and is probably not meant.
    public var warnings: [WireDiagnostic]

    public init(rev: Int, layoutRev: Int, warnings: [WireDiagnostic] = []) {
      self.rev = rev
      self.layoutRev = layoutRev
      self.warnings = warnings
    }
  }

  /// The time line of scenes.
  public struct Clock: Equatable, Sendable {
    /// Milliseconds since the daemon started, as scenes count them.
    public var time: Double
    /// Whether time goes by itself.
    public var running: Bool

    public init(time: Double, running: Bool) {
      self.time = time
      self.running = running
    }
  }

  /// What holds once everything saved and applied before is in effect.
  public struct Synced: Equatable, Sendable {
    /// The newest frame.
    public var rev: Int
    /// The newest layout that was accepted.
    public var layoutRev: Int
    /// What the file is worth.
    public var state: SceneState
    /// All complaints about the file.
    public var diagnostics: [WireDiagnostic]

    public init(rev: Int, layoutRev: Int, state: SceneState, diagnostics: [WireDiagnostic] = []) {
      self.rev = rev
      self.layoutRev = layoutRev
      self.state = state
      self.diagnostics = diagnostics
    }
  }
}

extension Reply {
  /// The answer as a message, its NUL included. Depends on nothing but the arguments, so equal subscribers can share
  /// the bytes.
  ///
  /// - Parameter continues: more replies to the same call follow.
  public func encoded(continues: Bool = false) -> [UInt8] {
    var writer = JSONWriter(capacity: expectedLength)
    writer.beginObject()
    if continues { writer.member("continues", true) }
    writer.name(literal: "parameters")
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
    writer.endObject()
    writer.endMessage()
    return writer.bytes
  }

  /// Bytes, by what was measured on the samples: 110 for a view's record, 25 for a move.
  private var expectedLength: Int {
    guard case .event(let event) = self else { return 256 }
    return 256 + 110 * event.diff.views.count + 25 * event.diff.set.count
  }
}
