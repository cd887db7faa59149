import LayoutSyntax

/// What a declared value is read for.
enum Asker: Equatable {
  /// Anything that decides about more than one statement: conditions, variables, surroundings, timings.
  case structure
  /// The statement that begins at this item.
  case statement(Int32)
  /// One number of a statement that can be added up by itself: an index into `FollowingNotes.sums`.
  case sum(Int32)
  /// Another declared value.
  case value(Int32)
}

/// A note that something has read a declared value.
struct Use {
  var value: Int32
  var asker: Asker
}

/// The rules and settings that one statement made. They stand together, the settings until they are sorted.
struct Yield {
  var firstRule: Int32 = 0
  var rules: Int32 = 0
  var firstSetting: Int32 = 0
  var settings: Int32 = 0
}

/// Notes that are taken while a layout is read, so that it can follow an edit.
struct FollowingNotes {
  /// What is being read now, and so uses the values that are asked for.
  var asker = Asker.structure
  /// All uses of declared values.
  var uses: [Use] = []
  /// Numbers that can be added up again without their statements.
  var sums: [ValueSum] = []
  var steps: [SumStep] = []
  /// By index in `Statements.items`: what the statement that begins there made.
  var yields: [Yield] = []
  /// (view, node) → identifier.
  var identifiers = PairTable()
  /// Whether statements are being read for a second time.
  var isReadingAgain = false
  /// Whether such a statement asked for something that it did not ask for the first time.
  var isLost = false
}

/// An edit of literals is followed by reading again the statements that read them.
///
/// A statement is read by the very code that read it first, with everything that was declared as it was then. It must
/// make as many rules and settings as before, which take the places of the old ones. Anything unusual ends the
/// following: a literal that something other than a statement, a text or a `let` reads; a new complaint; `remove`; a
/// setting in a branch.
extension LayoutResolver {
  /// What reads edited literals.
  private struct Affected {
    /// The items that statements begin at, in the order of finding; some are listed twice.
    var statements: [Int] = []
    var sums: [Int32] = []
    var values: [Int32] = []
    /// Views whose text is edited.
    var texts: [Int] = []

    /// The statements in document order, each once. They are nearly in order already, so sorting costs less than a set.
    var statementsInOrder: [Int] {
      var ordered: [Int] = []
      for statement in statements.sorted() where statement != ordered.last { ordered.append(statement) }
      return ordered
    }
  }

  /// How many edited literals are followed at most. The readers of each are searched for, so after a number was
  /// replaced all over a long file resolving is faster.
  private static let mostLiterals = 32

  /// Brings the layout up to date with an edit of literals.
  ///
  /// - Parameters:
  ///   - edits: the edits by file.
  ///   - files: the files with the edited trees.
  /// - Returns: false when the layout has to be resolved from the start; this value is then of no more use.
  mutating func follow(_ edits: [LiteralEdit], in files: [SourceFile]) -> Bool {
    guard !builder.removals.areExpected, edits.reduce(0, { $0 + $1.literals.count }) <= Self.mostLiterals,
      testsRead(alikeIn: files), !tellsOfPixels(edits, in: files)
    else { return false }
    self.files = files
    node = files[0].tree.node(at: node.index)
    var affected = Affected()
    for (file, edit) in edits.enumerated() {
      for literal in edit.literals where !find(literal, in: Int32(file), &affected) { return false }
    }
    guard followUses(of: &affected) else { return false }
    builder.layout.move(edits)
    builder.complaints.move(edits, in: files)
    let known = builder.complaints.diagnostics.count
    following.isReadingAgain = true
    defer { following.isReadingAgain = false }
    for value in affected.values { scopes.forget(Int(value)) }
    readAnchoragesAgain(&affected)
    for statement in affected.statementsInOrder where !readAgain(statement) { return false }
    guard addUpAgain(affected.sums) else { return false }
    for view in affected.texts { builder.layout.views[view].text = writtenText(of: ViewID(Int32(view))) }
    return builder.complaints.diagnostics.count == known && !following.isLost
  }

  mutating func addUse(of value: Int) {
    if following.isReadingAgain { return }
    following.uses.append(Use(value: Int32(value), asker: following.asker))
  }

  /// Whether every test is written as it was. Only its place may then be another.
  private func testsRead(alikeIn newer: [SourceFile]) -> Bool {
    later.tests.allSatisfy { draft in
      let (old, new) = (files[Int(draft.file)], newer[Int(draft.file)])
      let (before, after) = (old.tree.node(at: draft.node).span, new.tree.node(at: draft.node).span)
      return old.bytes[Int(before.start)..<Int(before.end)].elementsEqual(
        new.bytes[Int(after.start)..<Int(after.end)])
    }
  }

