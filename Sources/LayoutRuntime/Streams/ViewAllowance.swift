/// How many views are looked at to find out what is next for subscribers.
///
/// Who sees all of a scene is told what has changed, at the cost of that. For whoever comes anew or sees a part, mostly
/// all views are gone through. Of tens of thousands, with a filter of its own for each subscriber, that takes longer
/// than others can wait. So whoever tells them tells some, looks after everybody else, and goes on.
public struct ViewAllowance: Equatable, Sendable {
  /// Some milliseconds. By measuring.
  private static let mostViews = 40_000

  /// For all subscribers together, before everybody else is attended to.
  public static let round = ViewAllowance(mostViews)

  /// Nil: no bound.
  private var left: Int?

  /// - Parameter views: how many may be looked at; nil: any number.
  public init(_ views: Int? = nil) { left = views }

  /// - Returns: false when nothing is left; however many the views are, they are looked at when anything is.
  mutating func spend(_ views: Int) -> Bool {
    guard let left, views > 0 else { return true }
    if left <= 0 { return false }
    self.left = left - views
    return true
  }
}

/// Whose turn is next, of those who were left when an allowance was spent: whoever got nothing of it comes before
/// whoever got something, and may have news again by then.
struct Turns<Name> {
  private var hungry: Name?
  private var served: Name?

  var next: Name? { hungry ?? served }

  /// Not all was told that there is.
  mutating func leave(_ name: Name, spending hasSpent: Bool) {
    if hasSpent { served = served ?? name } else { hungry = hungry ?? name }
  }
}

extension Range<Int> {
  /// All of it, from a place in it on and round to there.
  func rotated(to first: Int) -> [Int] { Array(first..<upperBound) + Array(lowerBound..<first) }
}
