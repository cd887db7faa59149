import Geometry
import LayoutSyntax

/// Clauses that set an attribute instead of making rules.
extension LayoutResolver {
  mutating func readSetting(_ node: SyntaxNode, _ seat: Seat) {
    switch node.kind {
    case .contentClause: readContentPriority(node, seat)
    case .gapClause: readGap(node, seat)
    case .insetClause: readPadding(node, seat)
    case .offsetClause: report(.modifierWithoutPlacement("offset", "'center' and 'pin'"), at: node, in: seat.site.file)
    case .itemsClause: readItems(node, seat)
    case .distributeClause: readDistribution(node, seat)
    case .autoClause:
      guard kind(of: seat.view).isStack else {
        report(.notAStack("auto", kind(of: seat.view)), at: node, in: seat.site.file)
        return
      }
      setFixed(.automaticAxis, node, seat)
    case .hiddenClause: set(.hidden, node, seat)
    case .initialClause:
      guard isFixedPlace(node, seat), let name = node.first(.name) else { return }
      initials.append((seat.view, self.name(of: name, in: seat.site.file), name.span, seat.site.file))
    case .conditionsClause:
      guard isFixedPlace(node, seat), let animation = node.first(.animation)?.first(.timing) else { return }
      conditionTimings.append((seat.view, animation.index, seat.site.file, seat.site.scope))
    case .intrinsicClause: readIntrinsic(node, seat)
    case .baselinesClause: readBaselines(node, seat)
    case .marginsClause:
      guard let list = node.first(.insets), let insets = insets(list, seat.site) else { return }
      set(.margins(InsetQuantities(insets)), node, seat)
    case .traitClause:
      guard let (name, value) = traitSetting(node, seat.site) else { return }
      setFixed(.trait(name: name, value: value), node, seat)
    case .property: readProperty(node, seat)
    default: break
    }
  }

  // MARK: Setting

  private mutating func set(_ setting: Setting, _ node: SyntaxNode, _ seat: Seat) {
    layout.settings.append(
      ConditionalSetting(view: seat.view, setting: setting, condition: mark.condition, origin: mark.origin))
  }

  /// A setting that no branch may switch. A view declared in a branch still sets its own.
  private mutating func setFixed(_ setting: Setting, _ node: SyntaxNode, _ seat: Seat) {
    if seat.context != .always, seat.context != drafts[Int(seat.view.index)].context,
      layout.settings.contains(where: { $0.view == seat.view && $0.setting == setting && $0.condition == nil })
    {
      // The other branch, which declares the same view, says the same of it.
      return
    }
    guard isFixedPlace(node, seat) else { return }
    layout.settings.append(
      ConditionalSetting(view: seat.view, setting: setting, condition: nil, origin: mark.origin))
  }

  /// Whether the clause stands where its view is declared, not in a branch of it; reports when not.
  private mutating func isFixedPlace(_ node: SyntaxNode, _ seat: Seat) -> Bool {
    if seat.context == .always || seat.context == drafts[Int(seat.view.index)].context { return true }
    report(.notInABranch(node.text), at: node, in: seat.site.file)
    return false
  }

  // MARK: Natural size

  /// `hug`, `resist`, `shrink`, `noshrink`, `grow`, `nogrow`, `exact`, each for one axis or both.
  private mutating func readContentPriority(_ node: SyntaxNode, _ seat: Seat) {
    let axes = node.first(.axis)?.axis.map { [Axis($0)] } ?? [.x, .y]
    let written = node.first(.priority).flatMap { priority($0, seat.site) }
    for axis in axes {
      switch node.firstToken.word {
      case .hug: set(.hugging(axis, written ?? NamedPriority.required), node, seat)
      case .resist: set(.compressionResistance(axis, written ?? NamedPriority.required), node, seat)
      case .shrink: set(.compressionResistance(axis, written ?? NamedPriority.low), node, seat)
      case .noshrink: set(.compressionResistance(axis, written ?? NamedPriority.required), node, seat)
      case .grow: set(.hugging(axis, written ?? NamedPriority.low), node, seat)
      case .nogrow: set(.hugging(axis, written ?? NamedPriority.required), node, seat)
      default:
        set(.hugging(axis, written ?? NamedPriority.required), node, seat)
        set(.compressionResistance(axis, written ?? NamedPriority.required), node, seat)
      }
    }
  }

