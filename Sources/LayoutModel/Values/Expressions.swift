import Geometry
import LayoutSyntax

/// Where an expression is read, which decides what its names mean.
struct Site {
  var file: Int32
  var scope: Int32
  /// The view in whose body or line it stands; nil at the top of a file.
  var view: ViewID?
  /// The view that anchors without a view mean: `view`, or in a condition the view that a constraint is for.
  var bare: ViewID

  init(file: Int32, scope: Int32, view: ViewID?) {
    self.file = file
    self.scope = scope
    self.view = view
    bare = view ?? .root
  }
}

/// Reads expressions. Each function returns nil after a complaint, so that one mistake is reported once.
extension LayoutResolver {
  mutating func value(_ node: SyntaxNode, _ site: Site) -> Value? {
    guard canReadDeeper(at: node, site), spend(steps: 1, at: node, site) else { return nil }
    expressionDepth += 1
    defer { expressionDepth -= 1 }
    switch node.kind {
    case .number: return .linear(number(node))
    case .percent: return .linear(LinearExpression(type: .length, percent: .literal(node.number / 100)))
    case .reference: return reference(node, site)
    case .negate:
      guard let operand = node.value(at: 0), let value = value(operand, site) else { return nil }
      return scaled(value, by: .literal(-1), at: operand, site)
    case .binary: return measured(binary(node, site), at: node, site)
    case .tuple: return tuple(node, site)
    case .call: return call(node, site)
    case .string: return literalText(node, site)
    case .colour: return .colour(node.colour)
    case .duration: return .duration(node.milliseconds)
    case .word: return .word(node.name)
    case .boolean: return .word(node.flag ? "true" : "false")
    case .conditional: return choice(node, site)
    case .recordList:
      report(.recordsAsValue, at: node, in: site.file)
      return nil
    case let kind where kind.isCondition:
      report(.conditionAsValue(node.text), at: node, in: site.file)
      return nil
    default:
      // `_` means something where it may stand, and of all else the parser has complained.
      assert(node.kind == .wildcard || !node.kind.isValue, "\(node.kind) is read by nobody")
      return nil
    }
  }

  /// A number that stands alone: a factor may be as large as it likes.
  private mutating func plainNumber(_ node: SyntaxNode, _ site: Site) -> LinearExpression? {
    guard spend(steps: 1, at: node, site) else { return nil }
    if node.number > ModelLimits.reach { report(.beyondReach(node.text), at: node, in: site.file) }
    return number(node)
  }

  private func number(_ node: SyntaxNode) -> LinearExpression {
    switch node.unit {
    case .none: LinearExpression(.literal(node.number))
    case .points: LinearExpression(.literal(node.number), type: .length)
    case .pixels: LinearExpression(.pixels(node.number), type: .length)
    }
  }

  /// Whether one more expression may be read inside the others; reports when not. Without a limit a long chain of lets
  /// would overflow the stack.
  mutating func canReadDeeper(at node: SyntaxNode, _ site: Site) -> Bool {
    if expressionDepth < ModelLimits.expressionDepth { return true }
    report(.tooDeep, at: node, in: site.file)
    return false
  }

  // This is not a part of `value`, which is on the stack once for each expression inside another.
  private mutating func literalText(_ node: SyntaxNode, _ site: Site) -> Value? {
    let text = node.string
    warnOfBraces(in: node, as: .operand, file: site.file, scope: site.scope)
    return builder.spend(on: text, at: Origin(file: site.file, span: node.span)) ? .text(text) : nil
  }

  /// Reads a number, length or position, which may contain anchors.
  mutating func linear(_ node: SyntaxNode, _ site: Site) -> LinearExpression? {
    // These two are what most expressions are, and need not become a `Value` first.
    if node.kind == .number { return plainNumber(node, site) }
    if node.kind == .reference, let plain = plainReference(node, site) { return plain }
    guard let value = value(node, site) else { return nil }
    guard case .linear(let expression) = value else {
      report(.wrongType(node.text, value.noun, wanted: "a number or length"), at: node, in: site.file)
      return nil
    }
    return expression
  }

  /// Reads a number or length that is known before solving.
  mutating func quantity(_ node: SyntaxNode, _ site: Site) -> Quantity? {
    guard let expression = linear(node, site) else { return nil }
    return quantity(expression, node, site)
  }

