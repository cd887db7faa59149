import JSONText

// How layouts use JSON: what a text may be, what is said about it, and how it is printed.

extension JSON.Limits {
  static let layout = JSON.Limits(depth: SyntaxLimits.projectionDepth)
}

extension JSON {
  /// As messages call it.
  var noun: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// As people read a layout: what fits on a line of 120 columns stands on one, but views and bodies have lines of
  /// their own.
  var layoutText: String {
    lines(width: 120) { value in
      switch value {
      case .array(let elements): elements.contains { $0["kind"] == "view" }
      case .object(let object): object.members.contains { Self.bodies.contains($0.name) }
      default: false
      }
    }
  }

  /// Members with statements in them.
  private static let bodies = ["body", "else", "elseIf", "declarations"]
}

extension PlacedJSON {
  var span: SourceSpan { SourceSpan(range) }
}

extension SourceSpan {
  init(_ range: Range<Int>) { self.init(start: Int32(range.lowerBound), end: Int32(range.upperBound)) }
}

extension Diagnostic {
  static func badJSON(_ error: JSONSyntaxError, in source: SourceText) -> Diagnostic {
    let (message, offset) = error.explained(in: source.bytes)
    let span = SourceSpan(offset..<min(offset + 1, source.bytes.count))
    return Diagnostic(.badJSON, message, at: Place(file: source.name, span: span))
  }
}

extension JSONSyntaxError {
  /// What to tell an author, and the byte to point at.
  fileprivate func explained(in bytes: [UInt8]) -> (message: String, offset: Int) {
    let (start, end) = (range.lowerBound, range.upperBound)
    switch reason {
    case .expectedValue where isAtEnd && range.isEmpty: return ("the JSON ends too early", end)
    case .expectedValue: return ("expected a value", start)
    case .expectedName: return ("expected a member's name in quotes", end)
    case .expectedColon: return ("expected ':' after the name", end)
    case .expectedCommaOrBrace: return ("expected ',' or '}'", end)
    case .expectedCommaOrBracket: return ("expected ',' or ']'", end)
    case .expectedEnd: return ("something follows the end of the JSON", end)
    case .repeatedName:
      let name = (try? JSON(parsing: Array(bytes[range])))?.string ?? ""
      return ("'\(name)' stands twice in this object", start)
    case .malformedNumber where !isAtEnd && (0x30...0x39).contains(bytes[end]):
      return ("a number begins with no 0 that another digit follows", end)
    case .malformedNumber: return ("expected a digit", end)
    case .numberNotFinite: return ("this number is too large", start)
    case .unclosedString: return ("this string is never closed", start)
    case .controlCharacter: return ("a control character in a string is written with a backslash", end)
    case .malformedEscape where range.isEmpty: return ("'\\u' takes four hexadecimal digits", end)
    case .malformedEscape: return ("unknown escape in a string", end)
    case .loneSurrogate: return ("half of a surrogate pair", end)
    // The range begins behind the quote.
    case .invalidUTF8: return ("these bytes are no text in UTF-8", start - 1)
    case .tooDeep: return ("values are nested more than \(JSON.Limits.layout.depth) deep", end)
    case .tooManyValues: return ("there are too many values", end)
    }
  }
}
