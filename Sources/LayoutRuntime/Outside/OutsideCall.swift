import Geometry
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables

/// One call that sets state from outside, on its way through its operations.
///
/// What it costs follows what is in it, as long as it does not have all views of a stack moved or all configurations
/// switched again and again. That a call may do `mostSteps` long: it holds everybody.
struct OutsideCall {
  /// So many names and views are looked at for one call: some tenths of a second. By feel.
  static let mostSteps = 10_000_000
  /// A call has so many operations at most: what they set is looked up, set and written down in one go. By feel, some
  /// hundredths of a second.
  static let mostOperations = 2_048
  /// So many names that nothing reads are told one by one. By feel.
  static let mostUnheard = 16

  private var state: OutsideState
  private let base: OutsideState
  private let mostSteps: Int
  private let scrollEnds: () -> [String: ScrollEnd]
  /// What `scrollEnds` came to, once that was needed.
  private var ends: [String: ScrollEnd]?
  private var names: LayoutNames
  /// The layout as it is written; nil: it has no lists, and is the one of `names`. A copy of it would be two of them.
  private let pattern: ResolvedLayout?
  private var written: ResolvedLayout { pattern ?? names.layout }
  private var writtenLists: [ListDeclaration] { pattern?.lists ?? [] }
  /// The records that are shown where none are set.
  private let shown: [String: [Record]]
  /// The lists that were changed.
  private var lists: [String: RecordEditing] = [:]
  /// Whether other views are there than `names` knows.
  private var hasOtherViews = false
  /// Whether records may have gone.
  private var hasOtherRecords = false
  /// Where views stand by now; nil: where the state says.
  private var arranging: ArrangementEditing?
  /// The operation at hand, by its place among those of the call.
  private var index = 0
  private var warnings: [Diagnostic] = []
  private var asked: AskedNames?
  /// How many flags and traits were set that nothing reads.
  private var unheard = 0
  /// What operations cost that look at more than they name.
  private var sweeps = 0

  /// - Parameters:
  ///   - layout: with the views of its records, or of those that there were.
  ///   - written: with a pattern for these; nil: it has none.
  ///   - shown: the records that there are where the outside has set none.
  ///   - hasOtherViews: whether there are others than in `layout`, since records came or went.
  ///   - base: what a reset returns to.
  ///   - scrollEnds: where contents end that stay at their end.
  init(
    _ state: OutsideState, to layout: consuming ResolvedLayout, written: ResolvedLayout? = nil,
    showing shown: [String: [Record]] = [:], hasOtherViews: Bool = false, resettingTo base: OutsideState,
    mostSteps: Int = OutsideCall.mostSteps, scrollEnds: @escaping () -> [String: ScrollEnd] = { [:] }
  ) {
    self.hasOtherViews = hasOtherViews
    self.scrollEnds = scrollEnds
    pattern = written ?? (layout.lists.isEmpty && layout.repetitions.isEmpty ? nil : copy layout)
    self.shown = shown
    self.mostSteps = mostSteps
    self.state = state
    self.base = base
    names = LayoutNames(layout)
  }

  private var layout: ResolvedLayout { names.layout }

  /// What the call has cost so far: how many names and views were looked at for it.
  var steps: Int { names.steps + sweeps + (arranging?.steps ?? 0) + lists.reduce(0) { $0 + $1.value.steps } }

  /// How many things are set so far, besides where views stand that this call arranges.
  var count: Int { state.count }

  /// What the call came to.
  func finish() -> (state: OutsideState, warnings: [Diagnostic]) {
    var state = state
    if let arranging { state.arrangement = arranging.forest.arrangement }
    if hasOtherRecords, state.concernsViews {
      // What was set in a view goes with its record, and gives way to what that says anew.
      state = state.surviving(in: written.expanded(with: records(of: state)).layout)
    }
    let untold = unheard - Self.mostUnheard
    return (state, untold > 0 ? warnings + [.unheard(more: untold, in: layout.name)] : warnings)
  }

  private func records(of state: OutsideState) -> [String: [Record]] {
    var records = shown
    state.putRecords(into: &records, for: written)
    return records
  }

  /// What it has cost stays counted.
  private mutating func forgetEditing(of list: String) { sweeps += lists.removeValue(forKey: list)?.steps ?? 0 }

  private mutating func haveOtherRecords() {
    hasOtherRecords = true
    hasOtherViews = !written.repetitions.isEmpty
  }

