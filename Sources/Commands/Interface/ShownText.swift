import LayoutSyntax

/// A line for people: what the tool says by itself, and in it names, texts and messages of others.
///
/// Those are put in by `\(…)`, which writes everything that a terminal would obey as `\u{1b}`. So no name of a file or
/// scene moves a cursor, sets a clipboard or begins a line of its own; and since the console takes nothing else, nobody
/// has to think of it.
package struct ShownText: ExpressibleByStringInterpolation, Equatable, Sendable {
  package private(set) var text: String

  /// A text of others, as one line.
  package init(_ foreign: String) { text = foreign.shownOnTerminal }

  /// A text that has been made fit for terminals, colours and ends of lines included.
  package init(fit text: String) { self.text = text }

  package init(stringLiteral value: String) { text = value }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ shown: ShownText) { text += shown.text }
    package mutating func appendInterpolation(_ foreign: some CustomStringConvertible) {
      text += foreign.description.shownOnTerminal
    }
  }

  /// Breaks a line at blanks where it is longer than a terminal is wide. A word is never broken: it may have to be
  /// copied, and a terminal goes on with it in its next line.
  ///
  /// - Parameters:
  ///   - columns: nil for no end.
  ///   - hanging: how many blanks all lines but the first begin with; few in a terminal that has no room for them.
  func wrapped(to columns: Int?, hanging: Int) -> [ShownText] {
    guard let columns, Self.width(of: text[...]) > columns else { return [self] }
    let indentation = String(repeating: " ", count: hanging * 2 > columns ? 2 : hanging)
    var lines: [String] = []
    var (line, width) = ("", 0)
    // What stands between two words: blanks, and colours that begin or end there.
    var (gap, colours) = (0, "")
    var rest = text[...]
    while !rest.isEmpty {
      let blanks = rest.prefix { $0 == " " }.count
      let word = rest.dropFirst(blanks).prefix { $0 != " " }
      rest = rest[word.endIndex...]
      gap += blanks
      let length = Self.width(of: word)
      if length == 0 {
        colours += word
        continue
      }
      if width > 0, width + gap + length > columns {
        lines.append(line + colours)
        (line, width) = (indentation + word, indentation.count + length)
      } else {
        line += colours + String(repeating: " ", count: gap) + word
        width += gap + length
      }
      (gap, colours) = (0, "")
    }
    return (lines + [line + colours]).map { ShownText(fit: $0) }
  }

  /// How many characters are seen: colours are not.
  private static func width(of text: Substring) -> Int {
    var width = 0
    var isColour = false
    for character in text {
      if isColour { isColour = character != "m" } else if character == "\u{1B}" { isColour = true } else { width += 1 }
    }
    return width
  }

  package static func + (left: ShownText, right: ShownText) -> ShownText { ShownText(fit: left.text + right.text) }
  package static func += (left: inout ShownText, right: ShownText) { left.text += right.text }
}

extension Sequence<ShownText> {
  package func joined(separator: String) -> ShownText { ShownText(fit: map(\.text).joined(separator: separator)) }
}
