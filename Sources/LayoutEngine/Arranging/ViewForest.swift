public import LayoutModel

/// Which view stands in which, after everything that the outside arranged. There is one tree below the root, and one
/// below each view that is away, so that a view comes back with what was in it.
///
/// Views go by their numbers in the file's layout. Every arrangement can be read. A place with an unknown view, with an
/// unknown stack, or inside of the view itself is passed over and listed in `refusals`.
public struct ViewForest: Sendable {
  /// A place that a view cannot take in this layout.
  public struct Refusal: Equatable, Sendable {
    /// Why the view cannot stand there.
    public enum Reason: Equatable, Sendable {
      /// No view has the path.
      case noSuchView
      /// No view has this path, or the view that has it is no stack.
      case noSuchStack(String)
      /// The stack of this path is inside of the view.
      case insideItself(String)
    }

    /// The path of the view.
    public var view: String
    /// Why it cannot stand there.
    public var reason: Reason
  }

  private let layout: ResolvedLayout
  /// By view: its parent; nil for the root and for a view that is away.
  private var parents: [ViewID?]
  /// By view: the views directly in it, in order; of a stack in `moving` the guides alone. Guides never move.
  private var children: [[ViewID]]
  /// The views of stacks that views were put into or taken out of.
  private var moving: [ViewID: OrderedViews] = [:]
  /// Stacks of which branches say the order, and the views that somebody has put into one of these.
  private let switchedStacks: Set<ViewID>
  private var pinned: Set<ViewID> = []
  /// Steps on the way from a view to the root.
  private var climbed = 0
  /// The places that no view could take, sorted by view path.
  public private(set) var refusals: [Refusal] = []

  /// Reads an arrangement of a layout.
  public init(_ layout: ResolvedLayout, _ arrangement: Arrangement) {
    self.layout = layout
    parents = layout.views.map(\.parent)
    children = Array(repeating: [], count: layout.views.count)
    switchedStacks = Set(layout.switchedOrders.lazy.map(\.container))
    for index in layout.views.indices.dropFirst() {
      let view = ViewID(Int32(index))
      children[Int(layout.views[index].parent!.index)].append(view)
    }
    if !arrangement.isEmpty { place(by: arrangement) }
  }

  // MARK: Who stands where

  /// The parent of a view; nil for the root and for a view that is away.
  public func parent(of view: ViewID) -> ViewID? { parents[view] }

  /// Whether the view itself is away. A view inside of one that is away is not.
  public func isAway(_ view: ViewID) -> Bool { view != .root && parents[view] == nil }

  /// The views of a stack in order, without guides.
  public func views(in stack: ViewID) -> [ViewID] {
    moving[stack]?.all ?? children[stack].filter { !isGuide($0) }
  }

  /// What moving views has cost so far: how many views were looked at for it.
  public var steps: Int { climbed + moving.values.reduce(0) { $0 + $1.steps } }

  /// The view, and everything that it stands in, from the inside out.
  public func lineage(of view: ViewID) -> [ViewID] {
    var lineage = [view]
    while let parent = parent(of: lineage.last!) { lineage.append(parent) }
    return lineage
  }

  /// Whether a view stands where somebody has put it. One that is left where the file has it may stand elsewhere from
  /// branch to branch.
  func isPinned(_ view: ViewID) -> Bool { pinned.contains(view) }

  /// Everything that stands directly in a view, guides too.
  func children(of view: ViewID) -> [ViewID] { children[view] + (moving[view]?.all ?? []) }

  // MARK: Moving views

  /// Takes views out of where they stand.
  public mutating func remove(_ views: [ViewID]) {
    for view in views {
      if let parent = parent(of: view) { withViews(of: parent) { $0.remove(view) } }
      parents[view] = nil
      pinned.remove(view)
    }
  }

  /// Puts views into a stack, in the order given.
  ///
  /// - Parameter index: where the first of them comes to stand, counted among the views of the stack without them. Nil,
  ///   or an index beyond the last view, is the end.
  /// - Precondition: no view has the stack inside of it.
  public mutating func put(_ views: [ViewID], in stack: ViewID, at index: Int? = nil) {
    let around = Set(lineage(of: stack))
    climbed += around.count
    precondition(around.isDisjoint(with: views), "view \(stack.index) would stand in itself")
    remove(views)
    withViews(of: stack) { list in
      let start = max(0, min(index ?? list.count, list.count))
      for (offset, view) in views.enumerated() { list.insert(view, at: start + offset) }
    }
    for view in views { parents[view] = stack }
    if switchedStacks.contains(stack) { pinned.formUnion(views) }
  }

  /// Makes a stack show these views in this order. Other views that it had are away.
  ///
  /// - Precondition: no view has the stack inside of it.
  public mutating func replaceViews(of stack: ViewID, with views: [ViewID]) {
    removeAll(of: stack)
    put(views, in: stack)
  }

  /// Takes all views out of a stack.
  public mutating func removeAll(of stack: ViewID) {
    for view in views(in: stack) {
      parents[view] = nil
      pinned.remove(view)
    }
    withViews(of: stack) { $0.removeAll() }
  }

  /// Lends the views of a stack to be changed where they are.
  private mutating func withViews(of stack: ViewID, _ body: (inout OrderedViews) -> Void) {
    if moving[stack] == nil {
      moving[stack] = OrderedViews(views(in: stack))
      children[stack] = children[stack].filter(isGuide)
    }
    body(&moving[stack]!)
  }

  private func isGuide(_ view: ViewID) -> Bool { layout.views[view].kind == .guide }