  /// `intrinsic w, h`, with `_` for none.
  private mutating func readIntrinsic(_ node: SyntaxNode, _ seat: Seat) {
    guard let sides = optionalQuantities(node, seat) else { return }
    setFixed(.intrinsicSize(width: sides[0], height: sides.count > 1 ? sides[1] : sides[0]), node, seat)
  }

  private mutating func readBaselines(_ node: SyntaxNode, _ seat: Seat) {
    guard let values = optionalQuantities(node, seat) else { return }
    setFixed(.baselines(first: values[0] ?? .zero, last: values.last.flatMap { $0 } ?? .zero), node, seat)
  }

  /// One or two quantities, nil for `_`.
  private mutating func optionalQuantities(_ node: SyntaxNode, _ seat: Seat) -> [Quantity?]? {
    var values: [Quantity?] = []
    for child in node.values {
      if child.kind == .wildcard {
        values.append(nil)
      } else if child.kind == .tuple, let pair = value(child, seat.site), case .compound(.pair, let parts) = pair {
        values += parts.map { $0.constant }
      } else {
        guard let value = quantity(child, seat.site) else { return nil }
        values.append(value)
      }
    }
    guard values.count == 1 || values.count == 2 else {
      report(.wrongCount(node.text, wanted: "two", values.count), at: node, in: seat.site.file)
      return nil
    }
    return values
  }

  // MARK: Stacks

  private mutating func readGap(_ node: SyntaxNode, _ seat: Seat) {
    guard kind(of: seat.view).isStack || kind(of: seat.view) == .list else {
      let takers = "'dock', 'below', 'above', 'before', 'after', stacks and lists"
      report(.modifierWithoutPlacement("gap", takers), at: node, in: seat.site.file)
      return
    }
    refusePriority(of: node, in: seat.site.file)
    let firstUse = uses.count
    guard let value = node.value(at: 0), let gap = quantity(value, seat.site) else { return }
    let used = firstUse..<uses.count
    let identifier = identifier(node.first(.identifier), seat)
    set(.gap(identify(gap, as: identifier)), node, seat)
    if identifier == nil {
      keepSum(value, seat.site, using: used, as: .gap(ofSetting: Int32(layout.settings.count - 1)))
    }
  }

  private mutating func readPadding(_ node: SyntaxNode, _ seat: Seat) {
    guard kind(of: seat.view).isStack || kind(of: seat.view).isScroll else {
      report(.modifierWithoutPlacement("inset", "a placement, a stack or a scroll view"), at: node, in: seat.site.file)
      return
    }
    refusePriority(of: node, in: seat.site.file)
    let identifier = identifier(node.first(.identifier), seat)
    guard let list = node.first(.insets), let insets = insets(list, seat.site, identifier: identifier) else { return }
    set(.padding(InsetQuantities(insets)), node, seat)
  }

  private mutating func readItems(_ node: SyntaxNode, _ seat: Seat) {
    guard let word = stackWord("items", node, seat) else { return }
    guard let alignment = ItemsAlignment(rawValue: word.text) else {
      let known = ItemsAlignment.allCases.map(\.rawValue)
      report(.unknownWord("items", word.text, known), at: word, in: seat.site.file)
      return
    }
    if kind(of: seat.view) == .vstack, alignment == .firstBaseline || alignment == .lastBaseline {
      report(.baselinesInColumn, at: word, in: seat.site.file)
      return
    }
    set(.items(alignment), node, seat)
  }

  private mutating func readDistribution(_ node: SyntaxNode, _ seat: Seat) {
    guard let word = stackWord("distribute", node, seat) else { return }
    guard let distribution = Distribution(rawValue: word.text) else {
      let known = Distribution.allCases.map(\.rawValue)
      report(.unknownWord("distribute", word.text, known), at: word, in: seat.site.file)
      return
    }
    set(.distribution(distribution), node, seat)
  }

