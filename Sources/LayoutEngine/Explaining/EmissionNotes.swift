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
  }

  private(set) var notes: [Note] = []
  /// The layout whose names and places the notes use.
  fileprivate let layout: ResolvedLayout

  init(_ layout: ResolvedLayout) { self.layout = layout }

  fileprivate mutating func append(_ note: Note) { notes.append(note) }

  fileprivate func name(_ view: ViewID) -> String { "'\(layout.views[Int(view.index)].path)'" }

  /// The place of the last clause of `view` that is in force and for which `says` is true; else the view's own place.
  fileprivate func origin(of view: ViewID, holds conditions: [Bool], where says: (Setting) -> Bool) -> Origin {
    let range = layout.views[Int(view.index)].settings
    let clause = layout.settings[Int(range.lowerBound)..<Int(range.upperBound)].last { setting in
      says(setting.setting) && setting.condition.map { conditions[Int($0.index)] } ?? true
    }
    return clause?.origin ?? layout.views[Int(view.index)].origin
  }

  /// What the row at `index` of the emitted rows is for.
  func note(ofRow index: Int) -> Note? {
    // Notes stand in the order of their rows: this finds the last one that begins at or before the row.
    var (low, high) = (0, notes.count)
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].firstRow <= index { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : notes[low - 1]
  }
}

extension Lowering {
  /// Whether notes are wanted; to write them costs more than to write the rows.
  var isExplaining: Bool { notes != nil }

  /// Says what the next rows are for.
  ///
  /// - Parameters:
  ///   - view: the view whose clause or declaration asks for the rows.
  ///   - says: picks the clause of the view that asks for them, if there is one.
  mutating func say(
    _ words: String, of view: ViewID, in system: borrowing SystemWriter, where says: (Setting) -> Bool = { _ in false }
  ) {
    guard let origin = notes?.origin(of: view, holds: structure.key.conditions, where: says) else { return }
    notes?.append(EmissionNotes.Note(firstRow: system.constraintCount, words: words, origin: origin))
  }

  /// Says that `child` stands behind the one before it, or first.
  mutating func sayOrder(
    of child: ViewID, behind previous: ViewID?, in container: ViewID, gap: Points, isHidden: Bool,
    _ system: borrowing SystemWriter
  ) {
    guard let previous else {
      return say("first in \(name(container)), at its padding", of: container, in: system) { $0.isPadding }
    }
    if isHidden {
      return say("hidden in \(name(container)): it takes no room behind \(name(previous))", of: child, in: system)
    }
    let words = "behind \(name(previous)) in \(name(container)), gap \(gap.words)"
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
    of emitter: Int32, _ layout: ResolvedLayout
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
  var isDistribution: Bool { if case .distribution = self { true } else { false } }
}
