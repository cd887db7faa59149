/// Every complaint about syntax, by its code. The words stand next to the rules that report them, as static functions
/// of `Diagnostic`.
public enum SyntaxCode: String, ComplaintCode {
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
  case badJSON = "E1033"
  case badProjection = "E1034"
}

extension Diagnostic {
  init(_ code: SyntaxCode, _ message: String, at place: Place, notes: [Note] = [], fixes: [Fix] = []) {
    self.init(code.code, .error, message, at: place, notes: notes, fixes: fixes)
  }
}
