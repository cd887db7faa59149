import LayoutEngine
import LayoutModel
import LayoutSyntax
import PangoCairo
import Posix
import TestSupport
import Testing

@testable import TextMeasurement

extension FontSuites {
  @Suite("Measuring with fonts") struct FontMeasurerTests {
    let measurer: FontMeasurer
    static let sentence = "Framewire computes rectangles and draws nothing; what you draw them with is up to you."

    init() throws { measurer = try FontMeasurer() }

    private func measure(
      _ text: String, _ attributes: TextAttributes = TextAttributes(), width: Double? = nil
    ) -> TextSize { measurer.measure(text, attributes, width: width) }

    // MARK: Numbers

    @Test func `a text is as wide as its glyphs, not rounded to pixels`() {
      let size = measure("Hello", TextAttributes(size: 14))

      #expect(size.width == 35.4853515625)
      #expect(size.height == 16.296875)
      #expect(size.firstBaseline == 12.9951171875)
      #expect(size.lastBaseline == 16.296875 - 12.9951171875)
    }

    @Test func `twice the size is twice as wide and high`() {
      let small = measure(Self.sentence, TextAttributes(size: 10))
      let big = measure(Self.sentence, TextAttributes(size: 20))

      #expect(abs(big.width - 2 * small.width) < 0.1)
      #expect(abs(big.height - 2 * small.height) < 0.01)
    }

    @Test func `another measurer answers the same to the bit, whatever it was asked before`() throws {
      let other = try FontMeasurer()
      for length in 1...40 {
        let text = String(Self.sentence.prefix(length))
        _ = other.measure(text, TextAttributes(size: Double(length)), width: 30)
      }
      for length in (1...40).reversed() {
        let text = String(Self.sentence.suffix(length))
        let attributes = TextAttributes(size: 11.5, weight: length % 2 == 0 ? 400 : 700)
        #expect(other.measure(text, attributes, width: 77) == measure(text, attributes, width: 77), "\(text)")
      }
    }

    @Test func `an empty text is a line high and not wide`() {
      #expect(measure("").width == 0)
      #expect(measure("").height == measure("Hg").height)
      #expect(measure("").firstBaseline == measure("Hg").firstBaseline)
    }

    @Test func `bold letters are wider, and a weight in between is one of the two`() {
      let (regular, bold) = (measure("Hello"), measure("Hello", TextAttributes(weight: 700)))

      #expect(bold.width > regular.width)
      #expect(measure("Hello", TextAttributes(weight: 600)) == bold)
      #expect(measure("Hello", TextAttributes(weight: 100)) == regular)
    }

    @Test func `a family that is not there is the shipped one, and is told`() {
      var other = measure("Hello", TextAttributes(family: "No Such Family"))

      #expect(other.isInOtherFamily)
      other.isInOtherFamily = false
      #expect(other == measure("Hello"))
    }

    @Test(arguments: ["DejaVu Sans", "dejavusans", "No Such Family, DejaVu Sans"])
    func `a family goes by its name in any case, or stands in a list`(family: String) {
      #expect(measure("Hello", TextAttributes(family: family)) == measure("Hello"))
    }

    @Test func `a file that names a family which is not there is told so, once a place`() throws {
      let text = """
        layout page {
          for i in 0..<3 { label one "One" font: "Dejavoo" at 0, 20 * i }
          label two "Two" font: "DejaVu Sans" pin bottom
          label three "Three" pin bottom.trailing
        }
        """
      let layout = resolve(parse(SourceText(name: "page", text: text))).document.layouts[0]
      var scene = LayoutScene(layout, inputs: SceneInputs())
      _ = scene.solve(measuring: measurer)

      #expect(
        scene.diagnostics.filter { $0.code.rawValue == "W3012" }.map(\.message)
          == ["no font here is of the family 'Dejavoo', so the text is measured in another one"])
    }

    // MARK: Lines

    @Test(arguments: [9.0, 14, 17, 34.5])
    func `a text fits in the width that it was measured to have`(size: Double) {
      for length in 1...Self.sentence.count {
        let attributes = TextAttributes(size: size)
        let free = measure(String(Self.sentence.prefix(length)), attributes)
        #expect(measure(String(Self.sentence.prefix(length)), attributes, width: free.width).height == free.height)
      }
    }

