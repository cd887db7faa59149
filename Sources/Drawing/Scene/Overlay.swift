public import Geometry

/// What can be drawn over a scene, so that people see what they otherwise read.
///
/// None is told apart by its colour alone: each has a dash, a word or a shape of its own.
public enum Overlay: String, Sendable, CaseIterable {
  /// Edges of views whose layout paints nothing there. They are under the texts, as part of the scene.
  case outlines
  /// Views that are not shown, where they would be.
  case hidden
  /// Spacers with their length.
  case spacers
  /// Guides that the layout declares.
  case guides
  /// The scene's safe area, margins, readable column and keyboard.
  case margins
  /// First and last baselines.
  case baselines
  /// The names of views.
  case names
  /// Widths and heights.
  case sizes
  /// Views that stand out of the scene, or of a view that cuts them off.
  case outside
  /// Views in which constraints contradict each other.
  case conflicts
  /// Views whose place or size nothing decides.
  case ambiguous
  /// The constraints of one view.
  case constraints

  /// What is drawn, in a few words.
  public var meaning: String {
    switch self {
    case .outlines: "edges of views that paint nothing"
    case .hidden: "views that are not shown"
    case .spacers: "spacers with their length"
    case .guides: "guides of the layout"
    case .margins: "safe area, margins, readable column, keyboard"
    case .baselines: "first and last baselines"
    case .names: "names of views"
    case .sizes: "widths and heights"
    case .outside: "views that stand out and are cut off"
    case .conflicts: "views whose constraints contradict"
    case .ambiguous: "views that nothing decides"
    case .constraints: "the constraints of one view"
    }
  }
}

/// What a scene's frames do not tell, and overlays show.
public struct Annotations: Equatable, Sendable {
  /// A rectangle with a name.
  public struct Guide: Equatable, Sendable {
    /// As the language has it: `safe`.
    public var name: String
    /// In the scene, in points.
    public var frame: Rect

    public init(_ name: String, _ frame: Rect) {
      self.name = name
      self.frame = frame
    }
  }

  /// Something that is wrong with a view.
  public struct Flaw: Equatable, Sendable {
    /// `conflicts` or `ambiguous`.
    public var overlay: Overlay
    /// The view's path.
    public var view: String
    /// A word or two: a code.
    public var words: String

    public init(_ overlay: Overlay, view: String, _ words: String) {
      self.overlay = overlay
      self.view = view
      self.words = words
    }
  }

  /// A constraint between two places.
  public struct Tie: Equatable, Sendable {
    /// In the scene, in points.
    public var start: Point
    /// In the scene, in points.
    public var end: Point
    /// As the file has it, with its id.
    public var words: String
    /// Whether it leaves room, and so decides nothing now.
    public var isSlack: Bool
    /// Whether it does not hold.
    public var isBroken: Bool
    /// Whether it stands for the want of one: nothing decides about this length.
    public var isFree: Bool

    public init(
      from start: Point, to end: Point, _ words: String, isSlack: Bool = false, isBroken: Bool = false,
      isFree: Bool = false
    ) {
      self.start = start
      self.end = end
      self.words = words
      self.isSlack = isSlack
      self.isBroken = isBroken
      self.isFree = isFree
    }
  }

  /// Of the scene: safe area, margins, readable column, keyboard.
  public var guides: [Guide]
  /// In the order in which they are drawn.
  public var flaws: [Flaw]
  /// Of the view that was asked about.
  public var ties: [Tie]

  public init(guides: [Guide] = [], flaws: [Flaw] = [], ties: [Tie] = []) {
    self.guides = guides
    self.flaws = flaws
    self.ties = ties
  }
}
