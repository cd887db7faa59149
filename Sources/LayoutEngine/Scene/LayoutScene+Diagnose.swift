import ConstraintSolver
import Geometry
import LayoutModel
import LayoutSyntax

/// What solving found wrong or doubtful, in the words of the file.
extension LayoutScene {
  /// - Throws: when the allowance ends. The limit is no reason: then there are fewer remarks.
  mutating func diagnose(_ oscillation: Oscillation?, _ work: inout SolveWork) throws(Tangle) -> [Diagnostic] {
    let current = lowered.count - 1
    var diagnostics: [Diagnostic]
    if let known = lowered[current].diagnostics {
      diagnostics = known
    } else {
      let ambiguous = try lowered[current].ambiguousVariables(&work)
      diagnostics = findDiagnostics(ambiguous)
      lowered[current].diagnostics = diagnostics
    }
    if let oscillation { diagnostics.append(oscillates(oscillation)) }
    return diagnostics
  }

  private func findDiagnostics(_ ambiguous: [VariableID]) -> [Diagnostic] {
    // Nearly always there is nothing to be said.
    let current = lowered.count - 1
    let restless = lowered[current].solution?.restlessTexts ?? []
    var found: [Diagnostic] = []
    if !lowered[current].solver.conflicts.isEmpty { found += conflicts(in: lowered[current]) }
    if !ambiguous.isEmpty { found += ambiguities(ambiguous, in: lowered[current]) }
    found += remarks(on: restless, "texts") { .restlessText(path(of: $0), at: place(of: $0)).about(path(of: $0)) }
    return found + doubtfulTexts + unusablePictures
  }

  /// What is said of things of one kind: of so many each, and how many more there are.
  ///
  /// - Parameter noun: the things, in the plural.
  private func remarks<Item>(on items: [Item], _ noun: String, _ words: (Item) -> Diagnostic) -> [Diagnostic] {
    var told = items.prefix(Self.mostRemarks).map(words)
    let rest = items.count - told.count
    if rest > 0 { told[told.count - 1].notes.append(Diagnostic.Note("and \(rest) more \(noun) like this")) }
    return told
  }

  // MARK: Required constraints that contradict each other

  /// What a contradiction is told by.
  private struct Contradiction: Hashable {
    var yielded: Origin
    var others: [Origin] = []
    /// Where components with members of it are used.
    var uses: [Origin] = []
  }

