/// One case per construct. A doc comment gives the children in order: `?` may be missing, `*` any number; "expr"
/// stands for any expression kind. Tokens that are not in a child (keywords, operators, commas, parentheses) lie
/// between them in the node's own span. A node with `hasError` may lack any of its children.
///
/// The order matters: `isValue` and its siblings are ranges of raw values.
public enum SyntaxKind: UInt8, CaseIterable, Sendable {
  // MARK: The file

  /// importDeclaration*, letDeclaration*, varDeclaration*, component*, layout*, test*, error* in any order.
  case file
  /// `import "…" as t`: string, name?
  case importDeclaration
  /// `let a = value`: name, expr or word. Top level or in a block.
  case letDeclaration
  /// `var a = value`, `var a: list(id: text) = [(id: "a")]`: name, listType?, expr, word or recordList. Top level, in a
  /// block, or in an environment.
  case varDeclaration
  /// `component card(title: text) vstack gap 8 { }`: name, parameterList?, typeName?, clause*, block
  case component
  /// name, parameterList?, environment*, block
  case layout

  // MARK: Statements

  /// `preview "name" environment`: string, environment*
  case preview
  /// `test "…" of NAME environment { }`: string, name?, environment*, block
  case test
  /// `kind name[i] (args) "text" * 3 clauses { }`: typeName, name?, nameIndex?, argumentList?, string?, textRepeat?,
  /// clause or constraint*, block?
  case view
  /// `guide g clauses { }`: name, clause or constraint*, block?
  case guide
  /// `if direct cond animate … { } else …`: expr, animation?, block, then block or ifStatement when there is an
  /// `else`. `detail` 1: `direct`.
  case ifStatement
  /// `config visible when cond animate … { }`: name, expr?, animation?, block
  case config
  /// `transition a -> b on path timing`: transitionState, transitionState?, path?, timing
  case transition
  /// `remove leading, trailing`: reference*
  case remove
  /// `expect cond`: expr. This and the next eight stand in a test.
  case expect
  /// `after 100ms { }`: expr, block?
  case afterStatement
  /// `use visible on panel, toggle`: name or wildcard, path*
  case useStatement
  /// `set size 844, 390 #gap = 8`: a change or environment clause*
  case setStatement
  /// `settle`: no children.
  case settleStatement
  /// `remember before = panel.top`: name, expr
  case rememberStatement
  /// `append row.follow, row.name to row at 1`: viewList, path, expr?
  case appendStatement
  /// `remove row.follow, row.name`: viewList
  case removeStatement
  /// `scroll rows 0, 120`: path, expr or wildcard*
  case scrollStatement
  /// `slot NAME { }`: name?, block?
  case slot
  /// `for i in 0..<4 { }`: name, expr (from), expr (to), block. `detail`: RangeOperator.
  /// `for m in messages by m.id animate … { }`: name, reference (list), reference (key), animation?, block. `detail` 0.
  case forStatement
  /// `with margins inset 8 gap 4 x fill { }`: place?, (insetClause, gapClause, axisClause)*, block
  case with
  /// `left == right @p #id`: expr (left), expr or wildcard* (right; two or four of them for composites), priority?,
  /// identifier?. `detail`: Relation. Statement, or a clause on a view's line when left is an anchor.
  case constraint
  /// `width within 10..<20`: expr (left), expr, expr, priority?, identifier?. `detail`: RangeOperator.
  case withinConstraint

  // MARK: Clauses

