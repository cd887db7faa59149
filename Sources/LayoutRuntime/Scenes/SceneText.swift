public import LayoutModel
public import LayoutSyntax

/// The text of a file that a scene shows, and what it means.
public struct SceneText: Sendable {
  /// The latest text without errors.
  public let source: SourceText
  /// The layout in it, before anything was set from outside.
  public let layout: ResolvedLayout
  /// Unlike that of any other meaning which the file had, in this runtime.
  public let edition: Int
}

extension Runtime {
  /// The layouts of a file, in its order; empty while it has errors and never was without.
  public func layouts(ofFile path: String) -> [String] { library[path]?.good?.layouts.map(\.name) ?? [] }
}
