public import Frames

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