  /// `fill <= where`: (place, axis or edgePlaces)?, priority?, identifier?. `detail`: Relation, 0 without one.
  case fillClause
  /// `center x in where`: (axis or edgePlaces)?, place?, priority?, identifier?
  case centerClause
  /// `pin pos to pos of where` / `at x, y`: position, position? (`to`), then place? (`of`) or point? (`at`),
  /// priority?, identifier?
  case pinClause
  /// `at x, y, w, h in where`: expr or wildcard* (two or four), place?, priority?, identifier?
  case atClause
  /// `dock line to line of where`: line, line? (`to`), place? (`of`), priority?, identifier?
  case dockClause
  /// `below k in where`: path, place?, priority?, identifier?. `detail`: Adjacency.
  case adjacentClause
  /// `rest below k in where`: as adjacentClause.
  case restClause
  /// `align y mode`: axis, mode, priority?, identifier?
  case alignClause
  /// `x mode`: axis, mode, priority?, identifier?
  case axisClause
  /// `aspect 200:100`: expr, expr?, priority?, identifier?
  case aspectClause
  /// `inset 10, 20, 10, 20`: insets, priority?, identifier?. Belongs to the placement before it, else it is padding.
  case insetClause
  /// `offset 4, 0`: expr, expr?, priority?, identifier?. Belongs to the placement before it.
  case offsetClause
  /// `top 10`, `right super.centerX - 5`: expr, priority?, identifier?. The edge is the first token.
  case edgeClause
  /// `size 44`, `size 100, 30`: expr or wildcard*, priority?, identifier?
  case sizeClause
  /// `width 10`, `width 10..<20`: expr, expr?, priority?, identifier?. `detail`: RangeOperator, 0 without a range.
  case widthClause
  /// As widthClause.
  case heightClause
  /// `hug x @low`, and resist, shrink, noshrink, grow, nogrow, exact: axis?, priority?. The word is the first token.
  case contentClause
  /// `intrinsic 100, _`: expr or wildcard*
  case intrinsicClause
  /// `baselines 10, 20`: expr or wildcard*
  case baselinesClause
  /// `margins 10` on a view, or in an environment: insets
  case marginsClause
  /// `trait name.x: value` on a view, or in an environment: name, axis?, expr or word
  case traitClause
  /// `gap 8`, `gap 8, 16`: expr, expr?, priority?, identifier?. As insetClause, of stacks, lists, flows and grids.
  case gapClause
  /// `items x top`: axis?, word
  case itemsClause
  /// `distribute fillEqually`: word
  case distributeClause
  /// `justify center`: word
  case justifyClause
  /// `lines center`: word
  case linesClause
  /// `self x center`: axis?, word
  case selfClause
  /// `columns 80, 1*, auto`: trackList
  case columnsClause
  /// `rows 80, 1*, auto`: trackList
  case rowsClause
  /// `span 2, 1`: expr, expr?
  case spanClause
  /// `cell 0, 1`: expr, expr
  case cellClause
  /// No children.
  case autoClause
  /// No children.
  case hiddenClause
  /// `initial visible`: name
  case initialClause
  /// `conditions direct animate 200ms`: animation?. `detail` 1: `direct`.
  case conditionsClause
  /// `lines: 0`: name, expr or word
  case property

  // MARK: Environment (besides varDeclaration, marginsClause, traitClause)

  /// `size 390, _`: (expr or wildcard), (expr or wildcard)
  case sizeEnvironment
  /// `scale 2`: number
  case scaleEnvironment
  /// `safe(top: 47)`: insets
  case safeEnvironment
  /// `keyboard 300`, `keyboard 40, 500, 320, 216`: exprs
  case keyboardEnvironment
  /// `phone`, `compact.x`: traitCondition
  case traitEnvironment
  /// `flag editing`: name
  case flagEnvironment
  /// `config panel: visible`: path?, name
  case configEnvironment

  // MARK: What `set` changes (besides environment clauses)

  /// `#gap = 16`, `card.#gap = 10, 20, 10, 20`: path?, identifier, expr or wildcard*
  case constantChange
  /// `#gap @high`, `card.#gap @_`: path?, identifier, priority or wildcard
  case priorityChange
  /// `#half * 0.25`: path?, identifier, expr or wildcard
  case multiplierChange
  /// `#gap active = false`: path?, identifier, boolean or wildcard?
  case activeChange
  /// `columns = 3`: path (of one name), expr, recordList or wildcard
  case variableChange
  /// `title "Hi"`: path, string or wildcard
  case textChange
  /// `panel hidden = false`: path, boolean or wildcard?
  case hiddenChange
  /// `logo intrinsic 64, 20`: path, expr or wildcard*
  case intrinsicChange
  /// `flag editing = false`: name, boolean or wildcard?
  case flagChange
  /// `trait style: _`: name, axis?, (expr, word or wildcard)
  case traitChange

  // MARK: Expressions

  /// `16`, `16pt`, `2px`. `detail`: NumberUnit.
  case number
  /// `80%`
  case percent
  /// `250ms`, `0.3s`
  case duration
  case string
  /// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`
  case colour
  /// `true`, `false`. `detail` 1: true.
  case boolean
  /// `-a`: expr
  case negate
  /// `a + b`: expr, expr. `detail`: ArithmeticOperator.
  case binary
  /// `a if c else b`: expr (a), expr (c), expr (b)
  case conditional
  /// `a >= b`: expr, expr or word (`compact`, `regular`). `detail`: Relation.
  case compare
  /// `!a`: expr
  case not
  /// `a && b`: expr, expr
  case and
  /// `a || b`: expr, expr
  case or
  /// `min(a, b)`: name, expr*
  case call
  /// `(a, b)`: expr, expr, expr*; `(a, top: 4)`: expr?, edgeValue*. Parentheses around one expression leave no node.
  case tuple
  /// `panel.row[2].safe.top`, `super.top`, `safe.top`, `top`, `gap`: superSegment? or pathSegment*, guideSegment?,
  /// anchorSegment?
  case reference
  /// `phone`, `compact.x`, `trait.legibility.x`: name (`phone`, `compact`, `legibility`), axis?. `detail` 1: written
  /// with `trait.`.
  case traitCondition
  /// `flag(editing)`: name
  case flagCondition
  /// `config visible`: name
  case configCondition
  /// `hidden`: no children.
  case hiddenCondition
  /// `label is compact.y`: path, expr
  case isCondition
  /// A guide or trait alone where a value is expected (`avoid: keyboard`, `style: dark`), or the word of `items`,
  /// `distribute` and others. Any other name as a value is a `reference` of one segment: read its `name`.
  case word
  /// `[(id: "a"), (id: "b")]`: record*
  case recordList
  /// `_`
  case wildcard

