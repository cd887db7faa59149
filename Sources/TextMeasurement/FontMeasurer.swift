public import Geometry
public import LayoutEngine
public import PangoCairo
import Posix

/// Measures texts in real fonts, with Pango: the shipped ones, and those it was given besides.
///
/// What it answers is a function of the question and of the font files alone, on any machine that has the same Pango.
/// Answers are kept, so that scenes of one layout and a width that comes back cost nothing. For one thread.
public final class FontMeasurer: TextMeasuring {
  var layout: TextLayout
  /// What the layout is set up for.
  private var text = ""
  private var attributes: TextAttributes?
  private var answers = KeptAnswers()
  private let fonts: FontMap

  /// - Parameter fonts: files and folders of further fonts, which `font:` can name.
  public init(fonts: [String] = []) throws(FontMeasurerError) {
    let shipped: [String]
    do throws(PosixError) { shipped = try ShippedFonts.paths() } catch { throw .system(error) }
    do throws(FontError) {
      if let pipe = Self.findPipe(in: fonts) { throw .noFont(path: pipe) }
      self.fonts = try FontMap(files: shipped + fonts)
      layout = try self.fonts.makeLayout()
    } catch { throw .font(error) }
    // Both files are opened now: later there may be no descriptor left.
    for weight in [400, 700] { _ = ask("x", TextAttributes(weight: weight), width: nil) }
  }

  /// The first of these paths, or of what is in these folders, that is neither a file nor a folder. Fontconfig opens
  /// whatever it finds, and whoever opens a pipe waits until somebody writes into it.
  private static func findPipe(in paths: [String]) -> String? {
    var unseen = paths.reversed().map { (path: $0, isLink: false) }
    while let (path, isLink) = unseen.popLast() {
      guard let kind = try? FileSystem.status(of: path).kind, kind != .regular else { continue }
      guard kind == .directory else { return path }
      // A link in a folder may lead back to it.
      if isLink { continue }
      for entry in ((try? FileSystem.list(path)) ?? []).reversed() {
        unseen.append((FileSystem.join(path, entry.name), entry.kind == .symbolicLink))
      }
    }
    return nil
  }

  /// What `font:` can name, in the order of the letters.
  public var familyNames: [String] { fonts.familyNames }

  /// The family of texts that name none.
  public static let usualFamily = ShippedFonts.family

  /// A layout in its fonts, for those who draw lines. Not to be used any longer than this measurer is there.
  public func makeLayout() throws(FontMeasurerError) -> TextLayout {
    do throws(FontError) { return try fonts.makeLayout() } catch { throw .font(error) }
  }

  /// Forgets what it was asked, as nothing is for the time being: scenes keep what they show.
  public func forgetAnswers() { answers = KeptAnswers() }

  /// Keeps as many of its answers as `views` views may ask for again.
  public func endTurn(showing views: Int) { answers.endTurn(showing: views) }

  /// Questions that were not asked before.
  public private(set) var measurements = 0
  /// What Pango's time grows with, of texts measured in pieces: the bytes of each piece times its lines, in sum.
  var workOnPieces = 0

  /// Answers from what it knows, else by Pango. An answer is kept, so asking again is a look-up.
  public func measure(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
    let question = Question(text: text, attributes: attributes, width: width)
    if let known = answers[question] { return known }
    measurements += 1
    return answer(question).size
  }

  /// Answers a new question and keeps the answer.
  private func answer(_ question: Question) -> KeptAnswers.Answer {
    if question.width != nil, let size = sizeByBreaks(question) {
      let answer = KeptAnswers.Answer(size: size)
      answers.keep(answer, for: question)
      return answer
    }
    var answer = KeptAnswers.Answer(size: ask(question.text, question.attributes, width: question.width))
    if let family = question.attributes.family { answer.size.isInOtherFamily = !fonts.hasFamily(family) }
    // Of a very long text the layout has the last part, or all of it in smaller letters.
    if question.width == nil, question.text.utf8.count <= Self.longestWhole, size == question.attributes.size {
      answer.breaks = layout.lineBreaks(doubt: question.attributes.size * Self.doubt)
    }
    answers.keep(answer, for: question)
    return answer
  }

