/// What leaves mean: numbers, strings and words decoded. Each is for the kinds its comment names.
extension SyntaxNode {
  /// `name`, `identifier`, `transitionState`, `word`, segments of one token: the name without backticks
  /// or `#`. `reference`, `path`, `typeName`: as written, without backticks. For nodes with a `name` child
  /// (declarations, statements, `call`, `property`…): that child's.
  public var name: String {
    switch kind {
    case .name, .identifier, .transitionState, .word, .superSegment, .guideSegment, .anchorSegment, .axis, .line:
      return storage.source.name(of: firstToken)
    case .easing:
      return easingName
    case .reference, .path, .typeName:
      return tokens.lazy.map { storage.source.name(of: $0) }.joined()
    default:
      guard let name = first(.name) else { return "" }
      return storage.source.name(of: name.firstToken)
    }
  }

  /// The word of its first token, `.none` when that is a name of the user's.
  @inlinable public var word: Word { firstToken.word }

  /// `number`, `percent` (80 for `80%`), `duration` (as written): its value.
  public var number: Double { storage.source.number(of: firstToken) }

  /// `number`: its unit.
  public var unit: NumberUnit { NumberUnit(rawValue: detail) ?? .none }

  /// `duration`: in milliseconds.
  public var milliseconds: Double {
    let token = firstToken
    let isMilliseconds = token.end - token.start > 2 && storage.source.bytes[Int(token.end) - 2] == UInt8(ascii: "m")
    return isMilliseconds ? number : number * 1000
  }

  /// `boolean`: its value. `ifStatement`, `conditionsClause`, `traitCondition`: whether `direct` or `trait.` is
  /// written.
  @inlinable public var flag: Bool { detail == 1 }

  /// `string`: its text with escapes replaced and, over several lines, without the common indentation.
  public var string: String { storage.source.string(of: firstToken) }

  /// `colour`: 0xrrggbbaa; `aa` is ff when it is not written.
  public var colour: UInt32 { storage.source.colour(of: firstToken) }

  /// `constraint`, `compare`, `fillClause`: its operator.
  @inlinable public var relation: Relation? { Relation(rawValue: detail) }
  /// `withinConstraint`, `forStatement`, `widthClause`, `heightClause`: its range operator.
  @inlinable public var rangeOperator: RangeOperator? { RangeOperator(rawValue: detail) }
  /// `binary`: its operator.
  @inlinable public var arithmetic: ArithmeticOperator { ArithmeticOperator(rawValue: detail) ?? .add }
  /// `mode`: which.
  @inlinable public var placementMode: PlacementMode { PlacementMode(rawValue: detail) ?? .none }
  /// `adjacentClause`, `restClause`: the side.
  @inlinable public var adjacency: Adjacency { Adjacency(rawValue: detail) ?? .below }
  /// `edgeClause`, `line`, `word`, `edgeValue`, `edgePlace`: the edge of its first token.
  @inlinable public var edge: EdgeName? { EdgeName(firstToken.word) }
  /// `axis`: which. Others: the axis of their first token, else of their `axis` child.
  @inlinable public var axis: AxisName? {
    AxisName(firstToken.word) ?? first(.axis).flatMap { AxisName($0.firstToken.word) }
  }
  /// `anchorSegment`, `line`: the anchor of its first token.
  @inlinable public var anchorName: AnchorName? { AnchorName(firstToken.word) }
  /// `guideSegment`, `word`: the guide of its first token.
  @inlinable public var guideName: GuideName? { GuideName(firstToken.word) }
  /// `easing`: `linear`, `ease-in-out`, `spring`, or a name of the user's.
  public var easingName: String {
    let end = first(.argumentList)?.tokenRange.lowerBound ?? tokenRange.upperBound
    var text = ""
    for token in storage.tokens[Int(tokenRange.lowerBound)..<Int(end)] { text += storage.source.name(of: token) }
    return text
  }
}
