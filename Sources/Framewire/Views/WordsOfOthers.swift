// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Words of other libraries for what is here. None of them can be used: the compiler says what to write instead.
// What would be a statement there is a block here, so that this is all that is told of it.

extension Anchored {
  // A toolkit's `baseline` is the last one.
  @available(*, unavailable, renamed: "lastBaseline") public var baseline: Anchor<Vertical> { lastBaseline }
  @available(*, unavailable, renamed: "firstBaseline") public var firstB: Anchor<Vertical> { firstBaseline }
  @available(*, unavailable, renamed: "lastBaseline") public var lastB: Anchor<Vertical> { lastBaseline }
  @available(*, unavailable, renamed: "top") public var topAnchor: Anchor<Vertical> { top }
  @available(*, unavailable, renamed: "bottom") public var bottomAnchor: Anchor<Vertical> { bottom }
  @available(*, unavailable, renamed: "left") public var leftAnchor: Anchor<Horizontal> { left }
  @available(*, unavailable, renamed: "right") public var rightAnchor: Anchor<Horizontal> { right }
  @available(*, unavailable, renamed: "leading") public var leadingAnchor: Anchor<Horizontal> { leading }
  @available(*, unavailable, renamed: "trailing") public var trailingAnchor: Anchor<Horizontal> { trailing }
  @available(*, unavailable, renamed: "centerX") public var centerXAnchor: Anchor<Horizontal> { centerX }
  @available(*, unavailable, renamed: "centerY") public var centerYAnchor: Anchor<Vertical> { centerY }
  @available(*, unavailable, renamed: "width") public var widthAnchor: Anchor<Length> { width }
  @available(*, unavailable, renamed: "height") public var heightAnchor: Anchor<Length> { height }
  @available(*, unavailable, renamed: "firstBaseline") public var firstBaselineAnchor: Anchor<Vertical> {
    firstBaseline
  }
  @available(*, unavailable, renamed: "lastBaseline") public var lastBaselineAnchor: Anchor<Vertical> { lastBaseline }
  @available(*, unavailable, message: "anchors are properties: write top") public func lex_top() -> Anchor<Vertical> {
    top
  }
  @available(*, unavailable, message: "anchors are properties: write bottom") public func lex_bottom() -> Anchor<
    Vertical
  > { bottom }
  @available(*, unavailable, message: "anchors are properties: write left") public func lex_left() -> Anchor<Horizontal>
  { left }
  @available(*, unavailable, message: "anchors are properties: write right") public func lex_right() -> Anchor<
    Horizontal
  > { right }
  @available(*, unavailable, message: "anchors are properties: write leading") public func lex_leading() -> Anchor<
    Horizontal
  > { leading }
  @available(*, unavailable, message: "anchors are properties: write trailing") public func lex_trailing() -> Anchor<
    Horizontal
  > { trailing }
  @available(*, unavailable, message: "anchors are properties: write centerX") public func lex_centerX() -> Anchor<
    Horizontal
  > { centerX }
  @available(*, unavailable, message: "anchors are properties: write centerY") public func lex_centerY() -> Anchor<
    Vertical
  > { centerY }
  @available(*, unavailable, message: "anchors are properties: write width") public func lex_width() -> Anchor<Length> {
    width
  }
  @available(*, unavailable, message: "anchors are properties: write height") public func lex_height() -> Anchor<Length>
  { height }
  @available(*, unavailable, message: "anchors are properties: write lastBaseline") public func lex_baseline()
    -> Anchor<Vertical>
  { lastBaseline }
  @available(*, unavailable, message: "anchors are properties: write edges") public func lex_edges() -> EdgesAnchor {
    edges
  }
  @available(*, unavailable, message: "anchors are properties: write center") public func lex_center() -> CenterAnchor {
    center
  }
  @available(*, unavailable, message: "anchors are properties: write size") public func lex_size() -> SizeAnchor {
    size
  }
}

