import LayoutSyntax

/// A view that only branches declare is there while one of them holds; else it is hidden, with what is in it.
///
/// It stays in the tree, so its path, its number in the stream and what was set on it do not come and go.
extension LayoutResolver {
  mutating func hideAbsentViews() {
    for index in drafts.indices.dropFirst() where drafts[index].context != .always {
      let view = ViewID(Int32(index))
      let branches = outermost([drafts[index].context] + drafts[index].otherContexts)
      let parent = drafts[Int(self.parent(of: view).index)]
      if branches.contains(.always) || branches == outermost([parent.context] + parent.otherContexts) { continue }
      let isThere = Condition.joiningAny(branches.map { joined($0, for: view) })
      if isThere == .constant(true) { continue }
      layout.settings.append(
        ConditionalSetting(
          view: view, setting: .hidden, condition: ConditionID(Int32(layout.conditions.count)),
          origin: Origin(file: drafts[index].file, span: drafts[index].span)))
      layout.conditions.append(isThere.negated)
      layout.conditionOrigins.append(Origin(file: drafts[index].file, span: drafts[index].span))
    }
  }

  /// The same branches with every pair of `if` and its `else` replaced by the branch around both, of which they
  /// leave nothing out.
  private func outermost(_ branches: [ContextID]) -> [ContextID] {
    var rest = branches
    while let complete = rest.lazy.compactMap({ self.pair(of: $0, in: rest) }).first {
      rest.removeAll { $0 == complete.then || $0 == complete.otherwise }
      rest.append(contexts[Int(complete.then.index)].parent)
    }
    return rest.sorted { $0.index < $1.index }
  }

  private func pair(
    of branch: ContextID, in branches: [ContextID]
  ) -> (then: ContextID, otherwise: ContextID)? {
    guard case .otherwise(let then) = contexts[Int(branch.index)].kind, branches.contains(then) else { return nil }
    return (then, branch)
  }
}
