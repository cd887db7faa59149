internal import Geometry
internal import LayoutModel
internal import LayoutSyntax

/// What branches and configurations ask.
extension Assembly {
  /// - Parameter bare: whom a trait or a size asks that names no view.
  func condition(_ question: Question, of bare: ViewID) throws(GoesByText) -> LayoutModel.Condition {
    try condition(question.condition, question, of: bare)
  }

  private func condition(
    _ condition: Condition, _ question: Question, of bare: ViewID
  ) throws(GoesByText) -> LayoutModel.Condition {
    switch condition.form {
    case .word(let word):
      if word == "hidden" { return .hidden(bare) }
      guard let (name, value) = TraitDescription.meanings[word] else { throw GoesByText() }
      return .trait(bare, name: name, value: value)
    case .flag(let name), .asking(let name, _):
      guard Spelling.canBeName(name) else { throw GoesByText() }
      return .flag(name)
    case .trait(let name, let value):
      // What is near to a trait that is known may be meant as that.
      guard TraitDescription.named(name) != nil, TraitDescription.objection(to: value, of: name) == nil else {
        throw GoesByText()
      }
      return .trait(bare, name: name, value: value)
    case .configuration(let name):
      let view = bare == .subject ? try view(question.asker) : bare
      // Who asks for one that nobody declares may have meant another.
      let isDeclared = configurations.contains { $0.name == name.name && (try? self.view($0.view)) == view }
      guard isDeclared else { throw GoesByText() }
      return .configuration(view, name: name.name)
    case .size(let attribute, let bound):
      guard let attribute = attribute.simple else { throw GoesByText() }
      let size = LinearExpression(LayoutModel.Anchor(bare, .frame, attribute))
      return try compare(size, bound.comparison, LinearExpression(try number(bound.value)), of: bare)
    case .compare(let relation):
      let (asker, owner) = (question.asker, question.owner)
      let left = try expression(relation.left.terms, relation.left.constant, subject: asker, in: owner)
      let right = try expression(
        relation.right?.terms ?? [], relation.right?.constant ?? relation.constant, subject: asker, in: owner)
      return try compare(left, relation.comparison, right, of: bare)
    case .field, .text: throw GoesByText()
    case .of(let node, let inner):
      var asked = question
      asked.asker = question.owner
      return try self.condition(inner, asked, of: try view(node))
    case .not(let inner): return try self.condition(inner, question, of: bare).negated
    case .all(let parts), .any(let parts):
      // What is known in the file is no branch there.
      if parts.isEmpty { throw GoesByText() }
      let conditions = try conditions(parts, question, of: bare)
      if case .all = condition.form { return .joining(conditions) }
      return .joiningAny(conditions)
    }
  }

  private func conditions(
    _ parts: [Condition], _ question: Question, of bare: ViewID
  ) throws(GoesByText) -> [LayoutModel.Condition] {
    var conditions: [LayoutModel.Condition] = []
    for part in parts { conditions.append(try condition(part, question, of: bare)) }
    return conditions
  }

  private func compare(
    _ left: LinearExpression, _ comparison: Comparison, _ right: LinearExpression, of bare: ViewID
  ) throws(GoesByText) -> LayoutModel.Condition {
    guard !left.type.isPosition, !right.type.isPosition,
      let condition = builder.condition(comparing: [left], comparison.sign, [right], of: bare)
    else { throw GoesByText() }
    return condition
  }
}
