import Framewire

// Composites compare with their own kind, and have arithmetic on the right only.

@BlockBuilder private func f0(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.edges == b.edges + 8  // error: operator '+' cannot be applied
}

@BlockBuilder private func f1(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.edges - 8 == b.edges  // error: cannot convert value of type 'InsetEdges'
}

@BlockBuilder private func f2(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.center >= b.center  // error: operator '>=' cannot be applied
}

@BlockBuilder private func f3(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.edges == b.size  // error: 'EdgesAnchor' and 'SizeAnchor'
}

@BlockBuilder private func f4(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.size == b.center  // error: 'SizeAnchor' and 'CenterAnchor'
}

@BlockBuilder private func f5(_ a: Box, _ b: Label, _ c: Box, _ s: VScroll) -> Block {
  a.center == Offset(x: 1, y: 2)  // error: 'CenterAnchor' and 'Offset'
}
