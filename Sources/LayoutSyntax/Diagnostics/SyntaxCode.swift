/// Every complaint about syntax, with what it means in one line. The catalogue behind the reference; the messages
/// themselves stand next to the rules that report them.
public enum SyntaxCode: String, CaseIterable, Sendable {
  case unexpectedCharacter = "E1001"
  case unexpectedToken = "E1002"
  case unknownWord = "E1003"
  case constraintOperator = "E1004"
  case unterminatedString = "E1005"
  case unterminatedComment = "E1006"
  case badEscape = "E1007"
  case missingBrace = "E1008"
  case extraBrace = "E1009"
  case missingParenthesis = "E1010"
  case expectedExpression = "E1011"
  case unknownUnit = "E1012"
  case numberTooLong = "E1013"
  case badColour = "E1014"
  case unfinishedStatement = "E1015"
  case tooDeep = "E1016"
  case fileTooLarge = "E1017"
  case tooManyErrors = "E1018"
  case badIdentifier = "E1019"
  case chainedComparison = "E1020"
  case foreignOperator = "E1021"
  case reservedName = "E1022"
  case expectedBlock = "E1023"
  case misplacedDeclaration = "E1024"
  case declarationOperator = "E1025"
  case badBacktickName = "E1026"
  case expectedPlace = "E1027"
  case lineStartsWithOperator = "E1028"
  case expectedName = "E1029"
  case guideWithoutAnchor = "E1030"
  case elseWithoutIf = "E1031"
  case blockWithoutOwner = "E1032"

  public var meaning: String {
    switch self {
    case .unexpectedCharacter: "a character the language does not know, or broken UTF-8"
    case .unexpectedToken: "something else should stand here"
    case .unknownWord: "a word that is no clause, statement or declaration, perhaps misspelt"
    case .constraintOperator: "a constraint or condition with '=' or ':' instead of '=='"
    case .unterminatedString: "a text without its closing quote"
    case .unterminatedComment: "a '/*' without its '*/'"
    case .badEscape: "a backslash in a text followed by something unknown"
    case .missingBrace: "a '{' without its '}'"
    case .extraBrace: "a '}' without its '{'"
    case .missingParenthesis: "a '(' or '[' that is not closed"
    case .expectedExpression: "a number, anchor or other expression should stand here"
    case .unknownUnit: "a number with a unit the language does not know"
    case .numberTooLong: "a number with more digits than a number can hold"
    case .badColour: "a colour that has not 3, 4, 6 or 8 hexadecimal digits"
    case .unfinishedStatement: "two statements on one line, or a statement with something left over"
    case .tooDeep: "blocks or expressions nested too deeply"
    case .fileTooLarge: "a file of more than 16 MiB"
    case .tooManyErrors: "more than 20 mistakes in one file"
    case .badIdentifier: "an id that is no '#' with a name"
    case .chainedComparison: "'a < b < c'"
    case .foreignOperator: "'&', '|', '!=', 'and', 'or' or 'not' from another language"
    case .reservedName: "a word of the language where a name is declared or looked up"
    case .expectedBlock: "a '{' should stand here"
    case .misplacedDeclaration: "a declaration where it cannot stand"
    case .declarationOperator: "a 'let' or 'var' without '='"
    case .badBacktickName: "a name in backticks that is empty or not closed"
    case .expectedPlace: "a guide, 'super' or 'of' with a view should stand here"
    case .lineStartsWithOperator: "a line that goes on with an operator the line before should end with"
    case .expectedName: "a name should stand here"
    case .guideWithoutAnchor: "a guide in an expression without the anchor after it"
    case .elseWithoutIf: "an 'else' that follows no 'if'"
    case .blockWithoutOwner: "a '{' after a statement that has no block"
    }
  }
}

extension Diagnostic {
  init(_ code: SyntaxCode, _ message: String, at place: Place, notes: [Note] = [], fixes: [Fix] = []) {
    self.init(DiagnosticCode(rawValue: code.rawValue), .error, message, at: place, notes: notes, fixes: fixes)
  }
}
