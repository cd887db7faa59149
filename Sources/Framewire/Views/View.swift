public import Geometry

/// A view: a handle with anchors. In a block it says that the view stands there.
///
/// ```swift
/// let card = Box("card"), title = Label("title", text: "Hello")
/// let page = Layout("page") {
///   card(.fill(.margins)) {                 // the card stands in the screen, and this is said of it
///     title(.top(8), .leading(8))           // the title stands in the card
///     title.trailing <= card.trailing - 8
///   }
/// }
/// ```
///
/// A view stands in one parent. In several blocks of that one it is one view, and all that is said of it adds up; a
/// view that only branches have is hidden while none of them holds.
public protocol View: Anchored, Element {
  /// Which view it is.
  var node: Node { get }
}

extension View {
  /// The view's own rectangle.
  public var place: Place { Place(node: node, guide: .frame) }
  /// What of the view nothing of the screen covers.
  public var safe: Area { Area(Place(node: node, guide: .safe)) }
  /// The view inward by its margins, 8 points unless `.margins(…)` says otherwise.
  public var margins: Area { Area(Place(node: node, guide: .margins)) }
  /// The margins, never wider than text is read well.
  public var readable: Area { Area(Place(node: node, guide: .readable)) }
  /// The part below which the keyboard is.
  public var keyboard: Area { Area(Place(node: node, guide: .keyboard)) }
  /// What neither the screen's edges nor the keyboard cover.
  public var keyboardSafe: Area { Area(Place(node: node, guide: .keyboardSafe)) }

  /// The view stands here.
  public func statement(at site: Site) -> Statement {
    Statement(.view(Declaration(node: node, clauses: [], body: Block())), site)
  }

  /// The view stands here, and this is said of it.
  public func callAsFunction(_ clauses: Clause...) -> Declaration {
    Declaration(node: node, clauses: clauses, body: Block())
  }

  /// The view stands here, this is said of it, and these stand in it.
  public func callAsFunction(_ clauses: Clause..., @BlockBuilder body: () -> Block) -> Declaration {
    Declaration(node: node, clauses: clauses, body: body())
  }
}

/// Views whose content may be larger than they are.
public protocol Scrolling: View {}

extension Scrolling {
  /// What the view scrolls.
  public var content: Area { Area(Place(node: node, guide: .scrollContent)) }
  /// What of the content is seen.
  public var visible: Area { Area(Place(node: node, guide: .scrollFrame)) }
}

/// That a view stands where this is written, and what is said of it there.
public struct Declaration: Element {
  var node: Node
  var clauses: [Clause]
  var body: Block
  /// The name that the view has because of where it stands: `header` of a list.
  var role: String?

  /// Says it.
  public func statement(at site: Site) -> Statement { Statement(.view(self), site) }
}

extension View {
  /// The view in a wrapper of its own, which it fills less the insets along what is not said, and in which it stands as
  /// said along what is. The wrapper has no name.
  ///
  /// ```swift
  /// VStack { badge.wrapped(x: .center, inset: 8); title }
  /// ```
  public func wrapped(
    x: ColumnItems = .fill, y: RowItems = .fill, inset: Insets = 0, file: String = #fileID, line: UInt = #line
  ) -> Declaration {
    // A column aligns along x and a row along y. Where both are asked for, the one stands in the other.
    let isRow = x == .fill && y != .fill
    let both = x != .fill && y != .fill
    let inner = both ? HStack(items: y, file: file, line: line) { self }() : callAsFunction()
    if isRow { return HStack(inset: inset, items: y, file: file, line: line) { inner }() }
    return VStack(inset: inset, items: x, file: file, line: line) { inner }()
  }

  /// The view in a scroll view of its own that scrolls along `axis` and only when it must. It fills the content along
  /// what is not said, and stands in it as said along what is.
  ///
  /// ```swift
  /// text.scrolling(.y)                            // as wide as what scrolls
  /// text.scrolling(.y, x: .fill(.margins))        // less the margins
  /// text.scrolling(.y, x: .center, y: .center)    // in the middle while there is room
  /// ```
  ///
  /// - Parameters:
  ///   - axis: along which it scrolls.
  ///   - x: how the view stands in the content along x.
  ///   - y: how the view stands in the content along y.
  ///   - avoidsKeyboard: whether it can be scrolled clear of the keyboard.
  ///   - file: where it stands in the program, for complaints; so does `line`.
  ///   - line: see `file`.
  public func scrolling(
    _ axis: Axis, x: XMode? = nil, y: YMode? = nil, avoidsKeyboard: Bool = false, file: String = #fileID,
    line: UInt = #line
  ) -> Declaration {
    let isPlain = x == nil && y == nil
    let inner = isPlain ? callAsFunction(.fill()) : callAsFunction(.x(x ?? .fill), .y(y ?? .fill))
    if axis == .x { return HScroll(avoidsKeyboard: avoidsKeyboard, file: file, line: line) { inner }() }
    return VScroll(avoidsKeyboard: avoidsKeyboard, file: file, line: line) { inner }()
  }
}
