import ConstraintSolver
import TestSupport

/// Which numbers a random system is made of.
enum SystemStyle: CaseIterable {
  /// Up to 14 variables, coefficients that round.
  case mixed
  /// Up to 14 variables, coefficients ±1: many exact ties and degenerate vertices.
  case unit
  /// Up to 40 variables.
  case large
}

extension SystemSketch {
  /// A system without any shape, whose required rows can be met: they are written around a hidden solution.
  ///
  /// 2 to 40 variables, 2 to 20 priorities. The edits move one to four preferences; one time in five they move
  /// the hidden solution, and with it every required row.
  static func random(seed: UInt64) -> SystemSketch {
    var random = SeededGenerator(seed: seed)
    return Self.random(random.pick([.mixed, .unit, .mixed, .large]), using: &random)
  }

  static func random(_ style: SystemStyle, using random: inout SeededGenerator) -> SystemSketch {
    var sketch = SystemSketch()
    let count = random.integer(2...(style == .large ? 40 : 14))
    let coefficients: [Double] = style == .unit ? [1, -1] : [1, -1, 1, -1, 1, 0.5, 2, 0.7, -2]
    for _ in 0..<count {
      let isSize = random.chance(0.3)
      sketch.variables.append(Variable(isSize: isSize, natural: isSize ? Double(random.integer(0...80)) : 0))
    }
    let solution = (0..<count).map { _ in Double(random.integer(0...200)) }
    let priorities = random.sample(1...999, random.pick([2, 4, 8, 20])).map(Float.init)

    func terms(_ length: Int) -> [Term] {
      random.sample(0..<count, min(length, count)).map { Term(variable: $0, coefficient: random.pick(coefficients)) }
    }
    for _ in 0..<random.integer(0...(count / 2)) {
      let terms = terms(random.pick([1, 2, 2, 2, 3, 3, 4, 6]))
      sketch.rows.append(Row(terms: terms, relation: .equal, constant: sum(terms, at: solution)))
    }
    for _ in 0..<random.integer(0...count) {
      let terms = terms(random.pick([1, 1, 2, 2, 3]))
      let slack = Double(random.pick([0, 0, 5, 30, 100]))
      let isUpper = random.chance(0.5)
      sketch.rows.append(
        Row(
          terms: terms, relation: isUpper ? .lessThanOrEqual : .greaterThanOrEqual,
          constant: sum(terms, at: solution) + (isUpper ? slack : -slack)))
    }
    for _ in 0..<random.integer(1...(3 * count)) {
      sketch.rows.append(
        Row(
          terms: terms(random.pick([1, 1, 1, 2, 2, 3, 5])),
          relation: random.pick([.equal, .lessThanOrEqual, .greaterThanOrEqual]),
          constant: Double(random.integer(-50...300)), priority: random.pick(priorities)))
    }
    sketch.rows.shuffle(using: &random)

    if random.chance(0.2) {
      let moved = solution.map { max(0, $0 + Double(random.integer(-40...60))) }
      sketch.edits = sketch.rows.indices.filter { sketch.rows[$0].priority >= 1000 }.map { row in
        let terms = sketch.rows[row].terms
        let shift = sum(terms, at: moved) - sum(terms, at: solution)
        return Edit(row: row, constant: sketch.rows[row].constant + shift)
      }
    } else {
      let preferences = sketch.rows.indices.filter { sketch.rows[$0].priority < 1000 }
      sketch.edits = random.sample(preferences, random.integer(1...4)).map {
        Edit(row: $0, constant: Double(random.integer(-50...300)))
      }
    }
    return sketch
  }

  /// A system whose required equalities are likely to contradict each other: one in twelve is off by a few points.
  static func contradictory(seed: UInt64) -> SystemSketch {
    var random = SeededGenerator(seed: seed)
    var sketch = SystemSketch()
    let count = random.integer(3...16)
    sketch.variables = (0..<count).map { _ in Variable(isSize: random.chance(0.3), natural: 0) }
    let solution = (0..<count).map { _ in Double(random.integer(0...100)) }
    for _ in 0..<random.integer((count - 2)...(count + 4)) {
      let terms = random.sample(0..<count, random.pick([1, 2, 2, 2, 3, 3, 4])).map {
        Term(variable: $0, coefficient: random.pick([1, -1, 1, -1, 0.5, 2]))
      }
      let relation = random.pick([.equal, .equal, .equal, .lessThanOrEqual, .greaterThanOrEqual] as [Relation])
      let error = random.chance(0.08) ? Double(random.integer(1...9)) : 0
      let direction: Double = relation == .lessThanOrEqual ? -1 : 1
      sketch.rows.append(
        Row(
          terms: terms, relation: relation, constant: sum(terms, at: solution) + direction * error,
          isImported: random.chance(0.05)))
    }
    for _ in 0..<random.integer(0...count) {
      sketch.rows.append(
        Row(
          terms: [Term(variable: random.integer(0...(count - 1)), coefficient: 1)],
          relation: random.pick([.equal, .lessThanOrEqual, .greaterThanOrEqual]),
          constant: Double(random.integer(0...120)), priority: Float(random.pick([250, 500, 750, 999]))))
    }
    // One required row moves: the contradiction may come, go or change.
    let required = sketch.rows.indices.filter { sketch.rows[$0].priority >= 1000 }
    sketch.edits = random.sample(required, random.integer(1...2)).map {
      Edit(row: $0, constant: sketch.rows[$0].constant + Double(random.integer(-6...6)))
    }
    return sketch
  }
}
