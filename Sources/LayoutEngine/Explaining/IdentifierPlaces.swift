import LayoutModel
import LayoutSyntax

/// The ids of a layout, sorted by where they stand: so the id on a clause is found among many thousands without a look
/// at the others.
struct IdentifierPlaces {
  /// Indices of `ResolvedLayout.identifiers`, sorted by view, file, beginning and index.
  private let byView: [Int]
  /// The same indices, sorted by file, beginning and index.
  private let byPlace: [Int]
  /// Names that several views give to an id.
  private let takenTwice: Set<String>

  init(in layout: ResolvedLayout) {
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
  func identifier(of rule: Rule, in layout: ResolvedLayout) -> String? {
    let identifiers = layout.identifiers
    // The copies of a `for` and the instances of a component stand at one place, so an id of the rule's own views goes
    // first.
    let own = rule.views.compactMap { first(of: byView, from: $0, within: rule.origin, identifiers) }.min()
    guard let found = own ?? first(of: byPlace, from: nil, within: rule.origin, identifiers) else { return nil }
    let identifier = identifiers[found]
    let path = layout.views[Int(identifier.view.index)].path
    return (takenTwice.contains(identifier.name) ? "\(path)." : "") + "#\(identifier.name)"
  }

  /// The first id that stands in a clause; with a view, the first one of that view.
  private func first(of order: [Int], from view: ViewID?, within origin: Origin, _ identifiers: [Identifier]) -> Int? {
    let start = PlaceInFile(file: origin.file, start: origin.span.start, index: 0)
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      let index = order[middle]
      let owner = view.map { ($0, identifiers[index].view) }
      let isBefore = PlaceInFile(identifiers[index], index) < start
      let precedes = owner.map { wanted, own in own < wanted || own == wanted && isBefore } ?? isBefore
      if precedes { low = middle + 1 } else { high = middle }
    }
    guard low < order.count else { return nil }
    let found = identifiers[order[low]]
    let isIn = found.origin.file == origin.file && found.origin.span.end <= origin.span.end
    return isIn && (view == nil || view == found.view) ? order[low] : nil
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
}
