import LayoutModel

/// What an edit changed, if it changed only texts and the numbers of rules and containers.
///
/// Two layouts are compared, whatever the edit was. If they differ in nothing else, they have the same views, the same
/// facts and the same structures; so a scene of one can go on as a scene of the other. Places in the text do not count.
struct NumberDifference {
  /// The rules whose constants differ, ascending.
  private(set) var rules: [Int32] = []
  /// The settings whose numbers differ, ascending.
  private(set) var settings: [Int32] = []
  private(set) var texts: [ViewID] = []
  /// Whether numbers of records differ.
  private(set) var hasOtherFields = false

  /// Compares two layouts; nil when anything else differs.
  init?(from older: ResolvedLayout, to newer: ResolvedLayout) {
    guard older.views.count == newer.views.count, older.conditions == newer.conditions,
      older.switchedOrders == newer.switchedOrders, compareSettings(older, newer),
      Self.areSame(older.configurations, newer.configurations), Self.areSame(older.identifiers, newer.identifiers),
      compareVariables(older.variables, newer.variables), older.directConditions == newer.directConditions,
      Self.areSame(older.pictures, newer.pictures), compareTexts(older.views, newer.views),
      compareRules(older.rules, newer.rules)
    else { return nil }
  }

  private mutating func compareTexts(_ older: [ResolvedView], _ newer: [ResolvedView]) -> Bool {
    // An array that nobody wrote to is the same memory. Others are compared in place: a copy costs more.
    if older.span.isIdentical(to: newer.span) { return true }
    guard older.count == newer.count else { return false }
    for index in older.indices {
      guard older[index].parent == newer[index].parent, older[index].kind == newer[index].kind,
        older[index].settings == newer[index].settings, older[index].path == newer[index].path,
        older[index].name == newer[index].name, (older[index].text == nil) == (newer[index].text == nil)
      else { return false }
      if older[index].text != newer[index].text { texts.append(ViewID(Int32(index))) }
    }
    return true
  }

  private mutating func compareRules(_ older: RuleList, _ newer: RuleList) -> Bool {
    guard let others = newer.constants(otherThanIn: older),
      others.allSatisfy({ older[Int($0)].constant.isAlike(newer[Int($0)].constant) })
    else { return false }
    rules = others
    return true
  }

  private mutating func compareSettings(_ older: ResolvedLayout, _ newer: ResolvedLayout) -> Bool {
    let (known, settings) = (older.settings.span, newer.settings.span)
    if known.isIdentical(to: settings) { return true }
    guard known.count == settings.count else { return false }
    for index in known.indices {
      let view = settings[index].view
      guard known[index].view == view, known[index].condition == settings[index].condition else { return false }
      if known[index].setting == settings[index].setting { continue }
      // Everything in a scroll view or tied to it may read its padding.
      guard known[index].setting.isAlike(settings[index].setting), !newer.views[view].kind.isScroll
      else { return false }
      self.settings.append(Int32(index))
    }
    return true
  }

  private static func areSame(_ older: [Configuration], _ newer: [Configuration]) -> Bool {
    older.span.isIdentical(to: newer.span)
      || older.elementsEqual(newer) {
        $0.view == $1.view && $0.name == $1.name && $0.when == $1.when && $0.isInitial == $1.isInitial
      }
  }

  /// Whether two lists have the same ids. Their numbers need no look: they are also in the rules.
  private static func areSame(_ older: [Identifier], _ newer: [Identifier]) -> Bool {
    older.span.isIdentical(to: newer.span) || older.elementsEqual(newer) { $0.name == $1.name && $0.view == $1.view }
  }

  private static func areSame(_ older: [PictureUse], _ newer: [PictureUse]) -> Bool {
    older.span.isIdentical(to: newer.span) || older.elementsEqual(newer) { $0.view == $1.view && $0.path == $1.path }
  }

  private mutating func compareVariables(_ older: [VariableDeclaration], _ newer: [VariableDeclaration]) -> Bool {
    if older.span.isIdentical(to: newer.span) { return true }
    guard older.count == newer.count else { return false }
    for index in older.indices {
      guard older[index].name == newer[index].name, older[index].value == newer[index].value else { return false }
      if older[index].initial == newer[index].initial { continue }
      // Whoever reads a field of a record asks for its number anew.
      guard older[index].isField, newer[index].isField else { return false }
      hasOtherFields = true
    }
    return true
  }
}

extension Setting {
  /// Whether two settings differ in numbers at most, and only the container's own rows read these.
  fileprivate func isAlike(_ other: Setting) -> Bool {
    switch (self, other) {
    case (.gap(let old), .gap(let new)), (.lineGap(let old), .lineGap(let new)),
      (.gapAfter(let old), .gapAfter(let new)):
      old.isAlike(new)
    case (.padding(let old), .padding(let new)):
      old.top.isAlike(new.top) && old.leading.isAlike(new.leading) && old.bottom.isAlike(new.bottom)
        && old.trailing.isAlike(new.trailing)
    default: false
    }
  }
}

extension Quantity {
  /// Whether two quantities are worked out from the same inputs; their numbers may differ.
  fileprivate func isAlike(_ other: Quantity) -> Bool {
    switch (self, other) {
    case (.literal, .literal), (.pixels, .pixels): true
    case (.variable(let one), .variable(let two)): one == two
    case (.identified(let one, let component, let first), .identified(let two, let otherComponent, let second)):
      one == two && component == otherComponent && first.isAlike(second)
    case (.sum(let a, let b), .sum(let c, let d)), (.difference(let a, let b), .difference(let c, let d)),
      (.product(let a, let b), .product(let c, let d)), (.quotient(let a, let b), .quotient(let c, let d)):
      a.isAlike(c) && b.isAlike(d)
    default: false
    }
  }
}
