import LayoutRuntime

/// Work that waits for a thread, and whose turn it is.
///
/// Whoever has cost little lately comes first, and among equals who came first. So somebody who asks for much waits for
/// those who ask for little, and never the other way round. What was spent is forgiven as time goes by.
struct WorkQueue<Work> {
  private var waiting: [(work: Work, payer: Job.Payer)] = []
  private var accounts: [Job.Payer: Account] = [:]

  /// What a payer has spent, less what is forgiven.
  private struct Account {
    var spent: Duration
    var instant: ContinuousClock.Instant

    func spent(at now: ContinuousClock.Instant) -> Duration {
      max(.zero, spent - (now - instant) / WorkQueue.forgivenShare)
    }
  }

  /// A tenth of a processor may be used all the time without being served later for it.
  private static var forgivenShare: Int { 10 }
  /// Whoever has spent more has to leave the last free thread to others.
  private static var small: Duration { .milliseconds(250) }

  var count: Int { waiting.count }

  mutating func append(_ work: Work, for payer: Job.Payer) { waiting.append((work, payer)) }

  mutating func removeAll() -> [Work] {
    defer { waiting = [] }
    return waiting.map(\.work)
  }

  /// Removes and returns what is to be done next; nil: nothing, or nothing by the only thread that is free.
  mutating func removeNext(isLastThread: Bool, at now: ContinuousClock.Instant) -> Work? {
    var next: (index: Int, spent: Duration)?
    for index in waiting.indices {
      let spent = accounts[waiting[index].payer]?.spent(at: now) ?? .zero
      if next.map({ spent < $0.spent }) ?? true { next = (index, spent) }
    }
    guard let next, !isLastThread || next.spent <= Self.small else { return nil }
    return waiting.remove(at: next.index).work
  }

  /// Notes what somebody's work took.
  mutating func charge(_ payer: Job.Payer, _ duration: Duration, at now: ContinuousClock.Instant) {
    let spent = (accounts[payer]?.spent(at: now) ?? .zero) + duration
    accounts[payer] = Account(spent: spent, instant: now)
    accounts = accounts.filter { $0.value.spent(at: now) > .zero }
  }
}
