public import LayoutModel

/// The numbers that views of a file's layout have once some of them stand elsewhere. Numbers are places in preorder, so
/// a view that moves gets another one, and a view that is away has none.
public struct ViewNumbering: Sendable {
  /// By number in the file's layout: the other number, below 0 for a view that is away. Empty when all keep theirs.
  private let numbers: [Int32]

  /// All views keep their numbers.
  static let identity = ViewNumbering(numbers: [])

  init(numbers: [Int32]) { self.numbers = numbers }

  /// The other number of a view; nil when it is away. What a test remembers stays what it is.
  public subscript(view: ViewID) -> ViewID? {
    if numbers.isEmpty || view.rememberedNumber != nil { return view }
    // A view that only a test names is not among them.
    guard Int(view.index) < numbers.count else { return nil }
    let number = numbers[view]
    return number < 0 ? nil : ViewID(number)
  }

  func anchor(_ anchor: Anchor) -> Anchor? {
    self[anchor.view].map { Anchor($0, anchor.guide, anchor.attribute) }
  }

  /// A sum with the other numbers; nil when one of its views is away.
  func measured(_ sum: Measured) -> Measured? {
    var result = sum
    for index in sum.terms.indices {
      guard let anchor = anchor(sum.terms[index].anchor) else { return nil }
      result.terms[index].anchor = anchor
    }
    return result
  }

  /// A condition with the other numbers. A question to a view that is away does not hold, except one: it counts as
  /// hidden.
  func condition(_ condition: Condition) -> Condition {
    condition.mapQuestions { question in
      switch question {
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
      default: question
      }
    }
  }
}
