import Geometry
import LayoutSyntax
import Settables

/// Clauses that set an attribute instead of making rules.
extension LayoutResolver {
  mutating func readSetting(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let site = standing.site
    switch node.kind {
    case .contentClause: readContentWish(node, standing, seat)
    case .gapClause: readGap(node, standing, seat)
    case .insetClause: readPadding(node, standing, seat)
    case .offsetClause:
      report(
        .modifierWithoutPlacement("offset", "'center' and 'pin'", as: "center offset 0, 4"), at: node, in: site.file)
    case .itemsClause: readItems(node, standing, seat)
    case .distributeClause: readDistribution(node, standing, seat)
    case .justifyClause, .linesClause: readPacking(node, standing, seat)
    case .selfClause: readOwnAlignment(node, standing, seat)
    case .columnsClause, .rowsClause: readTracks(node, standing, seat)
    case .spanClause, .cellClause: readGridPlace(node, standing, seat)
    case .autoClause:
      guard kind(of: seat.view).isStack else {
        var complaint = Complaint.notAStack("auto", kind(of: seat.view))
        if node.followsKind { complaint.takeAsName("auto") }
        report(complaint, at: node, in: site.file)
        return
      }
      readAutomaticAxis(node, standing, seat)
    case .hiddenClause: builder.set(.hidden, seat)
    case .initialClause:
      guard isFixedPlace(node, standing, seat), let name = node.first(.name) else { return }
      let origin = Origin(file: site.file, span: name.span)
      // This is a statement of its own, because as an argument it would change the builder that is being called.
      let initial = self.name(of: name, in: site.file)
      builder.beginConfigured(seat.view, initial, at: origin)
    case .conditionsClause:
      guard isFixedPlace(node, standing, seat) else { return }
      if node.flag { builder.applyConditionsAtOnce(of: seat.view) }
      guard let animation = node.first(.animation)?.first(.timing) else { return }
      later.conditionTimings.append(
        (WrittenNode(node: animation.index, file: site.file, scope: site.scope), seat.view))
    case .intrinsicClause: readIntrinsic(node, standing, seat)
    case .baselinesClause: readBaselines(node, standing, seat)
    case .marginsClause:
      guard let list = node.first(.insets), let inset = inset(list, site) else { return }
      note(.margins, "margins", seat)
      builder.setMargins(Inset(inset), seat)
    case .traitClause:
      guard let (name, value) = traitSetting(node, site) else { return }
      setFixed(.trait(name: name, value: value), node, standing, seat)
    case .property: readProperty(node, standing, seat)
    default: assertionFailure("\(node.kind) is read by nobody")
    }
  }

  /// Sets what no branch may switch; reports a clause that stands in a branch.
  private mutating func setFixed(_ setting: Setting, _ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    if !builder.setFixed(setting, seat) { report(.notInABranch(node.text), at: node, in: standing.site.file) }
  }

  /// Whether a clause stands where its view is declared, and not in a branch of the view; reports when not.
  private mutating func isFixedPlace(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) -> Bool {
    if builder.mayBeFixed(seat) { return true }
    report(.notInABranch(node.text), at: node, in: standing.site.file)
    return false
  }

  // MARK: Natural size

  /// Reads `hug`, `resist`, `shrink`, `noshrink`, `grow`, `nogrow` and `exact`, each for one axis or both.
  private mutating func readContentWish(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    var seat = seat
    seat.priority = node.first(.priority).flatMap { priority($0, standing.site) }
    let wish: ContentWish
    switch node.firstToken.word {
    case .hug: wish = .hug
    case .resist: wish = .resist
    case .shrink: wish = .shrink
    case .noshrink: wish = .noshrink
    case .grow: wish = .grow
    case .nogrow: wish = .nogrow
    default: wish = .exact
    }
    note(
      .contentWish(node.axisOfPlacement, mayBeName: node.followsKind && node.tokens.count == 1),
      node.firstToken.word.rawValue, seat)
    builder.setContentWish(wish, node.axisOfPlacement, seat)
  }

  /// Reads `intrinsic w, h`, with `_` for a side that has none.
  private mutating func readIntrinsic(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard let sides = optionalQuantities(node, standing.site) else { return }
    setFixed(.intrinsicSize(width: sides[0], height: sides.count > 1 ? sides[1] : sides[0]), node, standing, seat)
  }