  /// Each once, since the copies of a clause contradict each other in the same words, and the first of them.
  private func conflicts(in scene: LoweredScene) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var told: Set<Contradiction> = []
    var others = 0
    let uses = Dictionary(grouping: layout.uses, by: \.view)
    for conflict in scene.solver.conflicts {
      // Nobody looks for the words of what is not shown.
      if found.count < Self.mostRemarks, case let parts = contradiction(in: conflict, scene, uses),
        told.insert(parts).inserted
      {
        let view = path(of: subject(of: scene.emitter(of: conflict.yielded)))
        found.append(words(about: parts, conflict, scene).about(view))
      } else {
        others += 1
      }
    }
    if others > 0, let last = found.indices.last {
      found[last].notes.append(Diagnostic.Note("and \(others) more contradiction\(others == 1 ? "" : "s") like this"))
    }
    return found
  }

  /// - Parameter components: the uses of components, by their views.
  private func contradiction(
    in conflict: Conflict, _ scene: LoweredScene, _ components: [ViewID: [ComponentUse]]
  ) -> Contradiction {
    var found = Contradiction(yielded: origin(of: scene.emitter(of: conflict.yielded)))
    var known: (origins: Set<Origin>, uses: Set<Origin>) = ([found.yielded], [])
    for row in conflict.members {
      let emitter = scene.emitter(of: row)
      let origin = origin(of: emitter)
      if known.origins.insert(origin).inserted { found.others.append(origin) }
      if let use = use(of: emitter, origin, among: components), known.uses.insert(use).inserted {
        found.uses.append(use)
      }
    }
    return found
  }

  private func words(
    about contradiction: Contradiction, _ conflict: Conflict, _ scene: LoweredScene
  ) -> Diagnostic {
    var isWritten = false
    if case .rule = scene.emitter(of: conflict.yielded) { isWritten = true }
    let ofScene = sizeOfScene(in: conflict, scene)
    return .conflictingConstraints(
      count: ofScene == nil ? contradiction.others.count + 1 : 1, yielded: layout.place(of: contradiction.yielded),
      mending: !isWritten || ofScene != nil ? nil : isArranged(conflict, scene) ? removal(in: conflict, scene) : .lower,
      // Not `map(layout.place)`, which takes a copy of the layout along.
      others: contradiction.others.map { layout.place(of: $0) },
      uses: contradiction.uses.map { layout.place(of: $0) },
      help: ofScene ?? insideMeant(in: conflict, scene) ?? leveller(in: conflict, scene) ?? filler(in: conflict, scene)
        ?? holder(in: conflict, scene),
      most: Self.mostRemarks)
  }

  /// Whether a stack, flow or grid takes part in a contradiction. A clause that only gave way there would leave views
  /// with whatever room remains, even none.
  private func isArranged(_ conflict: Conflict, _ scene: LoweredScene) -> Bool {
    conflict.members.contains { row in
      guard case .view(let view) = scene.emitter(of: row) else { return false }
      return scene.structure.stackAxes[view] != nil || [.hflow, .vflow, .grid].contains(facts.tree.kinds[view])
    }
  }

  /// Whether the clause that gave way may be taken away as it stands. What places a view at a distance may have it in a
  /// word behind it, which would stay.
  private func removal(in conflict: Conflict, _ scene: LoweredScene) -> ConflictMending {
    guard case .rule(let index) = scene.emitter(of: conflict.yielded), case let rule = layout.rules[index],
      rule.item.attribute.isSize || rule.constant == .literal(0)
    else { return .say }
    return .remove
  }

  /// Where the size of a scene stands, where only that contradicts a length of the root; nil for any other
  /// contradiction.
  private func sizeOfScene(in conflict: Conflict, _ scene: LoweredScene) -> String? {
    guard case .rule(let yielded) = scene.emitter(of: conflict.yielded), case let rule = layout.rules[yielded],
      rule.item.view == .root, rule.item.attribute == .width || rule.item.attribute == .height, rule.term == nil,
      conflict.members.allSatisfy({
        if case .rule(let other) = scene.emitter(of: $0) { other == yielded } else { true }
      })
    else { return nil }
    return "the size of a scene stands behind its name, as in `layout name size 300, 200 { … }`"
  }

  /// What lets the views of a stack differ across it, where it makes one as high or as wide as the others and the view
  /// says another size; nil for any other contradiction.
  private func leveller(in conflict: Conflict, _ scene: LoweredScene) -> String? {
    let emitters = conflict.members.map { scene.emitter(of: $0) }
    let rules = emitters.compactMap { if case .rule(let rule) = $0 { layout.rules[rule] } else { nil } }
    for case .view(let stack) in emitters {
      let settings = scene.structure.distinctSettings[scene.structure.settingsIndex(of: stack)]
      guard let axis = scene.structure.stackAxes[stack], settings.items == .fill else { continue }
      let across = axis == .x ? AnchorAttribute.height : .width
      guard rules.contains(where: { $0.item.attribute == across && facts.tree.parent(of: $0.item.view) == stack })
      else { continue }
      let path = path(of: stack)
      return
        "'\(path)' makes its views equally \(axis == .x ? "high" : "wide"); `items center` leaves each its own size"
    }
    return nil
  }

  /// What takes the room that the views of a stack leave, where they fill it from end to end and one is longer for that
  /// than it says; nil for any other contradiction.
  private func filler(in conflict: Conflict, _ scene: LoweredScene) -> String? {
    guard case .rule(let rule) = scene.emitter(of: conflict.yielded),
      let stack = facts.tree.parent(of: layout.rules[rule].item.view),
      let axis = scene.structure.stackAxes[stack],
      layout.rules[rule].item.attribute == (axis == .x ? .width : .height),
      conflict.members.contains(where: { scene.emitter(of: $0) == .view(stack) })
    else { return nil }
    var lowering = lowering(for: scene.structure, scene.naturals)
    lowering.makeForm(of: rule)
    guard lowering.form.value(in: scene.solver) > 0 else { return nil }
    let end = axis == .y ? "bottom" : "end"
    return
      "the views of '\(layout.views[stack].path)' fill it from end to end; "
      + "a `spacer` at the \(end) takes what they leave"
  }

  /// What says where views of a stack, flow or grid stand, where one of them says it itself; nil for any other
  /// contradiction.
  private func holder(in conflict: Conflict, _ scene: LoweredScene) -> String? {
    let emitters = [conflict.yielded] + conflict.members
    for case .rule(let index) in emitters.map({ scene.emitter(of: $0) }) {
      let item = layout.rules[index].item
      guard !item.attribute.isSize, let around = facts.tree.parent(of: item.view),
        emitters.contains(where: { scene.emitter(of: $0) == .view(around) })
      else { continue }
      let (path, axis) = (layout.views[around].path, item.attribute.axis)
      switch facts.tree.kinds[around] {
      case .grid:
        return
          "'\(path)' has its views in columns and rows; where one stands in its own says "
          + (axis == .x ? "`self x center`" : "`self center`")
      case .hflow, .vflow:
        let isAlong = (facts.tree.kinds[around] == .hflow) == (axis == .x)
        return
          "'\(path)' has its views in lines; where "
          + (isAlong ? "they go along those says `justify center`" : "one stands in its own says `self center`")
      default:
        guard let main = scene.structure.stackAxes[around] else { continue }
        return
          "'\(path)' has its views one after the other; "
          + (main == axis
            ? "a `spacer` before one moves it to the end" : "where one stands across it says `self center`")
      }
    }
    return nil
  }

  private func insideMeant(in conflict: Conflict, _ scene: LoweredScene) -> String? {
    for row in conflict.members {
      if let help = insideMeant(by: scene.emitter(of: row)) { return help }
    }
    return nil
  }

  /// The words about the `fill <=` that was probably meant by `edges <= super.edges`, which is `<=` for all four
  /// coordinates; nil for any other constraint.
  private func insideMeant(by emitter: Emitter) -> String? {
    guard case .rule(let rule) = emitter, layout.rules[rule].comparison == .atMost else { return nil }
    let (view, origin) = (layout.rules[rule].item.view, layout.rules[rule].origin)
    // The rules of one clause stand together; copies of it are for other views.
    let near = max(0, rule - 4)..<min(layout.rules.count, rule + 5)
    let rules = near.filter { layout.rules[$0].origin == origin && layout.rules[$0].item.view == view }
      .map { layout.rules[$0] }
    guard rules.count == 4, let area = rules[0].term?.anchor,
      rules.allSatisfy({ $0.comparison == .atMost && $0.moreTerms.isEmpty && $0.term?.anchor.view == area.view }),
      Set(rules.map(\.item.attribute)) == [.top, .left, .bottom, .right]
    else { return nil }
    var words = area.guide == .frame ? "" : "\(area.guide)"
    if area.view == facts.tree.parent(of: rules[0].item.view) {
      words = words.isEmpty ? "super" : words
    } else {
      words += (words.isEmpty ? "" : " ") + "of " + layout.views[area.view].path
    }
    return "'edges <=' is '<=' for each coordinate; what stays inside is `fill <= \(words)`"
  }

  /// Where a component is used, when an emitter comes from the text of one; nil for the layout's own text.
  private func use(
    of emitter: Emitter, _ origin: Origin, among components: [ViewID: [ComponentUse]]
  ) -> Origin? {
    if components.isEmpty { return nil }
    var view: ViewID? = subject(of: emitter)
    while let around = view {
      let found = components[around]?.first { use in
        use.component.file == origin.file && use.component.span.start <= origin.span.start
          && origin.span.end <= use.component.span.end
      }
      if let found { return found.origin }
      view = facts.tree.parent(of: around)
    }
    return nil
  }

  /// The view whose rule or whose own rows an emitter makes.
  private func subject(of emitter: Emitter) -> ViewID {
    switch emitter {
    case .scene: .root
    case .view(let view): view
    case .rule(let rule): layout.rules[rule].item.view
    }
  }

  private func origin(of emitter: Emitter) -> Origin {
    if case .rule(let rule) = emitter { return layout.rules[rule].origin }
    return layout.views[Int(subject(of: emitter).index)].origin
  }

  // MARK: Views that nothing holds

  /// How many remarks of one sort there are at most. Whoever has more has forgotten something that one of these tells.
  private static let mostRemarks = 20

  /// Reports sizes and positions of shown views that nothing decides. Contents that ask equally for room are no
  /// mistake: the rule for ties decides them.
  private func ambiguities(_ variables: [VariableID], in scene: LoweredScene) -> [Diagnostic] {
    var free: [ViewID: [Unknown]] = [:]
    // A picture that cannot be used is reported itself; a remark on the missing size would say it twice.
    let withoutPicture = Set(unusablePictureUses.map(\.use.view))
    for variable in variables {
      guard let (view, unknown) = facts.owner(of: variable) else { continue }
      let natural = scene.naturals[view]
      let asks = unknown == .width ? !natural.width.isNaN : unknown == .height && !natural.height.isNaN
      if unknown == .width || unknown == .height, withoutPicture.contains(view) { continue }
      if !asks, !scene.structure.hides(view, in: facts.tree) { free[view, default: []].append(unknown) }
    }
    var remarks: [AmbiguousViews] = []
    var known: [AmbiguousViews.Sort: Int] = [:]
    for id in free.keys.sorted() {
      let view = layout.views[id]
      let sort = AmbiguousViews.Sort(origin: view.origin, free: free[id]!)
      if let index = known[sort] {
        remarks[index].others += 1
        remarks[index].last = view.path
      } else {
        known[sort] = remarks.count
        let fixes = sharing(of: id, free[id]!, in: scene)
        let help = fixes.isEmpty ? help(for: id, free[id]!, in: scene) : nil
        remarks.append(AmbiguousViews(sort: sort, first: view.path, last: view.path, fixes: fixes, help: help))
      }
    }
    var warnings = remarks.prefix(Self.mostRemarks).map {
      Diagnostic.ambiguous($0, at: layout.place(of: $0.sort.origin)).about($0.first)
    }
    let rest = remarks.dropFirst(Self.mostRemarks).reduce(0) { $0 + 1 + $1.others }
    if rest > 0, let last = warnings.indices.last {
      warnings[last].notes.append(Diagnostic.Note("and \(rest) more views like this"))
    }
    return warnings
  }

  /// What gives a view the size that it lacks; nil where a position is all that it lacks.
  private func help(for view: ViewID, _ free: [Unknown], in scene: LoweredScene) -> String? {
    guard let size = free.first(where: { $0 == .width || $0 == .height }) else { return nil }
    let axis = size == .width ? Axis.x : .y
    let (side, length, far) = axis == .x ? ("wide", "width", "right") : ("high", "height", "bottom")
    let words = "say how \(side) it is, as in `\(length) 40`"
    if facts.tree.children(of: view).isEmpty { return words }
    if let stack = facts.tree.parent(of: view), scene.structure.stackAxes[stack] == axis {
      return
        "nothing in '\(layout.views[stack].path)' takes what is left: a `spacer` at the \(far) does, or "
        + "`distribute equalSpacing`"
    }
    return words + "; or let what is in it reach both edges, as `fill` does"
  }

  /// What lets two spacers of a stack share what is left over: the first gets a name if it has none, the other its
  /// length.
  private func sharing(of spacer: ViewID, _ free: [Unknown], in scene: LoweredScene) -> [Diagnostic.Fix] {
    guard facts.tree.kinds[spacer] == .spacer, let stack = facts.tree.parent(of: spacer),
      let axis = scene.structure.stackAxes[stack], free.contains(axis == .x ? .width : .height)
    else { return [] }
    let siblings = facts.tree.children(of: stack)
    let (view, length) = (layout.views[spacer], axis == .x ? "width" : "height")
    let name = view.name.isEmpty ? "room" : view.name
    let other = siblings.first { other in
      other > spacer && facts.tree.kinds[other] == .spacer && !scene.structure.isHidden[other]
        && !(facts.spacerRules[other] ?? []).contains { layout.rules[Int($0)].item.attribute.axis == axis }
    }
    guard let other, case let second = layout.views[other], second.origin != view.origin,
      second.origin.file == view.origin.file, !name.contains("["),
      !view.name.isEmpty || !siblings.contains(where: { layout.views[$0].name == name })
    else { return [] }
    func fix(_ title: String, _ origin: Origin, _ text: String) -> Diagnostic.Fix {
      Diagnostic.Fix(title, replace: layout.place(of: origin), by: text)
    }
    let naming = view.name.isEmpty ? [fix("call it 'room'", view.origin, "spacer room")] : []
    let written = second.name.isEmpty ? "spacer" : "spacer \(second.name)"
    return naming + [
      fix("let '\(second.path)' be as long", second.origin, "\(written) \(length) == \(name).\(length)")
    ]
  }

  private func path(of view: ViewID) -> String { layout.views[view].path }

  private func place(of view: ViewID) -> Diagnostic.Place {
    layout.place(of: layout.views[view].origin)
  }

  // MARK: Texts that are not measured as they are written

  private var doubtfulTexts: [Diagnostic] {
    // Most scenes have none, and to look for each sort separately takes three times as long.
    let doubtful = texts.items.indices.filter { texts[$0]?.size.isDoubtful == true }
    if doubtful.isEmpty { return [] }
    return textsWithoutGlyphs(among: doubtful) + textsInOtherFamilies(among: doubtful) + estimatedTexts(among: doubtful)
  }

  private func textsWithoutGlyphs(among doubtful: [Int]) -> [Diagnostic] {
    remarks(on: doubtful.filter { texts[$0]!.size.missingGlyphs > 0 }, "texts") { index in
      .missingGlyphs(
        texts[index]!.size.missingGlyphs, in: layout.views[index].path, at: layout.place(of: layout.views[index].origin)
      ).about(layout.views[index].path)
    }
  }

  /// Reports texts that are too long to be measured.
  private func estimatedTexts(among doubtful: [Int]) -> [Diagnostic] {
    remarks(on: doubtful.filter { texts[$0]!.size.isEstimated }, "texts") { index in
      .estimatedText(layout.views[index].path, at: layout.place(of: layout.views[index].origin))
        .about(layout.views[index].path)
    }
  }

  /// Reports unknown families, once for each place that names one: in a component or a `for` one place is for many
  /// views.
  private func textsInOtherFamilies(among doubtful: [Int]) -> [Diagnostic] {
    var found: [(family: String, origin: Origin, view: Int)] = []
    var seen: Set<Origin> = []
    for index in doubtful where texts[index]!.size.isInOtherFamily {
      let settings = layout.views[index].settings
      let naming = layout.settings[Int(settings.lowerBound)..<Int(settings.upperBound)].last {
        if case .property("font", _) = $0.setting { true } else { false }
      }
      guard let origin = naming?.origin, let family = texts[index]?.attributes.family else { continue }
      if seen.insert(origin).inserted { found.append((family, origin, index)) }
    }
    return remarks(on: found, "places") {
      .unknownFamily($0.family, at: layout.place(of: $0.origin)).about(layout.views[$0.view].path)
    }
  }

  // MARK: Pictures without a size

  private var unusablePictureUses: [(use: PictureUse, reason: String)] {
    layout.pictures.compactMap { use in
      if case .unusable(let reason) = inputs.pictures[use.path] { (use, reason) } else { nil }
    }
  }

  private var unusablePictures: [Diagnostic] {
    remarks(on: unusablePictureUses, "pictures") { use, reason in
      let view = layout.views[use.view].path
      return .unusablePicture(use.path, because: reason, in: view, at: layout.place(of: use.origin)).about(view)
    }
  }

  // MARK: Conditions that contradict themselves

  private func oscillates(_ oscillation: Oscillation) -> Diagnostic {
    switch oscillation {
    case .condition(let condition, let isKept, let kept, let other):
      oscillates(condition, isKept: isKept, kept, other)
    case .lines(let view, let kept, let other):
      .oscillatingLines(
        path(of: view), facts.tree.kinds[view] == .grid ? "columns" : "lines", kept, other,
        at: place(of: view)
      ).about(path(of: view))
    }
  }

  private func oscillates(_ id: ConditionID, isKept: Bool, _ kept: String, _ other: String) -> Diagnostic {
    let index = Int(id.index)
    let rule = layout.rules.first { $0.condition == id }
    let setting = layout.settings.firstIndex { $0.condition == id }
    let origin = rule?.origin ?? setting.map { layout.settings[$0].origin }
    let view =
      rule.map { path(of: $0.item.view) }
      ?? setting.flatMap { index in layout.views.first { $0.settings.contains(Int32(index)) }?.path }
    return .oscillatingCondition(
      layout.text(of: layout.conditions[index]), isKept: isKept, kept, other,
      at: layout.place(of: layout.conditionOrigins[index]),
      switching: origin.map(layout.place(of:))
    ).about(view)
  }

  /// What a condition reads, as last solved: the sizes that it compares, and whether views are hidden. For example
  /// `panel.width is 212`.
  func whatIsRead(by condition: Condition) -> String {
    let evaluator = evaluator()
    var words: [String] = []
    for question in condition.questions {
      switch question {
      case .compare(let left, _, let right):
        for term in left.terms + right.terms {
          let size = evaluator.measure(term.anchor).map { "\(($0 * 64).rounded() / 64)" } ?? "unknown"
          words.append("\(layout.text(of: term.anchor)) is \(size.hasSuffix(".0") ? String(size.dropLast(2)) : size)")
        }
      case .hidden(let view):
        words.append("\(layout.views[view].path) is \(evaluator.isHidden(view) ? "" : "not ")hidden")
      default: break
      }
    }
    return words.joined(separator: ", ")
  }
}

