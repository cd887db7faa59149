public import LayoutSyntax

/// Every complaint about a scene that is solved, by its code. The words are static functions of `Diagnostic` beside the
/// rule that reports them.
public enum SceneCode: String, ComplaintCode {
  case conflictingConstraints = "E3001"
  case ambiguous = "W3002"
  case backAndForth = "W3007"
  case restlessText = "W3008"
  case missingGlyphs = "W3009"
  case unusablePicture = "W3010"
  case estimatedText = "W3011"
  case unknownFamily = "W3012"
  case tooMuchWork = "E3013"
}

extension Diagnostic {
  init(_ code: SceneCode, _ message: String, at place: Place, notes: [Note] = [], fixes: [Fix] = []) {
    self.init(code.code, code.code.severity, message, at: place, notes: notes, fixes: fixes)
  }
}