  /// Looks at the views that there are now, where records came or went since.
  private mutating func findOtherViews() {
    guard hasOtherViews else { return }
    hasOtherViews = false
    if let arranging { state.arrangement = arranging.forest.arrangement }
    arrangeAnew()
    let layout = written.expanded(with: records(of: state)).layout
    sweeps += names.steps + layout.views.count
    names = LayoutNames(layout)
  }

  mutating func perform(_ operation: Operation, at index: Int) throws(RequestFailure) {
    self.index = index
    if operation.namesViews { findOtherViews() }
    switch operation {
    case .set(let assignment): try set(assignment)
    case .records(let list, let change):
      try edit(list) { editing throws(RecordEditing.Objection) in try editing.perform(change) }
    case .keyboard(let place, _): try set(Assignment(.keyboard, to: place))
    case .append, .remove, .arrange:
      if arranging == nil { arranging = ArrangementEditing(layout, state.arrangement) }
      try arranging!.perform(operation, at: index, &names)
    case .reset(let part):
      if part == nil || part == .views { arrangeAnew() }
      state = state.resetting(part, to: base)
      if part == nil || part == .values {
        for name in lists.keys { forgetEditing(of: name) }
        haveOtherRecords()
      }
      sweeps += base.count
    }
    guard steps <= mostSteps else {
      throw .badOperation(index: index, "the call moves too many views too often; send the rest in another one")
    }
  }

  /// Views stand where the state says.
  private mutating func arrangeAnew() {
    sweeps += arranging?.steps ?? 0
    arranging = nil
  }

  /// Sets one thing: what its form allows, and what the layout has a place for.
  private mutating func set(_ assignment: Assignment) throws(RequestFailure) {
    let (settable, subject, value) = (assignment.settable, assignment.subject ?? "", assignment.value)
    guard assignment.isPossible else { throw .badOperation(index: index, settable.complaint) }
    switch settable {
    case .config: try setConfiguration(of: assignment.subject, to: value?.text)
    case .size: setSize(value?.numbers)
    case .variable: try setVariable(subject, to: value)
    case .constant, .priority, .multiplier, .active: try set(settable, ofIdentifier: subject, to: value)
    case .intrinsic: try setNaturalSize(of: subject, to: value?.numbers)
    case .scroll:
      let view = layout.views[try names.view(at: subject)]
      guard view.kind.isScroll else {
        throw .badOperation(index: index, "'\(subject)' is a \(view.kind.rawValue) and does not scroll")
      }
      keep(isResting(view.path, at: value) ? nil : value, in: .scroll, of: view.path)
    case .trait:
      if let objection = TraitDescription.objection(toSetting: subject, to: value?.text) {
        throw .badOperation(index: index, objection.words)
      }
      keep(value, in: .trait, of: subject)
      if value != nil { warnIfUnheard(.trait, subject) }
    case .flag:
      keep(value, in: .flag, of: subject)
      // Who turns off what nothing asks for need not hear of it, unless that is something else.
      if value == true || value != nil && layout.settableNames.contains(subject) { warnIfUnheard(.flag, subject) }
    default:
      var written: String?
      var path = subject
      if settable.subject == .view {
        let view = try names.view(at: subject)
        path = layout.views[view].path
        written = layout.written(settable, of: view)
        if settable == .text, value != nil { warnIfWithoutText(path, layout.views[view].kind) }
      }
      for slot in settable.slots { keep(value, in: slot, of: path, over: written) }
    }
  }

  /// Whether a view is where it would be if nobody had scrolled it: at rest, or at the end that is shown if it stays
  /// there. What comes later in the call, or came before it, is not shown yet: whoever scrolls has not seen it.
  private mutating func isResting(_ path: String, at value: SettableValue?) -> Bool {
    guard let numbers = value?.numbers, numbers.count == 2 else { return true }
    let shown = ends ?? scrollEnds()
    ends = shown
    return shown[path]?.isReached(by: Point(x: numbers[0] ?? 0, y: numbers[1] ?? 0)) ?? (value == [0, 0])
  }

  private mutating func keep(
    _ value: SettableValue?, in slot: Settable.Slot, of subject: String = "", over written: String? = nil
  ) {
    state[slot, of: subject] = value.map { OutsideState.Kept(value: $0, written: written) }
  }

  /// What the layout asks for, looked up when the first operation needs it.
  private mutating func findAskedNames() -> AskedNames {
    let names = asked ?? layout.askedNames
    asked = names
    return names
  }

