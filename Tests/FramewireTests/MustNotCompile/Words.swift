import Framewire

// Words of the other axis, of other libraries, and things that no block takes.

@BlockBuilder private func f0(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.left == b.left == c.left  // error: non-associative
}

@BlockBuilder private func f1(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  if a.left == b.left { a }  // error: expected condition type 'Bool'
}

@BlockBuilder private func f2(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  If(a.top >= b.bottom) { a }  // error: expected argument type 'Relation<Length>'
}

@BlockBuilder private func f3(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  If(a.width >= 200 ~ .high) { a }  // error: no exact matches
}

@BlockBuilder private func f4(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  If(a.left <= b.left && .phone) { a }  // error: expected argument type 'Relation<Length>'
}

@BlockBuilder private func f5(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a(.top(.centerX))  // error: centerX
}

@BlockBuilder private func f6(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a(.below(b, x: .top))  // error: 'top'
}

@BlockBuilder private func f7(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a(.after(b, y: .leading))  // error: 'leading'
}

@BlockBuilder private func f8(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a(.dock(.top, y: .fill))  // error: 'DockX' has no member 'top'
}

@BlockBuilder private func f9(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  VStack(items: .firstBaseline) { b }  // error: firstBaseline
}

@BlockBuilder private func f10(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a(.fill(.content(of: b)))  // error: requires that 'Label' conform to 'Scrolling'
}

@BlockBuilder private func f11(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.top == b.content.top  // error: has no member 'content'
}

@BlockBuilder private func f12(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  Spacer(min: 8, text: "never drawn")  // error: extra argument 'text'
}

// Row A-15.
@BlockBuilder private func f13(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  "a text"  // error: conform to 'Element'
}

@BlockBuilder private func f14(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  42  // error: conform to 'Element'
}

@BlockBuilder private func f15(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  true  // error: conform to 'Element'
}

@BlockBuilder private func f16(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  Clause.fill()  // error: conform to 'Element'
}

// Rows Y-06, Y-07.
@BlockBuilder private func f17(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.top == b.safeArea.top  // error: renamed to 'safe'
}

@BlockBuilder private func f18(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.top == b.safeAreaLayoutGuide.top  // error: renamed to 'safe'
}

@BlockBuilder private func f19(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.left == b.layoutMarginsGuide.left  // error: renamed to 'margins'
}

@BlockBuilder private func f20(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.left == b.readableContentGuide.left  // error: renamed to 'readable'
}

// Row Y-08.
@BlockBuilder private func f21(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.left == b.al.left  // error: write view.top for view.al.top
}

@BlockBuilder private func f22(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.top == b.baseline  // error: renamed to 'lastBaseline'
}

@BlockBuilder private func f23(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.topAnchor == b.top  // error: renamed to 'top'
}

@BlockBuilder private func f24(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a(.fill(.safeArea))  // error: renamed to 'safe'
}

@BlockBuilder private func f25(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a ~ .high  // error: 'Box' and 'Priority'
}

@BlockBuilder private func f26(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.width ~ .high  // error: 'Anchor<Length>' and 'Priority'
}

@BlockBuilder private func f27(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.width == b.width ~ "high"  // error: expected argument type 'Priority'
}

@BlockBuilder private func f28(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.width.within("10")  // error: no exact matches
}

// Row A-11.
@BlockBuilder private func f29(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a(.left(10, 0.5, 3))  // error: extra argument
}

// Rows L-22, A-05.
@BlockBuilder private func f30(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.firstB == b.lastB  // error: renamed to 'lastBaseline'
}
