import LayoutEngine
import LayoutModel
import TestSupport
import Testing

@testable import TextMeasurement

extension FontSuites {
  @Suite("Lines of texts in fonts") struct FontLinesTests {
    private let measurer = try! FontMeasurer()

    private func lines(
      _ text: String, _ attributes: TextAttributes = TextAttributes(), width: Double
    ) -> [MeasuredLine] { measurer.lines(of: text, attributes, width: width) }

    /// What stands at a line's place in the text.
    private func written(_ line: MeasuredLine, in text: String) -> String {
      String(decoding: Array(text.utf8)[line.range], as: UTF8.self)
    }

    @Test func `a line is what stands at its place, without the blank that broke it`() {
      let text = "Several words that take some lines"
      let lines = lines(text, width: 100)
      #expect(lines.count > 2)
      #expect(lines.map(\.text).joined(separator: " ") == text)
      for line in lines { #expect(written(line, in: text).trimmingSuffix(" ") == line.text) }
    }

    @Test(arguments: ["\n", "\r\n", "\u{2028}", "\u{2029}"]) func `an end of line belongs to no line`(end: String) {
      let text = "one" + end + "two" + end
      // A line separator at the end of a text begins no line.
      let shown = end == "\u{2028}" ? ["one", "two"] : ["one", "two", ""]
      #expect(lines(text, width: 1000).map(\.text) == shown)
      #expect(lines(text, width: 1000).map { written($0, in: text) } == shown)
    }

    @Test func `a NUL is a place in the text like any other`() {
      let text = "a\0b\ncd"
      #expect(lines(text, width: 1000).map(\.range) == [0..<3, 4..<6])
      #expect(lines(text, width: 1000).map(\.text) == ["a\u{FFFD}b", "cd"])
    }

    @Test func `a line that is cut has an ellipsis where something is missing`() {
      let text = "Framewire computes rectangles and draws nothing"
      for truncation in TextTruncation.allCases {
        let attributes = TextAttributes(lines: 1, truncation: truncation)
        let line = lines(text, attributes, width: 120)[0]
        #expect(line.range == 0..<text.utf8.count)
        if truncation == .clip {
          #expect(line.text == text)
          continue
        }
        let parts = line.text.split(separator: "…", omittingEmptySubsequences: false).map(String.init)
        #expect(parts.count == 2)
        #expect(text.hasPrefix(parts[0]) && text.hasSuffix(parts[1]))
        #expect(parts[0].isEmpty == (truncation == .head))
        #expect(parts[1].isEmpty == (truncation == .tail))
        #expect(line.width <= 120)
        // As wide as what can be read on it.
        #expect(abs(line.width - measurer.measure(line.text, TextAttributes(), width: nil).width) < 0.1, "\(line)")
      }
    }

    @Test func `from right to left a cut line ends with its ellipsis in the text`() {
      let text = "שלום עולם זה משפט ארוך מאוד"
      let attributes = TextAttributes(isRightToLeft: true, lines: 1)
      let line = lines(text, attributes, width: 90)[0]
      #expect(line.text.hasSuffix("…") && text.hasPrefix(line.text.dropLast()))
    }

    private func directions(_ text: String, _ attributes: TextAttributes = TextAttributes(), width: Double) -> [Bool] {
      lines(text, attributes, width: width).map(\.isRightToLeft)
    }

    @Test func `a line goes by the first letter of its paragraph`() {
      #expect(directions("12 שלום hello\nhello שלום", width: 70) == [true, true, false, false])
      // A line separator ends no paragraph.
      #expect(directions("שלום\u{2028}hello\u{2029}hello", width: 1000) == [true, true, false])
    }

    @Test func `without a letter it goes by others, and as is said where there are none`() {
      let rightToLeft = TextAttributes(isRightToLeft: true)
      #expect(directions("1\nabc\n2\nא\n3\n", rightToLeft, width: 1000) == [false, false, false, true, true, true])
      #expect(directions("1\nא", width: 1000) == [true, true])
      #expect(directions("1...", width: 1000) == [false])
      #expect(directions("1...", rightToLeft, width: 1000) == [true])
    }

    @Test(arguments: TextTruncation.allCases)
    func `a line that is cut goes like the paragraph it is of`(truncation: TextTruncation) {
      let attributes = TextAttributes(lines: 2, truncation: truncation)
      let lines = lines("שלום hello hello hello hello", attributes, width: 100)
      #expect(lines.count == 2 && lines[1].text.contains("hello"))
      #expect(lines.map(\.isRightToLeft) == [true, true])
    }

    /// Pieces of 512 bytes and of some lines have none of these letters.
    @Test func `a long paragraph goes by its first letter in all its lines`() {
      let digits = Array(repeating: "1234", count: 600).joined(separator: " ")
      let words = Array(repeating: "word", count: 600).joined(separator: " ")
      let rightToLeft = Set(directions(digits + " א " + words, width: 300))
      #expect(rightToLeft == [true])
      #expect(Set(directions(digits + " a " + words + " א", width: 300)) == [false])
      #expect(Set(directions(digits, TextAttributes(isRightToLeft: true), width: 300)) == [true])
      let all = directions(words + "\n" + digits + "\u{2028}א\n" + digits, width: 300)
      #expect(all.first == false && all.last == true)
      #expect(all.count { $0 } == directions(digits, width: 300).count * 2 + 1)
      #expect(directions(digits + "\u{2028}", width: 300).last == false)
    }

    @Test(arguments: UInt64(1)...20) func `the fixed metrics know directions as Pango does`(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let letters = Array("abé字ש١مއ12. (!\u{200E}\u{200F}😀\n\n")
      for length in [1, 3, 8, 20, 60] {
        for _ in 1...10 {
          let text = String((0..<length).map { _ in letters[random.below(letters.count)] })
          let attributes = TextAttributes(isRightToLeft: random.below(2) == 0)
          let fixed = FixedMetrics().lines(of: text, attributes, width: 1e6)
          #expect(
            directions(text, attributes, width: 1e6) == fixed.map(\.isRightToLeft),
            "seed \(seed): \(text.debugDescription), \(attributes)")
        }
      }
    }

