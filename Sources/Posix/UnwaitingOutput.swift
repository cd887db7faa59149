internal import Glibc

/// Standard output for a program that may not wait for whoever reads it: a terminal stopped with Control-S, a pager, a
/// pipe that nobody empties.
///
/// Whether a write waits belongs to the open file, which a shell shares with its programs. So the terminal or pipe is
/// opened once more, and only that one is told not to wait (open(2), O_NONBLOCK). What finds no room is kept, and goes
/// out before the next message. When too much is kept, messages are left out and counted.
public struct UnwaitingOutput: ~Copyable {
  private let file: FileDescriptor
  /// What to say for that many messages that were left out.
  private let apology: (Int) -> String
  private var kept: [UInt8] = []
  private var leftOut = 0

  /// How many bytes are kept at most, but for the last message. By feel: some hundred complaints.
  private static let room = 256 << 10

  /// Nil where writing does not wait, or where nothing can be done about it: for a file, a socket, and a terminal of
  /// another user.
  ///
  /// - Parameter apology: what to say for that many messages that were left out.
  public init?(_ descriptor: DescriptorNumber, apology: @escaping (Int) -> String) {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFCHR else { return nil }
    let raw = retryingInterrupts { unsafe open(descriptor.path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard raw >= 0 else { return nil }
    file = FileDescriptor(raw)
    self.apology = apology
  }

  /// Keeps `text` until `flush`, or leaves it out when too much is kept.
  public mutating func write(_ text: String) {
    // Once one is left out so are those behind it, until it can be said in their place.
    if leftOut == 0, kept.count < Self.room { kept += text.utf8 } else { leftOut += 1 }
    catchUp()
  }

  /// Waits for the reader after all, before the program ends: a tenth of a second at most.
  public mutating func finish() {
    let deadline = ContinuousClock.now + .milliseconds(100)
    catchUp()
    while !kept.isEmpty, (try? file.number.wait(for: .writable, until: deadline)) == true { catchUp() }
  }

  /// Goes on with what was kept, as far as there is room now.
  public mutating func catchUp() {
    flush()
    guard kept.isEmpty, leftOut > 0 else { return }
    kept += apology(leftOut).utf8
    leftOut = 0
    flush()
  }

  private mutating func flush() {
    var written = 0
    while written < kept.count {
      // Whoever went away does not read what is kept either.
      guard let count = try? file.write(kept.span.extracting(written...)) else { return kept = [] }
      guard count > 0 else { break }
      written += count
    }
    kept.removeFirst(written)
  }
}
