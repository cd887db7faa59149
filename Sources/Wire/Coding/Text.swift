import JSONText

extension Event {
  /// The event by itself, on one line, members in the order of the interface.
  public var text: String { line(of: self) }
}

extension WireDiagnostic {
  /// A JSON array of complaints, on one line, members in the order of the interface.
  public static func text(of diagnostics: [WireDiagnostic]) -> String { line(of: diagnostics) }
}

extension Reply.Explained {
  /// The answer by itself, on one line, members in the order of the interface.
  public var text: String { line(of: self) }
}

extension Reply.Value {
  /// A JSON array of values, on one line, members in the order of the interface.
  public static func text(of values: [Reply.Value]) -> String { line(of: values) }
}

extension Reply.Scene {
  /// A JSON array of scenes, on one line, members in the order of the interface.
  public static func text(of scenes: [Reply.Scene]) -> String { line(of: scenes) }
}

extension Reply.Revision {
  /// A JSON array of revisions, on one line, members in the order of the interface.
  public static func text(of revisions: [Reply.Revision]) -> String { line(of: revisions) }
}

private func line(of value: some JSONCodable) -> String {
  var writer = JSONWriter()
  value.write(to: &writer)
  return String(decoding: writer.bytes, as: UTF8.self)
}
