import FramewireClient
import Posix
import Wire

/// What a process ends with: 0, 1 for bad layouts (and a set-up that `doctor` finds wrong), and the codes of
/// sysexits.h; of a verb that runs another program, whatever that ended with.
public struct ExitCode: Equatable, Sendable {
  /// As the system takes it.
  public let rawValue: Int32

  package static let success = ExitCode(rawValue: 0)
  package static let badLayout = ExitCode(rawValue: 1)
  package static let usage = ExitCode(rawValue: 64)
  package static let badValue = ExitCode(rawValue: 65)
  package static let noInput = ExitCode(rawValue: 66)
  package static let unavailable = ExitCode(rawValue: 69)
  package static let internalError = ExitCode(rawValue: 70)
  package static let cannotCreate = ExitCode(rawValue: 73)
  package static let inputOutput = ExitCode(rawValue: 74)
  package static let temporary = ExitCode(rawValue: 75)
  /// What came from the socket does not follow the protocol.
  package static let notProtocol = ExitCode(rawValue: 76)
  package static let notAllowed = ExitCode(rawValue: 77)

  private init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code of another program, in the way of shells where a signal has ended it.
  init(_ exit: ChildProcess.Exit) {
    switch exit {
    case .code(let code): rawValue = code
    case .signal(let signal): rawValue = 128 + signal
    }
  }

  /// The code after a call that got no answer, or a stream that broke.
  package init(_ error: ClientError) {
    self =
      switch error {
      case .noDaemon, .broken, .closed: .unavailable
      case .unreachable(.system(let error)) where error.isPermissionDenied: .notAllowed
      case .unreachable(.system(let error)) where error.isTimeout: .temporary
      case .unreachable(.pathTooLong): .usage
      case .unreachable: .unavailable
      case .timedOut: .temporary
      case .malformed, .garbled, .tooLong: .notProtocol
      case .refused(let error): ExitCode(error)
      }
  }

  /// The code after a call that the daemon answered with an error.
  package init(_ error: WireError) {
    self =
      switch error {
      case .interfaceNotFound, .methodNotFound, .methodNotImplemented, .invalidParameter, .unsupportedEncoding,
        .expectedMore:
        .usage
      case .badOperation: .badValue
      case .unknownScene, .unknownView, .unknownName: .noInput
      case .layoutFailed: .badLayout
      case .revisionConflict, .revisionGone, .busy, .rateLimited, .timedOut: .temporary
      case .permissionDenied, .notAllowed: .notAllowed
      case .unavailable: .unavailable
      case .other: .internalError
      }
  }
}
