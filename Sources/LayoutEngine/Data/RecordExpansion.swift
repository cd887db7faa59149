import LayoutModel

/// Writes out the copies of a layout's patterns. `run` is the table of contents.
struct RecordExpansion {
  private let patterns: Patterns
  private let copies: RecordCopies
  /// By new number.
  private let sources: [RecordNumbering.Source]
  private let former: FormerCopies?
  private var result: ResolvedLayout

  /// - Parameters:
  ///   - records: by list.
  ///   - former: copies of the same patterns, and what these were written out to.
  init(
    _ patterns: Patterns, _ records: [[Record]], after former: (copies: RecordCopies, layout: ResolvedLayout)? = nil
  ) {
    self.patterns = patterns
    let numbering = RecordNumbering(patterns, records)
    let known = former.map { former in
      let places = records.indices.map { list in
        patterns.layout.lists[list].key.map {
          FormerCopies.places(of: records[list], in: former.copies.records[list], by: $0)
        } ?? []
      }
      return (copies: former.copies, places: places)
    }
    let copies = RecordCopies(patterns, records, numbering, after: known)
    self.copies = copies
    sources = numbering.sources
    self.former = former.map { FormerCopies(of: $0.copies, in: $0.layout, for: copies, at: known!.places) }
    result = ResolvedLayout(name: patterns.layout.name, span: patterns.layout.span)
  }

  /// The steps in order.
  consuming func run() -> CopiedLayout {
    copyWhole()
    writeViews()
    writeVariables()
    writeConditions()
    writeOrders()
    writeIdentifiers()
    writeRules()
    writeConfigurations()
    writeChanges()
    writeUses()
    return CopiedLayout(
      layout: result, numbering: copies.numbering, copies: copies, carried: former?.carried)
  }

  private mutating func copyWhole() {
    result.files = patterns.layout.files
    result.lists = patterns.layout.lists
    result.environment = patterns.layout.environment
    result.previews = patterns.layout.previews
    result.keyedViews = patterns.layout.keyedViews
    result.variables = patterns.layout.variables
    // Nothing asks for these any more: what stands for a field is put in, or has a variable of its record.
    for field in patterns.layout.fieldVariables { result.variables[Int(field.variable)].value = nil }
  }

  // MARK: Views

  private mutating func writeViews() {
    result.views.reserveCapacity(sources.count)
    result.settings.reserveCapacity(
      sources.reduce(0) { $0 + patterns.layout.views[Int($1.view)].settings.count })
    let carried = former?.carried.views ?? Array(repeating: -1, count: sources.count)
    for number in sources.indices where carried[number] < 0 {
      takeViews(upTo: number, carried)
      writeView(Int32(number), sources[number])
    }
    takeViews(upTo: sources.count, carried)
  }

  /// Takes over the views up to a number, with what is set of them.
  private mutating func takeViews(upTo end: Int, _ carried: [Int32]) {
    CarriedOver.forEachRun(in: result.views.count..<end, of: carried) { takeViews($0, from: former!, at: $1) }
  }

  private mutating func takeViews(_ numbers: Range<Int>, from former: FormerCopies, at first: Int) {
    let (taken, start) = (former.layout.views[first..<first + numbers.count], result.settings.count)
    let part = Int(taken[first].settings.lowerBound)..<Int(taken[taken.endIndex - 1].settings.upperBound)
    result.views.append(contentsOf: taken)
    result.settings.append(contentsOf: former.layout.settings[part])
    let (shift, sources) = (Int32(start - part.lowerBound), sources)
    var views = result.views.mutableSpan
    for number in numbers {
      let source = sources[number]
      views[number].parent = source.parent < 0 ? nil : ViewID(source.parent)
      views[number].index = source.place
      views[number].subtreeEnd = source.end
      let settings = views[number].settings
      views[number].settings = settings.lowerBound + shift..<settings.upperBound + shift
    }
    let others = Int32(numbers.lowerBound - first)
    var settings = result.settings.mutableSpan
    for place in start..<settings.count {
      settings[place].view = ViewID(settings[place].view.index + others)
      guard let condition = settings[place].condition else { continue }
      settings[place].condition = ConditionID(former.carried.conditionsNow[Int(condition.index)])
    }
    for number in numbers where patterns.isPutTogether[Int(sources[number].view)] { fill(number) }
  }