  private mutating func readBaselines(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard let values = optionalQuantities(node, standing.site) else { return }
    setFixed(
      .baselines(first: values[0] ?? .zero, last: values.last.flatMap { $0 } ?? .zero), node, standing, seat)
  }

  /// Reads one or two quantities, nil for `_`. The result is nil after a complaint.
  private mutating func optionalQuantities(_ node: SyntaxNode, _ site: Site) -> [Quantity?]? {
    var values: [Quantity?] = []
    for child in node.values {
      if child.kind == .wildcard {
        values.append(nil)
      } else if child.kind == .tuple {
        guard let pair = constantPair(child, site) else { return nil }
        values += [pair.x, pair.y]
      } else {
        guard let value = quantity(child, site) else { return nil }
        values.append(value)
      }
    }
    guard values.count == 1 || values.count == 2 else {
      report(.wrongCount(node.text, wanted: "two", values.count), at: node, in: site.file)
      return nil
    }
    return values
  }

  // MARK: Stacks

  private mutating func readGap(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard kind(of: seat.view).arrangesViews else {
      let takers = "'dock', 'below', 'above', 'before', 'after', stacks, lists, flows and grids"
      report(.modifierWithoutPlacement("gap", takers, as: "below other gap 8"), at: node, in: standing.site.file)
      return
    }
    refusePriority(of: node, in: standing.site.file)
    let used = following.uses.count
    guard let value = node.value(at: 0), let gap = linear(value, standing.site),
      let distance = quantity(gap, value, standing.site)
    else { return }
    var lines: Quantity?
    if let second = node.value(at: 1) {
      guard kind(of: seat.view).packsViews else {
        report(.oneGap("a \(kind(of: seat.view).rawValue)"), at: second, in: standing.site.file)
        return
      }
      lines = quantity(second, standing.site)
    }
    let identifier = identifier(node.first(.identifier), standing)
    builder.setGap(distance, lines: lines, identifier: identifier, seat)
    if identifier == nil, lines == nil {
      keepSum(value, gap, usedSince: used, standing.site, as: .gap)
    }
  }

  private mutating func readPadding(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard kind(of: seat.view).arrangesViews || kind(of: seat.view).isScroll else {
      report(
        .modifierWithoutPlacement(
          "inset", "a placement, a stack, a flow, a grid or a scroll view", as: "fill inset 8"),
        at: node, in: standing.site.file)
      return
    }
    refusePriority(of: node, in: standing.site.file)
    let identifier = identifier(node.first(.identifier), standing)
    guard let list = node.first(.insets), let inset = inset(list, standing.site) else { return }
    builder.setPadding(Inset(inset), identifier: identifier, seat)
  }

  /// Reads `auto`, or `auto when …`, which asks the stack where it names no other view.
  private mutating func readAutomaticAxis(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard let when = node.value(at: 0) else { return setFixed(.automaticAxis, node, standing, seat) }
    var site = standing.site
    (site.view, site.bare) = (seat.view, seat.view)
    guard let condition = condition(when, site) else { return }
    // It may be the first to ask for some configuration.
    readConfigurations()
    if !builder.setTurned(when: condition, seat) { report(.notInABranch(node.text), at: node, in: site.file) }
  }

  private mutating func readItems(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    let kind = kind(of: standing.view)
    guard kind.isStack || kind.packsViews else {
      report(.notAStack("items", kind), at: node, in: standing.site.file)
      return
    }
    if let axis = node.axisOfPlacement, kind != .grid {
      report(.axisOutsideOfGrid("items", axis, in: kind), at: node, in: standing.site.file)
      return
    }
    guard let (alignment, isInColumn) = alignment(node, "items", in: kind, standing) else { return }
    if !isInColumn { noteSide(alignment, "items", seat) }
    builder.set(isInColumn ? .columnItems(alignment) : .items(alignment), seat)
  }

  private mutating func readDistribution(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard kind(of: standing.view).isStack else {
      report(.notAStack("distribute", kind(of: standing.view)), at: node, in: standing.site.file)
      return
    }
    guard let word = node.first(.word) else { return }
    guard let distribution = Distribution(rawValue: word.text) else {
      let known = Distribution.allCases.map(\.rawValue)
      report(.unknownWord("distribute", word.text, known), at: word, in: standing.site.file)
      return
    }
    builder.set(.distribution(distribution), seat)
  }

  // MARK: Properties

