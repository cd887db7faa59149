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
  /// To `Snapshot`, and each to `Subscribe`.
  case event(Event)
  /// To `Apply`.
  case applied(Applied)
  /// To `Sync`.
  case synced(Synced)
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

  public struct Info: Equatable, Sendable {
    public var vendor: String
    public var product: String
    /// Of the program.
    public var version: String
    public var url: String
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

  public struct Scene: Equatable, Sendable {
    /// A view with named configurations.
    public struct Config: Equatable, Sendable {
      /// Path.
      public var view: String
      public var active: String
      public var names: [String]

      public init(view: String, active: String, names: [String]) {
        self.view = view
        self.active = active
        self.names = names
      }
    }

    public var name: String
    public var layout: String
    public var file: String
    public var state: SceneState
    public var rev: Int
    public var layoutRev: Int
    /// How many.
    public var views: Int
    /// Points.
    public var width: Double
    public var height: Double
    public var configs: [Config]

    public init(
      name: String, layout: String, file: String, state: SceneState, rev: Int, layoutRev: Int, views: Int,
      width: Double, height: Double, configs: [Config] = []
    ) {
      self.name = name
      self.layout = layout
      self.file = file
      self.state = state
      self.rev = rev
      self.layoutRev = layoutRev
      self.views = views
      self.width = width
      self.height = height
      self.configs = configs
    }
  }

  public struct Loaded: Equatable, Sendable {
    public var name: String
    public var layoutRev: Int

    public init(name: String, layoutRev: Int) {
      self.name = name
      self.layoutRev = layoutRev
    }
  }

  public struct Applied: Equatable, Sendable {
    public var rev: Int
    public var layoutRev: Int
    public var warnings: [WireDiagnostic]

    public init(rev: Int, layoutRev: Int, warnings: [WireDiagnostic] = []) {
      self.rev = rev
      self.layoutRev = layoutRev
      self.warnings = warnings
    }
  }

  public struct Clock: Equatable, Sendable {
    /// Milliseconds since the daemon started, as scenes count them.
    public var time: Double
    public var running: Bool

    public init(time: Double, running: Bool) {
      self.time = time
      self.running = running
    }
  }

  public struct Synced: Equatable, Sendable {
    public var rev: Int
    public var layoutRev: Int
    public var state: SceneState
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
    return 256 + 110 * (event.views?.count ?? 0) + 25 * (event.set?.count ?? 0)
  }
}
