import ConstraintSolver
import Geometry
import LayoutModel
import LayoutSyntax

/// One question about one view of a solved scene.
///
/// The solver knows rows and the model knows rules; the emitters tell which row came from which rule. A rule is about
/// the view if any of its anchors is the view's. A row of a container or a content is about the view if it contains an
/// unknown of the view.
struct Inquiry {
  let view: ViewID
  let layout: ResolvedLayout
  /// Conditions from this one on are not the file's: what has one was put out of force from outside.
  private let firstOtherCondition: Int
  let scene: LoweredScene
  let quote: (Diagnostic.Place) -> String
  var lowering: Lowering
  let solver: Solver
  private let identifiers: IdentifierPlaces
  var places: ScenePlaces
  /// By emitter: the notes on its rows, once somebody has asked for them.
  private var notes: [Emitter: EmissionNotes] = [:]

  init(
    view: ViewID, layout: ResolvedLayout, declared: ResolvedLayout, scene: LoweredScene,
    quote: @escaping (Diagnostic.Place) -> String,
    lowering: Lowering, places: ScenePlaces
  ) {
    self.view = view
    self.layout = layout
    firstOtherCondition = declared.conditions.count
    self.scene = scene
    self.quote = quote
    self.lowering = lowering
    self.places = places
    solver = scene.solver
    identifiers = IdentifierPlaces(in: layout)
  }

  mutating func explanation(of attribute: AnchorAttribute?) -> Explanation {
    let asked = attribute.map { physical($0, isMirrored: lowering.structure.isRightToLeft(view)) }
    var reasons: [AnchorAttribute: [Explanation.Reason]] = [:]
    let (rows, shortnesses) = rowsAboutView()
    for (attribute, reason) in rulesAboutView() + sizesOfFillingViews() + rows + tracksAboutView() {
      reasons[attribute, default: []].append(reason)
    }
    for (attribute, reason) in shortnesses where !isDecided(attribute, by: reasons) {
      reasons[attribute, default: []].append(reason)
    }
    var told = AnchorAttribute.told.filter { attribute in
      guard asked.map({ $0.axis == attribute.axis }) ?? true else { return false }
      return reasons[attribute] != nil || attribute.isOfFrame || attribute == asked
    }
    if let asked, let index = told.firstIndex(of: asked) { told.insert(told.remove(at: index), at: 0) }
    let decided = solver.decides(told.map { unknowns(of: $0) })
    return Explanation(
      attributes: zip(told, decided).map { self.attribute($0, because: reasons[$0] ?? [], isDecided: $1) },
      conflicts: conflicts(along: asked?.axis), declared: declarations(),
      guides: guides(namedBy: told.flatMap { reasons[$0] ?? [] }))
  }

  // MARK: Where it is told, and seen

  /// Where the view is declared, and the uses of components around it.
  private func declarations() -> [Diagnostic.Place] {
    var origins = [layout.views[view].origin]
    var uses = layout.uses
    var around: ViewID? = view
    while let current = around {
      // What stands in the text of a component is there because somebody uses it.
      let use = uses.firstIndex { use in
        let (body, origin) = (use.component, origins[origins.count - 1])
        return use.view == current && body.file == origin.file && body.span.start <= origin.span.start
          && origin.span.end <= body.span.end
      }
      if let use {
        origins.append(uses.remove(at: use).origin)
      } else {
        around = lowering.tree.parent(of: current)
      }
    }
    return origins.map(layout.place(of:))
  }

  private mutating func guides(namedBy reasons: [Explanation.Reason]) -> [Explanation.GuideRectangle] {
    var named: [String: Set<Guide>] = [layout.views[0].path: [.safe, .margins, .readable, .keyboard]]
    for end in reasons.flatMap(\.ends) where end.guide != .frame { named[end.view, default: []].insert(end.guide) }
    var found: [Explanation.GuideRectangle] = []
    for index in layout.views.indices {
      guard let guides = named[layout.views[index].path] else { continue }
      for guide in Guide.allCases where guides.contains(guide) {
        found.append(
          Explanation.GuideRectangle(
            view: layout.views[index].path, guide: guide, frame: places.rectangle(of: guide, ViewID(Int32(index)))))
      }
    }
    return found
  }

