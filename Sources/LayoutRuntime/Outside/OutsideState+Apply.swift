import LayoutEngine
import LayoutModel
import LayoutSyntax

extension OutsideState {
  /// This state after all `operations`, in order.
  ///
  /// - Parameters:
  ///   - layout: with the views of its records, or of those that there were.
  ///   - written: with a pattern for these; nil: it has none.
  ///   - shown: the records that there are where the outside has set none.
  ///   - hasOtherViews: whether there are others than in `layout`, since records came or went.
  ///   - base: what a reset returns to.
  ///   - room: how much may be set.
  ///   - scrollEnds: where contents end that stay at their end, as they are shown.
  /// - Returns: also warnings about operations that have no effect.
  /// - Throws: the first operation that cannot be done, by its index.
  func applying(
    _ operations: [Operation], to layout: consuming ResolvedLayout, written: ResolvedLayout? = nil,
    showing shown: [String: [Record]] = [:], hasOtherViews: Bool = false, resettingTo base: OutsideState,
    within room: SettingsRoom? = nil, scrollEnds: @escaping () -> [String: ScrollEnd] = { [:] }
  ) throws(RequestFailure) -> (state: OutsideState, warnings: [Diagnostic]) {
    var call = OutsideCall(
      self, to: layout, written: written, showing: shown, hasOtherViews: hasOtherViews, resettingTo: base,
      scrollEnds: scrollEnds)
    // From the last operation on that may take something back it only becomes more. So who sends thousands into a scene
    // that is full is refused by the first.
    let growing = operations.lastIndex { !$0.onlySets } ?? 0
    for (index, operation) in operations.enumerated() {
      try call.perform(operation, at: index)
      if index >= growing { try room?.check(call.count, insteadOf: count) }
    }
    return call.finish()
  }

  /// This state after operations that only take something back; nil if there are others among them.
  func resetting(_ operations: [Operation], to base: OutsideState) -> OutsideState? {
    var result = self
    for operation in operations {
      guard case .reset(let part) = operation else { return nil }
      result = result.resetting(part, to: base)
    }
    return result
  }
}

/// How many things may be set in a scene.
struct SettingsRoom: Sendable {
  let scene: String
  let most: Int

  /// Refuses what is too much. Nobody is kept from taking something back.
  func check(_ count: Int, insteadOf former: Int) throws(RequestFailure) {
    guard count > most, count > former else { return }
    throw .tooMuch(
      limit: "things set in scene '\(scene)'", max: most,
      help: "Apply with reset takes them back (framewire reset \(scene))")
  }
}

extension Operation {
  /// Whether nothing is taken back by it.
  fileprivate var onlySets: Bool {
    // A scroll view at rest is as if nobody had scrolled it.
    if case .set(let assignment) = self { assignment.value != nil && assignment.settable != .scroll } else { false }
  }

  /// Whether views are looked up for it, or ids that stand in them.
  var namesViews: Bool {
    switch self {
    case .set(let assignment): assignment.settable.subject.isInViews
    case .append, .remove, .arrange: true
    case .records, .keyboard, .reset: false
    }
  }
}

extension ResolvedLayout {
  func view(at path: String) throws(RequestFailure) -> ViewID {
    guard let index = views.firstIndex(where: { $0.path == path && $0.kind != .guide }) else {
      throw .unknownView(path, near: nearNames(to: path, in: viewPaths))
    }
    return ViewID(Int32(index))
  }
}