  private mutating func warnIfWithoutText(_ path: String, _ kind: ViewKind) {
    if kind.hasText || kind == .image { return }
    unheard += 1
    if unheard <= Self.mostUnheard { warnings.append(.unshownText(of: path, kind)) }
  }

  private mutating func warnIfUnheard(_ reader: AskedNames.Kind, _ name: String) {
    let asked = findAskedNames()
    guard !asked.hears(reader, name) else { return }
    unheard += 1
    // To find the nearest name costs as much as there are names, so it is done for those that are told.
    if unheard <= Self.mostUnheard, let setting = asked.unheard(reader, name) { warnings.append(.unheard(setting)) }
  }

  /// Without sides it is again as large as whoever opened the scene, or its preview, says.
  private mutating func setSize(_ sides: [Double?]?) {
    let slots = Settable.size.slots
    guard let sides else {
      for slot in slots { state[slot] = base[slot] }
      return
    }
    for (slot, side) in zip(slots, sides) { keep(side.map { .number($0) } ?? .text(ValueForm.wrapping), in: slot) }
  }

  private mutating func setConfiguration(of path: String?, to name: String?) throws(RequestFailure) {
    var path = path
    var declared = path.map { names.configurations(ofViewAt: $0) } ?? layout.configurations
    if path == nil { sweeps += declared.count }
    // To look through all views costs more than the switch; who declares something is there.
    if let written = path, declared.isEmpty {
      let meant = layout.views[try names.view(at: written)].path
      if meant != written { declared = names.configurations(ofViewAt: meant) }
      path = meant
    }
    guard let name else {
      if let path { keep(nil, in: .config, of: path) } else { state[.config] = [:] }
      return
    }
    let known = Configuration.predefined + declared.map(\.name)
    guard known.contains(name) else {
      let near = nearNames(to: name, in: known)
      throw .unknownName(kind: "config", name, known: (near + known).firstOccurrences)
    }
    let paths = path.map { [$0] } ?? layout.views(declaring: name).map { layout.views[$0].path }
    for path in paths { keep(.text(name), in: .config, of: path) }
    if path == nil, let unheard = layout.unheard(configuration: name) { warnings.append(.unheard(unheard)) }
  }

  /// Changes the records of a list, and checks that there is room for their views.
  private mutating func edit(
    _ name: String, _ body: (inout RecordEditing) throws(RecordEditing.Objection) -> Void
  ) throws(RequestFailure) {
    guard let list = writtenLists.first(where: { $0.name == name }) else {
      throw .unknownName(kind: "list", name, known: knownNames(writtenLists.map(\.name), nearestTo: name))
    }
    guard let key = list.key else {
      throw .badOperation(index: index, "nothing repeats over '\(name)', so its records have no key")
    }
    // Out of both tables while it changes: whatever else had it would have it copied, thousands of times in a call.
    var editing =
      lists.removeValue(forKey: name)
      ?? RecordEditing(list, key, state.records[name], records(of: state)[name] ?? list.records)
    state.records[name] = nil
    let before = editing.table.records.count
    do { try body(&editing) } catch { throw .badOperation(index: index, error.words) }
    lists[name] = editing
    state.records[name] = editing.table
    haveOtherRecords()
    // To count views costs a look at all lists, and a call may change thousands of records.
    if editing.table.records.count <= before { return }
    let records = records(of: state)
    let count = CopyCount(written, writtenLists.map { records[$0.name] ?? $0.records })
    if count.isTooMuch { throw .badOperation(index: index, "with these records \(count.words)") }
  }

  /// Sets all records of a list, or takes back what was set; false where there is no such list.
  private mutating func setList(_ name: String, to value: SettableValue?) throws(RequestFailure) -> Bool {
    guard writtenLists.contains(where: { $0.name == name }) else {
      if case .records? = value {
        _ = try names.variable(at: name)
        throw .badOperation(index: index, "the variable '\(name)' is no list of records")
      }
      return false
    }
    switch value {
    case nil:
      state.records[name] = nil
      forgetEditing(of: name)
      haveOtherRecords()
    case .records(let records)?:
      try edit(name) { editing throws(RecordEditing.Objection) in try editing.replace(with: records) }
    default: throw .badOperation(index: index, "'\(name)' is a list of records: a JSON array of objects")
    }
    return true
  }

