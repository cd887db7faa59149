public import Settables

/// Values and subjects for tests that go through everything settable. A new settable gets its own by its form and its
/// kind of subject; only those whose values have to be declared somewhere are named here.
extension Settable {
  /// A layout in which everything can be set, to any of its samples.
  public static let sampleLayout = """
    layout card size 300, 200 {
      var n = 5; var greeting = "Hello"; var tint = #ff0000; var pace = 100ms
      box a top 20 height 40 left 10 #gap {
        config main { width 100 }
        config wide { width 200 }
      }
      label t "Hello" left n top 0 width 50 height 20
      vscroll pages at 0, 100, 50, 50 { box long x fill y fill height 200 }
    }
    """

  /// What it is set of in `sampleLayout`.
  public var sampleSubject: String? {
    switch (self, subject) {
    case (_, .scene): nil
    case (.variable, _): "n"
    case (.text, _): "t"
    case (.scroll, _): "pages"
    case (_, .id): "a.gap"
    case (_, .view), (_, .viewOrAll): "a"
    case (_, .name): "something"
    }
  }

  /// Values that it can have there, the first and the last not alike.
  public var samples: [SettableValue] {
    switch self {
    case .config: ["wide", "main"]
    case .variable: [7, "8.5"]
    case .intrinsic: [[40, 30, 10, 24], [nil, nil, nil, nil], [5, 6]]
    case .scroll: [[0, 20], [0, 3.5]]
    // A constraint is in force where nobody says otherwise.
    case .active: [false, true]
    default: form.samples
    }
  }
}

extension ValueForm {
  /// Values of this form, the first and the last not alike.
  public var samples: [SettableValue] {
    switch self {
    case .number(let range): range.samples.map { .number($0) }
    case .text: ["some", "", "a \"b\"\n\u{1E}\u{0}😀"]
    case .truth: [true, false]
    case .numberOrText: [3, "three"]
    case .numbers: [[16], [-1e-300]]
    case .numberOrList(let range, let names):
      [.number(range.samples[0]), .numbers(names.indices.map { 12.5 + Double($0) })]
    case .list(let names, let least, let range, let orNull):
      [.numbers(names.indices.map { range.samples[0] + Double($0) / 8 })]
        + (orNull ? [.numbers(names.map { _ in nil })] : []) + [.numbers((0..<least).map { _ in range.samples[1] })]
    case .extent: [390, .text(Self.wrapping)]
    case .typed: [.typed("text", "a \"b\""), .typed("colour", "#01ff8800"), .typed("duration", "250ms")]
    }
  }

  /// Values of other forms, and numbers that are out of range.
  public var misfits: [SettableValue] {
    switch self {
    case .number(let range): range.misfits.map { .number($0) } + ["3", true, [3]]
    case .text: [3, true, [3], .typed("text", "a")]
    case .truth: [1, "on", []]
    case .numberOrText: [true, [3]]
    case .numbers: [[], [1, nil], "16", true]
    case .numberOrList(let range, let names):
      range.misfits.map { .number($0) } + ["3", true, [3], .numbers(names.map { _ in nil })]
    case .list(let names, let least, let range, let orNull):
      [.numbers(Array(repeating: range.samples[0], count: names.count + 1)), 5, "5", true]
        + [.numbers(Array(repeating: range.samples[0], count: least - 1))]
        + (orNull ? [] : [.numbers(names.map { _ in nil })])
        + range.misfits.map { number in .numbers(names.map { _ in number }) }
    case .extent: [-1, "wide", true, [390]]
    case .typed: ["a", 3, .typed("mood", "calm"), .typed("colour", "red")]
    }
  }
}

extension NumberRange {
  /// Finite ones, so that JSON can say them.
  fileprivate var samples: [Double] {
    switch self {
    case .any: [12.5, -3]
    case .from(let least): [least + 12.5, least]
    case .above(let least): [least + 2, least + 0.125]
    case .within(let range): [range.upperBound, range.lowerBound]
    }
  }

  fileprivate var misfits: [Double] {
    switch self {
    case .any: []
    case .from(let least): [least - 1]
    case .above(let least): [least]
    case .within(let range): [range.lowerBound - 1, range.upperBound + 1]
    }
  }
}
