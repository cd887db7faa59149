public import Posix
public import Wire

/// Why a call has no answer, or a stream no next event.
public enum ClientError: Error, Equatable, Sendable {
  /// Nobody listens at this address.
  case noDaemon(SocketAddress)
  /// The address cannot be used.
  case unreachable(SocketError)
  /// The connection broke.
  case broken(PosixError)
  /// The daemon closed the connection before it had answered, or it was used up by an earlier failure.
  case closed
  /// No answer in time. The connection is not used again: the answer may still come.
  case timedOut
  /// What came is not the protocol.
  case malformed(Response.Malformed)
  /// What came is no stream in binary.
  case garbled(MalformedBinary)
  /// More than `bytes` without an end of message.
  case tooLong(bytes: Int)
  /// The daemon answered with an error; the connection goes on.
  case refused(WireError)
}

extension ClientError {
  /// Whether the same attempt may succeed later, when only the daemon has changed.
  ///
  /// A daemon that has just started may not have read the scene's file yet.
  var mayPass: Bool {
    switch self {
    case .noDaemon, .broken, .closed, .timedOut: true
    case .unreachable(.system(let error)): !error.isPermissionDenied
    case .refused(.busy), .refused(.rateLimited), .refused(.unknownScene), .refused(.timedOut): true
    case .unreachable, .malformed, .garbled, .tooLong, .refused: false
    }
  }
}

extension ClientError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .noDaemon(let address): "no daemon listens at \(address); 'framewire serve' starts one"
    case .unreachable(let error): error.description
    case .broken(let error): "the connection broke: \(error)"
    case .closed: "the daemon closed the connection"
    case .timedOut: "the daemon did not answer in time"
    case .malformed(.syntax(let error)): "the answer is not JSON: \(error)"
    case .malformed(.field(let field)): "the answer lacks '\(field)', or it has another type"
    case .garbled(let error): "the stream cannot be read: \(error.what)"
    case .tooLong(let bytes): "the answer has more than \(bytes) bytes"
    case .refused(let error): error.description
    }
  }
}
