internal import CLinux
internal import Glibc

/// The number of an open descriptor, without owning it: what an event loop watches.
public struct DescriptorNumber: Hashable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// An open descriptor with exactly one owner; it closes when the owner lets go of it.
///
/// Whoever watches it on an `EventLoop` stops doing so first, or relies on the kernel, which
/// forgets a descriptor that closes.
public struct FileDescriptor: ~Copyable, Sendable {
  /// Valid while the owner lives.
  public let number: DescriptorNumber

  var raw: Int32 { number.rawValue }

  /// Takes over an open descriptor; nobody else may close it.
  public init(owning number: DescriptorNumber) { self.number = number }

  init(_ raw: Int32) { number = DescriptorNumber(rawValue: raw) }

  deinit {
    // EINTR included, Linux has released the number: a second close could hit somebody else's.
    _ = close(number.rawValue)
  }

  /// An empty file in memory, which no disk knows.
  ///
  /// - Parameter name: for `/proc` and debuggers.
  public static func memoryFile(named name: String) throws(PosixError) -> FileDescriptor {
    let raw = unsafe framewire_memory_file(name)
    guard raw >= 0 else { throw PosixError("memfd_create", path: name) }
    return FileDescriptor(raw)
  }

  /// Gives up ownership; the caller closes the descriptor.
  public consuming func release() -> DescriptorNumber {
    let number = number
    discard self
    return number
  }

  /// Reads into the end of `buffer` what is there, `limit` bytes at most. It has room for as many then.
  ///
  /// - Returns: the bytes added, 0 at the end of the file, `nil` when nothing is there yet.
  public func read(into buffer: inout [UInt8], limit: Int = 65_536) throws(PosixError) -> Int? {
    var count = 0
    var failure: PosixError?
    buffer.append(addingCapacity: limit) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        count = retryingInterrupts { unsafe Glibc.read(raw, memory.baseAddress, limit) }
        if count < 0 { failure = PosixError("read") }
        initialized = max(0, count)
      }
    }
    guard let failure else { return count }
    if failure.code == EAGAIN { return nil }
    throw failure
  }

  /// Writes the beginning of `bytes`.
  ///
  /// - Returns: the number of bytes taken, 0 when there is no room now.
  public func write(_ bytes: Span<UInt8>) throws(PosixError) -> Int { try number.write(bytes) }

  /// Writes all of `bytes`, waiting for room where the descriptor does not block.
  public func writeAll(_ bytes: Span<UInt8>) throws(PosixError) { try number.writeAll(bytes) }
}

extension DescriptorNumber {
  /// What a descriptor can be waited for.
  public enum Readiness: Sendable { case readable, writable }

  /// Blocks this thread until the descriptor is ready or hung up, or `deadline` has passed.
  ///
  /// - Returns: `false` when the deadline came first.
  public func wait(
    for readiness: Readiness, until deadline: ContinuousClock.Instant?
  ) throws(PosixError) -> Bool {
    var entry = pollfd(fd: rawValue, events: Int16(readiness == .readable ? POLLIN : POLLOUT), revents: 0)
    while true {
      let count = unsafe poll(&entry, 1, pollTimeout(until: deadline))
      if count > 0 { return true }
      if count == 0, let deadline, ContinuousClock.now >= deadline { return false }
      if count < 0 && errno != EINTR { throw PosixError("poll") }
    }
  }

  /// A path to what is open here, as long as it is, for libraries of this process that only take paths.
  public var path: String { "/proc/self/fd/\(rawValue)" }

  func write(_ bytes: Span<UInt8>) throws(PosixError) -> Int {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      retryingInterrupts { unsafe Glibc.write(rawValue, buffer.baseAddress, buffer.count) }
    }
    if count >= 0 { return count }
    if errno == EAGAIN { return 0 }
    throw PosixError("write")
  }

  func writeAll(_ bytes: Span<UInt8>) throws(PosixError) {
    var written = 0
    while written < bytes.count {
      let count = try write(bytes.extracting(written..<bytes.count))
      if count == 0 { _ = try wait(for: .writable, until: nil) }
      written += count
    }
  }

  func setNonBlocking() throws(PosixError) {
    let flags = fcntl(rawValue, F_GETFL)
    guard flags >= 0, fcntl(rawValue, F_SETFL, flags | O_NONBLOCK) == 0 else { throw PosixError("fcntl") }
  }

  func setCloseOnExec() throws(PosixError) {
    guard fcntl(rawValue, F_SETFD, FD_CLOEXEC) == 0 else { throw PosixError("fcntl") }
  }

  /// Has the calls that send on a socket wait so long for room, and no longer.
  func setSendTimeout(_ timeout: Duration) throws(PosixError) {
    let (seconds, attoseconds) = timeout.components
    var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    guard unsafe setsockopt(rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0 else {
      throw PosixError("setsockopt")
    }
  }

  /// Makes a descriptor that a C library opened carelessly fit for a loop: closed on exec, never blocking.
  public func adopt() throws(PosixError) {
    try setCloseOnExec()
    try setNonBlocking()
  }
}

/// Whole milliseconds for `poll`, rounded up so that a wait never ends early; −1 waits for ever.
func pollTimeout(until deadline: ContinuousClock.Instant?) -> Int32 {
  guard let deadline else { return -1 }
  let (seconds, attoseconds) = max(.zero, deadline - ContinuousClock.now).components
  // More seconds than milliseconds can be asked for are as long as any.
  return Int32(
    clamping: min(seconds, Int64(Int32.max)) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
}
