public import Geometry

/// One attribute of a view's rectangle.
public enum AnchorAttribute: UInt8, Sendable, CaseIterable {
  case left, right, leading, trailing, centerX, width
  case top, bottom, centerY, firstBaseline, lastBaseline, height

  /// Which axis it is measured along.
  @inlinable public var axis: Axis { rawValue <= AnchorAttribute.width.rawValue ? .x : .y }
  /// Whether it is a length and not a position.
  @inlinable public var isSize: Bool { self == .width || self == .height }
  /// Whether it turns over with the direction of reading.
  @inlinable public var isDirectional: Bool { self == .leading || self == .trailing }
}

/// A rectangle that a view offers to align with. `frame` is the view itself.
public enum Guide: UInt8, Sendable, CaseIterable {
  case frame, safe, margins, readable, keyboard, keyboardSafe, scrollContent, scrollFrame
}

/// An attribute of a view or of one of its guides.
public struct Anchor: Hashable, Sendable {
  /// Whose rectangle.
  public var view: ViewID
  /// Which of the view's rectangles.
  public var guide: Guide
  /// Which edge, line or length of it.
  public var attribute: AnchorAttribute

  public init(_ view: ViewID, _ guide: Guide = .frame, _ attribute: AnchorAttribute) {
    self.view = view
    self.guide = guide
    self.attribute = attribute
  }
}

/// What holds between both sides of a rule.
public enum Comparison: UInt8, Sendable {
  case equal, atMost, atLeast
}

/// A number that is known before solving, but perhaps only once the scene's environment is.
///
/// Only the compound cases are boxed: nearly all quantities of a document are literals.
public enum Quantity: Hashable, Sendable {
  case literal(Double)
  /// Device pixels: divided by the scene's scale.
  case pixels(Double)
  /// The value of `ResolvedLayout.variables[index]`.
  case variable(Int32)
  /// What stands at `#id` in the file, until the outside sets it. `component` counts the numbers written there
  /// (`inset 10, 20, 10, 20` has four); one number set from outside replaces all of them.
  indirect case identified(Int32, component: UInt8, written: Quantity)
  indirect case sum(Quantity, Quantity)
  indirect case difference(Quantity, Quantity)
  indirect case product(Quantity, Quantity)
  indirect case quotient(Quantity, Quantity)

  /// No length at all, and no pixel.
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

/// `item (== | <= | >=) Σ multiplier · anchor + constant @ priority`: what every constraint and placement of a
/// file comes down to. Anchors are symbolic: direction, guides and spaces are the engine's business.
///
/// A layout has thousands, and every edit copies and compares them all. So what nearly every rule has, plain numbers
/// and at most one anchor on the right, stands in place; the rest is behind one reference that most do without.
public struct Rule: Sendable {
  /// One summand of the right side that is solved for.
  public struct Term: Equatable, Sendable {
    /// What is looked at.
    public var anchor: Anchor
    /// What it is multiplied with.
    public var multiplier: Quantity

    public init(_ anchor: Anchor, times multiplier: Quantity = .literal(1)) {
      self.anchor = anchor
      self.multiplier = multiplier
    }
  }

  /// What few rules have.
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

  /// What is copied as one piece of memory.
  public struct Plain: Sendable {
    /// The left side.
    public var item: Anchor
    @usableFromInline var comparison: Comparison
    /// Whether an anchor stands on the right.
    public var hasTerm: Bool
    /// Of the first term; the item without one.
    public var anchor: Anchor
    @usableFromInline var condition: ConditionID?
    @usableFromInline var priority: Float
    @usableFromInline var origin: Origin
    /// Of the first term, and of the rule, where they are literal; else 0.
    public var multiplier: Double
    /// Of the rule where it is literal, else 0.
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

  /// The same with numbers that are known, and one anchor on the right or none.
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
  /// When it holds; nil: always.
  @inlinable public var condition: ConditionID? {
    get { plain.condition }
    set { plain.condition = newValue }
  }
  /// From 0 to `NamedPriority.required`.
  @inlinable public var priority: Float { plain.priority }
  /// The clause or statement it comes from.
  @inlinable public var origin: Origin {
    get { plain.origin }
    set { plain.origin = newValue }
  }

  /// The right side's first anchor.
  @inlinable public var term: Term? {
    plain.hasTerm ? Term(plain.anchor, times: rarities?.multiplier ?? .literal(plain.multiplier)) : nil
  }
  /// The right side's other anchors.
  @inlinable public var moreTerms: [Term] { rarities?.moreTerms ?? [] }

  /// All terms of the right side.
  public var terms: [Term] { term.map { [$0] + moreTerms } ?? [] }

  /// What is added to the right side's anchors.
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

  /// The anchors and numbers, where all numbers are literal and there is one term at most; else nil. For loops over all
  /// rules: nothing of it has to be kept alive.
  @inlinable public var literalForm: Plain? { rarities == nil ? plain : nil }

  /// Its item, and the anchors of all terms.
  @inlinable @inline(__always) public func forEachAnchor(_ body: (Anchor) -> Void) {
    body(plain.item)
    if plain.hasTerm { body(plain.anchor) }
    if let rarities { for term in rarities.moreTerms { body(term.anchor) } }
  }

  /// The same with other anchors.
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

extension [Rule] {
  /// The indices of rules that have another constant than those in their places, ascending; nil when the two differ in
  /// anything else. Where rules come from does not count.
  public func constants(otherThanIn older: [Rule]) -> [Int32]? {
    guard count == older.count else { return nil }
    var found: [Int32] = []
    // Part by part, and where they stand: to copy a rule costs more than to compare it.
    for index in indices {
      guard self[index].plain.item == older[index].plain.item,
        self[index].plain.anchor == older[index].plain.anchor,
        self[index].plain.hasTerm == older[index].plain.hasTerm,
        self[index].plain.comparison == older[index].plain.comparison,
        self[index].plain.multiplier == older[index].plain.multiplier,
        self[index].plain.priority == older[index].plain.priority,
        self[index].plain.condition == older[index].plain.condition
      else { return nil }
      if self[index].rarities == nil, older[index].rarities == nil {
        if self[index].plain.constant != older[index].plain.constant { found.append(Int32(index)) }
      } else {
        guard self[index].term == older[index].term, self[index].moreTerms == older[index].moreTerms else { return nil }
        if self[index].constant != older[index].constant { found.append(Int32(index)) }
      }
    }
    return found
  }
}

/// `var NAME = value`: a value the outside may set at run time.
public struct VariableDeclaration: Equatable, Sendable {
  /// As declared.
  public var name: String
  /// Of a number or length; 0 for others.
  public var initial: Quantity
  /// Of a text, colour or duration, which are put in where they are used; nil for numbers and lengths.
  public var value: VariableValue?
  /// The statement.
  public var origin: Origin

  public init(name: String, initial: Quantity, value: VariableValue? = nil, origin: Origin) {
    self.name = name
    self.initial = initial
    self.value = value
    self.origin = origin
  }
}

/// `#name`: a handle on the numbers of one constraint or placement.
public struct Identifier: Equatable, Sendable {
  /// Without the `#`.
  public var name: String
  /// The view whose constraint it is: `view.#name` addresses it where the name alone is taken twice.
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

  /// Names the identifier in the whole layout, whatever other views call theirs: `card.title.gap`.
  public func key(in layout: ResolvedLayout) -> String { "\(layout.views[Int(view.index)].path).\(name)" }
}