  // MARK: Who reads it

  /// Adds what reads a literal; false when that cannot be read by itself.
  private func find(_ literal: Int32, in file: Int32, _ affected: inout Affected) -> Bool {
    let nodes = files[Int(file)].tree.nodes(around: literal)
    guard nodes.count > 2 else { return false }
    if nodes[1].kind == .letDeclaration { return findValue(nodes[1], in: file, &affected) }
    guard nodes[1].kind == .layout, file == 0 else { return false }
    // A literal in another layout does not concern this one.
    if nodes[1].index != node.index { return true }
    var depth = 2
    while depth < nodes.count {
      let (outer, inner) = (nodes[depth - 1], nodes[depth])
      switch (outer.kind, inner.kind) {
      case (.layout, .block), (.view, .block), (.guide, .block), (.ifStatement, .block), (.ifStatement, .ifStatement),
        (.config, .block), (.with, .block), (.block, .view), (.block, .guide), (.block, .ifStatement),
        (.block, .config), (.block, .with):
        depth += 1
      case (.block, .letDeclaration): return findValue(inner, in: file, &affected)
      case (.view, .string), (.view, .textRepeat): return findText(of: outer, in: file, &affected)
      case (.view, _) where inner.kind.isClause, (.guide, _) where inner.kind.isClause:
        return findStatements(of: outer, in: file, &affected)
      case (.block, _) where inner.kind.isClause: return findStatements(of: inner, in: file, &affected)
      default: return false
      }
    }
    return false
  }

  private func findStatements(of node: SyntaxNode, in file: Int32, _ affected: inout Affected) -> Bool {
    var isFound = false
    for index in statements.items.indices
    where statements.items[index].node == node.index && statements.items[index].file == file {
      var first = index
      while statements.items[first].form == .continuation { first -= 1 }
      affected.statements.append(first)
      isFound = true
    }
    return isFound
  }

  private func findValue(_ node: SyntaxNode, in file: Int32, _ affected: inout Affected) -> Bool {
    var isFound = false
    for index in scopes.values.indices where scopes.values[index].node == node.index {
      guard scopes.values[index].file == file else { continue }
      affected.values.append(Int32(index))
      isFound = true
    }
    return isFound
  }

  /// Adds the views whose text is written at a node: what fills slots may be several. A view that several branches
  /// declare is not followed, because these may not give it different texts.
  private func findText(of node: SyntaxNode, in file: Int32, _ affected: inout Affected) -> Bool {
    var isFound = false
    for view in written.views.indices where written.views[view].node == node.index && written.views[view].file == file {
      guard written.views[view].text >= 0, !mayBeTold(of: node, in: file),
        !builder.views.repeated.contains(where: { $0.view.index == view }),
        builder.texts.given[ViewID(Int32(view))] == nil
      else {
        return false
      }
      if !affected.texts.contains(view) { affected.texts.append(view) }
      isFound = true
    }
    return isFound
  }

  /// Whether something may have to be said of the text at a view's name as it is now.
  private func mayBeTold(of node: SyntaxNode, in file: Int32) -> Bool {
    let count = node.first(.textRepeat)?.first(.number)?.number ?? 0
    return Double(ViewSyntax(node).textCount) < count.rounded(.down)
      || node.first(.string)?.hasBraces(in: files[Int(file)].bytes) == true
  }

