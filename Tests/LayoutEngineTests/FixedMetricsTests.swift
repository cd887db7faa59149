import Testing

@testable import LayoutEngine

@Suite("Measuring without fonts") struct FixedMetricsTests {
  let metrics = FixedMetrics()

  @Test func `a character is 8 points wide and a line 20 high`() {
    #expect(
      metrics.measure("Hello", TextAttributes(), width: nil)
        == TextSize(width: 40, height: 20, firstBaseline: 15, lastBaseline: 5))
  }

  @Test func `another size of text scales the numbers to whole points`() {
    #expect(
      metrics.measure("Hello", TextAttributes(size: 34), width: nil)
        == TextSize(width: 80, height: 40, firstBaseline: 30, lastBaseline: 10))
    #expect(
      metrics.measure("Hello", TextAttributes(size: 13), width: nil)
        == TextSize(width: 30, height: 15, firstBaseline: 11, lastBaseline: 4))
    #expect(metrics.measure("Hello", TextAttributes(size: 0.001), width: 0).height == 5)
  }

  @Test func `an empty text is a line high`() {
    #expect(
      metrics.measure("", TextAttributes(), width: nil)
        == TextSize(width: 0, height: 20, firstBaseline: 15, lastBaseline: 5))
  }

  @Test func `characters count as readers count them`() {
    #expect(metrics.measure("e\u{301}👩‍👩‍👧", TextAttributes(), width: nil).width == 16)
  }

  @Test func `line ends of the text always break`() {
    let size = metrics.measure("one\nthree\n", TextAttributes(), width: nil)

    #expect(size.width == 40)
    #expect(size.height == 60)
  }

  @Test func `lines break at spaces, and the space at a break takes no room`() {
    let size = metrics.measure("aaaa bbbb cc", TextAttributes(), width: 40)

    #expect(size.width == 32)
    #expect(size.height == 60)
  }

  @Test func `as many words as fit stand on a line`() {
    #expect(metrics.measure("aa bb cc dd", TextAttributes(), width: 40).height == 40)
  }

  @Test func `a word longer than the line breaks inside`() {
    let size = metrics.measure("abcdefgh", TextAttributes(), width: 24)

    #expect(size.width == 24)
    #expect(size.height == 60)
  }

  @Test func `a width too small for a character holds one a line`() {
    #expect(metrics.measure("abc", TextAttributes(), width: 0).height == 60)
  }

  @Test func `a text that fits exactly does not break`() {
    #expect(metrics.measure("aaaa bbbb", TextAttributes(), width: 72).height == 20)
  }

  @Test func `lines beyond the limit are not shown`() {
    let size = metrics.measure("aaaa bbbb cccc", TextAttributes(lines: 2), width: 32)

    #expect(size.width == 32)
    #expect(size.height == 40)
  }
}