    @Test func `a narrow text is higher, no wider than asked, and breaks at spaces`() {
      let line = measure("Hg").height
      let size = measure("one two three", width: measure("one two").width + 1)

      #expect(size.height == 2 * line)
      #expect(size.width == measure("one two").width)
      #expect(size.firstBaseline == measure("Hg").firstBaseline)
      #expect(abs(size.lastBaseline - measure("Hg").lastBaseline) < 0.01)
    }

    @Test(arguments: [-1.0, -3_000_000, -33_554_431, -1e300, -Double.infinity])
    func `a width below 0 is none`(_ width: Double) {
      let long = String(repeating: "many words ", count: 200)
      for text in ["one two", long] { #expect(measure(text, width: width) == measure(text, width: 0)) }
    }

    @Test func `a word that is too long breaks inside`() {
      let size = measure("Donaudampfschiff", width: measure("Donaudampf").width + 1)

      #expect(size.height == 2 * measure("Hg").height)
    }

    @Test func `lines limit what is shown, over all paragraphs together`() {
      let line = measure("Hg").height
      let text = "one\ntwo\nthree three"

      #expect(measure(text).height == 3 * line)
      #expect(measure(text, TextAttributes(lines: 2)).height == 2 * line)
      #expect(measure(text, TextAttributes(lines: 9)).height == 3 * line)
      #expect(measure(text, TextAttributes(lines: 2)).lines == 2)
      #expect(measure(text, TextAttributes(lines: 2)).isCut)
      #expect(measure(text, TextAttributes(lines: 9)).lines == 3)
      #expect(!measure(text, TextAttributes(lines: 3)).isCut)
      #expect(!measure(text + "\n \n", TextAttributes(lines: 3)).isCut)
      #expect(abs(measure(text, TextAttributes(lines: 1)).lastBaseline - measure("Hg").lastBaseline) < 0.01)
    }

    @Test func `the last line that is shown says with an ellipsis that there is more`() {
      let text = "one\ntwo\nthree"

      for (truncation, shown) in [
        (TextTruncation.tail, "two…"), (.head, "…three"), (.middle, "two…three"), (.clip, "two"),
      ] {
        let size = measure(text, TextAttributes(lines: 2, truncation: truncation))
        #expect(size.width == max(measure("one").width, measure(shown).width), "\(truncation)")
        #expect(size.height == measure("one\ntwo").height)
      }
      let alone = measure(text, TextAttributes(lines: 1))
      #expect(alone.width == measure("one…").width)
      #expect(alone.firstBaseline == measure("one").firstBaseline)
    }

    @Test(arguments: [TextTruncation.tail, .head, .middle, .clip])
    func `the last line goes on to the edge, and no further`(_ truncation: TextTruncation) {
      let attributes = TextAttributes(lines: 2, truncation: truncation)
      // Breaks at spaces leave more room than an em at the ends of lines of this width.
      let width = measure("Framewire computes recta").width
      let (cut, whole) = (measure(Self.sentence, attributes, width: width), measure(Self.sentence, width: width))

      #expect(cut.isCut && !whole.isCut)
      #expect(cut.lines == 2 && whole.lines > 2)
      #expect(cut.height == measure("Hg\nHg").height)
      #expect(cut.width <= width + 1e-3)
      #expect(cut.width > width - 17)
      #expect(abs(cut.lastBaseline - measure("Hg").lastBaseline) < 0.01)
      #expect(measure("שלום עולם שלום עולם שלום עולם", attributes, width: 60).isCut)
      #expect(measure(Self.sentence, attributes, width: 0).isCut)
    }

    @Test func `no width is too small to answer for`() {
      for width in [0, 0.0001, 1, 1e12, Double.greatestFiniteMagnitude] {
        let size = measure("Hello", width: width)
        #expect(size.height >= measure("Hello").height)
        #expect(size.width.isFinite)
      }
    }

    // MARK: Scripts

    @Test func `words that run from right to left are as wide in either direction`() {
      let hebrew = "שלום עולם"
      let size = measure(hebrew)

      #expect(size.missingGlyphs == 0)
      #expect(size == measure(hebrew, TextAttributes(isRightToLeft: true)))
      #expect(measure("\(hebrew) (Hello) \(hebrew)", width: size.width + 1).height == 3 * measure("Hg").height)
    }

    @Test func `arabic letters join`() {
      let apart = "ع".unicodeScalars.reduce(0) { $0 + measure(String($1)).width } * 4

      #expect(measure("عععع").missingGlyphs == 0)
      #expect(measure("عععع").width < apart)
    }

    @Test func `characters without a glyph are counted`() {
      #expect(measure("漢字").missingGlyphs == 2)
      #expect(measure("Hello").missingGlyphs == 0)
    }

    // MARK: Texts that nobody writes

    @Test func `a text of a megabyte has a size`() {
      let text = String(repeating: "lorem ipsum ", count: 90_000)

      let free = measure(text)
      #expect(free.width > 5e6)
      #expect(free.height > 15 && free.height < 40)
      #expect(measure("Hello", TextAttributes(size: 2000)).width > 4000)
    }

    @Test func `any characters can be measured`() {
      for text in [
        "\0a\0", "\u{FEFF}\u{200B}\u{202E}x", "\r\n\r", "\u{2028}\u{2029}", String(repeating: "\u{301}", count: 999),
      ] {
        #expect(measure(text).height > 0)
      }
      #expect(measure("\0").width > 0)
    }

    @Test(arguments: [30.0, 75, 200, 777.7, 3000])
    func `the lines of a long text are those that it has in one piece`(width: Double) throws {
      var random = SeededGenerator(seed: 7)
      let letters = Array("abcdefghijklmnopqrstuvwxyzäßéAVTо漢ش")
      var text = ""
      while text.utf8.count < 12_000 {
        text += String(
          (0...random.below(random.below(9) == 0 ? 90 : 11)).map { _ in letters[random.below(letters.count)] })
        text +=
          random.below(60) == 0 ? ["\n", "\r\n", "\n\n", "\u{2028}", "\u{2029}", "\r"][random.below(6)] : " "
      }
      for (lines, size) in [(0, 17.0), (3, 11), (0, 40)] {
        let attributes = TextAttributes(size: size, lines: lines)
        let whole = measurer.askAtOnce(text, attributes, width: width)
        let inPieces = measure(text, attributes, width: width)

        // Of thousands of lines of one letter each, two letters that join may come to stand in two pieces.
        #expect(abs(inPieces.height - whole.height) <= (width < 2 * size ? whole.height / 1000 : 0))
        #expect(abs(inPieces.width - whole.width) < 0.01)
        #expect(inPieces.firstBaseline == whole.firstBaseline)
        #expect(abs(inPieces.lastBaseline - whole.lastBaseline) < 0.01)
        #expect(inPieces.isCut == whole.isCut)
        #expect(inPieces.missingGlyphs == whole.missingGlyphs)
        #expect(!inPieces.isEstimated)
      }
    }

    @Test(arguments: [TextTruncation.tail, .head, .middle, .clip])
    func `a long text is cut where it would be if it were measured at once`(_ truncation: TextTruncation) {
      let sentences = String(repeating: "Framewire computes 漢 rectangles and draws nothing. ", count: 60)
      let lines = String(repeating: "a line of several words\n", count: 60)
      for text in [
        "\(sentences)Wide WWWW end.", "\(lines)and the very last line of all, which is the widest\n \n",
        "first\n\(sentences)\n\(sentences)", "\(sentences)\n漢漢漢\r\n", "\(lines)\n漢",
      ] {
        #expect(text.utf8.count > FontMeasurer.longestWhole)
        for (lines, width) in [(1, nil), (1, 75), (1, 200), (3, nil), (3, 200), (3, 777), (1, 0)] as [(Int, Double?)] {
          let attributes = TextAttributes(lines: lines, truncation: truncation)
          let whole = measurer.askAtOnce(text, attributes, width: width)
          let inPieces = measure(text, attributes, width: width)
          let place = Comment(rawValue: "'\(text.prefix(20))' in \(lines) lines of \(width ?? .infinity)")

          // Without a width it is the sum of its pieces. In the middle, a letter more may be left out on one side.
          let tolerance = width == nil ? whole.width / 1000 : truncation == .middle ? 17 : 0.01
          #expect(abs(inPieces.width - whole.width) <= tolerance, place)
          #expect(inPieces.height == whole.height, place)
          #expect(inPieces.firstBaseline == whole.firstBaseline, place)
          #expect(abs(inPieces.lastBaseline - whole.lastBaseline) < 0.01, place)
          #expect(inPieces.lines == whole.lines && inPieces.isCut == whole.isCut, place)
          #expect(inPieces.missingGlyphs == whole.missingGlyphs, place)
        }
      }
    }

    @Test(arguments: [1, 300]) func `missing glyphs are counted where they are shown, however long the text is`(
      count: Int
    ) {
      let text = "one\ntwo\n" + String(repeating: "three 漢\n", count: count)

      for (truncation, missing) in [(TextTruncation.tail, 0), (.clip, 0), (.head, 1), (.middle, 1)] {
        #expect(measure(text, TextAttributes(lines: 2, truncation: truncation)).missingGlyphs == missing)
      }
      #expect(measure(text).missingGlyphs == count)
    }

    @Test(arguments: [TextTruncation.tail, .head, .middle, .clip])
    func `an end of line behind the words adds no line to what is cut`(_ truncation: TextTruncation) {
      let size = measure("several words on one line\n", TextAttributes(lines: 1, truncation: truncation), width: 60)

      #expect(size.isCut)
      #expect(size.height == measure("Hg").height)
    }

    @Test(arguments: [nil, 1, 40, 300, 20_000])
    func `whatever a text is made of, the work grows with its length, not with the square of it`(width: Double?) {
      for unit in ["x", "ش", "e\u{301}", "\u{A0}", "  ", "\t", "a\u{5D0}", "a\n", "漢", "\u{301}", "one two "] {
        let before = measurer.workOnPieces
        let short = measure(String(repeating: unit, count: 16_000 / unit.utf8.count), width: width)
        let workOnShort = measurer.workOnPieces - before
        let long = measure(String(repeating: unit, count: 64_000 / unit.utf8.count), width: width)
        let workOnLong = measurer.workOnPieces - before - workOnShort

        #expect(workOnLong < 5 * workOnShort, "\(unit)")
        // No more than so many lines for each byte, and bytes for each line.
        #expect(workOnLong < 64_000 * 300, "\(unit)")
        #expect(long.height >= short.height, "\(unit)")
      }
    }

    @Test func `a long text fits in the width that it was measured to have`() {
      for text in [String(repeating: "x", count: 30_000), String(repeating: "AV Te. ", count: 5000)] {
        let free = measure(text)
        #expect(measure(text, width: free.width) == free)
        #expect(measure(text, width: free.width - 1).height > free.height)
      }
    }

    @Test func `of a book only the beginning is measured, and it says so`() {
      let sentence = Self.sentence + "\n"
      let pages = measure(String(repeating: sentence, count: 1000), width: 200)
      let book = measure(String(repeating: sentence, count: 20_000), width: 200)

      #expect(!pages.isEstimated)
      #expect(book.isEstimated)
      #expect(abs(book.height - 20 * pages.height) < book.height / 1000)
      #expect(book.width == pages.width)
      #expect(measure(String(repeating: sentence, count: 20_000), TextAttributes(lines: 4), width: 200).height < 100)
      #expect(measure(String(repeating: "x", count: 30_000), width: 1).isEstimated)
    }

    @Test func `a line that ends in a word is as wide as its letters`() {
      // One letter less than there is room for, whatever the font: no hyphen is counted.
      let attributes = TextAttributes()
      let width = measure("he").width + measure("a").width / 2
      let lines = measurer.lines(of: "head", attributes, width: width)

      #expect(lines.map(\.text) == ["he", "ad"])
      #expect(lines.map(\.width) == [measure("he").width, measure("ad").width])
      #expect(measure("head", width: width).width == max(measure("he").width, measure("ad").width))
    }

    // MARK: Asking twice

    @Test func `what was asked before is not measured again`() {
      let before = measurer.measurements
      _ = measure("Hello")
      _ = measure("Hello", width: 20)
      _ = measure("Hello")
      _ = measure("Hello", width: 20)

      #expect(measurer.measurements == before + 2)
    }

    @Test func `a folder without fonts is refused, a font file is not`() throws {
      #expect(throws: FontMeasurerError.font(.noFont(path: "/nowhere"))) { try FontMeasurer(fonts: ["/nowhere"]) }
      #expect(throws: FontMeasurerError.font(.noFont(path: #filePath))) { try FontMeasurer(fonts: [#filePath]) }
      let fonts = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      let again = try FontMeasurer(fonts: ["/\(fonts)/Sources/CShippedFonts/Fonts"])
      #expect(again.measure("Hello", TextAttributes(), width: nil) == measure("Hello"))
    }

    @Test func `a pipe among fonts is refused, and nobody waits for its writer`() throws {
      let folder = try FileSystem.makeTemporaryDirectory()
      defer { try? FileSystem.removeTree(folder) }
      let pipe = FileSystem.join(folder, "a.ttf")
      #expect(try ChildProcess.run("mkfifo", [pipe], timeout: .seconds(30)).exit == .code(0))
      // A folder that leads back to itself.
      try FileSystem.createLink(FileSystem.join(folder, "b"), to: folder)
      for path in [pipe, folder] {
        #expect(throws: FontMeasurerError.font(.noFont(path: pipe))) { try FontMeasurer(fonts: [path]) }
      }
    }
  }
}