  /// The number or length that an expression comes to before solving; nil after a complaint when it is not known then.
  mutating func quantity(_ expression: LinearExpression, _ node: SyntaxNode, _ site: Site) -> Quantity? {
    if expression.percent != nil {
      report(.percentWithoutDimension(node.text), at: node, in: site.file)
      return nil
    }
    guard expression.isConstant else {
      report(.notKnownBeforeSolving(node.text), at: node, in: site.file)
      return nil
    }
    return expression.constant
  }

  /// Reads a number that is known in the file.
  mutating func literal(_ node: SyntaxNode, _ site: Site) -> Double? {
    guard let quantity = quantity(node, site) else { return nil }
    guard let number = quantity.known else {
      report(.notKnownBeforeSolving(node.text), at: node, in: site.file)
      return nil
    }
    return number
  }

  // MARK: Operators

  private mutating func binary(_ node: SyntaxNode, _ site: Site) -> Value? {
    guard let leftNode = node.value(at: 0), let rightNode = node.value(at: 1) else { return nil }
    // Both sides are read before either is given up, so that both are checked.
    let left = value(leftNode, site)
    let right = value(rightNode, site)
    guard let left, let right else { return nil }
    switch node.arithmetic {
    case .add, .subtract: return sum(node, left, right, leftNode, rightNode, site)
    case .multiply:
      if let (text, count) = Self.repetition(left, right) { return repeated(text, count, node, site) }
      if case .linear(let factor) = left, factor.isConstant, factor.type == .number {
        return scaled(right, by: factor.constant, at: rightNode, site)
      }
      if case .linear(let factor) = right, factor.isConstant, factor.type == .number {
        return scaled(left, by: factor.constant, at: leftNode, site)
      }
      if case .linear(let factor) = left, factor.isConstant, factor.type == .length,
        case .linear(let operand) = right, !operand.isConstant
      {
        return scaled(right, by: factor.constant, at: rightNode, site)
      }
      report(.product(leftNode.text, rightNode.text), at: node, in: site.file)
      return nil
    case .divide:
      guard case .linear(let divisor) = right, divisor.isConstant else {
        report(.divisor(rightNode.text), at: rightNode, in: site.file)
        return nil
      }
      if divisor.constant.isZero {
        report(.divisionByZero, at: rightNode, in: site.file)
        return nil
      }
      return scaled(left, by: .literal(1) / divisor.constant, at: leftNode, site)
    case .remainder: return remainder(node, left, right, leftNode, rightNode, site).map { .linear($0) }
    }
  }

  /// Reads `a % b`, of numbers known in the file: what is left of `a` once `b` was taken away as often as can be, from
  /// 0 to `b`.
  private mutating func remainder(
    _ node: SyntaxNode, _ left: Value, _ right: Value, _ leftNode: SyntaxNode, _ rightNode: SyntaxNode, _ site: Site
  ) -> LinearExpression? {
    var numbers: [Double] = []
    var type = ValueType.number
    for (value, side) in [(left, leftNode), (right, rightNode)] {
      guard case .linear(let expression) = value, expression.isConstant, let number = expression.constant.known else {
        report(.constantsOnly("%", side.text), at: side, in: site.file)
        return nil
      }
      if expression.type == .length { type = .length }
      numbers.append(number)
    }
    guard let rest = ArithmeticOperator.remainder(numbers[0], numbers[1]) else {
      report(.divisionByZero, at: rightNode, in: site.file)
      return nil
    }
    return LinearExpression(.literal(rest), type: type)
  }

  /// Reads `a if c else b`.
  private mutating func choice(_ node: SyntaxNode, _ site: Site) -> Value? {
    guard let chosen = chosen(node, site), let first = node.value(at: 0), let second = node.value(at: 2) else {
      return nil
    }
    if choices[ChoicePlace(node, site)] != nil { return value(chosen, site) }
    // Both sides are read, so that both are checked.
    let values = (value(first, site), value(second, site))
    return chosen.index == first.index ? values.0 : values.1
  }

