/// From the tight rows of the optimum to its values, always along the same path.
///
/// Which rows are tight is a property of the optimum, not of the way there; everything here follows from that set
/// in the order of rows and variables, so a warm and a cold solve give the same bits.
extension GeneralBlock {
  /// Follows the replay. False when it does not describe an optimum any more: another row became tight or stopped
  /// being so, or an inactive row changed sides (the multipliers then no longer hold).
  mutating func replay(_ state: GeneralState) -> Bool {
    evaluateReplay(state)
    for row in 0..<tailStart where !stands(row, distance(row)) { return false }
    for variable in 0..<count where !stands(tailStart + variable, tailDistance(variable)) { return false }
    return true
  }

  /// Whether a row stands as it did, so far above its target.
  @inline(__always) private func stands(_ row: Int, _ distance: Double) -> Bool {
    residual[row] = distance
    let before = standing[row]
    let now: Int8 = abs(distance) <= GeneralBlock.tightness ? 0 : distance > 0 ? 1 : -1
    return now == before || before == GeneralBlock.eitherSide && now != 0
  }

  @inline(__always) private func isTight(_ row: Int) -> Bool { standing[row] == 0 }

  /// Derives the replay from the tight rows at `point`, and replaces `point` by its values.
  ///
  /// - Parameter old: the kernel that this block had before.
  mutating func makeReplay(_ old: Int32) -> GeneralState {
    for row in 0..<rowCount {
      let isTight = place[row] >= 0 || abs(residual[row]) <= GeneralBlock.tightness
      standing[row] = isTight ? 0 : decides[row] ? side[row] : GeneralBlock.eitherSide
    }
    var state = GeneralState(phase: .optimal, needsTail: needsTail, kernelCount: orderReplay(), kernel: old)
    if state.kernelCount > 0 { factorKernel(&state) }
    if isExhausted { return state }
    evaluateReplay(state)
    return state
  }

  /// Lets every tight row with one variable left give it, higher levels first, then the tail; what is left is a
  /// kernel. Returns its size.
  private mutating func orderReplay() -> Int32 {
    forgetKnown { isTight($0) }
    var queued = 0
    for row in 0..<tailStart where unknown[row] == 1 {
      queue[queued] = Int32(row)
      queued += 1
    }
    var replayed = 0
    func record(_ row: Int, _ variable: Int) -> Bool {
      replayRow[replayed] = Int32(row)
      replayVariable[replayed] = Int32(variable)
      replayed += 1
      return true
    }
    deduce(queued, record)
    for variable in 0..<count where isKnown[variable] == 0 && isTight(tailStart + variable) {
      _ = record(tailStart + variable, variable)
      deduce(from: variable, record)
    }
    let kernelCount = Int32(count - replayed)
    for variable in 0..<count where isKnown[variable] == 0 { _ = record(-1, variable) }
    return kernelCount
  }

  private mutating func evaluateReplay(_ state: GeneralState) {
    let direct = count - Int(state.kernelCount)
    for index in 0..<direct {
      let row = Int(replayRow[index])
      let variable = replayVariable[index]
      var sum = target[row]
      var pivot = 1.0
      for index in termRange(row) {
        if terms[index].variable == variable {
          pivot = terms[index].coefficient
        } else {
          sum -= terms[index].coefficient * point[Int(terms[index].variable)]
        }
      }
      point[Int(variable)] = sum / pivot
    }
    guard direct < count else { return }
    // A variable that no row determines stays there.
    for index in direct..<count { point[Int(replayVariable[index])] = 0 }
    let place = Int(state.kernel) - 1
    let rows = scratch.value.kernels[place].rows
    scratch.value.kernels[place].factors.solveColumns({ -distance(Int(rows[$0])) }) { column, value in
      point[Int(replayVariable[direct + column])] = value
    }
  }

  /// Eliminates the kernel variables from the tight rows that have any; rows that depend on others are left out.
  private mutating func factorKernel(_ state: inout GeneralState) {
    let size = Int(state.kernelCount)
    if state.kernel == 0 {
      scratch.value.kernels.append(Kernel())
      state.kernel = Int32(scratch.value.kernels.count)
    }
    // By variable that is not known: its column.
    let columns = directions
    for column in 0..<size { columns[Int(replayVariable[count - size + column])] = Int32(column) }
    var kernel = Kernel()
    swap(&kernel, &scratch.value.kernels[Int(state.kernel) - 1])
    kernel.rows.removeAll(keepingCapacity: true)
    let (isKnown, terms) = (isKnown, terms)
    func isLeft(_ index: Int) -> Bool { isKnown[Int(terms[index].variable)] == 0 }
    for row in 0..<tailStart where isTight(row) && termRange(row).contains(where: isLeft) {
      kernel.rows.append(Int32(row))
    }
    kernel.factors.begin(size, rowCount: kernel.rows.count, dependent: Kernel.dependent)
    for row in kernel.rows {
      kernel.factors.beginRow()
      for index in termRange(Int(row)) where isLeft(index) {
        kernel.factors.addTerm(Int(columns[Int(terms[index].variable)]), terms[index].coefficient)
      }
    }
    _ = kernel.factors.factor(workLimit: workLimit - work)
    work += kernel.factors.takeWork() + 8 * size
    swap(&kernel, &scratch.value.kernels[Int(state.kernel) - 1])
  }

  // MARK: What follows from what is known

  /// Nothing is known any more, and these of the real rows wait for all of their variables.
  @inline(__always) func forgetKnown(_ waits: (_ row: Int) -> Bool) {
    for variable in 0..<count { isKnown[variable] = 0 }
    for row in 0..<tailStart { unknown[row] = waits(row) ? Int32(termRange(row).count) : 0 }
  }

  /// Makes a variable known. Rows that then wait for a last one go into the queue.
  @inline(__always) func know(_ variable: Int, _ queued: inout Int) {
    isKnown[variable] = 1
    for index in Int(columnStarts[variable])..<Int(columnStarts[variable + 1]) {
      let row = Int(columns[index].row)
      guard row < tailStart else { continue }
      unknown[row] -= 1
      if unknown[row] == 1 {
        queue[queued] = Int32(row)
        queued += 1
      }
    }
  }

  @inline(__always) func deduce(from variable: Int, _ gives: (_ row: Int, _ last: Int) -> Bool) {
    var queued = 0
    know(variable, &queued)
    deduce(queued, gives)
  }

  /// Takes what is in the queue, and what follows: rows that wait for a last variable, which is known if they give it.
  @inline(__always) func deduce(_ first: Int, _ gives: (_ row: Int, _ last: Int) -> Bool) {
    var queued = first
    var next = 0
    while next < queued {
      let row = Int(queue[next])
      next += 1
      guard unknown[row] == 1 else { continue }
      var last = 0
      for index in termRange(row) where isKnown[Int(terms[index].variable)] == 0 { last = Int(terms[index].variable) }
      if gives(row, last) { know(last, &queued) }
    }
  }
}

/// The variables of a general block that tight rows determine only together: the rows, and how they are eliminated.
///
/// The targets of rows change with every solve, and which rows are tight changes seldom. So they are eliminated once.
struct Kernel: Sendable {
  /// A remainder smaller than this, relative to rows of about 1, is that of a dependent row: they are tight, but not to
  /// the last bit.
  static let dependent = 1e-7

  /// By row of `factors`.
  var rows: [Int32] = []
  /// A column for each variable.
  var factors = SparseNucleus()
}
