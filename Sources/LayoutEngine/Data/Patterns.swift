import LayoutModel

/// What follows from a layout with patterns alone, whatever records there are: which repetition things belong to, at
/// which place there, and what of them says something of a record.
///
/// It is a class for the reason that `LayoutFacts` is one.
final class Patterns: Sendable {
  let layout: ResolvedLayout
  let table: PatternTable
  /// By view: those directly in it.
  let children: [[Int32]]
  let conditions: PatternMembers
  let identifiers: PatternMembers
  /// By view: what its name adds to its parent's path.
  let suffixes: [String]
  /// By view that stands directly in a repetition: what of its name stands between the places of keys; else nothing.
  let namePieces: [[String]]
  /// By variable: the field that it stands for; nil for others.
  let fields: [FieldVariable?]
  /// By variable that is a number of a record: its place among those of its repetition.
  let variableSlots: [Int32]
  /// By repetition: the variables that are numbers of a record, ascending.
  let variableMembers: [[Int32]]
  /// By view: its text with variables in it; nil for others.
  let composed: [TextTemplate?]
  /// By setting: whether there may be a variable in it.
  let readsVariables: [Bool]
  /// By view: whether its text or settings are put together for each number of it: they say variables.
  let isPutTogether: [Bool]
  /// Rules that stand together and say something of one repetition, innermost: their places, and those of them whose
  /// numbers are not all literal.
  let ruleGroups: [(context: Int32, rules: Range<Int>, open: [Int])]
  /// By variable: the value that the file gives to a text, a colour or a duration.
  let values: [VariableValue?]
  /// The variables of texts that nothing but whole texts of views of the same record read.
  let plainTexts: Set<Int32>

  init(_ layout: ResolvedLayout) {
    self.layout = layout
    table = PatternTable(layout)
    var children = [[Int32]](repeating: [], count: layout.views.count)
    for view in layout.views.indices.dropFirst() {
      children[Int(layout.views[view].parent!.index)].append(Int32(view))
    }
    self.children = children
    let suffixes = layout.views.map { view in
      guard let parent = view.parent, parent != .root else { return view.path }
      let around = layout.views[parent].path
      return String(view.path.utf8.dropFirst(around.utf8.count + 1)) ?? view.path
    }
    self.suffixes = suffixes
    namePieces = table.direct.indices.map { [table] in
      table.direct[$0] < 0 ? [] : PatternName.pieces(of: suffixes[$0])
    }
    var fields = [FieldVariable?](repeating: nil, count: layout.variables.count)
    var variableSlots = [Int32](repeating: 0, count: layout.variables.count)
    var variableMembers = [[Int32]](repeating: [], count: layout.repetitions.count)
    for field in layout.fieldVariables {
      let variable = Int(field.variable)
      fields[variable] = field
      // Texts, colours and durations are put where they are used.
      guard layout.variables[variable].value == nil else { continue }
      variableSlots[variable] = Int32(variableMembers[Int(field.repetition)].count)
      variableMembers[Int(field.repetition)].append(field.variable)
    }
    (self.fields, self.variableSlots, self.variableMembers) = (fields, variableSlots, variableMembers)
    let contexts = PatternContexts(layout: layout, table: table, fields: fields)
    conditions = PatternMembers(layout.conditions.map { contexts.context(of: $0) }, of: layout.repetitions.count)
    identifiers = PatternMembers(
      layout.identifiers.map { [table] in table.context(of: $0.view) }, of: layout.repetitions.count)
    var ruleGroups: [(context: Int32, rules: Range<Int>, open: [Int])] = []
    for (place, rule) in layout.rules.enumerated() {
      let context = contexts.context(of: rule, conditions: conditions)
      if ruleGroups.last?.context != context { ruleGroups.append((context, place..<place, [])) }
      ruleGroups[ruleGroups.count - 1].rules = ruleGroups[ruleGroups.count - 1].rules.lowerBound..<place + 1
      if rule.literalForm == nil { ruleGroups[ruleGroups.count - 1].open.append(place) }
    }
    self.ruleGroups = ruleGroups
    var composed = [TextTemplate?](repeating: nil, count: layout.views.count)
    for text in layout.composedTexts { composed[Int(text.view.index)] = text.template }
    self.composed = composed
    let readsVariables = layout.settings.map(\.setting.mayReadVariables)
    self.readsVariables = readsVariables
    isPutTogether = layout.views.indices.map { view in
      layout.views[view].settings.contains { readsVariables[Int($0)] }
        || composed[view].map { $0.variables.contains { fields[Int($0)] == nil } } ?? false
    }
    values = layout.variables.map(\.value)
    plainTexts = Self.plainTexts(of: layout, composed, fields, table)
  }

