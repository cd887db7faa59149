/// Why bytes are not a JSON text we accept, and where.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  /// What is wrong, or what should stand there.
  public enum Reason: String, Sendable {
    case expectedValue = "expected a value"
    case expectedName = "expected a member name in double quotes"
    case expectedColon = "expected ':'"
    case expectedCommaOrBrace = "expected ',' or '}'"
    case expectedCommaOrBracket = "expected ',' or ']'"
    case expectedEnd = "expected nothing after the value"
    case repeatedName = "a member name stands twice"
    case malformedNumber = "malformed number"
    case numberNotFinite = "number too large"
    case unclosedString = "string without an end"
    case controlCharacter = "control characters in a string must be escaped"
    /// A letter that stands for nothing, one byte behind the beginning of `range`; or, where `range` is empty, what
    /// is no hexadecimal digit.
    case malformedEscape = "malformed escape"
    case loneSurrogate = "half of a surrogate pair"
    case invalidUTF8 = "string is not UTF-8"
    case tooDeep = "nested too deeply"
    case tooManyValues = "too many values"
  }

  /// What is wrong.
  public var reason: Reason
  /// From where what is wrong begins (a word, a number, a string, an escape) to the first byte that does not fit.
  /// Bytes of the text, from 0; empty where something else should begin.
  public var range: Range<Int>
  /// Whether the text ends where `range` does, though more should come.
  public var isAtEnd: Bool

  public init(_ reason: Reason, at range: Range<Int>, isAtEnd: Bool = false) {
    self.reason = reason
    self.range = range
    self.isAtEnd = isAtEnd
  }

  /// Bytes before the place to look at.
  public var offset: Int { isAtEnd ? range.upperBound : range.lowerBound }
}

extension JSONSyntaxError: CustomStringConvertible {
  public var description: String { "\(words) at byte \(offset)" }

  /// What is wrong, without its place.
  public var words: String { isAtEnd ? "the text ends in the middle of a value" : reason.rawValue }
}
