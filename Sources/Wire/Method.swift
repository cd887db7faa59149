/// The methods of the two interfaces, in the order of the interface descriptions.
public enum Method: String, CaseIterable, Sendable {
  case getInfo = "org.varlink.service.GetInfo"
  case getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"
  case open = "io.framewire.v1.Open"
  case close = "io.framewire.v1.Close"
  case listScenes = "io.framewire.v1.ListScenes"
  case load = "io.framewire.v1.Load"
  case unload = "io.framewire.v1.Unload"
  case forget = "io.framewire.v1.Forget"
  case reload = "io.framewire.v1.Reload"
  case snapshot = "io.framewire.v1.Snapshot"
  case revisions = "io.framewire.v1.Revisions"
  case update = "io.framewire.v1.Update"
  case subscribe = "io.framewire.v1.Subscribe"
  case stream = "io.framewire.v1.Stream"
  case apply = "io.framewire.v1.Apply"
  case sync = "io.framewire.v1.Sync"
  case hold = "io.framewire.v1.Hold"
  case release = "io.framewire.v1.Release"
  case clock = "io.framewire.v1.Clock"
  case get = "io.framewire.v1.Get"
  case explain = "io.framewire.v1.Explain"
  case check = "io.framewire.v1.Check"
  case stats = "io.framewire.v1.Stats"
  case debug = "io.framewire.v1.Debug"

  /// The last part of it: `Apply`.
  package var name: String { rawValue.split(separator: ".").last.map(String.init)! }

  /// One of our interface, by its last part.
  package init?(name: String) { self.init(rawValue: Self.qualified(name)) }

  /// The whole name of a method of our interface.
  package static func qualified(_ name: String) -> String { "\(InterfaceDescription.own).\(name)" }

  /// Whether it changes nothing that anybody else can see, and reads no file that its caller names: all that is served
  /// where one may only look.
  package var onlyLooks: Bool {
    switch self {
    case .getInfo, .getInterfaceDescription, .listScenes, .snapshot, .revisions, .subscribe, .stream, .sync, .get,
      .explain, .stats,
      .debug:
      true
    case .open, .close, .load, .unload, .forget, .reload, .update, .apply, .hold, .release, .clock: false
    // It reads the file that it is told, and those that a text imports.
    case .check: false
    }
  }
}
