import ConstraintSolver
import TestSupport

extension SystemSketch {
  /// The four numbers of a view, as variables: sizes before positions.
  private enum Part: Int {
    case width, height, left, top
  }

  /// The part of a view that lies along (`position`, `size`) one axis.
  private struct Axis {
    let position: Part
    let size: Part

    static let horizontal = Axis(position: .left, size: .width)
    static let vertical = Axis(position: .top, size: .height)
    var other: Axis { size == .width ? .vertical : .horizontal }
  }

  /// A random tree of views, written as layouts are: positions relative to the parent, chains of children along
  /// one axis, children across it pinned, centred, bounded or softly tied; intrinsic sizes, ratios, equal sizes.
  ///
  /// The edits change one to five constants of preferences, one time in four the width of the root as well.
  static func randomHierarchy(seed: UInt64) -> SystemSketch {
    var random = SeededGenerator(seed: seed)
    return randomTree(&random, hasOpenEnds: false)
  }

  /// The same, but most chains end somewhere in their parent, which leaves its children their sizes.
  static func hierarchyWithOpenEnds(seed: UInt64) -> SystemSketch {
    var random = SeededGenerator(seed: seed)
    return randomTree(&random, hasOpenEnds: true)
  }

  private static func randomTree(_ random: inout SeededGenerator, hasOpenEnds: Bool) -> SystemSketch {
    var sketch = SystemSketch()
    let priorities = random.sample(1...998, random.pick([3, 6, 12])).map(Float.init)
    let viewLimit = random.pick([6, 12, 25, 60])
    var viewCount = 0

    func addView() -> Int {
      sketch.variables += [Variable(isSize: true), Variable(isSize: true), Variable(), Variable()]
      viewCount += 1
      return viewCount - 1
    }
    func row(
      _ terms: [(view: Int, part: Part, coefficient: Double)], _ relation: Relation, _ constant: Double,
      _ priority: Float = 1000, imported: Bool = false
    ) {
      var merged: [Term] = []
      for term in terms {
        let variable = 4 * term.view + term.part.rawValue
        if let index = merged.firstIndex(where: { $0.variable == variable }) {
          merged[index].coefficient += term.coefficient
        } else {
          merged.append(Term(variable: variable, coefficient: term.coefficient))
        }
      }
      merged.removeAll { $0.coefficient == 0 }
      guard !merged.isEmpty else { return }
      sketch.rows.append(
        Row(terms: merged, relation: relation, constant: constant, priority: priority, isImported: imported))
    }

    let root = addView()
    row([(root, .left, 1)], .equal, 0, imported: true)
    row([(root, .top, 1)], .equal, 0, imported: true)
    let rootWidth = sketch.rows.count
    row([(root, .width, 1)], .equal, random.pick([320, 400, 1000]), imported: true)
    if random.chance(0.5) { row([(root, .height, 1)], .equal, random.pick([480, 700]), imported: true) }

    var waiting = [(view: root, depth: 0)]
    while !waiting.isEmpty, viewCount < viewLimit {
      let (parent, depth) = waiting.removeFirst()
      let children = (0..<random.integer(1...4)).map { _ in addView() }
      let along = random.pick([Axis.horizontal, .vertical])
      let across = along.other
      let inset = random.pick([0.0, 4, 8])
      let gap = random.pick([0.0, 4, 10])
      let ending = Double.random(in: 0..<1, using: &random)

      for (index, child) in children.enumerated() {
        if index == 0 {
          row([(child, along.position, 1)], .equal, inset)
        } else {
          let before = children[index - 1]
          row(
            [(child, along.position, 1), (before, along.position, -1), (before, along.size, -1)],
            random.pick([.equal, .equal, .equal, .greaterThanOrEqual]), gap)
        }
        let farEdge = [(child, across.position, 1.0), (child, across.size, 1), (parent, across.size, -1)]
        // The first case of either switch leaves each child its own size.
        let isLoose = hasOpenEnds && random.chance(0.7)
        switch isLoose ? 0 : Double.random(in: 0..<1, using: &random) {
        case ..<0.5:
          row([(child, across.position, 1)], .equal, inset)
          row(farEdge, .equal, -inset)
        case ..<0.7:
          row([(child, across.position, 1), (child, across.size, 0.5), (parent, across.size, -0.5)], .equal, 0)
          row([(child, across.position, 1)], .greaterThanOrEqual, inset)
        case ..<0.9:
          row([(child, across.position, 1)], .equal, inset)
          row(farEdge, .lessThanOrEqual, -inset)
        default:
          row([(child, across.position, 1)], .greaterThanOrEqual, inset)
          row(farEdge, .equal, -inset, random.pick(priorities))
        }
        for size in [Part.width, .height] {
          switch isLoose ? 0 : Double.random(in: 0..<1, using: &random) {
          case ..<0.6:
            let natural = Double(random.integer(10...200))
            sketch.variables[4 * child + size.rawValue].natural = natural
            row([(child, size, 1)], .lessThanOrEqual, natural, random.pick(priorities))
            row([(child, size, 1)], .greaterThanOrEqual, natural, random.pick(priorities))
          case ..<0.7:
            row(
              [(child, size, 1)], .equal, Double(random.integer(10...100)), random.pick([999, random.pick(priorities)]))
          case ..<0.8 where index > 0:
            row(
              [(child, size, 1), (children[0], size, -1)], .equal, 0,
              random.pick([999, random.pick(priorities), random.pick(priorities)]))
          case ..<0.87:
            row(
              [(child, size, 1), (parent, size, -random.pick([0.5, 0.7, 0.3]))],
              random.pick([.equal, .lessThanOrEqual, .greaterThanOrEqual]), 0, random.pick(priorities))
          case ..<0.93:
            row([(child, .width, 1), (child, .height, -random.pick([1, 2, 1.5]))], .equal, 0, random.pick(priorities))
          default: break
          }
        }
        if random.chance(0.5), depth < 3 { waiting.append((child, depth + 1)) }
      }

      if hasOpenEnds, random.chance(0.7) { continue }
      let last = children[children.count - 1]
      let end = [(last, along.position, 1.0), (last, along.size, 1), (parent, along.size, -1)]
      let strength = parent == root ? random.pick(priorities) : 1000
      switch ending {
      case ..<0.5: row(end, .equal, -inset, strength)
      case ..<0.8: row(end, .lessThanOrEqual, -inset, strength)
      default: row(end, .equal, -inset, random.pick(priorities))
      }
    }

    let preferences = sketch.rows.indices.filter { sketch.rows[$0].priority < 1000 }
    sketch.edits = random.sample(preferences, random.integer(1...5)).map {
      Edit(row: $0, constant: sketch.rows[$0].constant + Double(random.integer(-30...60)))
    }
    if random.chance(0.25) {
      sketch.edits.append(
        Edit(row: rootWidth, constant: sketch.rows[rootWidth].constant + Double(random.integer(-60...60))))
    }
    return sketch
  }
}
