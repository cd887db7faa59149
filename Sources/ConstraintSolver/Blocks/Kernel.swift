/// Memory for the dense equations of a kernel; its contents mean nothing between blocks.
struct Kernel: Sendable {
  private var memory = ScratchMemory()

  /// Lends room for equations over `size` variables.
  mutating func withEquations(_ size: Int, _ body: (inout Equations) -> Void) {
    let layout = EquationsLayout(size)
    memory.lend(layout.byteCount) { memory in
      var equations = Equations(memory, layout)
      body(&equations)
    }
  }
}

/// Where the parts of `Equations` are.
struct EquationsLayout {
  let size: Int
  let kept: MemoryPart<Double>
  let newest: MemoryPart<Double>
  let solution: MemoryPart<Double>
  let pivotColumns: MemoryPart<Int32>
  let byteCount: Int

  init(_ size: Int) {
    self.size = size
    var parts = MemoryParts()
    kept = parts.part(Double.self, size * (size + 1))
    newest = parts.part(Double.self, size + 1)
    solution = parts.part(Double.self, size)
    pivotColumns = parts.part(Int32.self, size)
    byteCount = parts.byteCount
  }
}

/// Gaussian elimination over the few variables that tight rows determine only together, one equation after another;
/// equations that depend on earlier ones are dropped.
struct Equations: ~Copyable {
  /// A remainder smaller than this, relative to rows of about 1, is a dependent row.
  private static let dependent = 1e-7

  let size: Int
  /// The equation being written: coefficients, then the right side.
  let newest: UnsafeMutablePointer<Double>
  let solution: UnsafeMutablePointer<Double>
  private(set) var pivotCount = 0
  /// Equations kept, `size + 1` numbers each, scaled to pivot 1.
  private let kept: UnsafeMutablePointer<Double>
  private let pivotColumns: UnsafeMutablePointer<Int32>

  init(_ memory: UnsafeMutableRawPointer, _ layout: EquationsLayout) {
    size = layout.size
    kept = layout.kept.start(in: memory)
    newest = layout.newest.start(in: memory)
    solution = layout.solution.start(in: memory)
    pivotColumns = layout.pivotColumns.start(in: memory)
    for column in 0..<size { solution[column] = 0 }
  }

  @inline(__always) func begin(_ target: Double) {
    for column in 0..<size { newest[column] = 0 }
    newest[size] = target
  }

  /// Reduces the newest equation by those before it and keeps it, unless nothing is left of it.
  mutating func eliminate() {
    let width = size + 1
    for index in 0..<pivotCount {
      let pivotColumn = Int(pivotColumns[index])
      let factor = newest[pivotColumn]
      guard factor != 0 else { continue }
      let other = kept + index * width
      for column in 0..<width { newest[column] -= factor * other[column] }
      newest[pivotColumn] = 0
    }
    var pivotColumn = 0
    for column in 0..<size where abs(newest[column]) > abs(newest[pivotColumn]) { pivotColumn = column }
    guard abs(newest[pivotColumn]) > Equations.dependent else { return }
    let scale = 1 / newest[pivotColumn]
    let own = kept + pivotCount * width
    for column in 0..<width { own[column] = newest[column] * scale }
    pivotColumns[pivotCount] = Int32(pivotColumn)
    pivotCount += 1
  }

  func substituteBack() {
    let width = size + 1
    for index in (0..<pivotCount).reversed() {
      let equation = kept + index * width
      let pivotColumn = Int(pivotColumns[index])
      var sum = equation[size]
      for column in 0..<size where column != pivotColumn { sum -= equation[column] * solution[column] }
      solution[pivotColumn] = sum
    }
  }
}