  /// The side of `a if c else b` that counts: as the file says, or as the branch asks that it is read for. Nil after a
  /// complaint.
  mutating func chosen(_ node: SyntaxNode, _ site: Site) -> SyntaxNode? {
    if let holds = choices[ChoicePlace(node, site)] { return node.value(at: holds ? 0 : 2) }
    guard let condition = node.value(at: 1) else { return nil }
    guard case .known(.boolean(let holds)) = constant(condition, site) else {
      report(.openChoice(condition.text), at: condition, in: site.file)
      return nil
    }
    return node.value(at: holds ? 0 : 2)
  }

  private mutating func scaled(_ value: Value, by factor: Quantity, at node: SyntaxNode, _ site: Site) -> Value? {
    switch value {
    case .linear(let expression): return .linear(expression.scaled(by: factor))
    case .compound(let kind, let parts) where kind != .edges || factor.known == 1:
      return .compound(kind, parts.map { $0.scaled(by: factor) })
    case .compound:
      return .compound(.edges, parts(of: value).map { $0.scaled(by: factor) })
    case .duration(let milliseconds):
      if let factor = factor.known { return .duration(milliseconds * factor) }
    case .variableDuration(let variable, let own):
      if let factor = factor.known { return .variableDuration(variable, factor: own * factor) }
    case .text, .template, .word, .colour, .variableColour, .condition: break
    }
    report(.wrongType(node.text, value.noun, wanted: "a number or length"), at: node, in: site.file)
    return nil
  }

  private func parts(of value: Value) -> [LinearExpression] {
    switch value {
    case .compound(_, let parts): parts
    case .linear(let part): [part]
    case .text, .template, .word, .colour, .variableColour, .duration, .variableDuration, .condition: []
    }
  }

  private mutating func sum(
    _ node: SyntaxNode, _ left: Value, _ right: Value, _ leftNode: SyntaxNode, _ rightNode: SyntaxNode, _ site: Site
  ) -> Value? {
    let isDifference = node.arithmetic == .subtract
    switch (left, right) {
    case (.text(let left), _) where !isDifference && right.asText != nil:
      return joined(left, right.asText ?? "", node, site)
    case (_, .text(let right)) where !isDifference && left.asText != nil:
      return joined(left.asText ?? "", right, node, site)
    case _ where !isDifference && (left.isText || right.isText):
      guard let first = left.asTemplate, let second = right.asTemplate else { break }
      return .template(first + second)
    case (.linear(let left), .linear(let right)):
      return linearSum(left, right, isDifference, leftNode, rightNode, node, site).map { .linear($0) }
    case (.compound(let kind, let own), .compound(let otherKind, let others))
    where kind == otherKind && (kind == .pair || kind == .insets)
      || otherKind == .pair && (kind == .center || kind == .size):
      let factor = Quantity.literal(isDifference ? -1 : 1)
      return .compound(kind, zip(own, others).map { $0.adding($1.scaled(by: factor), type: $0.type) })
    case (.compound(.edges, let edges), _) where isDifference:
      guard let insets = insetParts(right, rightNode, site) else { return nil }
      // From top and left inwards is up in numbers, from bottom and right it is down.
      let signs: [Double] = [1, 1, -1, -1]
      return .compound(
        .edges,
        (0..<4).map { edges[$0].adding(insets[$0].scaled(by: .literal(signs[$0])), type: edges[$0].type) })
    case (.compound(.edges, _), _):
      report(.outsetEdges(leftNode.text, rightNode.text), at: node, in: site.file)
      return nil
    default: break
    }
    var complaint = Complaint.unlikeOperands(leftNode.text, left.noun, rightNode.text, right.noun, isDifference)
    if left.isText && right.isNumberFromOutside || right.isText && left.isNumberFromOutside {
      complaint.help = [.textOfNumber]
    }
    report(complaint, at: node, in: site.file)
    return nil
  }

  /// The text and the number of `"ab" * 3`, either way round; nil for other operands, and for what is not known in the
  /// file.
  private static func repetition(_ left: Value, _ right: Value) -> (String, Double)? {
    switch (left, right) {
    case (.text(let text), .linear(let count)), (.linear(let count), .text(let text)):
      guard count.isConstant, count.type == .number, let number = count.constant.known else { return nil }
      return (text, number)
    default: return nil
    }
  }