extension FontSuites {
  @Suite("What is kept of the answers") struct KeptAnswersTests {
    @Test func `what is asked again stays, what is not goes`() {
      var answers = KeptAnswers()
      let size = TextSize(width: 1, height: 1, firstBaseline: 1, lastBaseline: 0)
      func question(_ text: String) -> Question { Question(text: text, attributes: TextAttributes(), width: nil) }
      answers.keep(KeptAnswers.Answer(size: size), for: question("often"))
      answers.keep(KeptAnswers.Answer(size: size), for: question("once"))

      for number in 0..<(3 * KeptAnswers.capacity / KeptAnswers.share) {
        answers.keep(KeptAnswers.Answer(size: size), for: question("\(number)"))
        #expect(answers[question("often")] == size)
      }

      #expect(answers[question("once")] == nil)
      // Two generations; of each answer there is the question and, in a table that is half full, as much room again.
      let room = 2 * (MemoryLayout<Question>.stride + MemoryLayout<KeptAnswers.Answer>.stride)
      #expect(answers.count * room <= 2 * KeptAnswers.capacity)
    }

    @Test func `between turns as much is kept as what is shown can ask for`() {
      var answers = KeptAnswers()
      let size = TextSize(width: 1, height: 1, firstBaseline: 1, lastBaseline: 0)
      func question(_ text: String) -> Question { Question(text: text, attributes: TextAttributes(), width: nil) }
      let turn = 10_000
      for number in 0..<turn { answers.keep(KeptAnswers.Answer(size: size), for: question("a\(number)")) }
      // While a turn asks, nothing of it goes.
      #expect(answers.count == turn)

      answers.endTurn(showing: 10_000)
      #expect(answers.count == turn)
      answers.endTurn(showing: 100)
      // What is asked again in the next turn stays.
      #expect(answers[question("a0")] == size)
      for number in 0..<turn { answers.keep(KeptAnswers.Answer(size: size), for: question("b\(number)")) }
      answers.endTurn(showing: 100)
      for number in 0..<1000 {
        answers.keep(KeptAnswers.Answer(size: size), for: question("c\(number)"))
        answers.endTurn(showing: 100)
      }

      let room = 2 * (MemoryLayout<Question>.stride + MemoryLayout<KeptAnswers.Answer>.stride)
      #expect(answers.count * room <= 2 * KeptAnswers.least)
      #expect(answers[question("c999")] == size)
      #expect(answers[question("a0")] == nil)
    }
  }
}

