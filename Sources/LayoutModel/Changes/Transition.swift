public import Motion

/// `transition a -> b on view timing`: how a view moves when its configuration changes.
public struct Transition: Equatable, Sendable {
  /// The configuration that is left; nil for any.
  public var from: String?
  /// The configuration that is entered; nil for any.
  public var to: String?
  /// The view whose configuration changes; nil for any.
  public var view: ViewID?
  /// How views move. If `duration` is nil, exactly this timing holds.
  public var timing: Timing
  /// The variable that gives the duration; nil without one.
  public var duration: TimingVariable?
  /// Where the statement is written.
  public var origin: Origin

  public init(
    from: String?, to: String?, view: ViewID?, timing: Timing, duration: TimingVariable? = nil, origin: Origin
  ) {
    self.duration = duration
    self.from = from
    self.to = to
    self.view = view
    self.timing = timing
    self.origin = origin
  }
}

/// `if … animate timing` or `config … animate timing`: how views move when the branch comes or goes. It may also be a
/// branch that says nothing, of a view that says `conditions animate timing`.
public struct AnimatedCondition: Equatable, Sendable {
  /// The condition of the branch.
  public var condition: ConditionID
  /// The view in whose body the branch stands, or the view that its condition was asked of.
  public var view: ViewID
  /// How views move. If `duration` is nil, exactly this timing holds.
  public var timing: Timing
  /// The variable that gives the duration; nil without one.
  public var duration: TimingVariable?
  /// Whether the branch itself says nothing; a transition then goes before it.
  public var isDefault: Bool
  /// Where the `animate` is written.
  public var origin: Origin

  public init(
    condition: ConditionID, view: ViewID, timing: Timing, duration: TimingVariable? = nil, isDefault: Bool = false,
    origin: Origin
  ) {
    self.duration = duration
    self.condition = condition
    self.view = view
    self.timing = timing
    self.isDefault = isDefault
    self.origin = origin
  }
}

/// `for m in messages by m.id animate timing`: how views move when there are other records, or other values of them.
public struct AnimatedRecords: Equatable, Sendable {
  /// The name of the list.
  public var list: String
  /// The view that the views of the records are in.
  public var view: ViewID
  /// How views move. If `duration` is nil, exactly this timing holds.
  public var timing: Timing
  /// The variable that gives the duration; nil without one.
  public var duration: TimingVariable?
  /// Where the timing is written.
  public var origin: Origin

  public init(list: String, view: ViewID, timing: Timing, duration: TimingVariable? = nil, origin: Origin) {
    self.list = list
    self.view = view
    self.timing = timing
    self.duration = duration
    self.origin = origin
  }
}

extension ResolvedLayout {
  /// The transition that suits a change best. One for this view goes before one for any view. Then one that names both
  /// configurations goes before one that names the new one, then comes the old one, then neither. Among equals the
  /// later one wins.
  public func transition(of view: ViewID, from old: String, to new: String) -> Transition? {
    var best: (rank: Int, transition: Transition)?
    for transition in transitions {
      guard transition.view == nil || transition.view == view, transition.from == nil || transition.from == old,
        transition.to == nil || transition.to == new
      else { continue }
      let rank = (transition.view == nil ? 0 : 4) + (transition.to == nil ? 0 : 2) + (transition.from == nil ? 0 : 1)
      if rank >= best?.rank ?? 0 { best = (rank, transition) }
    }
    return best?.transition
  }
}

extension Transition {
  /// Takes a duration that is known, in milliseconds, in place of a variable's.
  package mutating func setDuration(_ milliseconds: Double) {
    timing.setDuration(milliseconds * (duration?.factor ?? 1))
    duration = nil
  }

  mutating func setDuration(from values: [VariableValue?]) { timing.setDuration(duration, from: values) }
}

extension AnimatedCondition {
  /// Takes a duration that is known, in milliseconds, in place of a variable's.
  package mutating func setDuration(_ milliseconds: Double) {
    timing.setDuration(milliseconds * (duration?.factor ?? 1))
    duration = nil
  }

  mutating func setDuration(from values: [VariableValue?]) { timing.setDuration(duration, from: values) }
}

extension AnimatedRecords {
  /// Takes a duration that is known, in milliseconds, in place of a variable's.
  package mutating func setDuration(_ milliseconds: Double) {
    timing.setDuration(milliseconds * (duration?.factor ?? 1))
    duration = nil
  }

  mutating func setDuration(from values: [VariableValue?]) { timing.setDuration(duration, from: values) }
}

extension Timing {
  fileprivate mutating func setDuration(_ duration: TimingVariable?, from values: [VariableValue?]) {
    guard let duration, case .duration(let milliseconds)? = values[Int(duration.variable)] else { return }
    setDuration(milliseconds * duration.factor)
  }

  fileprivate mutating func setDuration(_ length: Double) {
    // The factor may be so large that no duration comes out of it.
    curve = curve.lasting(Duration(milliseconds: length) ?? (length > 0 ? Self.durations.upperBound : .zero))
  }
}