  private static func plainTexts(
    of layout: ResolvedLayout, _ composed: [TextTemplate?], _ fields: [FieldVariable?], _ table: PatternTable
  ) -> Set<Int32> {
    var plain: Set<Int32> = []
    for field in layout.fieldVariables {
      if case .text? = layout.variables[Int(field.variable)].value { plain.insert(field.variable) }
    }
    for (view, text) in composed.enumerated() {
      guard let text else { continue }
      // A text that reads a variable of the outside as well is put together later.
      let isOwn = text.variables.allSatisfy { fields[Int($0)]?.repetition == table.contexts[view] }
      if !isOwn { plain.subtract(text.variables) }
    }
    for setting in layout.settings {
      if case .property(_, .template(let text)) = setting.setting { plain.subtract(text.variables) }
    }
    return plain
  }

  /// Whether a field is a number, or a text that only views of the record itself show.
  func isPlain(_ field: FieldVariable) -> Bool {
    values[Int(field.variable)] == nil || plainTexts.contains(field.variable)
  }

  /// The repetition of the field that a duration is.
  func context(of duration: TimingVariable?) -> Int32 {
    duration.flatMap { fields[Int($0.variable)]?.repetition } ?? -1
  }

  /// Of a repetition and those around it, the one that stands directly in `around`; -1 when it is `around` itself.
  func outermost(_ repetition: Int32, inside around: Int32) -> Int32 {
    var current = repetition
    if current < 0 || current == around { return -1 }
    while layout.repetitions[Int(current)].outer != around {
      current = layout.repetitions[Int(current)].outer
      if current < 0 { return -1 }
    }
    return current
  }
}

/// Things of one sort, by the repetition that they belong to.
struct PatternMembers: Sendable {
  /// By thing: its repetition, -1 for none, and its place there; outside of repetitions its new number.
  let contexts: [Int32]
  private(set) var slots: [Int32] = []
  /// How many belong to none.
  private(set) var outside: Int32 = 0
  /// By repetition: its things, ascending.
  private(set) var members: [[Int32]]

  /// - Parameter contexts: by thing; the repetitions are `count`.
  init(_ contexts: [Int32], of count: Int) {
    self.contexts = contexts
    members = Array(repeating: [], count: count)
    for (index, context) in contexts.enumerated() {
      if context < 0 {
        slots.append(outside)
        outside += 1
      } else {
        slots.append(Int32(members[Int(context)].count))
        members[Int(context)].append(Int32(index))
      }
    }
  }
}

/// The innermost repetition of what a condition, a number or a rule asks.
private struct PatternContexts {
  let layout: ResolvedLayout
  let table: PatternTable
  let fields: [FieldVariable?]

  func context(of condition: Condition) -> Int32 {
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
      table.deeper(table.context(of: layout.identifiers[Int(identifier)].view), context(of: written))
    case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
      .quotient(let left, let right):
      table.deeper(context(of: left), context(of: right))
    }
  }

  func context(of rule: Rule, conditions: PatternMembers) -> Int32 {
    var context: Int32 = rule.condition.map { conditions.contexts[Int($0.index)] } ?? -1
    rule.forEachAnchor { context = table.deeper(context, table.context(of: $0.view)) }
    guard rule.literalForm == nil else { return context }
    for term in rule.terms { context = table.deeper(context, self.context(of: term.multiplier)) }
    return table.deeper(context, self.context(of: rule.constant))
  }
}

extension TextTemplate {
  /// The variables in it, in its order.
  var variables: [Int32] {
    parts.compactMap { if case .variable(let variable) = $0 { variable } else { nil } }
  }
}

extension Setting {
  /// Whether there may be a variable in it.
  fileprivate var mayReadVariables: Bool {
    switch self {
    case .property(_, .number(.literal)): false
    case .property(_, .number), .property(_, .template), .property(_, .variableColour): true
    case .property, .hugging, .compressionResistance, .items, .ownAlignment, .columnItems, .ownColumnAlignment,
      .justify, .lines, .span, .cell, .distribution, .automaticAxis, .turned, .hidden, .trait:
      false
    case .gap, .lineGap, .gapAfter, .columns, .rows, .padding, .intrinsicSize, .baselines, .margins: true
    }
  }
}
