/// Small numbers in numbered buckets, in flat storage: first all are counted, then all are put in.
struct Buckets: ~Copyable {
  private let starts: Column<Int32>
  private let ends: Column<Int32>
  private(set) var items: Column<Int32>

  init(count: Int) {
    starts = Column(repeating: 0, count: count + 1)
    ends = Column(repeating: 0, count: count)
    items = Column(capacity: 0)
  }

  var bucketCount: Int { ends.count }

  @inline(__always) func count(in bucket: Int32) { starts[bucket + 1] += 1 }

  mutating func finishCounting() {
    for bucket in 0..<ends.count {
      ends[bucket] = starts[bucket]
      starts[bucket + 1] += starts[bucket]
    }
    items = Column(repeating: 0, count: Int(starts[ends.count]))
  }

  @inline(__always) func append(_ item: Int32, to bucket: Int32) {
    items[ends[bucket]] = item
    ends[bucket] += 1
  }

  /// How many are in a bucket so far.
  func filledCount(_ bucket: Int) -> Int32 { ends[bucket] - starts[bucket] }

  /// Where the items of a bucket are.
  @inline(__always) func range(_ bucket: Int) -> Range<Int> { Int(starts[bucket])..<Int(starts[bucket + 1]) }

  func sort(_ bucket: Int) { items.withItems(range(bucket)) { $0.sort() } }
}
