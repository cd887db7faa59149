/// What may stand in a block: views, relations, constraints, branches, components.
public protocol Element: Sendable {
  /// What it says, when it stands at a place of the program.
  func statement(at site: Site) -> Statement
}

/// One thing that is said, and where.
public struct Statement: Sendable {
  enum Form: Sendable {
    case view(Declaration)
    case constraint(Constraint)
    indirect case clause(Clause)
    indirect case branch(If)
    indirect case configuration(Config)
    indirect case transition(Transition)
    indirect case defaults(With)
    case block(Block)
    indirect case records(RecordLoop, Block)
  }

  var form: Form
  var site: Site

  init(_ form: Form, _ site: Site) {
    self.form = form
    self.site = site
  }
}

/// Statements in order.
public struct Block: Element {
  var statements: [Statement]

  /// Says nothing.
  public init() { statements = [] }

  init(_ statements: [Statement]) { self.statements = statements }

  /// A block of its own, to be used in others.
  public init(@BlockBuilder _ body: () -> Block) { self = body() }

  func adding(_ other: Block) -> Block { Block(statements + other.statements) }

  /// Says what is in it.
  public func statement(at site: Site) -> Statement { Statement(.block(self), site) }
}

/// A statement of one's own: whatever its body says. Its body is read once for each block that it stands in.
///
/// ```swift
/// struct Separated: Component {
///   let first: Label, second: Label
///   var body: Block { first.bottom <= second.top - 8 }
/// }
/// ```
public protocol Component: Element {
  /// What it says.
  @BlockBuilder var body: Block { get }
}

extension Component {
  /// Says what its body says.
  public func statement(at site: Site) -> Statement { Statement(.block(body), site) }
}

/// Gathers the statements of a block with their lines. Swift's own `if`, `switch` and `for` are decided once, while the
/// block is built; `If` is asked again whenever what it asks about changes.
@resultBuilder public enum BlockBuilder {
  /// The one door through which everything comes.
  public static func buildExpression(
    _ element: some Element, file: String = #fileID, line: UInt = #line
  ) -> Statement {
    element.statement(at: Site(file, line))
  }

  /// Statements one after the other.
  public static func buildBlock(_ statements: Statement...) -> Block { Block(statements) }
  /// An `if` of Swift's without an `else`.
  public static func buildOptional(_ block: Block?) -> Statement { joined(block.map { [$0] } ?? []) }
  /// An `if` or `switch` of Swift's.
  public static func buildEither(first: Block) -> Statement { joined([first]) }
  /// An `if` or `switch` of Swift's.
  public static func buildEither(second: Block) -> Statement { joined([second]) }
  /// A `for` of Swift's.
  public static func buildArray(_ blocks: [Block]) -> Statement { joined(blocks) }
  /// An `if #available`.
  public static func buildLimitedAvailability(_ block: Block) -> Statement { joined([block]) }

  private static func joined(_ blocks: [Block]) -> Statement {
    Statement(.block(Block(blocks.flatMap(\.statements))), Site("", 0))
  }
}

/// What is said between views that stand elsewhere: the closure gets them in their order, as many as there are.
///
/// ```swift
/// Constraints(for: title, image) { title, image in title.top == image.bottom + 8 }
/// ```
public struct Constraints: Element {
  let block: Block

  /// - Parameters:
  ///   - views: in the order of the closure.
  ///   - body: gets the views.
  public init<each V: View>(for views: repeat each V, @BlockBuilder body: (repeat each V) -> Block) {
    block = body(repeat each views)
  }

  /// Says what is in it.
  public func statement(at site: Site) -> Statement { Statement(.block(block), site) }
}

/// What placements inside use where they say nothing of it themselves: `With(.margins, inset: 8, gap: 4) { … }`.
public struct With: Element {
  let area: Area?
  let inset: Insets?
  let gap: Double?
  let x: XMode?
  let y: YMode?
  let block: Block

  /// - Parameters:
  ///   - area: in place of the parent.
  ///   - inset: of placements that take one.
  ///   - gap: of placements that take one.
  ///   - x: how a view stands across what it is docked to along y.
  ///   - y: how a view stands across what it is docked to along x.
  ///   - body: what these are the defaults of.
  public init(
    _ area: Area? = nil, inset: Insets? = nil, gap: Double? = nil, x: XMode? = nil, y: YMode? = nil,
    @BlockBuilder body: () -> Block
  ) {
    (self.area, self.inset, self.gap, self.x, self.y) = (area, inset, gap, x, y)
    block = body()
  }

  /// Says what is in it.
  public func statement(at site: Site) -> Statement { Statement(.defaults(self), site) }
}
