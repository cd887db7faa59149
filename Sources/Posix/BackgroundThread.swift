internal import CLinux
internal import Glibc

/// A thread for work that can wait: whenever there is not enough processor for all, other threads of the process run
/// first.
public enum BackgroundThread {
  /// As much as the first thread of a process usually has; what runs on either may recurse as deeply.
  private static let stackSize = 8 << 20
  /// Above that of the process, 0 to 19: how much it gives way.
  private static let niceness: Int32 = 10

  /// Starts a thread that ends when `body` returns. It gets none of the signals of the process.
  public static func start(_ body: @escaping @Sendable () -> Void) throws(PosixError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // A new thread inherits what is blocked here.
    var all = sigset_t()
    var former = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &former)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }

    let box = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let result = unsafe pthread_create(&thread, &attributes, runBody, box.toOpaque())
    guard result == 0 else {
      unsafe box.release()
      throw PosixError(code: result, call: "pthread_create")
    }
  }

  /// Gives way to the other threads of the process. On Linux a niceness is a thread's, 0 being the one that calls.
  fileprivate static func giveWay() {
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, min(19, own + niceness))
  }
}

/// What a thread runs, as C carries it.
private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  BackgroundThread.giveWay()
  let body = unsafe Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue()
  body.run()
  return nil
}