  /// The size in a width of a text that was measured by itself; that is done now if need be, so that the answer does
  /// not depend on what was asked before. Nil where only Pango can tell.
  private func sizeByBreaks(_ question: Question) -> TextSize? {
    guard question.text.utf8.count <= Self.longestWhole else { return nil }
    var free = question
    free.width = nil
    let whole = answers.answer(to: free) ?? answer(free)
    guard let breaks = whole.breaks, let width = question.width, let lines = breaks.lines(within: width) else {
      return nil
    }
    // What is cut is another text.
    if question.attributes.lines > 0, lines.count > question.attributes.lines { return nil }
    var size = whole.size
    size.width = lines.longest
    size.height *= Double(lines.count)
    size.lines = lines.count
    return size
  }

  /// How far letters at a break can move when the line is shaped by itself, in parts of the em square. Kerned pairs of
  /// a letter and a blank move by half of it.
  private static let doubt = 1.0 / 8

  /// Pango counts in 1/1024 of a point and in 32 bits: at 2 million points it is at its end. So long texts in big
  /// letters are measured in smaller ones; unhinted, everything about a font is in proportion.
  private static let farthest = 1.5e6

  /// How much smaller than asked the letters of a text of `length` bytes must be.
  static func scale(_ length: Int, _ attributes: TextAttributes) -> Double {
    max(1, Double(length) * attributes.size / farthest)
  }

  private func ask(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
    text.utf8.count > Self.longestWhole
      ? askInPieces(text, attributes, width: width) : askAtOnce(text, attributes, width: width)
  }

  func askAtOnce(_ text: String, _ attributes: TextAttributes, width: Points?) -> TextSize {
    let scale = Self.scale(text.utf8.count, attributes)
    setUp(text, attributes, size: attributes.size / scale)
    layout.setWidth(width.map { $0 / scale })
    let extents = layout.extents(lines: attributes.lines, ellipsis: Self.ellipsis(of: attributes)) {
      attributes.truncation.lastLine(of: $0, before: $1)
    }
    return TextSize(
      width: extents.width * scale, height: extents.height * scale, firstBaseline: extents.firstBaseline * scale,
      lastBaseline: (extents.height - extents.lastBaseline) * scale, lines: extents.lines,
      isCut: extents.isCut, missingGlyphs: extents.missingGlyphs)
  }

  static func ellipsis(of attributes: TextAttributes) -> TextLayout.Ellipsis {
    switch attributes.truncation {
    case .tail: .end
    case .head: .start
    case .middle: .middle
    case .clip: .none
    }
  }

  /// The same text is usually asked for twice: by itself, then in a width.
  func setUp(_ text: String, _ attributes: TextAttributes, size: Points) {
    let before = self.attributes
    if before?.isRightToLeft != attributes.isRightToLeft {
      layout.setDirection(isRightToLeft: attributes.isRightToLeft)
    }
    if before?.family != attributes.family || before?.weight != attributes.weight || before == nil || size != self.size
    {
      layout.setFont(family: attributes.family ?? Self.usualFamily, size: size, weight: attributes.weight)
    }
    if before == nil || text != self.text { layout.setText(text) }
    self.size = size
    self.text = text
    self.attributes = attributes
  }

  /// Of the letters in the layout; smaller than that of `attributes` for very long texts.
  private var size: Points = 0
}

/// Why texts cannot be measured in fonts.
public enum FontMeasurerError: Error, Equatable, Sendable {
  /// The shipped fonts cannot be put where Pango finds them.
  case system(PosixError)
  case font(FontError)
}

extension FontMeasurerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let error): "cannot open the fonts: \(error)"
    case .font(let error): error.description
    }
  }
}
