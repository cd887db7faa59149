/// From the tight rows of the optimum to its values, always along the same path.
///
/// Which rows are tight is a property of the optimum, not of the way there; everything here follows from that set
/// in the order of rows and variables, so a warm and a cold solve give the same bits.
extension GeneralBlock {
  /// Follows the replay. False when it does not describe an optimum any more: another row became tight or stopped
  /// being so, or an inactive row changed sides (the multipliers then no longer hold).
  func replay(_ state: GeneralState, _ kernel: inout Kernel) -> Bool {
    evaluateReplay(state, &kernel)
    recomputeResiduals()
    for row in 0..<rowCount {
      let distance = residual[row]
      if abs(distance) <= GeneralBlock.tightness {
        if !isTight[row] { return false }
      } else if isTight[row] || (distance > 0) != (side[row] > 0) {
        return false
      }
    }
    return true
  }

  /// Derives the replay from the tight rows at `point`, and replaces `point` by its values.
  func makeReplay(_ kernel: inout Kernel) -> GeneralState {
    for row in 0..<rowCount { isTight[row] = place[row] >= 0 || abs(residual[row]) <= GeneralBlock.tightness }
    let state = GeneralState(phase: .optimal, needsTail: needsTail, kernelCount: orderReplay())
    evaluateReplay(state, &kernel)
    return state
  }

  /// Lets every tight row with one variable left fix it, higher levels first, then the tail; what is left is a
  /// kernel. Returns its size.
  private func orderReplay() -> Int32 {
    for variable in 0..<count { isFixed[variable] = 0 }
    var queued = 0
    for row in 0..<tailStart where isTight[row] {
      unfixed[row] = Int32(termRange(row).count)
      if unfixed[row] == 1 {
        queue[queued] = Int32(row)
        queued += 1
      }
    }
    var next = 0
    var replayed = 0
    func propagate() {
      while next < queued {
        let row = Int(queue[next])
        next += 1
        guard unfixed[row] == 1 else { continue }
        fix(row, &replayed, &queued)
      }
    }
    propagate()
    for variable in 0..<count where isFixed[variable] == 0 && isTight[tailStart + variable] {
      unfixed[tailStart + variable] = 1
      fix(tailStart + variable, &replayed, &queued)
      propagate()
    }
    let kernelCount = Int32(count - replayed)
    for variable in 0..<count where isFixed[variable] == 0 {
      replayVariable[replayed] = Int32(variable)
      replayRow[replayed] = -1
      replayed += 1
    }
    return kernelCount
  }

  private func fix(_ row: Int, _ replayed: inout Int, _ queued: inout Int) {
    var variable = 0
    for index in termRange(row) where isFixed[Int(terms[index].variable)] == 0 { variable = Int(terms[index].variable) }
    isFixed[variable] = 1
    replayRow[replayed] = Int32(row)
    replayVariable[replayed] = Int32(variable)
    replayed += 1
    for index in Int(columnStarts[variable])..<Int(columnStarts[variable + 1]) {
      let other = Int(columnRows[index])
      guard other < tailStart && isTight[other] else { continue }
      unfixed[other] -= 1
      if unfixed[other] == 1 {
        queue[queued] = Int32(other)
        queued += 1
      }
    }
  }

  private func evaluateReplay(_ state: GeneralState, _ kernel: inout Kernel) {
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
    if direct < count { solveKernel(from: direct, &kernel) }
  }

  /// Gaussian elimination over the tight rows with at least two kernel variables, in row order; rows that depend on
  /// earlier ones are skipped.
  private func solveKernel(from direct: Int, _ kernel: inout Kernel) {
    let size = count - direct
    for variable in 0..<count { isFixed[variable] = -1 }
    for column in 0..<size { isFixed[Int(replayVariable[direct + column])] = Int32(column) }
    kernel.reset(size: size)
    for row in 0..<tailStart where isTight[row] && kernel.pivotColumns.count < size {
      var isInKernel = false
      for index in termRange(row) where isFixed[Int(terms[index].variable)] >= 0 { isInKernel = true }
      guard isInKernel else { continue }
      kernel.beginEquation(target[row])
      for index in termRange(row) {
        let variable = Int(terms[index].variable)
        let column = Int(isFixed[variable])
        if column >= 0 {
          kernel.equation[column] += terms[index].coefficient
        } else {
          kernel.equation[size] -= terms[index].coefficient * point[variable]
        }
      }
      kernel.eliminate()
    }
    kernel.substituteBack()
    for (column, value) in kernel.right.enumerated() { point[Int(replayVariable[direct + column])] = value }
  }
}

extension Kernel {
  /// A remainder smaller than this, relative to rows of about 1, is a dependent row.
  private static let dependent = 1e-7

  var size: Int { right.count }

  mutating func reset(size: Int) {
    matrix.removeAll(keepingCapacity: true)
    pivotColumns.removeAll(keepingCapacity: true)
    right = Array(repeating: 0, count: size)
    equation = Array(repeating: 0, count: size + 1)
  }

  mutating func beginEquation(_ target: Double) {
    for column in 0..<size { equation[column] = 0 }
    equation[size] = target
  }

  /// Reduces the equation by those before it and keeps it, scaled to pivot 1, unless nothing is left of it.
  mutating func eliminate() {
    let width = size + 1
    for (index, pivotColumn) in pivotColumns.enumerated() {
      let factor = equation[pivotColumn]
      guard factor != 0 else { continue }
      for column in 0..<width { equation[column] -= factor * matrix[index * width + column] }
      equation[pivotColumn] = 0
    }
    var pivotColumn = 0
    for column in 0..<size where abs(equation[column]) > abs(equation[pivotColumn]) { pivotColumn = column }
    guard abs(equation[pivotColumn]) > Kernel.dependent else { return }
    let scale = 1 / equation[pivotColumn]
    for column in 0..<width { matrix.append(equation[column] * scale) }
    pivotColumns.append(pivotColumn)
  }

  mutating func substituteBack() {
    let width = size + 1
    for index in pivotColumns.indices.reversed() {
      var sum = matrix[index * width + size]
      for column in 0..<size where column != pivotColumns[index] {
        sum -= matrix[index * width + column] * right[column]
      }
      right[pivotColumns[index]] = sum
    }
  }
}
