public import Geometry
public import LayoutModel
public import LayoutSyntax

/// Why a view is where it is: what its attributes came to, and everything that has a say in them.
///
/// A constraint stands under the attribute by which it names the view, and under no other. One that names `trailing` is
/// found there and not under `left`, though it may be what moves the left edge: within an axis any two attributes
/// decide the others.
public struct Explanation: Equatable, Sendable {
  /// The attributes along x, then those along y. Left, width, top and height are always there; others only if something
  /// names them.
  public var attributes: [Attribute]
  /// The conflicts in which something of the view takes part, in document order of what gave way.
  public var conflicts: [Conflict]
  /// Where the view is declared; then, of a view that a component has, where the component is used, from the inside
  /// out.
  public var declared: [Diagnostic.Place] = []
  /// The root's safe area, margins, readable column and keyboard, and every guide that a reason names; in the order of
  /// the views, and of `Guide` for each.
  public var guides: [GuideRectangle] = []

  /// A guide, as it is seen in the scene.
  public struct GuideRectangle: Equatable, Sendable {
    /// The path of the view that has it.
    public var view: String
    /// Which of its guides.
    public var guide: Guide
    /// In points, in the scene.
    public var frame: Rect
  }

  /// What one attribute of the view came to.
  public struct Attribute: Equatable, Sendable {
    /// The attribute, as in constraints but never leading or trailing: these are left or right, as the view reads now.
    public var attribute: AnchorAttribute
    /// The solved value in points. A position counts from the parent, or from the content that the parent scrolls. A
    /// view in motion is on its way there.
    public var value: Double
    /// Whether constraints decide the value.
    public var status: Status
    /// Everything that asks for this attribute: first what the file says, in its order, then what containers and
    /// contents ask.
    public var because: [Reason]
  }

  /// How an attribute came to its value.
  public enum Status: String, Sendable, CaseIterable {
    /// The value follows from the constraints.
    case unique
    /// The constraints leave the value open; the rule for ties chose it.
    case ambiguous
    /// A required constraint about it does not hold.
    case broken
  }

  /// One constraint, or what a container or a content asks for in its place.
  public struct Reason: Equatable, Sendable {
    /// The id as `set` takes it: with the `#`, and with the view's path where ids of several views have this name.
    public var identifier: String?
    /// The text of the file; where no constraint of the file asks, a description in words.
    public var source: String
    /// The constraint between anchors that the text comes down to; nil for a description in words.
    public var meaning: String?
    /// The priority, from 0 to `NamedPriority.required`.
    public var priority: Float
    /// In points: how much room an inequality has left, or, below 0, by how much a constraint is missed. 0 for one that
    /// just holds. For an inactive one it is what it would be with the view as it is.
    public var slack: Double
    /// False while the branch or configuration that the constraint stands in does not hold.
    public var isActive: Bool
    /// The condition that the constraint depends on, as text.
    public var condition: String?
    /// Where the file says it.
    public var place: Diagnostic.Place
    /// The anchors that the constraint joins, the one on its left first; for a description in words those of the views
    /// that it is about, if any.
    public var ends: [End] = []
  }

  /// An anchor, as it is seen in the scene.
  public struct End: Equatable, Sendable {
    /// The path of the view.
    public var view: String
    /// `frame` for the view itself.
    public var guide: Guide
    /// As the constraint has it: leading and trailing stay what they are.
    public var attribute: AnchorAttribute
    /// In points: along its axis from the corner of the scene; of a width or height, how much that is.
    public var position: Double
  }

  /// Required constraints that cannot all hold.
  public struct Conflict: Equatable, Sendable {
    /// The constraints as the file has them, in document order, `relaxed` among them.
    public var constraints: [String]
    /// The one that gave way.
    public var relaxed: String
    /// By how much it is missed, in points.
    public var excess: Double
    /// What to write instead; nil when nothing is sure to help.
    public var suggestion: String?
  }
}

extension AnchorAttribute {
  /// The order in which an explanation lists attributes.
  static let told: [AnchorAttribute] = [
    .left, .centerX, .right, .width, .top, .centerY, .bottom, .firstBaseline, .lastBaseline, .height,
  ]

  /// Whether this is one of the four attributes that make a frame.
  var isOfFrame: Bool { self == .left || self == .top || isSize }
}
