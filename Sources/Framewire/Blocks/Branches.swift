/// A branch that lives: what is in it holds while its condition does. (Swift's `if` is decided once, while the block is
/// built.)
///
/// ```swift
/// If(screen.width >= 600, animate: .easeOut(.milliseconds(250))) {
///   list.width == 280
/// } else: {
///   list.width == screen.width
///   detail(.hidden)
/// }
/// ```
///
/// A view in both halves is one view. One that only branches have is hidden while none of them holds.
public struct If: Element {
  let condition: Condition
  let timing: Timing?
  var isDirect = false
  let then: Block
  let otherwise: Block

  /// - Parameters:
  ///   - condition: while it holds the first block does.
  ///   - timing: how what it changes gets there, when it comes and when it goes; nil: at once.
  ///   - then: what holds while the condition does.
  public init(
    _ condition: Condition, animate timing: Timing? = nil, @BlockBuilder then: () -> Block
  ) {
    self.init(condition, timing, then(), Block())
  }
  /// - Parameters:
  ///   - condition: while it holds the first block does.
  ///   - timing: how what it changes gets there; nil: at once.
  ///   - then: what holds while the condition does.
  ///   - otherwise: what holds while the condition does not.
  public init(
    _ condition: Condition, animate timing: Timing? = nil, @BlockBuilder then: () -> Block,
    @BlockBuilder else otherwise: () -> Block
  ) {
    self.init(condition, timing, then(), otherwise())
  }
  /// A relation of lengths as the condition.
  public init(_ relation: Relation<Length>, animate timing: Timing? = nil, @BlockBuilder then: () -> Block) {
    self.init(Condition(relation), timing, then(), Block())
  }
  /// A relation of lengths as the condition.
  public init(
    _ relation: Relation<Length>, animate timing: Timing? = nil, @BlockBuilder then: () -> Block,
    @BlockBuilder else otherwise: () -> Block
  ) {
    self.init(Condition(relation), timing, then(), otherwise())
  }

  private init(_ condition: Condition, _ timing: Timing?, _ then: Block, _ otherwise: Block) {
    self.condition = condition
    self.timing = timing
    self.then = then
    self.otherwise = otherwise
  }

  /// The branch, chosen at once when something is set, and not once a turn.
  public func direct() -> If {
    var result = self
    result.isDirect = true
    return result
  }

  /// Says it.
  public func statement(at site: Site) -> Statement { Statement(.branch(self), site) }
}

/// A branch with a name, of the view in whose block it stands, that the outside switches: `scene.use(.visible, on: v)`.
///
/// ```swift
/// panel(.initial(.hidden)) {
///   Config(.visible) { panel.bottom == Super.safe.bottom - 16 }
///   Config(.hidden) { panel.top == Super.bottom }
///   Config("pinned", when: screen.width >= 600) { panel(.width(320), .remove(.leading)) }
/// }
/// ```
public struct Config: Element {
  let name: ConfigurationName
  let condition: Condition?
  let timing: Timing?
  let block: Block

  /// - Parameters:
  ///   - name: what the outside calls it.
  ///   - condition: turns it on while it holds; nil: only the outside does.
  ///   - timing: how what it changes gets there; nil: at once, or as a `Transition` says.
  ///   - body: what holds while it is on.
  public init(
    _ name: ConfigurationName, when condition: Condition? = nil, animate timing: Timing? = nil,
    @BlockBuilder body: () -> Block
  ) {
    (self.name, self.condition, self.timing, block) = (name, condition, timing, body())
  }
  /// - Parameters:
  ///   - name: what the outside calls it.
  ///   - relation: turns it on while it holds.
  ///   - timing: how what it changes gets there; nil: at once, or as a `Transition` says.
  ///   - body: what holds while it is on.
  public init(
    _ name: ConfigurationName, when relation: Relation<Length>, animate timing: Timing? = nil,
    @BlockBuilder body: () -> Block
  ) {
    self.init(name, when: Condition(relation), animate: timing, body: body)
  }

  /// Says it.
  public func statement(at site: Site) -> Statement { Statement(.configuration(self), site) }
}

/// How views move when a configuration of a view changes: that in whose block it stands, or any in the layout's own.
public struct Transition: Element {
  let from: ConfigurationName?
  let to: ConfigurationName?
  let view: Node?
  let timing: Timing

  /// - Parameters:
  ///   - from: nil: any.
  ///   - to: nil: any.
  ///   - view: whose configuration it is; nil: see above.
  ///   - timing: how they move.
  public init(
    from: ConfigurationName? = nil, to: ConfigurationName? = nil, on view: (any View)? = nil, _ timing: Timing
  ) {
    (self.from, self.to, self.view, self.timing) = (from, to, view?.node, timing)
  }

  /// Says it.
  public func statement(at site: Site) -> Statement { Statement(.transition(self), site) }
}