  private mutating func ends(of rule: Rule) -> [Explanation.End] {
    let isMirrored = lowering.isMirrored(rule)
    let anchors = [rule.item] + (rule.term.map { [$0.anchor] } ?? []) + rule.moreTerms.map(\.anchor)
    return anchors.map { anchor in
      Explanation.End(
        view: layout.views[anchor.view].path, guide: anchor.guide, attribute: anchor.attribute,
        position: places.position(of: anchor, isMirrored: isMirrored))
    }
  }

  // MARK: Attributes

  private func attribute(
    _ attribute: AnchorAttribute, because reasons: [Explanation.Reason], isDecided: Bool
  ) -> Explanation.Attribute {
    let isBroken = reasons.contains { $0.isActive && $0.priority >= NamedPriority.required && $0.slack < 0 }
    let value = unknowns(of: attribute).reduce(0) { $0 + $1.coefficient * solver.value(of: $1.variable) }
    return Explanation.Attribute(
      attribute: attribute, value: value + baselineOffset(of: attribute),
      status: isBroken ? .broken : isDecided ? .unique : .ambiguous, because: reasons)
  }

  /// The unknowns that an attribute is the sum of. What a text adds to a baseline is left out.
  private func unknowns(of attribute: AnchorAttribute) -> [(variable: VariableID, coefficient: Double)] {
    let (position, size) = attribute.axis == .x ? (view.x, view.width) : (view.y, view.height)
    return switch attribute {
    case .left, .leading, .top, .firstBaseline: [(position, 1)]
    case .right, .trailing, .bottom, .lastBaseline: [(position, 1), (size, 1)]
    case .centerX, .centerY: [(position, 1), (size, 0.5)]
    case .width, .height: [(size, 1)]
    }
  }

  private func baselineOffset(of attribute: AnchorAttribute) -> Points {
    switch attribute {
    case .firstBaseline: scene.naturals[view].firstBaseline
    case .lastBaseline: 0 - scene.naturals[view].lastBaseline
    default: 0
    }
  }

  func physical(_ attribute: AnchorAttribute, isMirrored: Bool) -> AnchorAttribute {
    switch attribute {
    case .leading: isMirrored ? .right : .left
    case .trailing: isMirrored ? .left : .right
    default: attribute
    }
  }

  // MARK: Constraints of the file

  private mutating func rulesAboutView() -> [(AnchorAttribute, Explanation.Reason)] {
    var found: [(AnchorAttribute, Explanation.Reason)] = []
    // Rules are looked at in place: a copy costs more than a look.
    for index in layout.rules.indices {
      guard let named = layout.rules[index].attribute(of: view) else { continue }
      found.append((physical(named, isMirrored: lowering.isMirrored(layout.rules[index])), reason(index)))
    }
    return found
  }

  private mutating func reason(_ index: Int) -> Explanation.Reason {
    let rule = layout.rules[index]
    lowering.makeForm(of: index)
    let excess = lowering.form.value(in: solver)
    let place = layout.place(of: rule.origin)
    return Explanation.Reason(
      identifier: identifiers.identifier(of: rule, in: layout), source: quote(place),
      meaning: layout.relation(of: rule), priority: rule.priority,
      slack: slack(excess, ConstraintSolver.Relation(rule.comparison), scale: lowering.form.constant),
      isActive: lowering.holds(index),
      condition: rule.condition.map(words(of:)), place: place, ends: ends(of: rule))
  }

  private func words(of condition: ConditionID) -> String {
    let index = Int(condition.index)
    return index < firstOtherCondition ? layout.text(of: layout.conditions[index]) : "it was set inactive"
  }

