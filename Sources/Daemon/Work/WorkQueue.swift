/// Work that waits, and whose turn it is.
///
/// Whoever has cost little lately comes first, and among equals who came first. So somebody who asks for much waits for
/// those who ask for little, and never the other way round. What was spent is forgiven as time goes by. Choosing does
/// not go over all that waits, since it is done under a lock that the daemon's own thread needs; nor does taking back
/// what nobody wants any more.
struct WorkQueue<Work, Payer: Hashable> {
  /// What waits, by its number, which is larger for what came later.
  private var works: [Int: (work: Work, payer: Payer)] = [:]
  /// In the order in which it came. What a payer has in `owing` came before.
  private var arrivals: [Arrival] = []
  /// What is before it in `arrivals` has been taken out.
  private var first = 0
  /// What came of those who had spent something when it was their turn, each in the order in which it came. The first
  /// of each waits; of the others some may have been taken back.
  private var owing: [Payer: ArraySlice<Int>] = [:]
  private var lastNumber = 0
  /// How often something that waits, or somebody's line of it, was looked at, which is what choosing costs.
  private(set) var looks = 0
  private var accounts: [Payer: Account] = [:]

  /// How much waits.
  var count: Int { works.count }
  var isEmpty: Bool { works.isEmpty }

  private struct Arrival {
    let number: Int
    let payer: Payer
  }

  /// What a payer has spent, less what is forgiven: a tenth of a processor may be used all the time without being
  /// served later for it.
  private struct Account {
    var spent: Duration
    var instant: ContinuousClock.Instant

    func spent(at now: ContinuousClock.Instant) -> Duration {
      let past = now - instant
      // To divide a duration takes longer than all else here, and nearly always everything is forgiven.
      return past >= spent.tenfold ? .zero : spent - past / 10
    }
  }

  /// Whoever has spent more has to leave the last free thread to others.
  private static var small: Duration { .milliseconds(250) }

  /// - Returns: what it is taken back by.
  @discardableResult mutating func append(_ work: Work, for payer: Payer) -> Int {
    lastNumber += 1
    works[lastNumber] = (work, payer)
    arrivals.append(Arrival(number: lastNumber, payer: payer))
    return lastNumber
  }

  /// Takes back what waits.
  ///
  /// - Returns: false when it does not wait any more.
  @discardableResult mutating func remove(_ number: Int) -> Bool {
    guard let (_, payer) = works.removeValue(forKey: number) else { return false }
    passOverRemoved(of: payer)
    return true
  }

  /// Removes and returns what waits, in the order in which it came.
  mutating func removeAll() -> [Work] {
    let all = works.sorted { $0.key < $1.key }.map(\.value.work)
    (works, arrivals, first, owing) = ([:], [], 0, [:])
    return all
  }

  /// Removes and returns what is to be done next; nil: nothing, or nothing by the only thread that is free.
  mutating func removeNext(isLastThread: Bool = false, at now: ContinuousClock.Instant) -> (work: Work, payer: Payer)? {
    if works.count <= 1, !isLastThread {
      // Nothing is to be chosen, and of all that is kept to choose by nothing is needed any more.
      looks += works.count
      let only = works.popFirst()?.value
      arrivals.removeAll(keepingCapacity: true)
      owing.removeAll(keepingCapacity: true)
      first = 0
      return only
    }
    passOverOwing(at: now)
    // Whoever is first there has spent nothing, so nobody comes before it but who has spent nothing either.
    var next: (spent: Duration, number: Int)?
    if first < arrivals.count { next = (.zero, arrivals[first].number) }
    var payer: Payer?
    for (other, line) in owing {
      looks += 1
      let rank = (spent: spent(by: other, at: now), number: line.first!)
      if next.map({ rank < $0 }) ?? true { (next, payer) = (rank, other) }
    }
    guard let next, !isLastThread || next.spent <= Self.small else { return nil }
    let taken = works.removeValue(forKey: next.number)!
    if let payer { passOverRemoved(of: payer) } else { removeArrival() }
    return taken
  }

  /// Sets aside what came first, while it is of those who have spent something.
  private mutating func passOverOwing(at now: ContinuousClock.Instant) {
    while first < arrivals.count {
      let (number, payer) = (arrivals[first].number, arrivals[first].payer)
      if works[number] != nil {
        looks += 1
        guard spent(by: payer, at: now) > .zero else { return }
        owing[payer, default: []].append(number)
      }
      removeArrival()
    }
  }

  /// Has somebody's line begin with what waits.
  private mutating func passOverRemoved(of payer: Payer) {
    while let number = owing[payer]?.first, works[number] == nil { owing[payer]!.removeFirst() }
    if owing[payer]?.isEmpty == true { owing[payer] = nil }
  }

  private mutating func removeArrival() {
    first += 1
    // What was taken out is moved over once for each time that as much is taken out.
    if first * 2 >= arrivals.count {
      arrivals.removeFirst(first)
      first = 0
    }
  }

  private func spent(by payer: Payer, at now: ContinuousClock.Instant) -> Duration {
    accounts[payer]?.spent(at: now) ?? .zero
  }

  /// Notes what somebody's work took.
  mutating func charge(_ payer: Payer, _ duration: Duration, at now: ContinuousClock.Instant) {
    if let known = accounts.index(forKey: payer) {
      accounts.values[known] = Account(spent: accounts.values[known].spent(at: now) + duration, instant: now)
    } else {
      accounts = accounts.filter { $0.value.spent(at: now) > .zero }
      accounts[payer] = Account(spent: duration, instant: now)
    }
  }
}

extension Duration {
  fileprivate var tenfold: Duration {
    let two = self + self
    let four = two + two
    return two + four + four
  }
}
