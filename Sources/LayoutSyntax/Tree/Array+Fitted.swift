extension Array {
  /// The same in memory that is no larger than it must be: trees are kept, and room for what might have come is not.
  var fitted: [Element] {
    guard capacity > count + count / 8 else { return self }
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy += self
    return copy
  }
}
