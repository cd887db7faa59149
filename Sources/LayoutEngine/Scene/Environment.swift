public import Geometry
public import LayoutModel

/// What surrounds a scene: the viewport and everything a layout may ask about it. Lengths are in points.
public struct Environment: Equatable, Sendable {
  /// The width of the scene; nil: as wide as its content asks.
  public var width: Points?
  /// The height of the scene; nil: as high as its content asks.
  public var height: Points?
  /// Device pixels for each point.
  public var scale: Double = 1
  /// What bars and notches cover at the physical edges.
  public var safe: EdgeInsets = .zero
  /// Insets of the root's `margins` guide.
  public var margins: DirectionalInsets = .all(8)
  /// Where the keyboard is.
  public var keyboard = Keyboard.away
  /// Traits by name: `sizeClass.x`, `sizeClass.y`, `idiom`, `style`, `direction`, `contentSize`, and any other. A size
  /// class that is not set follows the size. The orientation always does.
  public var traits: [String: String] = [:]
  /// The flags that are set, by name.
  public var flags: Set<String> = []

  /// A phone's size, 390 × 844 points, at scale 1: light, left to right, no idiom, nothing covered.
  public init() {
    width = 390
    height = 844
  }

  /// A width below this is compact, and so is a height below `compactHeight`, unless a trait says otherwise.
  static let compactWidth: Points = 600
  static let compactHeight: Points = 480

  /// Takes over what a `layout`, `preview` or `test` line says; configurations and variables are the scene's.
  public mutating func apply(_ clause: EnvironmentClause) {
    if let extent = clause.width { width = extent.length }
    if let extent = clause.height { height = extent.length }
    scale = clause.scale ?? scale
    safe = clause.safe ?? safe
    margins = clause.margins ?? margins
    keyboard = clause.keyboard ?? keyboard
    if !clause.traits.isEmpty { traits.merge(clause.traits) { _, new in new } }
    if !clause.flags.isEmpty { flags.formUnion(clause.flags) }
  }

  /// The root's value of a trait; nil where nobody set it and nothing implies it.
  public func trait(_ name: String) -> String? {
    if let value = traits[name] { return value }
    switch name {
    case "sizeClass.x": return (width ?? .infinity) < Self.compactWidth ? "compact" : "regular"
    case "sizeClass.y": return (height ?? .infinity) < Self.compactHeight ? "compact" : "regular"
    case "orientation":
      guard let width, let height else { return nil }
      return width > height ? "landscape" : "portrait"
    case "style": return "light"
    case "direction": return "ltr"
    case "contentSize": return "large"
    default: return nil
    }
  }
}
