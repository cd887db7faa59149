/// The texts of views.
struct TextTable: Sendable {
  /// What stands at the names of views. Apart from their drafts, most of which have none.
  fileprivate(set) var named: [(view: ViewID, text: String)] = []
  /// Those that are given beside the name, which go before it.
  fileprivate(set) var given: [ViewID: String] = [:]
  /// Those of them that have variables in them.
  fileprivate(set) var composed: [ViewID: TextTemplate] = [:]
}

/// What giving a text came to.
enum GivenText {
  case given
  /// Another clause has given another one; this one takes its place.
  case insteadOfAnother
  /// In a branch of the view, where no text can stand; nothing has changed.
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
  /// The text that stands at the view's name.
  package mutating func setText(_ text: String, of view: ViewID) { texts.named.append((view, text)) }

  /// `text:` of a view: a text that is put together, perhaps with variables in it.
  package mutating func giveText(_ template: TextTemplate, _ seat: Seat) {
    let written = texts.named.last { $0.view == seat.view }?.text
    _ = give(template, insteadOf: written, seat)
  }

  /// - Parameter written: what stands at the view's name.
  mutating func give(
    _ template: TextTemplate, insteadOf written: String?, _ seat: Seat
  ) -> GivenText {
    let text = template.text(with: layout.variables.map(\.value))
    let composed = template.hasVariables ? template : nil
    // The other branch, which declares the same view, says the same of it.
    if seat.branch != .always, texts.given[seat.view] == text, texts.composed[seat.view] == composed { return .given }
    guard mayBeFixed(seat) else { return .inBranch }
    let other = texts.given[seat.view] ?? written
    texts.given[seat.view] = text
    texts.composed[seat.view] = composed
    return other == nil || other == text ? .given : .insteadOfAnother
  }
}

extension TextTemplate {
  fileprivate var hasVariables: Bool {
    parts.contains { if case .variable = $0 { true } else { false } }
  }
}
