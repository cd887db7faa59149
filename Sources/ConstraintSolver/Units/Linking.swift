extension Plan {
  /// How often units may turn out not to be any. By feel: what is contested mostly shows at once.
  private static let mostCuts = 4

  /// Compiles a system with its units, each by itself unless `pool` has it, and links them.
  ///
  /// What is linked is a function of the system and of `units`, never of what is in the pool.
  ///
  /// - Parameter firstFloorRow: rows from here on keep sizes from below zero.
  static func compile(
    _ system: ConstraintSystem, firstFloorRow: Int, _ units: UnitMap, reusing pool: inout PartPool
  ) -> Plan {
    guard units.count > 0 else { return Compiler.compile(system, firstFloorRow: firstFloorRow) }
    pool.beginSystem()
    var partition = Partition(system, units)
    var writer = PartKeyWriter(system, firstFloorRow: firstFloorRow)
    for _ in 0..<mostCuts where partition.isWorthwhile {
      let pieces = partition.pieces()
      writer.write(0, of: pieces, nil)
      let trunk = pool.part(for: writer)
      let disputed = pieces.unitsInDispute(with: trunk)
      guard disputed.isEmpty else {
        partition.dissolve(disputed)
        continue
      }
      var parts = [trunk]
      for piece in 1..<pieces.count {
        writer.write(piece, of: pieces, trunk)
        parts.append(pool.part(for: writer))
      }
      let chosen = pieces.unitsByChoice(parts)
      guard chosen.isEmpty else {
        partition.dissolve(chosen)
        continue
      }
      return Linker.link(parts, pieces, system)
    }
    return Compiler.compile(system, firstFloorRow: firstFloorRow)
  }
}
