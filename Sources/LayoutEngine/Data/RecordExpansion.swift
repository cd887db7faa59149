import LayoutModel

/// Writes out the copies of a layout's patterns. `run` is the table of contents.
///
/// An *instance* is one record of one repetition, inside of the instance around it. Each has the new numbers of its
/// views, and places of its own for the conditions, variables and ids of its pattern.
struct RecordExpansion {
  private struct Instance {
    var repetition: Int32
    /// The instance around it; 0 is the layout itself.
    var outer: Int32
    var record: Int32
    /// Where its numbers, conditions, variables and ids begin.
    var views: Int32
    var conditions: Int32
    var variables: Int32
    var identifiers: Int32
  }

  private let template: ResolvedLayout
  private var records: [[Record]]
  /// By list: the keys of its records as names have them.
  private let keys: [[String]]
  private let table: PatternTable
  private var result: ResolvedLayout

  private var instances: [Instance] = []
  /// (repetition, instance around it) → its first instance.
  private var firstInstances: [Int64: Int32] = [:]
  /// By repetition: its instances in the order of the tree.
  private var instancesOf: [[Int32]]
  /// The new numbers of views, instance by instance; -1 before a view is there.
  private var numbers: [Int32] = []
  /// By new number: the view of the pattern, and its instance.
  private var sources: [(view: Int32, instance: Int32)] = []

  /// By view: what its name adds to its parent's path.
  private var suffixes: [String]
  /// By condition, variable, id: its repetition, and its place there; outside of repetitions its new number.
  private var conditions: (contexts: [Int32], slots: [Int32], counts: [Int32], members: [[Int32]])
  private var identifiers: (contexts: [Int32], slots: [Int32], counts: [Int32], members: [[Int32]])
  /// By variable: the field that it stands for; nil for others.
  private var fields: [FieldVariable?]
  private var variableSlots: [Int32]
  private var variableMembers: [[Int32]]
  /// By view: its text with variables in it.
  private var composed: [Int32: TextTemplate] = [:]
  private let values: [VariableValue?]
  /// The variables of texts that nothing but whole texts of views of the same record read.
  private var plainTexts: Set<Int32> = []

  init(_ template: ResolvedLayout, _ records: [[Record]]) {
    self.template = template
    self.records = records
    table = PatternTable(template)
    let count = template.repetitions.count
    instancesOf = Array(repeating: [], count: count)
    keys = template.lists.indices.map { list in
      guard let key = template.lists[list].key else { return [] }
      return records[list].map { PatternName.index($0.key(key)) }
    }
    result = ResolvedLayout(name: template.name, span: template.span)
    values = template.variables.map(\.value)
    suffixes = []
    fields = Array(repeating: nil, count: template.variables.count)
    variableSlots = Array(repeating: 0, count: template.variables.count)
    variableMembers = Array(repeating: [], count: count)
    for field in template.fieldVariables {
      let variable = Int(field.variable)
      fields[variable] = field
      // Texts, colours and durations are put where they are used.
      guard template.variables[variable].value == nil else { continue }
      variableSlots[variable] = Int32(variableMembers[Int(field.repetition)].count)
      variableMembers[Int(field.repetition)].append(field.variable)
    }
    conditions = ([], [], [], [])
    identifiers = ([], [], [], [])
    for text in template.composedTexts { composed[text.view.index] = text.template }
    findPlainTexts()
  }

  private mutating func findPlainTexts() {
    for field in template.fieldVariables {
      if case .text? = template.variables[Int(field.variable)].value { plainTexts.insert(field.variable) }
    }
    for (view, text) in composed {
      for part in text.parts {
        guard case .variable(let variable) = part else { continue }
        // A text that reads a variable of the outside as well is put together later.
        let isOwn = fields[Int(variable)].map { $0.repetition == table.contexts[Int(view)] } ?? false
        if !isOwn {
          for part in text.parts { if case .variable(let variable) = part { plainTexts.remove(variable) } }
        }
      }
    }
    for setting in template.settings {
      guard case .property(_, .template(let text)) = setting.setting else { continue }
      for part in text.parts { if case .variable(let variable) = part { plainTexts.remove(variable) } }
    }
  }

