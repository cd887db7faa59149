/// Which part of a JSON document each token of a layout's text comes from.
///
/// A layout that is read from JSON is turned into text, and complaints point into that text, which nobody has seen.
/// `SourceText.shown(_:)` finds the place in the JSON instead.
final class ProjectedPlaces: Sendable {
  /// What a token comes from.
  struct Spot: Equatable {
    /// In the JSON: the characters of the token, or else the whole value that led to it.
    var span: SourceSpan
    /// The value, as a number.
    var value: Int
    /// Whether the characters are the token's own.
    var isExact: Bool
  }

  let json: SourceText
  private let starts: [Int32]
  private let ends: [Int32]
  private let spots: [Spot]

  /// - Precondition: as many spots as tokens, and at least one.
  init(_ json: SourceText, _ tokens: [SyntaxToken], from spots: [Spot]) {
    precondition(tokens.count == spots.count && !spots.isEmpty, "\(tokens.count) tokens, \(spots.count) spots")
    self.json = json
    self.spots = spots
    starts = tokens.map(\.start)
    ends = tokens.map(\.end)
  }

  /// The place in the JSON of some text: all of it within one value, else the value where it begins.
  func place(of span: SourceSpan) -> (span: SourceSpan, isExact: Bool) {
    // The first token that ends behind the beginning: blanks belong to what follows.
    let first = min(ends.partitioningIndex { $0 > span.start }, spots.count - 1)
    let last = max(first, starts.partitioningIndex { $0 >= span.end } - 1)
    let (from, to) = (spots[first], spots[last])
    if from.value == to.value, from.isExact, to.isExact {
      return (
        SourceSpan(start: from.span.start, end: max(to.span.end, from.span.end)),
        starts[first] == span.start && ends[last] == span.end
      )
    }
    return (from.span, false)
  }
}

extension SourceText {
  /// Where people find a span of this text: here, or in the JSON that the text was made from.
  ///
  /// - Returns: with `isExact` when the place has the span's text word for word, so that a fix can replace it.
  public func shown(_ span: SourceSpan) -> (source: SourceText, span: SourceSpan, isExact: Bool) {
    guard let places else { return (self, span, true) }
    let (span, isExact) = places.place(of: span)
    return (places.json, span, isExact)
  }

  /// The text that people know.
  public var shown: SourceText { places?.json ?? self }
}
