/// A stretch along which moving one variable costs the same per unit of the coupling row.
struct Segment: BitwiseCopyable, Sendable {
  /// In units of the coupling row; may be infinite.
  var length: Double
  /// Local number of the variable.
  var variable: Int32
  /// Its slope vector in `SegmentTable`.
  var slope: Int32
}

/// Where the slope of a variable grows by `jump` at one level.
struct Kink: BitwiseCopyable, Sendable {
  var position: Double
  var jump: Double
  /// That of the level in `SegmentTable.current`.
  var entry: Int32
}

/// What a slope is at one level.
struct SlopeEntry: BitwiseCopyable, Sendable {
  var level: Int32
  var value: Double
}

/// The entries of one slope, ascending by level.
private struct Slope {
  let entries: StoredMutableSpan<SlopeEntry>
  let count: Int
}

/// The segments of a block and their distinct slope vectors, for as long as the block is being solved.
///
/// A slope has an entry for each level, and slopes compare lexicographically. A block may have thousands of levels, and
/// a variable has rows of few of them: so only entries that are not zero are kept, ascending by level. Few slopes are
/// distinct (they are combinations of priorities and coefficients), so each is kept once, and segments are counted by
/// slope instead of sorted. The memory is lent by `SegmentMemory`.
struct SegmentTable: ~Copyable {
  static let slopeTolerance = 1e-9

  let segments: StoredMutableSpan<Segment>
  private(set) var segmentCount = 0
  /// Segments whose slope is exactly what the row is worth: moving along them gains nothing and costs nothing.
  let indifferent: StoredMutableSpan<Segment>
  private(set) var indifferentCount = 0
  /// By segment, for who shares out the critical rank.
  let roomAfter: StoredMutableSpan<Double>

  /// Slope of the variable at hand, ascending by level, some of it zero; and the kinks ahead of it.
  let current: StoredMutableSpan<SlopeEntry>
  private(set) var currentCount = 0
  let ahead: StoredMutableSpan<Kink>
  var aheadCount = 0

  /// Entries of all slopes, one slope after another, and where those of each end.
  private let entries: StoredMutableSpan<SlopeEntry>
  private let entryEnds: StoredMutableSpan<Int32>
  /// Length of all segments of each slope.
  let totals: StoredMutableSpan<Double>
  private(set) var slopeCount = 0
  /// Of slopes, and of entries of all slopes.
  private let slopeRoom: Int
  private let entryRoom: Int
  /// Slopes in lexicographic order, and the rank of each; equal slopes share a rank.
  let order: StoredMutableSpan<Int32>
  let ranks: StoredMutableSpan<Int32>

  /// Slopes by fingerprint: twice as many buckets as there is room for slopes, -1 where there is none.
  private let buckets: StoredMutableSpan<Int32>
  private let bucketOfSlope: StoredMutableSpan<Int32>
  private let fingerprints: StoredMutableSpan<Double>
  private let weights: StoredMutableSpan<Double>

  init(_ memory: LentMemory, _ layout: SegmentLayout) {
    buckets = memory.items(layout.buckets)
    segments = memory.items(layout.segments)
    indifferent = memory.items(layout.indifferent)
    roomAfter = memory.items(layout.roomAfter)
    current = memory.items(layout.current)
    ahead = memory.items(layout.ahead)
    weights = memory.items(layout.weights)
    entries = memory.items(layout.entries)
    entryEnds = memory.items(layout.entryEnds)
    totals = memory.items(layout.totals)
    fingerprints = memory.items(layout.fingerprints)
    bucketOfSlope = memory.items(layout.bucketOfSlope)
    order = memory.items(layout.order)
    ranks = memory.items(layout.ranks)
    slopeRoom = layout.totals.count
    entryRoom = layout.entries.count
    var weight = 1.0
    for level in 0..<layout.weights.count {
      // Irrational, so that different small combinations get different sums; in 1..<2, or the last of many levels would
      // drown the first.
      weight = (weight * 7.38905609893065).truncatingRemainder(dividingBy: 1) + 1
      weights[level] = weight
    }
  }

  // MARK: The variable at hand

  /// Begins another variable: its slope is zero, and no kink is ahead.
  @inline(__always) mutating func begin() {
    currentCount = 0
    aheadCount = 0
  }

  /// The entry of `current` for `level`, zero if it is new; levels are asked for in ascending order.
  @inline(__always) mutating func entry(atLevel level: Int32) -> Int {
    if currentCount == 0 || current[currentCount - 1].level != level {
      assert(currentCount == 0 || current[currentCount - 1].level < level, "level \(level) after a lower one")
      current[currentCount] = SlopeEntry(level: level, value: 0)
      currentCount += 1
    }
    return currentCount - 1
  }

  private var currentEntries: Slope {
    @inline(__always) get { Slope(entries: current, count: currentCount) }
  }

