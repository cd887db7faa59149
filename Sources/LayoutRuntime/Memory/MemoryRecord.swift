public import Geometry
public import LayoutEngine
public import LayoutModel

/// One step of what is to survive a restart. All records since the beginning, taken in order, are the memory.
///
/// A record stands for itself: what it says holds whatever came before, so that losing one loses only what it says.
public enum MemoryRecord: Equatable, Sendable {
  /// Somebody opened the scene; `environment` is what it returns to when it is reset. Nothing else is set in it.
  case opened(scene: String, layout: String, environment: [SceneSetting])
  /// Set in a scene together; what is not named stays as it was.
  case set(scene: String, [SceneSetting])
  /// Nothing is set in the scene, and nobody opened it.
  case forgotten(scene: String)
  /// A declared scene was closed by hand and stays so.
  case closed(scene: String)
  /// A scene that was closed by hand is there again.
  case reopened(scene: String)
}

/// One thing that is set in a scene from outside; without a value it was taken back.
///
/// Apart from an `Operation` in that nothing has to be looked up in a layout any more: views are named by their
/// paths, constants by `path.name`. `written` is what the file said in its place.
public enum SceneSetting: Equatable, Sendable {
  case width(EnvironmentClause.Extent?)
  case height(EnvironmentClause.Extent?)
  case scale(Double?)
  case safe(EdgeInsets?)
  case margins(DirectionalInsets?)
  case keyboard(Points?)
  case trait(name: String, value: String?)
  case flag(name: String, isSet: Bool?)
  case variable(name: String, value: Double?)
  /// Of a variable that is a text, a colour or a duration.
  case value(name: String, VariableValue?)
  case configuration(view: String, name: String?)
  case constant(key: String, values: [Double]?, written: String?)
  case text(view: String, value: String?, written: String?)
  case hidden(view: String, isHidden: Bool?, written: String?)
  case intrinsic(view: String, size: IntrinsicSize?)
  case scroll(view: String, offset: Point?)
  /// Where the view stands.
  case place(view: String, ViewPlace?)
}
