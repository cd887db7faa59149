public import JSONText

/// A varlink call as it arrives: a method by name and its parameters, not looked at yet.
public struct Call: Equatable, Sendable {
  /// Qualified: `io.framewire.v1.Apply`.
  public var method: String
  /// As the caller wrote them; empty when there are none.
  public var parameters: JSONObject
  /// The caller takes more than one reply.
  public var more: Bool
  /// The caller takes no reply.
  public var oneway: Bool
  /// The caller leaves JSON after the reply.
  public var upgrade: Bool

  public init(
    method: String, parameters: JSONObject = [:], more: Bool = false, oneway: Bool = false, upgrade: Bool = false
  ) {
    self.method = method
    self.parameters = parameters
    self.more = more
    self.oneway = oneway
    self.upgrade = upgrade
  }

  package init(_ method: Method, _ parameters: JSONObject = [:], more: Bool = false) {
    self.init(method: method.rawValue, parameters: parameters, more: more)
  }
}

/// A message that is no call. Answer `reply`, then close: the peer does not speak the protocol.
public enum MalformedCall: Error, Equatable, Sendable {
  case syntax(JSONSyntaxError)
  /// JSON, but not an object with a method and flags of the right type; names the member.
  case field(String)
  /// No NUL byte within the limit.
  case tooLong(limit: Int)
  /// No NUL byte within this time from the first byte on.
  case tooSlow(limit: Duration)

  /// Varlink has one error for all of them, with one field to say what it was.
  public var reply: WireError {
    switch self {
    case .syntax(let error): .invalidParameter("not JSON: \(error)")
    case .field(let name): .invalidParameter(name)
    case .tooLong(let limit): .invalidParameter("message longer than \(limit) bytes")
    case .tooSlow(let limit): .invalidParameter("message not finished within \(limit / .seconds(1)) seconds")
    }
  }
}

extension Call {
  /// - Parameter message: as `MessageDecoder` hands it out.
  public init(decoding message: [UInt8]) throws(MalformedCall) {
    let json: JSON
    do { json = try JSON(parsing: message, limits: .request) } catch { throw .syntax(error) }
    guard case .object(let object) = json else { throw .field("method") }
    let fields = JSONFields(object: object)
    do {
      method = try fields.required("method")
      parameters = try fields.optional("parameters") ?? [:]
      more = try fields.optional("more") ?? false
      oneway = try fields.optional("oneway") ?? false
      upgrade = try fields.optional("upgrade") ?? false
    } catch { throw .field(error.path) }
  }

  /// The message, its NUL included.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("method", method)
    if more { writer.member("more", true) }
    if oneway { writer.member("oneway", true) }
    if upgrade { writer.member("upgrade", true) }
    if !parameters.members.isEmpty { writer.member("parameters", parameters) }
    writer.endObject()
    writer.endMessage()
    return writer.bytes
  }
}
