/// The codes of the complaints of one part of the program: an enum whose raw values they are.
public protocol ComplaintCode: RawRepresentable<String>, CaseIterable, Sendable {}

extension ComplaintCode {
  /// The code by which users look it up.
  public var code: DiagnosticCode { DiagnosticCode(rawValue: rawValue) }
}
