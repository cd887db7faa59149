public import Geometry

/// One attribute of a view's rectangle.
public enum AnchorAttribute: UInt8, Sendable, CaseIterable {
  case left, right, leading, trailing, centerX, width
  case top, bottom, centerY, firstBaseline, lastBaseline, height

  /// The axis that the attribute is measured along.
  @inlinable public var axis: Axis { rawValue <= AnchorAttribute.width.rawValue ? .x : .y }
  /// Whether the attribute is a length and not a position.
  @inlinable public var isSize: Bool { self == .width || self == .height }
  /// Whether the attribute means the other edge when reading goes from right to left.
  @inlinable public var isDirectional: Bool { self == .leading || self == .trailing }
}

/// A rectangle that a view offers to align with. `frame` is the view itself.
public enum Guide: UInt8, Sendable, CaseIterable {
  case frame, safe, margins, readable, keyboard, keyboardSafe, scrollContent, scrollFrame
}

/// An attribute of a view or of one of its guides.
public struct Anchor: Hashable, Sendable {
  /// The view whose rectangle it is.
  public var view: ViewID
  /// The rectangle: the view's frame or one of its guides.
  public var guide: Guide
  /// The edge, line or length of that rectangle.
  public var attribute: AnchorAttribute

  public init(_ view: ViewID, _ guide: Guide = .frame, _ attribute: AnchorAttribute) {
    self.view = view
    self.guide = guide
    self.attribute = attribute
  }
}

/// How the two sides of a rule compare.
public enum Comparison: UInt8, Sendable {
  case equal, atMost, atLeast
}

/// A number that is known before solving, though perhaps only when the scene's environment is known.
///
/// Only the compound cases are boxed, because nearly all quantities of a document are literals.
public enum Quantity: Hashable, Sendable {
  case literal(Double)
  /// A number of device pixels, to be divided by the scene's scale.
  case pixels(Double)
  /// The value of `ResolvedLayout.variables[index]`.
  case variable(Int32)
  /// What stands at `#id` in the file, until the outside sets it. `component` says which of the numbers written there
  /// it is (`inset 10, 20, 10, 20` has four). One number that is set from outside replaces all of them.
  indirect case identified(Int32, component: UInt8, written: Quantity)
  indirect case sum(Quantity, Quantity)
  indirect case difference(Quantity, Quantity)
  indirect case product(Quantity, Quantity)
  indirect case quotient(Quantity, Quantity)

  /// The number 0.
  public static let zero = Quantity.literal(0)

  /// The same number with the other sign.
  public static prefix func - (operand: Quantity) -> Quantity {
    switch operand {
    case .literal(let value): .literal(0 - value)
    case .pixels(let value): .pixels(0 - value)
    case .difference(.literal(0), let opposite): opposite
    default: .difference(.zero, operand)
    }
  }
}

/// `item (== | <= | >=) Σ multiplier · anchor + constant @ priority`: what every constraint and placement of a file
/// comes down to. Anchors are symbolic: the engine works out direction, guides and spaces.
///
/// A layout has thousands of rules. So what nearly every rule has, plain numbers and at most one anchor on the right,
/// is stored in place. The rest is behind one reference, which most rules do without.
public struct Rule: Sendable {
  /// One summand of the right side that contains an unknown.
  public struct Term: Equatable, Sendable {
    /// The anchor whose value is added.
    public var anchor: Anchor
    /// The factor of the anchor's value.
    public var multiplier: Quantity

    public init(_ anchor: Anchor, times multiplier: Quantity = .literal(1)) {
      self.anchor = anchor
      self.multiplier = multiplier
    }
  }

  /// The parts that few rules have.
  @usableFromInline final class Rarities: Sendable {
    @usableFromInline let multiplier: Quantity
    @usableFromInline let moreTerms: [Term]
    @usableFromInline let constant: Quantity

    init(multiplier: Quantity, moreTerms: [Term], constant: Quantity) {
      self.multiplier = multiplier
      self.moreTerms = moreTerms
      self.constant = constant
    }
  }

