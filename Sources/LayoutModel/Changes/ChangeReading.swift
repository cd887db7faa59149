import LayoutSyntax
import Motion

/// Transitions, the `animate` and `direct` of branches, and the `animate` of records.
extension LayoutResolver {
  mutating func declareTransition(_ node: SyntaxNode, in outer: Surroundings) {
    if outer.branch != .always {
      report(.notInABranch("transition"), at: node, in: outer.file)
      return
    }
    let written = WrittenNode(node: node.index, file: outer.file, scope: outer.scope)
    later.transitions.append((written, outer.view))
  }

  // MARK: Transitions

  /// Reads the transitions. All configurations are known by then.
  mutating func readTransitions() {
    for (written, home) in later.transitions {
      let node = node(written.node, in: written.file)
      let site = Site(file: written.file, scope: written.scope, view: home)
      builder.complaints.instance = scopes.instance(of: written.scope)
      // A transition in a view's own body is about that view, one in the layout's body about any view.
      var view = home == .root ? nil : Optional(home)
      if let path = node.first(.path) {
        guard let named = self.view(named: path, site) else { continue }
        view = named
      }
      let states = node.children.filter { $0.kind == .transitionState }
      let names = states.map { self.configuration($0, of: view, in: written.file) }
      guard let timing = node.first(.timing).flatMap({ self.timing($0, site) }), !names.isEmpty else { continue }
      // `transition visible` names only where it leads; it may come from any configuration.
      builder.add(
        Transition(
          from: names.count > 1 ? names[0] : nil, to: names[names.count - 1], view: view, timing: timing.timing,
          duration: timing.duration, origin: Origin(file: written.file, span: node.span)))
    }
  }

  /// The name on one side of a transition; nil for `*`, and after a complaint.
  private mutating func configuration(_ state: SyntaxNode, of view: ViewID?, in file: Int32) -> String? {
    if state.firstToken.kind == .star { return nil }
    return configurationIsKnown(state, of: view, in: file) ? state.name : nil
  }

  // MARK: Animated branches

  /// Reads what branches say behind `animate`, and what views say with `conditions animate`.
  mutating func readAnimations() {
    for (written, view) in later.conditionTimings {
      let node = node(written.node, in: written.file)
      if let timing = animation(node, written.file, written.scope, view) {
        builder.animateConditions(of: view, timing)
        // A copy, or an instance of a component, may lack a branch that others have.
        let isOnly = builder.complaints.instance == 0 && scopes.indices(of: written.scope) < 0
        // A timing may be empty, and stands in its `animate`.
        let place = self.node(written.node - 1, in: written.file)
        if isOnly, !builder.hasUnanimatedBranch(view) { report(.nothingToAnimate, at: place, in: written.file) }
      }
    }
    for index in written.branches.indices where written.branches[index].animation >= 0 {
      let branch = written.branches[index]
      let node = node(branch.animation, in: branch.file)
      if let timing = animation(node, branch.file, branch.scope, builder.branches.all[index].view) {
        builder.animate(BranchID(index: Int32(index)), timing)
      }
    }
  }

  /// Reads what a `for` over records says behind `animate`.
  mutating func readRecordAnimations() {
    for (written, list, view) in later.recordTimings {
      let node = node(written.node, in: written.file)
      guard let read = animation(node, written.file, written.scope, view) else { continue }
      builder.add(
        AnimatedRecords(
          list: builder.layout.lists[list].name, view: view, timing: read.timing, duration: read.duration,
          origin: read.origin))
    }
  }

  /// Reads an `animate`; nil after a complaint.
  private mutating func animation(
    _ node: SyntaxNode, _ file: Int32, _ scope: Int32, _ view: ViewID
  ) -> AnimatedTiming? {
    builder.complaints.instance = scopes.instance(of: scope)
    guard let read = timing(node, Site(file: file, scope: scope, view: view)) else { return nil }
    return AnimatedTiming(read.timing, duration: read.duration, at: Origin(file: file, span: node.span))
  }
}

extension Complaint {
  static let nothingToAnimate = Complaint(
    .unreadSetting, "this 'animate' has no effect: no branch in the view's braces is without one of its own",
    help: ["help: it is about each `if` and `config` there; how a configuration comes and goes a `transition` says too"]
  )
}
