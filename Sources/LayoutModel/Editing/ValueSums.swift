import LayoutSyntax

/// A number of a rule or of a stack that is a sum of declared values: `2 * unit`, or the distance in `icon.bottom +
/// unit`.
///
/// Half of a layout may be spaced by one `let`. To read all those statements again would cost as much as reading the
/// layout; to add up again what stands in them costs next to nothing. So a sum that has been read is written down, in
/// the order in which a calculator takes it. After an edit its result goes where it went the first time. Only plain
/// expressions are kept (`LinearExpression.isPlain`), of which nothing else in the statement depends on the values.
///
/// This is a second way to work out a number, beside `LayoutResolver.value`. To use that one for the expression alone
/// would save half of this file, and was tried. But it finds every name anew, which makes following an edit of a `let`
/// that spaces 1,000 views take 3.7 times as long (2.3 million instructions against 0.6).
struct ValueSum {
  /// Where the result goes.
  enum Place {
    /// To the constants of `count` rules, from this one on.
    case constant(ofRule: Int32, count: Int32, isNegated: Bool)
    /// To a gap: the index of its setting before settings were sorted.
    case gap(ofSetting: Int32)
  }

  /// What a sum has just been read for.
  enum Number {
    /// The constant of the last `ofRules` rules.
    case constant(ofRules: Int32 = 1, isNegated: Bool = false)
    /// The gap of the last setting.
    case gap
  }

  /// The part of `FollowingNotes.steps` that is its own.
  var steps: Range<Int32>
  var file: Int32
  var place: Place
}

/// One step of a sum. Operands are put on a stack; an operator takes two of them and leaves one.
enum SumStep {
  /// A literal, by its node, because it may be edited as well.
  case number(node: Int32)
  case value(Int32)
  /// The anchor of a view, which counts as 0.
  case anchor
  case operation(ArithmeticOperator)
}

extension LayoutResolver {
  // MARK: Keeping

  /// Keeps the sum that was just read; from then on the sum uses its values, and not its statement. Nothing is kept of
  /// a sum that uses no value or cannot be added up by itself.
  ///
  /// - Parameters:
  ///   - expression: what the sum came to.
  ///   - start: the index in `following.uses` of its first use of a value.
  ///   - number: what it was read for.
  mutating func keepSum(
    _ node: SyntaxNode, _ expression: LinearExpression, usedSince start: Int, _ site: Site, as number: ValueSum.Number
  ) {
    let used = start..<following.uses.count
    if following.isReadingAgain || used.isEmpty || !expression.isPlain { return }
    let first = following.steps.count
    guard writeSteps(of: node, site) != nil else {
      following.steps.removeLast(following.steps.count - first)
      return
    }
    for index in used where following.uses[index].asker == .statement(statements.current) {
      following.uses[index].asker = .sum(Int32(following.sums.count))
    }
    let place: ValueSum.Place
    switch number {
    case .constant(let count, let isNegated):
      let rule = Int32(builder.layout.rules.count) - count
      place = .constant(ofRule: rule, count: count, isNegated: isNegated)
    case .gap: place = .gap(ofSetting: Int32(builder.layout.settings.count - 1))
    }
    following.sums.append(
      ValueSum(steps: Int32(first)..<Int32(following.steps.count), file: site.file, place: place))
  }

  /// What a part of a sum contains. It decides whether the part can be multiplied by another without changing the
  /// factor of an anchor.
  private struct Ingredients {
    var hasAnchor = false
    var hasValue = false
  }

  /// Writes the steps of a plain expression; nil when it cannot be added up by itself, for one because a value
  /// multiplies an anchor.
  private mutating func writeSteps(of node: SyntaxNode, _ site: Site) -> Ingredients? {
    switch node.kind {
    case .number:
      if node.unit == .pixels { return nil }
      following.steps.append(.number(node: node.index))
      return Ingredients()
    case .reference:
      if node.first(.anchorSegment) != nil {
        // A number in brackets says which copy of a view is meant, and may depend on a value.
        if node.children.contains(where: { $0.value(at: 0) != nil }) { return nil }
        following.steps.append(.anchor)
        return Ingredients(hasAnchor: true)
      }
      guard let value = declaredValue(ofReference: node, site), scopes.number(of: value) != nil else {
        return nil
      }
      following.steps.append(.value(Int32(value)))
      return Ingredients(hasValue: true)
    case .binary:
      guard let leftNode = node.value(at: 0), let left = writeSteps(of: leftNode, site),
        let rightNode = node.value(at: 1), let right = writeSteps(of: rightNode, site)
      else { return nil }
      let operation = node.arithmetic
      if operation == .multiply || operation == .divide {
        guard !(left.hasAnchor && right.hasValue), !(right.hasAnchor && left.hasValue) else { return nil }
      }
      following.steps.append(.operation(operation))
      return Ingredients(
        hasAnchor: left.hasAnchor || right.hasAnchor, hasValue: left.hasValue || right.hasValue)
    default: return nil
    }
  }

  // MARK: Adding up again

  /// Puts what the sums come to now where they went; false when one comes to nothing any more.
  mutating func addUpAgain(_ indices: [Int32]) -> Bool {
    var stack: [Double] = []
    for index in indices {
      let sum = following.sums[Int(index)]
      guard let result = result(of: sum, using: &stack) else { return false }
      switch sum.place {
      case .constant(let first, let count, let isNegated):
        let constant = isNegated ? -Quantity.literal(result) : .literal(result)
        for rule in first..<first + count { builder.layout.rules[Int(rule)].constant = constant }
      case .gap(let setting):
        let place = builder.settingPlaces.isEmpty ? Int(setting) : Int(builder.settingPlaces[Int(setting)])
        builder.layout.settings[place].setting = .gap(.literal(result))
      }
    }
    return true
  }

  /// What a sum comes to: to the last bit what `value` gives, since order and operations are the same. Nil for a
  /// division by zero, and when a value is no number any more.
  private mutating func result(of sum: ValueSum, using stack: inout [Double]) -> Double? {
    var depth = 0
    func push(_ number: Double) {
      if depth == stack.count { stack.append(number) } else { stack[depth] = number }
      depth += 1
    }
    for index in sum.steps {
      switch following.steps[Int(index)] {
      case .number(let node): push(self.node(node, in: sum.file).number)
      case .anchor: push(0)
      case .value(let value):
        // An edited value is read again by the first that asks for it.
        if scopes.number(of: Int(value)) == nil { _ = self.value(ofDeclared: Int(value)) }
        guard let (_, number) = scopes.number(of: Int(value)) else { return nil }
        push(number)
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
        case .remainder:
          guard let rest = ArithmeticOperator.remainder(left, right) else { return nil }
          push(rest)
        }
      }
    }
    return stack[0]
  }
}
