/// Whether what is shown is what the file says.
public enum SceneState: String, Sendable, CaseIterable {
  /// The file was accepted.
  case ok
  /// The file has mistakes; shown is the last good layout.
  case stale
  /// There has never been a good layout, so there are no views.
  case failed
}

extension SceneState: JSONCodable {}
