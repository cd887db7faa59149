import ConstraintSolver
import Frames
import LayoutModel

/// An edited layout goes on with what its predecessor worked out.
///
/// Most saves change a number or a text, and no row. After such a save the old scene goes on: rules and containers with
/// another number write their rows again, and texts that changed are measured. After any other save the new scene takes
/// over the compiled solvers that have the same rows, and the measured texts. The frames do not depend on any of this,
/// because solvers and measurers give the same answers whatever they were asked before.
extension LayoutScene {
  /// - Parameter older: a scene of the layout before the edit, or of the same layout with other inputs. Hand over the
  ///   only copy: a solver that somebody else holds too would be copied first.
  public init(_ layout: ResolvedLayout, inputs: SceneInputs, continuing older: consuming LayoutScene) {
    // Moved: what is kept in arrays would be copied with the first change of it.
    self = consume older
    _ = edit(to: layout, inputs: inputs)
  }

  /// What an edit leaves to be shown until the scene is solved.
  ///
  /// Indirect, since it costs some thousand instructions to say that there is no scene in the place of one.
  public indirect enum Shown: Sendable {
    /// What the scene itself has: the same views are in the same places, and frames and contents are as they were.
    case itself
    /// The scene as it was. It has forgotten all but what it shows.
    case former(LayoutScene)
  }

  /// Takes over an edited layout, or other inputs; the next solve works out what that changes.
  public mutating func edit(to layout: ResolvedLayout, inputs: SceneInputs) -> Shown {
    edit(to: layout, layout.copied(with: inputs.records), inputs)
  }

  /// - Parameter copied: the layout with the views of its records.
  mutating func edit(to layout: ResolvedLayout, _ copied: CopiedLayout, _ inputs: SceneInputs) -> Shown {
    let arranged = copied.layout.made(for: inputs)
    let hasOtherNumbers = copied.carried?.hasOtherNumbers ?? false
    if !hasOtherNumbers, let difference = NumberDifference(from: self.layout, to: arranged.layout) {
      follow(layout, copied, arranged, inputs)
      setNumbers(of: difference)
      return .itself
    }
    let goesOn = goesOn(with: inputs)
    var newer = LayoutScene(layout, copied, arranged, inputs, after: goesOn ? facts : nil)
    newer.predecessors = lowered.map { Predecessor(key: $0.structure.key, solver: $0.solver) }
    if let carried = copied.carried, let current = lowered.last, let solvedInputs, goesOn {
      newer.former = FormerScene(carried: carried, facts: facts, inputs: solvedInputs, lowered: current)
      newer.texts = MeasuredTexts(carried.views(of: texts.items, otherwise: nil))
      newer.rects = carried.views(of: rects, otherwise: .zero)
      newer.contents = carried.views(of: contents, otherwise: ViewContent())
    } else {
      newer.keepTexts(of: self)
    }
    forgetWork()
    swap(&self, &newer)
    return .former(newer)
  }

  /// Makes the next solve look at what an edit changed.
  private mutating func setNumbers(of difference: NumberDifference) {
    statistics = Statistics()
    editedTexts = (editedTexts ?? []).union(difference.texts)
    if difference.hasOtherFields { measureTextsOfFields() }
    // Only the structure in use is brought up to date. The others become predecessors, whose solvers may be used again.
    predecessors += lowered.dropLast().map { Predecessor(key: $0.structure.key, solver: $0.solver) }
    lowered.removeFirst(max(0, lowered.count - 1))
    if lowered.isEmpty { return }
    let hasOtherNaturals = difference.hasOtherFields || !difference.settings.isEmpty
    solutionBeforeEdit = hasOtherNaturals ? nil : lowered[0].solution
    lowered[0].solution = nil
    for index in difference.rules {
      lowered[0].setConstant(ofRule: Int(index), to: layout.rules[Int(index)].constant)
      // A spacer also reads the numbers of its rules: it wishes to be no longer than they ask.
      let view = layout.rules[Int(index)].item.view
      if facts.tree.kinds[view] == .spacer { lowered[0].emitAgain(view) }
    }
    if difference.settings.isEmpty { return }
    lowered[0].readAgain(layout.settings, of: layout.views)
    for index in difference.settings {
      let view = layout.settings[Int(index)].view
      switch layout.settings[Int(index)].setting {
      case .gap, .lineGap: lowered[0].emitAgain(view, upToGaps: true)
      case .gapAfter: if let stack = facts.tree.parent(of: view) { lowered[0].emitAgain(stack, upToGaps: true) }
      default: lowered[0].emitAgain(view)
      }
    }
  }

