public import LayoutModel

/// A layout with records is a layout again, in which the pattern of a repetition stands once for each record. So nothing
/// behind this file knows of records: a view of a record is solved, streamed and explained like one that is written.
///
/// Which views there are follows from the keys and their order alone. What a record says besides is a number that the
/// scene reads like that of a `var` (numbers, and 1 or 0 of a flag), or stands where it is used (texts, colours,
/// durations); so other values of the same records are an edit of numbers and texts, which compiles nothing.
extension ResolvedLayout {
  /// The records of each list: those that were set, else the file's.
  ///
  /// - Parameter set: by the names of lists. Records that are not of the list's type count as not set, and so do all when
  ///   a layout may not have what they come to: they were set when a record was less.
  func records(given set: [String: [Record]]) -> [[Record]] {
    if set.isEmpty { return lists.map(\.records) }
    let given = lists.map { list in
      guard let records = set[list.name], records.first.map({ $0.isOf(list.type) }) ?? true else { return list.records }
      return records
    }
    return CopyCount(self, given).isTooMuch ? lists.map(\.records) : given
  }

  /// How many views there are with these records, the root among them.
  public func viewCount(with set: [String: [Record]]) -> Int {
    if repetitions.isEmpty { return views.count }
    let counts = lists.map { set[$0.name]?.count ?? $0.records.count }
    var copies = [Int](repeating: 1, count: repetitions.count)
    for index in repetitions.indices {
      let repetition = repetitions[index]
      let outer = repetition.outer < 0 ? 1 : copies[Int(repetition.outer)]
      copies[index] = outer.multipliedReportingOverflow(by: counts[Int(repetition.list)]).partialValue
      if copies[index] > ModelLimits.views { copies[index] = ModelLimits.views + 1 }
    }
    return zip(PatternTable(self).members, copies).reduce(views.count) { $0 + $1.0.count * ($1.1 - 1) }
  }

  /// This layout with a copy of each pattern for each record.
  ///
  /// - Parameter set: by the names of lists, in the order of the records.
  /// - Returns: the other layout, and how views outside of repetitions are numbered in it; a pattern has no number.
  public func expanded(with set: [String: [Record]]) -> (layout: ResolvedLayout, numbering: ViewNumbering) {
    let copied = copied(with: set)
    return (copied.layout, copied.numbering)
  }

  func copied(with set: [String: [Record]]) -> CopiedLayout {
    if repetitions.isEmpty { return CopiedLayout(layout: self, numbering: .identity) }
    var expansion = RecordExpansion(self, records(given: set))
    let (layout, numbering) = expansion.run()
    return CopiedLayout(layout: layout, numbering: numbering, expansion: expansion)
  }
}

extension Record {
  /// Whether it has the fields of a type.
  fileprivate func isOf(_ type: RecordType) -> Bool {
    values.count == type.fields.count
      && zip(values, type.fields).allSatisfy { value, field in
        switch (value, field.type) {
        case (.number, .number), (.number, .length), (.text, .text), (.flag, .flag), (.colour, .colour),
          (.duration, .duration):
          true
        default: false
        }
      }
  }
}

/// What of a layout with repetitions belongs to which: the innermost repetition of every view, condition and variable.
struct PatternTable {
  /// By view: the innermost repetition at or above it; -1 for none.
  private(set) var contexts: [Int32]
  /// By view: its place among those of its repetition.
  private(set) var slots: [Int32]
  /// By repetition: its views, ascending.
  private(set) var members: [[Int32]]
  /// By view: the repetition that it stands in directly; -1 for none.
  private(set) var direct: [Int32]
  private let depths: [Int32]

  init(_ layout: ResolvedLayout) {
    contexts = Array(repeating: -1, count: layout.views.count)
    slots = Array(repeating: 0, count: layout.views.count)
    direct = Array(repeating: -1, count: layout.views.count)
    members = Array(repeating: [], count: layout.repetitions.count)
    for pattern in layout.patterns { direct[Int(pattern.view.index)] = pattern.repetition }
    for view in layout.views.indices.dropFirst() {
      let context = direct[view] >= 0 ? direct[view] : contexts[Int(layout.views[view].parent!.index)]
      contexts[view] = context
      guard context >= 0 else { continue }
      slots[view] = Int32(members[Int(context)].count)
      members[Int(context)].append(Int32(view))
    }
    var depths: [Int32] = []
    for repetition in layout.repetitions {
      depths.append(repetition.outer < 0 ? 1 : depths[Int(repetition.outer)] + 1)
    }
    self.depths = depths
  }

  /// The repetition that is deeper.
  func deeper(_ one: Int32, _ other: Int32) -> Int32 {
    if one < 0 { return other }
    return other >= 0 && depths[Int(other)] > depths[Int(one)] ? other : one
  }

  func context(of view: ViewID) -> Int32 {
    view.index < 0 || Int(view.index) >= contexts.count ? -1 : contexts[Int(view.index)]
  }
}

extension LayoutScene {
  /// Whether other inputs have the same records in the same order, whatever is in them; then the same views are there.
  public func hasSameRecords(for wanted: SceneInputs) -> Bool {
    if written.repetitions.isEmpty || inputs.records == wanted.records { return true }
    let (former, records) = (written.records(given: inputs.records), written.records(given: wanted.records))
    return written.lists.indices.allSatisfy { written.lists[$0].hasSameKeys(former[$0], records[$0]) }
  }
}

extension ListDeclaration {
  fileprivate func hasSameKeys(_ former: [Record], _ records: [Record]) -> Bool {
    guard let key else { return true }
    return former.count == records.count && zip(former, records).allSatisfy { $0.values[key] == $1.values[key] }
  }
}

/// A layout with the views of its records, and how it was made.
struct CopiedLayout: Sendable {
  var layout: ResolvedLayout
  /// How views outside of repetitions are numbered in it.
  var numbering: ViewNumbering
  /// Nil without repetitions.
  var expansion: RecordExpansion? = nil
}

extension LayoutScene {
  /// Takes over other values of the same records, where these are numbers and texts and the views stand as in the file.
  /// This costs what changed, and the frames are those of the layout that would be written out.
  ///
  /// - Returns: false where they change more; then nothing has changed.
  mutating func followRecords() -> Bool {
    var wanted = layoutInputs
    wanted.records = inputs.records
    guard copying.expansion != nil, wanted == inputs.ofLayout, inputs.arrangement.isEmpty, inputs.adjustments.isEmpty,
      inputs.values.isEmpty, hasSameRecords(from: layoutInputs.records),
      let changes = copying.expansion!.changeValues(to: written.records(given: inputs.records))
    else { return false }
    for (view, text) in changes.texts {
      declared.views[Int(view.index)].text = text
      layout.views[Int(view.index)].text = text
    }
    for (variable, number) in changes.numbers {
      declared.variables[Int(variable)].initial = .literal(number)
      layout.variables[Int(variable)].initial = .literal(number)
    }
    layoutInputs = inputs.ofLayout
    continueWith(texts: changes.texts.map(\.view), otherFields: !changes.numbers.isEmpty)
    return true
  }

  private func hasSameRecords(from former: [String: [Record]]) -> Bool {
    let (former, records) = (written.records(given: former), written.records(given: inputs.records))
    return written.lists.indices.allSatisfy { written.lists[$0].hasSameKeys(former[$0], records[$0]) }
  }
}
