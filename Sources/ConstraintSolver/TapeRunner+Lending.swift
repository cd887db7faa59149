extension Run {
  /// Lends the memory of a plan, a system and this run to `body`.
  ///
  /// An array passed as a pointer argument stays where it is for the duration of the call, so one call with many
  /// arguments replaces a pyramid of closures. Nothing is allocated.
  mutating func withRunner(_ plan: Plan, _ system: ConstraintSystem, _ body: (inout TapeRunner) -> Void) {
    lend(
      plan, plan.tape.ops, plan.tape.terms, plan.tape.readerStarts, plan.tape.readers,
      system.constants, system.naturalValues, system.relations, plan.sizeSlots, plan.slotHoldsSize,
      plan.blocks.blocks, plan.blocks.variables, plan.blocks.singleStarts, plan.blocks.singles, plan.blocks.rows,
      plan.blocks.terms, plan.blocks.generals, plan.blocks.levelStarts, plan.blocks.columnStarts,
      plan.blocks.columnRows,
      &values, &previousValues, &dirtyWords, &dirtySummary, dirtySummary.count, &contradictionWords, &isFree,
      &changedSlots,
      &generals.inverse, &generals.masks, &generals.active, &generals.place, &generals.side, &generals.isTight,
      &generals.replayRow, &generals.replayVariable, &generals.states, &generals.numbers, &generals.flags,
      &generals.events, &generals.enteringMask,
      &counters, &scratch, body)
  }
}

private func lend(
  _ plan: Plan, _ ops: UnsafePointer<Op>, _ terms: UnsafePointer<Term>, _ readerStarts: UnsafePointer<Int32>,
  _ readers: UnsafePointer<Int32>, _ constants: UnsafePointer<Double>, _ naturals: UnsafePointer<Double>,
  _ relations: UnsafePointer<Relation>, _ sizeSlots: UnsafePointer<Int32>, _ slotHoldsSize: UnsafePointer<Bool>,
  _ blocks: UnsafePointer<Block>, _ blockVariables: UnsafePointer<Int32>, _ singleStarts: UnsafePointer<Int32>,
  _ singles: UnsafePointer<SingleRow>, _ blockRows: UnsafePointer<BlockRow>, _ blockTerms: UnsafePointer<BlockTerm>,
  _ layouts: UnsafePointer<GeneralLayout>, _ levelStarts: UnsafePointer<Int32>,
  _ columnStarts: UnsafePointer<Int32>, _ columnRows: UnsafePointer<Int32>,
  _ values: UnsafeMutablePointer<Double>, _ previousValues: UnsafeMutablePointer<Double>,
  _ dirtyWords: UnsafeMutablePointer<UInt64>, _ dirtySummary: UnsafeMutablePointer<UInt64>, _ summaryCount: Int,
  _ contradictionWords: UnsafeMutablePointer<UInt64>, _ isFree: UnsafeMutablePointer<UInt8>,
  _ changedSlots: UnsafeMutablePointer<Int32>,
  _ inverse: UnsafeMutablePointer<Double>, _ masks: UnsafeMutablePointer<UInt64>,
  _ active: UnsafeMutablePointer<Int32>, _ place: UnsafeMutablePointer<Int32>, _ side: UnsafeMutablePointer<Int8>,
  _ isTight: UnsafeMutablePointer<Bool>, _ replayRow: UnsafeMutablePointer<Int32>,
  _ replayVariable: UnsafeMutablePointer<Int32>, _ states: UnsafeMutablePointer<GeneralState>,
  _ numbers: UnsafeMutablePointer<Double>, _ flags: UnsafeMutablePointer<Int32>,
  _ events: UnsafeMutablePointer<RatioEvent>, _ enteringMask: UnsafeMutablePointer<UInt64>,
  _ counters: inout RunCounters, _ scratch: inout BlockScratch, _ body: (inout TapeRunner) -> Void
) {
  let blockMemory = BlockMemory(
    blocks: blocks, variables: blockVariables, singleStarts: singleStarts, singles: singles, rows: blockRows,
    terms: blockTerms, generals: layouts, levelStarts: levelStarts, columnStarts: columnStarts,
    columnRows: columnRows)
  let generalMemory = GeneralMemory(
    inverse: inverse, masks: masks, active: active, place: place, side: side, isTight: isTight,
    replayRow: replayRow, replayVariable: replayVariable, states: states, numbers: numbers, flags: flags,
    events: events, enteringMask: enteringMask, rowRoom: plan.blocks.arenas.largestRowCount,
    variableRoom: plan.blocks.arenas.largestVariableCount)
  var runner = TapeRunner(
    ops: ops, opCount: plan.tape.count, terms: terms, readerStarts: readerStarts, readers: readers,
    constants: constants, naturals: naturals, relations: relations, blocks: blockMemory,
    sizeSlots: UnsafeBufferPointer(start: sizeSlots, count: plan.sizeSlots.count), slotHoldsSize: slotHoldsSize,
    values: values, previousValues: previousValues, dirtyWords: dirtyWords,
    dirtySummary: UnsafeMutableBufferPointer(start: dirtySummary, count: summaryCount),
    contradictionWords: contradictionWords, isFree: isFree, changedSlots: changedSlots, generals: generalMemory,
    counters: counters, scratch: BlockScratch())
  swap(&runner.scratch, &scratch)
  body(&runner)
  swap(&runner.scratch, &scratch)
  counters = runner.counters
}
