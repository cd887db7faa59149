import LayoutEngine

/// Measures like `FixedMetrics` and remembers what was asked, so that measuring can be timed by itself.
final class RecordingMeasurer: TextMeasuring {
  private(set) var questions: [(text: String, width: Double?, lines: Int)] = []

  func measure(_ text: String, width: Double?, lines: Int) -> TextSize {
    questions.append((text, width, lines))
    return FixedMetrics().measure(text, width: width, lines: lines)
  }

  /// Asks everything again.
  func repeatQuestions() {
    var height = 0.0
    for (text, width, lines) in questions { height += FixedMetrics().measure(text, width: width, lines: lines).height }
    precondition(height >= 0, "texts are \(height) points high")
  }
}
