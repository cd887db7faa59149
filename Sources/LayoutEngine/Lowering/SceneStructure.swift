import Geometry
import LayoutModel

/// Everything that decides which rows a scene has, as against the numbers in them. Two structures with the same key
/// differ in constants only, so they share a compiled solver.
struct StructureKey: Hashable, Sendable {
  /// Which of `ResolvedLayout.conditions` hold.
  var conditions: [Bool]
  /// Views that are hidden by the outside or by a setting, ascending.
  var hidden: [ViewID]
  /// By view of `LayoutFacts.readableViews`: whether the readable column is at its full width (`GuideGeometry`).
  var readableIsCapped: [Bool]
  var direction: String?
  /// The traits by which automatic stacks turn over.
  var heightClass: String?
  var contentSize: String?
  /// By place in `LayoutFacts.packs`: where lines end, and how many columns there are.
  var breaks: [LineBreaks] = []
}

/// What follows from a key: the settings of every view, and which way it reads and stacks. It is a class for the reason
/// that `LayoutFacts` is one.
final class SceneStructure: Sendable {
  let key: StructureKey
  /// The defaults, then the settings of views that have any; copies of one view mostly share them. Read a field in
  /// place, as in `distinctSettings[settingsIndex(of: view)].items`: settings are large, and a copy costs more than
  /// most answers.
  let distinctSettings: [EffectiveSettings]
  private let settingsIndices: [Int32]

  let isHidden: [Bool]
  /// By view; empty when every view reads left to right.
  private let readsRightToLeft: [Bool]
  /// By view: the axis along which a stack puts its views now; nil for others.
  let stackAxes: [Axis?]
  /// Flows and grids, ascending.
  let packs: [Pack]
  /// By view: how much less than others labels in it resist being narrower, because they stand in a share of a grid.
  /// Empty where none does.
  private let yielding: [Float]
  /// By container: its views, where branches put them in another order than that of the tree.
  let otherOrders: [ViewID: [ViewID]]

  init(_ key: StructureKey, layout: ResolvedLayout, facts: LayoutFacts, evaluator: ConditionEvaluator) {
    self.key = key
    let (settings, settingsIndices) = Self.settings(layout.settings, of: layout.views, holds: key.conditions)
    distinctSettings = settings
    self.settingsIndices = settingsIndices
    var stackAxes = [Axis?](repeating: nil, count: layout.views.count)
    for index in layout.views.indices {
      let kind = layout.views[index].kind
      guard kind.isStack else { continue }
      let setting = Int(settingsIndices[index])
      let isTurned =
        settings[setting].isTurned
        || settings[setting].isAutomatic && Self.turnsByTrait(kind, ViewID(Int32(index)), evaluator)
      stackAxes[index] = (kind == .vstack) == isTurned ? .x : .y
    }
    self.stackAxes = stackAxes

    var isHidden = [Bool](repeating: false, count: layout.views.count)
    for view in key.hidden { isHidden[view] = true }
    self.isHidden = isHidden
    otherOrders = Self.otherOrders(layout.switchedOrders, facts.tree, holds: key.conditions)
    packs = Self.packs(key, facts, isHidden, otherOrders) { settings[Int(settingsIndices[$0])] }
    yielding = Self.yielding(packs, facts.tree) { settings[Int(settingsIndices[$0])] }

    let overridesDirection = layout.settings.contains {
      if case .trait(name: "direction", _) = $0.setting { true } else { false }
    }
    if overridesDirection {
      readsRightToLeft = layout.views.indices.map { evaluator.trait("direction", of: ViewID(Int32($0))) == "rtl" }
    } else {
      readsRightToLeft = key.direction == "rtl" ? Array(repeating: true, count: layout.views.count) : []
    }
  }

  /// The structure of a layout whose settings differ from those of `older` in numbers only.
  init(_ older: SceneStructure, reading settings: [ConditionalSetting], of views: [ResolvedView]) {
    key = older.key
    (distinctSettings, settingsIndices) = Self.settings(settings, of: views, holds: older.key.conditions)
    isHidden = older.isHidden
    readsRightToLeft = older.readsRightToLeft
    stackAxes = older.stackAxes
    packs = older.packs
    yielding = older.yielding
    otherOrders = older.otherOrders
  }

