public import Geometry

/// One attribute of a view's rectangle.
public enum AnchorAttribute: UInt8, Sendable, CaseIterable {
  case left, right, leading, trailing, centerX, width
  case top, bottom, centerY, firstBaseline, lastBaseline, height

  public var axis: Axis { rawValue <= AnchorAttribute.width.rawValue ? .x : .y }
  public var isSize: Bool { self == .width || self == .height }
  /// Whether it turns over with the direction of reading.
  public var isDirectional: Bool { self == .leading || self == .trailing }
}

/// A rectangle that a view offers to align with. `frame` is the view itself.
public enum Guide: UInt8, Sendable, CaseIterable {
  case frame, safe, margins, readable, keyboard, keyboardSafe, scrollContent, scrollFrame
}

/// An attribute of a view or of one of its guides.
public struct Anchor: Hashable, Sendable {
  public var view: ViewID
  public var guide: Guide
  public var attribute: AnchorAttribute

  public init(_ view: ViewID, _ guide: Guide = .frame, _ attribute: AnchorAttribute) {
    self.view = view
    self.guide = guide
    self.attribute = attribute
  }
}

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

  public static let zero = Quantity.literal(0)

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
public struct Rule: Equatable, Sendable {
  public struct Term: Equatable, Sendable {
    public var anchor: Anchor
    public var multiplier: Quantity

    public init(_ anchor: Anchor, times multiplier: Quantity = .literal(1)) {
      self.anchor = anchor
      self.multiplier = multiplier
    }
  }

  public var item: Anchor
  public var comparison: Comparison
  /// The right side's first anchor, apart from the others because nearly every rule has at most one.
  public var term: Term?
  public var moreTerms: [Term]
  public var constant: Quantity
  /// 0 … 1000; 1000 is required.
  public var priority: Float
  public var condition: ConditionID?
  /// The clause or statement it comes from.
  public var origin: Origin

  public init(
    _ item: Anchor, _ comparison: Comparison, _ term: Term?, moreTerms: [Term] = [], constant: Quantity = .zero,
    priority: Float = 1000, condition: ConditionID? = nil, origin: Origin
  ) {
    self.item = item
    self.comparison = comparison
    self.term = term
    self.moreTerms = moreTerms
    self.constant = constant
    self.priority = priority
    self.condition = condition
    self.origin = origin
  }
}

/// `var NAME = value`: a value the outside may set at run time.
public struct VariableDeclaration: Equatable, Sendable {
  public var name: String
  /// Of a number or length; 0 for others.
  public var initial: Quantity
  /// Of a text, colour or duration, which are put in where they are used; nil for numbers and lengths.
  public var value: VariableValue?
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
  public var origin: Origin

  public init(name: String, view: ViewID, written: [Quantity], origin: Origin) {
    self.name = name
    self.view = view
    self.written = written
    self.origin = origin
  }
}
