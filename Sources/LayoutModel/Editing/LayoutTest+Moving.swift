/// Moves the places of a test whose text has moved in its file.
extension LayoutTest {
  mutating func move(_ move: (inout Origin) -> Void) {
    move(&origin)
    for index in steps.indices {
      move(&steps[index].origin)
      guard case .expect(let expectation) = steps[index].action else { continue }
      steps[index].action = .expect(expectation.mapQuestions { $0.moved(move) })
    }
  }
}

extension Expectation {
  /// An expectation without signs, in its other place.
  fileprivate func moved(_ move: (inout Origin) -> Void) -> Expectation {
    switch self {
    case .holds(let condition, var origin):
      move(&origin)
      return .holds(condition, origin)
    case .relation(var relation):
      move(&relation.origin)
      return .relation(relation)
    case .look(var look):
      move(&look.origin)
      return .look(look)
    case .not, .all, .any: return self
    }
  }
}
