/// The texts of views.
struct TextTable: Sendable {
  /// The texts that stand at the names of views. They are apart from the drafts, most of which have none.
  fileprivate(set) var named: [(view: ViewID, text: String)] = []
  /// The texts given by `text:`, which go before those at names.
  fileprivate(set) var given: [ViewID: String] = [:]
  /// Those of the given texts that have variables in them.
  fileprivate(set) var composed: [ViewID: TextTemplate] = [:]
}

/// What became of a text that was given.
enum GivenText {
  case given
  /// It takes the place of another text that was given before.
  case insteadOfAnother
  /// It stands in a branch of the view, and is to be a setting of that branch; nothing has changed.
  case inBranch
}

extension TextTable {
  /// Puts the texts at names in the order of views.
  mutating func sort() {
    let isSorted = zip(named, named.dropFirst()).allSatisfy { $0.view <= $1.view }
    if !isSorted { named.sort { $0.view < $1.view } }
  }
}

extension LayoutBuilder {
  /// Takes the text that stands at a view's name.
  package mutating func setText(_ text: String, of view: ViewID) { texts.named.append((view, text)) }

  /// Gives a view a text, which goes before the one at its name.
  ///
  /// - Parameter written: the text at the view's name.
  mutating func give(
    _ template: TextTemplate, insteadOf written: String?, _ seat: Seat
  ) -> GivenText {
    let text = template.text(with: layout.variables.map(\.value))
    let composed = template.isOpen ? template : nil
    // Two branches declare this view, and both say the same of it.
    if seat.branch != .always, texts.given[seat.view] == text, texts.composed[seat.view] == composed { return .given }
    guard mayBeFixed(seat) else { return .inBranch }
    let other = texts.given[seat.view] ?? written
    texts.given[seat.view] = text
    texts.composed[seat.view] = composed
    return other == nil || other == text ? .given : .insteadOfAnother
  }
}