  /// Of so many places in the text it is known which view declared there was read last; a power of two. By feel.
  private static let knownPlaces = 256

  /// The defaults followed by the settings of views that have any, and by view an index into that list.
  private static func settings(
    _ all: [ConditionalSetting], of views: [ResolvedView], holds: [Bool]
  ) -> (distinct: [EffectiveSettings], indices: [Int32]) {
    var distinct = [EffectiveSettings()]
    var indices = [Int32](repeating: 0, count: views.count)
    var last = [Int](repeating: 0, count: knownPlaces)
    // Views and settings are looked at in place: both are large, and nearly all of them are plain.
    for index in views.indices where !views[index].settings.isEmpty {
      let known = Int(views[index].origin.span.start) & (knownPlaces - 1)
      let other = last[known]
      last[known] = index
      if other > 0, saySame(views[other].settings, views[index].settings, of: all.span, holds) {
        indices[index] = indices[other]
        continue
      }
      let place = distinct.count
      distinct.append(EffectiveSettings())
      if distinct[place].read(views[index].settings, of: all, holds: holds) {
        indices[index] = Int32(place)
      } else {
        distinct.removeLast()
      }
    }
    return (distinct, indices)
  }

  /// Whether two views are set alike. Copies of one view nearly always are.
  private static func saySame(
    _ one: Range<Int32>, _ other: Range<Int32>, of all: Span<ConditionalSetting>, _ holds: [Bool]
  ) -> Bool {
    guard one.count == other.count else { return false }
    let shift = Int(other.lowerBound - one.lowerBound)
    for first in Int(one.lowerBound)..<Int(one.upperBound) {
      switch (all[first].condition, all[first + shift].condition) {
      case (nil, nil): break
      case (let one?, let other?) where holds[Int(one.index)] == holds[Int(other.index)]: break
      default: return false
      }
      if all[first].setting != all[first + shift].setting { return false }
    }
    return true
  }

  func hasSettings(_ view: ViewID) -> Bool { settingsIndices[view] > 0 }

  /// Where the settings of `view` stand in `distinctSettings`.
  func settingsIndex(of view: ViewID) -> Int { Int(settingsIndices[view]) }

  func settings(of view: ViewID) -> EffectiveSettings { distinctSettings[settingsIndex(of: view)] }

  /// Whether `view` is hidden, or inside of a hidden view.
  func hides(_ view: ViewID, in tree: ViewTree) -> Bool {
    guard !key.hidden.isEmpty else { return false }
    var current: ViewID? = view
    while let candidate = current {
      if isHidden[candidate] { return true }
      current = tree.parent(of: candidate)
    }
    return false
  }

  func isRightToLeft(_ view: ViewID) -> Bool { !readsRightToLeft.isEmpty && readsRightToLeft[Int(view.index)] }

  /// Whether views read and stacks lie the same way as in `other`, the same readable columns are at their full width,
  /// and flows and grids have the same unknowns.
  func placesAlike(_ other: SceneStructure) -> Bool {
    key.readableIsCapped == other.key.readableIsCapped && readsRightToLeft == other.readsRightToLeft
      && stackAxes == other.stackAxes && packs.elementsEqual(other.packs) { $0.runs == $1.runs }
  }

  /// The same where the other one is that of the layout with other records.
  ///
  /// - Parameter carried: by view of the other one: its number here, -1 for none.
  func placesAlike(_ other: SceneStructure, _ carried: [Int32], setsTraits: Bool) -> Bool {
    !setsTraits && key.readableIsCapped.isEmpty && other.key.readableIsCapped.isEmpty
      && key.direction == other.key.direction
      && carried.indices.allSatisfy { carried[$0] < 0 || stackAxes[Int(carried[$0])] == other.stackAxes[$0] }
  }

  func yielding(of view: ViewID) -> Float { yielding.isEmpty ? 0 : yielding[view] }

