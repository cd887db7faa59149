/// A view that only branches declare is there while one of them holds; else it is hidden, with what is in it.
///
/// It stays in the tree, so its path, its number in the stream and what was set on it do not come and go.
extension LayoutBuilder {
  mutating func hideAbsentViews() {
    for index in views.drafts.indices.dropFirst() where views.drafts[index].branch != .always {
      let view = ViewID(Int32(index))
      let draft = views.drafts[index]
      let declaring = outermost([draft.branch] + draft.otherBranches)
      let parent = views.drafts[Int(views.drafts.parent(of: view).index)]
      if declaring.contains(.always) || declaring == outermost([parent.branch] + parent.otherBranches) { continue }
      let isThere = Condition.joiningAny(declaring.map { joined($0, for: view) })
      if isThere == .constant(true) { continue }
      layout.settings.append(
        ConditionalSetting(
          view: view, setting: .hidden, condition: add(isThere.negated, at: draft.origin), origin: draft.origin))
    }
  }

  /// The branches with every pair of an `if` and its `else` replaced by the branch around both: together they leave
  /// nothing out.
  private func outermost(_ declaring: [BranchID]) -> [BranchID] {
    var rest = declaring
    while let complete = rest.lazy.compactMap({ self.pair(of: $0, in: rest) }).first {
      rest.removeAll { $0 == complete.then || $0 == complete.otherwise }
      rest.append(branches[complete.then].parent)
    }
    return rest.sorted { $0.index < $1.index }
  }

  private func pair(of branch: BranchID, in others: [BranchID]) -> (then: BranchID, otherwise: BranchID)? {
    guard case .otherwise(let then) = branches[branch].kind, others.contains(then) else { return nil }
    return (then, branch)
  }
}