  /// Puts what records say into the text and the settings of a view.
  private mutating func fill(_ number: Int) {
    let (view, instance) = (Int(sources[number].view), sources[number].instance)
    if let template = patterns.composed[view] {
      let (text, open) = copies.text(template, instance)
      result.views[number].text = text
      if let open { result.composedTexts.append(ComposedText(view: ViewID(Int32(number)), template: open)) }
    }
    var place = Int(result.views[number].settings.lowerBound)
    for index in patterns.layout.views[view].settings {
      if patterns.readsVariables[Int(index)] {
        result.settings[place].setting = copies.filled(patterns.layout.settings[Int(index)].setting, instance)
      }
      place += 1
    }
  }

  private mutating func writeView(_ number: Int32, _ source: RecordNumbering.Source) {
    let (view, instance) = (Int(source.view), source.instance)
    var copy = patterns.layout.views[view]
    copy.parent = source.parent < 0 ? nil : ViewID(source.parent)
    copy.index = source.place
    copy.subtreeEnd = source.end
    if patterns.table.contexts[view] >= 0 {
      if let former, let known = former.instance(instance) {
        (copy.name, copy.path) = former.names(of: source.view, known)
      } else {
        var suffix = patterns.suffixes[view]
        if patterns.table.direct[view] >= 0 {
          suffix = copies.suffix(of: source.view, instance)
          copy.name = suffix
        }
        copy.path = source.parent > 0 ? path(suffix, in: Int(source.parent)) : suffix
      }
    }
    let first = Int32(result.settings.count)
    // Settings are changed where they stand; to copy one costs more.
    for index in copy.settings {
      let place = result.settings.count
      result.settings.append(patterns.layout.settings[Int(index)])
      result.settings[place].view = ViewID(number)
      if let condition = result.settings[place].condition {
        result.settings[place].condition = copies.condition(condition, instance)
      }
    }
    copy.settings = first..<Int32(result.settings.count)
    result.views.append(copy)
    fill(Int(number))
  }

  private func path(_ suffix: String, in parent: Int) -> String {
    var path = ""
    path.reserveCapacity(result.views[parent].path.utf8.count + 1 + suffix.utf8.count)
    path += result.views[parent].path
    path += "."
    path += suffix
    return path
  }

  // MARK: All that is not a view

  private mutating func writeVariables() {
    result.variables.reserveCapacity(
      copies.instances.reduce(result.variables.count) {
        $0 + ($1.repetition < 0 ? 0 : patterns.variableMembers[Int($1.repetition)].count)
      })
    // Those that are taken over next.
    var run = 0..<0
    for index in copies.instances.indices.dropFirst() {
      let instance = copies.instances[index]
      let variables = patterns.variableMembers[Int(instance.repetition)]
      if variables.isEmpty { continue }
      if let former, let same = former.same(Int32(index)) {
        let first = Int(former.copies.instances[Int(same)].variables)
        if first != run.upperBound {
          result.variables.append(contentsOf: former.layout.variables[run])
          run = first..<first
        }
        run = run.lowerBound..<first + variables.count
        continue
      }
      if let former { result.variables.append(contentsOf: former.layout.variables[run]) }
      run = 0..<0
      let list = patterns.layout.lists[Int(patterns.layout.repetitions[Int(instance.repetition)].list)]
      for variable in variables {
        let field = patterns.fields[Int(variable)]!
        let name =
          former?.variable(field, Int32(index))
          ?? "\(list.name)\(copies.key(of: instance)).\(list.type.fields[Int(field.field)].name)"
        result.variables.append(
          VariableDeclaration(
            name: name, initial: .literal(copies.number(of: field, Int32(index))), isField: true, origin: list.origin))
      }
    }
    if let former { result.variables.append(contentsOf: former.layout.variables[run]) }
  }