  private mutating func setVariable(_ name: String, to value: SettableValue?) throws(RequestFailure) {
    if try setList(name, to: value) { return }
    let declared = names.variable(named: name)
    guard let value else {
      // Whoever takes something back need not know what it is.
      if declared == nil, state[.flag, of: name] != nil || findAskedNames().hears(.flag, name) {
        return keep(nil, in: .flag, of: name)
      }
      if declared == nil { try refusePart(name) }
      let isNumber = try names.variable(at: name).value == nil
      return keep(nil, in: isNumber ? .variable : .value, of: name)
    }
    // Of a text, digits are a text as well.
    let text = value.text ?? value.number?.asWritten ?? ""
    if declared == nil { try refusePart(name) }
    if let wanted = try names.variable(at: name).value {
      guard let reading = wanted.reading(text) else {
        throw .badOperation(index: index, "the variable '\(name)' is \(wanted.noun), not '\(text)'")
      }
      return keep(reading.settable, in: .value, of: name)
    }
    guard let number = value.number ?? Double(written: text) else {
      throw .badOperation(index: index, "the variable '\(name)' is a number, not '\(text)'")
    }
    keep(.number(number), in: .variable, of: name)
  }

  /// Throws where a name is a list and something behind it that is no field of a record, `messages["c"]`, or a view and
  /// a word that is nothing to set of it, `title.txt`.
  private mutating func refusePart(_ name: String) throws(RequestFailure) {
    for list in writtenLists where name.hasPrefix("\(list.name)[") || name.hasPrefix("\(list.name).") {
      let field = list.type.fields.indices.first { $0 != list.key }.map { list.type.fields[$0].name } ?? "FIELD"
      throw .badOperation(
        index: index, "of a record one field is set, as '\(list.name)[\"KEY\"].\(field)', and not '\(name)'")
    }
    guard let point = name.lastIndex(of: "."),
      case let path = names.path(meantBy: String(name[..<point])), names.view(named: path) != nil
    else { return }
    let part = String(name[name.index(after: point)...])
    let known = Settable.allCases.filter(\.subject.isView).map(\.rawValue)
    let near = didYouMean(nearestName(to: part, in: known), path + ".")
    throw .badOperation(index: index, "of a view \(known.listed()) can be set, and no '\(part)'\(near)")
  }

  /// Sets the numbers of an id, or something of the clause that it stands on.
  private mutating func set(
    _ settable: Settable, ofIdentifier name: String, to value: SettableValue?
  ) throws(RequestFailure) {
    let index = try identifier(named: name)
    let identifier = layout.identifiers[index]
    let rules = settable == .constant ? [] : names.rules(ofIdentifier: index)
    if let numbers = value?.numbers, settable == .constant, numbers.count != 1 {
      let count = identifier.written.count
      let known = "'#\(identifier.name)' is one number"
      guard numbers.count == count else {
        throw .badOperation(index: self.index, count == 1 ? known : "\(known), or \(count) of them")
      }
    }
    if value != nil, let objection = layout.objection(toSetting: settable, ofIdentifier: index, rules: rules) {
      throw .badOperation(index: self.index, objection)
    }
    keep(
      value, in: settable.slots[0], of: identifier.key(in: layout),
      over: layout.written(settable, ofIdentifier: index, rules: rules))
  }

  /// The place of an id in the layout.
  private mutating func identifier(named name: String) throws(RequestFailure) -> Int {
    var wanted = name
    // A `#` in the key of a record is another one.
    let last = wanted.lastIndex(of: ".").map { wanted.index(after: $0) } ?? wanted.startIndex
    if last < wanted.endIndex, wanted[last] == "#" { wanted.remove(at: last) }
    let matches = names.identifiers(named: wanted)
    if matches.count == 1 { return matches[0] }
    // A name that two views use is as good as unknown: the answer says how to tell them apart.
    let known = layout.identifiers.map { "\(layout.views[$0.view].path).#\($0.name)" }
    let candidates = matches.isEmpty ? known + layout.identifiers.map { "#\($0.name)" } : known
    throw .unknownName(kind: "constant", name, known: knownNames(candidates, nearestTo: name))
  }

  private mutating func setNaturalSize(of path: String, to lengths: [Double?]?) throws(RequestFailure) {
    let path = layout.views[try names.view(at: path)].path
    guard let lengths else { return keep(nil, in: .intrinsic, of: path) }
    guard let kept = Settable.Slot.intrinsic.form.reading(SettableValue.numbers(lengths).turningLastBaseline) else {
      throw .badOperation(index: index, Settable.intrinsic.complaint)
    }
    keep(kept, in: .intrinsic, of: path)
  }
}
