public import Motion

/// `transition a -> b on view timing`: how a view moves when its configuration changes.
public struct Transition: Equatable, Sendable {
  /// The configuration that is left; nil for any.
  public var from: String?
  /// The configuration that is entered; nil for any.
  public var to: String?
  /// The view whose configuration changes; nil for any.
  public var view: ViewID?
  /// How views move; without `duration` exactly so.
  public var timing: Timing
  /// Nil: the timing is as it stands.
  public var duration: TimingVariable?
  /// The statement.
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

/// `if … animate timing` or `config … animate timing`: how views move when the branch comes or goes. Or a branch that
/// says nothing, of a view that says `conditions animate timing`.
public struct AnimatedCondition: Equatable, Sendable {
  /// When the branch is there.
  public var condition: ConditionID
  /// The view in whose body the branch stands, or the view that its condition was asked of.
  public var view: ViewID
  /// How views move; without `duration` exactly so.
  public var timing: Timing
  /// Nil: the timing is as it stands.
  public var duration: TimingVariable?
  /// Whether the branch says nothing itself: then a transition goes before it.
  public var isDefault: Bool
  /// Where `animate` stands.
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

extension ResolvedLayout {
  /// The transition that suits best: one for this view before one for any, then one that names both configurations,
  /// then the new one, then the old one, then neither; among equals the later one.
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
  mutating func setDuration(from values: [VariableValue?]) { timing.setDuration(duration, from: values) }
}

extension AnimatedCondition {
  mutating func setDuration(from values: [VariableValue?]) { timing.setDuration(duration, from: values) }
}

extension Timing {
  fileprivate mutating func setDuration(_ duration: TimingVariable?, from values: [VariableValue?]) {
    guard let duration, case .duration(let milliseconds)? = values[Int(duration.variable)] else { return }
    let length = milliseconds * duration.factor
    // A factor may be larger than any, or make no number of it.
    curve = curve.lasting(Duration(milliseconds: length) ?? (length > 0 ? Self.durations.upperBound : .zero))
  }
}
