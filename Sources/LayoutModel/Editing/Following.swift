import LayoutSyntax

/// On whose behalf a declared value is read.
enum Asker: Equatable {
  /// Anything that decides about more than one statement: conditions, variables, surroundings, timings.
  case structure
  /// The statement that begins at this item.
  case statement(Int32)
  /// One number of a statement, which can be added up by itself: an index into `FollowingNotes.sums`.
  case sum(Int32)
  /// Another declared value.
  case value(Int32)
}

/// Somebody has read a declared value.
struct Use {
  var value: Int32
  var asker: Asker
}

/// What one statement came to: rules and settings that stand together, settings as long as they are not sorted.
struct Yield {
  var firstRule: Int32 = 0
  var rules: Int32 = 0
  var firstSetting: Int32 = 0
  var settings: Int32 = 0
}

/// What is written down while a layout is read, so that it can follow an edit.
struct FollowingNotes {
  /// On whose behalf something is being read.
  var asker = Asker.structure
  /// Who has used which declared value.
  var uses: [Use] = []
  /// Numbers that can be added up again without their statements.
  var sums: [ValueSum] = []
  var steps: [SumStep] = []
  /// By index in `Statements.items`: what the statement that begins there came to.
  var yields: [Yield] = []
  /// (view, node) → identifier.
  var identifiers = PairTable()
  /// Whether statements are read that were read before.
  var isReadingAgain = false
  /// Whether one of them asked for something that it did not ask for then.
  var isLost = false
}

/// An edit of literals is followed by reading again the statements that read them.
///
/// A statement is read by the very code that read it first, with everything that was declared as it was then. It must
/// come to as many rules and settings, which are put where the old ones stand. Whatever is out of the ordinary ends
/// it: a literal that anything but a statement, a text or a `let` reads, a new complaint, `remove`, a setting in a
/// branch.
extension LayoutResolver {
  /// What reads edited literals.
  private struct Affected {
    /// Items that statements begin at, as they are found; some more than once.
    var statements: [Int] = []
    var sums: [Int32] = []
    var values: [Int32] = []
    /// Views whose text is edited.
    var texts: [Int] = []

    /// Each once, in document order. They come nearly in order, so sorting costs less than a set would.
    var statementsInOrder: [Int] {
      var ordered: [Int] = []
      for statement in statements.sorted() where statement != ordered.last { ordered.append(statement) }
      return ordered
    }
  }

  /// Who reads a literal is searched for; after replacing a number all over a long file, resolving is faster.
  private static let mostLiterals = 32

  /// - Parameters:
  ///   - edits: by file.
  ///   - files: with the edited trees.
  /// - Returns: false when the layout has to be resolved from the start; this value is of no more use then.
  mutating func follow(_ edits: [LiteralEdit], in files: [SourceFile]) -> Bool {
    guard !builder.removals.areExpected, edits.reduce(0, { $0 + $1.literals.count }) <= Self.mostLiterals,
      testsRead(alikeIn: files)
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

  /// Whether every test is written as it was: then only its place may be another.
  private func testsRead(alikeIn newer: [SourceFile]) -> Bool {
    later.tests.allSatisfy { draft in
      let (old, new) = (files[Int(draft.file)], newer[Int(draft.file)])
      let (before, after) = (old.tree.node(at: draft.node).span, new.tree.node(at: draft.node).span)
      return old.bytes[Int(before.start)..<Int(before.end)].elementsEqual(
        new.bytes[Int(after.start)..<Int(after.end)])
    }
  }

  // MARK: Who reads it

  /// Adds what reads a literal; false when that is none of the few things that can be read alone.
  private func find(_ literal: Int32, in file: Int32, _ affected: inout Affected) -> Bool {
    let nodes = files[Int(file)].tree.nodes(around: literal)
    guard nodes.count > 2 else { return false }
    if nodes[1].kind == .letDeclaration { return findValue(nodes[1], in: file, &affected) }
    guard nodes[1].kind == .layout, file == 0 else { return false }
    // Another layout's literals are its own.
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

  /// Branches that declare a view again may not give it another text, so only views declared once are followed. What
  /// fills slots may be several views.
  private func findText(of node: SyntaxNode, in file: Int32, _ affected: inout Affected) -> Bool {
    var isFound = false
    for view in written.views.indices where written.views[view].node == node.index && written.views[view].file == file {
      guard written.views[view].text >= 0, builder.views.drafts[view].otherBranches.isEmpty,
        builder.texts.given[ViewID(Int32(view))] == nil
      else {
        return false
      }
      if !affected.texts.contains(view) { affected.texts.append(view) }
      isFound = true
    }
    return isFound
  }

  /// Adds what uses the affected values, directly or not; false when that is more than statements.
  private func followUses(of affected: inout Affected) -> Bool {
    if affected.values.isEmpty { return true }
    var isAffected = [Bool](repeating: false, count: scopes.values.count)
    for value in affected.values { isAffected[Int(value)] = true }
    // What values lead to first, so that what they are used in is gathered once.
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

  /// What a statement gives to the other axis is used by all statements of its view.
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

  /// Puts what the statement comes to now where its old rules and settings are; false when it does not fit.
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
    // Swapped and not copied: nothing is counted, and the old ones go with the end of the array.
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

  /// The identifier that a node of a statement made when it was first read, with its numbers to be written anew.
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
  /// Moves every span to where it is after edits, by file.
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
    for index in conditionOrigins.indices { move(&conditionOrigins[index]) }
    for index in tests.indices { tests[index].move(move) }
    for index in uses.indices {
      move(&uses[index].component)
      move(&uses[index].origin)
    }
  }
}