extension View {
  @available(*, unavailable, renamed: "safe") public var safeArea: Area { safe }
  @available(*, unavailable, renamed: "safe") public var safeAreaLayoutGuide: Area { safe }
  @available(*, unavailable, renamed: "keyboardSafe") public var keyboardSafeArea: Area { keyboardSafe }
  @available(*, unavailable, renamed: "margins") public var layoutMarginsGuide: Area { margins }
  @available(*, unavailable, renamed: "readable") public var readableContentGuide: Area { readable }
  @available(*, unavailable, message: "anchors are the view's own: write view.top for view.al.top") public var al: Self
  { self }
  @available(*, unavailable, message: "anchors are the view's own: write view.top for view.anchors.top") public
    var anchors: Self
  { self }
  @available(*, unavailable, message: "a view stands where it is written: card { title } puts title into card")
  public func addSubview(_ view: some View) -> Block { Block() }
  @available(*, unavailable, message: "a view stands where it is written: card { title } puts title into card")
  public func addSubviews(_ views: any View...) -> Block { Block() }
  @available(*, unavailable, message: "a view stands where it is written: in the braces of its parent")
  public func addToView(_ parent: some View, _ clauses: Clause...) -> Block { Block() }
  @available(*, unavailable, message: "write view(.fill())") public func fillSuperview() -> Block { Block() }
  @available(*, unavailable, message: "write view(.center())") public func centerInSuperview() -> Block { Block() }
}

extension Super {
  @available(*, unavailable, renamed: "safe") public static var safeArea: Area { .safe }
  @available(*, unavailable, renamed: "safe") public static var safeAreaLayoutGuide: Area { .safe }
  @available(*, unavailable, renamed: "keyboardSafe") public static var keyboardSafeArea: Area { .keyboardSafe }
  @available(*, unavailable, renamed: "keyboard") public static var keyboardLayoutGuide: Area { .keyboard }
  @available(*, unavailable, renamed: "margins") public static var layoutMargins: Area { .margins }
  @available(*, unavailable, renamed: "margins") public static var layoutMarginsGuide: Area { .margins }
  @available(*, unavailable, renamed: "readable") public static var readableContent: Area { .readable }
  @available(*, unavailable, renamed: "readable") public static var readableContentGuide: Area { .readable }
}

extension Area {
  @available(*, unavailable, renamed: "super") public static var superview: Area { .super }
  @available(*, unavailable, renamed: "safe") public static var safeArea: Area { .safe }
  @available(*, unavailable, renamed: "margins") public static var layoutMargins: Area { .margins }
  @available(*, unavailable, renamed: "readable") public static var readableContent: Area { .readable }
  @available(*, unavailable, renamed: "keyboard") public static var keyboardFrame: Area { .keyboard }
  @available(*, unavailable, renamed: "keyboardSafe") public static var keyboardSafeArea: Area { .keyboardSafe }
  @available(*, unavailable, renamed: "visible") public static var scrollFrame: Area { .visible }
  @available(*, unavailable, renamed: "of(_:)") public static func relative(_ view: some View) -> Area { .of(view) }
  @available(*, unavailable, renamed: "of(_:)") public static func guide(_ view: some View) -> Area { .of(view) }
  @available(*, unavailable, renamed: "safe(of:)") public static func safeAreaOf(_ view: some View) -> Area {
    .safe(of: view)
  }
  @available(*, unavailable, renamed: "margins(of:)") public static func layoutMarginsOf(_ view: some View) -> Area {
    .margins(of: view)
  }
  @available(*, unavailable, renamed: "readable(of:)") public static func readableContentOf(_ view: some View) -> Area {
    .readable(of: view)
  }
  @available(*, unavailable, renamed: "keyboard(of:)") public static func keyboardFrameOf(_ view: some View) -> Area {
    .keyboard(of: view)
  }
  @available(*, unavailable, renamed: "keyboardSafe(of:)") public static func keyboardSafeAreaOf(_ view: some View)
    -> Area
  { .keyboardSafe(of: view) }
  @available(*, unavailable, renamed: "content(of:)") public static func scrollContentOf(_ view: some Scrolling) -> Area
  { .content(of: view) }
  @available(*, unavailable, renamed: "visible(of:)") public static func scrollFrameOf(_ view: some Scrolling) -> Area {
    .visible(of: view)
  }
}