  private mutating func stackWord(_ clause: String, _ node: SyntaxNode, _ seat: Seat) -> SyntaxNode? {
    guard kind(of: seat.view).isStack else {
      report(.notAStack(clause, kind(of: seat.view)), at: node, in: seat.site.file)
      return nil
    }
    return node.first(.word)
  }

  // MARK: Properties

  private mutating func readProperty(_ node: SyntaxNode, _ seat: Seat) {
    guard let nameNode = node.first(.name), let valueNode = node.values.first(where: { _ in true }) else { return }
    let name = nameNode.name
    if name == "text" {
      readText(node, valueNode, seat)
      return
    }
    // The name of a view, even where a let is called so.
    if name == "was" {
      let former = valueNode.kind == .string ? valueNode.string : valueNode.name
      setFixed(.property(name: name, .word(former)), node, seat)
      return
    }
    guard let value = propertyValue(valueNode, seat) else { return }
    guard let known = PropertyDescription.named(name) else {
      let nearest = nearestName(to: name, in: PropertyDescription.catalogue.map(\.name))
      report(.unknownProperty(name, nearest: nearest), at: nameNode, in: seat.site.file)
      setFixed(.property(name: name, value), node, seat)
      return
    }
    guard known.form.takes(value) else {
      report(.propertyType(name, valueNode.text, known.form), at: valueNode, in: seat.site.file)
      return
    }
    if known.isDrawn, kind(of: seat.view) == .spacer {
      report(.drawnSpacer(name), at: node, in: seat.site.file)
      return
    }
    if name == "image", !(kind(of: seat.view) == .image && value.isText) {
      // The file of one that has any is found when all is resolved: `ResolvedLayout.findPictures`.
      report(.pictureInNoFile, at: node, in: seat.site.file)
    } else if kind(of: seat.view).hasText {
      checkTextProperty(name, value, valueNode, seat)
    }
    if name == "gapAfter", case .number(let gap) = value {
      setFixed(.gapAfter(gap), node, seat)
    } else if known.mayChange {
      set(.property(name: name, value), node, seat)
    } else {
      setFixed(.property(name: name, value), node, seat)
    }
  }

  /// A style or weight that means nothing here is for those who draw, unless it looks like a slip.
  private mutating func checkTextProperty(_ name: String, _ value: PropertyValue, _ node: SyntaxNode, _ seat: Seat) {
    guard case .word(let word) = value else { return }
    let known: [String]
    switch name {
    case "style": known = TextStyle.names
    case "weight": known = TextWeight.allCases.map(\.rawValue)
    default: return
    }
    if known.contains(word) { return }
    if let nearest = nearestName(to: word, in: known) {
      report(.nearlyKnownWord(name, word, nearest: nearest), at: node, in: seat.site.file)
    }
  }

  /// `text: title`: the text of a view that does not stand in quotes at its name, but is put together or given to the
  /// component. A number stands for its digits.
  private mutating func readText(_ node: SyntaxNode, _ valueNode: SyntaxNode, _ seat: Seat) {
    guard let value = value(valueNode, seat.site) else { return }
    guard let template = value.asTemplate else {
      report(.wrongType(valueNode.text, value.noun, wanted: "a text"), at: valueNode, in: seat.site.file)
      return
    }
    let text = template.text(with: layout.variables.map(\.value))
    let hasVariables = value.asText == nil
    // The other branch, which declares the same view, says the same of it.
    if seat.context != .always, givenTexts[seat.view.index] == text,
      composedTexts[seat.view.index] == (hasVariables ? template : nil)
    {
      return
    }
    guard isFixedPlace(node, seat) else { return }
    let written = self.text(of: drafts[Int(seat.view.index)])
    if (givenTexts[seat.view.index] ?? written) ?? text != text {
      report(.otherTextGiven, at: node, in: seat.site.file)
    }
    givenTexts[seat.view.index] = text
    composedTexts[seat.view.index] = hasVariables ? template : nil
  }