  private mutating func repeated(_ text: String, _ count: Double, _ node: SyntaxNode, _ site: Site) -> Value? {
    let times = ViewSyntax.times(count, text)
    if Double(times) < count.rounded(.down) {
      report(.cutText(times, of: count, isWritten: false), at: node, in: site.file)
    }
    let text = String(repeating: text, count: times)
    return builder.spend(on: text, at: Origin(file: site.file, span: node.span)) ? .text(text) : nil
  }

  private mutating func joined(_ left: String, _ right: String, _ node: SyntaxNode, _ site: Site) -> Value? {
    let text = left + right
    return builder.spend(on: text, at: Origin(file: site.file, span: node.span)) ? .text(text) : nil
  }

  /// The four insets that `edges - …` subtracts. One number stands for all.
  mutating func insetParts(_ value: Value, _ node: SyntaxNode, _ site: Site) -> [LinearExpression]? {
    switch value {
    case .compound(.insets, let parts): return parts
    case .linear(let expression) where !expression.type.isPosition:
      return [expression, expression, expression, expression]
    default:
      report(.wrongType(node.text, value.noun, wanted: "four insets or one number"), at: node, in: site.file)
      return nil
    }
  }

  private mutating func linearSum(
    _ left: LinearExpression, _ right: LinearExpression, _ isDifference: Bool, _ leftNode: SyntaxNode,
    _ rightNode: SyntaxNode, _ node: SyntaxNode, _ site: Site
  ) -> LinearExpression? {
    let type: ValueType
    switch (left.type.isPosition, right.type.isPosition) {
    case (true, true):
      guard isDifference else {
        report(.addedPositions(leftNode.text, rightNode.text), at: node, in: site.file)
        return nil
      }
      guard left.type == right.type else {
        report(
          .axisMismatch(Spoken(leftNode, left.type), Spoken(rightNode, right.type)), at: rightNode, in: site.file)
        return nil
      }
      type = .length
    case (true, false): type = left.type
    case (false, true):
      guard !isDifference else {
        report(.subtractedPosition(leftNode.text, rightNode.text), at: node, in: site.file)
        return nil
      }
      type = right.type
    case (false, false): type = left.type == .number && right.type == .number ? .number : .length
    }
    return left.adding(isDifference ? right.scaled(by: .literal(-1)) : right, type: type)
  }

  // MARK: Tuples and functions

  private mutating func tuple(_ node: SyntaxNode, _ site: Site) -> Value? {
    if node.first(.edgeValue) != nil { return namedInsets(node, site).map { .compound(.insets, $0) } }
    var parts: [LinearExpression] = []
    for child in node.values {
      guard let part = linear(child, site) else { return nil }
      if part.type.isPosition {
        report(.wrongType(child.text, part.type.noun, wanted: "a number or length"), at: child, in: site.file)
        return nil
      }
      parts.append(part)
    }
    switch parts.count {
    case 2: return .compound(.pair, parts)
    case 4: return .compound(.insets, parts)
    default:
      report(.wrongCount(node.text, wanted: "two or four values", parts.count), at: node, in: site.file)
      return nil
    }
  }

  private mutating func call(_ node: SyntaxNode, _ site: Site) -> Value? {
    let function = node.first(.name)?.word ?? .none
    let arguments = Array(node.values)
    switch function {
    case .swapX, .swapY:
      guard arguments.count == 1 else {
        report(.wrongCount(node.text, wanted: "one value", arguments.count), at: node, in: site.file)
        return nil
      }
      guard let operand = value(arguments[0], site) else { return nil }
      guard case .compound(.insets, var parts) = operand else {
        report(.wrongType(arguments[0].text, operand.noun, wanted: "four insets"), at: arguments[0], in: site.file)
        return nil
      }
      if function == .swapX { parts.swapAt(1, 3) } else { parts.swapAt(0, 2) }
      return .compound(.insets, parts)
    case .min, .max, .clamp, .abs, .round, .floor, .ceil:
      return arithmeticCall(function, arguments, node, site).map { .linear($0) }
    default:
      if node.name == "calc" {
        report(.calculation(node.text), at: node, in: site.file)
        return nil
      }
      let parts = arguments.compactMap { $0.kind == .number ? $0.number : nil }
      if parts.count == arguments.count, let meant = WordsOfOthers.colour(node.name, parts) {
        report(.colourOfParts(node.name, meant), at: node, in: site.file)
        return nil
      }
      let known = Word.all(.function).map(\.rawValue)
      report(.unknownFunction(node.name, nearest: nearestName(to: node.name, in: known)), at: node, in: site.file)
      return nil
    }
  }