    @Test(arguments: UInt64(1)...12) func `there are as many lines as were measured, as wide and as high`(seed: UInt64)
    {
      var random = SeededGenerator(seed: seed)
      let letters = Array("abcdefghijklmnopqrstuvwxyzäßéAVTо漢שل")
      for length in [3, 40, 300, 3000] {
        var text = ""
        while text.utf8.count < length {
          text += String((0...random.below(11)).map { _ in letters[random.below(letters.count)] })
          text += random.below(30) == 0 ? ["\n", "\r\n", "\u{2028}"][random.below(3)] : " "
        }
        for limit in [0, 1, 3] {
          let attributes = TextAttributes(
            size: [11.0, 17, 40][random.below(3)], lines: limit,
            truncation: TextTruncation.allCases[random.below(4)])
          let width = Double(20 + random.below(400))
          let size = measurer.measure(text, attributes, width: width)
          let lines = lines(text, attributes, width: width)
          #expect(lines.count == size.lines, "seed \(seed), \(length) bytes, \(attributes), \(width)")
          #expect(abs(lines.reduce(0) { $0 + $1.height } - size.height) < 0.01)
          // A line that is cut is measured up to the edge, and drawn up to its ellipsis.
          let longest = lines.map(\.width).max() ?? 0
          #expect(longest <= size.width + attributes.size / 8)
          #expect(size.isCut || longest >= size.width - attributes.size / 8)
          #expect(abs(lines[0].baseline - size.firstBaseline) < 0.01)
          for (line, next) in zip(lines, lines.dropFirst()) {
            #expect(line.range.upperBound <= next.range.lowerBound)
            #expect(written(line, in: text).trimmingSuffix(" ") == line.text.trimmingSuffix(" "))
          }
        }
      }
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: Character) -> String {
    String(reversed().drop { $0 == suffix }.reversed())
  }
}