  /// The steps in order.
  ///
  /// - Returns: the layout; this value keeps nothing of it.
  mutating func run() -> (layout: ResolvedLayout, numbering: ViewNumbering) {
    defer { result = ResolvedLayout(name: template.name, span: template.span) }
    sortByRepetition()
    copyWhole()
    writeViews()
    writeVariables()
    writeConditions()
    writeIdentifiers()
    writeRules()
    writeConfigurations()
    writeChanges()
    writeUses()
    return (result, numbering)
  }

  /// Where views that stand in no repetition are now.
  private var numbering: ViewNumbering {
    var numbers = [Int32](repeating: -1, count: template.views.count)
    for view in template.views.indices where table.contexts[view] < 0 { numbers[view] = self.numbers[view] }
    return ViewNumbering(numbers: numbers)
  }

  // MARK: What belongs where

  private mutating func sortByRepetition() {
    suffixes.reserveCapacity(template.views.count)
    for view in template.views {
      guard let parent = view.parent, parent != .root else {
        suffixes.append(view.path)
        continue
      }
      let around = template.views[Int(parent.index)].path
      suffixes.append(String(view.path.utf8.dropFirst(around.utf8.count + 1)) ?? view.path)
    }
    conditions = sorted(template.conditions.map { context(of: $0) })
    identifiers = sorted(template.identifiers.map { table.context(of: $0.view) })
  }

  private func sorted(
    _ contexts: [Int32]
  ) -> (contexts: [Int32], slots: [Int32], counts: [Int32], members: [[Int32]]) {
    var members = [[Int32]](repeating: [], count: template.repetitions.count)
    var slots: [Int32] = []
    var outside: Int32 = 0
    for (index, context) in contexts.enumerated() {
      if context < 0 {
        slots.append(outside)
        outside += 1
      } else {
        slots.append(Int32(members[Int(context)].count))
        members[Int(context)].append(Int32(index))
      }
    }
    return (contexts, slots, [outside], members)
  }

  private func context(of condition: Condition) -> Int32 {
    switch condition {
    case .constant, .flag: -1
    case .trait(let view, _, _), .configuration(let view, _), .hidden(let view): table.context(of: view)
    case .compare(let left, _, let right): table.deeper(context(of: left), context(of: right))
    case .not(let inner): context(of: inner)
    case .all(let parts), .any(let parts): parts.reduce(-1) { table.deeper($0, context(of: $1)) }
    }
  }

  private func context(of sum: Measured) -> Int32 {
    sum.terms.reduce(context(of: sum.constant)) { context, term in
      table.deeper(context, table.deeper(table.context(of: term.anchor.view), self.context(of: term.multiplier)))
    }
  }

  private func context(of quantity: Quantity) -> Int32 {
    switch quantity {
    case .literal, .pixels: -1
    case .variable(let variable): fields[Int(variable)]?.repetition ?? -1
    case .identified(let identifier, _, let written):
      table.deeper(table.context(of: template.identifiers[Int(identifier)].view), context(of: written))
    case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
      .quotient(let left, let right):
      table.deeper(context(of: left), context(of: right))
    }
  }

  private func context(of rule: Rule) -> Int32 {
    var context: Int32 = rule.condition.map { conditions.contexts[Int($0.index)] } ?? -1
    rule.forEachAnchor { context = table.deeper(context, table.context(of: $0.view)) }
    guard rule.literalForm == nil else { return context }
    for term in rule.terms { context = table.deeper(context, self.context(of: term.multiplier)) }
    return table.deeper(context, self.context(of: rule.constant))
  }

  // MARK: Views

  private mutating func copyWhole() {
    result.files = template.files
    result.lists = template.lists
    result.environment = template.environment
    result.previews = template.previews
    result.keyedViews = template.keyedViews
    result.variables = template.variables
    // Nothing asks for these any more: what stands for a field is put in, or has a variable of its record.
    for index in fields.indices where fields[index] != nil { result.variables[index].value = nil }
    instances.append(
      Instance(
        repetition: -1, outer: 0, record: 0, views: 0, conditions: 0, variables: 0, identifiers: 0))
    numbers = Array(repeating: -1, count: template.views.count)
  }

  private mutating func writeViews() {
    write(0, in: 0, under: nil, place: 0)
    // Backwards, so that a subtree is whole before it counts for its parent.
    for index in result.views.indices.dropFirst().reversed() {
      let parent = Int(result.views[index].parent!.index)
      result.views[parent].subtreeEnd = max(result.views[parent].subtreeEnd, result.views[index].subtreeEnd)
    }
  }

