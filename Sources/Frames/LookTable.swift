/// The numbers of the looks that the views of a scene have.
///
/// Equal looks have one number. It stays with them while they move: when all views with a number come to look
/// otherwise at once, the number gets that look instead of each view another number. A number that no view has is given
/// to the next new look, so there are never more than there were looks at once.
struct LookTable: Sendable {
  /// A number that stands for something else than before. A look that is nil is nothing: no view has the number.
  struct Change: Equatable, Sendable {
    var id: LookID
    var from: Look?
    var to: Look?
  }

  private struct Entry: Sendable {
    /// What the number stands for; nil: it is free.
    var look: Look?
    /// How many views have it.
    var uses = 0
  }

  /// Number 1 is at 0.
  private var entries: [Entry] = []
  private var numbers: [Look: LookID] = [:]
  /// No entry before this is free.
  private var lowestFree = 0

  init() {}

  /// Gives views their new looks, all at once. It costs what is given.
  ///
  /// - Parameters:
  ///   - leaving: the numbers of what is no more, one a view.
  ///   - changing: by view: the number it has, and how it looks from now on. A look that says nothing has no number.
  /// - Returns: the new numbers, in the order of `changing`; and what stands for something else, by number, each once.
  mutating func exchange(
    leaving: some Sequence<LookID> = EmptyCollection(), changing: [(from: LookID?, to: Look)]
  ) -> (numbers: [LookID?], changes: [Change]) {
    var released: [LookID] = []
    released.reserveCapacity(changing.count)
    released += leaving
    for change in changing { if let id = change.from { released.append(id) } }
    for id in released { entries[id.index].uses -= 1 }
    var changes: [Change] = []
    let numbers = changing.map { change -> LookID? in
      if change.to.isPlain { return nil }
      let id = number(of: change.to, insteadOf: change.from, &changes)
      entries[id.index].uses += 1
      return id
    }
    for id in released where entries[id.index].uses == 0 {
      guard let look = entries[id.index].look else { continue }
      set(id, to: nil, insteadOf: look, &changes)
      lowestFree = min(lowestFree, id.index)
    }
    changes.sort { $0.id < $1.id }
    return (numbers, changes)
  }

  private mutating func number(of look: Look, insteadOf former: LookID?, _ changes: inout [Change]) -> LookID {
    if let known = numbers[look] { return known }
    if let former, entries[former.index].uses == 0 {
      set(former, to: look, insteadOf: entries[former.index].look, &changes)
      return former
    }
    while lowestFree < entries.count, entries[lowestFree].look != nil { lowestFree += 1 }
    if lowestFree == entries.count { entries.append(Entry()) }
    let id = LookID(index: lowestFree)
    set(id, to: look, insteadOf: nil, &changes)
    return id
  }

  private mutating func set(_ id: LookID, to look: Look?, insteadOf former: Look?, _ changes: inout [Change]) {
    if let former { numbers[former] = nil }
    if let look { numbers[look] = id }
    entries[id.index].look = look
    changes.append(Change(id: id, from: former, to: look))
  }
}

extension LookID {
  /// Where it stands in a list of all numbers.
  var index: Int { Int(value) - 1 }

  init(index: Int) { self.init(UInt32(index + 1)) }
}
