/// Values by name, in pieces: copies share the pieces that are alike. So a change of a copy costs one piece, and what
/// differs between two that come from one another is found without looking at what they share.
///
/// The state of a scene is kept in several places at once (what is set, what is remembered, what a call comes to), and
/// calls that set one thing of tens of thousands are the usual ones. Those that set thousands touch every piece; so
/// names stand in the order of their hashes, and two pieces are compared without hashing any. A piece that is full
/// falls into two, and no other is touched by that.
struct SharedTable<Value: Equatable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let hash: Int
    let name: String
    var value: Value

    func isBefore(_ other: Entry) -> Bool { isBefore(other.hash, other.name) }

    func isBefore(_ hash: Int, _ name: String) -> Bool { self.hash == hash ? self.name < name : self.hash < hash }

    func isOf(_ hash: Int, _ name: String) -> Bool { self.hash == hash && self.name == name }
  }

  /// Names stand in the order of their hashes.
  private var pieces: [[Entry]] = [[]]
  /// From which hash on names stand in each piece.
  private var starts = [Int.min]
  private(set) var count = 0

  /// Names of a piece at most: to copy one takes some microseconds.
  private static var fullPiece: Int { 64 }

  init() {}

  var isEmpty: Bool { count == 0 }

  var names: some Sequence<String> { pieces.lazy.joined().lazy.map(\.name) }

  subscript(name: String) -> Value? {
    get {
      let place = place(of: name)
      return place.isTaken ? pieces[place.piece][place.index].value : nil
    }
    set { set(name, to: newValue) }
  }

  /// Sets a value, or takes it away.
  ///
  /// - Returns: what was there.
  @discardableResult mutating func set(_ name: String, to value: Value?) -> Value? {
    let place = place(of: name)
    let former = place.isTaken ? pieces[place.piece][place.index].value : nil
    switch (value, place.isTaken) {
    case (let value?, true): pieces[place.piece][place.index].value = value
    case (let value?, false):
      pieces[place.piece].insert(Entry(hash: place.hash, name: name, value: value), at: place.index)
      count += 1
      if pieces[place.piece].count > Self.fullPiece { split(place.piece) }
    case (nil, true):
      pieces[place.piece].remove(at: place.index)
      count -= 1
      if pieces[place.piece].isEmpty { removePiece(place.piece) }
    case (nil, false): break
    }
    return former
  }

  /// Takes away whatever does not hold.
  mutating func keep(where holds: (String, Value) -> Bool) {
    for index in pieces.indices.reversed() {
      let kept = pieces[index].filter { holds($0.name, $0.value) }
      if kept.count == pieces[index].count { continue }
      count -= pieces[index].count - kept.count
      pieces[index] = kept
      if kept.isEmpty { removePiece(index) }
    }
  }

  /// What leads here from `other`: the names that have another value there or none, sorted; and those that only `other`
  /// has, with nil.
  func changes(since other: SharedTable) -> [(name: String, value: Value?)] {
    var changes: [(name: String, value: Value?)] = []
    compare(with: other) { own, others in
      if let name = own?.name ?? others?.name { changes.append((name, own?.value)) }
      return true
    }
    return changes.sorted { $0.name < $1.name }
  }

  // MARK: Places

  private struct Place {
    let hash: Int
    let piece: Int
    /// Where the name stands in the piece, or belongs.
    let index: Int
    let isTaken: Bool
  }

  private func place(of name: String) -> Place {
    let hash = name.hashValue
    let piece = starts.partitioningIndex { $0 > hash } - 1
    let index = pieces[piece].partitioningIndex { !$0.isBefore(hash, name) }
    let isTaken = index < pieces[piece].count && pieces[piece][index].isOf(hash, name)
    return Place(hash: hash, piece: piece, index: index, isTaken: isTaken)
  }

  /// Names of one hash stay together.
  private mutating func split(_ index: Int) {
    let piece = pieces[index]
    guard let half = (piece.count / 2..<piece.count).first(where: { piece[$0 - 1].hash != piece[$0].hash }) else {
      return
    }
    pieces.insert(Array(piece[half...]), at: index + 1)
    starts.insert(piece[half].hash, at: index + 1)
    pieces[index] = Array(piece[..<half])
  }

  private mutating func removePiece(_ index: Int) {
    guard pieces.count > 1 else { return }
    pieces.remove(at: index)
    starts.remove(at: index)
    starts[0] = .min
  }

  // MARK: Differences

  /// Tells what stands in one of the two alone, or is not equal, until nobody wants to know more.
  private func compare(with other: SharedTable, _ tell: (_ own: Entry?, _ others: Entry?) -> Bool) {
    var (left, right) = (0, 0)
    var (piece, otherPiece) = (pieces[0][...], other.pieces[0][...])
    while true {
      // What the two share is told by their storage.
      if piece.span.isIdentical(to: otherPiece.span) { (piece, otherPiece) = ([], []) }
      if piece.isEmpty, left + 1 < pieces.count {
        left += 1
        piece = pieces[left][...]
      } else if otherPiece.isEmpty, right + 1 < other.pieces.count {
        right += 1
        otherPiece = other.pieces[right][...]
      } else if piece.isEmpty && otherPiece.isEmpty {
        return
      } else if !Self.compare(&piece, with: &otherPiece, tell) {
        return
      }
    }
  }

  /// Goes on until one of the two pieces is used up; if one is already, to the end of the other.
  ///
  /// - Returns: whether anybody wants to know more.
  private static func compare(
    _ piece: inout ArraySlice<Entry>, with other: inout ArraySlice<Entry>, _ tell: (Entry?, Entry?) -> Bool
  ) -> Bool {
    var (left, right) = (piece.startIndex, other.startIndex)
    defer { (piece, other) = (piece[left...], other[right...]) }
    let isTail = piece.isEmpty || other.isEmpty
    while true {
      let (hasOwn, hasOther) = (left < piece.endIndex, right < other.endIndex)
      guard hasOwn && hasOther || isTail && (hasOwn || hasOther) else { return true }
      var goesOn = true
      if hasOwn, !hasOther || piece[left].isBefore(other[right]) {
        goesOn = tell(piece[left], nil)
        left += 1
      } else if !hasOwn || other[right].isBefore(piece[left]) {
        goesOn = tell(nil, other[right])
        right += 1
      } else {
        if piece[left].value != other[right].value { goesOn = tell(piece[left], other[right]) }
        left += 1
        right += 1
      }
      if !goesOn { return false }
    }
  }
}

extension SharedTable: Equatable {
  static func == (left: SharedTable, right: SharedTable) -> Bool {
    guard left.count == right.count else { return false }
    var isEqual = true
    left.compare(with: right) { _, _ in
      isEqual = false
      return false
    }
    return isEqual
  }
}

extension SharedTable: Sequence {
  func makeIterator() -> some IteratorProtocol<(key: String, value: Value)> {
    pieces.lazy.joined().lazy.map { (key: $0.name, value: $0.value) }.makeIterator()
  }
}

extension SharedTable: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, Value)...) { for (name, value) in elements { set(name, to: value) } }
}