  // MARK: Parts

  /// `{ }`: statements, clauses, constraints and errors, in order; after a mistake perhaps blocks of nobody.
  case block
  /// `3`, `(40)`, `80, 1*, auto`, `min 280`: expr*, share*, word*, or leastTrack
  case trackList
  /// `2*`: number
  case share
  /// `min 280`: expr
  case leastTrack
  /// `row.follow, row.name`: path*
  case viewList
  /// parameter*
  case parameterList
  /// `a: Type = value`: name, typeName?, (expr or word)?
  case parameter
  /// argument*
  case argumentList
  /// `label: value`: name?, expr or word
  case argument
  /// `(id: "a", unread: true)` in a list: argument*
  case record
  /// `list(id: text, unread: flag)`: parameterList
  case listType
  /// `[i]` or `[m.id]` behind the name of a view that is declared: expr*
  case nameIndex
  /// The kind of a view, the type of a parameter: one token, or three in `t.card`.
  case typeName
  /// One token: a name that is declared or looked up, perhaps in backticks (see `SyntaxNode.name`).
  case name
  /// `* 10` after a view's text: number
  case textRepeat
  /// expr or wildcard* (`10`, or four in the order top, leading, bottom, trailing), or edgeValue* (`(top: 4, x: 8)`)
  case insets
  /// `top: 4`: expr. The edge or axis is the first token.
  case edgeValue
  /// `(top: safe, x: super)`: edgePlace*
  case edgePlaces
  /// `top: safe of a`: place. The edge or axis is the first token.
  case edgePlace
  /// `margins of a`, `super`, `of a`, `a`: guideSegment?, then path? or superSegment?
  case place
  /// `center`, `top`, `top.leading`, `leading.center`: one or two words, no children.
  case position
  /// Coordinates of `pin … at`: expr or wildcard*
  case point
  /// One token: an edge, `centerX` or `centerY`.
  case line
  /// One token: `x` or `y`.
  case axis
  /// `fill where`, `center in where between where`, `overflow pos`, `attach what`, `leading in where`, `none`:
  /// word? (what `attach` names, or the edge), place? (`fill`, `in`), between?, position? (`overflow`,
  /// `attach overflow`). `detail`: PlacementMode.
  case mode
  /// `between where`: place
  case between
  /// Dotted names: superSegment? and pathSegment*
  case path
  /// `cell[i - 1]`: name, expr*
  case pathSegment
  /// The token `super`.
  case superSegment
  /// One token: a guide's word.
  case guideSegment
  /// One token: an anchor's word.
  case anchorSegment
  /// `@high-1`, `@999`, `@mine + 2`: word, number or name; number? (what is added). `detail` 1: minus.
  case priority
  /// `#name`: one token.
  case identifier
  /// A name, or `*`: one token.
  case transitionState
  /// `animate timing`: timing
  case animation
  /// `250ms ease-out delay 50ms stagger 20ms`: duration?, easing?, delay?, stagger?
  case timing
  /// `linear`, `ease-in-out`, `spring(0.8)`: argumentList?. The whole name is `SyntaxNode.easingName`.
  case easing
  /// duration
  case delay
  /// duration
  case stagger

  /// Tokens nobody could read, after a diagnostic. Blocks among them stand beside it, as children of the statement.
  case error
}

extension SyntaxKind {
  /// An expression, a bare word or `_`: what may stand where a value is expected.
  @inlinable public var isValue: Bool {
    rawValue >= SyntaxKind.number.rawValue && rawValue <= SyntaxKind.wildcard.rawValue
  }
  /// A clause, or a constraint standing as one.
  @inlinable public var isClause: Bool {
    rawValue >= SyntaxKind.constraint.rawValue && rawValue <= SyntaxKind.property.rawValue
  }
  /// A clause of `layout`, `preview` and `test`.
  @inlinable public var isEnvironment: Bool {
    (rawValue >= SyntaxKind.sizeEnvironment.rawValue && rawValue <= SyntaxKind.configEnvironment.rawValue)
      || self == .varDeclaration || self == .marginsClause || self == .traitClause
  }
}
