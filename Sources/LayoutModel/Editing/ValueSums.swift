import LayoutSyntax

/// A number of a rule or of a stack that is a plain sum of declared values, as `2 * unit` is, or the distance in
/// `icon.bottom + unit`.
///
/// Half of a layout may be spaced by one `let`. To read all those statements again costs what reading the layout
/// costs; to add up again what stands in them costs next to nothing. So a sum is written down when it is first read,
/// in the order in which a calculator takes it, and what it comes to goes where it went then. Only what `plainSum`
/// reads is kept: there is nothing to complain of in it, and nothing else in its statement depends on it.
struct ValueSum {
  /// What it is.
  enum Place {
    /// The constants of `count` rules.
    case constant(ofRule: Int32, count: Int32, isNegated: Bool)
    /// By index before settings were sorted.
    case gap(ofSetting: Int32)
  }

  /// Its part of `LayoutResolver.sumSteps`.
  var steps: Range<Int32>
  var file: Int32
  var place: Place
}

/// Operands are put on a stack; operators take two of them and leave one.
enum SumStep {
  /// A literal, by its node: it may be edited as well.
  case number(node: Int32)
  case value(Int32)
  /// Where a view is counts nothing.
  case anchor
  case operation(ArithmeticOperator)
}

extension LayoutResolver {
  // MARK: Keeping

  /// Keeps the sum that was just read as a plain one, and has it read the values instead of its statement. Without a
  /// trace where it uses no value, or cannot be added up by itself.
  ///
  /// - Parameter used: its part of `uses`.
  mutating func keepSum(_ node: SyntaxNode, _ site: Site, using used: Range<Int>, as place: ValueSum.Place) {
    if isReadingAgain || used.isEmpty { return }
    let first = sumSteps.count
    guard writeSteps(of: node, site) != nil else {
      sumSteps.removeLast(sumSteps.count - first)
      return
    }
    for index in used where uses[index].reader == .statement(statement) {
      uses[index].reader = .sum(Int32(sums.count))
    }
    sums.append(ValueSum(steps: Int32(first)..<Int32(sumSteps.count), file: site.file, place: place))
  }

  /// The place of a number that the last rules have.
  func constantOfLastRules(_ count: Int32 = 1, isNegated: Bool = false) -> ValueSum.Place {
    .constant(ofRule: Int32(layout.rules.count) - count, count: count, isNegated: isNegated)
  }

  /// What decides whether a product leaves the anchors of its operands as often as they were.
  private struct Ingredients {
    var hasAnchor = false
    var hasValue = false
  }

  /// Of an expression that has been read as a plain sum; nil when a value multiplies an anchor.
  private mutating func writeSteps(of node: SyntaxNode, _ site: Site) -> Ingredients? {
    switch node.kind {
    case .number:
      if node.unit == .pixels { return nil }
      sumSteps.append(.number(node: node.index))
      return Ingredients()
    case .reference:
      if node.first(.anchorSegment) != nil {
        // Which copy of a view is meant may depend on a value.
        if node.children.contains(where: { $0.value(at: 0) != nil }) { return nil }
        sumSteps.append(.anchor)
        return Ingredients(hasAnchor: true)
      }
      guard let value = declaredValue(ofReference: node, site), scopes.plain(of: value)?.isConstant == true else {
        return nil
      }
      sumSteps.append(.value(Int32(value)))
      return Ingredients(hasValue: true)
    case .binary:
      guard let leftNode = node.value(at: 0), let left = writeSteps(of: leftNode, site),
        let rightNode = node.value(at: 1), let right = writeSteps(of: rightNode, site)
      else { return nil }
      let operation = node.arithmetic
      if operation == .multiply || operation == .divide {
        guard !(left.hasAnchor && right.hasValue), !(right.hasAnchor && left.hasValue) else { return nil }
      }
      sumSteps.append(.operation(operation))
      return Ingredients(
        hasAnchor: left.hasAnchor || right.hasAnchor, hasValue: left.hasValue || right.hasValue)
    default: return nil
    }
  }

  // MARK: Adding up again

  /// Puts what sums come to now where they went; false when one has no place any more.
  mutating func addUp(_ indices: [Int32]) -> Bool {
    var stack: [Double] = []
    for index in indices {
      let sum = sums[Int(index)]
      guard let result = result(of: sum, using: &stack) else { return false }
      switch sum.place {
      case .constant(let first, let count, let isNegated):
        let constant = isNegated ? -Quantity.literal(result) : .literal(result)
        for rule in first..<first + count { layout.rules[Int(rule)].constant = constant }
      case .gap(let setting):
        let place = settingPlaces.isEmpty ? Int(setting) : Int(settingPlaces[Int(setting)])
        layout.settings[place].setting = .gap(.literal(result))
      }
    }
    return true
  }

  /// In the order, and with the operations, of `plainSum`: to the last bit what that says. Nil for a division by zero,
  /// and when a value is none any more.
  private mutating func result(of sum: ValueSum, using stack: inout [Double]) -> Double? {
    var depth = 0
    func push(_ number: Double) {
      if depth == stack.count { stack.append(number) } else { stack[depth] = number }
      depth += 1
    }
    for index in sum.steps {
      switch sumSteps[Int(index)] {
      case .number(let node): push(self.node(node, in: sum.file).number)
      case .anchor: push(0)
      case .value(let value):
        // Those that are edited are read again by the first who asks.
        if scopes.plain(of: Int(value)) == nil { _ = self.value(ofDeclared: Int(value)) }
        guard let plain = scopes.plain(of: Int(value)), plain.isConstant else { return nil }
        push(plain.constant)
      case .operation(let operation):
        let (left, right) = (stack[depth - 2], stack[depth - 1])
        depth -= 2
        switch operation {
        case .add: push(left + right)
        case .subtract: push(left + right * -1)
        case .multiply: push(left * right)
        case .divide:
          if right == 0 { return nil }
          push(left * (1 / right))
        }
      }
    }
    return stack[0]
  }
}
