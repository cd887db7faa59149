public import LayoutModel
public import LayoutSyntax

/// Why a view is where it is: what its attributes came to, and everything that has a say in them.
///
/// A constraint stands under the attribute of the view that it names, and under no other. One that names `trailing` is
/// found there and not under `left`, though it may be what moves the left edge: within an axis any two attributes decide
/// the others.
public struct Explanation: Equatable, Sendable {
  /// Those along x first; left, width, top and height always, others if something names them.
  public var attributes: [Attribute]
  /// Those in which something of the view takes part, in document order of what gave way.
  public var conflicts: [Conflict]

  /// What one attribute of the view came to.
  public struct Attribute: Equatable, Sendable {
    /// As in constraints, but never leading or trailing: those are left and right as the view reads now.
    public var attribute: AnchorAttribute
    /// As solved, in points; positions in the parent, or what it scrolls. What moves is on its way there.
    public var value: Double
    /// Whether constraints decide the value.
    public var status: Status
    /// What the file says first, in its order; then what containers and contents ask for.
    public var because: [Reason]
  }

  /// How an attribute came to its value.
  public enum Status: String, Sendable, CaseIterable {
    /// Follows from the constraints.
    case unique
    /// Constraints leave it open; the rule for ties chose the value.
    case ambiguous
    /// A required constraint about it does not hold.
    case broken
  }

  /// One constraint, or what a container or a content asks for in its place.
  public struct Reason: Equatable, Sendable {
    /// With the `#`, and with the view where others have one of the same name: as `set` takes it.
    public var identifier: String?
    /// As the file has it; in words for what no constraint of the file says.
    public var source: String
    /// The constraint between anchors that it comes down to; nil for what is told in words.
    public var meaning: String?
    /// From 0 to `NamedPriority.required`.
    public var priority: Float
    /// In points: what an inequality has left until it binds, or, below 0, how far it is from holding. 0 for what
    /// just holds. Of something inactive, how it would be with the view as it is.
    public var slack: Double
    /// False while the branch or configuration around it does not hold.
    public var isActive: Bool
    /// The condition that it depends on, in words.
    public var condition: String?
    /// Where the file says it.
    public var place: Diagnostic.Place
  }

  /// Required constraints that cannot all hold.
  public struct Conflict: Equatable, Sendable {
    /// As the file has them, in document order, `relaxed` among them.
    public var constraints: [String]
    /// The one that gave way.
    public var relaxed: String
    /// By how much it is missed, in points.
    public var excess: Double
    /// What somebody could write instead, if there is something that surely helps.
    public var suggestion: String?
  }
}

extension AnchorAttribute {
  /// The order in which they are told.
  static let told: [AnchorAttribute] = [
    .left, .centerX, .right, .width, .top, .centerY, .bottom, .firstBaseline, .lastBaseline, .height,
  ]

  /// Whether it is one of the four that make a frame.
  var isOfFrame: Bool { self == .left || self == .top || isSize }
}
