/// Why there is no font map.
public enum FontError: Error, Equatable, Sendable {
  /// There is no font that fontconfig understands at this path.
  case noFont(path: String)
  /// A C library gave back nothing: it has no memory left.
  case noMemory
}

extension FontError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noFont(let path): "there is no font in '\(path)'"
    case .noMemory: "there is no memory for fonts"
    }
  }
}