extension Anchor where Kind: PositionKind {
  @available(*, unavailable, message: "write a.top == b.top + 10, with == <= or >=") public func align(
    with other: Anchor, offset: Double = 0
  ) -> Block { Block() }
  @available(*, unavailable, message: "write a.top == b.top + 10, with == <= or >=") public func equal(_ other: Anchor)
    -> Block
  { Block() }
  @available(*, unavailable, message: "write a.top == b.top + 10, with == <= or >=") public func constraint(
    equalTo other: Anchor
  ) -> Block { Block() }
  @available(*, unavailable, message: "write + 10 behind the anchor") public func offsetting(by offset: Double)
    -> Anchor
  { self + offset }
  @available(*, unavailable, message: "write view(.top(10)), which is inward") public func pinToSuperview(
    inset: Double = 0
  ) -> Block { Block() }
  @available(*, unavailable, message: "write .top with of: .margins at the view, which is inward")
  public func pinToSuperviewMargin(inset: Double = 0) -> Block { Block() }
  @available(*, unavailable, message: "write view(.center(.y, offset: 10))") public func alignWithSuperview(
    offset: Double = 0
  ) -> Block { Block() }
}

extension Anchor where Kind == Length {
  @available(*, unavailable, message: "write view.width == 44, with == <= or >=") public func set(_ points: Double)
    -> Block
  { Block() }
  @available(*, unavailable, message: "write a.width == 2 * b.height") public func match(
    _ other: Anchor, offset: Double = 0, multiplier: Double = 1
  ) -> Block { Block() }
  @available(*, unavailable, message: "write view.width == 44, with == <= or >=") public func constraint(
    equalToConstant points: Double
  ) -> Block { Block() }
}

extension Priority {
  @available(*, unavailable, renamed: "high") public static var defaultHigh: Priority { .high }
  @available(*, unavailable, renamed: "low") public static var defaultLow: Priority { .low }
  @available(*, unavailable, renamed: "fitting") public static var fittingSizeLevel: Priority { .fitting }
  @available(*, unavailable, renamed: "high") public static var DefaultHigh: Priority { .high }
  @available(*, unavailable, renamed: "low") public static var DefaultLow: Priority { .low }
  @available(*, unavailable, renamed: "fitting") public static var FittingSizeLevel: Priority { .fitting }
  @available(*, unavailable, renamed: "required") public static var Required: Priority { .required }
}

extension Insets {
  @available(*, unavailable, message: "one number is all four: write inset: 8") public static func all(_ value: Double)
    -> Insets
  { Insets(value) }
  @available(*, unavailable, message: "write one + other") public func adding(_ other: Insets) -> Insets {
    self + other
  }
  @available(*, unavailable, message: "write insets * 2") public func multiply(_ factor: Double) -> Insets {
    self * factor
  }
  @available(*, unavailable, renamed: "swappedX") public var horizontallySwapped: Insets { swappedX }
  @available(*, unavailable, renamed: "swappedY") public var verticallySwapped: Insets { swappedY }
}

extension Condition {
  @available(*, unavailable, renamed: "ltr") public static var leftToRight: Condition { .ltr }
  @available(*, unavailable, renamed: "rtl") public static var rightToLeft: Condition { .rtl }
  @available(*, unavailable, message: "write .compact(.y)") public static var verticallyCompact: Condition {
    .compact(.y)
  }
  @available(*, unavailable, message: "write .compact(.x)") public static var horizontallyCompact: Condition {
    .compact(.x)
  }
  @available(*, unavailable, message: "write .regular(.y)") public static var verticallyRegular: Condition {
    .regular(.y)
  }
  @available(*, unavailable, message: "write .regular(.x)") public static var horizontallyRegular: Condition {
    .regular(.x)
  }
  @available(*, unavailable, message: "leave it out: a condition is asked as it stands") public var isTrue: Condition {
    self
  }
  @available(*, unavailable, message: "write ! before the condition") public var isFalse: Condition { !self }
  @available(*, unavailable, message: "write .asking: what a closure answers has a name")
  public static func callback(_ answer: @escaping @Sendable () -> Bool) -> Condition { .asking("", answer) }
  @available(*, unavailable, message: "write one && other") public func and(_ other: Condition) -> Condition {
    self && other
  }
  @available(*, unavailable, message: "write one || other") public func or(_ other: Condition) -> Condition {
    self || other
  }
}

