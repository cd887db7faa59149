/// Values by name, in pieces: copies share the pieces that are alike. So a change of a copy costs one piece, and what
/// differs between two that come from one another is found without looking at what they share.
///
/// The state of a scene is kept in several places at once (what is set, what is remembered, what a call comes to), and
/// calls that set one thing of tens of thousands are the usual ones.
struct SharedTable<Value: Equatable & Sendable>: Sendable {
  /// A power of two of them. A name stands in the piece that its hash says.
  private var pieces: [[String: Value]] = [[:]]
  private(set) var count = 0

  /// Names of a piece, on average at most: to copy one takes some microseconds.
  private static var fullPiece: Int { 64 }

  init() {}

  var isEmpty: Bool { count == 0 }

  var names: some Sequence<String> { pieces.lazy.flatMap(\.keys) }

  subscript(name: String) -> Value? {
    get { pieces[place(of: name)][name] }
    set { set(name, to: newValue) }
  }

  /// Sets a value, or takes it away.
  ///
  /// - Returns: what was there.
  @discardableResult mutating func set(_ name: String, to value: Value?) -> Value? {
    let place = place(of: name)
    guard let value else {
      let former = pieces[place].removeValue(forKey: name)
      if former != nil { count -= 1 }
      return former
    }
    let former = pieces[place].updateValue(value, forKey: name)
    if former == nil {
      count += 1
      if count > pieces.count * Self.fullPiece { split() }
    }
    return former
  }

  /// Takes away whatever does not hold.
  mutating func keep(where holds: (String, Value) -> Bool) {
    for index in pieces.indices {
      let kept = pieces[index].filter { holds($0.key, $0.value) }
      count -= pieces[index].count - kept.count
      if kept.count != pieces[index].count { pieces[index] = kept }
    }
  }

  /// The names that have another value than in `other`, or that only one of the two has; sorted.
  func names(differingFrom other: SharedTable) -> [String] {
    if pieces.count == other.pieces.count {
      return zip(pieces, other.pieces).flatMap { Self.names(of: $0, differingFrom: $1) }.sorted()
    }
    return (names.filter { self[$0] != other[$0] } + other.names.filter { self[$0] == nil }).sorted()
  }

  /// What two pieces share is told by their storage.
  private static func names(of piece: [String: Value], differingFrom other: [String: Value]) -> [String] {
    if piece == other { return [] }
    return piece.keys.filter { piece[$0] != other[$0] } + other.keys.filter { piece[$0] == nil }
  }

  private func place(of name: String) -> Int { pieces.count == 1 ? 0 : name.hashValue & (pieces.count - 1) }

  private mutating func split() {
    let former = pieces
    pieces = Array(repeating: [:], count: former.count * 2)
    for (name, value) in former.joined() { pieces[place(of: name)][name] = value }
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
  func makeIterator() -> FlattenSequence<[[String: Value]]>.Iterator { pieces.joined().makeIterator() }
}

extension SharedTable: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, Value)...) { for (name, value) in elements { set(name, to: value) } }
}
