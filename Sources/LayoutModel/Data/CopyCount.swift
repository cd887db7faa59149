/// What the patterns of a layout come to with a copy of each for each record, counted before one is made: three loops
/// in each other over 300 records are 27 million.
public struct CopyCount: Equatable, Sendable {
  /// The root among them. At least as many as the most copies of one repetition: those without views take room as well.
  public private(set) var views: Int
  /// Views, rules and settings.
  public private(set) var statements = 0
  /// Bytes of the paths of views.
  public private(set) var nameBytes = 0
  /// What settings keep: most of it are the columns and rows of grids, and those that views go over. And the places of
  /// views that several branches declare.
  public private(set) var parts = 0

  /// Whether no layout may have so much.
  public var isTooMuch: Bool {
    views - 1 > ModelLimits.views || statements > ModelLimits.statements || nameBytes > ModelLimits.nameBytes
      || parts > ModelLimits.parts
  }

  /// What it comes to, beside what a layout may have.
  public var words: String {
    "there would be \(views - 1) views or repetitions, \(statements) clauses, \(nameBytes) bytes of names and "
      + "\(parts) numbers, rows and columns of grids among them, and a layout has at most \(ModelLimits.views), "
      + "\(ModelLimits.statements), \(ModelLimits.nameBytes) and \(ModelLimits.parts)"
  }

  /// - Parameter records: by list.
  public init(_ layout: ResolvedLayout, _ records: [[Record]]) {
    views = layout.views.count
    if layout.repetitions.isEmpty { return }
    let keys = zip(layout.lists, records).map { list, records in
      list.key.map { key in records.reduce(0) { $0 + $1.key(key).utf8.count } } ?? 0
    }
    // By repetition: its copies, and the bytes of the keys in their paths. Cut off, so that no sum overflows: products
    // of 2^18 copies, 2^27 bytes of a path and 2^18 views.
    var copies: [Int] = []
    var keyBytes: [Int] = []
    for repetition in layout.repetitions {
      let (list, outer) = (Int(repetition.list), Int(repetition.outer))
      let (around, bytes) = outer < 0 ? (1, 0) : (copies[outer], keyBytes[outer])
      copies.append(min(ModelLimits.views + 2, around * records[list].count))
      keyBytes.append(min(1 << 40, bytes * records[list].count + around * keys[list]))
    }
    views = 0
    var contexts = [Int](repeating: -1, count: layout.views.count)
    for pattern in layout.patterns { contexts[Int(pattern.view.index)] = Int(pattern.repetition) }
    for (index, view) in layout.views.enumerated() {
      if contexts[index] < 0, let parent = view.parent { contexts[index] = contexts[Int(parent.index)] }
      let context = contexts[index]
      let count = context < 0 ? 1 : copies[context]
      views += count
      statements += count * (1 + view.settings.count)
      for setting in view.settings { parts += count * layout.settings[Int(setting)].setting.partCount }
      nameBytes += count * view.path.utf8.count + (context < 0 ? 0 : keyBytes[context])
    }
    for rule in layout.rules {
      let context = contexts[Int(rule.item.view.index)]
      statements += context < 0 ? 1 : copies[context]
    }
    for place in layout.switchedOrders.lazy.flatMap(\.places) {
      let context = contexts[Int(place.view.index)]
      parts += context < 0 ? 1 : copies[context]
    }
    views = max(views, copies.max() ?? 0)
  }
}

extension LayoutResolver {
  /// Pays for the copies that the records of the file ask for.
  mutating func spendOnRecords() {
    guard !builder.layout.repetitions.isEmpty else { return }
    let layout = builder.layout
    let count = CopyCount(layout, layout.lists.map(\.records))
    let origin = layout.lists[Int(layout.repetitions[0].list)].origin
    // What the patterns come to is paid for already.
    _ =
      builder.spend(count.views - layout.views.count, on: .views, at: origin)
      && builder.spend(count.statements, on: .statements, at: origin)
      && builder.spend(count.nameBytes, on: .names, at: origin)
      && builder.spend(count.parts, on: .parts, at: origin)
  }
}