  /// Adds what uses the affected values, directly or not; false when something other than statements does.
  private func followUses(of affected: inout Affected) -> Bool {
    if affected.values.isEmpty { return true }
    var isAffected = [Bool](repeating: false, count: scopes.values.count)
    for value in affected.values { isAffected[Int(value)] = true }
    // First come the values that follow from affected ones, so that the users of all of them are gathered once.
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for use in following.uses where isAffected[Int(use.value)] {
        guard case .value(let value) = use.asker, !isAffected[Int(value)] else { continue }
        isAffected[Int(value)] = true
        affected.values.append(value)
        isGrowing = true
      }
    }
    for use in following.uses where isAffected[Int(use.value)] {
      switch use.asker {
      case .structure: return false
      case .statement(let index): affected.statements.append(Int(index))
      case .sum(let index): affected.sums.append(index)
      case .value: break
      }
    }
    return affected.values.allSatisfy { !scopes.values[Int($0)].isVariable }
  }

  // MARK: Reading again

  /// Reads anchorages again. What a statement gives to the other axis is used by all statements of its view, so these
  /// are affected too.
  private mutating func readAnchoragesAgain(_ affected: inout Affected) {
    var isConcerned: [Bool] = []
    for statement in affected.statementsInOrder where statements.items.haveAnchorage(fromStatement: statement) {
      _ = gatherStatement(from: statement)
      readAnchorages(ofStatementAt: statement)
      if isConcerned.isEmpty { isConcerned = Array(repeating: false, count: builder.views.drafts.count) }
      isConcerned[Int(statements.items[statement].view.index)] = true
    }
    if isConcerned.isEmpty { return }
    for index in statements.items.indices
    where statements.items[index].form != .continuation && isConcerned[Int(statements.items[index].view.index)] {
      affected.statements.append(index)
    }
  }

  /// Puts what a statement makes now into the places of its old rules and settings; false when it does not fit.
  private mutating func readAgain(_ statement: Int) -> Bool {
    let yield = following.yields[statement]
    let (rules, settings, starts) = (
      builder.layout.rules.count, builder.layout.settings.count, builder.configurations.initials.count
    )
    let (conditions, identifiers) = (builder.layout.conditions.count, builder.layout.identifiers.count)
    let timings = later.conditionTimings.count
    _ = resolveStatement(at: statement)
    builder.configurations.initials.removeLast(builder.configurations.initials.count - starts)
    later.conditionTimings.removeLast(later.conditionTimings.count - timings)
    guard builder.layout.rules.count - rules == yield.rules, builder.layout.settings.count - settings == yield.settings,
      builder.layout.conditions.count == conditions, builder.layout.identifiers.count == identifiers,
      yield.settings == 0 || statements.items[statement].branch == .always
    else { return false }
    // The old rules then leave from the end.
    for offset in 0..<Int(yield.rules) { builder.layout.rules.swapAt(Int(yield.firstRule) + offset, rules + offset) }
    builder.layout.rules.removeLast(Int(yield.rules))
    for offset in 0..<Int(yield.settings) {
      let first = Int(yield.firstSetting) + offset
      let place = builder.settingPlaces.isEmpty ? first : Int(builder.settingPlaces[first])
      guard builder.layout.settings[place].view == builder.layout.settings[settings + offset].view else { return false }
      builder.layout.settings.swapAt(place, settings + offset)
    }
    builder.layout.settings.removeLast(Int(yield.settings))
    return true
  }

  /// The identifier that a node of a statement made when it was first read. Its numbers are emptied, to be written
  /// anew.
  mutating func knownIdentifier(_ node: SyntaxNode, _ standing: Standing) -> IdentifierID? {
    guard let known = following.identifiers[standing.view.index, node.index],
      builder.layout.identifiers[Int(known)].origin.file == standing.site.file
    else {
      following.isLost = true
      return nil
    }
    builder.layout.identifiers[Int(known)].written = []
    return IdentifierID(index: known)
  }
}

extension [Item] {
  /// Whether any clause of the statement that begins at an item gives something to the other axis.
  fileprivate func haveAnchorage(fromStatement first: Int) -> Bool {
    if self[first].hasAnchorage { return true }
    return self[(first + 1)...].prefix { $0.form == .continuation }.contains(where: \.hasAnchorage)
  }
}

extension ResolvedLayout {
  /// Moves every span to where it is after the edits, which are given by file.
  fileprivate mutating func move(_ edits: [LiteralEdit]) {
    if edits.allSatisfy(\.movesNothing) { return }
    func move(_ origin: inout Origin) {
      if !edits[Int(origin.file)].movesNothing { origin.span = edits[Int(origin.file)].moved(origin.span) }
    }
    span = edits[0].moved(span)
    for index in views.indices { move(&views[index].origin) }
    for index in rules.indices { move(&rules[index].origin) }
    for index in settings.indices { move(&settings[index].origin) }
    for index in variables.indices { move(&variables[index].origin) }
    for index in identifiers.indices { move(&identifiers[index].origin) }
    for index in configurations.indices { move(&configurations[index].origin) }
    for index in transitions.indices { move(&transitions[index].origin) }
    for index in animations.indices { move(&animations[index].origin) }
    for index in animatedRecords.indices { move(&animatedRecords[index].origin) }
    for index in conditionOrigins.indices { move(&conditionOrigins[index]) }
    for index in tests.indices { tests[index].move(move) }
    for index in uses.indices {
      move(&uses[index].component)
      move(&uses[index].origin)
    }
  }
}
