public import Frames
public import Settables

/// A line of the list of scenes.
public struct SceneSummary: Equatable, Sendable {
  /// A view with named configurations.
  public struct Configurations: Equatable, Sendable {
    /// Path.
    public var view: String
    /// The name that holds now.
    public var active: String
    /// Those the view declares, and `main`, in which it is until another holds.
    public var names: [String]
  }

  /// Unique among the open scenes.
  public var name: String
  /// The declaration in `file` that it shows.
  public var layout: String
  /// The document's name.
  public var file: String
  /// The other files that it was made from, in the order in which they were read.
  public var imports: [String] = []
  /// What the file is worth now.
  public var status: SceneStatus
  /// The last published picture.
  public var revision: Revision
  /// The last accepted solved target.
  public var layoutRevision: Revision
  /// How many, the root included.
  public var views: Int
  /// The root's frame, in 64ths of a point.
  public var width: Int32
  /// The root's frame, in 64ths of a point.
  public var height: Int32
  /// Of the views that declare configurations, in tree order.
  public var configurations: [Configurations]
  /// How many follow it; nil unless that was asked for.
  public var followers: Int?
  /// What is set in it from outside; nil unless that was asked for.
  public var set: [Settable]?
}

/// The list of scenes, as they were when it was asked for. What there is to say of each is found out when somebody
/// reads it, since that takes long for thousands of them.
public struct SceneList: Equatable, Sendable {
  /// In the order of their names.
  let scenes: [Boxed<Scene>]
  /// Who follows a scene, and what is set in it, is told as well.
  var tellsUse = false

  /// How many there are.
  public var count: Int { scenes.count }
  /// Sorted.
  public var names: [String] { scenes.map { $0.value.name } }
  /// A line for each of them, in the same order.
  public var summaries: [SceneSummary] { scenes.indices.map { self[$0] } }

  /// The line of the scene whose name is at this index of `names`.
  public subscript(index: Int) -> SceneSummary {
    let scene = scenes[index].value
    var summary = scene.summary
    if tellsUse { (summary.followers, summary.set) = (scene.audience.count, scene.settings.outside.settables) }
    return summary
  }

  public static func == (left: SceneList, right: SceneList) -> Bool { left.summaries == right.summaries }
}

/// A scene and how far it is.
public struct SceneRevision: Equatable, Sendable {
  /// By name.
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
