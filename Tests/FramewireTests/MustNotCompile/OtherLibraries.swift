import Framewire

// Words of other libraries: each says what is written here.

@BlockBuilder private func anchors(_ a: Box, _ b: Label) -> Block {
  a.top == b.safeAreaLayoutGuide.topAnchor  // error: renamed to 'top'
  a.left == b.lex_right() + 10  // error: anchors are properties: write right
  a.lex_baseline() == b.top  // error: anchors are properties: write lastBaseline
  a.lex_edges() == b.edges  // error: anchors are properties: write edges
  a.top == b.anchors.top  // error: write view.top for view.anchors.top
  a.top == b.top.offsetting(by: 10)  // error: write + 10 behind the anchor
  a.top.align(with: b.bottom, offset: 10)  // error: write a.top == b.top + 10
  a.top.pinToSuperview(inset: 10)  // error: write view(.top(10)), which is inward
  a.centerY.alignWithSuperview()  // error: write view(.center(.y, offset: 10))
  a.width.set(44)  // error: write view.width == 44
  a.width.match(a.height, multiplier: 2)  // error: write a.width == 2 * b.height
  a.topAnchor.constraint(equalTo: b.bottom)  // error: write a.top == b.top + 10
}

@BlockBuilder private func views(_ a: Box, _ b: Label) -> Block {
  a.addSubview(b)  // error: a view stands where it is written
  b.addToView(a, .left(10))  // error: a view stands where it is written
  a.fillSuperview()  // error: write view(.fill())
}

@BlockBuilder private func areas(_ a: Box, _ b: Label, _ s: VScroll) -> Block {
  a(.fill(.superview))  // error: renamed to 'super'
  a(.fill(.layoutMargins))  // error: renamed to 'margins'
  a(.fill(.readableContent))  // error: renamed to 'readable'
  a(.fill(.keyboardSafeArea))  // error: renamed to 'keyboardSafe'
  a(.fill(.relative(b)))  // error: renamed to 'of(_:)'
  a(.fill(.safeAreaOf(b)))  // error: renamed to 'safe(of:)'
  a(.fill(.scrollContentOf(s)))  // error: renamed to 'content(of:)'
  a(.fill(inset: .all(8)))  // error: one number is all four: write inset: 8
  a(.width(44) ~ .defaultHigh)  // error: renamed to 'high'
}

@BlockBuilder private func parents(_ a: Box) -> Block {
  a.top == Super.safeArea.top  // error: renamed to 'safe'
  a.top == Super.safeAreaLayoutGuide.top  // error: renamed to 'safe'
  a.bottom == Super.keyboardSafeArea.bottom  // error: renamed to 'keyboardSafe'
  a.bottom == Super.keyboardLayoutGuide.top  // error: renamed to 'keyboard'
  a.left == Super.layoutMargins.left  // error: renamed to 'margins'
  a.left == Super.layoutMarginsGuide.left  // error: renamed to 'margins'
  a.left == Super.readableContent.left  // error: renamed to 'readable'
  a.left == Super.readableContentGuide.left  // error: renamed to 'readable'
  a.left == a.keyboardSafeArea.left  // error: renamed to 'keyboardSafe'
}

@BlockBuilder private func conditions(_ a: Box) -> Block {
  If(.verticallyCompact) { a }  // error: write .compact(.y)
  If(.dark.isFalse) { a }  // error: write ! before the condition
  If(.dark.and(.phone)) { a }  // error: write one && other
  If(.callback { true }) { a }  // error: what a closure answers has a name
}

@BlockBuilder private func stacks(_ a: Box, _ b: Label) -> Block {
  VStack(spacing: 8) { a }  // error: write gap: for spacing:, and items: for alignment:
  HStack("row", alignment: .center, spacing: 8) { a }  // error: write gap: for spacing:, and items: for alignment:
  VStack(alignment: .leading) { b }  // error: write items: for alignment:
  HStack(axis: .x) { b }  // error: VStack is a column and HStack a row
  a(.fill(along: .horizontally))  // error: renamed to 'x'
  a(.fill(along: .vertical))  // error: renamed to 'y'
  a(.spacing(8))  // error: renamed to 'gap(_:)'
}

@BlockBuilder private func looks(_ a: Box, _ b: Label) -> Block {
  a(.hidden(true))  // error: write .hidden, in a branch where it is not always so
  b(.numberOfLines(2))  // error: renamed to 'lines(_:)'
  a.size(24)  // error: write view(.size(24))
  a.size(24, 16)  // error: write view(.size(24, 16))
  a.width(24)  // error: write view(.top(8)) or view.top == other.top + 8
}

private func properties(_ a: Box, _ b: Label, _ row: HStack) {
  a.isHidden = true  // error: write view(.hidden), or scene.setHidden(true, of: view)
  b.numberOfLines = 2  // error: write label(.lines(2))
  row.spacing = 8  // error: write VStack(gap: 8) or stack(.gap(8))
  row.alignment = .center  // error: write VStack(items: .center) or stack(.items(.center))
  row.axis = .y  // error: VStack is a column and HStack a row
}

@BlockBuilder private func siblings(_ a: Box, _ b: Label, _ s: VScroll) -> Block {
  constrain(a, b) { a, b in a.top == b.top }  // error: write Constraints(for: a, b)
  b(.below(a, x: .attached))  // error: renamed to 'attach'
  b(.below(a, x: .attached(.center)))  // error: renamed to 'attach(_:)'
  b(.horizontally(.super, vertically: .safe))  // error: write .fill(x: .super, y: .safe)
  b(.fill(.scrollContent))  // error: write .content(of: scroll)
  b.top == s.scrollContent.top  // error: renamed to 'content'
}
