import Framewire
import TestSupport
import Testing

/// Any description has a text that is correct and formatted, and that has its frames.
@Suite("Random layouts") struct RandomLayoutTests {
  @Test(arguments: UInt64(1)...60)
  func `its text means what a program said`(seed: UInt64) throws {
    var author = Author(seed: seed)
    let layout = author.layout()

    try expectRoundTrip(layout)
    // Contradictions are for the solver; nothing else is wrong with what the operators allow.
    let mistakes = layout.check().filter { $0.severity == .error && $0.code != "E3001" }
    #expect(mistakes == [], "seed \(seed)\n\(layout.text())")
  }
}

/// Writes layouts: views in views, everything that may be said of them, and some of it in branches.
private struct Author {
  private var random: SeededGenerator
  private var views: [Box] = []
  private var names = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func layout() -> Layout {
    var made = (0..<random.below(4) + 2).map { _ in view() }
    views = made.map(\.view)
    let inner = views
    let said = (0..<random.below(12)).map { _ in statement() }
    made.shuffle(using: &random)
    let blocks = made.map(\.block)
    let screen = (0..<3).map { _ in branch(of: inner) }
    return Layout("random \(random.below(100))") {
      for block in blocks { block }
      for block in said { block }
      for block in screen { block }
    }
  }

  /// A view that stands somewhere, with views in it.
  private mutating func view(depth: Int = 0) -> (view: Box, block: Block) {
    names += 1
    let odd = ["top", "in", "two words", "list", "ümlaut", "x\(names)", "main", "is"]
    let name = random.chance(20) ? "\(odd[random.below(odd.count)]) \(names)" : "v\(names)"
    let view = Box(random.chance(15) ? nil : name)
    let (x, y) = (number(), number())
    let clauses = place(x, y)
    var inside: [Block] = []
    if depth < 3 {
      for _ in 0..<random.below(3) { inside.append(self.view(depth: depth + 1).block) }
      if random.chance(30) { inside.append(stack()) }
    }
    let configured = random.chance(20)
    let block = Block {
      view(clauses.0, clauses.1, clauses.2) {
        for block in inside { block }
        if configured {
          Config("wide", animate: .spring(0.7)) { view.width >= x }
          Transition(to: "wide", .bezier(0.1, 0, 0.9, 1, .microseconds(1500)).stagger(.milliseconds(3)))
        }
      }
    }
    return (view, block)
  }

  private mutating func stack() -> Block {
    let labels = (0..<random.below(4)).map { Label(text: "Label \"\($0)\"\n") }
    let (gap, items) = (number(), [ColumnItems.fill, .leading, .center, .trailing][random.below(4)])
    return Block {
      VStack(gap: gap, inset: 2, items: items, auto: random.chance(20)) {
        for label in labels { label(.lines(1)) }
        Spacer(min: gap)
        HStack(items: .firstBaseline) { Label(text: "in a row") }
      }
    }
  }

  private mutating func place(_ x: Double, _ y: Double) -> (Clause, Clause, Clause) {
    switch random.below(8) {
    case 0: (.fill(.margins, inset: .horizontal(x) + .top(y)), .lowest, .lowest)
    case 1: (.top(y), .leading(x), .size(40, 30))
    case 2: (.center(offset: Offset(x: x, y: y)), .width(50% - x), .aspect(16, 9))
    case 3: (.dock(.top, gap: y, inset: Insets(leading: x)), .height(20), .grow())
    case 4: (.align(x: .trailing(in: .safe)), .y(.bottom, inset: 4), .height(10...30) ~ .high)
    case 5: (.pin(.topCenter, to: .bottomCenter, offset: Offset(x: x)), .width(x + 1), .height(20))
    case 6: (.fill() ~ .low, .x(.center), .width(.atMost(100)))
    default: (.at(x: x, y: y, width: 30, height: 20), .shrink(), .trait("odd one", "12 o'clock"))
    }
  }

  /// Something between two views of the screen.
  private mutating func statement() -> Block {
    let (a, b) = (views[random.below(views.count)], views[random.below(views.count)])
    let (value, priority) = (number(), Priority(Float(random.below(999) + 1)))
    switch random.below(10) {
    case 0: return Block { a.left == b.right + value ~ priority }
    case 1: return Block { a.width >= 2 * b.height - value ~ .low }
    case 2: return Block { a.top <= b.bottom - value * 2 ~ priority }
    case 3: return Block { a.edges >= b.edges - Insets(top: value, bottom: 3) ~ .fitting }
    case 4: return Block { a.center == b.center + Offset(x: value, y: -1) ~ priority }
    case 5: return Block { a.size <= b.size + Size(width: 10, height: value) ~ priority }
    case 6: return Block { (a.centerX - b.centerX == 0.5 * a.width + 3 * value ~ .low) }
    case 7: return Block { a.width.within(value...value + 50) ~ .high - 1 }
    case 8: return Block { a.trailing * 2 <= 2 * b.leading - 4 + b.width ~ priority }
    default: return Block { (2 - value) * a.width >= Super.width / 3 ~ 7 }
    }
  }

  private mutating func branch(of views: [Box]) -> Block {
    let (then, otherwise, a) = (statement(), statement(), views[random.below(views.count)])
    let condition = self.condition(a)
    let (gap, animated) = (number(), random.chance(50))
    return Block {
      If(condition, animate: animated ? .easeOut(.milliseconds(120), delay: .milliseconds(7)) : nil) {
        then
        a(.height(gap) ~ .fitting, .alpha(0.25))
      } else: {
        otherwise
        With(.safe, inset: 4, gap: gap) { Constraints(for: a) { a in a.width <= gap + 20 ~ .low } }
        If(!condition || .width(.atMost(gap))) { a(.remove(.width), .hidden) }
      }
    }
  }

  private mutating func condition(_ a: Box) -> Condition {
    switch random.below(8) {
    case 0: .compact(.x) && !.phone
    case 1: Condition(a.width >= number())
    case 2: .flag("odd \(random.below(9))") || .dark
    case 3: a.is(.hidden || .width(.atLeast(10)))
    case 4: !(a.width > 2 * a.height - 3)
    case 5: .trait("my trait", is: "some value")
    case 6: .height(.exactly(number()))
    default: .any(.rtl, .all(.portrait, .light))
    }
  }

  /// Whole, a half, or with many digits.
  private mutating func number() -> Double {
    switch random.below(4) {
    case 0: Double(random.below(40))
    case 1: Double(random.below(40)) + 0.5
    case 2: Double(random.below(1_000_000)) / 30_000
    default: Double(random.below(100)) / 1e6
    }
  }
}

extension Clause {
  /// A clause that moves nothing.
  fileprivate static var lowest: Clause { .width(1) ~ 1 }
}
