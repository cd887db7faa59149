public import Posix

/// Looks at everything again and again: for file systems that raise no events, and where asked for.
///
/// Uses CPU in proportion to what is served, and sees a change half an interval late on average.
public final class PollingWatcher: FileWatcher {
  /// Fast enough to feel live, and about 1 % of a core for a thousand files. By feel.
  public static let interval = Duration.milliseconds(200)

  private var disk: DiskWatch
  private let interval: Duration
  private var nextPoll: ContinuousClock.Instant

  /// - Parameter base: where relative paths begin.
  public init(
    roots: [String], from base: String = FileSystem.currentFolder, every interval: Duration = interval,
    at now: ContinuousClock.Instant
  ) {
    disk = DiskWatch(roots: roots, from: base, at: now)
    self.interval = interval
    nextPoll = now + interval
  }

  public var descriptor: DescriptorNumber? { nil }
  public var served: Set<String> { disk.served }
  public var deadline: ContinuousClock.Instant? { earliest(disk.deadline, nextPoll) }

  public func follow(
    _ files: Set<String>, beginnings: [String: Int], folders: [String: Int], at now: ContinuousClock.Instant
  ) {
    disk.follow(files, beginnings: beginnings, folders: folders, at: now)
  }

  public func readAgain(_ path: String, at now: ContinuousClock.Instant) { disk.readAgain(path, at: now) }

  public func drain(at now: ContinuousClock.Instant) -> WatchReport {
    poll(at: now)
    return disk.drain(at: now) { _, _ in }
  }

  public func catchUp(at now: ContinuousClock.Instant) -> WatchReport { disk.catchUp(at: now) { _, _ in } }

  private func poll(at now: ContinuousClock.Instant) {
    guard nextPoll <= now else { return }
    nextPoll = now + interval
    // The lock is looked at first: a survey in the middle of a checkout is what it is there to avoid.
    if disk.survey.locks.contains(where: { FileSystem.exists($0) }) {
      disk.gatherer.hold(at: now)
    } else {
      disk.gatherer.release(at: now)
    }
    disk.gatherer.record(.everything, at: now)
  }
}
