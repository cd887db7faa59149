/// A layout of many views that a few rules say, made to be hard: a tree of views, and what each of them asks of another
/// one or of a number, along the horizontal, so that everything may hang together.
struct RuledLayout: Hashable, Sendable {
  /// What a view with others in it is.
  enum Kind: Hashable, CaseIterable {
    case boxes
    /// `hstack` and `vstack` in turn, from level to level.
    case stacks
    case flows
  }

  /// How many views each view has in it, of those that have some; 0: all stand in the layout.
  var children = 0
  var kind = Kind.boxes
  var rules: [Rule]

  /// What some views ask, each of them once.
  struct Rule: Hashable {
    enum Edge: String, CaseIterable { case left, right, centerX, width }

    enum Relation: String, CaseIterable { case equal = "==", atMost = "<=", atLeast = ">=" }

    enum Other: Hashable {
      /// Where the view stands in the one around it, or how wide it is.
      case nobody
      /// The view of `times` its own number and `plus` more, counted around.
      case view(times: Int, plus: Int)
      /// The view of its own number divided by this.
      case part(Int)
    }

    var edge: Edge
    var relation: Relation
    var other: Other
    var otherEdge: Edge
    var factor: Double
    /// A number below this is added, another one for each view.
    var spread: Int
    /// Nil: it is required.
    var priority: Int?
    /// So many priorities, from `priority` on, in turn.
    var levels: Int
    /// Each so many-th view asks.
    var every: Int

    init(
      _ edge: Edge, _ relation: Relation, _ factor: Double = 1, of other: Other = .nobody, _ otherEdge: Edge = .left,
      plus spread: Int, at priority: Int? = nil, levels: Int = 1, every: Int = 1
    ) {
      (self.edge, self.relation, self.factor, self.other) = (edge, relation, factor, other)
      (self.otherEdge, self.spread, self.priority, self.levels, self.every) =
        (otherEdge, spread, priority, levels, every)
    }

    /// The clause of a view.
    fileprivate func clause(of view: Int, among views: Int) -> String {
      let target: Int? =
        switch other {
        case .nobody: nil
        case .view(let times, let plus): (view * times + plus) % views
        case .part(let part): view / part
        }
      let base =
        switch target {
        case let target? where target != view: "\(factor) * b\(target).\(otherEdge) + "
        default: edge == .width ? "" : "super.left + "
        }
      let level = priority.map { " @\($0 + view % levels)" } ?? ""
      return "\(edge) \(relation.rawValue) \(base)\(view * 7 % spread)\(level)\n"
    }
  }

  /// The same rules and views are the same text.
  func text(views: Int) -> String {
    var text = "layout page size 1000, 1000 {\n"
    var open: [Int] = []
    for (view, node) in walk(views).enumerated() {
      while let depth = open.last, depth >= node.depth {
        text += "}\n"
        open.removeLast()
      }
      text += "\(word(for: node)) b\(view) {\n"
      for rule in rules where view % rule.every == 0 { text += rule.clause(of: view, among: views) }
      open.append(node.depth)
    }
    return text + String(repeating: "}\n", count: open.count + 1)
  }

  private func word(for node: (depth: Int, hasChildren: Bool)) -> String {
    guard node.hasChildren else { return "box" }
    switch kind {
    case .boxes: return "box"
    case .stacks: return node.depth % 2 == 0 ? "hstack" : "vstack"
    case .flows: return "hflow"
    }
  }

  /// All views, each before those in it.
  private func walk(_ views: Int) -> [(depth: Int, hasChildren: Bool)] {
    if children == 0 { return Array(repeating: (0, false), count: views) }
    var walk: [(depth: Int, hasChildren: Bool)] = []
    // Level by level, the views in number n are those from n * children + 1 on.
    var waiting = [(number: 0, depth: 0)]
    while let (number, depth) = waiting.popLast() {
      let first = number * children + 1
      let inside = min(first, views)..<min(first + children, views)
      walk.append((depth, !inside.isEmpty))
      waiting += inside.reversed().map { ($0, depth + 1) }
    }
    return walk
  }
}

// MARK: As Swift

extension RuledLayout: CustomStringConvertible {
  var description: String {
    let lines = rules.map { "    \($0),\n" }.joined()
    return "RuledLayout(children: \(children), kind: .\(kind), rules: [\n\(lines)]),"
  }
}

extension RuledLayout.Rule: CustomStringConvertible {
  var description: String {
    let place = other == .nobody ? "" : ", \(factor), of: .\(other), .\(otherEdge)"
    let level = priority.map { ", at: \($0), levels: \(levels)" } ?? ""
    return ".init(.\(edge), .\(relation)\(place), plus: \(spread)\(level), every: \(every))"
  }
}

// MARK: By chance

extension RuledLayout {
  /// Some layout.
  static func random(using random: inout some RandomNumberGenerator) -> RuledLayout {
    var layout = RuledLayout(rules: [])
    layout.plant(using: &random)
    for _ in 0..<Int.random(in: 1...4, using: &random) { layout.rules.append(.random(using: &random)) }
    return layout
  }

  /// Another one that differs in one respect.
  func mutated(using random: inout some RandomNumberGenerator) -> RuledLayout {
    var layout = self
    let place = rules.indices.randomElement(using: &random)!
    switch Int.random(in: 0..<8, using: &random) {
    case 0: layout.plant(using: &random)
    case 1 where rules.count < 6: layout.rules.append(.random(using: &random))
    case 2 where rules.count > 1: layout.rules.remove(at: place)
    case 3: layout.rules[place] = .random(using: &random)
    default: layout.rules[place].change(using: &random)
    }
    return layout
  }

  private mutating func plant(using random: inout some RandomNumberGenerator) {
    children = [0, 0, 2, 3, 8, 40].randomElement(using: &random)!
    kind = Kind.allCases.randomElement(using: &random)!
  }
}

extension RuledLayout.Rule {
  fileprivate static func random(using random: inout some RandomNumberGenerator) -> Self {
    var rule = Self(.left, .equal, plus: 1)
    for respect in 0..<respects { rule.change(respect, using: &random) }
    return rule
  }

  fileprivate mutating func change(using random: inout some RandomNumberGenerator) {
    change(Int.random(in: 0..<Self.respects, using: &random), using: &random)
  }

  private static let respects = 9

  private mutating func change(_ respect: Int, using random: inout some RandomNumberGenerator) {
    switch respect {
    case 0: edge = Edge.allCases.randomElement(using: &random)!
    case 1: relation = Relation.allCases.randomElement(using: &random)!
    case 2:
      other =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .nobody
        case 1: .part(Int.random(in: 2...9, using: &random))
        // A neighbour, or anybody.
        case 2: .view(times: 1, plus: Int.random(in: 1...40, using: &random))
        default: .view(times: Int.random(in: 2...999, using: &random), plus: Int.random(in: 1...40, using: &random))
        }
    case 3: otherEdge = Edge.allCases.randomElement(using: &random)!
    case 4: factor = [0.5, 1, 1, 1, 1.5, 2].randomElement(using: &random)!
    case 5: spread = [1, 2, 11, 100, 997].randomElement(using: &random)!
    case 6: priority = [nil, 500, 500, 750].randomElement(using: &random)!
    case 7: levels = [1, 1, 2, 5, 30].randomElement(using: &random)!
    default: every = [1, 1, 2, 3, 10].randomElement(using: &random)!
    }
  }
}
