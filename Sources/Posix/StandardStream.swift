internal import CLinux
internal import Glibc

/// Standard output and standard error, unbuffered: every call is one `write`, so what was written
/// is seen at once, also through a pipe and after a trap. Programs write whole lines.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// For an event loop to watch.
  public var descriptor: DescriptorNumber { DescriptorNumber(rawValue: rawValue) }

  /// Whether somebody reads this on a terminal.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many characters a line of the terminal has; nil where this is no terminal, or one that does not know.
  public var columns: Int? { size?.columns }

  /// How many characters a line has and how many lines there are; nil where this is no terminal, or one that does not
  /// know.
  public var size: (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes all of `bytes`.
  ///
  /// - Returns: `false` when nobody reads any more (`framewire subscribe | head -1`), which is no
  ///   error: the program ends quietly. Needs SIGPIPE ignored: see `Signal.ignoreBrokenPipes()`.
  @discardableResult
  public func write(_ bytes: [UInt8]) throws(PosixError) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(rawValue, buffer.baseAddress! + written, buffer.count - written)
      }
      if count >= 0 { written += count; continue }
      switch errno {
      case EINTR: continue
      // A terminal or pipe that somebody else set to non-blocking.
      case EAGAIN: _ = try descriptor.wait(for: .writable, until: nil)
      case EPIPE: return false
      default: throw PosixError("write")
      }
    }
    return true
  }

  /// Waits until `other` is readable, `deadline` passes, or nobody reads this stream any more.
  ///
  /// - Parameters:
  ///   - other: nil: only for the deadline and the reader.
  ///   - deadline: nil waits as long as it takes.
  /// - Returns: whether somebody may still read this. A file always has a reader.
  public func wait(besides other: DescriptorNumber?, until deadline: ContinuousClock.Instant?) throws(PosixError)
    -> Bool
  {
    // poll(2) tells errors unasked, and ignores negative descriptors.
    var entries = [
      pollfd(fd: rawValue, events: 0, revents: 0), pollfd(fd: other?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = unsafe poll(&entries, 2, pollTimeout(until: deadline))
    if count < 0, errno != EINTR { throw PosixError("poll") }
    return count <= 0 || entries[0].revents == 0
  }

  /// Writes all of `text`, as UTF-8.
  @discardableResult
  public func write(_ text: String) throws(PosixError) -> Bool { try write(Array(text.utf8)) }

  /// Writes `text` and the end of the line in one piece; whoever does not read it does not matter.
  public func writeLine(_ text: String = "") { _ = try? write(text + "\n") }
}
