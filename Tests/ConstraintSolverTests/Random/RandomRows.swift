import ConstraintSolver
import TestSupport

extension SystemSketch {
  /// Two to eight views side by side in a container, as stacks are written: sizes with a natural value, some held
  /// by hugging and compression resistance of few priorities (so that many tie), some bounded, some equal, and
  /// one row that says how wide all of them are together.
  ///
  /// Variables are numbered view by view, the width before the position.
  ///
  /// - Parameter isPlain: every view but the last hugs and resists, and none is asked to be as wide as another, so
  ///   that ties are settled in document order and nothing else.
  static func randomRow(seed: UInt64, isPlain: Bool = false) -> SystemSketch {
    var random = SeededGenerator(seed: seed)
    var sketch = SystemSketch()
    let count = random.integer(2...8)
    let gap = random.pick([0.0, 8])
    let priorities = random.pick([[250], [250, 750], [250, 251, 750], [100, 250, 500, 750]] as [[Float]])
    for index in 0..<count {
      let natural = Double(random.integer(0...120))
      sketch.variables += [Variable(isSize: true, natural: natural), Variable()]
      let width = [Term(variable: 2 * index, coefficient: 1)]
      let left = Term(variable: 2 * index + 1, coefficient: 1)
      if index == 0 {
        sketch.rows.append(Row(terms: [left], relation: .equal, constant: random.pick([0, 8])))
      } else {
        let previous = [
          Term(variable: 2 * index - 1, coefficient: -1), Term(variable: 2 * index - 2, coefficient: -1),
        ]
        sketch.rows.append(Row(terms: [left] + previous, relation: .equal, constant: gap))
      }
      if random.chance(0.8) || (isPlain && index < count - 1) {
        for relation in [Relation.lessThanOrEqual, .greaterThanOrEqual] {
          sketch.rows.append(
            Row(terms: width, relation: relation, constant: natural, priority: random.pick(priorities)))
        }
      }
      if random.chance(0.3) {
        sketch.rows.append(
          Row(terms: width, relation: .greaterThanOrEqual, constant: Double(random.integer(0...30))))
      }
      if random.chance(0.2) {
        sketch.rows.append(
          Row(terms: width, relation: .lessThanOrEqual, constant: Double(random.integer(40...150))))
      }
      if !isPlain, index > 0, random.chance(0.1) {
        sketch.rows.append(
          Row(
            terms: width + [Term(variable: 0, coefficient: -1)], relation: .equal, constant: 0,
            priority: random.pick([1000, 999, 250])))
      }
    }
    let end = [Term(variable: 2 * count - 1, coefficient: 1), Term(variable: 2 * count - 2, coefficient: 1)]
    sketch.rows.append(
      Row(
        terms: end, relation: random.pick([.equal, .equal, .equal, .lessThanOrEqual, .greaterThanOrEqual]),
        constant: Double(random.integer(50...130) * count), priority: random.pick([1000, 1000, 999, 250])))
    sketch.edits = [Edit(row: sketch.rows.count - 1, constant: Double(random.integer(50...130) * count))]
    return sketch
  }
}
