extension Run {
  /// Lends the memory of a plan, a system and this run to `body`, without copying or allocating.
  @inline(__always)
  mutating func withRunner(_ plan: Plan, _ system: ConstraintSystem, _ body: (inout TapeRunner) -> Void) {
    plan.withTape { ops, terms, readers in
      plan.withBlocks { blocks in
        system.withNumbers { constants, naturals in
          // An array passed as a pointer stays where it is for the duration of the call.
          lendState(
            &values, &previousValues, &dirtyWords, &dirtySummary, dirtySummary.count, &contradictionWords, &isFree,
            &changedSlots, &generals.words, generals.layout, &counters, &scratch
          ) { state in
            var runner = TapeRunner(
              ops: ops, opCount: plan.tape.count, terms: terms, readers: readers, constants: constants,
              naturals: naturals, blocks: blocks, state: state)
            body(&runner)
          }
        }
      }
    }
  }
}

/// What a run changes, as bare memory.
struct RunMemory {
  let values: UnsafeMutablePointer<Double>
  /// Room for as many as `values`, unless this is the first solve.
  let previousValues: UnsafeMutablePointer<Double>
  let dirtyWords: UnsafeMutablePointer<UInt64>
  let dirtySummary: UnsafeMutableBufferPointer<UInt64>
  let contradictionWords: UnsafeMutablePointer<UInt64>
  let isFree: UnsafeMutablePointer<UInt8>
  let changedSlots: UnsafeMutablePointer<Int32>
  let generals: GeneralMemory
  let counters: UnsafeMutablePointer<RunCounters>
  let scratch: UnsafeMutablePointer<BlockScratch>
}

@inline(__always)
private func lendState(
  _ values: UnsafeMutablePointer<Double>, _ previousValues: UnsafeMutablePointer<Double>,
  _ dirtyWords: UnsafeMutablePointer<UInt64>, _ dirtySummary: UnsafeMutablePointer<UInt64>, _ summaryCount: Int,
  _ contradictionWords: UnsafeMutablePointer<UInt64>, _ isFree: UnsafeMutablePointer<UInt8>,
  _ changedSlots: UnsafeMutablePointer<Int32>, _ generalWords: UnsafeMutablePointer<UInt64>,
  _ generalLayout: ArenaLayout, _ counters: UnsafeMutablePointer<RunCounters>,
  _ scratch: UnsafeMutablePointer<BlockScratch>, _ body: (RunMemory) -> Void
) {
  body(
    RunMemory(
      values: values, previousValues: previousValues, dirtyWords: dirtyWords,
      dirtySummary: UnsafeMutableBufferPointer(start: dirtySummary, count: summaryCount),
      contradictionWords: contradictionWords, isFree: isFree, changedSlots: changedSlots,
      generals: GeneralMemory(UnsafeMutableRawPointer(generalWords), generalLayout), counters: counters,
      scratch: scratch))
}

extension Array {
  /// The items as bare memory; empty storage has an address as well.
  @inline(__always) func lend<Result>(_ body: (UnsafePointer<Element>) -> Result) -> Result {
    withUnsafeBufferPointer { body($0.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Element>.alignment)!) }
  }
}

extension Plan {
  @inline(__always)
  fileprivate func withTape(
    _ body: (UnsafePointer<Op>, UnsafePointer<Term>, UnsafePointer<Int32>) -> Void
  ) {
    tape.ops.lend { ops in tape.terms.lend { terms in tape.readers.lend { readers in body(ops, terms, readers) } } }
  }
}

extension ConstraintSystem {
  @inline(__always)
  fileprivate func withNumbers(_ body: (UnsafePointer<Double>, UnsafePointer<Double>) -> Void) {
    constants.lend { constants in naturalValues.lend { naturals in body(constants, naturals) } }
  }
}

extension Plan {
  @inline(__always)
  fileprivate func withBlocks(_ body: (BlockMemory) -> Void) {
    blocks.blocks.lend { list in
      blocks.variables.lend { variables in
        blocks.singleStarts.lend { singleStarts in
          blocks.singles.lend { singles in
            blocks.rows.lend { rows in
              blocks.terms.lend { terms in
                blocks.generals.lend { generals in
                  blocks.levelStarts.lend { levelStarts in
                    blocks.columnStarts.lend { columnStarts in
                      blocks.columnRows.lend { columnRows in
                        body(
                          BlockMemory(
                            blocks: list, variables: variables, singleStarts: singleStarts, singles: singles,
                            rows: rows, terms: terms, generals: generals, levelStarts: levelStarts,
                            columnStarts: columnStarts, columnRows: columnRows))
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