extension FontSuites {
  @Suite("Layouts with fonts") struct LayoutWithFontsTests {
    /// Of the only layout in `text`, in which nothing is wrong.
    private func scene(_ text: String) -> LayoutScene {
      let (document, complaints) = resolve(parse(SourceText(name: "page.layout", bytes: Array(text.utf8))))
      #expect(complaints.isEmpty)
      return LayoutScene(document.layouts[0], inputs: SceneInputs(of: document.layouts[0]))
    }

    @Test func `one edited text among a thousand views is the only one that is measured`() throws {
      let labels = (0..<998).map { "label l\($0) \"Text number \($0) is long enough for two lines\"" }
      let text = "layout page size 200, _ {\n  vstack all x fill top 0 {\n\(labels.joined(separator: "\n"))\n  }\n}\n"
      var scene = scene(text)
      let measurer = try FontMeasurer()
      _ = scene.solve(measuring: measurer)
      #expect(scene.layout.views.count == 1000)
      var (asked, measured) = (scene.statistics.measurements, measurer.measurements)

      // By itself, and in the width that it has.
      scene.inputs.texts["all.l500"] = "Another text that is long enough for two lines"
      _ = scene.solve(measuring: measurer)
      #expect(scene.statistics.measurements - asked == 2)
      #expect(measurer.measurements - measured == 2)

      // Warm: another number measures nothing, another scene of the same texts only asks.
      (asked, measured) = (scene.statistics.measurements, measurer.measurements)
      scene.inputs.environment.height = 500
      _ = scene.solve(measuring: measurer)
      #expect(scene.statistics.measurements == asked)
      var second = self.scene(text)
      _ = second.solve(measuring: measurer)
      #expect(second.statistics.measurements > 1000)
      #expect(measurer.measurements == measured)
    }

