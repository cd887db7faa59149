import TestSupport

/// Bytes as a source of choices, so that a fuzzer that changes a byte changes a choice: one byte each. Behind the last
/// one come random numbers, always the same.
public struct FuzzedBytes: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>
  private var rest = SeededGenerator(seed: 1)

  public init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  public var isEmpty: Bool { bytes.isEmpty }

  /// The byte in all eight places, as choices look at the upper ones first.
  public mutating func next() -> UInt64 {
    guard let byte = bytes.popFirst() else { return rest.next() }
    return UInt64(byte) * 0x0101_0101_0101_0101
  }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
