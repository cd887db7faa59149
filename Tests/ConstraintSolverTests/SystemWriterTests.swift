import ConstraintSolver
import Testing

@Suite("Systems that take over rows of another one") struct SystemWriterTests {
  @Test func `rows that were taken stand where they were taken, with what their variables are called now`() {
    let (x, y, z) = (VariableID(0), VariableID(1), VariableID(2))
    var former = ConstraintSystem()
    for _ in 0..<2 { _ = former.addPosition() }
    former.add([(x, 1)], .equal, 1, imported: true)
    former.add([(x, 1), (y, 2)], .greaterThanOrEqual, 3, .high)
    former.add([(y, 1)], .lessThanOrEqual, 5)
    var wanted = ConstraintSystem()
    for _ in 0..<3 { _ = wanted.addPosition() }
    wanted.add([(y, 1)], .equal, 7)
    wanted.add([(z, 1), (x, 2)], .greaterThanOrEqual, 3, .high)
    wanted.add([(x, 1)], .lessThanOrEqual, 5)
    wanted.add([(x, 1), (y, -1)], .lessThanOrEqual, 4, .low)
    wanted.add([(z, 1)], .equal, 1, imported: true)

    var writer = SystemWriter()
    for _ in 0..<3 { writer.addPosition() }
    writer.add([(y, 1)], .equal, 7)
    writer.take(1..<3)
    #expect(writer.constraintCount == 3)
    writer.add([(x, 1), (y, -1)], .lessThanOrEqual, 4, .low)
    writer.take(0..<1)
    #expect(writer.constraintCount == 5)
    let system = writer.finish(taking: former, calling: [2, 0])

    #expect(system.rowStarts == wanted.rowStarts)
    #expect(system.termVariables == wanted.termVariables)
    #expect(system.termCoefficients == wanted.termCoefficients)
    #expect(system.relations == wanted.relations)
    #expect(system.priorities == wanted.priorities)
    #expect(system.constants == wanted.constants)
    #expect(system.isImported == wanted.isImported)
  }
}
