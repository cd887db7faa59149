import LayoutSyntax

/// A value that is known before any view is. Such values decide how often a `for` repeats, and whether a branch is
/// there at all.
enum Constant: Equatable {
  case number(Double)
  case text(String)
  case boolean(Bool)

  enum Reading: Equatable {
    case known(Constant)
    /// It depends on a view, on the scene or on the outside.
    case unknown
    /// It is the `var` of this name, which the outside sets.
    case isVariable(String)
    /// It leads to a mistake, which is reported where that is written.
    case broken
  }
}

/// Reads expressions while views are still being declared. It looks at no view and reports nothing, so an expression
/// that it cannot read is read later as if it had not tried. What a name comes to is remembered: else a name that names
/// another one twice would double the work with each such name.
extension LayoutResolver {
  mutating func constant(_ node: SyntaxNode, _ site: Site, depth: Int = 0) -> Constant.Reading {
    guard depth < ModelLimits.expressionDepth, spend(steps: 1, at: node, site) else { return .unknown }
    switch node.kind {
    case .number: return node.unit == .pixels ? .unknown : .known(.number(node.number))
    case .string: return .known(.text(node.string))
    case .boolean: return .known(.boolean(node.flag))
    case .negate:
      guard let operand = node.value(at: 0) else { return .broken }
      guard case .known(let value) = constant(operand, site, depth: depth + 1) else { return .unknown }
      guard case .number(let number) = value else { return .unknown }
      return .known(.number(-number))
    case .binary, .compare: return constantPair(node, site, depth: depth + 1)
    case .not, .and, .or: return constantLogic(node, site, depth: depth + 1)
    case .call: return constantCall(node, site, depth: depth + 1)
    case .conditional:
      guard let condition = node.value(at: 1) else { return .broken }
      guard case .known(.boolean(let holds)) = constant(condition, site, depth: depth + 1) else { return .unknown }
      return node.value(at: holds ? 0 : 2).map { constant($0, site, depth: depth + 1) } ?? .broken
    case .reference: return constantReference(node, site, depth: depth + 1)
    default: return .unknown
    }
  }

  private mutating func constantPair(_ node: SyntaxNode, _ site: Site, depth: Int) -> Constant.Reading {
    guard let leftNode = node.value(at: 0), let rightNode = node.value(at: 1) else { return .broken }
    let left = constant(leftNode, site, depth: depth)
    guard case .known(let leftValue) = left else { return left }
    let right = constant(rightNode, site, depth: depth)
    guard case .known(let rightValue) = right else { return right }
    if node.kind == .compare, node.relation == .equal, leftValue.areTextsOrBooleans(with: rightValue) {
      return .known(.boolean(leftValue == rightValue))
    }
    guard case .number(let left) = leftValue, case .number(let right) = rightValue else { return .unknown }
    if node.kind == .compare {
      // Fractions are compared in device pixels, and only the scene knows how large these are.
      guard left == left.rounded(), right == right.rounded() else { return .unknown }
      return .known(.boolean((node.relation ?? .equal).holds(left, right)))
    }
    switch node.arithmetic {
    case .add: return .known(.number(left + right))
    case .subtract: return .known(.number(left - right))
    case .multiply: return .known(.number(left * right))
    case .divide: return right == 0 ? .unknown : .known(.number(left / right))
    case .remainder: return ArithmeticOperator.remainder(left, right).map { .known(.number($0)) } ?? .unknown
    }
  }

  /// Reads `&&` and `||`, which one side may settle whatever the other is.
  private mutating func constantLogic(_ node: SyntaxNode, _ site: Site, depth: Int) -> Constant.Reading {
    var readings: [Constant.Reading] = []
    for operand in node.values { readings.append(constant(operand, site, depth: depth)) }
    let values = readings.map { reading -> Bool? in
      guard case .known(.boolean(let value)) = reading else { return nil }
      return value
    }
    switch node.kind {
    case .not: if let value = values.first, let value { return .known(.boolean(!value)) }
    case .and:
      if values.contains(false) { return .known(.boolean(false)) }
      if !values.contains(nil) { return .known(.boolean(true)) }
    default:
      if values.contains(true) { return .known(.boolean(true)) }
      if !values.contains(nil) { return .known(.boolean(false)) }
    }
    return .unknown
  }

  private mutating func constantCall(_ node: SyntaxNode, _ site: Site, depth: Int) -> Constant.Reading {
    var numbers: [Double] = []
    for argument in node.values {
      let reading = constant(argument, site, depth: depth)
      guard case .known(.number(let number)) = reading else { return reading == .broken ? .broken : .unknown }
      numbers.append(number)
    }
    return node.first(.name)?.word.result(of: numbers).map { .known(.number($0)) } ?? .unknown
  }

  private mutating func constantReference(_ node: SyntaxNode, _ site: Site, depth: Int) -> Constant.Reading {
    guard let index = declaredValue(ofReference: node, site) else { return .unknown }
    addUse(of: index)
    let declared = scopes.values[index]
    if declared.isVariable { return .isVariable(builder.names.text(of: declared.name)) }
    switch declared.state {
    case .read(nil): return .broken
    case .read(let value?): return Constant(value).map { .known($0) } ?? .unknown
    case .reading: return .broken
    case .unread:
      if let known = constants[index] { return known }
      guard let value = self.node(declared.node, in: declared.file).value(at: 0) else { return .broken }
      // A value that is asked for while it is read is a circle, which is reported when the value is read.
      constants[index] = .unknown
      let site = Site(file: declared.file, scope: declared.readingScope, view: declared.view)
      let reading = constant(value, site, depth: depth)
      constants[index] = reading
      return reading
    }
  }

  /// Whether a condition is settled before any view is; nil when it is not.
  mutating func settled(_ condition: SyntaxNode, in surroundings: Surroundings) -> Bool? {
    let site = Site(file: surroundings.file, scope: surroundings.scope, view: surroundings.home)
    guard case .known(.boolean(let holds)) = constant(condition, site) else { return nil }
    return holds
  }
}

extension Constant {
  init?(_ value: Value) {
    switch value {
    case .linear(let expression):
      guard expression.isConstant, let number = expression.constant.known else { return nil }
      self = .number(number)
    case .text(let text): self = .text(text)
    case .word("true"): self = .boolean(true)
    case .word("false"): self = .boolean(false)
    case .word, .compound, .template, .colour, .variableColour, .duration, .variableDuration, .condition: return nil
    }
  }

  fileprivate func areTextsOrBooleans(with other: Constant) -> Bool {
    switch (self, other) {
    case (.text, .text), (.boolean, .boolean): true
    case (.number, _), (.text, _), (.boolean, _): false
    }
  }
}

extension Relation {
  /// Compares two known numbers: `<` means less, with no pixel between.
  fileprivate func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .equal: left == right
    case .atLeast: left >= right
    case .atMost: left <= right
    case .less: left < right
    case .greater: left > right
    }
  }
}
