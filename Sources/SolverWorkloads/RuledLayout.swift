/// A layout that is much work, found by chance: a tree of views, and a few rules of what each of them asks of a number
/// or of another one along the horizontal, so that everything may hang together.
///
/// It is remembered as the numbers of the steps that lead to it. Whoever changes what a step may do changes all layouts
/// that are remembered, and has to search again (`Benchmarks worst --search`).
public struct RuledLayout: Sendable {
  /// The first says where it begins, each other one what is then changed.
  public private(set) var steps: [UInt64]
  /// How many views each view has in it, of those that have some; 0: all stand in the layout.
  private var children = 0
  /// What views with others in them are, from level to level in turn.
  private var words = ["box"]
  private var rules: [Rule] = []

  /// - Parameter steps: at least one.
  public init(steps: [UInt64]) {
    self.steps = [steps[0]]
    var random = Chance(state: steps[0])
    plant(&random)
    for _ in 0...random.next(below: 4) { rules.append(Rule(&random)) }
    for step in steps.dropFirst() { change(by: step) }
  }

  /// Another one that differs in one respect.
  public func changed(by step: UInt64) -> RuledLayout {
    var other = self
    other.change(by: step)
    return other
  }

  private mutating func change(by step: UInt64) {
    steps.append(step)
    var random = Chance(state: step)
    let place = random.next(below: rules.count)
    switch random.next(below: 8) {
    case 0: plant(&random)
    case 1 where rules.count < 6: rules.append(Rule(&random))
    case 2 where rules.count > 1: rules.remove(at: place)
    case 3: rules[place] = Rule(&random)
    default: rules[place].change(random.next(below: Rule.respects), &random)
    }
  }

  private mutating func plant(_ random: inout Chance) {
    children = random.choice([0, 0, 2, 3, 8, 40])
    words = random.choice([["box"], ["hstack", "vstack"], ["hflow"], ["hflow", "vstack"], ["grid"]])
  }

  /// The same steps and views are the same text.
  public func text(views: Int) -> String {
    var text = "layout page size 1000, 1000 {\n"
    func write(_ view: Int, depth: Int) {
      let inside = children == 0 ? 0..<0 : min(view * children + 1, views)..<min((view + 1) * children + 1, views)
      let word = inside.isEmpty ? "box" : words[depth % words.count]
      text += "\(word) b\(view)\(word == "grid" ? " columns 3" : "") {\n"
      for rule in rules where view % rule.every == 0 { text += rule.clause(of: view, among: views) }
      for other in inside { write(other, depth: depth + 1) }
      text += "}\n"
    }
    for view in 0..<(children == 0 ? views : 1) { write(view, depth: 0) }
    return text + "}\n"
  }
}

extension RuledLayout {
  /// Those that are most work, the worst first: what `Benchmarks worst --search 60` has found.
  public static let hardest = [
    [1000, 1003, 1005, 1006, 1011, 1017, 1033, 1046, 1056],
    [8006, 8007, 8012, 8014, 8015, 8032, 8040, 8041, 8043, 8051],
    [5000, 5001, 5002, 5008, 5010, 5014, 5051, 5057, 5059],
    [2000, 2001, 2003, 2007, 2024, 2025, 2026, 2027],
    [10002, 10008, 10022, 10024, 10025, 10028],
    [6000, 6002, 6009, 6014, 6015, 6016, 6041],
    [3003, 3005, 3010, 3014, 3019, 3020, 3030, 3032],
    [9001, 9006, 9012, 9015, 9017, 9019, 9026, 9047],
    [7000, 7001, 7006, 7016],
    [4003, 4007, 4013, 4019, 4022, 4023, 4034, 4044, 4046, 4048, 4055],
  ].map(RuledLayout.init(steps:))
}

/// What some views ask, each of them once.
private struct Rule {
  static let respects = 9
  private static let edges = ["left", "right", "centerX", "width"]

  private var edge = "left"
  private var relation = "=="
  /// The view of `times` its own number and `plus` more, counted around; nil: a number alone.
  private var other: (times: Int, plus: Int)?
  private var otherEdge = "left"
  private var factor = 1.0
  /// A number below this is added, another one for each view.
  private var spread = 1
  /// Nil: it is required.
  private var priority: Int?
  /// So many priorities, from `priority` on, in turn.
  private var levels = 1
  /// Each so many-th view asks.
  private(set) var every = 1

  init(_ random: inout Chance) {
    for respect in 0..<Rule.respects { change(respect, &random) }
  }

  mutating func change(_ respect: Int, _ random: inout Chance) {
    switch respect {
    case 0: edge = random.choice(Rule.edges)
    case 1: relation = random.choice(["==", "<=", ">="])
    case 2:
      // A neighbour, or anybody.
      let times = random.choice([1, 2 + random.next(below: 998), 2 + random.next(below: 998)])
      other = random.next(below: 6) == 0 ? nil : (times, 1 + random.next(below: 40))
    case 3: otherEdge = random.choice(Rule.edges)
    case 4: factor = random.choice([0.5, 1, 1, 1, 1.5, 2])
    case 5: spread = random.choice([1, 2, 11, 100, 997])
    case 6: priority = random.choice([nil, 500, 500, 750])
    case 7: levels = random.choice([1, 1, 2, 5, 30])
    default: every = random.choice([1, 1, 2, 3, 10])
    }
  }

  func clause(of view: Int, among views: Int) -> String {
    let target = other.map { (view * $0.times + $0.plus) % views } ?? view
    let base = target != view ? "\(factor) * b\(target).\(otherEdge) + " : edge == "width" ? "" : "super.left + "
    let level = priority.map { " @\($0 + view % levels)" } ?? ""
    return "\(edge) \(relation) \(base)\(view * 7 % spread)\(level)\n"
  }
}

/// Choices by chance that are the same on every machine: Vigna's SplitMix64, because it is ten lines.
public struct Chance {
  private var state: UInt64

  public init(state: UInt64) { self.state = state }

  /// From 0 to below `bound`.
  public mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  mutating func choice<Item>(_ items: [Item]) -> Item { items[next(below: items.count)] }
}
