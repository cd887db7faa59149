import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables

/// Everything that was set in a scene from outside, and what the file said when it was set.
///
/// Survives a reload for every view, stack and id that still exists. A constant, a text or `hidden` gives way once the
/// file's own value for it is not what it was: whoever edits the file wants to see the edit.
struct OutsideState: Equatable, Sendable {
  /// A value, and what the file said in its place when it was set, in words that name views and variables: so it
  /// means the same after a reload that numbers them anew, and after a restart. Nil: nothing.
  struct Kept: Equatable, Sendable {
    /// Of the slot's form.
    var value: SettableValue
    var written: String?

    /// About what it takes to keep it under a name, in bytes.
    fileprivate func byteCount(of subject: String) -> Int {
      let value =
        switch value {
        case .text(let text): text.utf8.count
        case .typed(let type, let text): type.utf8.count + text.utf8.count
        case .numbers(let numbers): 16 * numbers.count
        case .records(let records): 160 * records.count
        case .number, .truth: 0
        }
      return OutsideState.entryBytes + subject.utf8.count + value + (written?.utf8.count ?? 0)
    }
  }

  /// What an entry takes besides its texts, by measuring.
  private static let entryBytes = 160

  /// What is kept in a slot, by what it is about: a name, a view's path, `view path.name` of an id; empty for the scene
  /// itself.
  private struct Row: Equatable, Sendable {
    let slot: Settable.Slot
    private(set) var kept: SharedTable<Kept>
    private(set) var byteCount: Int

    init(_ slot: Settable.Slot, _ kept: SharedTable<Kept>) {
      self.slot = slot
      self.kept = kept
      byteCount = kept.reduce(0) { $0 + $1.value.byteCount(of: $1.key) }
    }

    subscript(subject: String) -> Kept? {
      get { kept[subject] }
      set {
        byteCount += newValue?.byteCount(of: subject) ?? 0
        byteCount -= kept.set(subject, to: newValue)?.byteCount(of: subject) ?? 0
      }
    }
  }

  /// In the order of slots; one in which nothing is set is not there. They are few, so they are found by looking.
  private var rows: [Row] = []
  /// Of views that do not stand where the file puts them.
  var arrangement = Arrangement() {
    didSet { placeBytes = arrangement.byteCount(besides: Self.entryBytes) }
  }
  private var placeBytes = 0
  /// The records of lists, by name; a list is not there whose records are the file's.
  var records: [String: RecordTable] = [:]

  /// How many things are set; a list is one, whatever is in it.
  var count: Int { rows.reduce(arrangement.places.count + records.count) { $0 + $1.kept.count } }

  /// What is set, of anything.
  var settables: [Settable] {
    let set = Set(rows.map(\.slot.settable) + (records.isEmpty ? [] : [.variable]))
    return Settable.allCases.filter(set.contains)
  }

  /// The slots in which something is set here or in another state, in their order.
  func slots(with other: OutsideState) -> [Settable.Slot] {
    let own = rows.map(\.slot)
    let others = other.rows.map(\.slot)
    return own == others ? own : Settable.Slot.allCases.filter { own.contains($0) || others.contains($0) }
  }

  /// About what it takes in memory.
  var byteCount: Int {
    rows.reduce(records.reduce(placeBytes) { $0 + $1.value.byteCount }) { $0 + $1.byteCount }
  }

  /// What is kept in a slot, by what it is about.
  subscript(slot: Settable.Slot) -> SharedTable<Kept> {
    get { rows.first { $0.slot == slot }?.kept ?? SharedTable() }
    set {
      if let index = rows.firstIndex(where: { $0.slot == slot }) {
        if newValue.isEmpty { rows.remove(at: index) } else { rows[index] = Row(slot, newValue) }
      } else if !newValue.isEmpty {
        rows.insert(Row(slot, newValue), at: rows.firstIndex { slot < $0.slot } ?? rows.endIndex)
      }
    }
  }

  /// - Parameter subject: nil for the scene itself.
  subscript(slot: Settable.Slot, of subject: String?) -> Kept? {
    get { rows.first { $0.slot == slot }?.kept[subject ?? ""] }
    set {
      if let index = rows.firstIndex(where: { $0.slot == slot }) {
        rows[index][subject ?? ""] = newValue
        if rows[index].kept.isEmpty { rows.remove(at: index) }
      } else if let newValue {
        self[slot] = [subject ?? "": newValue]
      }
    }
  }

