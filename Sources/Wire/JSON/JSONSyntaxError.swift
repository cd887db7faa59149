/// Why bytes are not a JSON text we accept, and where.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  public enum Reason: String, Sendable {
    case unexpectedEnd = "the text ends in the middle of a value"
    case expectedValue = "expected a value"
    case expectedName = "expected a member name in double quotes"
    case expectedColon = "expected ':'"
    case expectedCommaOrBrace = "expected ',' or '}'"
    case expectedCommaOrBracket = "expected ',' or ']'"
    case expectedEnd = "expected nothing after the value"
    case malformedNumber = "malformed number"
    case numberNotFinite = "number too large"
    case controlCharacter = "control characters in a string must be escaped"
    case malformedEscape = "malformed escape"
    case loneSurrogate = "half of a surrogate pair"
    case invalidUTF8 = "string is not UTF-8"
    case tooDeep = "nested too deeply"
    case tooManyValues = "too many values"
  }

  public var reason: Reason
  /// Bytes before the place, from 0.
  public var offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  public var description: String { "\(reason.rawValue) at byte \(offset)" }
}
