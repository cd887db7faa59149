internal import Glibc

extension CurrentProcess {
  /// Gives this process bounds that nothing lifts again, for work on bytes that may be hostile. Whoever needs more memory
  /// does not get it, whoever needs longer is ended, without a dump of it.
  ///
  /// - Parameters:
  ///   - memory: bytes that may be mapped, those of libraries included.
  ///   - seconds: on a processor.
  public static func confine(memory: Int, processorSeconds seconds: Int) throws(PosixError) {
    for (kind, most) in [(RLIMIT_AS, memory), (RLIMIT_CPU, seconds), (RLIMIT_CORE, 0)] {
      var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
      guard unsafe setrlimit(__rlimit_resource_t(kind.rawValue), &limit) == 0 else { throw PosixError("setrlimit") }
    }
  }
}
