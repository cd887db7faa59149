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
}
