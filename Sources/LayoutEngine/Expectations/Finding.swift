public import LayoutModel

/// What was found where something else was expected: the actual state of one part of an expectation.
public struct Finding: Equatable, Sendable {
  /// In the words of the file: `panel.top is 812, super.bottom is 844`.
  public var words: String
  /// The part of the expectation that it is about.
  public var origin: Origin
  /// Views whose frames say more, in tree order.
  public var views: [ViewID]
}
