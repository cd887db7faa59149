/// A set of measurements that is printed as one or more tables.
struct Suite: Sendable {
  let name: String
  /// Half a sentence for `--help` and above the tables.
  let summary: String
  /// Measures and prints; returns what is wrong with the answers (not with the times), one sentence each.
  let run: @Sendable (Options) -> [String]

  /// In the order they run when none is named.
  static let all: [Suite] =
    [
      .shapes, .recorded, .worst, .pipeline, .switching, .text, .daemon, .animation, .fanout, .swift, .records,
      .containers,
    ] + many

  /// Those that need libnats, where it is.
  #if FRAMEWIRE_NATS
    private static let many: [Suite] = [.machines]
  #else
    private static let many: [Suite] = []
  #endif
}
