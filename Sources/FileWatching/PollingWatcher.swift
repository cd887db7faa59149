import Posix

/// Looks at everything again and again: for file systems that raise no events, and where asked for.
///
/// Uses CPU in proportion to what is served, and sees a change half an interval late on average.
final class PollingWatcher: FileWatcher {
  /// Fast enough to feel live, and about 1 % of a core for a thousand files. By feel.
  static let interval = Duration.milliseconds(200)

  private let disk: DiskWatch

  init(
    _ watched: WatchedRoots, every interval: Duration = interval, inPortionsOf portion: Int = LookBudget.portion,
    at now: ContinuousClock.Instant
  ) {
    disk = DiskWatch(watched, inPortionsOf: portion, at: now)
    disk.schedule.poll(every: interval, at: now)
  }

  var descriptor: DescriptorNumber? { nil }
  var deadline: ContinuousClock.Instant? { disk.deadline }

  func follow(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    disk.follow(path, extent, at: now)
  }

  func release(_ path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) {
    disk.release(path, extent, at: now)
  }

  func look(at path: String, _ extent: FileExtent, at now: ContinuousClock.Instant) -> WatchReport {
    disk.look(at: path, extent, at: now) { _, _ in }
  }

  func drain(at now: ContinuousClock.Instant, firstThose isUrgent: (String) -> Bool) -> WatchReport {
    disk.drain(at: now, firstThose: isUrgent) { _, _ in }
  }

  func catchUp() { disk.catchUp() }
  var isCatchingUp: Bool { disk.isCatchingUp }
  var isLooking: Bool { disk.isLooking }
  var isGathering: Bool { disk.isGathering }
  var waiting: Int { disk.waiting }

  func dump(at now: ContinuousClock.Instant) -> String { "by polling\n" + disk.dump(at: now) }
}
