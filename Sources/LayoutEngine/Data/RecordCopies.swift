import LayoutModel

/// What things of a pattern become in the copy for one record. Nothing of the copied layout is kept here.
///
/// It is a class for the reason that `LayoutFacts` is one: it is asked for each condition, anchor and number of each
/// copy.
final class RecordCopies: Sendable {
  let patterns: Patterns
  /// By list.
  let records: [[Record]]
  /// By list: the keys of its records as names have them.
  let keys: [[String]]
  /// The first is the layout itself.
  let instances: [RecordInstance]
  /// By repetition: its instances in the order of the tree.
  let instancesOf: [[Int32]]
  private let firstInstances: [Int64: Int32]
  /// Those of views, instance by instance; -1 where no view is.
  let numbers: [Int32]

  /// - Parameters:
  ///   - former: the copies for other records.
  ///   - places: by list, by record: where the record of the same key stood there; -1 for none.
  init(
    _ patterns: Patterns, _ records: [[Record]], _ numbering: RecordNumbering,
    after former: (copies: RecordCopies, places: [[Int32]])?
  ) {
    self.patterns = patterns
    self.records = records
    keys = records.indices.map { list in
      guard let key = patterns.layout.lists[list].key else { return [] }
      return records[list].indices.map { record in
        if let former, case let place = Int(former.places[list][record]), place >= 0 {
          return former.copies.keys[list][place]
        }
        return PatternName.index(records[list][record].key(key))
      }
    }
    instances = numbering.instances
    instancesOf = numbering.instancesOf
    firstInstances = numbering.firstInstances
    numbers = numbering.numbers
  }

  /// The same copies for other values of the same records.
  init(_ former: RecordCopies, with records: [[Record]]) {
    patterns = former.patterns
    self.records = records
    keys = former.keys
    instances = former.instances
    instancesOf = former.instancesOf
    firstInstances = former.firstInstances
    numbers = former.numbers
  }

  /// Where views that stand in no repetition are now.
  var numbering: ViewNumbering {
    ViewNumbering(numbers: patterns.table.contexts.indices.map { patterns.table.contexts[$0] < 0 ? numbers[$0] : -1 })
  }

  /// The instances that something in a repetition stands for; outside of all, the layout itself.
  func copies(_ context: Int32) -> [Int32] { context < 0 ? [0] : instancesOf[Int(context)] }

  /// The first of the instances that a repetition has in another; they follow each other.
  func firstInstance(of repetition: Int32, in outer: Int32) -> Int32? {
    firstInstances[RecordNumbering.key(repetition, in: outer)]
  }

  // MARK: Names

  /// What the name of a view that stands directly in a repetition adds to its parent's path.
  func suffix(of view: Int32, _ instance: Int32) -> String {
    let around = patterns.layout.views[Int(view)].parent.map { patterns.table.context(of: $0) } ?? -1
    return PatternName.filled(patterns.namePieces[Int(view)], withIndices: indices(of: instance, inside: around))
  }

  /// The keys around an instance, as one text.
  func keyPath(of instance: Int32) -> String {
    let (one, outer) = (instances[Int(instance)], instances[Int(instances[Int(instance)].outer)])
    if one.repetition < 0 { return "" }
    return outer.repetition < 0 ? key(of: one) : indices(of: instance, inside: -1).joined()
  }

  func key(of instance: RecordInstance) -> String {
    keys[Int(patterns.layout.repetitions[Int(instance.repetition)].list)][Int(instance.record)]
  }

  /// The keys of the records around something that another repetition does not stand in, from the outside in.
  private func indices(of instance: Int32, inside around: Int32) -> [String] {
    var found: [String] = []
    var current = instances[Int(instance)]
    while current.repetition != around, current.repetition >= 0 {
      found.append(key(of: current))
      current = instances[Int(current.outer)]
    }
    return found.count > 1 ? found.reversed() : found
  }

  // MARK: Numbers

  /// The instance of a repetition at or around another one.
  private func instance(of context: Int32, around instance: Int32) -> RecordInstance {
    var current = Int(instance)
    while instances[current].repetition != context {
      precondition(current != 0, "repetition \(context) is not around instance \(instance)")
      current = Int(instances[current].outer)
    }
    return instances[current]
  }

  func number(of view: ViewID, _ instance: Int32) -> ViewID {
    let context = patterns.table.context(of: view)
    if context < 0 { return view.index < 0 ? view : ViewID(numbers[view]) }
    let owner = self.instance(of: context, around: instance)
    return ViewID(numbers[Int(owner.views + patterns.table.slots[Int(view.index)])])
  }

  func anchor(_ anchor: Anchor, _ instance: Int32) -> Anchor {
    Anchor(number(of: anchor.view, instance), anchor.guide, anchor.attribute)
  }

  func condition(_ condition: ConditionID, _ instance: Int32) -> ConditionID {
    let index = Int(condition.index)
    let (context, slot) = (patterns.conditions.contexts[index], patterns.conditions.slots[index])
    if context < 0 { return ConditionID(slot) }
    return ConditionID(self.instance(of: context, around: instance).conditions + slot)
  }

  /// The variable that a number of a record has become.
  func variable(_ field: FieldVariable, _ instance: Int32) -> Int32 {
    self.instance(of: field.repetition, around: instance).variables + patterns.variableSlots[Int(field.variable)]
  }

  func identifier(_ index: Int32, _ instance: Int32) -> Int32 {
    let (context, slot) = (patterns.identifiers.contexts[Int(index)], patterns.identifiers.slots[Int(index)])
    return context < 0 ? slot : self.instance(of: context, around: instance).identifiers + slot
  }

  // MARK: Values

  func value(_ field: FieldVariable, _ instance: Int32) -> FieldValue {
    let list = patterns.layout.repetitions[Int(field.repetition)].list
    let record = self.instance(of: field.repetition, around: instance).record
    return records[Int(list)][Int(record)].values[Int(field.field)]
  }

  func number(of field: FieldVariable, _ instance: Int32) -> Double {
    let value = value(field, instance)
    return if let text = field.text { value == .text(text) ? 1 : 0 } else { value.number ?? 0 }
  }

  func milliseconds(_ duration: TimingVariable?, _ instance: Int32) -> Double? {
    guard let field = duration.flatMap({ patterns.fields[Int($0.variable)] }),
      case .duration(let milliseconds) = value(field, instance)
    else { return nil }
    return milliseconds
  }
}
