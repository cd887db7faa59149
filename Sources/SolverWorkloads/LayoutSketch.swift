import ConstraintSolver

/// A number of a view that a constraint may speak of. The raw values are those of the recorded systems.
enum Attribute: Int, Sendable {
  case left, top, width, height, right, bottom, centerX, centerY

  fileprivate var isVertical: Bool {
    switch self {
    case .top, .height, .bottom, .centerY: true
    case .left, .width, .right, .centerX: false
    }
  }

  /// How many times the view's position, and its size, the attribute is.
  fileprivate var shares: (position: Double, size: Double) {
    switch self {
    case .left, .top: (1, 0)
    case .width, .height: (0, 1)
    case .right, .bottom: (1, 1)
    case .centerX, .centerY: (1, 0.5)
    }
  }
}

/// Which space the positions of a layout are counted in.
public enum Coordinates: Sendable {
  /// A view's position is that in its parent, as in frames: what the engine gives the solver.
  case relativeToParent
  /// All positions are those in the root: how other solvers' benchmarks are written.
  case absolute
}

/// A tree of views and the constraints between their attributes, before it becomes rows.
///
/// One description gives the same layout in either kind of coordinates, so that a difference in time is due to
/// the coordinates alone. View 0 is the root; a parent comes before its children.
public struct LayoutSketch: Sendable {
  /// `view.attribute relation multiplier · other.otherAttribute + constant @ priority`.
  struct Constraint: Sendable {
    let view: Int
    let attribute: Attribute
    let relation: Relation
    let multiplier: Double
    let other: Int?
    let otherAttribute: Attribute
    let constant: Double
    let priority: Int
  }

  /// A size or position of the root that its surroundings dictate; `resized` is the other value of a resize.
  struct Dictated: Sendable {
    let attribute: Attribute
    let value: Double
    let resized: Double
  }

  private(set) var parents: [Int] = []
  private(set) var constraints: [Constraint] = []
  private(set) var dictated: [Dictated] = []
  /// What one local edit does: constraints by index, and their two values.
  var edit: [(constraint: Int, value: Double, edited: Double)] = []
  private var depths: [Int] = []

  init() {}

  var viewCount: Int { parents.count }

  mutating func addRoot() -> Int {
    parents.append(-1)
    depths.append(0)
    return 0
  }

  mutating func addView(in parent: Int) -> Int {
    parents.append(parent)
    depths.append(depths[parent] + 1)
    return parents.count - 1
  }

  mutating func dictate(_ attribute: Attribute, _ value: Double, resized: Double? = nil) {
    dictated.append(Dictated(attribute: attribute, value: value, resized: resized ?? value))
  }

  /// Adds `view.attribute relation constant`; returns its index among `constraints`.
  @discardableResult
  mutating func fix(
    _ view: Int, _ attribute: Attribute, _ relation: Relation, _ constant: Double, _ priority: Int = 1000
  ) -> Int {
    constraints.append(
      Constraint(
        view: view, attribute: attribute, relation: relation, multiplier: 0, other: nil, otherAttribute: .left,
        constant: constant, priority: priority))
    return constraints.count - 1
  }

  /// Adds `view.attribute relation multiplier · other.otherAttribute + constant`; returns its index.
  @discardableResult
  mutating func relate(
    _ view: Int, _ attribute: Attribute, _ relation: Relation, _ other: Int, _ otherAttribute: Attribute,
    _ constant: Double = 0, _ priority: Int = 1000, multiplier: Double = 1
  ) -> Int {
    constraints.append(
      Constraint(
        view: view, attribute: attribute, relation: relation, multiplier: multiplier, other: other,
        otherAttribute: otherAttribute, constant: constant, priority: priority))
    return constraints.count - 1
  }

  /// Adds `view.attribute == multiplier · other.otherAttribute + constant`; returns its index.
  @discardableResult
  mutating func relate(
    _ view: Int, _ attribute: Attribute, _ other: Int, _ otherAttribute: Attribute,
    _ constant: Double = 0, _ priority: Int = 1000, multiplier: Double = 1
  ) -> Int {
    relate(view, attribute, .equal, other, otherAttribute, constant, priority, multiplier: multiplier)
  }

