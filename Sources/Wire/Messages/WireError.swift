public import JSONText

/// The errors a call can be answered with: those of varlink itself, then those of our interface.
public enum WireError: Error, Equatable, Sendable {
  case interfaceNotFound(String)
  case methodNotFound(String)
  /// Declared in the interface, not served by this version.
  case methodNotImplemented(String)
  /// Missing, of the wrong type or out of its range.
  case invalidParameter(String)
  /// One of varlink's own that this version never answers with: see `notAllowed`.
  case permissionDenied
  /// The method only makes sense with `more`.
  case expectedMore

  case unknownScene(String, known: [String])
  case unknownView(String, near: [String])
  /// Of a configuration, trait, flag, variable or constraint; `kind` says which.
  case unknownName(kind: String, name: String, known: [String])
  /// The operation at `index`, from 0; none was applied.
  case badOperation(index: Int, message: String)
  case layoutFailed([WireDiagnostic])
  case revisionConflict(current: Int)
  case revisionGone(oldest: Int, newest: Int)
  /// A limit of the daemon is reached; `help` says what to do about it.
  case busy(limit: String, max: Int, help: String? = nil)
  case rateLimited(retryAfterMs: Int)
  case timedOut(waitedMs: Int)
  /// Of `Stream`.
  case unsupportedEncoding(String, known: [String])
  /// There is the method, and whoever connected here may not call it.
  case notAllowed(method: String)
  /// Who answers for a daemon does not reach it.
  case unavailable(reason: String)

  /// From a newer daemon.
  case other(name: String, parameters: JSONObject)
}

extension WireError {
  /// The qualified name, `io.framewire.v1.UnknownScene`.
  public var name: String { parts.name }

  /// The answer as JSON.
  package var text: [UInt8] { encoded().dropLast() }

  /// The answer as a message, its NUL included.
  public func encoded() -> [UInt8] {
    let parts = parts
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("error", parts.name)
    writer.name(literal: "parameters")
    writer.beginObject()
    for (name, value) in parts.parameters {
      guard let value else { continue }
      writer.name(name)
      value.write(to: &writer)
    }
    writer.endObject()
    writer.endObject()
    writer.endMessage()
    return writer.bytes
  }

  /// The name, and the parameters in their order; one without a value is left out.
  private var parts: (name: String, parameters: [(name: String, value: (any JSONCodable)?)]) {
    switch self {
    case .interfaceNotFound(let interface): ("org.varlink.service.InterfaceNotFound", [("interface", interface)])
    case .methodNotFound(let method): ("org.varlink.service.MethodNotFound", [("method", method)])
    case .methodNotImplemented(let method): ("org.varlink.service.MethodNotImplemented", [("method", method)])
    case .invalidParameter(let parameter): ("org.varlink.service.InvalidParameter", [("parameter", parameter)])
    case .permissionDenied: ("org.varlink.service.PermissionDenied", [])
    case .expectedMore: ("org.varlink.service.ExpectedMore", [])
    case .unknownScene(let scene, let known):
      ("io.framewire.v1.UnknownScene", [("scene", scene), ("known", known)])
    case .unknownView(let view, let near): ("io.framewire.v1.UnknownView", [("view", view), ("near", near)])
    case .unknownName(let kind, let name, let known):
      ("io.framewire.v1.UnknownName", [("kind", kind), ("name", name), ("known", known)])
    case .badOperation(let index, let message):
      ("io.framewire.v1.BadOperation", [("index", index), ("message", message)])
    case .layoutFailed(let diagnostics): ("io.framewire.v1.LayoutFailed", [("diagnostics", diagnostics)])
    case .revisionConflict(let current): ("io.framewire.v1.RevisionConflict", [("current", current)])
    case .revisionGone(let oldest, let newest):
      ("io.framewire.v1.RevisionGone", [("oldest", oldest), ("newest", newest)])
    case .busy(let limit, let max, let help):
      ("io.framewire.v1.Busy", [("limit", limit), ("max", max), ("help", help)])
    case .rateLimited(let retryAfterMs): ("io.framewire.v1.RateLimited", [("retryAfterMs", retryAfterMs)])
    case .timedOut(let waitedMs): ("io.framewire.v1.TimedOut", [("waitedMs", waitedMs)])
    case .unsupportedEncoding(let encoding, let known):
      ("io.framewire.v1.UnsupportedEncoding", [("encoding", encoding), ("known", known)])
    case .notAllowed(let method): ("io.framewire.v1.NotAllowed", [("method", method)])
    case .unavailable(let reason): ("io.framewire.v1.Unavailable", [("reason", reason)])
    case .other(let name, let parameters): (name, parameters.members.map { ($0.name, $0.value) })
    }
  }