  private mutating func writeConditions() {
    let members = patterns.conditions.members
    let count = copies.instances.reduce(patterns.conditions.outside) {
      $0 + ($1.repetition < 0 ? 0 : Int32(members[Int($1.repetition)].count))
    }
    result.conditions.reserveCapacity(Int(count))
    result.conditionOrigins.reserveCapacity(Int(count))
    result.conditionNames.reserveCapacity(Int(count))
    for index in patterns.layout.conditions.indices where patterns.conditions.contexts[index] < 0 {
      writeCondition(index, 0, "")
    }
    for place in copies.instances.indices.dropFirst() {
      let conditions = members[Int(copies.instances[place].repetition)]
      if conditions.isEmpty { continue }
      let keys = copies.keyPath(of: Int32(place))
      for index in conditions { writeCondition(Int(index), Int32(place), keys) }
    }
  }

  private mutating func writeCondition(_ index: Int, _ instance: Int32, _ keys: String) {
    result.conditions.append(copies.condition(patterns.layout.conditions[index], instance))
    result.conditionOrigins.append(patterns.layout.conditionOrigins[index])
    result.conditionNames.append(ConditionName(condition: Int32(index), keys: keys))
  }

  private mutating func writeOrders() {
    for order in patterns.layout.switchedOrders {
      for instance in copies.copies(patterns.table.context(of: order.container)) {
        var places: [SwitchedOrder.Place] = []
        writePlaces(order.places[...], instance, into: &places)
        result.switchedOrders.append(SwitchedOrder(of: copies.number(of: order.container, instance), places))
      }
    }
    // Those of a pattern come record by record.
    result.switchedOrders.sort { $0.container < $1.container }
  }

  /// Views that follow each other in one repetition come record by record, as `RecordNumbering` has them.
  private func writePlaces(
    _ places: ArraySlice<SwitchedOrder.Place>, _ instance: Int32, into copied: inout [SwitchedOrder.Place]
  ) {
    let around = copies.instances[Int(instance)].repetition
    func repetition(_ place: SwitchedOrder.Place) -> Int32 {
      patterns.outermost(patterns.table.direct[place.view], inside: around)
    }
    var rest = places
    while let place = rest.first {
      let inner = repetition(place)
      if inner < 0 {
        let condition = place.condition.map { copies.condition($0, instance) }
        copied.append(SwitchedOrder.Place(copies.number(of: place.view, instance), when: condition))
        rest.removeFirst()
        continue
      }
      let together = rest.prefix { repetition($0) == inner }
      rest = rest[together.endIndex...]
      guard let first = copies.firstInstance(of: inner, in: instance) else { continue }
      let list = Int(patterns.layout.repetitions[Int(inner)].list)
      for copy in first..<first + Int32(copies.records[list].count) { writePlaces(together, copy, into: &copied) }
    }
  }

  private mutating func writeIdentifiers() {
    for index in patterns.layout.identifiers.indices where patterns.identifiers.contexts[index] < 0 {
      writeIdentifier(index, 0)
    }
    for place in copies.instances.indices.dropFirst() {
      for index in patterns.identifiers.members[Int(copies.instances[place].repetition)] {
        writeIdentifier(Int(index), Int32(place))
      }
    }
  }

  private mutating func writeIdentifier(_ index: Int, _ instance: Int32) {
    var identifier = patterns.layout.identifiers[index]
    identifier.view = copies.number(of: identifier.view, instance)
    identifier.written = identifier.written.map { copies.quantity($0, instance) }
    result.identifiers.append(identifier)
  }

