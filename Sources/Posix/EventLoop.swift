internal import CLinux
internal import Glibc

/// One thread's place to wait for everything: descriptors, one deadline, signals.
///
/// The loop stores no callback. `wait(until:)` returns what happened as values, and the caller acts
/// after the call has returned, when it is free to watch and to forget descriptors. Descriptors go
/// by tokens that the caller chooses and never reuses, so an event that was collected before its
/// connection closed cannot hit a new connection that got the same number.
///
/// Readiness is level-triggered: what was not read is reported again, so a turn may leave work for
/// the next one without losing it. Interest in writing is armed only while something waits to be
/// written. With no deadline and nothing ready the thread sleeps; there are no ticks.
///
/// Time is `ContinuousClock`, which is `CLOCK_BOOTTIME` on Linux; the deadline is an absolute
/// `timerfd` on the same clock, rearmed only when it changes.
public final class EventLoop {
  /// Names a watched descriptor; chosen by the caller, unique for the loop's lifetime.
  public struct Token: Hashable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
  }

  /// What a wait ends with.
  public enum Event: Hashable, Sendable {
    /// There is something to read, or the end of the stream.
    case readable(Token)
    /// There is room to write again.
    case writable(Token)
    /// The other end is gone for good. `readable` comes before it when bytes are left.
    case hangUp(Token)
    /// One of the signals given to `init` arrived.
    case signal(Signal)
    /// The deadline given to `wait` has passed.
    case deadline
  }

  /// What is to be told of a descriptor; its end is told always.
  public struct Interest: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// There is something to read.
    public static let reading = Interest(rawValue: 1)
    /// There is room to write.
    public static let writing = Interest(rawValue: 2)
  }

  private let epoll: FileDescriptor
  private let timer: FileDescriptor
  /// Only owned here; `signalNumber` is what is used.
  private let signals: FileDescriptor?
  private let signalNumber: DescriptorNumber?
  /// What the timer is set to; `nil` when it is disarmed.
  private var armed: ContinuousClock.Instant?

  /// The loop's own descriptors use the last two tokens.
  private enum Own {
    static let timer = UInt64.max
    static let signals = UInt64.max - 1
  }

  /// Opens a loop for the calling thread, and ignores SIGPIPE.
  ///
  /// - Parameter signals: are blocked in the calling thread and arrive as events from then on. Call
  ///   before other threads start, which inherit the block; else a signal may end the process there.
  public init(signals handled: [Signal] = []) throws(PosixError) {
    Signal.ignoreBrokenPipes()
    epoll = try Self.own(epoll_create1(framewire_epoll_flags), "epoll_create1")
    timer = try Self.own(timerfd_create(FRAMEWIRE_CLOCK_BOOTTIME, framewire_timerfd_flags), "timerfd_create")
    if handled.isEmpty {
      signals = nil
      signalNumber = nil
    } else {
      let descriptor = try Self.open(handled)
      signalNumber = descriptor.number
      signals = consume descriptor
    }

    try control(EPOLL_CTL_ADD, timer.raw, EPOLLIN.rawValue, Own.timer)
    if let signalNumber { try control(EPOLL_CTL_ADD, signalNumber.rawValue, EPOLLIN.rawValue, Own.signals) }
  }

  /// Starts watching a descriptor. It must not be watched already.
  public func watch(_ descriptor: DescriptorNumber, as token: Token, for interest: Interest) throws(PosixError) {
    precondition(token.rawValue < Own.signals, "token \(token.rawValue) is reserved")
    try control(EPOLL_CTL_ADD, descriptor.rawValue, Self.events(interest), token.rawValue)
  }

  /// Changes what a watched descriptor is watched for.
  public func update(_ descriptor: DescriptorNumber, as token: Token, for interest: Interest) throws(PosixError) {
    try control(EPOLL_CTL_MOD, descriptor.rawValue, Self.events(interest), token.rawValue)
  }

  /// Stops watching. Call before the descriptor closes. Events of it that `wait` has already
  /// returned are the caller's to ignore.
  public func forget(_ descriptor: DescriptorNumber) {
    var none = unsafe epoll_event()
    _ = unsafe epoll_ctl(epoll.raw, EPOLL_CTL_DEL, descriptor.rawValue, &none)
  }

  /// Sleeps until something happens or `deadline` has passed, and tells what.
  ///
  /// - Returns: at least one event, in the order the kernel reports them.
  public func wait(until deadline: ContinuousClock.Instant?) throws(PosixError) -> [Event] {
    try arm(deadline)
    var events: [Event] = []
    while events.isEmpty {
      let count = unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.batch) { buffer in
        let count = unsafe epoll_wait(epoll.raw, buffer.baseAddress!, Int32(Self.batch), -1)
        for index in 0..<max(0, Int(count)) {
          unsafe append(buffer[index].events, buffer[index].data.u64, to: &events)
        }
        return count
      }
      if count < 0 && errno != EINTR { throw PosixError("epoll_wait") }
    }
    return events
  }

  /// Events taken in one system call; more are returned by the next `wait`. So many that it is rare for somebody to
  /// wait until hundreds of others have been looked at. By feel.
  private static let batch = 1024

  private func append(_ flags: UInt32, _ token: UInt64, to events: inout [Event]) {
    switch token {
    case Own.timer:
      var expirations: UInt64 = 0
      // EAGAIN when the timer was moved after it had fired: then nothing is due.
      guard unsafe Glibc.read(timer.raw, &expirations, 8) == 8 else { return }
      armed = nil
      events.append(.deadline)
    case Own.signals:
      while let signal = nextSignal() { events.append(.signal(signal)) }
    default:
      let token = Token(rawValue: token)
      if flags & EPOLLIN.rawValue != 0 { events.append(.readable(token)) }
      if flags & EPOLLOUT.rawValue != 0 { events.append(.writable(token)) }
      if flags & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { events.append(.hangUp(token)) }
    }
  }

  private func nextSignal() -> Signal? {
    guard let raw = signalNumber?.rawValue else { return nil }
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while unsafe Glibc.read(raw, &information, size) == size {
      if let signal = Signal(rawValue: Int32(information.ssi_signo)) { return signal }
    }
    return nil
  }

  private func arm(_ deadline: ContinuousClock.Instant?) throws(PosixError) {
    guard deadline != armed else { return }
    var setting = itimerspec()
    if let deadline {
      let (seconds, attoseconds) = (deadline - ContinuousClock().systemEpoch).components
      // All zero would disarm the timer; an instant before the machine started fires at once.
      setting.it_value.tv_sec = Int(max(0, seconds))
      setting.it_value.tv_nsec = seconds < 0 ? 1 : max(1, Int(attoseconds / 1_000_000_000))
    }
    guard unsafe timerfd_settime(timer.raw, Int32(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
      throw PosixError("timerfd_settime")
    }
    armed = deadline
  }

  private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32, _ token: UInt64) throws(PosixError) {
    var event = unsafe epoll_event()
    unsafe event.events = events
    unsafe event.data.u64 = token
    guard unsafe epoll_ctl(epoll.raw, operation, descriptor, &event) == 0 else { throw PosixError("epoll_ctl") }
  }

  private static func events(_ interest: Interest) -> UInt32 {
    (interest.contains(.reading) ? EPOLLIN.rawValue : 0) | (interest.contains(.writing) ? EPOLLOUT.rawValue : 0)
  }

  private static func own(_ raw: Int32, _ call: String) throws(PosixError) -> FileDescriptor {
    guard raw >= 0 else { throw PosixError(call) }
    return FileDescriptor(raw)
  }

  private static func open(_ handled: [Signal]) throws(PosixError) -> FileDescriptor {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in handled { unsafe sigaddset(&set, signal.rawValue) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    return try own(unsafe signalfd(-1, &set, framewire_signalfd_flags), "signalfd")
  }
}
