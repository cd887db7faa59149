public import Motion
public import Settables

/// One thing that the outside does to a scene. Views are named by their paths, `root` for the root.
public enum Operation: Equatable, Sendable {
  /// Gives something another value, or takes back what was set.
  case set(Assignment)
  /// Where a keyboard is, as its settable has it, where it says itself how what it moves gets there.
  case keyboard(SettableValue, Timing)
  /// Puts views into a stack or list, in their order: at `index` among those that it has without them, counted from 0,
  /// or at the end. They leave where they stood.
  case append([String], to: String, index: Int?)
  /// Takes views out of the scene, with what is in them: the ones that are named, of `stack` if that is said, or all of
  /// the stack's. They come back, unchanged, when they are put somewhere.
  case remove(RemovedViews)
  /// Makes a stack or list show exactly these views in this order; others that it had are removed. Nil: those of the
  /// file, where nothing that the file puts elsewhere is among them.
  case arrange(stack: String, [String]?)
  /// Changes the records of a list.
  case records(list: String, RecordChange)
  /// Takes back a part of what was set, or all of it: a scene that somebody opened returns to what it was opened with.
  case reset(StatePart?)
}

extension Operation {
  /// Sets one thing; `subject` is what it is set of.
  public static func set(_ settable: Settable, of subject: String? = nil, to value: SettableValue?) -> Operation {
    .set(Assignment(settable, of: subject, to: value))
  }

  /// A keyboard that says itself how what it moves gets there: a duration, and a curve as the stream and the layout
  /// language write it (`ease-out`, `spring(0.8)`). Nil when there is no such motion.
  public static func keyboard(_ place: SettableValue, lasting duration: Duration?, curve: String?) -> Operation? {
    Timing(lasting: duration, curve: curve).map { .keyboard(place, $0) }
  }

  /// How the views that it moves get there, when it says so itself.
  var timing: Timing? { if case .keyboard(_, let timing) = self { timing } else { nil } }
}

/// What `Operation.remove` takes out of a scene.
public enum RemovedViews: Equatable, Sendable {
  /// Views that stand in a stack or list; in this one, if it is said.
  case these([String], from: String?)
  case all(of: String)
}
