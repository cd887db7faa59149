/// Values by name, in pieces: copies share the pieces that are alike. So a change of a copy costs one piece, and what
/// differs between two that come from one another is found without looking at what they share.
///
/// The state of a scene is kept in several places at once (what is set, what is remembered, what a call comes to), and
/// calls that set one thing of tens of thousands are the usual ones. Those that set thousands touch every piece; so the
/// names of a piece are in the order of their hashes, and two pieces are compared without hashing any.
struct SharedTable<Value: Equatable & Sendable>: Sendable {
  private struct Entry: Equatable, Sendable {
    let hash: Int
    let name: String
    var value: Value

    func isBefore(_ other: Entry) -> Bool { isBefore(other.hash, other.name) }

    func isBefore(_ hash: Int, _ name: String) -> Bool { self.hash == hash ? self.name < name : self.hash < hash }

    func isOf(_ hash: Int, _ name: String) -> Bool { self.hash == hash && self.name == name }
  }

  /// A power of two of them. A name stands in the piece that the last bits of its hash say, in the order of hashes.
  private var pieces: [[Entry]] = [[]]
  private(set) var count = 0

  /// Names of a piece, on average at most: to copy one takes some microseconds.
  private static var fullPiece: Int { 64 }

  init() {}

  var isEmpty: Bool { count == 0 }

  var names: some Sequence<String> { pieces.lazy.joined().lazy.map(\.name) }

  subscript(name: String) -> Value? {
    get {
      let (hash, place) = place(of: name)
      let index = index(of: hash, name, in: place)
      return index < pieces[place].count && pieces[place][index].isOf(hash, name) ? pieces[place][index].value : nil
    }
    set { set(name, to: newValue) }
  }

  /// Sets a value, or takes it away.
  ///
  /// - Returns: what was there.
  @discardableResult mutating func set(_ name: String, to value: Value?) -> Value? {
    let (hash, place) = place(of: name)
    let index = index(of: hash, name, in: place)
    let former = index < pieces[place].count && pieces[place][index].isOf(hash, name) ? pieces[place][index].value : nil
    guard let value else {
      if former != nil {
        pieces[place].remove(at: index)
        count -= 1
      }
      return former
    }
    if former != nil {
      pieces[place][index].value = value
      return former
    }
    pieces[place].insert(Entry(hash: hash, name: name, value: value), at: index)
    count += 1
    if count > pieces.count * Self.fullPiece { split() }
    return nil
  }

  /// Takes away whatever does not hold.
  mutating func keep(where holds: (String, Value) -> Bool) {
    for index in pieces.indices {
      let kept = pieces[index].filter { holds($0.name, $0.value) }
      count -= pieces[index].count - kept.count
      if kept.count != pieces[index].count { pieces[index] = kept }
    }
  }

  /// The names that have another value than in `other`, or that only one of the two has; sorted.
  func names(differingFrom other: SharedTable) -> [String] {
    var (one, other) = (self, other)
    while one.pieces.count < other.pieces.count { one.split() }
    while other.pieces.count < one.pieces.count { other.split() }
    var names: [String] = []
    for (left, right) in zip(one.pieces, other.pieces) { Self.addNames(of: left, differingFrom: right, to: &names) }
    return names.sorted()
  }

  private static func addNames(of piece: [Entry], differingFrom other: [Entry], to names: inout [String]) {
    // What the two share is told by their storage.
    if piece.span.isIdentical(to: other.span) { return }
    var (left, right) = (0, 0)
    while left < piece.count, right < other.count {
      if piece[left].isBefore(other[right]) {
        names.append(piece[left].name)
        left += 1
      } else if other[right].isBefore(piece[left]) {
        names.append(other[right].name)
        right += 1
      } else {
        if piece[left].value != other[right].value { names.append(piece[left].name) }
        left += 1
        right += 1
      }
    }
    for entry in piece[left...] { names.append(entry.name) }
    for entry in other[right...] { names.append(entry.name) }
  }

  private func place(of name: String) -> (hash: Int, place: Int) {
    let hash = name.hashValue
    return (hash, hash & (pieces.count - 1))
  }

  /// Where a name stands in a piece, or belongs.
  private func index(of hash: Int, _ name: String, in place: Int) -> Int {
    var range = pieces[place].indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        pieces[place][middle].isBefore(hash, name) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Each piece falls into two, by one more bit.
  private mutating func split() {
    let bit = pieces.count
    pieces = pieces.map { $0.filter { $0.hash & bit == 0 } } + pieces.map { $0.filter { $0.hash & bit != 0 } }
  }
}

extension SharedTable: Equatable {
  static func == (left: SharedTable, right: SharedTable) -> Bool {
    guard left.count == right.count else { return false }
    if left.pieces.count == right.pieces.count { return left.pieces == right.pieces }
    return left.allSatisfy { right[$0.key] == $0.value }
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