  /// The parts that are copied as one piece of memory.
  public struct Plain: Sendable {
    /// The left side.
    public var item: Anchor
    @usableFromInline var comparison: Comparison
    /// Whether an anchor stands on the right.
    public var hasTerm: Bool
    /// The anchor of the first term; the item where there is none.
    public var anchor: Anchor
    @usableFromInline var condition: ConditionID?
    @usableFromInline var priority: Float
    @usableFromInline var origin: Origin
    /// The multiplier of the first term where it is literal, else 0.
    public var multiplier: Double
    /// The constant of the rule where it is literal, else 0.
    public var constant: Double
  }

  @usableFromInline var plain: Plain
  /// Nil when all numbers are literal and there is one term at most.
  @usableFromInline var rarities: Rarities?

  /// A rule with `term` and `moreTerms` as summands of its right side, in their order.
  public init(
    _ item: Anchor, _ comparison: Comparison, _ term: Term?, moreTerms: [Term] = [], constant: Quantity = .zero,
    priority: Float = NamedPriority.required, condition: ConditionID? = nil, origin: Origin
  ) {
    plain = Plain(
      item: item, comparison: comparison, hasTerm: false, anchor: item, condition: condition, priority: priority,
      origin: origin, multiplier: 0, constant: 0)
    setRightSide(term, moreTerms, constant)
  }

  /// A rule with numbers that are known, and at most one anchor on the right.
  init(
    _ item: Anchor, _ comparison: Comparison, _ anchor: Anchor?, times multiplier: Double, plus constant: Double,
    priority: Float, condition: ConditionID?, origin: Origin
  ) {
    plain = Plain(
      item: item, comparison: comparison, hasTerm: anchor != nil, anchor: anchor ?? item, condition: condition,
      priority: priority, origin: origin, multiplier: anchor == nil ? 0 : multiplier, constant: constant)
  }

  private mutating func setRightSide(_ term: Term?, _ moreTerms: [Term], _ constant: Quantity) {
    plain.hasTerm = term != nil
    plain.anchor = term?.anchor ?? item
    let multiplier = term?.multiplier ?? .zero
    plain.multiplier = multiplier.known ?? 0
    plain.constant = constant.known ?? 0
    let isPlain = moreTerms.isEmpty && multiplier.known != nil && constant.known != nil
    rarities = isPlain ? nil : Rarities(multiplier: multiplier, moreTerms: moreTerms, constant: constant)
  }

  /// The left side.
  @inlinable public var item: Anchor { plain.item }
  /// What holds between the sides.
  @inlinable public var comparison: Comparison { plain.comparison }
  /// When the rule holds; nil: always.
  @inlinable public var condition: ConditionID? {
    get { plain.condition }
    set { plain.condition = newValue }
  }
  /// The priority, from 0 to `NamedPriority.required`.
  @inlinable public var priority: Float {
    get { plain.priority }
    set { plain.priority = newValue }
  }
  /// The clause or statement that the rule comes from.
  @inlinable public var origin: Origin {
    get { plain.origin }
    set { plain.origin = newValue }
  }

  /// The first term of the right side.
  @inlinable public var term: Term? {
    plain.hasTerm ? Term(plain.anchor, times: rarities?.multiplier ?? .literal(plain.multiplier)) : nil
  }
  /// Gives the first term of the right side another factor; there is one.
  public mutating func setMultiplier(_ multiplier: Quantity) {
    setRightSide(Term(plain.anchor, times: multiplier), moreTerms, constant)
  }

  /// The other terms of the right side.
  @inlinable public var moreTerms: [Term] { rarities?.moreTerms ?? [] }

  /// All terms of the right side.
  public var terms: [Term] { term.map { [$0] + moreTerms } ?? [] }

  /// The number that is added to the terms of the right side.
  @inlinable public var constant: Quantity {
    get { rarities?.constant ?? .literal(plain.constant) }
    set {
      if rarities == nil, case .literal(let number) = newValue {
        plain.constant = number
      } else {
        replaceConstant(by: newValue)
      }
    }
  }

  @usableFromInline mutating func replaceConstant(by constant: Quantity) { setRightSide(term, moreTerms, constant) }

  /// The anchors and numbers, where all numbers are literal and there is at most one term; else nil. It is for loops
  /// over all rules, because nothing in it is reference counted.
  @inlinable public var literalForm: Plain? { rarities == nil ? plain : nil }

  /// Calls `body` with the item and with the anchors of all terms.
  @inlinable @inline(__always) public func forEachAnchor(_ body: (Anchor) -> Void) {
    body(plain.item)
    if plain.hasTerm { body(plain.anchor) }
    if let rarities { for term in rarities.moreTerms { body(term.anchor) } }
  }

