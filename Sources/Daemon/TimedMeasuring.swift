import Geometry
import LayoutEngine
import TextMeasurement

/// Measures texts, and how long that takes.
final class TimedMeasuring: TextMeasuring {
  private var measurer: any TextMeasuring
  private let clock: ContinuousClock
  /// Spent since the start.
  private(set) var duration = Duration.zero
  /// Questions put to this measurer, and texts measured by those before it.
  private var (asked, earlier) = (0, 0)
  /// Texts measured since the start. A measurer that keeps its answers counts by itself those that it did not know.
  var count: Int { earlier + ((measurer as? FontMeasurer)?.measurements ?? asked) }

  init(_ measurer: any TextMeasuring, by clock: ContinuousClock) {
    self.measurer = measurer
    self.clock = clock
  }

  /// Asks somebody else from now on.
  func ask(_ measurer: any TextMeasuring) {
    (asked, earlier) = (0, count)
    self.measurer = measurer
  }

  /// Has nothing kept that was only asked often.
  func forgetAnswers() { (measurer as? FontMeasurer)?.forgetAnswers() }

  /// Has no more kept than so many views may ask for.
  func endTurn(showing views: Int) { (measurer as? FontMeasurer)?.endTurn(showing: views) }

  func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
    let start = clock.now
    defer { duration += clock.now - start }
    asked += 1
    return measurer.measure(text, attributes, width: width)
  }

  func lines(of text: String, _ attributes: TextAttributes, width: Points) -> [MeasuredLine] {
    let start = clock.now
    defer { duration += clock.now - start }
    return measurer.lines(of: text, attributes, width: width)
  }
}
