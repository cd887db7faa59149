import LayoutSyntax
import Motion

/// A `transition` statement, while its layout is read.
struct TransitionDraft {
  var node: Int32
  var file: Int32
  var scope: Int32
  var view: ViewID
}

/// Transitions, and the `animate` and `direct` of branches.
extension LayoutResolver {
  mutating func declareTransition(_ node: SyntaxNode, in outer: Surroundings) {
    if outer.context != .always {
      report(.notInABranch("transition"), at: node, in: outer.file)
      return
    }
    transitionDrafts.append(
      TransitionDraft(node: node.index, file: outer.file, scope: outer.scope, view: outer.view))
  }

  // MARK: Transitions

  /// Reads them once all configurations are known.
  mutating func readTransitions() {
    for draft in transitionDrafts {
      let node = node(draft.node, in: draft.file)
      let site = Site(file: draft.file, scope: draft.scope, view: draft.view)
      complaints.instance = scopes.instance(of: draft.scope)
      // In a view's own body it is about that view; in the layout's body about any.
      var view = draft.view == .root ? nil : Optional(draft.view)
      if let path = node.first(.path) {
        guard let named = self.view(named: path, site) else { continue }
        view = named
      }
      let states = node.children.filter { $0.kind == .transitionState }
      let names = states.map { self.configuration($0, of: view, in: draft.file) }
      guard let timing = node.first(.timing).flatMap({ self.timing($0, site) }), !names.isEmpty else { continue }
      let origin = Origin(file: draft.file, span: node.span)
      // `transition visible` is about getting there, from wherever.
      layout.transitions.append(
        Transition(
          from: names.count > 1 ? names[0] : nil, to: names[names.count - 1], view: view, timing: timing.timing,
          duration: timing.duration, origin: origin))
    }
  }

  /// The name that a side of a transition gives; nil for `*`, and after a complaint.
  private mutating func configuration(_ state: SyntaxNode, of view: ViewID?, in file: Int32) -> String? {
    if state.firstToken.kind == .star { return nil }
    return configurationIsKnown(state, of: view, in: file) ? state.name : nil
  }

  // MARK: Animated and direct branches

  /// Lists the conditions of branches that are animated, by themselves or because their view says so of all, or
  /// direct: once for each view that a bare condition is asked of.
  mutating func readMarkedBranches() {
    let defaults = readConditionTimings()
    func isMeant(_ context: Context) -> Bool { context.isMarked || !defaults.isEmpty }
    let meant = contexts.indices.dropFirst().filter { isMeant(contexts[$0]) }
    if meant.isEmpty { return }
    let subjects = subjects(of: isMeant)
    for index in meant {
      let context = contexts[index]
      complaints.instance = scopes.instance(of: context.scope)
      var own: (timing: Timing, duration: TimingVariable?)?
      if context.animation >= 0 {
        let site = Site(file: context.file, scope: context.scope, view: context.view)
        own = timing(node(context.animation, in: context.file), site)
      }
      let general = context.animation >= 0 ? nil : defaults[context.view]
      for view in context.usesSubject ? subjects[Int32(index)] ?? [] : [context.view] {
        let inherited = context.animation >= 0 ? nil : defaults[view] ?? general
        guard context.isDirect || own != nil || inherited != nil,
          let condition = conditionID(ContextID(index: Int32(index)), for: view)
        else { continue }
        if context.isDirect { layout.directConditions.append(condition) }
        if let own {
          let span = node(context.animation, in: context.file).span
          layout.animations.append(
            AnimatedCondition(
              condition: condition, view: view, timing: own.timing, duration: own.duration,
              origin: Origin(file: context.file, span: span)))
        } else if let inherited {
          layout.animations.append(
            AnimatedCondition(
              condition: condition, view: view, timing: inherited.timing, duration: inherited.duration, isDefault: true,
              origin: inherited.origin))
        }
      }
    }
  }

  private typealias ConditionTiming = (timing: Timing, duration: TimingVariable?, origin: Origin)

  /// What `conditions animate` says of each view that has it.
  private mutating func readConditionTimings() -> [ViewID: ConditionTiming] {
    var timings: [ViewID: ConditionTiming] = [:]
    for (view, index, file, scope) in conditionTimings {
      complaints.instance = scopes.instance(of: scope)
      let node = node(index, in: file)
      guard let timing = timing(node, Site(file: file, scope: scope, view: view)) else { continue }
      timings[view] = (timing.timing, timing.duration, Origin(file: file, span: node.span))
    }
    return timings
  }
}

extension Context {
  fileprivate var isMarked: Bool { animation >= 0 || isDirect }
}