  /// Reads `min`, `max`, `clamp`, `abs`, `round`, `floor` and `ceil`, which take numbers known in the file.
  private mutating func arithmeticCall(
    _ function: Word, _ arguments: [SyntaxNode], _ node: SyntaxNode, _ site: Site
  ) -> LinearExpression? {
    var numbers: [Double] = []
    var type = ValueType.number
    for argument in arguments {
      guard let expression = linear(argument, site) else { return nil }
      guard expression.isConstant, let number = expression.constant.known else {
        report(.constantsOnly(function.rawValue, argument.text), at: argument, in: site.file)
        return nil
      }
      if expression.type == .length { type = .length }
      numbers.append(number)
    }
    guard let result = function.result(of: numbers) else {
      if function == .clamp, numbers.count == 3 {
        report(.turnedClamp(node.text), at: node, in: site.file)
        return nil
      }
      let wanted =
        function == .clamp ? "three values" : function == .min || function == .max ? "at least one value" : "one value"
      report(.wrongCount(node.text, wanted: wanted, numbers.count), at: node, in: site.file)
      return nil
    }
    return LinearExpression(.literal(result), type: type)
  }
}

extension Word {
  /// What a function makes of numbers; nil where it does not take so many.
  func result(of numbers: [Double]) -> Double? {
    guard let first = numbers.first else { return nil }
    switch self {
    case .min: return numbers.reduce(first, Swift.min)
    case .max: return numbers.reduce(first, Swift.max)
    case .clamp where numbers.count == 3 && numbers[0] <= numbers[2]:
      return Swift.min(Swift.max(numbers[0], numbers[1]), numbers[2])
    case .abs where numbers.count == 1: return first.magnitude
    case .round where numbers.count == 1: return first.rounded()
    case .floor where numbers.count == 1: return first.rounded(.down)
    case .ceil where numbers.count == 1: return first.rounded(.up)
    default: return nil
    }
  }
}

extension ArithmeticOperator {
  /// What is left of a number once another was taken away as often as can be; nil for 0.
  static func remainder(_ number: Double, _ divisor: Double) -> Double? {
    divisor == 0 ? nil : number - divisor * (number / divisor).rounded(.down)
  }
}

/// A side of a comparison in the words of messages.
struct Spoken {
  let text: String
  let type: ValueType
  /// The name of its last anchor on the other axis, to say what was probably meant.
  let counterpart: String?

  init(_ node: SyntaxNode, _ type: ValueType) {
    self.type = type
    guard node.kind == .reference, let segment = node.first(.anchorSegment), let anchor = segment.anchorName else {
      text = node.text
      counterpart = nil
      return
    }
    text = anchor.rawValue
    let start = node.text.utf8.dropLast(anchor.rawValue.utf8.count)
    counterpart = anchor.onTheOtherAxis.map { String(decoding: start, as: UTF8.self) + $0.rawValue }
  }

  var direction: String { type == .xPosition ? "horizontal" : "vertical" }
}

extension AnchorName {
  /// The anchor with the same meaning on the other axis.
  var onTheOtherAxis: AnchorName? {
    switch self {
    case .top: .leading
    case .bottom: .trailing
    case .leading, .left: .top
    case .trailing, .right: .bottom
    case .centerX: .centerY
    case .centerY: .centerX
    case .firstBaseline: .leading
    case .lastBaseline: .trailing
    case .width: .height
    case .height: .width
    case .edges, .center, .size: nil
    }
  }
}

extension Complaint {
  static func axisMismatch(_ left: Spoken, _ right: Spoken) -> Complaint {
    Complaint(
      .axisMismatch, "'\(left.text)' is \(left.direction) but '\(right.text)' is \(right.direction)",
      replacement: right.counterpart)
  }

  static func addedPositions(_ left: String, _ right: String) -> Complaint {
    Complaint(
      .addedPositions, "'\(left)' and '\(right)' are positions, and positions do not add; their difference is a length")
  }

