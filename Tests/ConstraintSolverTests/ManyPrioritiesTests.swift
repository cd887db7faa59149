import Testing

@testable import ConstraintSolver

/// A priority may have decimals, so that every view of a large layout can have one of its own.
@Suite("Tens of thousands of priorities") struct ManyPrioritiesTests {
  private let count = 40_000

  /// Exact as a `Float`; the lower, the later.
  private func priority(_ index: Int) -> Float { 900 - Float(index) / 64 }

  @Test func `a row of views that each have one takes memory by the view and gives it back`() {
    var sketch = Sketch()
    let sizes = (0..<count).map { _ in sketch.size() }
    for (index, size) in sizes.enumerated() {
      sketch.row([(size, 1)], .equal, 10, at: priority(index))
      sketch.row([(size, 1)], .greaterThanOrEqual, 0)
    }
    sketch.row(sizes.map { ($0, 1) }, .equal, 123_455)

    let solver = sketch.solved()

    #expect(solver.statistics.singleRowBlocks == 1)
    #expect(sizes.map { solver.value(of: $0) } == (0..<count).map { $0 < 12_345 ? 10 : $0 == 12_345 ? 5 : 0 })
    let memory = solver.base.run.scratch.segments.memory
    #expect(memory.mostByteCount > 0 && memory.mostByteCount < 400 * count)
    #expect(memory.byteCount == 0)
  }

  @Test func `one view may have them all`() {
    var sketch = Sketch()
    let width = sketch.size()
    for index in 0..<count { sketch.row([(width, 1)], .greaterThanOrEqual, Double(index), at: priority(index)) }
    sketch.row([(width, 1)], .lessThanOrEqual, 20_000, at: 950)

    #expect(sketch.solved().value(of: width) == 20_000)
  }

  @Test func `a row whose views have few keeps its memory for the next time`() {
    var sketch = Sketch()
    let sizes = (0..<2000).map { _ in sketch.size() }
    for (index, size) in sizes.enumerated() { sketch.row([(size, 1)], .equal, 10, at: Float(index % 7 + 100)) }
    let total = sketch.row(sizes.map { ($0, 1) }, .equal, 1500)
    var solver = sketch.solved()
    let held = solver.base.run.scratch.segments.memory.byteCount
    #expect(held > 0)

    solver.setConstant(total, 1400)
    solver.solve()

    #expect(solver.base.run.scratch.segments.memory.byteCount == held)
  }
}

@Suite("Memory in parts") struct MemoryPartsTests {
  @Test func `parts lie beside each other, whatever they are made of`() {
    var parts = MemoryParts()
    let (flags, numbers) = (parts.part(Bool.self, 3), parts.part(Double.self, 2))
    let (none, places) = (parts.part(Int32.self, 0), parts.part(Int32.self, 5))
    var scratch = ScratchMemory()

    scratch.lend(parts.byteCount) { memory in
      for index in 0..<3 { memory.items(flags)[index] = true }
      for index in 0..<2 { memory.items(numbers)[index] = -1.5 }
      for index in 0..<5 { memory.items(places)[index] = 7 }

      #expect((0..<3).allSatisfy { memory.items(flags)[$0] })
      #expect((0..<2).map { memory.items(numbers)[$0] } == [-1.5, -1.5])
      #expect((0..<5).map { memory.items(places)[$0] } == [7, 7, 7, 7, 7])
    }
    #expect(none.offset == none.end)
    #expect(places.offset + 20 <= parts.byteCount && parts.byteCount <= scratch.byteCount)
  }

  @Test func `scratch keeps what is in it until it grows or is given back`() {
    var parts = MemoryParts()
    let word = parts.part(UInt64.self, 1)
    var scratch = ScratchMemory()
    #expect(scratch.lend(64) { $0.items(word)[0] } == .max)
    scratch.lend(64) { $0.items(word)[0] = 5 }

    #expect(scratch.lend(32) { $0.items(word)[0] } == 5)
    #expect(scratch.lend(65) { $0.items(word)[0] } == .max)
    #expect(scratch.byteCount >= 128)
    scratch.giveBack()
    #expect(scratch.byteCount == 0 && scratch.mostByteCount >= 128)
  }
}
