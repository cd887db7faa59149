internal import CLinux
internal import Glibc

/// The terminal of this process, with how it was set when this was made.
public struct Terminal: Sendable {
  private let former: termios

  /// - Returns: nil where input or output is no terminal.
  public init?() {
    var settings = termios()
    guard StandardStream.output.isTerminal, unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    former = settings
  }

  /// Keys come one by one from now on, as they are typed and unseen; also Control-C, which ends nothing by itself.
  public func takeKeys() {
    var settings = former
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Sets it as it was.
  public func restore() {
    var settings = former
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }
}