  /// Rules keep their order; those of one repetition that stand together come record by record.
  private mutating func writeRules() {
    for group in patterns.ruleGroups {
      let (first, instances) = (result.rules.count, copies.copies(group.context))
      for (place, instance) in instances.enumerated() {
        let number = first + place * group.rules.count
        if let former, former.carried.rules[number] >= 0 { continue }
        takeRules(upTo: number)
        for rule in group.rules { result.rules.append(copies.rule(patterns.layout.rules[rule], instance)) }
      }
      takeRules(upTo: first + instances.count * group.rules.count)
      for open in group.open {
        var number = first + open - group.rules.lowerBound
        for instance in instances {
          if former?.carried.rules[number] ?? -1 >= 0 {
            result.rules[number] = copies.rule(patterns.layout.rules[open], instance)
          }
          number += group.rules.count
        }
      }
    }
  }

  /// Takes over the rules up to a number.
  private mutating func takeRules(upTo end: Int) {
    guard let former else { return }
    CarriedOver.forEachRun(in: result.rules.count..<end, of: former.carried.rules) {
      result.rules.append(
        $1..<$1 + $0.count, of: former.layout.rules, calling: former.carried.viewsNow, former.carried.conditionsNow)
    }
  }

  private mutating func writeConfigurations() {
    if patterns.layout.configurations.isEmpty { return }
    let byView = Dictionary(grouping: patterns.layout.configurations, by: \.view.index)
    for (number, source) in sources.enumerated() {
      for var configuration in byView[source.view] ?? [] {
        configuration.view = ViewID(Int32(number))
        configuration.when = configuration.when.map { copies.condition($0, source.instance) }
        result.configurations.append(configuration)
      }
    }
  }

  private mutating func writeChanges() {
    let table = patterns.table
    for transition in patterns.layout.transitions {
      let context = transition.view.map { table.context(of: $0) } ?? -1
      for instance in copies.copies(table.deeper(context, patterns.context(of: transition.duration))) {
        var copy = transition
        copy.view = transition.view.map { copies.number(of: $0, instance) }
        if let milliseconds = copies.milliseconds(transition.duration, instance) { copy.setDuration(milliseconds) }
        result.transitions.append(copy)
      }
    }
    for animation in patterns.layout.animations {
      let context = table.deeper(
        table.context(of: animation.view), patterns.conditions.contexts[Int(animation.condition.index)])
      for instance in copies.copies(table.deeper(context, patterns.context(of: animation.duration))) {
        var copy = animation
        copy.view = copies.number(of: animation.view, instance)
        copy.condition = copies.condition(animation.condition, instance)
        if let milliseconds = copies.milliseconds(animation.duration, instance) { copy.setDuration(milliseconds) }
        result.animations.append(copy)
      }
    }
    for animation in patterns.layout.animatedRecords {
      let context = table.context(of: animation.view)
      for instance in copies.copies(table.deeper(context, patterns.context(of: animation.duration))) {
        var copy = animation
        copy.view = copies.number(of: animation.view, instance)
        if let milliseconds = copies.milliseconds(animation.duration, instance) { copy.setDuration(milliseconds) }
        result.animatedRecords.append(copy)
      }
    }
    result.conditionsInAnimations = copied(patterns.layout.conditionsInAnimations)
    result.directConditions = copied(patterns.layout.directConditions)
  }

  private func copied(_ list: [ConditionID]) -> [ConditionID] {
    list.flatMap { id in
      copies.copies(patterns.conditions.contexts[Int(id.index)]).map { copies.condition(id, $0) }
    }
  }

  private mutating func writeUses() {
    for use in patterns.layout.uses {
      for instance in copies.copies(patterns.table.context(of: use.view)) {
        result.uses.append(
          ComponentUse(view: copies.number(of: use.view, instance), component: use.component, origin: use.origin))
      }
    }
    for use in patterns.layout.pictures {
      for instance in copies.copies(patterns.table.context(of: use.view)) {
        result.pictures.append(
          PictureUse(view: copies.number(of: use.view, instance), path: use.path, origin: use.origin))
      }
    }
  }
}