  private mutating func write(_ view: Int32, in instance: Int32, under parent: ViewID?, place: Int32) {
    let number = Int32(result.views.count)
    let (context, owner) = (table.contexts[Int(view)], instances[Int(instance)])
    if context < 0 {
      numbers[Int(view)] = number
    } else {
      numbers[Int(owner.views + table.slots[Int(view)])] = number
    }
    sources.append((view, instance))
    var copy = template.views[Int(view)]
    copy.parent = parent
    copy.index = place
    copy.subtreeEnd = number + 1
    if context >= 0 {
      var suffix = suffixes[Int(view)]
      if table.direct[Int(view)] >= 0 {
        suffix = PatternName.filled(suffix, withIndices: indices(of: instance, since: template.views[Int(view)].parent))
        copy.name = suffix
      }
      copy.path = parent == .root || parent == nil ? suffix : "\(result.views[Int(parent!.index)].path).\(suffix)"
    }
    if let template = composed[view] {
      let text = filled(template, instance)
      copy.text = text.text(with: values)
      if text.isOpen { result.composedTexts.append(ComposedText(view: ViewID(number), template: text)) }
    }
    let first = Int32(result.settings.count)
    for index in copy.settings {
      var setting = template.settings[Int(index)]
      setting.view = ViewID(number)
      setting.condition = setting.condition.map { condition($0, instance) }
      if context >= 0 || setting.setting.mayReadVariables { setting.setting = filled(setting.setting, instance) }
      result.settings.append(setting)
    }
    copy.settings = first..<Int32(result.settings.count)
    result.views.append(copy)
    var children: Int32 = 0
    writeChildren(of: view, in: instance, under: ViewID(number), &children)
  }

  /// Writes the children of a view; those of one repetition that stand together once for each record.
  private mutating func writeChildren(
    of view: Int32, in instance: Int32, under parent: ViewID, _ place: inout Int32
  ) {
    var child = view + 1
    let end = template.views[Int(view)].subtreeEnd
    while child < end {
      let repetition = outermost(table.direct[Int(child)], inside: instances[Int(instance)].repetition)
      if repetition < 0 {
        write(child, in: instance, under: parent, place: place)
        place += 1
        child = template.views[Int(child)].subtreeEnd
        continue
      }
      var siblings: [Int32] = []
      while child < end, outermost(table.direct[Int(child)], inside: instances[Int(instance)].repetition) == repetition
      {
        siblings.append(child)
        child = template.views[Int(child)].subtreeEnd
      }
      write(siblings, of: repetition, in: instance, under: parent, &place)
    }
  }

  private mutating func write(
    _ siblings: [Int32], of repetition: Int32, in instance: Int32, under parent: ViewID, _ place: inout Int32
  ) {
    let first = firstInstance(of: repetition, in: instance)
    let count = records[Int(template.repetitions[Int(repetition)].list)].count
    for record in 0..<Int32(count) {
      let copy = first + record
      var index = 0
      while index < siblings.count {
        let inner = outermost(table.direct[Int(siblings[index])], inside: repetition)
        if inner < 0 {
          write(siblings[index], in: copy, under: parent, place: place)
          place += 1
          index += 1
          continue
        }
        var nested: [Int32] = []
        while index < siblings.count, outermost(table.direct[Int(siblings[index])], inside: repetition) == inner {
          nested.append(siblings[index])
          index += 1
        }
        write(nested, of: inner, in: copy, under: parent, &place)
      }
    }
  }

  /// Of a repetition and those around it, the one that stands directly in `around`; -1 when it is `around` itself.
  private func outermost(_ repetition: Int32, inside around: Int32) -> Int32 {
    var current = repetition
    if current < 0 || current == around { return -1 }
    while template.repetitions[Int(current)].outer != around {
      current = template.repetitions[Int(current)].outer
      if current < 0 { return -1 }
    }
    return current
  }

