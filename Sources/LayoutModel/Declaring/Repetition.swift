import LayoutSyntax

/// `for i in 0..<4 { … }`: the body is read once for each number, with `i` as a constant in it.
///
/// Views in it are called `name[i]`, with one number for each `for` between them and their parent. From here on they
/// are views like all others; nothing later knows that they were written once.
extension LayoutResolver {
  mutating func declareLoop(_ node: SyntaxNode, in outer: Surroundings) {
    guard let nameNode = node.first(.name), let from = node.value(at: 0), let to = node.value(at: 1),
      let body = node.first(.block)
    else { return }
    if node.rangeOperator == nil { return declareRecordLoop(node, nameNode, over: from, by: to, body, in: outer) }
    let first = bound(from, in: outer)
    let last = bound(to, in: outer)
    guard let first, var last else {
      viewNames.lackSome = true
      return
    }
    if node.rangeOperator == .halfOpen { last -= 1 }
    guard last >= first else { return }
    guard last - first < ModelLimits.repetitions else {
      report(.tooManyRepetitions(last - first + 1), at: node.header, in: outer.file)
      viewNames.lackSome = true
      return
    }
    let name = name(of: nameNode, in: outer.file)
    var digits: [UInt8] = []
    for number in first...last {
      guard spend(at: node.header, in: outer) else { return }
      var inner = outer
      digits.removeAll(keepingCapacity: true)
      if outer.indices >= 0 { builder.names.append(NameID(index: outer.indices), to: &digits) }
      digits.append(UInt8(ascii: "["))
      digits.append(contentsOf: "\(number)".utf8)
      digits.append(UInt8(ascii: "]"))
      inner.indices = builder.names.name(in: digits, from: 0, to: digits.count).index
      inner.scope = scopes.open(in: outer.scope, indices: inner.indices)
      var counter = DeclaredValue(
        name: name, node: nameNode.index, file: outer.file, scope: inner.scope, view: outer.home)
      counter.isCounter = true
      _ = scopes.declare(counter)
      scopes.setState(.read(.linear(LinearExpression(.literal(Double(number))))), of: scopes.values.count - 1)
      inner.isInBranchOfContent = outer.part != .everything
      declareBody(body, in: inner)
    }
  }

  /// Reads a whole number that is known in the file; nil after a complaint, here or where the number comes from.
  private mutating func bound(_ node: SyntaxNode, in outer: Surroundings) -> Int? {
    let site = Site(file: outer.file, scope: outer.scope, view: outer.home)
    switch constant(node, site) {
    case .known(.number(let number)):
      if let whole = Int(exactly: number), whole.magnitude <= Int32.max { return whole }
      report(.notAWholeNumber(node.text), at: node, in: outer.file)
    case .known: report(.notAWholeNumber(node.text), at: node, in: outer.file)
    case .unknown where field(of: node, site) != nil: report(.rangeOfField(node.text), at: node, in: outer.file)
    case .unknown where node.kind == .reference && node.first(.anchorSegment) == nil:
      if declaredValue(ofReference: node, site) != nil { fallthrough }
      reportUnknownValue(node.name, node, site)
    case .unknown: report(.rangeNotKnown(node.text), at: node, in: outer.file)
    case .isVariable(let name): report(.rangeOfVariable(name), at: node, in: outer.file)
    case .broken: break
    }
    return nil
  }

  /// The number of `cell[0]`, which is how `name` is spelled in a `for`; that of `cell` when there are too many names.
  mutating func name(_ name: NameID, at indices: Int32, origin: @autoclosure () -> Origin) -> NameID {
    let bytes = builder.names.length(of: name) + builder.names.length(of: NameID(index: indices))
    guard builder.spend(bytes, on: .names, at: origin()) else { return name }
    viewNames.spelling.removeAll(keepingCapacity: true)
    builder.names.append(name, to: &viewNames.spelling)
    builder.names.append(NameID(index: indices), to: &viewNames.spelling)
    return builder.names.name(in: viewNames.spelling, from: 0, to: viewNames.spelling.count)
  }
}

extension SyntaxNode {
  /// The part of a `for` before its block, for complaints about all of it.
  var header: SyntaxNode { value(at: 1) ?? self }
}

extension Complaint {
  static func notAWholeNumber(_ text: String) -> Complaint {
    Complaint(.badRange, "'\(text)' is no whole number, and a 'for' counts in whole numbers")
  }

  static func rangeNotKnown(_ text: String) -> Complaint {
    Complaint(.badRange, "'\(text)' is not known in the file, and how often a 'for' repeats is")
  }

  static func rangeOfField(_ name: String) -> Complaint {
    Complaint(
      .badRange, "'\(name)' is of a record, and how often a 'for' counts is known in the file",
      help: ["what a record has several of is a list of its own"])
  }

  static func rangeOfVariable(_ name: String) -> Complaint {
    Complaint(
      .badRange, "'\(name)' is set from outside, and which views there are does not change while a scene runs",
      help: ["use a 'let', or a list of records, over which a 'for' repeats: `for r in rows by r.id`"])
  }

  static func tooManyRepetitions(_ count: Int) -> Complaint {
    Complaint(
      .tooManyCopies, "a 'for' repeats at most \(ModelLimits.repetitions) times, and this one \(count) times")
  }
}
