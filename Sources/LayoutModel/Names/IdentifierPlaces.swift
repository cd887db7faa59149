import LayoutSyntax

/// The ids of a layout, sorted by where they stand: so the id on a clause is found among many thousands without a look
/// at the others.
public struct IdentifierPlaces: Sendable {
  /// Indices of `ResolvedLayout.identifiers`, sorted by view, file, beginning and index.
  private let byView: [Int]
  /// The same indices, sorted by file, beginning and index.
  private let byPlace: [Int]
  /// Names that several views give to an id.
  private let takenTwice: Set<String>

  /// Sorts the ids of a layout.
  public init(in layout: ResolvedLayout) {
    let identifiers = layout.identifiers
    byPlace = identifiers.indices.sorted { PlaceInFile(identifiers[$0], $0) < PlaceInFile(identifiers[$1], $1) }
    byView = byPlace.enumerated().sorted {
      let (left, right) = (identifiers[$0.element].view, identifiers[$1.element].view)
      return left == right ? $0.offset < $1.offset : left < right
    }.map(\.element)
    var owners: [String: ViewID] = [:]
    var takenTwice: Set<String> = []
    for identifier in identifiers {
      let owner = owners[identifier.name]
      if owner == nil { owners[identifier.name] = identifier.view }
      if let owner, owner != identifier.view { takenTwice.insert(identifier.name) }
    }
    self.takenTwice = takenTwice
  }

  /// The id on the clause that a rule comes from, as `set` takes it.
  public func identifier(of rule: Rule, in layout: ResolvedLayout) -> String? {
    let identifiers = layout.identifiers
    // The copies of a `for` and the instances of a component stand at one place, so an id of the rule's own views goes
    // first.
    let own = rule.views.compactMap { first(of: byView, from: $0, within: rule.origin, identifiers) }.min()
    guard let found = own ?? first(of: byPlace, from: nil, within: rule.origin, identifiers) else { return nil }
    let identifier = identifiers[found]
    let path = layout.views[identifier.view].path
    return (takenTwice.contains(identifier.name) ? "\(path)." : "") + "#\(identifier.name)"
  }

  /// By index of `ResolvedLayout.identifiers`: the rules of the clause that the id stands on, ascending. None for an id
  /// on a setting, such as the gap of a stack.
  ///
  /// A clause that is the view's own is found by its place, any other one by the numbers that the id names in it.
  public func rules(in layout: ResolvedLayout) -> [[Int32]] {
    var found = [[Int32]](repeating: [], count: layout.identifiers.count)
    if found.isEmpty { return found }
    for (index, rule) in layout.rules.enumerated() {
      func belongs(_ identifier: Int) {
        if found[identifier].last != Int32(index) { found[identifier].append(Int32(index)) }
      }
      if rule.literalForm == nil { for number in rule.numbers { number.forEachIdentifier { belongs(Int($0)) } } }
      let view = rule.item.view
      var next = lowerBound(in: byView, from: view, rule.origin, layout.identifiers)
      while next < byView.count, isIn(rule.origin, of: view, layout.identifiers[byView[next]]) {
        belongs(byView[next])
        next += 1
      }
    }
    return found
  }

  /// The first id that stands in a clause; with a view, the first one of that view.
  private func first(of order: [Int], from view: ViewID?, within origin: Origin, _ identifiers: [Identifier]) -> Int? {
    let index = lowerBound(in: order, from: view, origin, identifiers)
    return index < order.count && isIn(origin, of: view, identifiers[order[index]]) ? order[index] : nil
  }

  private func isIn(_ clause: Origin, of view: ViewID?, _ identifier: Identifier) -> Bool {
    identifier.origin.file == clause.file && identifier.origin.span.end <= clause.span.end
      && (view == nil || view == identifier.view)
  }

  /// The place in `order` of the first id that does not stand before a clause.
  private func lowerBound(
    in order: [Int], from view: ViewID?, _ clause: Origin, _ identifiers: [Identifier]
  ) -> Int {
    let start = PlaceInFile(file: clause.file, start: clause.span.start, index: 0)
    return order.partitioningIndex { index in
      let isBehind = PlaceInFile(identifiers[index], index) >= start
      guard let view else { return isBehind }
      let owner = identifiers[index].view
      return owner > view || owner == view && isBehind
    }
  }

  /// Where an id stands. Ids at one place are ordered as they were made.
  private struct PlaceInFile: Comparable {
    var file: Int32
    var start: Int32
    var index: Int

    init(file: Int32, start: Int32, index: Int) {
      self.file = file
      self.start = start
      self.index = index
    }

    init(_ identifier: Identifier, _ index: Int) {
      self.init(file: identifier.origin.file, start: identifier.origin.span.start, index: index)
    }

    static func < (left: PlaceInFile, right: PlaceInFile) -> Bool {
      (left.file, left.start, left.index) < (right.file, right.start, right.index)
    }
  }
}

extension Rule {
  /// The views whose anchors the rule names.
  fileprivate var views: Set<ViewID> {
    Set([item.view] + terms.map(\.anchor.view))
  }

  /// Its constant and its factors.
  fileprivate var numbers: [Quantity] { [constant] + terms.map(\.multiplier) }
}

extension Quantity {
  /// Calls `body` with every identifier, by its index, whose numbers are in it.
  func forEachIdentifier(_ body: (Int32) -> Void) {
    switch self {
    case .literal, .pixels, .variable: break
    case .identified(let index, _, let written):
      body(index)
      written.forEachIdentifier(body)
    case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
      .quotient(let left, let right):
      left.forEachIdentifier(body)
      right.forEachIdentifier(body)
    }
  }
}