  /// The first of the instances that a repetition has in another; they follow each other.
  private mutating func firstInstance(of repetition: Int32, in outer: Int32) -> Int32 {
    let key = Int64(repetition) << 32 | Int64(outer)
    if let known = firstInstances[key] { return known }
    let first = Int32(instances.count)
    firstInstances[key] = first
    let members = Int32(table.members[Int(repetition)].count)
    let own = (
      Int32(conditions.members[Int(repetition)].count), Int32(variableMembers[Int(repetition)].count),
      Int32(identifiers.members[Int(repetition)].count)
    )
    for record in records[Int(template.repetitions[Int(repetition)].list)].indices {
      instancesOf[Int(repetition)].append(Int32(instances.count))
      instances.append(
        Instance(
          repetition: repetition, outer: outer, record: Int32(record), views: Int32(numbers.count),
          conditions: nextCondition, variables: nextVariable, identifiers: nextIdentifier))
      numbers.append(contentsOf: repeatElement(-1, count: Int(members)))
      nextCondition += own.0
      nextVariable += own.1
      nextIdentifier += own.2
    }
    return first
  }

  private lazy var nextCondition = conditions.counts[0]
  private lazy var nextVariable = Int32(template.variables.count)
  private lazy var nextIdentifier = identifiers.counts[0]

  /// The keys of the records around a view that its parent does not stand in, from the outside in.
  private func indices(of instance: Int32, since parent: ViewID?) -> [String] {
    let around = parent.map { table.context(of: $0) } ?? -1
    var found: [String] = []
    var current = instances[Int(instance)]
    while current.repetition != around, current.repetition >= 0 {
      found.append(keys[Int(template.repetitions[Int(current.repetition)].list)][Int(current.record)])
      current = instances[Int(current.outer)]
    }
    return found.reversed()
  }

  // MARK: From patterns to copies

  /// The instance of a repetition at or around another one.
  private func instance(of context: Int32, around instance: Int32) -> Instance {
    var current = instances[Int(instance)]
    while current.repetition != context { current = instances[Int(current.outer)] }
    return current
  }

  private func number(of view: ViewID, _ instance: Int32) -> ViewID {
    let context = table.context(of: view)
    if context < 0 { return view.index < 0 ? view : ViewID(numbers[Int(view.index)]) }
    return ViewID(numbers[Int(self.instance(of: context, around: instance).views + table.slots[Int(view.index)])])
  }

  private func anchor(_ anchor: Anchor, _ instance: Int32) -> Anchor {
    Anchor(number(of: anchor.view, instance), anchor.guide, anchor.attribute)
  }

  private func condition(_ condition: ConditionID, _ instance: Int32) -> ConditionID {
    let index = Int(condition.index)
    let context = conditions.contexts[index]
    if context < 0 { return ConditionID(conditions.slots[index]) }
    return ConditionID(self.instance(of: context, around: instance).conditions + conditions.slots[index])
  }

  private func value(_ field: FieldVariable, _ instance: Int32) -> FieldValue {
    let list = template.repetitions[Int(field.repetition)].list
    let record = self.instance(of: field.repetition, around: instance).record
    return records[Int(list)][Int(record)].values[Int(field.field)]
  }

  private func number(of field: FieldVariable, _ instance: Int32) -> Double {
    let value = value(field, instance)
    return if let text = field.text { value == .text(text) ? 1 : 0 } else { value.number ?? 0 }
  }

  private func quantity(_ quantity: Quantity, _ instance: Int32) -> Quantity {
    switch quantity {
    case .literal, .pixels: return quantity
    case .variable(let variable):
      guard let field = fields[Int(variable)] else { return quantity }
      let owner = self.instance(of: field.repetition, around: instance)
      return .variable(owner.variables + variableSlots[Int(variable)])
    case .identified(let identifier, let component, let written):
      let context = identifiers.contexts[Int(identifier)]
      let base = context < 0 ? 0 : self.instance(of: context, around: instance).identifiers
      return .identified(
        base + identifiers.slots[Int(identifier)], component: component, written: self.quantity(written, instance))
    case .sum(let left, let right): return .sum(self.quantity(left, instance), self.quantity(right, instance))
    case .difference(let left, let right):
      return .difference(self.quantity(left, instance), self.quantity(right, instance))
    case .product(let left, let right):
      return .product(self.quantity(left, instance), self.quantity(right, instance))
    case .quotient(let left, let right):
      return .quotient(self.quantity(left, instance), self.quantity(right, instance))
    }
  }

