import LayoutRuntime
import LayoutSyntax

extension Failure {
  /// Says for a person why the runtime could not do a request.
  init(_ failure: RequestFailure) {
    switch failure {
    case .unknownScene(let name, let known): self = .unknownScene(name, known: known)
    case .unknownView(let view, let near): self = .unknownView(view, near: near)
    case .unknownName(let kind, let name, let known): self = .unknownName(kind, name, known: known)
    case .badOperation, .nameTaken, .nameOfFile, .fileIsThere: self.init(message: failure.words, code: .badValue)
    case .impossibleSubscription: self.init(message: failure.words, code: .usage)
    case .tooMuch(_, _, let help): self.init(message: failure.words, help: help, code: .temporary)
    case .layoutFailed(let report):
      self.init(
        message: "the layout has \(DiagnosticsPrinter.summary(of: report.diagnostics))", code: .badLayout)
    case .revisionConflict, .revisionGone, .timedOut:
      self.init(message: failure.words, help: "try again", code: .temporary)
    }
  }

  // MARK: Names that nothing has

  /// - Parameter scene: nil when none was named, and the number of open scenes is not one.
  static func unknownScene(_ scene: String?, known: [String]) -> Failure {
    let help = known.isEmpty ? "no scene is open" : suggestion(for: scene, from: known)
    guard let scene else { return Failure(message: "say which scene with --scene", help: help, code: .noInput) }
    return Failure(message: "there is no scene '\(scene)'", help: help, code: .noInput)
  }

  static func unknownView(_ view: String, near: [String]) -> Failure {
    Failure(
      message: "there is no view '\(view)'",
      help: near.first.map(correction) ?? "framewire call Snapshot lists the paths of all views",
      code: .noInput, viewsNear: near)
  }

  static func unknownName(_ kind: String, _ name: String, known: [String]) -> Failure {
    let word = kind == "config" ? "configuration" : kind
    // An id that several views have needs one of them before it.
    let homonyms = kind == "constant" ? known.filter { $0.hasSuffix(".\(name)") } : []
    if homonyms.count > 1 {
      return Failure(
        message: "several views have '\(name)'", help: "say of which one: \(homonyms.joined(separator: ", "))",
        code: .noInput)
    }
    return Failure(
      message: "there is no \(word) '\(name)'", help: known.isEmpty ? nil : suggestion(for: name, from: known),
      code: .noInput)
  }

  /// Suggests the name that was probably meant, else lists all there are.
  private static func suggestion(for name: String?, from known: [String]) -> String {
    if let name, let near = nearestName(to: name, in: known) { return correction(near) }
    return "there \(known.count == 1 ? "is" : "are"): \(known.joined(separator: ", "))"
  }
}
