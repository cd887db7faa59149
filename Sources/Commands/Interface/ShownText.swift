import LayoutSyntax

/// A line for people: what the tool says by itself, and in it names, texts and messages of others.
///
/// Those are put in by `\(…)`, which writes everything that a terminal would obey as `\u{1b}`. So no name of a file or
/// scene moves a cursor, sets a clipboard or begins a line of its own; and since the console takes nothing else, nobody
/// has to think of it.
struct ShownText: ExpressibleByStringInterpolation, Equatable, Sendable {
  private(set) var text: String

  /// A text of others, as one line.
  init(_ foreign: String) { text = foreign.shownOnTerminal }

  /// A text that has been made fit for terminals, colours and ends of lines included.
  init(fit text: String) { self.text = text }

  init(stringLiteral value: String) { text = value }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ shown: ShownText) { text += shown.text }
    mutating func appendInterpolation(_ foreign: some CustomStringConvertible) {
      text += foreign.description.shownOnTerminal
    }
  }

  static func + (left: ShownText, right: ShownText) -> ShownText { ShownText(fit: left.text + right.text) }
  static func += (left: inout ShownText, right: ShownText) { left.text += right.text }
}

extension Sequence<ShownText> {
  func joined(separator: String) -> ShownText { ShownText(fit: map(\.text).joined(separator: separator)) }
}