// What other libraries say of a view as a property, or by calling an anchor.
extension View {
  @available(*, unavailable, message: "write view(.hidden), or scene.setHidden(true, of: view)") public var isHidden:
    Bool
  {
    get { false }
    nonmutating set {}
  }
  @available(*, unavailable, message: "write label(.lines(2))") public var numberOfLines: Int {
    get { 0 }
    nonmutating set {}
  }
  @available(*, unavailable, message: "write VStack(gap: 8) or stack(.gap(8))") public var spacing: Double {
    get { 0 }
    nonmutating set {}
  }
  @available(*, unavailable, message: "write VStack(items: .center) or stack(.items(.center))") public var alignment:
    ColumnItems
  {
    get { .fill }
    nonmutating set {}
  }
  @available(*, unavailable, message: "the axis is in the name: VStack is a column and HStack a row") public var axis:
    Axis
  {
    get { .x }
    nonmutating set {}
  }
}

extension SizeAnchor {
  @available(*, unavailable, message: "write view(.size(24)), in the view's own clauses") public func callAsFunction(
    _ side: Double
  ) -> Block { Block() }
  @available(*, unavailable, message: "write view(.size(24, 16)), in the view's own clauses")
  public func callAsFunction(_ width: Double, _ height: Double) -> Block {
    Block()
  }
}

extension Anchor {
  @available(*, unavailable, message: "write view(.top(8)) or view.top == other.top + 8") public func callAsFunction(
    _ points: Double
  ) -> Block { Block() }
}

extension Clause {
  @available(*, unavailable, message: "write .hidden, in a branch where it is not always so") public static func hidden(
    _ isHidden: Bool
  ) -> Clause { .hidden }
  @available(*, unavailable, message: "write .hidden, in a branch where it is not always so")
  public static func isHidden(_ isHidden: Bool) -> Clause { .hidden }
  @available(*, unavailable, renamed: "lines(_:)") public static func numberOfLines(_ count: Int) -> Clause {
    .lines(count)
  }
  @available(*, unavailable, renamed: "gap(_:)") public static func spacing(_ gap: Double) -> Clause { .gap(gap) }
  @available(*, unavailable, message: "write .fill(x: .super, y: .safe)") public static func horizontally(
    _ x: Area, vertically y: Area
  ) -> Clause {
    .fill()
  }
}

extension Axis {
  @available(*, unavailable, renamed: "x") public static var horizontal: Axis { .x }
  @available(*, unavailable, renamed: "x") public static var horizontally: Axis { .x }
  @available(*, unavailable, renamed: "y") public static var vertical: Axis { .y }
  @available(*, unavailable, renamed: "y") public static var vertically: Axis { .y }
}

extension Area {
  @available(*, unavailable, message: "write .content(of: scroll)") public static var scrollContent: Area { .super }
}

extension Scrolling {
  @available(*, unavailable, renamed: "content") public var scrollContent: Area { content }
  @available(*, unavailable, renamed: "visible") public var scrollFrame: Area { visible }
}

extension XMode {
  @available(*, unavailable, renamed: "attach") public static var attached: XMode { .attach }
  @available(*, unavailable, renamed: "attach(_:)") public static func attached(_ line: XLine) -> XMode {
    .attach(line)
  }
}

extension YMode {
  @available(*, unavailable, renamed: "attach") public static var attached: YMode { .attach }
  @available(*, unavailable, renamed: "attach(_:)") public static func attached(_ line: YLine) -> YMode {
    .attach(line)
  }
}

extension Stack {
  @available(*, unavailable, message: "write gap: for spacing:, and items: for alignment:") public init(
    _ name: String? = nil, alignment: Items = .fill, spacing: Double, @BlockBuilder body: () -> Block
  ) { self.init(name, body: body) }
  @available(*, unavailable, message: "write items: for alignment:") public init(
    _ name: String? = nil, alignment: Items, @BlockBuilder body: () -> Block
  ) { self.init(name, body: body) }
  @available(*, unavailable, message: "the axis is in the name: VStack is a column and HStack a row") public init(
    _ name: String? = nil, axis: Axis, spacing: Double = 0, @BlockBuilder body: () -> Block
  ) { self.init(name, body: body) }
}

@available(*, unavailable, message: "write Constraints(for: a, b) { a, b in … }, or say it in the block as it is")
public func constrain<each V: View>(_ views: repeat each V, @BlockBuilder body: (repeat each V) -> Block) -> Constraints
{ Constraints(for: repeat each views, body: body) }
