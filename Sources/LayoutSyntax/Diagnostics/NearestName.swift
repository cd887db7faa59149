/// The name somebody probably meant: the candidate with the smallest edit distance to `name`, or nil when none is
/// close enough to be worth saying.
///
/// Close enough is one edit for up to four letters, two for up to eight, else three, and never as many as the name
/// has letters. An edit inserts, deletes or replaces a letter or swaps two neighbours (the restricted
/// Damerau-Levenshtein distance). Upper and lower case differ by half an edit, so `centerx` finds `centerX` first.
/// Among equally near candidates the first one wins. Cost: letters × letters for each candidate of similar length.
public func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  let letters = Array(name.utf8.prefix(64))
  let limit = letters.count <= 4 ? 2 : letters.count <= 8 ? 4 : 6
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let others = Array(candidate.utf8.prefix(64))
    guard abs(others.count - letters.count) * 2 <= limit else { continue }
    let distance = editDistance(letters, others)
    guard distance <= limit, distance < 2 * letters.count else { continue }
    if let best, best.distance <= distance { continue }
    best = (candidate, distance)
  }
  return best?.name
}

/// Twice the restricted Damerau-Levenshtein distance; letters that differ in case alone count 1 instead of 2.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = (0...right.count).map { $0 * 2 }
  for row in left.indices {
    var current = [Int](repeating: (row + 1) * 2, count: right.count + 1)
    for column in right.indices {
      let replace = last[column] + replacementCost(left[row], right[column])
      var cost = min(replace, last[column + 1] + 2, current[column] + 2)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 2)
      }
      current[column + 1] = cost
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}

private func replacementCost(_ left: UInt8, _ right: UInt8) -> Int {
  if left == right { return 0 }
  let bothLetters = (left | 0x20) >= 0x61 && (left | 0x20) <= 0x7A
  return bothLetters && left | 0x20 == right | 0x20 ? 1 : 2
}
