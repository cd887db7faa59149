extension RandomAccessCollection where Index == Int {
  /// The place of the first element that belongs behind, the end if there is none. All that belong in front stand
  /// before it. Cost: logarithmic.
  @inlinable package func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The places of the longest part that ascends by `value`. The method is patience sorting: `tails[n]` is the place
  /// of the smallest element that ends an ascending part of n + 1 elements.
  package func longestAscendingPart(by value: (Element) -> some Comparable) -> [Int] {
    var tails: [Int] = []
    var before = [Int?](repeating: nil, count: count)
    for place in indices {
      let length = tails.partitioningIndex { value(self[$0]) >= value(self[place]) }
      before[place - startIndex] = length > 0 ? tails[length - 1] : nil
      if length == tails.count { tails.append(place) } else { tails[length] = place }
    }
    var part: [Int] = []
    var place = tails.last
    while let current = place {
      part.append(current)
      place = before[current - startIndex]
    }
    return part.reversed()
  }
}
