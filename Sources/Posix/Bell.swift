internal import CLinux
internal import Glibc

/// Wakes threads: whoever waits for it returns when somebody rings, also one who rang before that. Any thread may ring
/// and wait.
public final class Bell: Sendable {
  private let descriptor: FileDescriptor

  /// What a loop watches for reading: it is readable while there are rings that nobody has heard.
  public var number: DescriptorNumber { descriptor.number }

  /// - Parameter wakesEach: whether each ring wakes one who waits; else one wakes for all rings together.
  public init(wakesEach: Bool) throws(PosixError) {
    let flags = wakesEach ? framewire_eventfd_flags | framewire_eventfd_semaphore : framewire_eventfd_flags
    let raw = eventfd(0, flags)
    guard raw >= 0 else { throw PosixError("eventfd") }
    descriptor = FileDescriptor(raw)
  }

  /// Wakes who waits, or who waits next.
  public func ring() {
    var one: UInt64 = 1
    // EAGAIN after 2^64 rings that nobody heard: it is ringing.
    _ = retryingInterrupts { unsafe Glibc.write(descriptor.raw, &one, 8) }
  }

  /// Takes a ring, or all of them, that nobody has heard.
  ///
  /// - Returns: whether there was one.
  @discardableResult public func hear() -> Bool {
    var count: UInt64 = 0
    return retryingInterrupts { unsafe Glibc.read(descriptor.raw, &count, 8) } == 8
  }

  /// Blocks this thread until it hears a ring, or `deadline` has passed.
  ///
  /// - Returns: `false` when the deadline came first.
  public func wait(until deadline: ContinuousClock.Instant) throws(PosixError) -> Bool {
    while !hear() { if try !descriptor.number.wait(for: .readable, until: deadline) { return false } }
    return true
  }
}