  private mutating func propertyValue(_ node: SyntaxNode, _ seat: Seat) -> PropertyValue? {
    // A bare name is a let where there is one, else the word itself.
    if node.kind == .reference, node.first(.anchorSegment) == nil {
      guard let index = declaredValue(ofReference: node, seat.site) else { return .word(node.text) }
      guard let value = value(ofDeclared: index, node, seat.site) else { return nil }
      if let property = PropertyValue(value) { return property }
      report(.wrongType(node.text, value.noun, wanted: "what is known in the file"), at: node, in: seat.site.file)
      return nil
    }
    if node.kind == .reference { return .word(node.text) }
    if node.kind == .colour { return .colour(node.colour) }
    if node.kind == .string || node.kind == .word || node.kind == .boolean || node.kind == .duration {
      return value(node, seat.site).flatMap(PropertyValue.init)
    }
    return quantity(node, seat.site).map { .number($0) }
  }

  /// The value of a let or var with this node's name, without a complaint when there is none.
  mutating func declaredValue(named node: SyntaxNode, _ site: Site) -> Value? {
    let name = name(of: node, in: site.file)
    guard node.kind != .reference || node.child(.pathSegment, at: 1) == nil else { return reference(node, site) }
    guard find(name, site) != nil else { return nil }
    return value(ofName: name, node, site)
  }
}

extension PropertyValue {
  init?(_ value: Value) {
    switch value {
    case .linear(let expression) where expression.isConstant: self = .number(expression.constant)
    case .text(let text): self = .text(text)
    case .word(let word): self = .word(word)
    case .colour(let colour): self = .colour(colour)
    case .template(let template): self = .template(template)
    case .variableColour(let variable): self = .variableColour(variable)
    case .duration(let milliseconds): self = .number(.literal(milliseconds))
    case .linear, .compound, .variableDuration, .condition: return nil
    }
  }
}

extension PropertyDescription.Form {
  func takes(_ value: PropertyValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.number, .number), (.length, .number), (.text, .text), (.text, .template): true
    case (.colour, .colour), (.colour, .variableColour), (.colour, .word): true
    case (.word(let known), .word(let word)): known.contains(word)
    case (.boolean, .word(let word)): word == "true" || word == "false"
    default: false
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

extension InsetQuantities {
  init(_ insets: Insets) {
    self.init(top: insets.top, leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing)
  }
}

extension Complaint {
  static func modifierWithoutPlacement(_ word: String, _ takers: String) -> Complaint {
    Complaint(.modifierWithoutPlacement, "'\(word)' belongs to \(takers), and none stands before it")
  }

  static func notAStack(_ clause: String, _ kind: ViewKind) -> Complaint {
    Complaint(.notAStack, "'\(clause)' is for stacks, and this is a \(kind.rawValue)")
  }

  static func drawnSpacer(_ property: String) -> Complaint {
    Complaint(
      .drawnSpacer, "a spacer is never drawn, so its '\(property)' has no effect", replacement: "",
      help: ["help: what is to be seen is a box"])
  }

  static func notInABranch(_ text: String) -> Complaint {
    Complaint(.notInABranch, "'\(text)' cannot change with a branch; write it where the view is declared")
  }

  static func unknownWord(_ clause: String, _ word: String, _ known: [String]) -> Complaint {
    let nearest = nearestName(to: word, in: known)
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(
      .unknownWord, "'\(clause)' has no '\(word)'\(hint)", replacement: nearest,
      help: ["it takes \(known.joined(separator: ", "))"])
  }

  static let baselinesInColumn = Complaint(.wrongAxis, "baselines align the views of a row, and this is a column")

  static func unknownProperty(_ name: String, nearest: String?) -> Complaint {
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return Complaint(.unknownProperty, "nobody here knows '\(name)', so it has no effect\(hint)", replacement: nearest)
  }

  static func nearlyKnownWord(_ property: String, _ word: String, nearest: String) -> Complaint {
    Complaint(
      .nearlyKnownWord, "'\(word)' is no \(property) that texts are measured by; did you mean '\(nearest)'?",
      replacement: nearest)
  }

  static let otherTextGiven = Complaint(.wrongCount, "this view has another text already")

  static func propertyType(_ name: String, _ value: String, _ form: PropertyDescription.Form) -> Complaint {
    Complaint(.wrongType, "'\(name)' takes \(form.noun), not '\(value)'")
  }
}