  private mutating func readProperty(_ node: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard let nameNode = node.first(.name), let valueNode = node.value(at: 0) else { return }
    let name = nameNode.name
    if name == "text" {
      readText(node, valueNode, standing, seat)
      return
    }
    // This is the former name of the view, even where a `let` has the same name.
    if name == "was" {
      let former = valueNode.kind == .string ? valueNode.string : valueNode.name
      setFixed(.property(name: name, .word(former)), node, standing, seat)
      return
    }
    if valueNode.kind == .percent, let known = PropertyDescription.named(name), known.range == .within(0...1) {
      report(.partInPercent(known, valueNode), at: valueNode, in: standing.site.file)
      return
    }
    guard let value = propertyValue(valueNode, standing.site) else { return }
    if PropertyDescription.isCustom(name) {
      guard kind(of: seat.view) != .spacer, kind(of: seat.view) != .guide else {
        report(.drawnSpacer(name, kind(of: seat.view)), at: node, in: standing.site.file)
        return
      }
      builder.set(.property(name: name, value), seat)
      return
    }
    guard let known = PropertyDescription.named(name) else {
      let nearest = nearestName(to: name, in: PropertyDescription.catalogue.map(\.name))
      report(.unknownProperty(name, nearest: nearest), at: nameNode, in: standing.site.file)
      setFixed(.property(name: name, value), node, standing, seat)
      return
    }
    guard known.form.takes(value) else {
      // In quotes stands a text, also where it is one of the words.
      let written = valueNode.kind == .string ? valueNode.string : valueNode.text
      report(.propertyType(name, valueNode.text, known.form, meaning: written), at: valueNode, in: standing.site.file)
      return
    }
    if known.isDrawn, kind(of: seat.view) == .spacer || kind(of: seat.view) == .guide {
      report(.drawnSpacer(name, kind(of: seat.view)), at: node, in: standing.site.file)
      return
    }
    noteReaders(of: known, node, standing.site.file, seat)
    if let (number, meant) = known.correction(of: value) {
      // What is worked out, or chosen, may be right another time.
      let isWritten = valueNode.kind == .number || valueNode.kind == .negate
      report(.beyondRange(known, number, meant, isWritten: isWritten), at: valueNode, in: standing.site.file)
    }
    if name == "image", kind(of: seat.view) != .image {
      // That of an image is looked at when everything is resolved: see `ResolvedLayout.findPictures`.
      report(.pictureOfOther(kind(of: seat.view)), at: node, in: standing.site.file)
    } else if kind(of: seat.view).hasText {
      checkTextProperty(name, value, valueNode, standing.site)
    }
    if name == "gapAfter", case .number(let gap) = value {
      setFixed(.gapAfter(gap), node, standing, seat)
    } else if known.mayChange {
      builder.set(.property(name: name, value), seat)
    } else {
      setFixed(.property(name: name, value), node, standing, seat)
    }
  }

  /// Reports a style or weight that is unknown and looks like a slip. Any other unknown word is left to the program
  /// that draws.
  private mutating func checkTextProperty(_ name: String, _ value: PropertyValue, _ node: SyntaxNode, _ site: Site) {
    let known: [String]
    switch name {
    case "style": known = TextStyle.names
    case "weight": known = TextWeight.allCases.map(\.rawValue)
    default: return
    }
    let word: String
    switch value {
    case .word(let written): word = written
    case .text(let written) where node.kind == .string: word = written
    default:
      if known.contains(node.text) { report(.hiddenWord(name, node.text), at: node, in: site.file) }
      return
    }
    if known.contains(word) { return }
    if name == "style", TextWeight(rawValue: word) != nil {
      report(.weightAsStyle(word), at: node, in: site.file)
    } else if let nearest = nearestName(to: word, in: known) {
      report(.nearlyKnownWord(name, word, nearest: nearest), at: node, in: site.file)
    }
  }

