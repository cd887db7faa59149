import ConstraintSolver
import Geometry
import LayoutModel

/// Says in words what the rows of an emitter are for. The notes are made only when somebody asks, by the code that
/// makes the rows.
struct EmissionNotes {
  struct Note: Equatable {
    /// The first row that the note is about; it goes on up to the row of the next note.
    var firstRow: Int
    var words: String
    /// The place in the file to look at.
    var origin: Origin
    /// Whether the rows wish for a size of 0, which nothing has: they decide only where nobody else does.
    var isShortness = false
  }

  private(set) var notes: [Note] = []
  /// The layout whose names and places the notes use.
  fileprivate let layout: ResolvedLayout

  init(_ layout: ResolvedLayout) { self.layout = layout }

  fileprivate mutating func append(_ note: Note) { notes.append(note) }

  fileprivate func name(_ view: ViewID) -> String { "'\(layout.views[view].path)'" }

  /// What the row at `index` of the emitted rows is for.
  func note(ofRow index: Int) -> Note? {
    // Notes stand in the order of their rows.
    let behind = notes.partitioningIndex { $0.firstRow > index }
    return behind == 0 ? nil : notes[behind - 1]
  }
}

extension Lowering {
  /// Whether notes are wanted; to write them costs more than to write the rows.
  var isExplaining: Bool { notes != nil }

  /// Says what the next rows are for.
  ///
  /// - Parameters:
  ///   - view: the view whose clause or declaration asks for the rows.
  ///   - isShortness: whether they wish for a size of 0.
  ///   - says: picks the clause of the view that asks for them, if there is one.
  mutating func say(
    _ words: String, of view: ViewID, in system: borrowing SystemWriter, isShortness: Bool = false,
    where says: (Setting) -> Bool = { _ in false }
  ) {
    guard let layout = notes?.layout else { return }
    let origin = clause(of: view, in: layout, where: says) ?? layout.views[view].origin
    notes?.append(
      EmissionNotes.Note(
        firstRow: system.constraintCount, words: words, origin: origin, isShortness: isShortness))
  }

  /// The last clause of `view` that is in force and for which `says` is true.
  func clause(of view: ViewID, in layout: ResolvedLayout, where says: (Setting) -> Bool) -> Origin? {
    let range = layout.views[view].settings
    return layout.settings[Int(range.lowerBound)..<Int(range.upperBound)].last { setting in
      says(setting.setting) && setting.condition.map { structure.key.conditions[Int($0.index)] } ?? true
    }?.origin
  }

  /// Says how `child` stands in its room across its container, and which clause says so, if one does.
  mutating func sayAcross(
    _ child: ViewID, in container: ViewID, _ cross: StackAxis, _ alignment: ItemsAlignment,
    _ system: borrowing SystemWriter
  ) {
    guard let layout = notes?.layout else { return }
    let kind = tree.kinds[container]
    let isInColumn = cross.axis == .x && kind == .grid
    let room =
      kind == .grid ? isInColumn ? "its columns in " : "its row in " : kind.packsViews ? "its line in " : ""
    let place = room + name(container)
    let own: (Setting) -> Bool = { isInColumn ? $0.isOwnColumnAlignment : $0.isOwnAlignment }
    let items: (Setting) -> Bool = { isInColumn ? $0.isColumnItems : $0.isItems }
    let isOwn = clause(of: child, in: layout, where: own) != nil
    // What fills its room, but for a size of its own, is at the beginning of it.
    let settings = structure.settings(of: container)
    let wanted =
      isInColumn
      ? self.alignment(inColumnOf: child, settings.columnItems) : self.alignment(of: child, settings.items)
    let words: String
    if wanted != alignment {
      words = "begins \(place), with a \(cross.axis == .x ? "width" : "height") of its own"
    } else if isOwn || clause(of: container, in: layout, where: items) != nil {
      words = "across \(place): \(isOwn ? "self" : "items")\(isInColumn ? " x" : "") \(alignment.rawValue)"
    } else {
      words = "fills \(place)\(room.isEmpty ? " across" : "")"
    }
    // The room itself is where the container has its columns, rows or lines.
    let packing = isInColumn ? settings.justify : settings.lines
    var placed = ""
    if kind.packsViews, packing.leavesBeginning {
      placed = isInColumn ? ", where 'justify \(packing)' puts them" : ", where 'lines \(packing)' puts it"
    }
    say("\(name(child)) \(words)\(placed)", of: isOwn ? child : container, in: system, where: isOwn ? own : items)
  }

  /// Says that `child` stands behind the one before it, or first.
  ///
  /// - Parameter packing: where all of them go, which the first or the last of them says.
  mutating func sayOrder(
    of child: ViewID, behind previous: ViewID?, in container: ViewID, gap: Points, isHidden: Bool,
    packing: Packing = .leading, _ system: borrowing SystemWriter
  ) {
    guard let previous else {
      return say("first in \(name(container)), at its padding", of: container, in: system) { $0.isPadding }
    }
    if isHidden {
      return say("hidden in \(name(container)): it takes no room behind \(name(previous))", of: child, in: system)
    }
    let placed = packing.leavesBeginning ? ", where 'justify \(packing)' puts the line" : ""
    let words = "behind \(name(previous)) in \(name(container)), gap \(gap.words)\(placed)"
    let isOwn = structure.settings(of: previous).gapAfter != nil
    say(words, of: isOwn ? previous : container, in: system) { isOwn ? $0.isGapAfter : $0.isGap }
  }

  /// Says how a stack shares out its length.
  mutating func saySharing(_ words: String, of stack: ViewID, in system: borrowing SystemWriter) {
    say(words, of: stack, in: system) { $0.isDistribution }
  }

  /// The name of a view in notes; empty while nobody asks.
  func name(_ view: ViewID) -> String { notes?.name(view) ?? "" }

  /// Writes the rows of an emitter together with their notes.
  mutating func explainedRows(
    of emitter: Emitter, _ layout: ResolvedLayout
  ) -> (rows: ConstraintSystem, notes: EmissionNotes) {
    var rows = SystemWriter()
    notes = EmissionNotes(layout)
    emit(emitter, into: &rows)
    defer { notes = nil }
    return (rows.finish(), notes ?? EmissionNotes(layout))
  }
}

extension Setting {
  func isHugging(along axis: Axis) -> Bool { if case .hugging(axis, _) = self { true } else { false } }
  func isResistance(along axis: Axis) -> Bool { if case .compressionResistance(axis, _) = self { true } else { false } }
  var isGap: Bool { if case .gap = self { true } else { false } }
  var isGapAfter: Bool { if case .gapAfter = self { true } else { false } }
  var isPadding: Bool { if case .padding = self { true } else { false } }
  var isItems: Bool { if case .items = self { true } else { false } }
  var isColumnItems: Bool { if case .columnItems = self { true } else { false } }
  var isOwnAlignment: Bool { if case .ownAlignment = self { true } else { false } }
  var isOwnColumnAlignment: Bool { if case .ownColumnAlignment = self { true } else { false } }
  var isDistribution: Bool { if case .distribution = self { true } else { false } }
}

extension Packing {
  /// Whether what is packed need not begin where its container does.
  fileprivate var leavesBeginning: Bool {
    switch self {
    case .center, .trailing, .spaceBetween, .spaceAround, .spaceEvenly: true
    case .leading, .fill: false
    }
  }
}
