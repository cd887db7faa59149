public import LayoutModel

/// A layout with records is a layout again, in which the pattern of a repetition stands once for each record. So
/// nothing behind this file knows of records: a view of a record is solved, streamed and explained like one that is
/// written.
///
/// Which views there are follows from the keys and their order alone. What a record says besides is a number that the
/// scene reads like that of a `var` (numbers, and 1 or 0 of a flag), or stands where it is used (texts, colours,
/// durations); so other values of the same records are an edit of numbers and texts, which compiles nothing.
extension ResolvedLayout {
  /// The records of each list: those that were set, else the file's.
  ///
  /// - Parameter set: by the names of lists. Records that are not of the list's type count as not set, and so do all
  ///   when a layout may not have what they come to: they were set when a record was less.
  func records(given set: [String: [Record]]) -> [[Record]] {
    let given = recordsWithoutBound(given: set)
    return set.isEmpty || !CopyCount(self, given).isTooMuch ? given : lists.map(\.records)
  }

  /// The same, however many they are. To count what they come to takes a look at all.
  fileprivate func recordsWithoutBound(given set: [String: [Record]]) -> [[Record]] {
    lists.map { list in
      guard let records = set[list.name], records.first.map({ $0.fits(list.type) }) ?? true else { return list.records }
      return records
    }
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
    return RecordExpansion(Patterns(self), records(given: set)).run()
  }
}

/// A layout with the views of its records, and how it was made.
struct CopiedLayout: Sendable {
  var layout: ResolvedLayout
  /// How views outside of repetitions are numbered in it.
  var numbering: ViewNumbering
  /// Nil without repetitions.
  var copies: RecordCopies? = nil
  /// What is as it was for the records before; nil where nobody knows.
  var carried: CarriedOver? = nil
}

extension LayoutScene {
  /// The layout as the file has it, with the views of the records that the inputs have.
  func copied() -> CopiedLayout {
    if inputs.records == layoutInputs.records {
      return CopiedLayout(layout: declared, numbering: copying.numbering, copies: copying.copies)
    }
    guard let copies = copying.copies else { return written.copied(with: inputs.records) }
    let records = written.records(given: inputs.records)
    let copied = RecordExpansion(copies.patterns, records, after: (copies, declared)).run()
    assert(copied.layout == RecordExpansion(copies.patterns, records).run().layout, "what was taken over is another")
    return copied
  }

  /// Whether other inputs have the same records in the same order, whatever is in them; then the same views are there.
  public func hasSameRecords(for wanted: SceneInputs) -> Bool {
    if written.repetitions.isEmpty || inputs.records == wanted.records { return true }
    func haveSameKeys(_ former: [[Record]], _ records: [[Record]]) -> Bool {
      written.lists.indices.allSatisfy { written.lists[$0].hasSameKeys(former[$0], records[$0]) }
    }
    // Where the keys are the same, both come to the same, and are too much or not.
    return haveSameKeys(
      written.recordsWithoutBound(given: inputs.records), written.recordsWithoutBound(given: wanted.records))
      || haveSameKeys(written.records(given: inputs.records), written.records(given: wanted.records))
  }

  /// Takes over other values of the same records, where these are numbers and texts and the views stand as in the file.
  /// This costs what changed and a look at each record, and the frames are those of the layout that would be written
  /// out.
  ///
  /// - Returns: false where they change more; then nothing has changed.
  mutating func followRecords() -> Bool {
    var wanted = layoutInputs
    wanted.records = inputs.records
    let records = written.recordsWithoutBound(given: inputs.records)
    // What has the keys of the copies that there are is not too much.
    guard let copies = copying.copies, wanted == inputs.ofLayout, inputs.arrangement.isEmpty,
      inputs.adjustments.isEmpty, inputs.values.isEmpty, copies.hasKeys(of: records),
      let (newer, changes) = copies.changingValues(to: records)
    else { return false }
    copying.copies = newer
    for (view, text) in changes.texts {
      declared.views[view].text = text
      layout.views[view].text = text
    }
    for (variable, number) in changes.numbers {
      declared.variables[Int(variable)].initial = .literal(number)
      layout.variables[Int(variable)].initial = .literal(number)
    }
    layoutInputs = inputs.ofLayout
    continueWith(texts: changes.texts.map(\.view), otherFields: !changes.numbers.isEmpty)
    return true
  }
}

extension ListDeclaration {
  /// Whether the views of two lists of records are the same.
  func hasSameKeys(_ former: [Record], _ records: [Record]) -> Bool {
    guard let key else { return true }
    return former.count == records.count
      && former.indices.allSatisfy {
        former[$0] == records[$0] || former[$0].values[key] == records[$0].values[key]
      }
  }
}
