import LayoutModel
import LayoutSyntax

/// The candidates that somebody who wrote `name` probably meant, best first; at most three. Whoever writes `title` for
/// a view inside of others means `row.title`; of a record that is gone, `row["a"]`, or without one, `row`, the view of
/// another is meant. Of many candidates the first are looked at: a slip is to cost no more in a large scene than in a
/// small one.
func nearNames(to name: String, in candidates: some Sequence<String>) -> [String] {
  var rest = Array(candidates.prefix(ModelLimits.candidates))
  var near = Array(rest.filter { $0.hasSuffix(".\(name)") }.prefix(3))
  if near.isEmpty {
    let pattern = withoutKeys(name)
    near = Array(rest.lazy.filter { (".\(withoutKeys($0))").hasSuffix(".\(pattern)") }.prefix(3))
    // Of several records, one whose key is nearly the same.
    if pattern != name, let nearest = nearestName(to: name, in: rest) {
      near = ([nearest] + near).firstOccurrences.prefix(3).map { $0 }
    }
  }
  rest.removeAll { near.contains($0) }
  while near.count < 3, let nearest = nearestName(to: name, in: rest) {
    near.append(nearest)
    rest.removeAll { $0 == nearest }
  }
  return near
}

/// A path without the keys of records in it: `row.title` for `row["a"].title`.
private func withoutKeys(_ path: String) -> String {
  if !path.contains("[\"") { return path }
  var result: [UInt8] = []
  var isKey = false
  var isBehindKey = false
  var isEscaped = false
  for byte in path.utf8 {
    if isKey {
      isKey = isEscaped || byte != UInt8(ascii: "\"")
      isBehindKey = !isKey
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    } else if byte == UInt8(ascii: "\""), result.last == UInt8(ascii: "[") {
      result.removeLast()
      isKey = true
    } else {
      // The bracket that closes the key goes with it.
      if !isBehindKey || byte != UInt8(ascii: "]") { result.append(byte) }
      isBehindKey = false
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// All candidates sorted, those that somebody who wrote `name` probably meant before the others.
func knownNames(_ candidates: some Sequence<String>, nearestTo name: String) -> [String] {
  let sorted = Set(candidates).sorted()
  let near = nearNames(to: name, in: sorted)
  return near + sorted.filter { !near.contains($0) }
}

/// Whether `left` comes first in byte order.
func precedesInBytes(_ left: String, _ right: String) -> Bool {
  // Thousands of paths are sorted, and byte by byte through views of strings takes three times as long.
  let (left, right) = (left.utf8Span.span, right.utf8Span.span)
  for index in 0..<min(left.count, right.count) where left[index] != right[index] { return left[index] < right[index] }
  return left.count < right.count
}
