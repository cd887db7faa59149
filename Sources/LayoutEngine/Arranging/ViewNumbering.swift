import LayoutModel

/// What the views of a file's layout are called once some of them stand elsewhere: numbers are places in preorder, so
/// a view that moves gets another one, and one that is away has none.
struct ViewNumbering: Sendable {
  /// By number in the file's layout, below 0 for what is away. Empty: all as in the file.
  private let numbers: [Int32]

  /// All as in the file.
  static let identity = ViewNumbering(numbers: [])

  init(numbers: [Int32]) { self.numbers = numbers }

  /// Nil for a view that is away.
  subscript(view: ViewID) -> ViewID? {
    if numbers.isEmpty { return view }
    let number = numbers[Int(view.index)]
    return number < 0 ? nil : ViewID(number)
  }

  func anchor(_ anchor: Anchor) -> Anchor? {
    self[anchor.view].map { Anchor($0, anchor.guide, anchor.attribute) }
  }

  /// Nil when one of its views is away.
  func measured(_ sum: Measured) -> Measured? {
    var result = sum
    for index in sum.terms.indices {
      guard let anchor = anchor(sum.terms[index].anchor) else { return nil }
      result.terms[index].anchor = anchor
    }
    return result
  }

  /// A question to a view that is away has no answer, and does not hold; but whoever asks whether it is hidden is
  /// told that it is.
  func condition(_ condition: Condition) -> Condition {
    switch condition {
    case .constant, .flag: condition
    case .trait(let view, let name, let value):
      self[view].map { .trait($0, name: name, value: value) } ?? .constant(false)
    case .configuration(let view, let name): self[view].map { .configuration($0, name: name) } ?? .constant(false)
    case .hidden(let view): self[view].map { .hidden($0) } ?? .constant(true)
    case .compare(let left, let comparison, let right):
      if let left = measured(left), let right = measured(right) {
        .compare(left, comparison, right)
      } else {
        .constant(false)
      }
    case .not(let inner): .not(self.condition(inner))
    case .all(let parts): .all(parts.map(self.condition))
    case .any(let parts): .any(parts.map(self.condition))
    }
  }
}
