import LayoutEngine

/// Measures like another measurer and remembers what was asked, so that measuring can be timed by itself.
final class RecordingMeasurer<Measurer: TextMeasuring>: TextMeasuring {
  private let measurer: Measurer
  private(set) var questions: [(text: String, attributes: TextAttributes, width: Double?)] = []

  init(_ measurer: Measurer = FixedMetrics()) { self.measurer = measurer }

  func measure(_ text: String, _ attributes: TextAttributes, width: Double?) -> TextSize {
    questions.append((text, attributes, width))
    return measurer.measure(text, attributes, width: width)
  }

  /// Asks everything again.
  func repeatQuestions() {
    var height = 0.0
    for (text, attributes, width) in questions { height += measurer.measure(text, attributes, width: width).height }
    precondition(height >= 0, "texts are \(height) points high")
  }
}