/// Views of which the same is undecided and that are written in one place: a view, or the copies of one.
struct AmbiguousViews {
  struct Sort: Hashable {
    var origin: Origin
    var free: [Unknown]
  }

  var sort: Sort
  var first: String
  var last: String
  /// How many such views there are besides the first.
  var others = 0
  /// What mends it, where that is known.
  var fixes: [Diagnostic.Fix] = []
  /// The same in words, where it is not known which of several is meant.
  var help: String?
}

/// What is done about a clause that contradicts others.
enum ConflictMending {
  /// It becomes a wish.
  case lower
  /// It goes.
  case remove
  /// Nothing that is sure.
  case say

  fileprivate func fixes(at place: Diagnostic.Place) -> [Diagnostic.Fix] {
    switch self {
    case .lower:
      let end = Diagnostic.Place(file: place.file, span: SourceSpan(start: place.span.end, end: place.span.end))
      return [Diagnostic.Fix("put '@999' behind it, a wish that gives way", replace: end, by: " @999")]
    case .remove: return [Diagnostic.Fix("remove it", replace: place, by: "")]
    case .say: return []
    }
  }
}

extension Diagnostic {
  /// E3001: `yielded` was relaxed so that the others can hold.
  ///
  /// - Parameters:
  ///   - mending: what is done about a clause or constraint that gave way; nil where nothing that is written did.
  ///   - help: what mends it, where that is known.
  ///   - most: how many of the others, and of the uses, are listed.
  static func conflictingConstraints(
    count: Int, yielded: Place, mending: ConflictMending?, others: [Place], uses: [Place], help: String?, most: Int
  ) -> Diagnostic {
    func notes(_ text: String, _ places: [Place]) -> [Note] {
      let rest = places.count - most
      return places.prefix(most).map { Note(text, at: $0) } + (rest > 0 ? [Note("and \(rest) more places")] : [])
    }
    let message =
      count > 1
      ? "these \(count) constraints cannot hold together (all @required)"
      : "this constraint cannot hold (it is @required)"
    return Diagnostic(
      .conflictingConstraints, message, at: yielded,
      notes: notes("required here", others) + notes("used here", uses)
        + (help.map { [Note("help: \($0)")] } ?? [])
        + [
          Note(
            count > 1
              ? "help: the last of them gave way; "
                + (mending == .remove || mending == .say
                  ? "take one of them away" : "lower one for good, e.g. with @999")
              : "help: it holds as nearly as the rest lets it")
        ],
      fixes: mending?.fixes(at: yielded) ?? [])
  }