  /// Adds hugging (`<=`) and compression resistance (`>=`) of a natural size; returns both indices.
  @discardableResult
  mutating func intrinsic(
    _ view: Int, _ attribute: Attribute, _ size: Double, hugging: Int, compression: Int
  ) -> [Int] {
    [
      fix(view, attribute, .lessThanOrEqual, size, hugging),
      fix(view, attribute, .greaterThanOrEqual, size, compression),
    ]
  }
}

extension LayoutSketch {
  /// Writes the layout as rows: those that are dictated first, then the constraints in their order.
  ///
  /// - Parameter boundsSizes: whether sizes are declared as such, and so may not be negative. The recorded
  ///   systems and the other solvers have no such rule.
  public func workload(_ name: String, _ coordinates: Coordinates, boundsSizes: Bool = false) -> Workload {
    var system = ConstraintSystem()
    for _ in parents {
      for isSize in [true, true, false, false] {
        _ = isSize && boundsSizes ? system.addSize() : system.addPosition()
      }
    }
    for fact in dictated {
      system.add([(Self.variable(0, fact.attribute), 1)], .equal, fact.value, imported: true)
    }
    var terms: [(VariableID, Double)] = []
    for constraint in constraints {
      terms.removeAll(keepingCapacity: true)
      let space =
        coordinates == .absolute
        ? nil : constraint.other.map { commonAncestor(constraint.view, $0) } ?? parent(constraint.view)
      add(constraint.attribute, of: constraint.view, times: 1, in: space, coordinates, to: &terms)
      if let other = constraint.other {
        add(constraint.otherAttribute, of: other, times: -constraint.multiplier, in: space, coordinates, to: &terms)
      }
      terms.removeAll { $0.1 == 0 }
      system.add(terms, constraint.relation, constraint.constant, Priority(Float(constraint.priority)))
    }
    let resize = dictated.enumerated().filter { $0.element.value != $0.element.resized }.map {
      Workload.Change(row: ConstraintID(Int32($0.offset)), value: $0.element.value, changed: $0.element.resized)
    }
    let edit = edit.map {
      Workload.Change(row: ConstraintID(Int32(dictated.count + $0.constraint)), value: $0.value, changed: $0.edited)
    }
    return Workload(
      name: name, parents: parents, coordinates: coordinates, system: system, resize: resize, edit: edit)
  }

  /// Sizes before positions, as ties are settled in this order.
  static func variable(_ view: Int, _ attribute: Attribute) -> VariableID {
    let offset: Int32 =
      switch attribute {
      case .width: 0
      case .height: 1
      case .left: 2
      case .top: 3
      case .right, .bottom, .centerX, .centerY: preconditionFailure("\(attribute) is not a variable")
      }
    return VariableID(Int32(view) * 4 + offset)
  }

  /// Adds an attribute, counted in the interior of `space`, to a row.
  private func add(
    _ attribute: Attribute, of view: Int, times factor: Double, in space: Int?, _ coordinates: Coordinates,
    to terms: inout [(VariableID, Double)]
  ) {
    func add(_ variable: VariableID, _ coefficient: Double) {
      if let index = terms.firstIndex(where: { $0.0 == variable }) {
        terms[index].1 += coefficient
      } else {
        terms.append((variable, coefficient))
      }
    }
    let size: Attribute = attribute.isVertical ? .height : .width
    let position: Attribute = attribute.isVertical ? .top : .left
    let shares = attribute.shares
    if shares.position != 0 {
      switch coordinates {
      case .absolute: add(Self.variable(view, position), factor * shares.position)
      case .relativeToParent:
        var ancestor: Int? = view
        while let current = ancestor, current != space {
          add(Self.variable(current, position), factor * shares.position)
          ancestor = parent(current)
        }
      }
    }
    if shares.size != 0 { add(Self.variable(view, size), factor * shares.size) }
  }

  private func parent(_ view: Int) -> Int? { parents[view] < 0 ? nil : parents[view] }

  /// The nearest view that contains both; a view contains itself.
  private func commonAncestor(_ first: Int, _ second: Int) -> Int {
    var first = first
    var second = second
    while first != second {
      if depths[first] >= depths[second] { first = parents[first] } else { second = parents[second] }
    }
    return first
  }
}
