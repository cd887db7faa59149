import FramewireClient
import Wire

/// What a process ends with: 0, 1 for bad layouts (and a set-up that `doctor` finds wrong), and the codes of sysexits.h.
public enum ExitCode: Int32, Sendable {
  case success = 0
  case badLayout = 1
  case usage = 64
  case badValue = 65
  case noInput = 66
  case unavailable = 69
  case internalError = 70
  case cannotCreate = 73
  case inputOutput = 74
  case temporary = 75
  /// What came from the socket does not follow the protocol.
  case notProtocol = 76
  case notAllowed = 77

  /// The code after a call that got no answer, or a stream that broke.
  init(_ error: ClientError) {
    self =
      switch error {
      case .noDaemon, .broken, .closed: .unavailable
      case .unreachable(.system(let error)) where error.isPermissionDenied: .notAllowed
      case .unreachable(.system(let error)) where error.isTimeout: .temporary
      case .unreachable(.pathTooLong): .usage
      case .unreachable: .unavailable
      case .timedOut: .temporary
      case .malformed, .tooLong: .notProtocol
      case .refused(let error): ExitCode(error)
      }
  }

  /// The code after a call that the daemon answered with an error.
  init(_ error: WireError) {
    self =
      switch error {
      case .interfaceNotFound, .methodNotFound, .methodNotImplemented, .invalidParameter, .expectedMore: .usage
      case .badOperation: .badValue
      case .unknownScene, .unknownView, .unknownName: .noInput
      case .layoutFailed: .badLayout
      case .revisionConflict, .revisionGone, .busy, .rateLimited, .timedOut: .temporary
      case .permissionDenied, .notAllowed: .notAllowed
      case .other: .internalError
      }
  }
}