  static func subtractedPosition(_ left: String, _ right: String) -> Complaint {
    Complaint(.addedPositions, "the position '\(right)' cannot be taken from the length '\(left)'")
  }

  static func product(_ left: String, _ right: String) -> Complaint {
    Complaint(.notLinear, "'\(left)' times '\(right)': one of them must be a plain number")
  }

  static func divisor(_ text: String) -> Complaint {
    Complaint(.notLinear, "'\(text)' is not known before solving, so nothing can be divided by it")
  }

  static let divisionByZero = Complaint(.notLinear, "this divides by zero")

  static func outsetEdges(_ left: String, _ right: String) -> Complaint {
    Complaint(
      .compoundMismatch, "edges only shrink: insets are subtracted from '\(left)'",
      replacement: "\(left) - \(right)")
  }

  static func unlikeOperands(
    _ left: String, _ leftNoun: String, _ right: String, _ rightNoun: String, _ isDifference: Bool
  ) -> Complaint {
    let verb = isDifference ? "cannot be subtracted" : "do not add"
    return Complaint(.compoundMismatch, "'\(left)' is \(leftNoun) and '\(right)' is \(rightNoun), which \(verb)")
  }

  static func wrongType(_ text: String, _ noun: String, wanted: String) -> Complaint {
    Complaint(.wrongType, "'\(text)' is \(noun), and this takes \(wanted)")
  }

  static func wrongCount(_ text: String, wanted: String, _ count: Int) -> Complaint {
    Complaint(.wrongCount, "'\(text)' has \(count) value\(count == 1 ? "" : "s"), and this takes \(wanted)")
  }

  static func percentWithoutDimension(_ text: String) -> Complaint {
    Complaint(.percentWithoutDimension, "'\(text)' of what? this takes a number or length known before solving")
  }

  static func notKnownBeforeSolving(_ text: String) -> Complaint {
    Complaint(.notKnownBeforeSolving, "'\(text)' is only known after solving, and this takes a constant")
  }

  static func conditionAsValue(_ text: String) -> Complaint {
    Complaint(.conditionAsValue, "'\(text)' is a condition, and this takes a value")
  }

  static func beyondReach(_ text: String) -> Complaint {
    Complaint(
      .beyondReach, "'\(text)' is farther than any view can be: frames end at \(Int(ModelLimits.reach)) points",
      help: ["write a smaller number, or leave the side out that is to be open"])
  }

  static let tooDeep = Complaint(
    .tooDeep, "this leads through more than \(ModelLimits.expressionDepth) expressions")

  /// `calc(100% - 20)`, as CSS has it.
  static func calculation(_ text: String) -> Complaint {
    Complaint(
      .badFunction, "there is no 'calc' here: sums stand as they are", replacement: String(text.dropFirst("calc".count))
    )
  }

  /// `rgb(255, 128, 0)`, as CSS has it.
  static func colourOfParts(_ name: String, _ meant: String) -> Complaint {
    Complaint(
      .badFunction, "there is no '\(name)' here: a colour is written in hexadecimal digits", replacement: meant)
  }

  static func unknownFunction(_ name: String, nearest: String?) -> Complaint {
    Complaint(
      .badFunction, "there is no function '\(name)'\(didYouMean(nearest))",
      help: ["there are \(Word.all(.function).map(\.rawValue).joined(separator: ", "))"])
  }

  static func turnedClamp(_ text: String) -> Complaint {
    Complaint(
      .badFunction, "the least of '\(text)' is more than the most",
      help: ["in order: the least, the value, the most, as in `clamp(20, n * 4, 80)`"])
  }

  static let recordsAsValue = Complaint(
    .wrongType, "records stand behind the `=` of a list alone: `var rows: list(id: text) = [(id: \"a\")]`")

  static func openChoice(_ condition: String) -> Complaint {
    Complaint(
      .notKnownBeforeSolving, "'\(condition)' is not known in the file, and this choice is made there",
      help: [
        "the scene may choose what a clause, a `let` or an argument says; else write `if \(condition) { … } else { … }`"
      ])
  }

  static func constantsOnly(_ function: String, _ text: String) -> Complaint {
    Complaint(.badFunction, "'\(function)' takes numbers known in the file, and '\(text)' is not")
  }
}
