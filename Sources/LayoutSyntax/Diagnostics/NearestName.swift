/// The name somebody probably meant: the candidate with the smallest edit distance to `name`, or nil when none is
/// close enough to be worth saying.
///
/// Close enough is one edit for up to four letters, two for up to eight, else three, and never as many as the name
/// has letters. An edit inserts, deletes or replaces a letter or swaps two neighbours (the restricted
/// Damerau-Levenshtein distance). Upper and lower case differ by half an edit, so `centerx` finds `centerX` first.
/// Among equally near candidates the first one wins. Cost: seven times the letters for each candidate of similar
/// length.
public func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  var search = NameSearch(for: name)
  return search.nearest(of: candidates)
}

/// A name that is looked for among others, with the rows of the table in which distances are counted.
struct NameSearch {
  /// Of longer names the beginnings are compared.
  private static let mostLetters = 64

  private let name: String
  private let letters: [UInt8]
  /// Twice the distance that counts still.
  private var limit: Int
  private var (beforeLast, last, current): ([Int], [Int], [Int])
  /// How many cells of the table were counted.
  private(set) var cells = 0

  init(for name: String) {
    self.name = name
    letters = Array(name.utf8.prefix(Self.mostLetters))
    limit = letters.count <= 4 ? 2 : letters.count <= 8 ? 4 : 6
    // Never as many edits as there are letters.
    limit = min(limit, 2 * letters.count - 1)
    let row = [Int](repeating: 0, count: Self.mostLetters + 1)
    (beforeLast, last, current) = (row, row, row)
  }

  mutating func nearest(of candidates: some Sequence<String>) -> String? {
    var best: String?
    for candidate in candidates where candidate != name {
      let count = min(candidate.utf8.count, Self.mostLetters)
      guard abs(count - letters.count) * 2 <= limit else { continue }
      guard let distance = distance(to: Array(candidate.utf8.prefix(count))) else { continue }
      best = candidate
      // A later one has to be nearer.
      limit = distance - 1
      if limit < 0 { break }
    }
    return best
  }

  /// Twice the restricted Damerau-Levenshtein distance; letters that differ in case alone count 1 instead of 2. Nil:
  /// more than `limit`.
  ///
  /// Of the table only cells near the diagonal are counted: one further away stands for more insertions or deletions
  /// than may be (Ukkonen, Information and Control 64, 1985).
  private mutating func distance(to others: [UInt8]) -> Int? {
    let (band, far) = (limit / 2, limit + 1)
    for column in 0...others.count { last[column] = column * 2 }
    for row in letters.indices {
      let columns = max(0, row - band)..<min(others.count, row + band + 1)
      current[columns.lowerBound] = columns.lowerBound == 0 ? (row + 1) * 2 : far
      var least = current[columns.lowerBound]
      for column in columns {
        let replace = last[column] + replacementCost(letters[row], others[column])
        var cost = min(replace, last[column + 1] + 2, current[column] + 2)
        if row > 0, column > 0, letters[row] == others[column - 1], letters[row - 1] == others[column] {
          cost = min(cost, beforeLast[column - 1] + 2)
        }
        current[column + 1] = cost
        least = min(least, cost)
      }
      if columns.upperBound < others.count { current[columns.upperBound + 1] = far }
      cells += columns.count
      if least > limit { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[others.count] <= limit ? last[others.count] : nil
  }
}

private func replacementCost(_ left: UInt8, _ right: UInt8) -> Int {
  if left == right { return 0 }
  let bothLetters = (left | 0x20) >= 0x61 && (left | 0x20) <= 0x7A
  return bothLetters && left | 0x20 == right | 0x20 ? 1 : 2
}

/// `did you mean 'left'?`, for words about a name that is not there.
package func correction(_ nearest: String) -> String { "did you mean '\(nearest)'?" }

/// `; did you mean '#left'?`, behind such words; nothing where no name is near.
///
/// - Parameter prefix: stands before the name where it is written.
package func didYouMean(_ nearest: String?, _ prefix: String = "") -> String {
  nearest.map { "; \(correction(prefix + $0))" } ?? ""
}
