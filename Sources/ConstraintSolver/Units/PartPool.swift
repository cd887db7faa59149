/// Parts that were compiled lately, by what they were compiled from.
///
/// Handed from one solver to the next, it makes a system that differs from another in a few units cost the compilation
/// of these. What a solver answers does not depend on it.
public struct PartPool: Sendable {
  private struct Entry {
    let key: PartKey
    let part: CompiledPart
    /// When it was last asked for.
    var turn: Int
  }

  /// By hash; two keys hardly ever have the same.
  private var entries: [UInt64: [Entry]] = [:]
  private var turn = 0
  private var slotCount = 0

  /// Slots of all parts together; about 6 MB. Beyond that all goes that was not asked for last.
  private static let mostSlots = 65_536

  public init() {}

  /// Parts compiled because none like them was there.
  public private(set) var compiledCount = 0

  /// The part for the key written last, compiled if need be.
  mutating func part(for writer: borrowing PartKeyWriter) -> CompiledPart {
    let hash = writer.hash
    if let index = entries[hash]?.firstIndex(where: { writer.hasWritten($0.key) }) {
      entries[hash]![index].turn = turn
      return entries[hash]![index].part
    }
    let key = PartKey(words: writer.words.array())
    let part = Compiler.compilePart(key)
    compiledCount += 1
    slotCount += part.slotCount
    entries[hash, default: []].append(Entry(key: key, part: part, turn: turn))
    return part
  }

  /// Begins another system; makes room if there is too much.
  mutating func beginSystem() {
    if slotCount > Self.mostSlots { keepLastAsked() }
    turn += 1
  }

  private mutating func keepLastAsked() {
    entries = entries.compactMapValues { known in
      let kept = known.filter { $0.turn == turn }
      return kept.isEmpty ? nil : kept
    }
    slotCount = entries.values.reduce(0) { $1.reduce($0) { $0 + $1.part.slotCount } }
  }
}
