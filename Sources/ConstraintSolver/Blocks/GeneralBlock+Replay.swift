/// From the tight rows of the optimum to its values, always along the same path.
///
/// Which rows are tight is a property of the optimum, not of the way there; everything here follows from that set
/// in the order of rows and variables, so a warm and a cold solve give the same bits.
extension GeneralBlock {
  /// Follows the replay. False when it does not describe an optimum any more: another row became tight or stopped
  /// being so, or an inactive row changed sides (the multipliers then no longer hold).
  func replay(_ state: GeneralState, _ kernels: Lent<Kernels>) -> Bool {
    evaluateReplay(state, kernels)
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
  /// - Parameter old: where this block kept its kernel before.
  mutating func makeReplay(_ old: KernelPlace, _ kernels: Lent<Kernels>) -> GeneralState {
    for row in 0..<rowCount {
      let isTight = place[row] >= 0 || abs(residual[row]) <= GeneralBlock.tightness
      standing[row] = isTight ? 0 : decides[row] ? side[row] : GeneralBlock.eitherSide
    }
    var state = GeneralState(phase: .optimal, needsTail: needsTail, kernelCount: orderReplay(), kernel: old)
    if state.kernelCount > 0 { factorKernel(&state, kernels) }
    if isExhausted { return state }
    evaluateReplay(state, kernels)
    return state
  }

  /// Lets every tight row with one variable left give it, higher levels first, then the tail; what is left is a
  /// kernel. Returns its size.
  private func orderReplay() -> Int32 {
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

  private func evaluateReplay(_ state: GeneralState, _ kernels: Lent<Kernels>) {
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
    kernels.value.solve(state.kernel, targets: target, point: point, rightSides: edge)
  }

  /// Gaussian elimination over the tight rows with at least two kernel variables, in row order; rows that depend on
  /// earlier ones are skipped.
  private mutating func factorKernel(_ state: inout GeneralState, _ kernels: Lent<Kernels>) {
    let size = Int(state.kernelCount)
    work += 8 * size
    if isExhausted { return }
    var spent = 0
    let variables = replayVariable.extracting(droppingFirst: count - size)
    // By variable: its column, or -1.
    let columns = isKnown
    for variable in 0..<count { columns[variable] = -1 }
    for column in 0..<size { columns[Int(variables[column])] = Int32(column) }
    kernels.value.replace(&state.kernel, size) { elimination, kernel in
      for row in 0..<tailStart where isTight(row) && elimination.pivotCount < size {
        if work + elimination.work > workLimit { break }
        var isInKernel = false
        for index in termRange(row) where columns[Int(terms[index].variable)] >= 0 { isInKernel = true }
        guard isInKernel else { continue }
        for index in termRange(row) {
          let column = Int(columns[Int(terms[index].variable)])
          if column >= 0 { elimination.add(column, terms[index].coefficient) }
        }
        elimination.end(row)
      }
      for index in 0..<elimination.pivotCount {
        let row = elimination.row(of: index)
        for index in termRange(Int(row)) where columns[Int(terms[index].variable)] < 0 {
          kernel.addTerm(terms[index].variable, terms[index].coefficient)
        }
        kernel.begin(
          row: row, pivot: variables[elimination.pivotColumn(of: index)], scale: elimination.scale(of: index))
        for place in elimination.entries.factors(of: index) {
          kernel.addTerm(elimination.entries.factors[place].index, elimination.entries.factors[place].coefficient)
        }
        kernel.endFactors()
        for place in elimination.entries.others(of: index) {
          let other = elimination.entries.others[place]
          kernel.addTerm(variables[Int(other.index)], other.coefficient)
        }
        kernel.end()
      }
      spent = elimination.work + elimination.entries.factors.count + elimination.entries.others.count
    }
    work += spent
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
