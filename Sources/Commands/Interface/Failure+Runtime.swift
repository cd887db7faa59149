import LayoutRuntime

extension Failure {
  /// A request that the runtime could not do, for a person.
  init(_ failure: RequestFailure) {
    switch failure {
    case .unknownScene(let name, let known):
      let list = known.isEmpty ? "none is open" : "there are: \(known.joined(separator: ", "))"
      self.init(message: name.map { "there is no scene '\($0)'" } ?? "say which scene", help: list, code: .noInput)
    case .unknownView(let view, let near):
      self.init(
        message: "there is no view '\(view)'", help: near.first.map { "did you mean '\($0)'?" }, code: .noInput)
    case .unknownName(let kind, let name, let known):
      self.init(
        message: "there is no \(kind) '\(name)'",
        help: known.isEmpty ? nil : "there are: \(known.joined(separator: ", "))", code: .noInput)
    case .badOperation(_, let message): self.init(message: message, code: .badValue)
    case .nameTaken(let scene): self.init(message: "a scene '\(scene)' is open already", code: .badValue)
    case .layoutFailed(let report):
      self.init(
        message: "the layout has \(DiagnosticsPrinter.summary(of: report.diagnostics))", code: .badLayout)
    case .revisionConflict, .revisionGone, .timedOut:
      self.init(message: "try again: \(failure)", code: .temporary)
    }
  }
}
