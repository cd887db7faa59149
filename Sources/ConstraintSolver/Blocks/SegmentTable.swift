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

/// The segments of a block and their distinct slope vectors, for as long as the block is being solved.
///
/// A slope has one entry a level and slopes compare lexicographically. A block may have thousands of levels, a variable
/// has rows of few of them: only entries that are not zero are kept, ascending by level. There are few distinct slopes
/// (combinations of priorities and coefficients), so they are interned: segments are then counted per slope instead of
/// sorted. Bare memory, because this is where rows of thousands of views spend their time; `SegmentMemory` owns it.
struct SegmentTable: ~Copyable {
  static let slopeTolerance = 1e-9

  let segments: UnsafeMutableBufferPointer<Segment>
  private(set) var segmentCount = 0
  /// Segments whose slope is exactly what the row is worth: moving along them gains nothing and costs nothing.
  let indifferent: UnsafeMutableBufferPointer<Segment>
  private(set) var indifferentCount = 0
  /// By segment, for who shares out the critical rank.
  let roomAfter: UnsafeMutableBufferPointer<Double>

  /// Slope of the variable at hand, ascending by level, some of it zero; and the kinks ahead of it.
  let current: UnsafeMutableBufferPointer<SlopeEntry>
  private(set) var currentCount = 0
  let ahead: UnsafeMutableBufferPointer<Kink>
  var aheadCount = 0

  /// Entries of all slopes, one slope after another, and where those of each end.
  private let entries: UnsafeMutableBufferPointer<SlopeEntry>
  private let entryEnds: UnsafeMutableBufferPointer<Int32>
  /// Length of all segments of each slope.
  let totals: UnsafeMutableBufferPointer<Double>
  private(set) var slopeCount = 0
  /// Slopes in lexicographic order, and the rank of each; equal slopes share a rank.
  let order: UnsafeMutableBufferPointer<Int32>
  let ranks: UnsafeMutableBufferPointer<Int32>

  /// Slopes by fingerprint: twice as many buckets as there is room for slopes, -1 where there is none.
  private let buckets: UnsafeMutableBufferPointer<Int32>
  private let bucketOfSlope: UnsafeMutableBufferPointer<Int32>
  private let fingerprints: UnsafeMutableBufferPointer<Double>
  private let weights: UnsafeMutableBufferPointer<Double>

  init(_ memory: UnsafeMutableRawPointer, _ layout: SegmentLayout) {
    buckets = layout.buckets.items(in: memory)
    segments = layout.segments.items(in: memory)
    indifferent = layout.indifferent.items(in: memory)
    roomAfter = layout.roomAfter.items(in: memory)
    current = layout.current.items(in: memory)
    ahead = layout.ahead.items(in: memory)
    weights = layout.weights.items(in: memory)
    entries = layout.entries.items(in: memory)
    entryEnds = layout.entryEnds.items(in: memory)
    totals = layout.totals.items(in: memory)
    fingerprints = layout.fingerprints.items(in: memory)
    bucketOfSlope = layout.bucketOfSlope.items(in: memory)
    order = layout.order.items(in: memory)
    ranks = layout.ranks.items(in: memory)
    var weight = 1.0
    for level in weights.indices {
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

  private var currentEntries: UnsafeMutableBufferPointer<SlopeEntry> {
    @inline(__always) get { UnsafeMutableBufferPointer(rebasing: current[..<currentCount]) }
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
    let entries = entries(of: Int32(slope))
    return entries.isEmpty || entries[0].level != 0 ? 0 : entries[0].value
  }

  @inline(__always) private func entries(of slope: Int32) -> UnsafeMutableBufferPointer<SlopeEntry> {
    let start = slope == 0 ? 0 : Int(entryEnds[Int(slope) - 1])
    return UnsafeMutableBufferPointer(rebasing: entries[start..<Int(entryEnds[Int(slope)])])
  }

  @inline(__always) private mutating func intern() -> Int32 {
    var fingerprint = 0.0
    for place in 0..<currentCount { fingerprint += current[place].value * weights[Int(current[place].level)] }
    // The bits of the number, not the number, which need not fit an integer; zero has one sign.
    let hash = ((fingerprint * 1e6).rounded() + 0).bitPattern &* 0x9E37_79B9_7F4A_7C15
    let mask = buckets.count - 1
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
    guard slopeCount < totals.count else { return -1 }
    var end = slopeCount == 0 ? 0 : Int(entryEnds[slopeCount - 1])
    for place in 0..<currentCount where current[place].value != 0 {
      guard end < entries.count else { return -1 }
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
    var slopes = UnsafeMutableBufferPointer(rebasing: order[..<slopeCount])
    slopes.sort { compare($0, $1) < 0 }
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
    _ left: UnsafeMutableBufferPointer<SlopeEntry>, _ right: UnsafeMutableBufferPointer<SlopeEntry>
  ) -> Int {
    var (leftPlace, rightPlace) = (0, 0)
    while leftPlace < left.count || rightPlace < right.count {
      let leftLevel = leftPlace < left.count ? left[leftPlace].level : Int32.max
      let rightLevel = rightPlace < right.count ? right[rightPlace].level : Int32.max
      var difference = 0.0
      if leftLevel <= rightLevel {
        difference = left[leftPlace].value
        leftPlace += 1
      }
      if rightLevel <= leftLevel {
        difference -= right[rightPlace].value
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