  /// W3002: nothing decides about the view, so it has its natural size, or stands at the leading or top edge.
  static func ambiguous(_ views: AmbiguousViews, at place: Place) -> Diagnostic {
    let free = views.sort.free
    let list = free.map(\.description).listed()
    let hint =
      free.count == 1 ? "nothing sets its \(free[0].explanation)" : "nothing sets them"
    return Diagnostic(
      .ambiguous,
      "'\(views.first)' is ambiguous: \(list) \(free.count == 1 ? "is" : "are") free (\(hint))", at: place,
      notes: (views.others == 0
        ? []
        : [Note("so \(views.others == 1 ? "is" : "are \(views.others) more, up to") '\(views.last)'")])
        + (views.help.map { [Note("help: \($0)")] } ?? []),
      fixes: views.fixes)
  }

  /// W3007: a condition changes the sizes it asks about.
  static func oscillatingCondition(
    _ condition: String, isKept: Bool, _ keptState: String, _ otherState: String, at place: Place, switching: Place?
  ) -> Diagnostic {
    let (holding, other) = isKept ? (keptState, otherState) : (otherState, keptState)
    let states = holding.isEmpty ? "" : ": while it holds \(holding), and while it does not \(other)"
    var notes = [Note("help: let it ask for a size that does not depend on it, such as that of 'root'")]
    if let switching { notes.insert(Note("this comes and goes with it", at: switching), at: 0) }
    return Diagnostic(
      .backAndForth,
      "'\(condition)' switches back and forth\(states); it counts as \(isKept)", at: place, notes: notes)
  }

