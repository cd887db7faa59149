internal import CNats

/// Why something could not be done with a broker.
public enum NatsError: Error, Equatable, Sendable {
  /// No server could be reached at these addresses.
  case noServer(String)
  /// The server wants another name, password or credentials; TLS could not be agreed on.
  case refused(String)
  /// The connection is down at the moment; it comes back by itself.
  case disconnected
  /// No answer in time.
  case timedOut
  /// Nobody answers this subject: JetStream is off, has no leader at the moment, or may not be asked.
  case nobodyAnswers
  /// There is no such stream, or no message of this subject in it.
  case notFound
  /// Somebody else has written meanwhile.
  case conflict
  /// More bytes than the server takes in one message.
  case tooLong(bytes: Int, most: Int)
  /// Anything else, in the library's words. `code` is JetStream's own, 0 without one.
  case other(String, code: Int)
}

extension NatsError {
  /// JetStream's codes while a cluster settles.
  private static let passing = [
    JSClusterNoPeersErr, JSClusterNotAvailErr, JSClusterNotLeaderErr, JSInsufficientResourcesErr,
    JSStreamStoreFailedErr, JSStreamOfflineErr,
  ]

  /// Whether the same attempt may succeed later: a server that is away, or elects a leader.
  public var mayPass: Bool {
    switch self {
    case .noServer, .disconnected, .timedOut, .nobodyAnswers: true
    case .other(_, let code): Self.passing.contains { Int($0.rawValue) == code }
    case .refused, .notFound, .conflict, .tooLong: false
    }
  }
}

extension NatsError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .noServer(let servers): "no NATS server answers at \(servers)"
    case .refused(let reason): "the NATS server refuses: \(reason)"
    case .disconnected: "the connection to the NATS server is down"
    case .timedOut: "the NATS server did not answer in time"
    case .nobodyAnswers: "no JetStream answers: it is off, has no leader yet, or this user may not ask it"
    case .notFound: "there is no such thing on the NATS server"
    case .conflict: "somebody else has written at the same time"
    case .tooLong(let bytes, let most): "\(bytes) bytes are more than the NATS server takes in a message, \(most)"
    case .other(let words, _): "NATS: \(words)"
    }
  }
}

/// What a call of the library came to, as an error of ours.
extension NatsError {
  /// - Parameter code: JetStream's, where the call has one.
  init(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) {
    // A publication that no stream takes has a code of JetStream's as well.
    if status == NATS_NO_RESPONDERS {
      self = .nobodyAnswers
      return
    }
    switch code {
    case JSStreamWrongLastSequenceErr: self = .conflict
    case JSStreamNotFoundErr, JSNoMessageFoundErr, JSConsumerNotFoundErr: self = .notFound
    case jsErrCode(0):
      switch status {
      case NATS_TIMEOUT: self = .timedOut
      case NATS_NOT_FOUND: self = .notFound
      case NATS_CONNECTION_DISCONNECTED, NATS_CONNECTION_CLOSED, NATS_STALE_CONNECTION, NATS_INSUFFICIENT_BUFFER,
        NATS_IO_ERROR, NATS_NOT_YET_CONNECTED:
        self = .disconnected
      case NATS_CONNECTION_AUTH_FAILED, NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED,
        NATS_NOT_PERMITTED:
        self = .refused(Self.words(of: status))
      default: self = .other(Self.words(of: status), code: 0)
      }
    default: self = .other(Self.words(of: status), code: Int(code.rawValue))
    }
  }

  /// The status and what the library says beside it. The latter belongs to the calling thread and its last failure.
  static func words(of status: natsStatus) -> String {
    var last = NATS_OK
    let general = unsafe natsStatus_GetText(status).map { unsafe String(cString: $0) } ?? "unknown status"
    guard let text = unsafe nats_GetLastError(&last), last == status else { return general }
    let special = unsafe String(cString: text)
    return special.isEmpty || special == general ? general : "\(general) (\(special))"
  }

  static func check(_ status: natsStatus) throws(NatsError) {
    if status != NATS_OK { throw NatsError(status) }
  }
}