  /// Sets what the outside has set over what the file says. Of flags that nothing in the layout asks for there may be
  /// many, so where they are, only those are put that it asks for.
  ///
  /// - Parameter layout: is only asked for when flags or records are set.
  func override(_ inputs: inout SceneInputs, for layout: @autoclosure () -> ResolvedLayout) {
    for row in rows {
      if row.slot == .flag, case let layout = layout(), row.kept.count > layout.conditions.count {
        for name in layout.askedFlags { row.kept[name].map { row.slot.put($0.value, of: name, into: &inputs) } }
      } else {
        for (subject, kept) in row.kept { row.slot.put(kept.value, of: subject, into: &inputs) }
      }
    }
    inputs.arrangement = arrangement
    if !records.isEmpty { putRecords(into: &inputs.records, for: layout()) }
  }

  /// Puts the records that were set over those that the file or a preview has.
  func putRecords(into shown: inout [String: [Record]], for layout: ResolvedLayout) {
    if records.isEmpty { return }
    for list in layout.lists { if let own = records[list.name]?.records(of: list.type) { shown[list.name] = own } }
  }

  /// Whether something is set in single views, or views are arranged.
  var concernsViews: Bool {
    !arrangement.isEmpty || rows.contains { $0.slot.settable.subject.isInViews }
  }

  /// This state with a part of it as it is in `base`; nil: all of it.
  func resetting(_ part: StatePart?, to base: OutsideState) -> OutsideState {
    guard let part else { return base }
    var result = self
    for slot in part.settables.flatMap(\.slots) { result[slot] = base[slot] }
    if part == .views { result.arrangement = base.arrangement }
    if part == .values { result.records = base.records }
    return result
  }

  /// What was set in views under their former names is set in them under their new ones. Costs what is set and what is
  /// renamed, and not the product of the two.
  ///
  /// - Parameter renamings: no view goes by a former name any more. Of several views with one the first is meant.
  /// - Returns: how many names were looked at.
  @discardableResult mutating func rename(_ renamings: [ResolvedLayout.Renaming]) -> Int {
    let paths = Dictionary(renamings.map { ($0.former, $0.path) }) { first, _ in first }
    var steps = renamings.count
    func path(_ former: String) -> String? {
      steps += 1
      return paths[former]
    }
    for slot in rows.map(\.slot) {
      switch slot.settable.subject {
      case .scene, .name: continue
      case .view, .viewOrAll: rename(in: slot, path)
      case .id:
        rename(in: slot) { key in
          // `view.name`, and there is no point in a name.
          guard let point = key.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
          return path(String(key[..<point])).map { $0 + key[point...] }
        }
      }
    }
    var places: [String: ViewPlace] = [:]
    for (view, place) in arrangement.places {
      var place = place
      if case .arranged(in: let stack, let index, let isLast) = place, let stack = path(stack) {
        place = .arranged(in: stack, index: index, isLast: isLast)
      }
      places[path(view) ?? view] = place
    }
    if places != arrangement.places { arrangement.places = places }
    return steps
  }

  private mutating func rename(in slot: Settable.Slot, _ newer: (String) -> String?) {
    let renamed = self[slot].compactMap { key, kept in newer(key).map { (key, $0, kept) } }
    for (former, _, _) in renamed { self[slot, of: former] = nil }
    for (_, key, kept) in renamed { self[slot, of: key] = kept }
  }

  /// Drops what `layout` has no place for any more, and what it says differently now.
  ///
  /// - Parameter layout: with the views of the records that survive.
  func surviving(in layout: ResolvedLayout) -> OutsideState {
    if self == OutsideState() { return self }
    var names = FilePlaces(layout)
    var result = self
    for slot in rows.map(\.slot) where slot.settable.isOfLayout {
      var kept = self[slot]
      kept.keep { names.hasPlace(for: $1, in: slot, of: $0) }
      result[slot] = kept
    }
    result.arrangement = arrangement.surviving(in: layout)
    return result
  }