  /// Gives a rule whose numbers are all literal other anchors.
  @inlinable @inline(__always) package mutating func replaceAnchors(_ anchor: (Anchor) -> Anchor) {
    plain.item = anchor(plain.item)
    plain.anchor = plain.hasTerm ? anchor(plain.anchor) : plain.item
  }

  /// Gives what is stored in place other numbers of views and conditions.
  mutating func renumber(_ views: [Int32], _ conditions: [Int32]) {
    plain.item.view = ViewID(views[plain.item.view])
    plain.anchor.view = ViewID(views[plain.anchor.view])
    if let condition = plain.condition { plain.condition = ConditionID(conditions[Int(condition.index)]) }
  }

  /// The same rule with other anchors and numbers.
  package func with(_ anchor: (Anchor) -> Anchor, numbers: (Quantity) -> Quantity) -> Rule {
    func moved(_ term: Term) -> Term { Term(anchor(term.anchor), times: numbers(term.multiplier)) }
    var result = self
    result.plain.item = anchor(item)
    result.setRightSide(term.map(moved), moreTerms.map(moved), numbers(constant))
    return result
  }

  /// The same rule with other anchors.
  public func with(_ anchor: (Anchor) -> Anchor) -> Rule {
    func moved(_ term: Term) -> Term { Term(anchor(term.anchor), times: term.multiplier) }
    var result = self
    result.plain.item = anchor(item)
    result.setRightSide(term.map(moved), moreTerms.map(moved), constant)
    return result
  }
}

extension Rule: Equatable {
  public static func == (left: Rule, right: Rule) -> Bool {
    left.item == right.item && left.comparison == right.comparison && left.term == right.term
      && left.moreTerms == right.moreTerms && left.constant == right.constant && left.priority == right.priority
      && left.condition == right.condition && left.origin == right.origin
  }
}

extension Rule {
  /// Whether two rules differ in their constant; nil when they differ in anything else. Where they are written does not
  /// count.
  @inline(__always) func hasConstant(otherThan older: Rule) -> Bool? {
    guard plain.item == older.plain.item, plain.anchor == older.plain.anchor, plain.hasTerm == older.plain.hasTerm,
      plain.comparison == older.plain.comparison, plain.multiplier == older.plain.multiplier,
      plain.priority == older.plain.priority, plain.condition == older.plain.condition
    else { return nil }
    if rarities == nil, older.rarities == nil { return plain.constant != older.plain.constant }
    guard term == older.term, moreTerms == older.moreTerms else { return nil }
    return constant != older.constant
  }
}

/// `var NAME = value`: a value that the outside may set at run time.
public struct VariableDeclaration: Equatable, Sendable {
  /// The name as declared.
  public var name: String
  /// The value in the file, of a number or a length; 0 for others.
  public var initial: Quantity
  /// The value in the file, of a text, a colour or a duration; nil for numbers and lengths. It is put in where the
  /// variable is used.
  public var value: VariableValue?
  /// Whether it is a field of a record, which is set with its record.
  public var isField = false
  /// Where the declaration is written.
  public var origin: Origin

  public init(
    name: String, initial: Quantity, value: VariableValue? = nil, isField: Bool = false, origin: Origin
  ) {
    self.isField = isField
    self.name = name
    self.initial = initial
    self.value = value
    self.origin = origin
  }
}

/// `#name`: a handle on the numbers of one constraint or placement.
public struct Identifier: Equatable, Sendable {
  /// The name without the `#`.
  public var name: String
  /// The view whose constraint it is. `view.#name` addresses it where several views have an identifier of this name.
  public var view: ViewID
  /// The numbers as the file has them: one for a constant, four for insets or a rectangle.
  public var written: [Quantity]
  /// Where it is written.
  public var origin: Origin

  public init(name: String, view: ViewID, written: [Quantity], origin: Origin) {
    self.name = name
    self.view = view
    self.written = written
    self.origin = origin
  }

  /// A name that only this identifier of the layout has, whatever other views call theirs: `card.title.gap`.
  public func key(in layout: ResolvedLayout) -> String { key(inViewAt: layout.views[view].path) }

  /// The same where the view goes by a path, as that of a record does.
  func key(inViewAt path: String) -> String { "\(path).\(name)" }
}
