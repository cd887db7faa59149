/// Where the tables of a plan are in its one piece of memory.
///
/// A solve after a small change takes some seven hundred instructions. To borrow the tables as so many arrays would
/// count a reference up and down for each of them, and double that.
struct PlanLayout: BitwiseCopyable, Sendable {
  let ops: MemoryPart<Instruction>
  let terms: MemoryPart<Term>
  let readers: MemoryPart<Int32>
  let sizeSlots: MemoryPart<Int32>
  let blocks: MemoryPart<Block>
  let blockVariables: MemoryPart<Int32>
  let singleStarts: MemoryPart<Int32>
  let singles: MemoryPart<SingleRow>
  let rows: MemoryPart<BlockRow>
  let blockTerms: MemoryPart<BlockTerm>
  let generals: MemoryPart<GeneralLayout>
  let levelStarts: MemoryPart<Int32>
  let columnStarts: MemoryPart<Int32>
  let columns: MemoryPart<ColumnTerm>
  let arenas: ArenaSizes
  let byteCount: Int

  /// - Parameter opCount: one more than there are slots.
  init(opCount: Int, termCount: Int, readerCount: Int, sizeCount: Int, _ table: BlockTable) {
    var parts = MemoryParts()
    ops = parts.part(Instruction.self, opCount)
    terms = parts.part(Term.self, termCount)
    readers = parts.part(Int32.self, readerCount)
    sizeSlots = parts.part(Int32.self, sizeCount)
    blocks = parts.part(Block.self, table.blocks.count)
    blockVariables = parts.part(Int32.self, table.variables.count)
    singleStarts = parts.part(Int32.self, table.singleStarts.count)
    singles = parts.part(SingleRow.self, table.singles.count)
    rows = parts.part(BlockRow.self, table.rows.count)
    blockTerms = parts.part(BlockTerm.self, table.terms.count)
    generals = parts.part(GeneralLayout.self, table.generals.count)
    levelStarts = parts.part(Int32.self, table.levelStarts.count)
    columnStarts = parts.part(Int32.self, table.columnStarts.count)
    columns = parts.part(ColumnTerm.self, table.columns.count)
    arenas = table.arenas
    byteCount = parts.byteCount
  }

  func write(_ table: BlockTable, to memory: LentMemory) {
    memory.write(table.blocks, to: blocks)
    memory.write(table.variables, to: blockVariables)
    memory.write(table.singleStarts, to: singleStarts)
    memory.write(table.singles, to: singles)
    memory.write(table.rows, to: rows)
    memory.write(table.terms, to: blockTerms)
    memory.write(table.generals, to: generals)
    memory.write(table.levelStarts, to: levelStarts)
    memory.write(table.columnStarts, to: columnStarts)
    memory.write(table.columns, to: columns)
  }
}
