import LayoutModel

/// One record of one repetition, inside of the instance around it. It has the new numbers of its views, and places of
/// its own for the conditions, variables and ids of its pattern.
struct RecordInstance: Sendable {
  /// -1 for the layout itself.
  var repetition: Int32 = -1
  /// The instance around it; 0 is the layout itself.
  var outer: Int32 = 0
  var record: Int32 = 0
  /// Where its numbers, conditions, variables and ids begin.
  var views: Int32 = 0
  var conditions: Int32 = 0
  var variables: Int32 = 0
  var identifiers: Int32 = 0
}

/// Walks the patterns of a layout as often as there are records, and numbers the views.
struct RecordNumbering {
  /// Where a view comes from, and where it stands.
  struct Source {
    /// The view of the pattern.
    var view: Int32
    var instance: Int32
    /// -1 for the root.
    var parent: Int32
    /// Among the views of its parent.
    var place: Int32
    /// One past the last view of its subtree.
    var end: Int32
  }

  /// By new number.
  private(set) var sources: [Source] = []
  private(set) var instances = [RecordInstance()]
  /// By repetition: its instances in the order of the tree.
  private(set) var instancesOf: [[Int32]]
  /// The new numbers of views, instance by instance; -1 where no view is.
  private(set) var numbers: [Int32]

  private let patterns: Patterns
  /// By repetition: how many records its list has.
  private let counts: [Int]
  /// (repetition, instance around it) → its first instance.
  private(set) var firstInstances: [Int64: Int32] = [:]
  /// Where the next instance begins, but for its views.
  private var next: RecordInstance

  init(_ patterns: Patterns, _ records: [[Record]]) {
    self.patterns = patterns
    let layout = patterns.layout
    counts = layout.repetitions.map { records[Int($0.list)].count }
    instancesOf = Array(repeating: [], count: layout.repetitions.count)
    numbers = Array(repeating: -1, count: layout.views.count)
    next = RecordInstance(
      conditions: patterns.conditions.outside, variables: Int32(layout.variables.count),
      identifiers: patterns.identifiers.outside)
    number(0, in: 0, under: -1, place: 0)
  }

  private mutating func number(_ view: Int32, in instance: Int32, under parent: Int32, place: Int32) {
    let number = Int32(sources.count)
    let isInside = patterns.table.contexts[Int(view)] >= 0
    numbers[Int(isInside ? instances[Int(instance)].views + patterns.table.slots[Int(view)] : view)] = number
    sources.append(Source(view: view, instance: instance, parent: parent, place: place, end: number + 1))
    let children = patterns.children[Int(view)]
    if children.isEmpty { return }
    var places: Int32 = 0
    self.number(children[...], in: instance, under: number, &places)
    sources[Int(number)].end = Int32(sources.count)
  }

  /// Numbers views that stand together in an instance; those of one repetition in it once for each record.
  private mutating func number(
    _ siblings: ArraySlice<Int32>, in instance: Int32, under parent: Int32, _ place: inout Int32
  ) {
    let around = instances[Int(instance)].repetition
    func repetition(_ view: Int32) -> Int32 { patterns.outermost(patterns.table.direct[Int(view)], inside: around) }
    var rest = siblings
    while let view = rest.first {
      let inner = repetition(view)
      if inner < 0 {
        number(view, in: instance, under: parent, place: place)
        place += 1
        rest.removeFirst()
        continue
      }
      let together = rest.prefix { repetition($0) == inner }
      rest = rest[together.endIndex...]
      let first = firstInstance(of: inner, in: instance)
      // The numbers of the copy before, where there is nothing of another repetition in it.
      var former: Range<Int>?
      for copy in first..<first + Int32(counts[Int(inner)]) {
        let start = sources.count
        if let former {
          number(copy, after: former, &place, by: together.count)
        } else {
          number(together, in: copy, under: parent, &place)
          if sources[start...].contains(where: { $0.instance != copy }) { continue }
        }
        former = start..<sources.count
      }
    }
  }

  /// Numbers a copy like the one before, with all in it.
  private mutating func number(_ instance: Int32, after former: Range<Int>, _ place: inout Int32, by places: Int) {
    let (first, shift, views) = (Int32(former.lowerBound), Int32(former.count), instances[Int(instance)].views)
    place += Int32(places)
    for index in former {
      var source = sources[index]
      source.instance = instance
      if source.parent < first { source.place += Int32(places) } else { source.parent += shift }
      source.end += shift
      numbers[Int(views + patterns.table.slots[Int(source.view)])] = Int32(sources.count)
      sources.append(source)
    }
  }

  static func key(_ repetition: Int32, in outer: Int32) -> Int64 { Int64(repetition) << 32 | Int64(outer) }

  /// The first of the instances that a repetition has in another; they follow each other.
  private mutating func firstInstance(of repetition: Int32, in outer: Int32) -> Int32 {
    let key = Self.key(repetition, in: outer)
    if let known = firstInstances[key] { return known }
    let first = Int32(instances.count)
    firstInstances[key] = first
    let index = Int(repetition)
    let members = patterns.table.members[index].count
    (next.repetition, next.outer, next.views) = (repetition, outer, Int32(numbers.count))
    numbers.append(contentsOf: repeatElement(-1, count: counts[index] * members))
    // Others are nested, and may be many.
    if outer == 0 { sources.reserveCapacity(sources.count + counts[index] * members) }
    for record in 0..<counts[index] {
      next.record = Int32(record)
      instancesOf[index].append(Int32(instances.count))
      instances.append(next)
      next.views += Int32(members)
      next.conditions += Int32(patterns.conditions.members[index].count)
      next.variables += Int32(patterns.variableMembers[index].count)
      next.identifiers += Int32(patterns.identifiers.members[index].count)
    }
    return first
  }
}
