public import LayoutEngine
import LayoutModel
public import Settables

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
/// paths, constants by `path.name`.
public enum SceneSetting: Equatable, Sendable {
  /// `subject` is empty for the scene itself; `written` is what the file said in its place.
  case kept(Settable.Slot, of: String, SettableValue?, written: String?)
  /// Where the view stands.
  case place(view: String, ViewPlace?)
  /// Whether the outside has set the records of a list. That it has may also be told by its records.
  case list(String, isSet: Bool)
  /// A record of a list, with what orders it among the others; nil: it is not there any more.
  case record(list: String, key: String, rank: Int, SettableRecord?)

  /// Something kept that somebody wrote down.
  ///
  /// - Returns: nil where the slot does not keep such a value.
  public init?(_ slot: Settable.Slot, of subject: String, _ value: SettableValue?, written: String?) {
    var reading: SettableValue?
    if let value {
      reading = slot.form.reading(value)
      // A type of the language reads its own values.
      if case .typed? = reading { reading = VariableValue(value)?.settable }
      if reading == nil { return nil }
    }
    self = .kept(slot, of: subject, reading, written: slot.settable.entry.keepsWritten ? written : nil)
  }
}
