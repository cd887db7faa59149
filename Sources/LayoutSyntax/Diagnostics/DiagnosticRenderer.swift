/// Writes diagnostics for people: the code and sentence, the place, the source line with carets under it, the lines
/// of the notes, and the fixes. The same text goes to the terminal, the event stream and the editor.
///
/// ```
/// error[E1004]: constraints use '==', found '='
///   --> example.layout:6:17
///    6 |   label t { top = super.top }
///      |                 ^
///   fix: replace '=' by '=='
/// ```
///
/// The complaint's own place is underlined with `^`, places of notes with `-`, on one line together where they share
/// it, else line by line in the order of the text. A note at the complaint's own place is the word behind the carets.
/// Tabs are shown as blanks up to the next multiple of four, characters of East Asian scripts and emoji count two
/// columns, combining marks none, so carets stand under what they mean. Of a line that is longer than any screen only
/// what is around the first place on it is shown.
public struct DiagnosticRenderer: Sendable {
  /// Whether the text carries ANSI colours.
  public var usesColour: Bool
  /// Texts the places may point into; a place in another file is shown by name alone.
  private let sources: [SourceText]

  public init(sources: [SourceText], usesColour: Bool = false) {
    self.sources = sources
    self.usesColour = usesColour
  }

  /// One diagnostic, without a line end after the last line.
  public func render(_ diagnostic: Diagnostic) -> String {
    var lines = [headline(diagnostic)]
    if let place = diagnostic.place { lines += excerpt(of: diagnostic, at: place) }
    for note in diagnostic.notes where note.place == nil { lines.append("  \(withLabel(note.message))") }
    for fix in diagnostic.fixes { lines.append("  \(paint("fix:", .help)) \(fix.title.shownOnTerminal)") }
    return lines.joined(separator: "\n")
  }

  /// All of them, each ended with a line end, a blank line between two.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { render($0) + "\n" }.joined(separator: "\n")
  }

  /// Only the place and the source lines with their labels, for a message that points into a file and is no complaint
  /// about it.
  public func renderPlace(of diagnostic: Diagnostic) -> [String] {
    diagnostic.place.map { excerpt(of: diagnostic, at: $0) } ?? []
  }

  // MARK: Pieces

  private func headline(_ diagnostic: Diagnostic) -> String {
    let severity =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      }
    let label = paint("\(severity)[\(diagnostic.code.rawValue)]:", Paint(diagnostic.severity))
    return "\(label) \(diagnostic.message.shownOnTerminal)"
  }

  /// Notes say their own label (`help: …`); one without gets `note:`.
  private func withLabel(_ message: String) -> String {
    let message = message.shownOnTerminal
    return message.hasPrefix("help:") || message.hasPrefix("note:") ? message : "\(paint("note:", .help)) \(message)"
  }

  /// The place of the complaint and of every note, grouped by file and line, in the order of the text within the
  /// complaint's file and then in the order of the notes.
  private func excerpt(of diagnostic: Diagnostic, at place: Diagnostic.Place) -> [String] {
    var marks = [Mark(place: place, label: "", isMain: true)]
    for note in diagnostic.notes {
      guard let notePlace = note.place else { continue }
      if notePlace == place, marks[0].label.isEmpty {
        marks[0].label = note.message.shownOnTerminal
      } else {
        marks.append(Mark(place: notePlace, label: note.message.shownOnTerminal, isMain: false))
      }
    }
    var lines: [String] = []
    var files: [String] = []
    for mark in marks where !files.contains(mark.place.file) { files.append(mark.place.file) }
    for file in files {
      let own = marks.filter { $0.place.file == file }
      guard let source = sources.first(where: { $0.name == file }) else {
        lines.append("  --> \(file.shownOnTerminal)")
        for mark in own where !mark.isMain { lines.append("  \(withLabel(mark.label))") }
        continue
      }
      let shown = own.map { mark in
        var mark = mark
        mark.place.span = source.shown(mark.place.span).span
        return mark
      }
      let start = source.shown.position(of: shown[0].place.span.start)
      lines.append("  --> \(file.shownOnTerminal):\(start.line):\(start.column)")
      let numbers = shown.map { source.shown.position(of: $0.place.span.start).line }
      for number in Set(numbers).sorted() {
        let onLine = zip(shown, numbers).filter { $0.1 == number }.map(\.0)
        lines += sourceLine(number, of: source.shown, marks: onLine)
      }
    }
    return lines
  }

  private struct Mark {
    var place: Diagnostic.Place
    var label: String
    var isMain: Bool
  }

  private func sourceLine(_ number: Int, of source: SourceText, marks: [Mark]) -> [String] {
    let shown = ShownLine(source, number, around: marks[0].place.span)
    let gutter = String(repeating: " ", count: max(0, 4 - "\(number)".count)) + "\(number)"
    let blank = String(repeating: " ", count: gutter.count)
    var carets: [Character] = []
    for mark in marks.sorted(by: { !$0.isMain && $1.isMain }) {
      let columns = shown.columns(of: mark.place.span)
      while carets.count < columns.upperBound { carets.append(" ") }
      for column in columns { carets[column] = mark.isMain ? "^" : "-" }
    }
    // The last mark's label goes on its line; the others get a line of their own, rightmost first.
    let ordered = marks.sorted {
      shown.columns(of: $0.place.span).lowerBound > shown.columns(of: $1.place.span).lowerBound
    }
    var label = ordered.first?.label ?? ""
    if !label.isEmpty { label = " " + label }
    var lines = ["\(gutter) | \(shown.text)", "\(blank) | \(paint(String(carets), .caret))\(label)"]
    for mark in ordered.dropFirst() where !mark.label.isEmpty {
      let indentation = String(repeating: " ", count: shown.columns(of: mark.place.span).lowerBound)
      lines.append("\(blank) | \(indentation)\(mark.label)")
    }
    return lines
  }

  // MARK: Colour

  private enum Paint: String {
    case error = "\u{1B}[1;31m"
    case warning = "\u{1B}[1;33m"
    case info = "\u{1B}[1;36m"
    case caret = "\u{1B}[31m"
    case help = "\u{1B}[32m"

    init(_ severity: Diagnostic.Severity) {
      switch severity {
      case .error: self = .error
      case .warning: self = .warning
      case .info: self = .info
      }
    }
  }

  private func paint(_ text: String, _ paint: Paint) -> String {
    usesColour ? "\(paint.rawValue)\(text)\u{1B}[0m" : text
  }
}

