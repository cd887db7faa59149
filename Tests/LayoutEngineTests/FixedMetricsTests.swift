import LayoutModel
import Testing

@testable import LayoutEngine

@Suite("Measuring without fonts") struct FixedMetricsTests {
  let metrics = FixedMetrics()

  @Test func `a character is 8 points wide and a line 20 high`() {
    #expect(
      metrics.measure("Hello", TextAttributes(), width: nil)
        == TextSize(width: 40, height: 20, firstBaseline: 15, lastBaseline: 5, lines: 1))
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

  @Test(arguments: [-Double.infinity, -1e300, -8, 0])
  func `in no width at all there is a character a line`(_ width: Double) {
    #expect(metrics.measure("abc", TextAttributes(), width: width).lines == 3)
  }

  @Test(arguments: [Double.infinity, 1e300, .nan]) func `in any width there is one line`(_ width: Double) {
    #expect(metrics.measure("abc", TextAttributes(), width: width).lines == 1)
  }

  @Test func `an empty text is a line high`() {
    #expect(
      metrics.measure("", TextAttributes(), width: nil)
        == TextSize(width: 0, height: 20, firstBaseline: 15, lastBaseline: 5))
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"])
  func `the last paragraph begins behind whatever ends a line`(_ lineEnd: String) {
    let text = ["one", "two", "🇩🇪e\u{301}"].joined(separator: lineEnd) + lineEnd
    let following = text[text.index(text.startIndex, offsetBy: 4)...]

    #expect(TextTruncation.head.lastLine(of: text[...], before: following) == "…🇩🇪e\u{301}")
    #expect(TextTruncation.middle.lastLine(of: text[...], before: following) == "one…🇩🇪e\u{301}")
  }

  // To find where a flag begins, Swift goes back over all flags before it.
  @Test func `a line of ten thousand flags is cut like any other`() {
    let flags = String(repeating: "🇩🇪", count: 5_000)

    let size = metrics.measure("first\n" + flags, TextAttributes(lines: 1), width: 400)

    #expect(size.isCut && size.lines == 1)
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

  @Test func `lines beyond the limit are not shown, and the last one goes on to the edge`() {
    let size = metrics.measure("aaaa bbbb cccc", TextAttributes(lines: 2), width: 40)

    // aaaa, bbbb…
    #expect(size.width == 40)
    #expect(size.height == 40)
    #expect(size.lines == 2)
    #expect(size.isCut)
  }

  @Test func `a text with as many lines as it may have is not cut`() {
    for text in ["aaaa bbbb cccc", "aaaa bbbb cccc\n", "aaaa bbbb cccc\n \n"] {
      let size = metrics.measure(text, TextAttributes(lines: 3), width: 40)

      #expect(size == TextSize(width: 32, height: 60, firstBaseline: 15, lastBaseline: 5, lines: 3))
    }
    #expect(metrics.measure("aaaa bbbb cccc", TextAttributes(), width: 40).lines == 3)
  }

  @Test func `the width is that of what is shown`() {
    let text = "one\ntwo\nseven and eight"

    #expect(metrics.measure(text, TextAttributes(), width: nil).width == 15 * 8)
    // one…, …seven and eight, one…seven and eight, one
    for (truncation, characters) in [(TextTruncation.tail, 4.0), (.head, 16), (.middle, 19), (.clip, 3)] {
      let size = metrics.measure(text, TextAttributes(lines: 1, truncation: truncation), width: nil)
      #expect(size.width == characters * 8, "\(truncation)")
      #expect(size.isCut)
    }
    // one, two…; within 40 points: one, two…; one, …ight; one, t…ght; one, two
    for (truncation, characters) in [(TextTruncation.tail, 4.0), (.head, 5), (.middle, 5), (.clip, 3)] {
      let size = metrics.measure(text, TextAttributes(lines: 2, truncation: truncation), width: 40)
      #expect(size.width == characters * 8, "\(truncation)")
      #expect(size.height == 40)
    }
  }

  @Test func `where a long word is broken, and what is no letter of ours, counts as well`() {
    #expect(metrics.measure("abcdefghij", TextAttributes(lines: 2), width: 32).width == 32)
    #expect(metrics.measure("abcdefghij", TextAttributes(lines: 2), width: 32).isCut)
    #expect(!metrics.measure("abcdefghij", TextAttributes(lines: 3), width: 32).isCut)
    #expect(metrics.measure("äöü\nabc", TextAttributes(lines: 1), width: nil).width == 32)
  }
}
