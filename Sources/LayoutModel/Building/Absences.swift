/// A view that only branches declare is there while one of them holds; else it is hidden, with what is in it.
///
/// It stays in the tree, so its path, its number in the stream and what was set on it do not come and go.
extension LayoutBuilder {
  mutating func hideAbsentViews() {
    let repeated = Dictionary(grouping: views.repeated, by: \.view).mapValues { $0.map(\.branch) }
    for index in views.drafts.indices.dropFirst() where views.drafts[index].branch != .always && !budget.isSpent {
      let view = ViewID(Int32(index))
      let draft = views.drafts[index]
      let declaring = outermost([draft.branch] + (repeated[view] ?? []))
      let parent = views.drafts.parent(of: view)
      if declaring.contains(.always) { continue }
      if declaring == outermost([views.drafts[parent].branch] + (repeated[parent] ?? [])) { continue }
      let isThere = Condition.joiningAny(declaring.map { joined($0, for: view) })
      if isThere == .constant(true) { continue }
      guard spend(on: .parts, at: draft.origin) else { return }
      layout.settings.append(
        ConditionalSetting(
          view: view, setting: .hidden, condition: add(isThere.negated, at: draft.origin), origin: draft.origin))
    }
  }

  /// The branches with every pair of an `if` and its `else` replaced by the branch around both: together they leave
  /// nothing out.
  private func outermost(_ declaring: [BranchID]) -> [BranchID] {
    // An `else` is opened behind its `if`, and both behind what is around them: from the last to the first, whatever a
    // pair leaves is still to come.
    var rest = Set(declaring)
    var open = declaring.sorted { $0.index < $1.index }
    while let branch = open.popLast() {
      guard case .otherwise(let then) = branches[branch].kind, rest.contains(branch), rest.contains(then) else {
        continue
      }
      let around = branches[then].parent
      rest.remove(branch)
      rest.remove(then)
      rest.insert(around)
      open.append(around)
    }
    return rest.sorted { $0.index < $1.index }
  }
}