  /// Makes the next solve look at other values of records: the texts of these views, and perhaps numbers.
  mutating func continueWith(texts: [ViewID], otherFields: Bool) {
    editedTexts = (editedTexts ?? []).union(texts)
    guard otherFields else { return }
    measureTextsOfFields()
    solutionBeforeEdit = nil
    // All of them have other numbers; those that are for other conditions may come back.
    for index in lowered.indices { lowered[index].solution = nil }
  }

  /// What a view says of itself may be a field of a record: the size of its text, how opaque it is.
  private mutating func measureTextsOfFields() {
    if !facts.hasDynamicSettings { return }
    for index in layout.settings.indices where layout.settings[index].setting.isDynamic {
      editedTexts = (editedTexts ?? []).union([layout.settings[index].view])
    }
  }

  /// The scene before, of which some records stayed.
  struct FormerScene: Sendable {
    let carried: CarriedOver
    let facts: LayoutFacts
    /// What it was solved for.
    let inputs: SceneInputs
    /// The structure that was in use.
    let lowered: LoweredScene
  }

  /// Whether the layout that is solved for other inputs is that of the file, as it was solved, but for the records.
  private func goesOn(with inputs: SceneInputs) -> Bool {
    var (wanted, known) = (inputs.ofLayout, layoutInputs)
    (wanted.records, known.records) = ([:], [:])
    return editedTexts == nil && wanted == known && wanted.arrangement.isEmpty && wanted.adjustments.isEmpty
      && wanted.values.isEmpty
  }

  /// A compiled solver of an older layout.
  struct Predecessor: Sendable {
    let key: StructureKey
    let solver: Solver
  }

  /// Takes the predecessor's solver for a structure out of the list, so that it can be changed in place.
  mutating func removePredecessor(for key: StructureKey) -> Solver? {
    guard let index = predecessors.lastIndex(where: { $0.key == key }) else { return nil }
    return predecessors.remove(at: index).solver
  }

  /// Keeps texts that were measured before. A text is looked for by the number of its view, counted from the front or,
  /// where views came or went before it, from the end.
  private mutating func keepTexts(of older: LayoutScene) {
    let known = older.texts.items
    if known.isEmpty { return }
    texts = MeasuredTexts(Array(repeating: nil, count: layout.views.count))
    let shift = known.count - texts.items.count
    // A view that shows no text may still have one in the file, and would then take room for it.
    for index in texts.items.indices where facts.tree.kinds[index].hasText {
      guard let text = layout.views[index].text, !text.isEmpty else { continue }
      for candidate in [index, index + shift] where known.indices.contains(candidate) {
        guard let measured = known[candidate], measured.text == text else { continue }
        texts[index] = measured
        break
      }
    }
  }
}

extension Solver {
  /// Takes over the numbers of a system with the same rows and variables.
  ///
  /// - Returns: false when the system is another one; then nothing has changed.
  mutating func setNumbers(of newer: ConstraintSystem) -> Bool {
    guard system.isSame(as: newer) else { return false }
    for row in 0..<newer.constraintCount { setConstant(ConstraintID(Int32(row)), newer.constants[row]) }
    for variable in 0..<newer.variableCount { setNatural(VariableID(Int32(variable)), newer.naturalValues[variable]) }
    return true
  }
}

extension ConstraintSystem {
  /// Whether two systems differ in constants and natural values at most.
  func isSame(as other: ConstraintSystem) -> Bool {
    isSize == other.isSize && rowStarts == other.rowStarts && relations == other.relations
      && priorities == other.priorities && isImported == other.isImported && termVariables == other.termVariables
      && termCoefficients == other.termCoefficients
  }
}
