import Framewire

// Operators for wrong operands exist, so one mistake does not hide the next, and none takes the type checker long.

// Rows Y-10, E-09, A-21.
@BlockBuilder private func axes(_ a: Box, _ b: Label) -> Block {
  a.top == b.left  // error: one side is horizontal and the other one vertical
  a.top == b.centerX  // error: one side is horizontal and the other one vertical
  a.left == b.firstBaseline  // error: one side is horizontal and the other one vertical
  a.leading <= b.bottom + 8  // error: one side is horizontal and the other one vertical
  a.top > b.left ~ .high  // error: one side is horizontal and the other one vertical
}

// Row L-24.
@BlockBuilder private func numbers(_ a: Box, _ b: Label) -> Block {
  a.top == 10  // error: a position is no number; say from where, as in Super.top + 10
  a.left >= 8.0  // error: a position is no number
  a.top == b.width  // error: one side is a position and the other one a length
  a.width == b.top  // error: one side is a position and the other one a length
  a.top == 12 + 8 * 2 - 1  // error: a position is no number
}

// Row A-09.
@BlockBuilder private func sums(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.top == b.top + a.bottom  // error: positions do not add
  a.width == 2 * b.width - a.top  // error: positions do not add
  a.left - b.top == 8  // error: positions do not add
  a.left - b.top == c.left - b.bottom  // error: positions do not add
  a.width == a.width * b.width  // error: anchors are not multiplied
  a.width == 100 / b.width  // error: anchors are not multiplied
  a.width == 2 * b.width + 10 - c.width * a.height + 0.5 * s.width  // error: anchors are not multiplied
  b.width == 2 * a.top + 10 - 4 * c.height  // error: a position and the other one a length
  b.width == 2 * a.width + 10 - 4 * c.top  // error: positions do not add
  a.left >= b.right + 0.25 * (c.top - 16) - 8 + 2  // error: positions do not add
  b.trailing * 2 <= 2 * c.bottom - 10 + b.width ~ .low  // error: horizontal and the other one vertical
}

private func lost(_ a: Box, _ b: Box) {
  a.top == b.top  // error: unused
  a.edges == b.edges - 8 ~ .high  // error: unused
  a(.fill())  // error: unused
}
