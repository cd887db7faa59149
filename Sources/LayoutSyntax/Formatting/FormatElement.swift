/// A token or a comment on its way into the formatted text, with what the author left in front of it. A `;` is no
/// element: where statements end up decides whether one is needed, and the blanks around it count for its neighbours.
struct FormatElement {
  enum Kind: Equatable {
    /// By its index in the tree.
    case token(Int)
    case lineComment
    case blockComment
  }

  let kind: Kind
  let start: Int
  /// Without blanks at the end of a `//` comment.
  let end: Int
  /// The most line ends in a row between it and what precedes it; at least 1 behind a comment of several lines, since
  /// that ends a line too.
  let lineEnds: Int
  /// Columns of blanks before it on its line, from the element or `;` before it.
  let blanks: Int
  let followsSemicolon: Bool
  /// Columns of its text, up to its first line end.
  let width: Int
  let hasSeveralLines: Bool

  var isComment: Bool { kind == .lineComment || kind == .blockComment }
  var token: Int? { if case .token(let index) = kind { index } else { nil } }

  /// A tab in front of a comment or between two tokens: nobody can know how wide its author saw it.
  static let tabWidth = 2

  static func all(of tree: SyntaxTree) -> [FormatElement] {
    var reader = FormatElementReader(tree.source.bytes)
    for (index, token) in tree.tokens.enumerated() {
      reader.readComments(upTo: Int(token.start))
      if token.kind == .semicolon {
        reader.skipSemicolon(to: Int(token.end))
      } else {
        reader.add(.token(index), end: Int(token.end))
      }
    }
    return reader.elements
  }
}

/// Reads what lies between tokens, comment by comment.
private struct FormatElementReader {
  private let bytes: [UInt8]
  private var position = 0
  private var lineEnds = 0
  private var blanks = 0
  private var followsSemicolon = false
  private(set) var elements: [FormatElement] = []
  /// Line ends before a dropped `;`, or inside the comment before. They are not added to those behind: to a reader
  /// it is one gap.
  private var earlierLineEnds = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    elements.reserveCapacity(bytes.count / 4 + 16)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func readComments(upTo end: Int) {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\n"):
        lineEnds += 1
        blanks = 0
        position += 1
      case UInt8(ascii: "\t"):
        blanks += FormatElement.tabWidth
        position += 1
      case UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "/") where position + 1 < end: comment(before: end)
      default:
        blanks += 1
        position += 1
      }
    }
  }

  private mutating func comment(before end: Int) {
    if bytes[position + 1] == UInt8(ascii: "/") {
      let lineEnd = bytes[position..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
      let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      let textEnd = (bytes[position..<lineEnd].lastIndex { !isBlank($0) } ?? position) + 1
      add(.lineComment, end: textEnd)
      position = lineEnd
      return
    }
    var depth = 0
    var cursor = position
    repeat {
      let pair = (bytes[cursor], cursor + 1 < end ? bytes[cursor + 1] : 0)
      switch pair {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, cursor) = (depth + 1, cursor + 2)
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, cursor) = (depth - 1, cursor + 2)
      default: cursor += 1
      }
    } while depth > 0 && cursor < end
    add(.blockComment, end: cursor)
  }

  mutating func skipSemicolon(to end: Int) {
    earlierLineEnds = max(lineEnds, earlierLineEnds)
    (lineEnds, blanks, followsSemicolon, position) = (0, 0, true, end)
  }

  mutating func add(_ kind: FormatElement.Kind, end: Int) {
    let text = bytes[position..<end]
    let firstLine = text.prefix { $0 != UInt8(ascii: "\n") }
    let hasSeveralLines = firstLine.endIndex < text.endIndex
    elements.append(
      FormatElement(
        kind: kind, start: position, end: end, lineEnds: max(lineEnds, earlierLineEnds), blanks: blanks,
        followsSemicolon: followsSemicolon, width: Self.columns(of: firstLine),
        hasSeveralLines: hasSeveralLines))
    let endsLine = kind == .blockComment && hasSeveralLines
    (lineEnds, earlierLineEnds, blanks) = (0, endsLine ? 1 : 0, 0)
    (followsSemicolon, position) = (false, end)
  }

  private static func columns(of text: ArraySlice<UInt8>) -> Int {
    if text.allSatisfy({ $0 < 0x80 }) { return text.count }
    return String(decoding: text, as: UTF8.self).unicodeScalars.reduce(0) { $0 + $1.terminalColumns }
  }
}