    @Test func `a text that does not fit says so, and how it is to be cut`() throws {
      var scene = scene(
        """
        layout page size 200, 400 {
          label whole "Short" at 0, 0, 100, 20
          label one "A text that is longer than the page is wide" lines: 1 truncate: middle top 0 x fill
          label two "A text that is longer than two lines of the page, which has few" lines: 2 top 50 x fill
          label all "A text that is longer than two lines of the page, which has few" top 100 x fill
        }
        """)
      _ = scene.solve(measuring: try FontMeasurer())

      let cuts = scene.layout.views.indices.dropFirst().map { scene.content(of: ViewID(Int32($0))).truncation }
      #expect(cuts == [nil, .middle, .tail, nil])
    }

    @Test func `a text that nobody can read to the end is reported`() throws {
      let text = #"layout page size 200, 400 { label text "" x fill top 0 }"#
      var scene = scene(text)
      scene.inputs.texts["text"] = String(repeating: "lorem ipsum ", count: 30_000)
      _ = scene.solve(measuring: try FontMeasurer())

      #expect(scene.diagnostics.map(\.code.rawValue) == ["W3011"])
      #expect(scene.diagnostics.first?.message.contains("'text'") == true)
    }

    @Test func `labels share a baseline, wrap, and missing glyphs are reported`() throws {
      var scene = scene(
        """
        layout page size 200, 400 {
          hstack head pin top.leading items firstBaseline { label big "Title" style: largeTitle; label small "small" }
          label text "A text that is longer than the page is wide" below head  x fill
          label han "漢字" below text
        }
        """)
      let measurer = try FontMeasurer()
      _ = scene.solve(measuring: measurer)
      func view(_ path: String) -> ViewID {
        ViewID(Int32(scene.layout.views.firstIndex { $0.path == path }!))
      }

      let line = measurer.measure("", TextAttributes(), width: nil)
      let title = measurer.measure("Title", TextAttributes(size: 34), width: nil)
      #expect(scene.frame(of: view("text")).height == 2 * line.height)
      let drop = scene.frame(of: view("head.small")).y - scene.frame(of: view("head.big")).y
      #expect(abs(drop - (title.firstBaseline - line.firstBaseline)) < 1e-9)
      #expect(scene.diagnostics.map(\.code.rawValue) == ["W3009"])
      #expect(scene.diagnostics[0].message.contains("2 characters of 'han'"))
    }
  }
}
