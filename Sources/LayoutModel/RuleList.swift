/// The rules of a layout, in pieces: copies of a layout share the pieces that are alike. So an edit of some of
/// thousands of rules costs the pieces that they stand in, and what differs between two layouts that come from one
/// another is found without looking at what they share.
public struct RuleList: Sendable {
  /// Rules of a piece, a power of two: to copy one takes a microsecond, and 10,000 views have some hundred of them.
  @inlinable static var length: Int { 1 << shift }
  @inlinable static var shift: Int { 7 }

  /// All of `length`, but the last, which has at least one rule.
  @usableFromInline var pieces: [[Rule]] = []
  /// How many rules there are.
  public private(set) var count = 0

  /// No rules.
  public init() {}

  /// Rules in their order.
  public init(_ rules: some Sequence<Rule>) {
    for rule in rules { append(rule) }
  }

  /// Puts a rule at the end.
  public mutating func append(_ rule: Rule) {
    beginPiece()
    pieces[pieces.count - 1].append(rule)
    count += 1
  }

  /// Makes room for a rule at the end.
  private mutating func beginPiece() {
    if count & (Self.length - 1) != 0 { return }
    pieces.append([])
    // Most layouts have one piece, which is not full.
    if count > 0 { pieces[pieces.count - 1].reserveCapacity(Self.length) }
  }

  /// Puts rules of another list at the end, in which views and conditions go by other numbers. Of rules with numbers
  /// that are not literal only what is in place is renumbered: whoever has such replaces them.
  ///
  /// - Parameters:
  ///   - views: by number there: the number here.
  ///   - conditions: likewise.
  package mutating func append(
    _ rules: Range<Int>, of other: RuleList, calling views: [Int32], _ conditions: [Int32]
  ) {
    var next = rules.lowerBound
    while next < rules.upperBound {
      beginPiece()
      let (place, source) = (count & (Self.length - 1), next & (Self.length - 1))
      let number = Swift.min(Self.length - place, Self.length - source, rules.upperBound - next)
      let last = pieces.count - 1
      pieces[last].append(contentsOf: other.pieces[next >> Self.shift][source..<source + number])
      var piece = pieces[last].mutableSpan
      for index in place..<place + number { piece[index].renumber(views, conditions) }
      count += number
      next += number
    }
  }

  /// Takes rules from the end.
  mutating func removeLast(_ number: Int) {
    precondition(number <= count, "\(number) of \(count) rules")
    count -= number
    let (whole, rest) = (count >> Self.shift, count & (Self.length - 1))
    pieces.removeLast(pieces.count - whole - (rest == 0 ? 0 : 1))
    if rest > 0 { pieces[whole].removeLast(pieces[whole].count - rest) }
  }

  /// The indices of rules whose constant differs from that of the rule in the same place of `older`, ascending. Nil
  /// when the two lists differ in anything else. Where rules are written does not count.
  public func constants(otherThanIn older: RuleList) -> [Int32]? {
    guard count == older.count else { return nil }
    var found: [Int32] = []
    for piece in pieces.indices {
      let (rules, others) = (pieces[piece], older.pieces[piece])
      if rules.span.isIdentical(to: others.span) { continue }
      // Rules are compared part by part and in place, because to copy a rule costs more than to compare it.
      for index in rules.indices {
        guard let isOther = rules[index].hasConstant(otherThan: others[index]) else { return nil }
        if isOther { found.append(Int32(piece << Self.shift + index)) }
      }
    }
    return found
  }
}

extension RuleList: RandomAccessCollection, MutableCollection {
  /// 0.
  @inlinable public var startIndex: Int { 0 }
  /// `count`.
  @inlinable public var endIndex: Int { count }

  /// A rule, by its place.
  @inlinable public subscript(index: Int) -> Rule {
    _read { yield pieces[index >> Self.shift][index & (Self.length - 1)] }
    _modify { yield &pieces[index >> Self.shift][index & (Self.length - 1)] }
  }
}

extension RuleList: Equatable {
  /// Costs what the two do not share.
  public static func == (left: RuleList, right: RuleList) -> Bool { left.pieces == right.pieces }
}

extension RuleList: ExpressibleByArrayLiteral {
  public init(arrayLiteral rules: Rule...) { self.init(rules) }
}
