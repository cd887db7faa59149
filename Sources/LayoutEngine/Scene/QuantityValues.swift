import Geometry
import LayoutModel

/// What a `Quantity` can read: the scale, the values of variables, and the numbers set on identified constraints.
struct QuantityValues: Equatable, Sendable {
  var scale: Double
  /// By index of `ResolvedLayout.variables`: the value.
  var variables: [Double]
  /// By index of `ResolvedLayout.identifiers`: the numbers that were set; empty where the file's hold.
  var overrides: [[Double]]

  @inline(__always) init(_ layout: ResolvedLayout, _ inputs: SceneInputs) {
    scale = inputs.environment.scale
    variables = []
    overrides = Array(repeating: [], count: layout.identifiers.count)
    variables.reserveCapacity(layout.variables.count)
    for variable in layout.variables {
      // Nobody sets a field by the name of its variable, and there may be many.
      let set = variable.isField ? nil : inputs.variables[variable.name]
      let value = set ?? self.value(of: variable.initial)
      variables.append(value)
    }
    guard !inputs.constants.isEmpty else { return }
    for (index, identifier) in layout.identifiers.enumerated() {
      let path = layout.views[identifier.view].path
      if let numbers = inputs.constants["\(path).\(identifier.name)"] ?? inputs.constants[identifier.name] {
        overrides[index] = numbers
      }
    }
  }

  /// The number that `quantity` stands for. A division by zero gives zero: the resolver reports those that stand in the
  /// file, and a variable that passes through zero must not end a scene.
  func value(of quantity: Quantity) -> Double {
    switch quantity {
    case .literal(let value): return value
    case .pixels(let count): return count / scale
    case .variable(let index): return variables[Int(index)]
    case .identified(let index, let component, let written):
      let numbers = overrides[Int(index)]
      if numbers.isEmpty { return value(of: written) }
      return numbers.count == 1 ? numbers[0] : numbers[min(Int(component), numbers.count - 1)]
    case .sum(let left, let right): return value(of: left) + value(of: right)
    case .difference(let left, let right): return value(of: left) - value(of: right)
    case .product(let left, let right): return value(of: left) * value(of: right)
    case .quotient(let left, let right):
      let divisor = value(of: right)
      return divisor == 0 ? 0 : value(of: left) / divisor
    }
  }
}

extension Quantity {
  /// Whether the value can change without the file.
  var isDynamic: Bool {
    switch self {
    case .literal: false
    case .pixels, .variable, .identified: true
    case .sum(let left, let right), .difference(let left, let right), .product(let left, let right),
      .quotient(let left, let right):
      left.isDynamic || right.isDynamic
    }
  }
}