  /// What the file says of the size of views that fill a stack across: the stack is as large as they are.
  private mutating func sizesOfFillingViews() -> [(AnchorAttribute, Explanation.Reason)] {
    guard let axis = lowering.structure.stackAxes[view]?.other,
      lowering.structure.settings(of: view).items == .fill
    else { return [] }
    let attribute = axis == .x ? AnchorAttribute.width : .height
    var found: [(AnchorAttribute, Explanation.Reason)] = []
    for index in layout.rules.indices {
      let item = layout.rules[index].item
      guard item.attribute == attribute, lowering.tree.parent(of: item.view) == view,
        !lowering.structure.isHidden[item.view],
        // One that names the stack is told already.
        layout.rules[index].attribute(of: view) == nil
      else { continue }
      found.append((attribute, reason(index)))
    }
    return found
  }

  /// How much room a row has left. What rounding leaves counts as 0: it means nothing to an author.
  private func slack(_ excess: Double, _ relation: ConstraintSolver.Relation, scale: Double) -> Double {
    let excess = excess.magnitude <= 1e-6 * max(1, scale.magnitude) ? 0 : excess
    switch relation {
    case .equal: return 0 - excess.magnitude
    case .lessThanOrEqual: return 0 - excess
    case .greaterThanOrEqual: return excess
    }
  }

  // MARK: What containers and contents ask for

  /// - Returns: beside what is asked for, wishes for a size of 0, as if they held: what is missed says nothing.
  private mutating func rowsAboutView() -> (
    asked: [(AnchorAttribute, Explanation.Reason)], shortnesses: [(AnchorAttribute, Explanation.Reason)]
  ) {
    let parent = lowering.tree.parent(of: view)
    let emitters = [parent == nil ? .scene : nil, .view(view), parent.map { Emitter.view($0) }].compactMap { $0 }
    var found: [(AnchorAttribute, Explanation.Reason)] = []
    var shortnesses: [(AnchorAttribute, Explanation.Reason)] = []
    var said: Set<Saying> = []
    for emitter in emitters {
      let (rows, notes) = lowering.explainedRows(of: emitter, layout)
      for row in 0..<rows.constraintCount {
        guard let attribute = attribute(ofRow: row, in: rows), let note = notes.note(ofRow: row) else { continue }
        let place = layout.place(of: note.origin)
        let reason = Explanation.Reason(
          identifier: nil, source: note.words, meaning: nil,
          priority: min(rows.priorities[row], NamedPriority.required),
          slack: note.isShortness
            ? 0
            : slack(
              rows.sum(ofRow: row, in: solver) - rows.constants[row], rows.relations[row], scale: rows.constants[row]),
          isActive: true, condition: nil, place: place, ends: ends(ofRow: row, in: rows))
        if note.isShortness {
          shortnesses.append((attribute, reason))
          continue
        }
        // A second row with the same words about the same attribute tells nothing new.
        let saying = Saying(
          attribute: attribute, words: reason.source, priority: reason.priority, slack: reason.slack)
        if said.insert(saying).inserted { found.append((attribute, reason)) }
      }
    }
    return (found, shortnesses)
  }

  /// Whether what is asked for says how large the view is along an axis: its size, or both of its ends.
  private func isDecided(_ size: AnchorAttribute, by reasons: [AnchorAttribute: [Explanation.Reason]]) -> Bool {
    let asked = reasons.filter { $0.key.axis == size.axis && $0.value.contains { $0.isActive && $0.slack >= 0 } }
    return asked[size] != nil || asked.count > 1
  }

  /// What makes two rows the same for somebody who reads about them.
  private struct Saying: Hashable {
    var attribute: AnchorAttribute
    var words: String
    var priority: Float
    var slack: Points
  }

  /// The anchors of views that a row joins, in the order of its terms.
  private mutating func ends(ofRow row: Int, in rows: ConstraintSystem) -> [Explanation.End] {
    var views: [ViewID] = []
    for variable in rows.variables(ofRow: row) where Int(variable.index) < layout.views.count * 4 {
      let view = ViewID(variable.index / 4)
      if !views.contains(view) { views.append(view) }
    }
    return views.compactMap { view in attribute(of: view, ofRow: row, in: rows).map { end(view, $0) } }
  }

