import LayoutRuntime

/// Calls that wait for a turn, and how many of them it takes up.
///
/// Hundreds may call at once, and what one comes to may take milliseconds. So a round of the loop takes up calls for
/// some milliseconds, one after the other and those first who have cost little, and the others wait for the next one.
/// It is counted what the calls take while they take effect, and afterwards, when scenes are solved and answers are
/// written, what that comes to for each of them; as much is expected of those of the next turn.
struct CallQueue {
  typealias Call = (command: Command, arrival: Instant)

  private var queue = WorkQueue<Call, Payer>()
  /// Who pays for the calls of the turn.
  private var payers: [Payer] = []
  /// Since when the last of them takes effect, or all have.
  private var since: ContinuousClock.Instant?
  private var endOfRound: ContinuousClock.Instant?
  /// What a call costs when all of its turn have taken effect, by those that were.
  private var costOfRest = Self.leastRest

  /// What the calls of a round may take. Beside what else a round does, whoever asks one thing waits for less than two
  /// such rounds.
  static let round = Duration.milliseconds(3)
  /// So much is expected at least, so that the first turn of many calls is none of hundreds.
  static let leastRest = Duration.microseconds(100)

  var count: Int { queue.count }

  /// - Returns: what it is taken back by.
  mutating func append(_ command: Command, arrival: Instant, for payer: Payer) -> Int {
    queue.append((command, arrival), for: payer)
  }

  /// - Returns: false when a turn has taken it up.
  mutating func remove(_ number: Int) -> Bool { queue.remove(number) }

  mutating func beginRound(at now: ContinuousClock.Instant) { endOfRound = now + Self.round }

  /// Whether what calls of a round may take is spent.
  func isSpent(at now: ContinuousClock.Instant) -> Bool { endOfRound.map { $0 <= now } ?? false }

  /// Whether the round takes up more.
  func goesOn(at now: ContinuousClock.Instant) -> Bool {
    guard !queue.isEmpty, let endOfRound else { return false }
    return now + costOfRest * (payers.count + 1) <= endOfRound
  }

  /// The next call of this turn; nil: it has enough. The first is taken up in any case.
  mutating func takeNext(at now: ContinuousClock.Instant) -> Call? {
    if let payer = payers.last, let since { queue.charge(payer, now - since, at: now) }
    since = now
    guard payers.isEmpty || goesOn(at: now), let (call, payer) = queue.removeNext(at: now) else {
      return nil
    }
    payers.append(payer)
    return call
  }

  /// All that the turn has come to is done.
  mutating func endTurn(at now: ContinuousClock.Instant) {
    defer { (payers, since) = ([], nil) }
    guard let since, !payers.isEmpty else { return }
    // To divide a duration takes longer than all else here.
    let share = payers.count == 1 ? now - since : (now - since) / payers.count
    for payer in payers { queue.charge(payer, share, at: now) }
    // What costs much is known at once, and forgotten by and by.
    costOfRest = max(share, costOfRest / 2, Self.leastRest)
  }
}
