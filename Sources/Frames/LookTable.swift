/// The numbers of the looks that the views of a scene have.
///
/// Equal looks have one number. It stays with them while they move: when all views with a number come to look
/// otherwise at once, the number gets that look instead of each view another number. A number that no view has is given
/// to the next new look, so there are never more than there were looks at once.
struct LookTable: Sendable {
  /// What each number stands for; just those that views have.
  private(set) var looks: [LookID: Look] = [:]
  private var numbers: [Look: LookID] = [:]
  /// By number: how many views have it.
  private var uses: [LookID: Int] = [:]
  /// No number below this is free.
  private var lowestFree: UInt32 = 1

  init() {}

  /// Gives views their new looks, all at once.
  ///
  /// - Parameters:
  ///   - leaving: the numbers of what is no more, one a view.
  ///   - changing: by view: the number it has, and how it looks from now on. A look that says nothing has no number.
  /// - Returns: the new numbers, in the order of `changing`.
  mutating func exchange(
    leaving: some Sequence<LookID> = EmptyCollection(), changing: [(from: LookID?, to: Look)]
  ) -> [LookID?] {
    var touched: Set<LookID> = []
    func release(_ id: LookID) {
      uses[id, default: 0] -= 1
      touched.insert(id)
    }
    for id in leaving { release(id) }
    for change in changing { if let id = change.from { release(id) } }
    let numbers = changing.map { change -> LookID? in
      if change.to.isPlain { return nil }
      let id = number(of: change.to, insteadOf: change.from)
      uses[id, default: 0] += 1
      return id
    }
    for id in touched where uses[id] == 0 { forget(id) }
    return numbers
  }

  private mutating func number(of look: Look, insteadOf former: LookID?) -> LookID {
    if let known = numbers[look] { return known }
    var id = LookID(lowestFree)
    if let former, uses[former] == 0 {
      id = former
      numbers[looks[former]!] = nil
    } else {
      while looks[id] != nil { id = LookID(id.value + 1) }
      lowestFree = id.value + 1
    }
    looks[id] = look
    numbers[look] = id
    return id
  }

  private mutating func forget(_ id: LookID) {
    numbers[looks.removeValue(forKey: id)!] = nil
    uses[id] = nil
    lowestFree = min(lowestFree, id.value)
  }
}