  mutating func end(_ view: ViewID, _ attribute: AnchorAttribute) -> Explanation.End {
    Explanation.End(
      view: layout.views[view].path, guide: .frame, attribute: attribute,
      position: places.position(of: Anchor(view, .frame, attribute), isMirrored: false))
  }

  private func attribute(ofRow row: Int, in rows: ConstraintSystem) -> AnchorAttribute? {
    attribute(of: view, ofRow: row, in: rows)
  }

  /// The attribute of a view that a row asks for; nil when it names none.
  private func attribute(of view: ViewID, ofRow row: Int, in rows: ConstraintSystem) -> AnchorAttribute? {
    func coefficient(_ variable: VariableID) -> Double { rows.coefficient(of: variable, inRow: row) }
    let (x, width, y, height) = (
      coefficient(view.x), coefficient(view.width), coefficient(view.y), coefficient(view.height)
    )
    if x != 0 { return width == 0 ? .left : width == x ? .right : .centerX }
    if y != 0 { return height == 0 ? .top : height == y ? .bottom : .centerY }
    return width != 0 ? .width : height != 0 ? .height : nil
  }

  // MARK: Conflicts

  private mutating func conflicts(along axis: Axis?) -> [Explanation.Conflict] {
    solver.conflicts.filter { conflict in
      conflict.members.contains { row in
        let attribute = attribute(ofRow: Int(row.index), in: solver.system)
        return attribute.map { axis == nil || $0.axis == axis } ?? false
      }
    }.map { conflict in
      let relaxed = citation(of: conflict.yielded)
      var said: Set<String> = []
      let constraints = conflict.members.map { citation(of: $0).text }.filter { said.insert($0).inserted }
      return Explanation.Conflict(
        constraints: constraints, relaxed: relaxed.text, excess: conflict.excess,
        suggestion: relaxed.isWritten ? Self.yielding(relaxed.text) : nil)
    }
  }

  private mutating func citation(of row: ConstraintID) -> (text: String, isWritten: Bool) {
    let emitter = scene.emitter(of: row)
    if case .rule(let rule) = emitter { return (quote(layout.place(of: layout.rules[rule].origin)), true) }
    let known = notes[emitter] ?? lowering.explainedRows(of: emitter, layout).notes
    notes[emitter] = known
    return (known.note(ofRow: Int(row.index - scene.rows(of: emitter).lowerBound))?.words ?? "", false)
  }

  /// The clause with a priority below required. The outcome is the same, and no conflict is reported.
  private static func yielding(_ clause: String) -> String? {
    guard !clause.contains("@"), !clause.contains("\n"), !clause.contains("{") else { return nil }
    guard let id = clause.firstIndex(of: "#") else { return "\(clause) @999" }
    return "\(clause[..<id])@999 \(clause[id...])"
  }
}

extension Rule {
  /// The attribute by which the rule first names `view`; nil when it does not name it.
  fileprivate func attribute(of view: ViewID) -> AnchorAttribute? {
    if item.view == view { return item.attribute }
    if let term, term.anchor.view == view { return term.anchor.attribute }
    return moreTerms.first { $0.anchor.view == view }?.anchor.attribute
  }
}

extension ConstraintSystem {
  fileprivate func variables(ofRow row: Int) -> [VariableID] {
    (Int(rowStarts[row])..<Int(rowStarts[row + 1])).map { VariableID(termVariables[$0]) }
  }

  fileprivate func coefficient(of variable: VariableID, inRow row: Int) -> Double {
    var sum = 0.0
    for term in Int(rowStarts[row])..<Int(rowStarts[row + 1]) where termVariables[term] == variable.index {
      sum += termCoefficients[term]
    }
    return sum
  }

  fileprivate func sum(ofRow row: Int, in solver: Solver) -> Double {
    var sum = 0.0
    for term in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
      sum += termCoefficients[term] * solver.value(of: VariableID(termVariables[term]))
    }
    return sum
  }
}