  /// W3007: where lines end changes the room that they have.
  static func oscillatingLines(
    _ view: String, _ noun: String, _ kept: Int, _ other: Int, at place: Place
  ) -> Diagnostic {
    func count(_ number: Int) -> String { "\(number) \(number == 1 ? String(noun.dropLast()) : noun)" }
    let states = kept == other ? "" : " between \(count(kept)) and \(count(other)); it has \(kept)"
    return Diagnostic(
      .backAndForth, "'\(view)' goes back and forth\(states)", at: place,
      notes: [Note("help: give it a size that does not depend on how many \(noun) it has")])
  }

  /// W3008: the height of a text decides about its width, and the width about its height.
  static func restlessText(_ view: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .restlessText,
      "'\(view)' does not come to rest: the height of its text changes its width, and that its height again", at: place,
      notes: [Note("help: give it a width that no height decides, or say lines: 1")])
  }

  /// W3010: a picture cannot be used, so its view is laid out as if it showed nothing.
  static func unusablePicture(_ path: String, because reason: String, in view: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unusablePicture, "'\(path)' gives '\(view)' no natural size: \(reason)", at: place)
  }

  /// W3011: a text is too long. Nobody reads so much, and to measure it would keep everybody else waiting.
  static func estimatedText(_ view: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .estimatedText,
      "the text of '\(view)' is so long that its size is estimated from its beginning", at: place,
      notes: [Note("help: show it in parts, each in a view of its own")])
  }

  /// W3012: no font has the family, so the text is measured in another one.
  static func unknownFamily(_ family: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .unknownFamily,
      "no font here is of the family '\(family)', so the text is measured in another one", at: place,
      notes: [
        Note(
          TextStyle(named: family) == nil
            ? "help: --font PATH adds a font of it" : "help: '\(family)' is a style of texts, `style: \(family)`")
      ])
  }

  /// W3009: a glyph is missing, so the box that stands for it is measured.
  static func missingGlyphs(_ count: Int, in view: String, at place: Place) -> Diagnostic {
    Diagnostic(
      .missingGlyphs,
      "no font here has a glyph for \(count == 1 ? "a character" : "\(count) characters") of '\(view)', so its size "
        + "is a guess", at: place, notes: [Note("help: --font PATH adds a font that has them")])
  }
}

extension Unknown {
  var description: String {
    switch self {
    case .width: "width"
    case .height: "height"
    case .x: "x"
    case .y: "y"
    }
  }

  var explanation: String {
    switch self {
    case .width: "width"
    case .height: "height"
    case .x: "horizontal position"
    case .y: "vertical position"
    }
  }
}

extension TextSize {
  /// Whether anything about the measured text is to be reported.
  fileprivate var isDoubtful: Bool { missingGlyphs > 0 || isEstimated || isInOtherFamily }
}
