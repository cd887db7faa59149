import LayoutSyntax
import Testing

@testable import Commands

@Suite("Which complaints a terminal is told") struct DiagnosticNewsTests {
  static func complaint(
    _ message: String, in file: String, at start: Int32 = 0, _ severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    let place = Diagnostic.Place(file: file, span: SourceSpan(start: start, end: start + 1))
    return Diagnostic(DiagnosticCode(rawValue: "E1001"), severity, message, at: place)
  }

  static let mistake = complaint("a mistake", in: "parts")

  var news = DiagnosticNews()

  @Test mutating func `an error of a file itself is told with every save until it is mended`() {
    #expect(news.record([Self.mistake], of: "parts") == [Self.mistake])
    #expect(news.record([Self.mistake], of: "parts") == [Self.mistake])
    #expect(news.record([], of: "parts") == [])
    #expect(news.record([Self.mistake], of: "parts") == [Self.mistake])
  }

  @Test mutating func `an error in a file that several import is told once`() {
    #expect(news.record([Self.mistake], of: "page") == [Self.mistake])
    #expect(news.record([Self.mistake], of: "parts") == [])
    #expect(news.record([Self.mistake], of: "other") == [])

    // Its own file goes on telling it.
    #expect(news.record([Self.mistake], of: "parts") == [Self.mistake])
    #expect(news.record([Self.mistake], of: "page") == [])
  }

  @Test mutating func `a warning is told when it comes up, wherever it moves to`() {
    let warning = Self.complaint("a doubt", in: "page", .warning)
    let moved = Self.complaint("a doubt", in: "page", at: 9, .warning)
    #expect(news.record([warning], of: "page") == [warning])
    #expect(news.record([moved], of: "page") == [])
    #expect(news.record([], of: "page") == [])

    #expect(news.record([warning], of: "page") == [warning])
  }

  @Test mutating func `what comes back when no file has it any more is news`() {
    _ = news.record([Self.mistake], of: "old page")
    _ = news.record([Self.mistake], of: "parts")

    // The page is renamed while the parts are right.
    _ = news.record([], of: "parts")
    news.forget("old page")
    #expect(news.record([], of: "new page") == [])

    #expect(news.record([Self.mistake], of: "parts") == [Self.mistake])
    #expect(news.record([Self.mistake], of: "new page") == [])
  }

  @Test mutating func `the same twice in one file is told as often, and counted once`() {
    #expect(news.record([Self.mistake, Self.mistake], of: "page") == [Self.mistake, Self.mistake])
    news.forget("page")
    news.forget("page")

    #expect(news.record([Self.mistake], of: "other") == [Self.mistake])
  }
}