  /// Compares `current` with the unit vector of `level`: negative, 0, positive.
  @inline(__always) func compareCurrent(withUnitOf level: Int32) -> Int {
    var hasLevel = false
    for place in 0..<currentCount {
      let entry = current[place]
      if entry.level > level && !hasLevel { return -1 }
      if entry.level == level { hasLevel = true }
      let difference = entry.value - (entry.level == level ? 1 : 0)
      if difference < -SegmentTable.slopeTolerance { return -1 }
      if difference > SegmentTable.slopeTolerance { return 1 }
    }
    return hasLevel ? 0 : -1
  }

  @inline(__always) mutating func appendIndifferent(variable: Int32, length: Double) {
    indifferent[indifferentCount] = Segment(length: length, variable: variable, slope: -1)
    indifferentCount += 1
  }

  /// Adds a segment with the slope in `current`; false when there is no room for another slope.
  @inline(__always) mutating func append(variable: Int32, length: Double) -> Bool {
    let slope = intern()
    guard slope >= 0 else { return false }
    totals[Int(slope)] += length
    segments[segmentCount] = Segment(length: length, variable: variable, slope: slope)
    segmentCount += 1
    return true
  }

  // MARK: Slopes

  /// What `slope` is at the highest level.
  func costAtTop(of slope: Int) -> Double {
    let slope = entries(of: Int32(slope))
    return slope.count == 0 || slope.entries[0].level != 0 ? 0 : slope.entries[0].value
  }

  @inline(__always) private func entries(of slope: Int32) -> Slope {
    let start = slope == 0 ? 0 : Int(entryEnds[Int(slope) - 1])
    return Slope(entries: entries.extracting(droppingFirst: start), count: Int(entryEnds[Int(slope)]) - start)
  }

  @inline(__always) private mutating func intern() -> Int32 {
    var fingerprint = 0.0
    for place in 0..<currentCount { fingerprint += current[place].value * weights[Int(current[place].level)] }
    // The bits of the number, not the number, which need not fit an integer; zero has one sign.
    let hash = ((fingerprint * 1e6).rounded() + 0).bitPattern &* 0x9E37_79B9_7F4A_7C15
    let mask = 2 * slopeRoom - 1
    var bucket = Int(truncatingIfNeeded: hash >> 32) & mask
    while buckets[bucket] >= 0 {
      let slope = buckets[bucket]
      if abs(fingerprints[Int(slope)] - fingerprint) < 1e-6
        && SegmentTable.compare(entries(of: slope), currentEntries) == 0
      {
        return slope
      }
      bucket = (bucket + 1) & mask
    }
    return add(fingerprint, bucket)
  }

  private mutating func add(_ fingerprint: Double, _ bucket: Int) -> Int32 {
    guard slopeCount < slopeRoom else { return -1 }
    var end = slopeCount == 0 ? 0 : Int(entryEnds[slopeCount - 1])
    for place in 0..<currentCount where current[place].value != 0 {
      guard end < entryRoom else { return -1 }
      entries[end] = current[place]
      end += 1
    }
    entryEnds[slopeCount] = Int32(end)
    buckets[bucket] = Int32(slopeCount)
    bucketOfSlope[slopeCount] = Int32(bucket)
    fingerprints[slopeCount] = fingerprint
    totals[slopeCount] = 0
    slopeCount += 1
    return Int32(slopeCount - 1)
  }

  /// Orders the slopes and numbers their ranks.
  func rank() {
    for slope in 0..<slopeCount { order[slope] = Int32(slope) }
    order.sort(first: slopeCount) { compare($0, $1) < 0 }
    var rank: Int32 = 0
    for place in 0..<slopeCount {
      if place > 0 && compare(order[place - 1], order[place]) != 0 { rank += 1 }
      ranks[Int(order[place])] = rank
    }
  }

  private func compare(_ left: Int32, _ right: Int32) -> Int {
    SegmentTable.compare(entries(of: left), entries(of: right))
  }

  /// Level by level, the highest first; one that is left out is zero.
  @inline(__always) private static func compare(
    _ left: Slope, _ right: Slope
  ) -> Int {
    var (leftPlace, rightPlace) = (0, 0)
    while leftPlace < left.count || rightPlace < right.count {
      let leftLevel = leftPlace < left.count ? left.entries[leftPlace].level : Int32.max
      let rightLevel = rightPlace < right.count ? right.entries[rightPlace].level : Int32.max
      var difference = 0.0
      if leftLevel <= rightLevel {
        difference = left.entries[leftPlace].value
        leftPlace += 1
      }
      if rightLevel <= leftLevel {
        difference -= right.entries[rightPlace].value
        rightPlace += 1
      }
      if difference < -SegmentTable.slopeTolerance { return -1 }
      if difference > SegmentTable.slopeTolerance { return 1 }
    }
    return 0
  }

  /// Leaves the buckets empty for the next block, at the cost of the slopes that were met.
  consuming func clear() {
    for slope in 0..<slopeCount { buckets[Int(bucketOfSlope[slope])] = -1 }
  }
}