  private func measured(_ sum: Measured, _ instance: Int32) -> Measured {
    Measured(
      terms: sum.terms.map {
        Measured.Term(anchor($0.anchor, instance), times: quantity($0.multiplier, instance))
      }, constant: quantity(sum.constant, instance))
  }

  private func condition(_ condition: Condition, _ instance: Int32) -> Condition {
    switch condition {
    case .constant, .flag: return condition
    case .trait(let view, let name, let value):
      return .trait(number(of: view, instance), name: name, value: value)
    case .configuration(let view, let name): return .configuration(number(of: view, instance), name: name)
    case .hidden(let view): return .hidden(number(of: view, instance))
    case .compare(let left, let comparison, let right):
      return .compare(measured(left, instance), comparison, measured(right, instance))
    case .not(let inner): return .not(self.condition(inner, instance))
    case .all(let parts): return .all(parts.map { self.condition($0, instance) })
    case .any(let parts): return .any(parts.map { self.condition($0, instance) })
    }
  }

  private func filled(_ template: TextTemplate, _ instance: Int32) -> TextTemplate {
    var parts: [TextTemplate.Part] = []
    for part in template.parts {
      var part = part
      if case .variable(let variable) = part, let field = fields[Int(variable)] {
        guard case .text(let text) = value(field, instance) else { continue }
        part = .text(text)
      }
      if case .text(let end) = part, case .text(let start)? = parts.last {
        parts[parts.count - 1] = .text(start + end)
      } else {
        parts.append(part)
      }
    }
    return TextTemplate(parts)
  }

  private func filled(_ setting: Setting, _ instance: Int32) -> Setting {
    func each(_ insets: InsetQuantities) -> InsetQuantities {
      InsetQuantities(
        top: quantity(insets.top, instance), leading: quantity(insets.leading, instance),
        bottom: quantity(insets.bottom, instance), trailing: quantity(insets.trailing, instance))
    }
    switch setting {
    case .gap(let number): return .gap(quantity(number, instance))
    case .lineGap(let number): return .lineGap(quantity(number, instance))
    case .gapAfter(let number): return .gapAfter(quantity(number, instance))
    case .columns(let list): return .columns(filled(list, instance))
    case .rows(let list): return .rows(filled(list, instance))
    case .padding(let insets): return .padding(each(insets))
    case .margins(let insets): return .margins(each(insets))
    case .intrinsicSize(let width, let height):
      return .intrinsicSize(
        width: width.map { quantity($0, instance) }, height: height.map { quantity($0, instance) })
    case .baselines(let first, let last):
      return .baselines(first: quantity(first, instance), last: quantity(last, instance))
    case .property(let name, .number(let number)):
      return .property(name: name, .number(quantity(number, instance)))
    case .property(let name, .template(let template)):
      let text = filled(template, instance)
      return .property(name: name, text.isOpen ? .template(text) : .text(text.text(with: values)))
    case .property(let name, .variableColour(let variable)):
      guard let field = fields[Int(variable)], case .colour(let colour) = value(field, instance) else { return setting }
      return .property(name: name, .colour(colour))
    case .hugging, .compressionResistance, .items, .ownAlignment, .columnItems, .ownColumnAlignment, .justify, .lines,
      .span, .cell, .distribution,
      .automaticAxis, .turned, .hidden, .trait, .property:
      return setting
    }
  }

  private func filled(_ list: TrackList, _ instance: Int32) -> TrackList {
    switch list {
    case .equal: return list
    case .atLeast(let length): return .atLeast(quantity(length, instance))
    case .each(let tracks):
      return .each(
        tracks.map { track in
          if case .length(let length) = track { .length(quantity(length, instance)) } else { track }
        })
    }
  }

  // MARK: All that is not a view

  private mutating func writeVariables() {
    for (index, instance) in instances.enumerated() where instance.repetition >= 0 {
      let list = template.lists[Int(template.repetitions[Int(instance.repetition)].list)]
      for variable in variableMembers[Int(instance.repetition)] {
        let field = fields[Int(variable)]!
        let number = number(of: field, Int32(index))
        let key = keys[Int(template.repetitions[Int(instance.repetition)].list)][Int(instance.record)]
        result.variables.append(
          VariableDeclaration(
            name: "\(list.name)\(key).\(list.type.fields[Int(field.field)].name)", initial: .literal(number),
            isField: true, origin: list.origin))
      }
    }
  }

