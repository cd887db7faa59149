/// A row with so many variables that it is kept apart from the factors of the active rows (`SparseBasis`).
///
/// While it is active, hardly anything is sparse: whatever moves a variable of it moves another, and what that one
/// costs each of them costs. So the factors have another row at its place, the *stand-in*. `shares` expresses the long
/// row by their rows; then anything else that they express, as `numbers` by place, is expressed by the active rows as
///
///     numbers[place] / shares[place]                       of the long row, at its place: its *price*
///     numbers[other] - price · shares[other]               of the row at any other place
///
/// so only the price changes for all places, and is one number. The exchange of an active row that takes a variable out
/// of the long row gives it another stand-in.
struct LongRow {
  /// Where it is active, or -1.
  var place = -1
  var standIn = -1
  /// By place, while it is active.
  var shares: SparseVector
  /// By place, while it is active: a move gains if the price is below this, or if less than nothing is above it, minus
  /// that price. So a price that changes finds who gains by it, and nobody else is looked at.
  let buyers: LargestTree
  let sellers: LargestTree
  /// The level for which they know all places; nil: none.
  var judged: Range<Int>?

  init(_ count: Int, _ memory: SparseMemory, isNeeded: Bool) {
    shares = memory.vector(count, memory.items(memory.arena.shares), list: 5)
    buyers = LargestTree(isNeeded ? count : 0, memory.items(memory.arena.buyers))
    sellers = LargestTree(isNeeded ? count : 0, memory.items(memory.arena.sellers))
  }
}

extension GeneralBlock {
  /// To be found again by a warm solve.
  var standIn: Int32 { Int32(vectors.map { $0.long.place >= 0 ? $0.long.standIn : -1 } ?? -1) }

  /// The coefficient of the active row at a place in what the factors express as `numbers`.
  @inline(__always) func entry(of numbers: SparseVector, at place: Int) -> Double {
    let long = vectors!.long
    guard long.place >= 0 && numbers[long.place] != 0 else { return numbers[place] }
    let price = numbers[long.place] / long.shares[long.place]
    return place == long.place ? price : numbers[place] - price * long.shares[place]
  }

  mutating func setPrice() {
    let long = vectors!.long
    price = long.place >= 0 ? multiplier[long.place] / long.shares[long.place] : 0
  }

  @inline(__always) mutating func multiplier(at place: Int) -> Double {
    price == 0 ? multiplier[place] : multiplierWithLongRow(place)
  }

  private mutating func multiplierWithLongRow(_ place: Int) -> Double {
    let long = vectors!.long
    return place == long.place ? price : multiplier[place] - price * long.shares[place]
  }

  /// Notes from which price of the long row on moves from a place gain. False if the price does not matter there.
  mutating func offer(_ place: Int, _ level: Range<Int>, _ long: LongRow) -> Bool {
    // The long row itself has nothing but its price.
    let (known, share) = place == long.place ? (0, -1) : (multiplier[place], long.shares[place])
    var (buys, sells) = (-Double.infinity, -Double.infinity)
    let isOffered = abs(share) > GeneralBlock.zero
    if isOffered {
      for sign: Int32 in [1, -1] where directions[place] & bit(sign) != 0 {
        // The move costs own - sign · (known - price · share).
        let limit = (known - Double(sign) * ownCost(place, sign, level)) / share
        if (share > 0) == (sign > 0) { buys = limit } else { sells = -limit }
      }
    }
    long.buyers.set(place, buys)
    long.sellers.set(place, sells)
    return isOffered
  }

  /// The move that gains most among those that the price brings most for each unit of the long row.
  mutating func bestOffer(_ level: Range<Int>) -> (place: Int, sign: Int32, cost: Double)? {
    let long = vectors!.long
    guard long.place >= 0 else { return nil }
    var best: (place: Int, sign: Int32, cost: Double)?
    func look(_ offers: LargestTree, _ limit: Double) {
      while let place = offers.largest, offers[place] > limit {
        if let (sign, cost) = bestSign(place, level) {
          if cost < best?.cost ?? 0 { best = (place, sign, cost) }
          return
        }
        // By less than counts: not before multipliers are computed again.
        offers.set(place, -.infinity)
        vectors!.dropped.append(Int32(place))
        work += 1
      }
    }
    look(long.buyers, price)
    look(long.sellers, -price)
    work += 4
    return best
  }

  /// Between the active rows and those that the factors have.
  mutating func exchangeStandIn() {
    let long = vectors!.long
    guard long.place >= 0 else { return }
    let row = Int(active[long.place])
    let other = row == longRow ? long.standIn : longRow
    place[row] = -1
    active[long.place] = Int32(other)
    place[other] = Int32(long.place)
    if other == longRow { vectors!.long.standIn = row }
  }

  /// After the rows have been put in order. A long row that depends on the others gives way to its stand-in.
  mutating func expressLongRow() {
    guard vectors!.long.place >= 0 else { return }
    basis!.addToVariables(ofRow: longRow, 1)
    basis!.express(&vectors!.long.shares)
    work += basis!.takeWork()
    guard abs(vectors!.long.shares[vectors!.long.place]) < GeneralBlock.zero else { return }
    exchangeStandIn()
    vectors!.long.place = -1
    vectors!.hasReplacedRows = true
  }

  /// From the point where the rows of the factors meet to the one where the active rows do.
  mutating func meetLongRow() {
    let long = vectors!.long
    guard long.place >= 0 else { return }
    basis!.addToPlace(long.place, -distance(longRow) / long.shares[long.place])
    basis!.edge(&vectors!.edge)
    let edge = vectors!.edge
    for index in 0..<edge.count { point[edge.index(index)] += edge[edge.index(index)] }
    work += basis!.takeWork() + edge.count
  }

  /// So much more at a place, and whatever then keeps the long row at its target.
  mutating func addEdge(_ place: Int, _ size: Double) {
    let long = vectors!.long
    if place != long.place { basis!.addToPlace(place, size) }
    guard long.place >= 0 else { return }
    let units = place == long.place ? size : -size * long.shares[place]
    if units != 0 { basis!.addToPlace(long.place, units / long.shares[long.place]) }
  }

  /// After the row at a place has become active instead of `leaving`: where the factors have to exchange a row for it;
  /// nil if the long row has become active, for which `leaving` stands in.
  mutating func placeLongRow(_ leaving: Int, _ leavingPlace: Int) -> Int? {
    let long = vectors!.long
    let row = active[leavingPlace]
    if row == longRow {
      vectors!.long.place = leavingPlace
      vectors!.long.standIn = leaving
      vectors!.long.shares.removeAll()
      vectors!.long.shares.subtract(-1, vectors!.entering)
      work += vectors!.entering.count
      return nil
    }
    if leaving == longRow { vectors!.long.place = -1 }
    guard vectors!.long.place >= 0, abs(entering[long.place]) > abs(entering[leavingPlace]) else { return leavingPlace }
    // The stand-in has the larger pivot: it goes, and the row that is left behind stands in from now on.
    active[long.place] = row
    active[leavingPlace] = Int32(longRow)
    place[Int(row)] = Int32(long.place)
    place[longRow] = Int32(leavingPlace)
    for sign: Int32 in [1, -1] {
      let (one, other) = (closingIndex(long.place, sign), closingIndex(leavingPlace, sign))
      (closing[one], closing[other]) = (closing[other], closing[one])
    }
    (directions[long.place], directions[leavingPlace]) = (directions[leavingPlace], directions[long.place])
    vectors!.long.place = leavingPlace
    vectors!.long.standIn = leaving
    return long.place
  }
}