  /// - Throws: when an error we know lacks a field it should have.
  init(name: String, fields: JSONFields) throws(MistypedField) {
    switch name {
    case "org.varlink.service.InterfaceNotFound": self = .interfaceNotFound(try fields.required("interface"))
    case "org.varlink.service.MethodNotFound": self = .methodNotFound(try fields.required("method"))
    case "org.varlink.service.MethodNotImplemented": self = .methodNotImplemented(try fields.required("method"))
    case "org.varlink.service.InvalidParameter": self = .invalidParameter(try fields.required("parameter"))
    case "org.varlink.service.PermissionDenied": self = .permissionDenied
    case "org.varlink.service.ExpectedMore": self = .expectedMore
    case "io.framewire.v1.UnknownScene":
      self = .unknownScene(try fields.required("scene"), known: try fields.required("known"))
    case "io.framewire.v1.UnknownView":
      self = .unknownView(try fields.required("view"), near: try fields.required("near"))
    case "io.framewire.v1.UnknownName":
      self = .unknownName(
        kind: try fields.required("kind"), name: try fields.required("name"), known: try fields.required("known"))
    case "io.framewire.v1.BadOperation":
      self = .badOperation(index: try fields.required("index"), message: try fields.required("message"))
    case "io.framewire.v1.LayoutFailed": self = .layoutFailed(try fields.required("diagnostics"))
    case "io.framewire.v1.RevisionConflict": self = .revisionConflict(current: try fields.required("current"))
    case "io.framewire.v1.RevisionGone":
      self = .revisionGone(oldest: try fields.required("oldest"), newest: try fields.required("newest"))
    case "io.framewire.v1.Busy":
      self = .busy(
        limit: try fields.required("limit"), max: try fields.required("max"), help: try fields.optional("help"))
    case "io.framewire.v1.RateLimited": self = .rateLimited(retryAfterMs: try fields.required("retryAfterMs"))
    case "io.framewire.v1.TimedOut": self = .timedOut(waitedMs: try fields.required("waitedMs"))
    case "io.framewire.v1.UnsupportedEncoding":
      self = .unsupportedEncoding(try fields.required("encoding"), known: try fields.required("known"))
    case "io.framewire.v1.NotAllowed": self = .notAllowed(method: try fields.required("method"))
    case "io.framewire.v1.Unavailable": self = .unavailable(reason: try fields.required("reason"))
    default: self = .other(name: name, parameters: fields.object)
    }
  }
}

extension WireError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .interfaceNotFound(let interface): "there is no interface '\(interface)'"
    case .methodNotFound(let method): "there is no method '\(method)'"
    case .methodNotImplemented(let method): "'\(method)' is not served by this version"
    case .invalidParameter(let parameter): "missing or wrong: \(parameter)"
    case .permissionDenied: "permission denied"
    case .expectedMore: "the call must be made with 'more'"
    case .unknownScene("", let known): "say which scene" + Self.list(known, before: ": ")
    case .unknownScene(let scene, let known): "there is no scene '\(scene)'" + Self.list(known, before: "; open are ")
    case .unknownView(let view, let near): "there is no view '\(view)'" + Self.list(near, before: "; did you mean ")
    case .unknownName(let kind, let name, let known):
      "there is no \(kind) '\(name)'" + Self.list(known, before: "; there are ")
    case .badOperation(let index, let message): "operation \(index + 1): \(message)"
    case .layoutFailed(let diagnostics): Self.text(of: diagnostics)
    case .revisionConflict(let current): "the layout is at revision \(current) by now"
    case .revisionGone(let oldest, let newest): "only revisions \(oldest) to \(newest) are kept"
    case .busy(let limit, let max, let help): "too many \(limit), at most \(max)" + (help.map { "; \($0)" } ?? "")
    case .rateLimited(let retryAfterMs): "too many requests; try again in \(retryAfterMs) ms"
    case .timedOut(let waitedMs): "not done after \(waitedMs) ms"
    case .unsupportedEncoding(let encoding, let known):
      "there is no encoding '\(encoding)'" + Self.list(known, before: "; there is ")
    case .notAllowed(let method): "'\(method)' may not be called here: one may only look, or do what is allowed"
    case .unavailable(let reason): reason
    case .other(let name, _): name
    }
  }

  /// The first error, and how many more there are.
  private static func text(of diagnostics: [WireDiagnostic]) -> String {
    guard let first = diagnostics.first(where: { $0.severity == .error }) ?? diagnostics.first else {
      return "the layout has mistakes"
    }
    let place = first.span.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    let more = diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more)" : ""
    return "the layout has mistakes: \(place)\(first.message)\(more)"
  }

  private static func list(_ names: [String], before: String) -> String {
    names.isEmpty ? "" : before + names.joined(separator: ", ")
  }
}