  private mutating func writeConditions() {
    func write(_ index: Int, _ instance: Int32) {
      result.conditions.append(condition(template.conditions[index], instance))
      result.conditionOrigins.append(template.conditionOrigins[index])
      result.conditionNames.append(
        ConditionName(condition: Int32(index), keys: keyPath(of: conditions.contexts[index] < 0 ? 0 : instance)))
    }
    for index in template.conditions.indices where conditions.contexts[index] < 0 { write(index, 0) }
    for (place, instance) in instances.enumerated() where instance.repetition >= 0 {
      for index in conditions.members[Int(instance.repetition)] { write(Int(index), Int32(place)) }
    }
  }

  /// The keys around an instance, as one text.
  private func keyPath(of instance: Int32) -> String { indices(of: instance, since: nil).joined() }

  private mutating func writeIdentifiers() {
    func write(_ index: Int, _ instance: Int32) {
      var identifier = template.identifiers[index]
      identifier.view = number(of: identifier.view, instance)
      identifier.written = identifier.written.map { quantity($0, instance) }
      result.identifiers.append(identifier)
    }
    for index in template.identifiers.indices where identifiers.contexts[index] < 0 { write(index, 0) }
    for (place, instance) in instances.enumerated() where instance.repetition >= 0 {
      for index in identifiers.members[Int(instance.repetition)] { write(Int(index), Int32(place)) }
    }
  }

  /// Rules keep their order; those of one repetition that stand together come record by record.
  private mutating func writeRules() {
    func write(_ rule: Rule, _ instance: Int32) {
      var copy =
        rule.literalForm != nil
        ? rule.withAnchors { anchor($0, instance) }
        : rule.with({ anchor($0, instance) }, numbers: { quantity($0, instance) })
      copy.condition = rule.condition.map { condition($0, instance) }
      result.rules.append(copy)
    }
    var index = 0
    while index < template.rules.count {
      let context = context(of: template.rules[index])
      if context < 0 {
        write(template.rules[index], 0)
        index += 1
        continue
      }
      var end = index + 1
      while end < template.rules.count, self.context(of: template.rules[end]) == context { end += 1 }
      for instance in instancesOf[Int(context)] {
        for place in index..<end { write(template.rules[place], instance) }
      }
      index = end
    }
  }

  private mutating func writeConfigurations() {
    guard !template.configurations.isEmpty else { return }
    var byView: [Int32: [Configuration]] = [:]
    for configuration in template.configurations { byView[configuration.view.index, default: []].append(configuration) }
    for (number, source) in sources.enumerated() {
      for var configuration in byView[source.view] ?? [] {
        configuration.view = ViewID(Int32(number))
        configuration.when = configuration.when.map { condition($0, source.instance) }
        result.configurations.append(configuration)
      }
    }
  }

  /// The instances that something in a repetition stands for; outside of all, the layout itself.
  private func copies(_ context: Int32) -> [Int32] { context < 0 ? [0] : instancesOf[Int(context)] }

  private mutating func writeChanges() {
    for transition in template.transitions {
      let context = transition.view.map { table.context(of: $0) } ?? -1
      for instance in copies(table.deeper(context, self.context(of: transition.duration))) {
        var copy = transition
        copy.view = transition.view.map { number(of: $0, instance) }
        if let milliseconds = milliseconds(transition.duration, instance) { copy.setDuration(milliseconds) }
        result.transitions.append(copy)
      }
    }
    for animation in template.animations {
      let context = table.deeper(table.context(of: animation.view), conditions.contexts[Int(animation.condition.index)])
      for instance in copies(table.deeper(context, self.context(of: animation.duration))) {
        var copy = animation
        copy.view = number(of: animation.view, instance)
        copy.condition = condition(animation.condition, instance)
        if let milliseconds = milliseconds(animation.duration, instance) { copy.setDuration(milliseconds) }
        result.animations.append(copy)
      }
    }
    result.conditionsInAnimations = copied(template.conditionsInAnimations)
    result.directConditions = copied(template.directConditions)
  }

  private func copied(_ list: [ConditionID]) -> [ConditionID] {
    list.flatMap { id in copies(conditions.contexts[Int(id.index)]).map { condition(id, $0) } }
  }

