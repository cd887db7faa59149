import LayoutRuntime

/// Work that waits for a thread, and whose turn it is.
///
/// Whoever has cost little lately comes first, and among equals who came first. So somebody who asks for much waits for
/// those who ask for little, and never the other way round. What was spent is forgiven as time goes by. Choosing does not
/// go over all that waits, since it is done under a lock that the daemon's own thread needs.
struct WorkQueue<Work> {
  /// In the order in which it came; nil where it was taken out. What a payer has in `owing` came before.
  private var arrivals: [Waiting?] = []
  /// What is before it in `arrivals` has been taken out.
  private var first = 0
  /// What came of those who had spent something when it was their turn, each in the order in which it came.
  private var owing: [Job.Payer: ArraySlice<Waiting>] = [:]
  private var lastNumber = 0
  private(set) var count = 0
  /// How often something that waits, or somebody's line of it, was looked at, which is what choosing costs.
  private(set) var looks = 0
  private var accounts: [Job.Payer: Account] = [:]

  /// A piece of work, with a number that is larger for what came later.
  private struct Waiting {
    let work: Work
    let payer: Job.Payer
    let number: Int
  }

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

  mutating func append(_ work: Work, for payer: Job.Payer) {
    lastNumber += 1
    count += 1
    arrivals.append(Waiting(work: work, payer: payer, number: lastNumber))
  }

  /// Removes and returns what waits, in the order in which it came.
  mutating func removeAll() -> [Work] {
    let all = owing.values.joined() + arrivals[first...].compactMap { $0 }
    (arrivals, first, owing, count) = ([], 0, [:], 0)
    return all.sorted { $0.number < $1.number }.map(\.work)
  }

  /// Removes and returns what is to be done next; nil: nothing, or nothing by the only thread that is free.
  mutating func removeNext(isLastThread: Bool, at now: ContinuousClock.Instant) -> Work? {
    passOverOwing(at: now)
    // Whoever is first there has spent nothing, so nobody comes before it but who has spent nothing either.
    var next: (spent: Duration, number: Int)?
    if first < arrivals.count { next = (.zero, arrivals[first]!.number) }
    var payer: Job.Payer?
    for (other, line) in owing {
      looks += 1
      let rank = (spent: spent(by: other, at: now), number: line.first!.number)
      if next.map({ rank < $0 }) ?? true { (next, payer) = (rank, other) }
    }
    guard let next, !isLastThread || next.spent <= Self.small else { return nil }
    count -= 1
    guard let payer else { return removeArrival()?.work }
    let work = owing[payer]!.removeFirst().work
    if owing[payer]!.isEmpty { owing[payer] = nil }
    return work
  }

  /// Sets aside what came first, while it is of those who have spent something.
  private mutating func passOverOwing(at now: ContinuousClock.Instant) {
    while first < arrivals.count {
      looks += 1
      let payer = arrivals[first]!.payer
      guard spent(by: payer, at: now) > .zero, let waiting = removeArrival() else { return }
      owing[payer, default: []].append(waiting)
    }
  }

  private mutating func removeArrival() -> Waiting? {
    defer {
      first += 1
      // What was taken out is moved over once for each time that as much is taken out.
      if first * 2 >= arrivals.count {
        arrivals.removeFirst(first)
        first = 0
      }
    }
    return arrivals[first].take()
  }

  private func spent(by payer: Job.Payer, at now: ContinuousClock.Instant) -> Duration {
    accounts[payer]?.spent(at: now) ?? .zero
  }

  /// Notes what somebody's work took.
  mutating func charge(_ payer: Job.Payer, _ duration: Duration, at now: ContinuousClock.Instant) {
    let spent = spent(by: payer, at: now) + duration
    accounts[payer] = Account(spent: spent, instant: now)
    accounts = accounts.filter { $0.value.spent(at: now) > .zero }
  }
}
