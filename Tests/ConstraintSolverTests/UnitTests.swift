import ConstraintSolver
import Testing

/// What stands inside of a view is compiled by itself where that changes nothing, and compiled once for all that are alike.
@Suite("Solving units by themselves") struct UnitTests {
  @Test func `cards that take the height they need are units, and alike ones are compiled once`() {
    let list = CardList(cards: 10)
    var pool = PartPool()
    var solver = Solver(list.system, units: list.units, reusing: &pool)
    #expect(solver.statistics.units == 10)
    // The trunk and one card.
    #expect(pool.compiledCount == 2)
    solver.solve()
    #expect(solver.values(of: list.system) == list.valuesWithoutUnits)
  }

  @Test func `a list in which one card has another row compiles that card`() {
    let list = CardList(cards: 10)
    var pool = PartPool()
    _ = Solver(list.system, units: list.units, reusing: &pool)
    var other = list
    other.system.add([(CardList.label(of: 6).height, 1)], .greaterThanOrEqual, 30)
    let known = pool.compiledCount
    var solver = Solver(other.system, units: other.units, reusing: &pool)
    #expect(pool.compiledCount == known + 1)
    solver.solve()
    #expect(solver.values(of: other.system) == other.valuesWithoutUnits)
    _ = Solver(list.system, units: list.units, reusing: &pool)
    #expect(pool.compiledCount == known + 1)
  }

  @Test func `numbers are no part of what is compiled`() {
    var list = CardList(cards: 4)
    var pool = PartPool()
    _ = Solver(list.system, units: list.units, reusing: &pool)
    let known = pool.compiledCount
    for row in 0..<Int32(list.system.constraintCount) { list.system.setConstant(ConstraintID(row), 17) }
    _ = Solver(list.system, units: list.units, reusing: &pool)
    #expect(pool.compiledCount == known)
  }

  @Test(arguments: [Priority.required, .high])
  func `cards that must fill a height together are solved together`(priority: Priority) {
    var list = CardList(cards: 2)
    let last = CardList.card(1)
    list.system.add([(last.y, 1), (last.height, 1)], .equal, 92, priority)
    expectSolvedTogether(list)
  }

  @Test func `a card of a preferred height is no unit when the preference is about its neighbour too`() {
    var list = CardList(cards: 2)
    list.system.add([(CardList.card(0).height, 1), (CardList.card(1).height, -1)], .equal, 5, .low)
    expectSolvedTogether(list)
  }

  @Test func `insides that share a row are solved together`() {
    var list = CardList(cards: 2)
    list.system.add([(CardList.label(of: 0).width, 1), (CardList.label(of: 1).width, -1)], .equal, 0)
    expectSolvedTogether(list)
  }

  @Test func `a bound on the place below a card reaches into the card`() {
    var list = CardList(cards: 3)
    list.system.add([(CardList.card(2).y, 1)], .lessThanOrEqual, 100)
    expectSolvedTogether(list)
  }

  private func expectSolvedTogether(_ list: CardList) {
    var pool = PartPool()
    var solver = Solver(list.system, units: list.units, reusing: &pool)
    #expect(solver.statistics.units == 0)
    solver.solve()
    #expect(solver.values(of: list.system) == list.valuesWithoutUnits)
  }
}

/// Cards below each other, each as high as its label needs: the root, then in turn a card, its label and a caption below that.
private struct CardList {
  struct View {
    let width: VariableID
    let height: VariableID
    let x: VariableID
    let y: VariableID

    init(_ number: Int) {
      let first = Int32(4 * number)
      (width, height) = (VariableID(first), VariableID(first + 1))
      (x, y) = (VariableID(first + 2), VariableID(first + 3))
    }
  }

  var system = ConstraintSystem()
  private(set) var units = UnitMap()

  static let root = View(0)
  static func card(_ index: Int) -> View { View(1 + 3 * index) }
  static func label(of index: Int) -> View { View(2 + 3 * index) }

  private static func caption(of index: Int) -> View { View(3 + 3 * index) }

  init(cards: Int) {
    for _ in 0...3 * cards {
      _ = (system.addSize(), system.addSize(natural: 60), system.addPosition(), system.addPosition())
    }
    let root = Self.root
    system.add([(root.width, 1)], .equal, 200, imported: true)
    for index in 0..<cards {
      let (card, label, caption) = (Self.card(index), Self.label(of: index), Self.caption(of: index))
      system.add([(card.x, 1)], .equal, 8)
      system.add([(card.x, 1), (card.width, 1), (root.width, -1)], .equal, -8)
      if index == 0 {
        system.add([(card.y, 1)], .equal, 8)
      } else {
        let above = Self.card(index - 1)
        system.add([(card.y, 1), (above.y, -1), (above.height, -1)], .equal, 8)
      }
      system.add([(label.x, 1)], .equal, 4)
      system.add([(label.y, 1)], .equal, 4)
      system.add([(label.width, 1), (card.width, -1)], .equal, -8)
      system.add([(label.height, 1)], .lessThanOrEqual, 60, .low)
      system.add([(label.height, 1)], .greaterThanOrEqual, 60, .high)
      system.add([(caption.x, 1), (label.x, -1)], .equal, 0)
      system.add([(caption.y, 1), (label.y, -1), (label.height, -1)], .equal, 2)
      system.add([(caption.width, 1), (label.width, -1)], .equal, 0)
      system.add([(caption.height, 1)], .equal, 20, .high)
      system.add([(card.height, 1), (caption.y, -1), (caption.height, -1)], .equal, 4)
      units.add(
        inside: [label, caption].flatMap { [$0.width, $0.height, $0.x, $0.y] }, edge: [card.width, card.height])
    }
  }

  var valuesWithoutUnits: [Double] {
    var solver = Solver(system)
    solver.solve()
    return solver.values(of: system)
  }
}