  /// Reads `text: title`: a text that does not stand in quotes at the view's name, but is put together or given to the
  /// component. A number stands for its digits.
  private mutating func readText(_ node: SyntaxNode, _ valueNode: SyntaxNode, _ standing: Standing, _ seat: Seat) {
    guard let value = value(valueNode, standing.site) else { return }
    if let known = PropertyDescription.named("text") { noteReaders(of: known, node, standing.site.file, seat) }
    guard let template = value.asTemplate else {
      var complaint = Complaint.wrongType(valueNode.text, value.noun, wanted: "a text")
      if value.isNumberFromOutside { complaint.help = [.textOfNumber] }
      report(complaint, at: valueNode, in: standing.site.file)
      return
    }
    // This is a statement of its own, because as an argument it would change the builder that is being called.
    let written = writtenText(of: seat.view)
    switch builder.give(template, insteadOf: written, seat) {
    case .given: break
    case .insteadOfAnother: report(.otherTextGiven, at: node, in: standing.site.file)
    case .inBranch where kind(of: seat.view) == .image:
      // Which pictures there are is found out before the solve.
      report(.notInABranch(node.text), at: node, in: standing.site.file)
    case .inBranch: builder.set(.property(name: "text", PropertyValue(template)), seat)
    }
  }

  private mutating func propertyValue(_ node: SyntaxNode, _ site: Site) -> PropertyValue? {
    if node.kind == .conditional { return chosen(node, site).flatMap { propertyValue($0, site) } }
    // A bare name means a `let` where there is one, else the word itself.
    if node.kind == .reference, node.first(.anchorSegment) == nil {
      if let (repetition, name) = field(of: node, site) {
        guard let value = value(ofField: name, of: repetition, site) else { return nil }
        if let property = PropertyValue(value) { return property }
        report(.wrongType(node.text, value.noun, wanted: "a number, a text or a colour"), at: node, in: site.file)
        return nil
      }
      guard let index = declaredValue(ofReference: node, site) else { return .word(node.text) }
      guard let value = value(ofDeclared: index, node, site) else { return nil }
      if let property = PropertyValue(value) { return property }
      report(.wrongType(node.text, value.noun, wanted: "what is known in the file"), at: node, in: site.file)
      return nil
    }
    if node.kind == .reference { return .word(node.text) }
    if node.kind == .colour { return .colour(node.colour) }
    if node.kind == .string || node.kind == .word || node.kind == .boolean {
      return value(node, site).flatMap(PropertyValue.init)
    }
    return quantity(node, site).map { .number($0) }
  }

  /// The value of the let or var with this node's name; nil, without a complaint, when there is none.
  mutating func declaredValue(named node: SyntaxNode, _ site: Site) -> Value? {
    let name = name(of: node, in: site.file)
    guard node.kind != .reference || node.child(.pathSegment, at: 1) == nil else { return reference(node, site) }
    guard find(name, site) != nil else { return nil }
    return value(ofName: name, node, site)
  }
}

extension PropertyValue {
  /// A text, which waits for the scene's variables where it has some.
  init(_ template: TextTemplate) { self = template.isOpen ? .template(template) : .text(template.text(with: [])) }

  init?(_ value: Value) {
    switch value {
    case .linear(let expression) where expression.isConstant: self = .number(expression.constant)
    case .text(let text): self = .text(text)
    case .word(let word): self = .word(word)
    case .colour(let colour): self = .colour(colour)
    case .template(let template): self = .template(template)
    case .variableColour(let variable): self = .variableColour(variable)
    case .linear, .compound, .duration, .variableDuration, .condition: return nil
    }
  }
}

extension PropertyDescription.Form {
  /// Whether a value may stand behind the colon.
  package func takes(_ value: PropertyValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.number, .number), (.length, .number), (.text, .text), (.text, .template): true
    case (.colour, .colour), (.colour, .variableColour), (.colour, .word): true
    case (.word(let known), .word(let word)): known.contains(word)
    case (.boolean, .word(let word)): word == "true" || word == "false"
    case (.number, _), (.length, _), (.word, _), (.text, _), (.colour, _), (.boolean, _): false
    }
  }

  var noun: String {
    switch self {
    case .number: "a number"
    case .length: "a length"
    case .word(let words): words.map { "'\($0)'" }.joined(separator: " or ")
    case .text: "a text"
    case .colour: "a colour"
    case .boolean: "true or false"
    case .any: "a value"
    }
  }
}

extension Complaint {
  /// - Parameter example: a placement with it.
  static func modifierWithoutPlacement(_ word: String, _ takers: String, as example: String) -> Complaint {
    Complaint(
      .modifierWithoutPlacement, "'\(word)' belongs to \(takers), and none stands before it",
      help: ["help: as in `\(example)`"])
  }

  /// Makes the complaint about a clause that stands where a view has its name.
  mutating func takeAsName(_ word: String) {
    replacement = "`\(word)`"
    help = ["help: where it is the name of the view, it stands in backticks"]
  }

