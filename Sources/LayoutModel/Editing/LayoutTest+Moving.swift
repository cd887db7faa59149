/// Moves the places of a test whose text has moved in its file.
extension LayoutTest {
  mutating func move(_ move: (inout Origin) -> Void) {
    move(&origin)
    for index in steps.indices {
      move(&steps[index].origin)
      guard case .expect(var expectation) = steps[index].action else { continue }
      expectation.move(move)
      steps[index].action = .expect(expectation)
    }
  }
}

extension Expectation {
  fileprivate mutating func move(_ move: (inout Origin) -> Void) {
    func moved(_ parts: [Expectation]) -> [Expectation] {
      parts.map { part in
        var part = part
        part.move(move)
        return part
      }
    }
    switch self {
    case .holds(let condition, var origin):
      move(&origin)
      self = .holds(condition, origin)
    case .relation(var relation):
      move(&relation.origin)
      self = .relation(relation)
    case .look(var look):
      move(&look.origin)
      self = .look(look)
    case .not(let inner): self = .not(moved([inner])[0])
    case .all(let parts): self = .all(moved(parts))
    case .any(let parts): self = .any(moved(parts))
    }
  }
}
