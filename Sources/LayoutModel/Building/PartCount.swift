import LayoutSyntax

/// Counts the numbers and names of a value, or the questions and numbers of a condition, until there are too many.
struct PartCount {
  private(set) var number = 0
  private let most: Int

  init(upTo most: Int = ModelLimits.valueParts) { self.most = most }

  /// Whether there are too many; then the count goes no further.
  var isTooMany: Bool { number > most }

  mutating func countOne() { number += 1 }
}

extension LinearExpression {
  func countParts(_ count: inout PartCount) {
    constant.countParts(&count)
    percent?.countParts(&count)
    term?.multiplier.countParts(&count)
    for term in moreTerms where !count.isTooMany { term.multiplier.countParts(&count) }
  }
}

extension Quantity {
  func countParts(_ count: inout PartCount) {
    count.countOne()
    if count.isTooMany { return }
    switch self {
    case .literal, .pixels, .variable: break
    case .identified(_, _, let written): written.countParts(&count)
    case .sum(let first, let second), .difference(let first, let second), .product(let first, let second),
      .quotient(let first, let second):
      first.countParts(&count)
      second.countParts(&count)
    }
  }
}

extension Condition {
  /// How many parts the condition has, counted up to what one value may have.
  var partCount: Int {
    var count = PartCount(upTo: SyntaxLimits.depth * ModelLimits.valueParts)
    countParts(&count)
    return count.number
  }

  func countParts(_ count: inout PartCount) {
    count.countOne()
    if count.isTooMany { return }
    switch self {
    case .constant, .flag, .trait, .configuration, .hidden: break
    case .compare(let one, _, let other):
      one.countParts(&count)
      other.countParts(&count)
    case .not(let inner): inner.countParts(&count)
    case .all(let parts), .any(let parts): for part in parts where !count.isTooMany { part.countParts(&count) }
    }
  }
}

extension PartCount {
  fileprivate mutating func countTracks(_ number: Int32) {
    for _ in 0..<Int(number) * TrackList.parts where !isTooMany { countOne() }
  }
}

extension Rule {
  /// How many parts it has: itself, and what is not in place.
  var partCount: Int {
    if literalForm != nil { return 1 }
    var count = PartCount(upTo: 2 * ModelLimits.valueParts)
    term?.multiplier.countParts(&count)
    for term in moreTerms where !count.isTooMany { term.multiplier.countParts(&count) }
    constant.countParts(&count)
    return 1 + count.number
  }
}

extension Setting {
  /// How many parts it has: itself, and what it says.
  var partCount: Int {
    var count = PartCount()
    countParts(&count)
    return 1 + count.number
  }

  private func countParts(_ count: inout PartCount) {
    switch self {
    case .gap(let one), .lineGap(let one), .gapAfter(let one), .property(_, .number(let one)): one.countParts(&count)
    case .padding(let insets), .margins(let insets):
      for one in [insets.top, insets.leading, insets.bottom, insets.trailing] { one.countParts(&count) }
    case .intrinsicSize(let width, let height):
      width?.countParts(&count)
      height?.countParts(&count)
    case .baselines(let first, let last):
      first.countParts(&count)
      last.countParts(&count)
    case .property(_, .template(let template)): for _ in template.parts { count.countOne() }
    case .columns(let list), .rows(let list):
      switch list {
      case .equal(let number): count.countTracks(number)
      case .atLeast(let length): length.countParts(&count)
      case .each(let tracks):
        for track in tracks {
          count.countTracks(1)
          if case .length(let length) = track { length.countParts(&count) }
        }
      }
    // Where as many columns as fit are asked for, each that a view goes over may be one more.
    case .span(let numbers), .cell(let numbers): count.countTracks(max(1, numbers.rows + numbers.columns - 1))
    case .hugging, .compressionResistance, .items, .ownAlignment, .columnItems, .ownColumnAlignment, .justify, .lines,
      .distribution, .automaticAxis,
      .turned, .hidden, .trait, .property:
      break
    }
  }
}

extension Measured {
  func countParts(_ count: inout PartCount) {
    constant.countParts(&count)
    for term in terms where !count.isTooMany { term.multiplier.countParts(&count) }
  }
}
