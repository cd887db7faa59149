internal import Glibc

extension CurrentProcess {
  /// Gives this process bounds that nothing lifts again, for work on bytes that may be hostile. Whoever needs more
  /// memory does not get it, whoever needs longer is ended, without a dump of it.
  ///
  /// - Parameters:
  ///   - memory: bytes that may be mapped, those of libraries included.
  ///   - seconds: on a processor.
  public static func confine(memory: Int, processorSeconds seconds: Int) throws(PosixError) {
    // At the second number Linux kills, which would look like any other end; SIGXCPU at the first one says why.
    for (kind, most, end) in [
      (RLIMIT_AS, memory, memory), (RLIMIT_CPU, seconds, seconds + 1), (RLIMIT_CORE, 0, 0),
    ] {
      var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(end))
      guard unsafe setrlimit(__rlimit_resource_t(kind.rawValue), &limit) == 0 else { throw PosixError("setrlimit") }
    }
  }
}
