import LayoutModel

/// Other values of the same records.
extension RecordCopies {
  /// What other values of the same records change: numbers and texts.
  struct ValueChanges {
    var texts: [(view: ViewID, text: String)] = []
    /// Variables by index, and their numbers.
    var numbers: [(variable: Int32, number: Double)] = []
  }

  /// Whether there are copies for these very keys.
  func hasKeys(of newer: [[Record]]) -> Bool {
    patterns.layout.lists.indices.allSatisfy { patterns.layout.lists[$0].hasSameKeys(records[$0], newer[$0]) }
  }

  /// The copies for other values of the same records in the same order, and what these change.
  ///
  /// - Returns: nil where they change more than numbers and whole texts of views; then the layout is to be written out
  ///   anew.
  func changingValues(to newer: [[Record]]) -> (copies: RecordCopies, changes: ValueChanges)? {
    let copies = RecordCopies(self, with: newer)
    var changes = ValueChanges()
    for (index, repetition) in patterns.layout.repetitions.enumerated() {
      let (list, variables) = (Int(repetition.list), patterns.layout.fieldVariables.filter { $0.repetition == index })
      guard !variables.isEmpty else { continue }
      var changed: [Int32: [FieldVariable]] = [:]
      for record in newer[list].indices where records[list][record] != newer[list][record] {
        let (before, now) = (records[list][record].values, newer[list][record].values)
        let fields = variables.filter { before[Int($0.field)] != now[Int($0.field)] }
        guard fields.allSatisfy({ patterns.isPlain($0) }) else { return nil }
        if !fields.isEmpty { changed[Int32(record)] = fields }
      }
      if changed.isEmpty { continue }
      if repetition.outer < 0, let first = instancesOf[index].first {
        // Then each record has one, and they follow each other.
        for record in changed.keys.sorted() { copies.collect(changed[record]!, of: first + record, into: &changes) }
        continue
      }
      for instance in instancesOf[index] {
        guard let fields = changed[instances[Int(instance)].record] else { continue }
        copies.collect(fields, of: instance, into: &changes)
      }
    }
    return (copies, changes)
  }

  private func collect(_ changed: [FieldVariable], of instance: Int32, into changes: inout ValueChanges) {
    for field in changed where patterns.values[Int(field.variable)] == nil {
      changes.numbers.append((variable(field, instance), number(of: field, instance)))
    }
    let variables = Set(changed.map(\.variable))
    for view in patterns.table.members[Int(instances[Int(instance)].repetition)] {
      guard let text = patterns.composed[Int(view)], !variables.isDisjoint(with: text.variables) else { continue }
      changes.texts.append((number(of: ViewID(view), instance), self.text(text, instance).text))
    }
  }
}
