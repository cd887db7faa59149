public import Frames
public import LayoutSyntax

/// What running a test of a layout came to.
public struct TestOutcome: Equatable, Sendable {
  /// The layout that the test is of.
  public var layout: String
  /// The test's title.
  public var name: String
  /// Where its name stands.
  public var place: Diagnostic.Place
  /// In the order in which they were met; a test that has none passed.
  public var failures: [TestFailure] = []
  /// Steps that give the scene a size and changed nothing.
  public var idleSteps: [Diagnostic.Place] = []
  /// How many expectations were looked at.
  public var expectations = 0
  /// How much time went by on the test's own clock.
  public var duration = Duration.zero

  /// Whether every expectation held and every step could be done.
  public var passed: Bool { failures.isEmpty }
}

/// One thing that is not as the test says.
public struct TestFailure: Equatable, Sendable {
  /// What was otherwise than the test says.
  public enum Reason: Equatable, Sendable {
    /// An expectation does not hold. Each finding is a part of it and what was found there.
    case findings([Diagnostic.Note])
    /// What the layout says cannot hold together in the state that the test led to.
    case broken(Diagnostic)
    /// The step could not be done; the test ended here.
    case impossible(String)
  }

  /// What was otherwise than the test says.
  public var reason: Reason
  /// The step.
  public var place: Diagnostic.Place
  /// On the test's own clock.
  public var time: Duration
  /// What was shown then: of all views, and of those that the expectation is about.
  public var picture: FrameSet
  /// Of `picture`, the views that the expectation is about.
  public var concerned: FrameSet
}

/// What a test's scene shows at one instant, for those who want to see it.
public struct TestStill: Equatable, Sendable {
  /// The step that led to it; nil: it is how the test begins.
  public var step: Diagnostic.Place?
  /// On the test's own clock.
  public var time: Duration
  /// All views, with looks and lines.
  public var frames: FrameSet
  /// Whether the scene is a dark one.
  public var isDark: Bool
}