  // MARK: Reading an arrangement

  private mutating func place(by arrangement: Arrangement) {
    var places = placesOfViews(in: arrangement)
    for (view, place) in places { parents[view] = place.stack }
    refuseCircles(&places)
    refusals.sort { $0.view < $1.view }

    var members: [ViewID: [(view: ViewID, place: Place)]] = [:]
    var leaving: [ViewID: Set<ViewID>] = [:]
    for (view, place) in places.sorted(by: { $0.key < $1.key }) {
      leaving[layout.views[view].parent!, default: []].insert(view)
      if let stack = place.stack {
        members[stack, default: []].append((view, place))
        if switchedStacks.contains(stack) { pinned.insert(view) }
      }
    }
    for (parent, views) in leaving { children[parent].removeAll { views.contains($0) } }
    for (stack, arrivals) in members {
      // Of two views for one place, the one that the file declares first stands first. Only a hand-made arrangement has
      // two.
      let ordered = arrivals.sorted { ($0.place.index, $0.view) < ($1.place.index, $1.view) }
      withViews(of: stack) { list in
        for arrival in ordered where !arrival.place.isLast { list.insert(arrival.view, at: arrival.place.index) }
        for arrival in ordered where arrival.place.isLast { list.insert(arrival.view, at: list.count) }
      }
    }
  }

  private struct Place {
    /// Nil: the view is away.
    var stack: ViewID?
    var index = 0
    var isLast = false
  }

  private mutating func placesOfViews(in arrangement: Arrangement) -> [ViewID: Place] {
    var paths: [String: ViewID] = [:]
    for index in layout.views.indices.dropFirst() where layout.views[index].kind != .guide {
      paths[layout.views[index].path] = ViewID(Int32(index))
    }
    var places: [ViewID: Place] = [:]
    for (path, place) in arrangement.places {
      guard let view = paths[path] else {
        refusals.append(Refusal(view: path, reason: .noSuchView))
        continue
      }
      switch place {
      case .away: places[view] = Place()
      case .arranged(let stackPath, let index, let isLast):
        // The root has no path here, so nothing is put into it, even if it is a stack.
        guard let stack = paths[stackPath], layout.views[stack].kind.arrangesViews else {
          refusals.append(Refusal(view: path, reason: .noSuchStack(stackPath)))
          continue
        }
        places[view] = Place(stack: stack, index: index, isLast: isLast)
      }
    }
    return places
  }

  /// Puts views that would stand in themselves back to where the file has them: of each circle the one that the file
  /// has first, until none is left. This ends because the file's own tree has no circle.
  ///
  /// Circles share no views, and to break one leaves the others as they are. So it makes no difference which is broken
  /// first. A view that goes back may be in another circle then, through a view around it in the file; so a step is
  /// walked again at most as often as views are nested there.
  private mutating func refuseCircles(_ places: inout [ViewID: Place]) {
    /// By view: nil before it is reached, its place on the way, or -1 when it is in no circle.
    var ways = [Int?](repeating: nil, count: layout.views.count)
    var way: [ViewID] = []
    for start in places.keys {
      var next: ViewID? = start
      while true {
        guard let view = next, ways[Int(view.index)] != -1 else { break }
        climbed += 1
        if let place = ways[Int(view.index)] {
          // A circle: from here to the end of the way.
          guard let refused = way[place...].filter({ places[$0] != nil }).min() else {
            preconditionFailure("views stand in themselves in the file")
          }
          climbed += way.count - place
          refuse(refused, &places)
          while let last = way.last, last != refused { ways[Int(way.removeLast().index)] = nil }
          next = parent(of: refused)
        } else {
          ways[Int(view.index)] = way.count
          way.append(view)
          next = parent(of: view)
        }
      }
      for view in way { ways[Int(view.index)] = -1 }
      way.removeAll(keepingCapacity: true)
    }
  }

  /// Leaves a view where the file has it.
  private mutating func refuse(_ view: ViewID, _ places: inout [ViewID: Place]) {
    let stack = places[view]!.stack.map { layout.views[$0].path } ?? ""
    refusals.append(Refusal(view: layout.views[view].path, reason: .insideItself(stack)))
    parents[view] = layout.views[view].parent
    places[view] = nil
  }

  // MARK: Writing it again

  /// What leads from the file's tree to this one. The same tree always gives the same arrangement, whatever happened on
  /// the way.
  ///
  /// As many as possible of the views that a stack has in the file count as left in place, and go on following the
  /// file; where branches say its order, all but those that were put there. The others are given their place, or are
  /// last when none of those left in place stands behind them.
  public var arrangement: Arrangement {
    var places: [String: ViewPlace] = [:]
    for index in layout.views.indices.dropFirst() where layout.views[index].kind != .guide {
      if parents[index] == nil { places[layout.views[index].path] = .away }
    }
    for index in layout.views.indices where layout.views[index].kind.arrangesViews {
      let stack = ViewID(Int32(index))
      let list = views(in: stack)
      let own = list.filter { layout.views[$0].parent == stack && !pinned.contains($0) }
      let left = Set(own.longestAscendingPart { $0 }.map { own[$0] })
      if left.count == list.count { continue }
      let end = list.lastIndex { left.contains($0) } ?? -1
      for (place, view) in list.enumerated() where !left.contains(view) {
        places[layout.views[view].path] = .arranged(
          in: layout.views[index].path, index: place, isLast: place > end)
      }
    }
    return Arrangement(places: places)
  }
}