  private func context(of duration: TimingVariable?) -> Int32 {
    duration.flatMap { fields[Int($0.variable)]?.repetition } ?? -1
  }

  private func milliseconds(_ duration: TimingVariable?, _ instance: Int32) -> Double? {
    guard let field = duration.flatMap({ fields[Int($0.variable)] }),
      case .duration(let milliseconds) = value(field, instance)
    else { return nil }
    return milliseconds
  }

  private mutating func writeUses() {
    for use in template.uses {
      for instance in copies(table.context(of: use.view)) {
        result.uses.append(
          ComponentUse(view: number(of: use.view, instance), component: use.component, origin: use.origin))
      }
    }
    for use in template.pictures {
      for instance in copies(table.context(of: use.view)) {
        result.pictures.append(PictureUse(view: number(of: use.view, instance), path: use.path, origin: use.origin))
      }
    }
  }
}

// MARK: Other values of the same records

extension RecordExpansion {
  /// What other values of the same records change: numbers and texts.
  struct ValueChanges {
    var texts: [(view: ViewID, text: String)] = []
    /// Variables by index, and their numbers.
    var numbers: [(variable: Int32, number: Double)] = []
  }

  /// Takes over other values of the same records in the same order.
  ///
  /// - Returns: nil, and nothing is taken over, where they change more than numbers and whole texts of views; then the
  ///   layout is to be written out anew.
  mutating func changeValues(to newer: [[Record]]) -> ValueChanges? {
    var changes = ValueChanges()
    let former = records
    records = newer
    for repetition in template.repetitions.indices {
      let list = Int(template.repetitions[repetition].list)
      guard former[list] != newer[list] else { continue }
      var changed: [Int32: [FieldVariable]] = [:]
      for index in newer[list].indices where former[list][index] != newer[list][index] {
        let fields = changedFields(of: repetition, former[list][index], newer[list][index])
        guard fields.allSatisfy({ isPlain($0) }) else {
          records = former
          return nil
        }
        if !fields.isEmpty { changed[Int32(index)] = fields }
      }
      // One walk for all records: inside of another repetition each has many instances.
      for instance in changed.isEmpty ? [] : instancesOf[repetition] {
        guard let fields = changed[instances[Int(instance)].record] else { continue }
        collect(fields, of: instance, into: &changes)
      }
    }
    return changes
  }

  /// The variables of fields that have another value.
  private func changedFields(of repetition: Int, _ former: Record, _ newer: Record) -> [FieldVariable] {
    template.fieldVariables.filter {
      $0.repetition == repetition && former.values[Int($0.field)] != newer.values[Int($0.field)]
    }
  }

  /// Whether a field is a number, or a text that only views of the record itself show.
  private func isPlain(_ field: FieldVariable) -> Bool {
    if template.variables[Int(field.variable)].value == nil { return true }
    return plainTexts.contains(field.variable)
  }

  private func collect(_ changed: [FieldVariable], of instance: Int32, into changes: inout ValueChanges) {
    let variables = Set(changed.map(\.variable))
    for field in changed where template.variables[Int(field.variable)].value == nil {
      changes.numbers.append(
        (instances[Int(instance)].variables + variableSlots[Int(field.variable)], number(of: field, instance)))
    }
    for view in table.members[Int(instances[Int(instance)].repetition)] {
      guard let text = composed[view], text.parts.contains(where: { $0.isVariable(in: variables) }) else { continue }
      changes.texts.append((number(of: ViewID(view), instance), filled(text, instance).text(with: values)))
    }
  }
}

extension TextTemplate.Part {
  fileprivate func isVariable(in variables: Set<Int32>) -> Bool {
    if case .variable(let variable) = self { variables.contains(variable) } else { false }
  }
}

extension Setting {
  /// Whether there may be a variable in it.
  fileprivate var mayReadVariables: Bool {
    switch self {
    case .hugging, .compressionResistance, .items, .ownAlignment, .columnItems, .ownColumnAlignment, .justify, .lines,
      .span, .cell, .distribution,
      .automaticAxis, .turned, .hidden, .trait:
      false
    case .gap, .lineGap, .gapAfter, .columns, .rows, .padding, .intrinsicSize, .baselines, .margins, .property: true
    }
  }
}
