import LayoutSyntax

/// The candidates that somebody who wrote `name` probably meant, best first; at most three. Whoever writes `title` for
/// a view inside of others means `row.title`.
func nearNames(to name: String, in candidates: some Sequence<String>) -> [String] {
  var rest = Array(candidates)
  var near = Array(rest.filter { $0.hasSuffix(".\(name)") }.prefix(3))
  rest.removeAll { near.contains($0) }
  while near.count < 3, let nearest = nearestName(to: name, in: rest) {
    near.append(nearest)
    rest.removeAll { $0 == nearest }
  }
  return near
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
