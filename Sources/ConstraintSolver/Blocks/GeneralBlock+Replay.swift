/// From the tight rows of the optimum to its values, always along the same path.
///
/// Which rows are tight is a property of the optimum, not of the way there; everything here follows from that set
/// in the order of rows and variables, so a warm and a cold solve give the same bits.
extension GeneralBlock {
  /// Follows the replay. False when it does not describe an optimum any more: another row became tight or stopped
  /// being so, or an inactive row changed sides (the multipliers then no longer hold).
  func replay(_ state: GeneralState, _ kernel: inout Kernel) -> Bool {
    evaluateReplay(state, &kernel)
    for row in 0..<tailStart {
      residual[row] = distance(row)
      let isAtTarget = abs(residual[row]) <= GeneralBlock.tightness
      if isAtTarget != isTight[row] || !isAtTarget && (residual[row] > 0) != (side[row] > 0) { return false }
    }
    for variable in 0..<count {
      let row = tailStart + variable
      residual[row] = tailDistance(variable)
      let isAtTarget = abs(residual[row]) <= GeneralBlock.tightness
      if isAtTarget != isTight[row] { return false }
      // Its side matters only where the tail decides.
      if state.needsTail && !isAtTarget && (residual[row] > 0) != (side[row] > 0) { return false }
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
    kernel.withEquations(size) { equations in
      for row in 0..<tailStart where isTight[row] && equations.pivotCount < size {
        var isInKernel = false
        for index in termRange(row) where isFixed[Int(terms[index].variable)] >= 0 { isInKernel = true }
        guard isInKernel else { continue }
        equations.begin(target[row])
        for index in termRange(row) {
          let variable = Int(terms[index].variable)
          let column = Int(isFixed[variable])
          if column >= 0 {
            equations.newest[column] += terms[index].coefficient
          } else {
            equations.newest[size] -= terms[index].coefficient * point[variable]
          }
        }
        equations.eliminate()
      }
      equations.substituteBack()
      for column in 0..<size { point[Int(replayVariable[direct + column])] = equations.solution[column] }
    }
  }
}
