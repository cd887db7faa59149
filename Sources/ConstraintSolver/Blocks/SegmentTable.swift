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
  var level: Int32
}

/// The segments of a block and their distinct slope vectors, for as long as the block is being solved.
///
/// A slope has one entry a level and slopes compare lexicographically. There are few distinct ones (combinations of
/// priorities and coefficients), so they are interned: segments are then counted per slope instead of sorted. Bare
/// memory, because this is where rows of thousands of views spend their time; `SegmentMemory` owns it.
struct SegmentTable: ~Copyable {
  static let slopeTolerance = 1e-9

  let levelCount: Int
  let segments: UnsafeMutablePointer<Segment>
  private(set) var segmentCount = 0
  /// Segments whose slope is exactly what the row is worth: moving along them gains nothing and costs nothing.
  let indifferent: UnsafeMutablePointer<Segment>
  private(set) var indifferentCount = 0
  /// By segment, for who shares out the critical rank.
  let roomAfter: UnsafeMutablePointer<Double>

  /// Slope of the variable at hand, and the kinks ahead of it.
  let current: UnsafeMutablePointer<Double>
  let ahead: UnsafeMutablePointer<Kink>
  var aheadCount = 0

  /// Entries of all slopes, `levelCount` each.
  let entries: UnsafeMutablePointer<Double>
  /// Length of all segments of each slope.
  let totals: UnsafeMutablePointer<Double>
  private(set) var slopeCount = 0
  /// Slopes in lexicographic order, and the rank of each; equal slopes share a rank.
  let order: UnsafeMutablePointer<Int32>
  let ranks: UnsafeMutablePointer<Int32>

  /// Slopes by fingerprint: twice as many buckets as there is room for slopes, -1 where there is none.
  private let slopeRoom: Int
  private let buckets: UnsafeMutablePointer<Int32>
  private let bucketOfSlope: UnsafeMutablePointer<Int32>
  private let fingerprints: UnsafeMutablePointer<Double>
  private let weights: UnsafeMutablePointer<Double>

  init(_ memory: inout SegmentMemory.Parts, segmentRoom: Int, slopeRoom: Int, levelCount: Int) {
    self.levelCount = levelCount
    self.slopeRoom = slopeRoom
    buckets = memory.take(2 * slopeRoom)
    segments = memory.take(segmentRoom)
    indifferent = memory.take(segmentRoom)
    roomAfter = memory.take(segmentRoom)
    ahead = memory.take(segmentRoom)
    current = memory.take(levelCount)
    weights = memory.take(levelCount)
    entries = memory.take(slopeRoom * levelCount)
    totals = memory.take(slopeRoom)
    fingerprints = memory.take(slopeRoom)
    bucketOfSlope = memory.take(slopeRoom)
    order = memory.take(slopeRoom)
    ranks = memory.take(slopeRoom)
    var weight = 1.0
    for level in 0..<levelCount {
      // Irrational, so that different small combinations get different sums; in 1..<2, or the last of many levels would
      // drown the first.
      weight = (weight * 7.38905609893065).truncatingRemainder(dividingBy: 1) + 1
      weights[level] = weight
    }
  }

  /// Compares `current` with the unit vector of `level`: negative, 0, positive.
  @inline(__always) func compareCurrent(withUnitOf level: Int) -> Int {
    for index in 0..<levelCount {
      let difference = current[index] - (index == level ? 1 : 0)
      if difference < -SegmentTable.slopeTolerance { return -1 }
      if difference > SegmentTable.slopeTolerance { return 1 }
    }
    return 0
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

  @inline(__always) private mutating func intern() -> Int32 {
    var fingerprint = 0.0
    for level in 0..<levelCount { fingerprint += current[level] * weights[level] }
    // The bits of the number, not the number, which need not fit an integer; zero has one sign.
    let hash = ((fingerprint * 1e6).rounded() + 0).bitPattern &* 0x9E37_79B9_7F4A_7C15
    let mask = 2 * slopeRoom - 1
    var bucket = Int(truncatingIfNeeded: hash >> 32) & mask
    while buckets[bucket] >= 0 {
      let slope = buckets[bucket]
      if abs(fingerprints[Int(slope)] - fingerprint) < 1e-6 && isCurrent(slope) { return slope }
      bucket = (bucket + 1) & mask
    }
    return add(fingerprint, bucket)
  }

  private mutating func add(_ fingerprint: Double, _ bucket: Int) -> Int32 {
    guard slopeCount < slopeRoom else { return -1 }
    buckets[bucket] = Int32(slopeCount)
    bucketOfSlope[slopeCount] = Int32(bucket)
    fingerprints[slopeCount] = fingerprint
    totals[slopeCount] = 0
    for level in 0..<levelCount { entries[slopeCount * levelCount + level] = current[level] }
    slopeCount += 1
    return Int32(slopeCount - 1)
  }

  @inline(__always) private func isCurrent(_ slope: Int32) -> Bool {
    let entries = entries + Int(slope) * levelCount
    for level in 0..<levelCount where abs(entries[level] - current[level]) > SegmentTable.slopeTolerance {
      return false
    }
    return true
  }

  /// Orders the slopes and numbers their ranks.
  func rank() {
    for slope in 0..<slopeCount { order[slope] = Int32(slope) }
    var slopes = UnsafeMutableBufferPointer(start: order, count: slopeCount)
    slopes.sort { compare($0, $1) < 0 }
    var rank: Int32 = 0
    for place in 0..<slopeCount {
      if place > 0 && compare(order[place - 1], order[place]) != 0 { rank += 1 }
      ranks[Int(order[place])] = rank
    }
  }

  private func compare(_ left: Int32, _ right: Int32) -> Int {
    let left = entries + Int(left) * levelCount
    let right = entries + Int(right) * levelCount
    for level in 0..<levelCount {
      let difference = left[level] - right[level]
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