  /// Goes on with the records that were set, as the lists of an edited layout have them.
  ///
  /// - Returns: what is to be said of those that went, or whose values of a field did, or that have none yet for a new
  ///   field.
  mutating func keepRecords(in layout: ResolvedLayout) -> [Diagnostic] {
    var told: [Diagnostic] = []
    for (name, table) in records.sorted(by: { $0.key < $1.key }) {
      guard let list = layout.lists.first(where: { $0.name == name }), let key = list.key,
        let kept = table.reshaped(for: list, key: key)
      else {
        records[name] = nil
        told.append(.lostRecords(table, of: name, in: layout))
        continue
      }
      records[name] = kept.table
      told += table.goneFields(in: list.type).map { .goneField($0.name, of: $0.records, in: list) }
      if !kept.empty.isEmpty { told.append(.emptyFields(kept.empty, of: kept.table, in: list)) }
    }
    return told
  }
}

extension Settable {
  /// Whether only some layouts have a place for it: for flags and traits all do.
  fileprivate var isOfLayout: Bool {
    switch subject {
    case .scene: false
    case .name: self == .variable
    case .view, .viewOrAll, .id: true
    }
  }
}

/// Finds the views, identifiers and variables of a layout by name.
private struct FilePlaces {
  private let layout: ResolvedLayout
  private let views: [String: ViewID]
  /// Places in the layout, by key.
  private let identifiers: [String: Int]
  /// The rules of each identifier; filled when something of one is kept.
  private lazy var rules = IdentifierPlaces(in: layout).rules(in: layout)
  private let variables: [String: VariableValue?]

  init(_ layout: ResolvedLayout) {
    self.layout = layout
    var views: [String: ViewID] = [:]
    for (index, view) in layout.views.enumerated() where view.kind != .guide { views[view.path] = ViewID(Int32(index)) }
    self.views = views
    var identifiers: [String: Int] = [:]
    for (index, identifier) in layout.identifiers.enumerated() { identifiers[identifier.key(in: layout)] = index }
    self.identifiers = identifiers
    variables = Dictionary(layout.variables.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether something that is set means something in the layout, and the file says nothing else in its place since.
  mutating func hasPlace(for kept: OutsideState.Kept, in slot: Settable.Slot, of subject: String) -> Bool {
    let settable = slot.settable
    switch settable.subject {
    case .scene: return true
    case .name:
      guard let declared = variables[subject] else { return false }
      return declared?.isAlike(VariableValue(kept.value)) ?? (slot == .variable)
    case .view, .viewOrAll:
      guard let view = views[subject] else { return false }
      if settable == .scroll, !layout.views[view].kind.isScroll { return false }
      return !settable.entry.keepsWritten || layout.written(settable, of: view) == kept.written
    case .id:
      guard let index = identifiers[subject] else { return false }
      let rules = settable == .constant ? [] : rules[index]
      return layout.objection(toSetting: settable, ofIdentifier: index, rules: rules) == nil
        && (!settable.entry.keepsWritten
          || layout.written(settable, ofIdentifier: index, rules: rules) == kept.written)
    }
  }
}

extension VariableValue {
  fileprivate func isAlike(_ other: VariableValue?) -> Bool { other.map { isAlike($0) } ?? false }
}

extension ResolvedLayout {
  /// What the file says of a view in the place of something that can be set; nil when it says nothing.
  func written(_ settable: Settable, of view: ViewID) -> String? {
    switch settable {
    case .text: views[view].text
    case .hidden: writtenHidden(of: view)
    default: nil
    }
  }

  /// What the file says about `hidden` of a view: when each such clause holds; nil when there is none.
  private func writtenHidden(of view: ViewID) -> String? {
    let range = views[view].settings
    let clauses = settings[Int(range.lowerBound)..<Int(range.upperBound)].compactMap { setting -> String? in
      guard case .hidden = setting.setting else { return nil }
      return setting.condition.map { text(of: conditions[Int($0.index)]) } ?? "always"
    }
    return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
  }

  /// Paths of the views that the outside can name, in tree order.
  var viewPaths: some Sequence<String> { views.lazy.filter { $0.kind != .guide }.map(\.path) }
}

extension Settable.Subject {
  /// Whether it is a view, or stands in one.
  var isInViews: Bool {
    switch self {
    case .scene, .name: false
    case .id, .view, .viewOrAll: true
    }
  }
}
