/// A declaration of a view that another branch has declared already.
struct RepeatedDeclaration: Sendable {
  var view: ViewID
  var branch: BranchID
  /// How many views of its parent were declared before, each counted once.
  var place: Int32
}

/// Which view a stack, list, flow or grid puts first may differ from branch to branch. What declares each of its views
/// once says so by the order of `layout.views` alone, and there is nothing to do for it.
extension LayoutBuilder {
  mutating func orderSwitchedViews() {
    let repeated = Dictionary(grouping: views.repeated) { views.drafts.parent(of: $0.view) }
      .filter { views.drafts.kind(of: $0.key).arrangesViews }
    if repeated.isEmpty { return }
    var declared: [ViewID: [ViewID]] = [:]
    for index in views.drafts.indices.dropFirst() where views.drafts[index].kind != .guide {
      let view = ViewID(Int32(index))
      let parent = views.drafts.parent(of: view)
      if repeated[parent] != nil { declared[parent, default: []].append(view) }
    }
    for (container, views) in declared.sorted(by: { $0.key < $1.key }) where views.count > 1 && !budget.isSpent {
      let places = places(of: views, repeated[container] ?? [])
      let origin = self.views.drafts[container].origin
      guard spend(places.count, on: .parts, at: origin) else { return }
      layout.switchedOrders.append(SwitchedOrder(of: container, places))
    }
  }

  /// - Parameters:
  ///   - declared: the views of a container, in the order of their first declarations.
  ///   - repeated: the others, in document order.
  private mutating func places(of declared: [ViewID], _ repeated: [RepeatedDeclaration]) -> [SwitchedOrder.Place] {
    let several = Set(repeated.map(\.view))
    var places: [SwitchedOrder.Place] = []
    var rest = repeated[...]
    for view in declared {
      while let next = rest.first, next.place <= views.drafts[view].index {
        add(next.view, in: next.branch, to: &places)
        rest.removeFirst()
      }
      if several.contains(view) {
        add(view, in: views.drafts[view].branch, to: &places)
      } else {
        places.append(SwitchedOrder.Place(view, when: nil))
      }
    }
    for last in rest { add(last.view, in: last.branch, to: &places) }
    return places
  }

  private mutating func add(_ view: ViewID, in branch: BranchID, to places: inout [SwitchedOrder.Place]) {
    if views.drafts.kind(of: view) == .guide { return }
    addSubject(view, in: branch)
    places.append(SwitchedOrder.Place(view, when: conditionID(branch, for: view)))
  }
}
