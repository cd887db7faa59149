/// How firmly a constraint holds, from 0 to 1000. A higher one wins completely; nothing is weighed.
///
/// ```swift
/// title.width <= 320 ~ .high
/// title.height == 20 ~ 950
/// panel(.width(400) ~ .low + 1)
/// ```
///
/// Any other number is told as E2209, and what has it is left out.
public struct Priority: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// From 0 to 1000.
  public var value: Float

  public init(_ value: Float) { self.value = value }
  public init(integerLiteral value: Int) { self.value = Float(value) }
  public init(floatLiteral value: Double) { self.value = Float(value) }

  /// 1000: it must hold. So must what says nothing.
  public static let required = Priority(1000)
  /// 750.
  public static let high = Priority(750)
  /// 250.
  public static let low = Priority(250)
  /// 50: as small as the content allows.
  public static let fitting = Priority(50)

  /// A little more.
  public static func + (left: Priority, right: Float) -> Priority { Priority(left.value + right) }
  /// A little less.
  public static func - (left: Priority, right: Float) -> Priority { Priority(left.value - right) }
}

/// The address of a constraint's numbers, by which a scene sets them: `(a.top == b.bottom + 8).id("gap")`.
///
/// A letter or `_` first, then letters, digits and `_`. Anything else is told as E2504, and there is no id then.
public struct ConstraintID: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Without `#`.
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral value: String) { name = value }
}

precedencegroup LayoutPriorityPrecedence {
  associativity: left
  lowerThan: ComparisonPrecedence
  higherThan: LogicalConjunctionPrecedence
}

infix operator ~ : LayoutPriorityPrecedence
infix operator <~ : LayoutPriorityPrecedence

extension Relation {
  /// The constraint with this priority.
  public func priority(_ priority: Priority) -> Constraint { Constraint(self, priority) }
  /// The constraint with this id.
  public func id(_ id: ConstraintID) -> Constraint { Constraint(self, .required, id) }
  /// The constraint with this priority.
  public static func ~ (relation: Relation, priority: Priority) -> Constraint { relation.priority(priority) }
  /// The constraint with this priority.
  public static func <~ (relation: Relation, priority: Priority) -> Constraint { relation.priority(priority) }
}

extension CompositeRelation {
  /// The constraint with this priority.
  public func priority(_ priority: Priority) -> Constraint { Constraint(self, priority) }
  /// The constraint with this id.
  public func id(_ id: ConstraintID) -> Constraint { Constraint(self, .required, id) }
  /// The constraint with this priority.
  public static func ~ (relation: CompositeRelation, priority: Priority) -> Constraint { relation.priority(priority) }
  public static func <~ (relation: CompositeRelation, priority: Priority) -> Constraint { relation.priority(priority) }
}

extension Constraint {
  /// The constraint with this priority.
  public static func ~ (constraint: Constraint, priority: Priority) -> Constraint { constraint.priority(priority) }
  public static func <~ (constraint: Constraint, priority: Priority) -> Constraint { constraint.priority(priority) }
}

extension Clause {
  /// The clause with this priority.
  public static func ~ (clause: Clause, priority: Priority) -> Clause { clause.priority(priority) }
  public static func <~ (clause: Clause, priority: Priority) -> Clause { clause.priority(priority) }
}
