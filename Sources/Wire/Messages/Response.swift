public import JSONText

/// What a client receives for a call: parameters or an error, not looked at yet.
public struct Response: Equatable, Sendable {
  /// Of the reply or of the error; empty when there are none.
  public var parameters: JSONObject
  /// More replies to the same call follow.
  public var continues: Bool
  /// The qualified name of the error, when the call was not done.
  public var error: String?

  /// A message that is no reply.
  public enum Malformed: Error, Equatable, Sendable {
    case syntax(JSONSyntaxError)
    /// Names the member that is missing or mistyped.
    case field(String)
  }

  /// - Parameter message: as `MessageDecoder` hands it out.
  public init(decoding message: [UInt8]) throws(Malformed) {
    let json: JSON
    do { json = try JSON(parsing: message, limits: .reply) } catch { throw .syntax(error) }
    guard case .object(let object) = json else { throw .field("parameters") }
    let fields = JSONFields(object: object)
    do {
      parameters = try fields.optional("parameters") ?? [:]
      continues = try fields.optional("continues") ?? false
      error = try fields.optional("error")
    } catch { throw .field(error.path) }
  }

  /// The answer to `method`, typed.
  public func outcome(of method: Method) throws(Malformed) -> Result<Reply, WireError> {
    let fields = JSONFields(object: parameters)
    do {
      if let error { return .failure(try WireError(name: error, fields: fields)) }
      return .success(try Reply(to: method, fields: fields))
    } catch { throw .field("parameters.\(error.path)") }
  }
}
