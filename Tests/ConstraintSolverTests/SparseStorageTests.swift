import TestSupport
import Testing

@testable import ConstraintSolver

@Suite("What sparse factors keep by index") struct SparseStorageTests {
  /// Sizes around those at which another word, and another word of words, begins.
  @Test(arguments: [1, 63, 64, 65, 4095, 4096, 4097, 9000])
  func `bits find the next member in either direction, however far it is`(size: Int) {
    var random = SeededGenerator(seed: UInt64(size))
    withBits(size) { bits in
      var members: Set<Int> = []
      for _ in 0..<200 {
        for _ in 0..<random.below(4) {
          let index = random.below(size)
          bits.insert(index)
          members.insert(index)
        }
        if random.below(3) == 0, let index = members.min() {
          bits.remove(index)
          members.remove(index)
        }
        let ends = [random.below(size + 1), random.below(size + 1)].sorted()
        let inside = members.filter { (ends[0]..<ends[1]).contains($0) }.sorted()
        #expect(bits.first(in: ends[0]..<ends[1]) == inside.first)
        #expect(bits.last(in: ends[0]..<ends[1]) == inside.last)
        guard random.below(4) == 0 else { continue }
        var taken: [Int] = []
        bits.takeAscending(ends[0]..<ends[1]) { taken.append($0) }
        #expect(taken == inside)
        members.subtract(inside)
      }
      var left: [Int] = []
      bits.takeDescending(0..<size) { left.append($0) }
      #expect(left == members.sorted(by: >))
      #expect(bits.first(in: 0..<size) == nil)
    }
  }

  @Test func `what is added on the way is taken as well, where it comes later`() {
    withBits(10_000) { bits in
      bits.insert(5000)
      var taken: [Int] = []
      bits.takeDescending(0..<10_000) { index in
        taken.append(index)
        if index > 1 { bits.insert(index / 70) }
      }
      #expect(taken == [5000, 71, 1])
    }
  }

  @Test(arguments: [1, 2, 3, 64, 65, 1000])
  func `a tree knows the first of the largest keys, whichever change`(size: Int) {
    var random = SeededGenerator(seed: UInt64(size))
    var parts = MemoryParts()
    let part = parts.part(Double.self, LargestTree.room(size))
    var memory = [UInt64](repeating: .max, count: parts.byteCount / 8)
    memory.lendMemory { memory in
      let tree = LargestTree(size, memory.items(part))
      var keys = [Double](repeating: -.infinity, count: size)
      #expect(tree.largest == nil)
      for _ in 0..<300 {
        let index = random.below(size)
        keys[index] = random.below(3) == 0 ? -.infinity : Double(random.below(10))
        tree.set(index, keys[index])
        let largest = keys.max()!
        #expect(tree.largest == (largest > -.infinity ? keys.firstIndex(of: largest) : nil))
        #expect(tree[index] == keys[index])
      }
    }
  }

  private func withBits(_ size: Int, _ body: (PendingBits) -> Void) {
    var parts = MemoryParts()
    let words = parts.part(UInt64.self, PendingBits.wordCount(size))
    var memory = [UInt64](repeating: .max, count: parts.byteCount / 8)
    memory.lendMemory { body(PendingBits(size, $0.items(words))) }
  }
}
