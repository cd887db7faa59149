import LayoutModel

/// A layout whose views stand where the outside has put them is a layout again, with other numbers. So nothing behind
/// this file knows of arrangements: an arranged view is solved, streamed and explained like one that is written there.
///
/// A constraint of the file between two views holds as long as they stand to each other as in the file. A view that was
/// put into another stack leaves its constraints with the rest behind, as in Auto Layout when a view leaves its
/// superview. The constraints inside of it go along. To move it within its own stack changes nothing but the order.
/// What mentions a view that is away is out of force until the view is back.
extension ResolvedLayout {
  /// The layout that is solved for `inputs`: with their texts, colours and durations, with the constraints as they
  /// adjusted them, and with the views where they arranged them.
  func made(for inputs: SceneInputs) -> (layout: ResolvedLayout, numbering: ViewNumbering) {
    setting(inputs.values).adjusted(by: inputs.adjustments).arranged(by: inputs.arrangement)
  }

  /// This layout with its views where an arrangement puts them.
  ///
  /// - Returns: the other layout, and how the views of this one are numbered in it.
  func arranged(by arrangement: Arrangement) -> (layout: ResolvedLayout, numbering: ViewNumbering) {
    if arrangement.isEmpty { return (self, .identity) }
    let forest = ViewForest(self, arrangement)
    let order = preorder(of: forest)
    var numbers = [Int32](repeating: -1, count: views.count)
    for (number, view) in order.enumerated() { numbers[view] = Int32(number) }
    let numbering = ViewNumbering(numbers: numbers)

    var result = self
    result.copyViews(of: self, in: order, forest, numbering)
    result.rules = rulesInForce(islands(of: order, forest), numbering)
    result.conditions = conditions.map(numbering.condition)
    result.switchedOrders = switchedOrders.compactMap { order in
      guard let container = numbering[order.container] else { return nil }
      return SwitchedOrder(
        of: container,
        order.places.compactMap { place in
          guard forest.parent(of: place.view) == order.container, !forest.isPinned(place.view) else { return nil }
          return numbering[place.view].map { SwitchedOrder.Place($0, when: place.condition) }
        })
    }.sorted { $0.container < $1.container }
    for index in identifiers.indices {
      // No rule of a view that is away is left, so nobody asks for its identifiers; any number will do.
      result.identifiers[index].view = numbering[identifiers[index].view] ?? .root
    }
    // Configurations are sorted by view; those of one view keep the order of the file.
    result.configurations = configurations.compactMap { configuration in
      guard let view = numbering[configuration.view] else { return nil }
      var configuration = configuration
      configuration.view = view
      configuration.when = configuration.when.map(numbering.condition)
      return configuration
    }.enumerated().sorted { ($0.element.view, $0.offset) < ($1.element.view, $1.offset) }.map(\.element)
    result.transitions = transitions.compactMap { transition in
      guard let asked = transition.view else { return transition }
      guard let view = numbering[asked] else { return nil }
      var transition = transition
      transition.view = view
      return transition
    }
    result.animations = animations.compactMap { animation in
      guard let view = numbering[animation.view] else { return nil }
      var animation = animation
      animation.view = view
      return animation
    }
    result.animatedRecords = animatedRecords.compactMap { animation in
      guard let view = numbering[animation.view] else { return nil }
      var animation = animation
      animation.view = view
      return animation
    }
    result.uses = uses.compactMap { use in
      numbering[use.view].map { ComponentUse(view: $0, component: use.component, origin: use.origin) }
    }
    result.pictures = pictures.compactMap { use in
      numbering[use.view].map { PictureUse(view: $0, path: use.path, origin: use.origin) }
    }
    result.composedTexts = composedTexts.compactMap { composed in
      guard let view = numbering[composed.view] else { return nil }
      var composed = composed
      composed.view = view
      return composed
    }
    // Tests belong to the file and speak of its views.
    result.tests = []
    return (result, numbering)
  }

  private func preorder(of forest: ViewForest) -> [ViewID] {
    var order: [ViewID] = []
    order.reserveCapacity(views.count)
    var open: [ViewID] = [.root]
    while let view = open.popLast() {
      order.append(view)
      open += forest.children(of: view).reversed()
    }
    return order
  }

  private mutating func copyViews(
    of declared: ResolvedLayout, in order: [ViewID], _ forest: ViewForest, _ numbering: ViewNumbering
  ) {
    views = []
    views.reserveCapacity(order.count)
    settings = []
    var childCounts = [Int32](repeating: 0, count: order.count)
    for old in order {
      var view = declared.views[old]
      let number = ViewID(Int32(views.count))
      view.parent = forest.parent(of: old).flatMap { numbering[$0] }
      if let parent = view.parent {
        view.index = childCounts[parent]
        childCounts[parent] += 1
      }
      let first = Int32(settings.count)
      for index in view.settings {
        var setting = declared.settings[Int(index)]
        setting.view = number
        settings.append(setting)
      }
      view.settings = first..<Int32(settings.count)
      view.subtreeEnd = number.index + 1
      views.append(view)
    }
    // The loop runs backwards, so that a subtree is whole before it counts for its parent.
    for index in views.indices.dropFirst().reversed() {
      let parent = Int(views[index].parent!.index)
      views[parent].subtreeEnd = max(views[parent].subtreeEnd, views[index].subtreeEnd)
    }
  }

  /// By view: its island, which is the nearest view at or above it that does not stand where the file puts it, else the
  /// root. Views of one island stand to each other as in the file.
  private func islands(of order: [ViewID], _ forest: ViewForest) -> [ViewID] {
    var islands = [ViewID](repeating: .root, count: views.count)
    for view in order.dropFirst() {
      let parent = forest.parent(of: view)!
      islands[Int(view.index)] = parent == views[view].parent ? islands[Int(parent.index)] : view
    }
    return islands
  }

  private func rulesInForce(_ islands: [ViewID], _ numbering: ViewNumbering) -> RuleList {
    var kept = RuleList()
    for rule in rules {
      guard numbering.anchor(rule.item) != nil else { continue }
      let island = islands[Int(rule.item.view.index)]
      func isKept(_ term: Rule.Term) -> Bool {
        numbering[term.anchor.view] != nil && islands[Int(term.anchor.view.index)] == island
      }
      guard rule.term.map(isKept) ?? true, rule.moreTerms.allSatisfy(isKept) else { continue }
      kept.append(rule.with { numbering.anchor($0)! })
    }
    return kept
  }
}