/// A source line as a terminal shows it: tabs spread out, control characters visible, and the column where each byte
/// begins.
private struct ShownLine {
  private(set) var text = ""
  /// By byte of the line, and one for its end.
  private var columns: [Int] = []
  private let span: SourceSpan

  /// Bytes of a line that is shown whole; of a longer one so many before the place, and twice as many from there on.
  private static let (whole, before) = (400, 100)

  init(_ source: SourceText, _ number: Int, around place: SourceSpan) {
    let line = source.lineSpan(number)
    span = line.end - line.start > Self.whole ? source.window(of: line, around: place.start, Self.before) : line
    var column = 0
    if span.start > line.start {
      text = "…"
      column = 1
    }
    for scalar in source.text(in: span).unicodeScalars {
      var width = scalar.terminalColumns
      if scalar == "\t" {
        width = 4 - column % 4
        text += String(repeating: " ", count: width)
      } else if scalar.isObeyed {
        width = 1
        text.unicodeScalars.append("\u{FFFD}")
      } else {
        text.unicodeScalars.append(scalar)
      }
      for _ in 0..<UTF8.width(scalar) { columns.append(column) }
      column += width
    }
    if span.end < line.end { text += "…" }
    columns.append(column)
  }

  /// The columns a span covers on this line, at least one.
  func columns(of wanted: SourceSpan) -> Range<Int> {
    let last = columns.count - 1
    let start = columns[min(max(Int(wanted.start - span.start), 0), last)]
    let end = columns[min(max(Int(wanted.end - span.start), 0), last)]
    return start..<max(end, start + 1)
  }
}

extension SourceText {
  /// The bytes of a line around a place: `before` it and twice as many from there on, but no part of a character.
  fileprivate func window(of line: SourceSpan, around place: Int32, _ before: Int) -> SourceSpan {
    let place = min(max(place, line.start), line.end)
    var start = max(line.start, place - Int32(before))
    var end = min(line.end, place + 2 * Int32(before))
    while start < place, bytes[Int(start)] & 0xC0 == 0x80 { start += 1 }
    while end > place, end < line.end, bytes[Int(end)] & 0xC0 == 0x80 { end -= 1 }
    return SourceSpan(start: start, end: end)
  }
}