  static func notAStack(_ clause: String, _ kind: ViewKind) -> Complaint {
    let help =
      clause == "distribute" && kind.packsViews
      ? ["help: where the room goes that views leave is said by 'justify'"]
      : clause == "items" ? ["help: where one view stands across the stack around it is said by 'self'"] : []
    return Complaint(.notAStack, "'\(clause)' is for stacks, and this is a \(kind.rawValue)", help: help)
  }

  static func drawnSpacer(_ property: String, _ kind: ViewKind) -> Complaint {
    Complaint(
      .drawnSpacer, "a \(kind.rawValue) is never drawn, so its '\(property)' has no effect", replacement: "",
      help: ["help: what is to be seen is a box"])
  }

  static func notInABranch(_ text: String) -> Complaint {
    Complaint(.notInABranch, "'\(text)' cannot change with a branch; write it where the view is declared")
  }

  static func unknownWord(_ clause: String, _ word: String, _ known: [String]) -> Complaint {
    let nearest = nearestName(to: word, in: known)
    return Complaint(
      .unknownWord, "'\(clause)' has no '\(word)'\(didYouMean(nearest))", replacement: nearest,
      help: ["it takes \(known.joined(separator: ", "))"])
  }

  static let baselinesInColumn = Complaint(.wrongAxis, "baselines align the views of a row, and this is a column")

  static func unknownProperty(_ name: String, nearest: String?) -> Complaint {
    let message = "nobody here knows '\(name)', so it has no effect"
    if let help = WordsOfOthers.absence(of: name) {
      return Complaint(.unknownProperty, message, help: ["help: \(help)"])
    }
    return Complaint(
      .unknownProperty, message + didYouMean(nearest), replacement: nearest,
      help: nearest == nil
        ? ["help: what is only for those who draw begins with '\(PropertyDescription.customPrefix)'"] : [])
  }

  static func nearlyKnownWord(_ property: String, _ word: String, nearest: String) -> Complaint {
    Complaint(
      .nearlyKnownWord, "'\(word)' is no \(property) that texts are measured by\(didYouMean(nearest))",
      replacement: nearest)
  }

  static func weightAsStyle(_ word: String) -> Complaint {
    Complaint(
      .nearlyKnownWord, "'\(word)' is no style that texts are measured by, but a weight",
      help: ["help: write `weight: \(word)`"])
  }

  static func hiddenWord(_ property: String, _ word: String) -> Complaint {
    Complaint(
      .hiddenWord, "'\(word)' is another value here, which hides the \(property) '\(word)'",
      help: ["help: give the value another name"])
  }

  static func beyondRange(
    _ property: PropertyDescription, _ number: Double, _ meant: Double, isWritten: Bool
  ) -> Complaint {
    let isFraction = property.isWhole && number != number.rounded()
    return Complaint(
      .beyondRange,
      "'\(property.name)' takes a \(isFraction ? "whole " : "")number\(property.range.words), so \(number.asWritten) counts as \(meant.asWritten)",
      replacement: isWritten ? meant.asWritten : nil)
  }

  /// `"x" * 2000000`.
  static func cutText(_ times: Int, of count: Double, isWritten: Bool) -> Complaint {
    Complaint(
      .beyondRange,
      "a text has at most \(SyntaxLimits.textLength) bytes, so this one stands \(times) times and not \(count.asWritten)",
      replacement: isWritten ? "\(times)" : nil)
  }

  static let otherTextGiven = Complaint(.wrongCount, "this view has another text already")

  /// `alpha: 50%`.
  static func partInPercent(_ property: PropertyDescription, _ node: SyntaxNode) -> Complaint {
    Complaint(
      .wrongType, "'\(property.name)' takes a number\(property.range.words), not '\(node.text)'",
      replacement: (node.number / 100).asWritten)
  }

  /// - Parameter word: the value without quotes.
  static func propertyType(
    _ name: String, _ value: String, _ form: PropertyDescription.Form, meaning word: String
  ) -> Complaint {
    var nearest: String?
    if case .colour = form { nearest = WordsOfOthers.colour(written: word) }
    if case .word(let known) = form {
      nearest = WordsOfOthers.value(word, of: name) ?? (known.contains(word) ? word : nearestName(to: word, in: known))
    }
    return Complaint(
      .wrongType, "'\(name)' takes \(form.noun), not '\(value)'\(didYouMean(nearest))", replacement: nearest)
  }
}
