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
  /// What a scene shows, for programs that speak of its views.
  ///
  /// - Parameter known: nil is returned where nothing is other than in this edition.
  /// - Returns: nil also, if there is no such scene, or it never had anything to show.
  public func textShown(by scene: String, unless known: Int? = nil) -> SceneText? {
    guard let scene = scenes[scene], let layout = scene.newest?.declared else { return nil }
    return scene.document.text(known).map { SceneText(source: $0.source, layout: layout, edition: $0.edition) }
  }

  /// The layouts of a file, in its order; empty while it has errors and never was without.
  public func layouts(ofFile path: String) -> [String] { library[path]?.good?.layouts.map(\.name) ?? [] }
}
