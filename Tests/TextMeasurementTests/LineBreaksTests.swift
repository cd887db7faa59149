import LayoutEngine
import LayoutModel
import PangoCairo
import TestSupport
import Testing

@testable import TextMeasurement

extension FontSuites {
  /// Lines are counted from the widths of a text's words where that is certain. Here Pango sets the same texts, and has
  /// to come to the same.
  @Suite("Breaking lines by the widths of words") struct LineBreaksTests {
    /// In the order in which the measurer has them.
    private static let fonts: [String] = {
      let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      return ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map { "/\(root)/Sources/CShippedFonts/Fonts/\($0)" }
    }()

    private func plainLayout() throws -> TextLayout { try FontMap(files: Self.fonts).makeLayout() }

    /// What Pango makes of a text that it has not seen in another width.
    private func set(
      _ text: String, _ attributes: TextAttributes, width: Double?, in layout: inout TextLayout
    ) -> TextLayout.Extents {
      layout.setFont(family: "DejaVu Sans", size: attributes.size, weight: attributes.weight)
      layout.setText("")
      layout.setText(text)
      layout.setWidth(width)
      return layout.extents(lines: attributes.lines, ellipsis: .end) {
        attributes.truncation.lastLine(of: $0, before: $1)
      }
    }

    private static let words = [
      "account", "AVATAR", "To", "f", "I", "Wave", "e.g.", "\"quoted\"", "half-open", "and/or", "(a)", "12,000.50",
      "fi",
      "naïve", "Straße", "don\u{2019}t", "3\u{A0}km", "—", "Ty.", "LT", "extra-ordinarily", "x", "…", "P.A.", "r,",
    ]
    private static let others = [
      "שלום", "漢", "soft\u{AD}hyphen", "two  blanks", "a\tb", "line\nbreak", "e\u{301}", " ",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `any text in any width takes the lines that Pango breaks it into`(seed: UInt64) throws {
      var generator = SeededGenerator(seed: seed)
      var layout = try plainLayout()
      let measurer = try FontMeasurer()
      for _ in 0..<400 {
        let count = 1 + Int(generator.next() % 14)
        let isPlain = generator.next() % 4 > 0
        let known = isPlain ? Self.words : Self.words + Self.others
        let words = (0..<count).map { _ in known.randomElement(using: &generator)! }
        let text = words.joined(separator: " ")
        let attributes = TextAttributes(
          size: [11, 14.5, 17, 40].randomElement(using: &generator)!, weight: generator.next() % 2 == 0 ? 400 : 700,
          lines: Int(generator.next() % 4))
        let width = Double(generator.next() % 6000) / 16

        let size = measurer.measure(text, attributes, width: width)

        let extents = set(text, attributes, width: width, in: &layout)
        let place = Comment(rawValue: "'\(text)', \(attributes), in \(width), seed \(seed)")
        #expect(size.height == extents.height, place)
        #expect(size.firstBaseline == extents.firstBaseline, place)
        #expect(size.lines == extents.lines && size.isCut == extents.isCut, place)
        #expect(size.lastBaseline == extents.height - extents.lastBaseline, place)
        // Boxes for missing glyphs are as wide as the font that Pango happens to take them from.
        #expect(size.missingGlyphs > 0 || abs(size.width - extents.width) <= attributes.size / 8, place)
      }
    }

    @Test func `most texts need no Pango to be broken`() throws {
      var generator = SeededGenerator(seed: 5)
      var layout = try plainLayout()
      var told = 0
      for _ in 0..<200 {
        let text = (0..<12).map { _ in Self.words.randomElement(using: &generator)! }.joined(separator: " ")
        _ = set(text, TextAttributes(), width: nil, in: &layout)
        if layout.lineBreaks(doubt: 2)?.lines(within: 150 + Double(generator.next() % 2000) / 16) != nil { told += 1 }
      }

      #expect(told > 120, "of 200")
    }

    @Test func `an edge that is too near, or a word that is too wide, is left to Pango`() throws {
      var layout = try plainLayout()
      let two = set("one two", TextAttributes(), width: nil, in: &layout).width
      _ = set("one two three", TextAttributes(), width: nil, in: &layout)
      let found = layout.lineBreaks(doubt: 2)
      let breaks = try #require(found)

      #expect(breaks.lines(within: two + 3)?.count == 2)
      #expect(breaks.lines(within: two + 1) == nil)
      #expect(breaks.lines(within: two - 1) == nil)
      #expect(breaks.lines(within: two - 3)?.count == 3)
      #expect(breaks.lines(within: 20) == nil)
      #expect(breaks.lines(within: .greatestFiniteMagnitude) == nil)
    }

    @Test(arguments: [
      "שלום עולם", "Hello 漢", "one  two", "one\ttwo", "one\ntwo", "one ", " one", "", "שלום one",
    ])
    func `what is more than words in one line does not tell where it breaks`(_ text: String) throws {
      var layout = try plainLayout()
      _ = set(text, TextAttributes(), width: nil, in: &layout)

      let breaks = layout.lineBreaks(doubt: 2)
      #expect(breaks == nil)
    }

    @Test func `what was asked first does not matter`() throws {
      let (one, other) = (try FontMeasurer(), try FontMeasurer())
      let text = "several words that need more than one line here"
      for width in stride(from: 40.0, through: 400, by: 7) {
        _ = one.measure(text, TextAttributes(), width: nil)
        #expect(
          one.measure(text, TextAttributes(), width: width) == other.measure(text, TextAttributes(), width: width))
      }
    }
  }
}
