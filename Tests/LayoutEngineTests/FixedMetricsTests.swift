import Testing

@testable import LayoutEngine

@Suite("Measuring without fonts") struct FixedMetricsTests {
  let metrics = FixedMetrics()

  @Test func `a character is 8 points wide and a line 20 high`() {
    #expect(
      metrics.measure("Hello", width: nil, lines: 0)
        == TextSize(width: 40, height: 20, firstBaseline: 15, lastBaseline: 5))
  }

  @Test func `an empty text is a line high`() {
    #expect(
      metrics.measure("", width: nil, lines: 0) == TextSize(width: 0, height: 20, firstBaseline: 15, lastBaseline: 5))
  }

  @Test func `characters count as readers count them`() {
    #expect(metrics.measure("e\u{301}👩‍👩‍👧", width: nil, lines: 0).width == 16)
  }

  @Test func `line ends of the text always break`() {
    let size = metrics.measure("one\nthree\n", width: nil, lines: 0)

    #expect(size.width == 40)
    #expect(size.height == 60)
  }

  @Test func `lines break at spaces, and the space at a break takes no room`() {
    let size = metrics.measure("aaaa bbbb cc", width: 40, lines: 0)

    #expect(size.width == 32)
    #expect(size.height == 60)
  }

  @Test func `as many words as fit stand on a line`() {
    #expect(metrics.measure("aa bb cc dd", width: 40, lines: 0).height == 40)
  }

  @Test func `a word longer than the line breaks inside`() {
    let size = metrics.measure("abcdefgh", width: 24, lines: 0)

    #expect(size.width == 24)
    #expect(size.height == 60)
  }

  @Test func `a width too small for a character holds one a line`() {
    #expect(metrics.measure("abc", width: 0, lines: 0).height == 60)
  }

  @Test func `a text that fits exactly does not break`() {
    #expect(metrics.measure("aaaa bbbb", width: 72, lines: 0).height == 20)
  }

  @Test func `lines beyond the limit are not shown`() {
    let size = metrics.measure("aaaa bbbb cccc", width: 32, lines: 2)

    #expect(size.width == 32)
    #expect(size.height == 40)
  }
}
