extension Sequence where Element: Hashable {
  /// The elements without repetitions, in order. Cost: linear.
  var firstOccurrences: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
