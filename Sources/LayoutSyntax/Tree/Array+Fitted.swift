extension Array {
  /// A copy without spare capacity, because trees are kept for long.
  var fitted: [Element] {
    guard capacity > count + count / 8 else { return self }
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy += self
    return copy
  }
}