  /// Views in which labels yield otherwise than in `other`.
  ///
  /// - Parameter source: the number in `other` of a view here; below 0 for none.
  func yieldingOtherwise(than other: SceneStructure, source: (Int) -> Int) -> [ViewID] {
    let count = yielding.isEmpty && other.yielding.isEmpty ? 0 : isHidden.count
    return (0..<count).compactMap { index in
      let former = source(index)
      guard former >= 0 else { return nil }
      let (view, before) = (ViewID(Int32(index)), other.yielding(of: ViewID(Int32(former))))
      return yielding(of: view) == before ? nil : view
    }
  }

  private static func packs(
    _ key: StructureKey, _ facts: LayoutFacts, _ isHidden: [Bool], _ otherOrders: [ViewID: [ViewID]],
    _ settings: (ViewID) -> EffectiveSettings
  ) -> [Pack] {
    var packs: [Pack] = []
    packs.reserveCapacity(facts.packs.count)
    var first = facts.firstTrackVariable
    for (view, breaks) in zip(facts.packs, key.breaks) {
      let kind = facts.tree.kinds[view]
      let children = otherOrders[view] ?? facts.tree.children(of: view)
      let shown = children.filter { !isHidden[$0] }
      let plan: GridPlan? =
        kind == .grid
        ? GridPlan(
          settings(view),
          shown.map { child in
            let settings = settings(child)
            return (settings.span, settings.cell)
          }, breaks) : nil
      packs.append(Pack(view, kind, breaks, shown: shown, of: children.count, plan: plan, first: first))
      first = packs[packs.count - 1].end
    }
    return packs
  }

  /// A label in a share yields by a half, in a share of a grid in a cell of that one by a quarter more, and so on. So
  /// the outer grid decides first.
  private static func yielding(
    _ packs: [Pack], _ tree: ViewTree, _ settings: (ViewID) -> EffectiveSettings
  ) -> [Float] {
    var dividing: Set<ViewID> = []
    var inShares: Set<ViewID> = []
    for pack in packs {
      guard let plan = pack.plan, settings(pack.view).columns?.isDivided == true else { continue }
      dividing.insert(pack.view)
      for (view, place) in zip(pack.shown, plan.places) where plan.hasShare(in: place.columns, along: .x) {
        inShares.insert(view)
      }
    }
    guard !inShares.isEmpty else { return [] }
    var yielding = [Float](repeating: 0, count: tree.count)
    var steps = [Float](repeating: 1, count: tree.count)
    for view in 1..<tree.count {
      let parent = Int(tree.parents[view])
      steps[view] = dividing.contains(ViewID(Int32(parent))) ? ContainerPriority.halved(steps[parent]) : steps[parent]
      yielding[view] = yielding[parent] + (inShares.contains(ViewID(Int32(view))) ? steps[view] : 0)
    }
    return yielding
  }

  /// The views of a container in the order in which it puts them now, without guides.
  func children(of container: ViewID, in tree: ViewTree) -> [ViewID] {
    otherOrders.isEmpty ? tree.children(of: container) : otherOrders[container] ?? tree.children(of: container)
  }

  /// Views that somebody has put into the container by hand keep the places that they have in the tree.
  private static func otherOrders(
    _ orders: [SwitchedOrder], _ tree: ViewTree, holds: [Bool]
  ) -> [ViewID: [ViewID]] {
    var others: [ViewID: [ViewID]] = [:]
    for order in orders {
      let views = order.views(where: holds)
      if zip(views, views.dropFirst()).allSatisfy({ $0 < $1 }) { continue }
      let switched = Set(views)
      var next = views.makeIterator()
      others[order.container] = tree.children(of: order.container).map {
        switched.contains($0) ? next.next() ?? $0 : $0
      }
    }
    return others
  }

  /// The pack of a flow or grid; nil for any other view.
  func pack(of view: ViewID, _ facts: LayoutFacts) -> Pack? {
    facts.packs.isEmpty ? nil : facts.packPlaces[view].map { packs[$0] }
  }

  /// Whether an `auto` without a condition turns a stack over: a column lies down while the height is compact, and a
  /// row stands up while the text is very large.
  private static func turnsByTrait(_ kind: ViewKind, _ id: ViewID, _ evaluator: ConditionEvaluator) -> Bool {
    kind == .vstack
      ? evaluator.trait("sizeClass.y", of: id) == "compact"
      : evaluator.trait("contentSize", of: id)?.hasPrefix("accessibility") == true
  }
}
