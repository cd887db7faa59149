import LayoutModel

/// What there was of the same patterns for other records. Where a record has stayed, its views have the names that they
/// had: to share them costs less than to put them together. Where it says what it said, so do its views and rules, but
/// for the numbers by which they go.
///
/// It is a class for the reason that `LayoutFacts` is one: it is asked for each view, condition and group of rules.
final class FormerCopies {
  let copies: RecordCopies
  /// What `copies` were written out to.
  let layout: ResolvedLayout
  /// By instance: the former one of the same keys; -1 for none.
  private let instances: [Int32]
  /// By instance: whether its record, and those around it, say what they said.
  private let isSame: [Bool]
  /// What those have.
  let carried: CarriedOver

  /// - Parameter places: by list, by record: where the record of the same key stood (`places(of:in:by:)`).
  init(of former: RecordCopies, in layout: ResolvedLayout, for newer: RecordCopies, at recordPlaces: [[Int32]]) {
    copies = former
    self.layout = layout
    var instances = [Int32](repeating: -1, count: newer.instances.count)
    var isSame = [Bool](repeating: false, count: newer.instances.count)
    (instances[0], isSame[0]) = (0, true)
    // Instances of one repetition in another one follow each other.
    var known: (repetition: Int32, outer: Int32, first: Int32?) = (-1, -1, nil)
    for (index, instance) in newer.instances.enumerated().dropFirst() {
      let list = Int(newer.patterns.layout.repetitions[Int(instance.repetition)].list)
      let (around, record) = (Int(instance.outer), Int(instance.record))
      let place = recordPlaces[list][record]
      guard instances[around] >= 0, place >= 0 else { continue }
      if (known.repetition, known.outer) != (instance.repetition, instance.outer) {
        known = (instance.repetition, instance.outer, nil)
        known.first = former.firstInstance(of: instance.repetition, in: instances[around])
      }
      guard let first = known.first else { continue }
      instances[index] = first + place
      isSame[index] = isSame[around] && former.records[list][Int(place)] == newer.records[list][record]
    }
    (self.instances, self.isSame) = (instances, isSame)
    carried = CarriedOver(from: former, to: newer, layout) { isSame[$0] ? Int(instances[$0]) : nil }
  }

  /// By record: where the one of its key stood; -1 for a new one. No two have stood in one place.
  static func places(of records: [Record], in former: [Record], by key: Int) -> [Int32] {
    func isSame(_ place: Int, _ newer: Int) -> Bool { former[place].values[key] == records[newer].values[key] }
    let shift = former.count - records.count
    let most = min(former.count, records.count)
    // What nothing was done to is nearly always behind all that is new, or follows what it followed.
    let back = (0..<most).first { !isSame(former.count - 1 - $0, records.count - 1 - $0) } ?? most
    var places = records.indices.map { $0 < records.count - back ? -1 : Int32($0 + shift) }
    var isTaken = [Bool](repeating: false, count: former.count - back)
    var known: [FieldValue: Int]?
    var next = 0
    for record in 0..<records.count - back {
      if next >= isTaken.count || !isSame(next, record) {
        if known == nil {
          known = Dictionary(isTaken.indices.map { (former[$0].values[key], $0) }) { first, _ in first }
        }
        guard let place = known![records[record].values[key]] else { continue }
        next = place
      }
      if !isTaken[next] { places[record] = Int32(next) }
      isTaken[next] = true
      next += 1
    }
    return places
  }

  /// The former instance of the same keys; nil for a new one.
  func instance(_ instance: Int32) -> Int32? { instances[Int(instance)] < 0 ? nil : instances[Int(instance)] }

  /// The former instance, if nothing else is said of its records now.
  func same(_ instance: Int32) -> Int32? { isSame[Int(instance)] ? instances[Int(instance)] : nil }

  /// The former number of a pattern's view in a former instance.
  func number(of view: Int32, _ former: Int32) -> Int { Int(copies.number(of: ViewID(view), former).index) }

  func names(of view: Int32, _ former: Int32) -> (name: String, path: String) {
    let number = number(of: view, former)
    return (layout.views[number].name, layout.views[number].path)
  }

  func variable(_ field: FieldVariable, _ instance: Int32) -> String? {
    self.instance(instance).map { layout.variables[Int(copies.variable(field, $0))].name }
  }
}

