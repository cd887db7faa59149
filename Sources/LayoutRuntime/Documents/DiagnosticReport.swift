public import LayoutSyntax

/// Whether a scene shows what its document says.
public enum SceneStatus: Equatable, Sendable {
  case ok
  /// The document has errors; the last good frames stay.
  case stale
  /// There never was a good layout, and there are no views.
  case failed
}

/// All that is wrong with a scene or document now. Empty diagnostics say that nothing is.
public struct DiagnosticReport: Equatable, Sendable {
  /// Whether what is shown is what the document says.
  public var status: SceneStatus
  /// What is wrong, in the order in which it is told.
  public var diagnostics: [Diagnostic]
  /// The texts that the diagnostics point into, to turn spans into lines and columns.
  public var sources: [SourceText]

  public init(status: SceneStatus, diagnostics: [Diagnostic], sources: [SourceText]) {
    self.status = status
    self.diagnostics = diagnostics
    self.sources = sources
  }

  /// Whether it says the same about the same lines and columns. Equal diagnostics are not enough: after a save, what
  /// has not changed in a text may stand in another line, or in another one of the JSON that the text was made from.
  func readsLike(_ other: DiagnosticReport) -> Bool {
    guard status == other.status, diagnostics == other.diagnostics else { return false }
    return sources == other.sources
      || diagnostics.allSatisfy { diagnostic in
        diagnostic.places.allSatisfy { sources.lines(of: $0) == other.sources.lines(of: $0) }
      }
  }

  /// Whether it is worth telling somebody who was told nothing before.
  var hasSomethingToSay: Bool { status != .ok || !diagnostics.isEmpty }
}
