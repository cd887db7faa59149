import Framewire

// What compiles, so that the other files are seen to fail for their own reason.

@BlockBuilder private func allowed(_ a: Box, _ b: Label, _ s: VScroll, _ count: Int, _ share: Float) -> Block {
  a.top == b.top
  a.top == b.centerY
  a.top == b.firstBaseline
  a.lastBaseline >= b.bottom - 8
  (a.top + 10) == b.top
  a.top == b.top + a.height
  a.width == b.height * 2
  a.width == 44
  a.width >= 2.0 * b.width + 10
  a.width == (s.width - count * 8 - 16) / count + share * b.width
  a.left - b.right == b.width
  a.edges == b.edges - 10 ~ 750
  a.edges == b.edges - 8 <~ .high
  a.size == Size(width: 320, height: 200)
  a.center == b.center + Offset(x: 0, y: -10)
  a.width == b.width ~ 950
  a(.top(.centerY), .right(.centerX - 5), .fill(.content(of: s)))
  If(a.width >= 200 && !.phone) {
    a.height == 10
  } else: {
    a.height == 20
  }
  If(a.width >= 200 && .phone) { a }
  HStack(items: .firstBaseline) { b }
  if count > 3 { b } else { s }
  for _ in 0..<count { Label(text: "one") }
}