/// What says after a change of records what it said before. Nearly all does, and stands in few runs: whoever needs it
/// takes over one run after the other.
struct CarriedOver: Sendable {
  /// By new number the former one, -1 for what is new.
  private(set) var views: [Int32]
  private(set) var rules: [Int32] = []
  private(set) var conditions: [Int32]
  /// By former number the new one, -1 for what is gone.
  let viewsNow: [Int32]
  let rulesNow: [Int32]
  let conditionsNow: [Int32]

  /// - Parameters:
  ///   - layout: what the former copies were written out to.
  ///   - former: the former instance that says what an instance says.
  fileprivate init(
    from older: RecordCopies, to newer: RecordCopies, _ layout: ResolvedLayout, _ former: (Int) -> Int?
  ) {
    let patterns = newer.patterns
    views = Array(repeating: -1, count: newer.numbers.count { $0 >= 0 })
    conditions = []
    for (index, now) in newer.instances.enumerated() {
      let repetition = Int(now.repetition)
      let count = repetition < 0 ? Int(patterns.conditions.outside) : patterns.conditions.members[repetition].count
      guard let source = former(index) else {
        conditions += repeatElement(-1, count: count)
        continue
      }
      let before = older.instances[source]
      for place in 0..<Int32(count) { conditions.append(before.conditions + place) }
      let slots = repetition < 0 ? patterns.layout.views.count : patterns.table.members[repetition].count
      for slot in 0..<slots {
        let number = newer.numbers[Int(now.views) + slot]
        if number >= 0 { views[Int(number)] = older.numbers[Int(before.views) + slot] }
      }
    }
    var places = [Int32](repeating: 0, count: older.instances.count)
    for instances in older.instancesOf {
      for (place, instance) in instances.enumerated() { places[Int(instance)] = Int32(place) }
    }
    // Where the rules of a group begin in the former layout.
    var first: Int32 = 0
    rules.reserveCapacity(patterns.ruleGroups.reduce(0) { $0 + $1.rules.count * newer.copies($1.context).count })
    for group in patterns.ruleGroups {
      let count = Int32(group.rules.count)
      for instance in newer.copies(group.context) {
        if let source = former(Int(instance)) {
          let start = first + places[source] * count
          rules.append(contentsOf: start..<start + count)
        } else {
          rules.append(contentsOf: repeatElement(-1, count: Int(count)))
        }
      }
      first += count * Int32(older.copies(group.context).count)
    }
    viewsNow = Self.inverse(of: views, layout.views.count)
    rulesNow = Self.inverse(of: rules, layout.rules.count)
    conditionsNow = Self.inverse(of: conditions, layout.conditions.count)
  }

  private static func inverse(of sources: [Int32], _ count: Int) -> [Int32] {
    var numbers = [Int32](repeating: -1, count: count)
    for number in sources.indices where sources[number] >= 0 { numbers[Int(sources[number])] = Int32(number) }
    return numbers
  }

  /// Whether some view goes by another number now.
  var hasOtherNumbers: Bool { views.indices.contains { views[$0] >= 0 && Int(views[$0]) != $0 } }

  /// What there was of views, by their numbers now.
  ///
  /// - Parameter newcomer: of those that are new.
  func views<Item>(of former: [Item], otherwise newcomer: Item) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(views.count)
    while items.count < views.count {
      if views[items.count] < 0 {
        items.append(newcomer)
      } else {
        let end = views[items.count...].firstIndex { $0 < 0 } ?? views.count
        Self.forEachRun(in: items.count..<end, of: views) { items.append(contentsOf: former[$1..<$1 + $0.count]) }
      }
    }
    return items
  }

  /// Calls `body` for each of the longest runs of things in a range that stood in the same order before.
  ///
  /// - Parameters:
  ///   - sources: by number the former one, of all things of a sort.
  ///   - range: of things that were there before.
  ///   - body: is told the numbers, and the former number of the first.
  static func forEachRun(in range: Range<Int>, of sources: [Int32], _ body: (Range<Int>, Int) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      let shift = Int(sources[start]) - start
      var end = start + 1
      while end < range.upperBound, Int(sources[end]) - end == shift { end += 1 }
      body(start..<end, start + shift)
      start = end
    }
  }
}
