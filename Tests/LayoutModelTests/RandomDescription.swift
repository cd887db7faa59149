import Geometry
import LayoutModel
import TestSupport

/// Makes up layouts that are right: every clause may stand where it stands, and every name is there.
struct RandomDescription {
  private var random: SeededGenerator
  private var viewCount = 0
  private var names: [String]
  private var idCount = 0
  private var configurationCount = 0

  static func layout(seed: UInt64) -> DescribedLayout {
    var description = RandomDescription(seed)
    var layout = DescribedLayout(variables: ["spacing"])
    layout.body = description.body(in: .view, depth: 0, isInBranch: false)
    return layout
  }

  private init(_ seed: UInt64) {
    random = SeededGenerator(seed: seed)
    // Views are named in order, and a clause may speak of any of the first: they are always declared.
    names = (1...4).map { "v\($0)" }
  }

  // MARK: Choosing

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }
  private mutating func maybe<Element>(_ percent: Int, _ element: Element) -> Element? {
    random.chance(percent) ? element : nil
  }
  private mutating func optionalNumber() -> Double? { random.chance(50) ? number() : nil }
  private mutating func number() -> Double { pick([0, 1, 2.5, 8, 10, 44, 120]) }
  private mutating func name() -> String { pick(names) }
  private mutating func axis() -> Axis { pick([.x, .y]) }
  private mutating func edge(_ axis: Axis) -> AnchorAttribute {
    axis == .x ? pick([.leading, .trailing]) : pick([.top, .bottom])
  }
  private mutating func dimension() -> AnchorAttribute { pick([.width, .height]) }
  private mutating func sign() -> DescribedSign { pick(DescribedSign.allCases) }
  private mutating func optionalArea() -> DescribedArea? { random.chance(50) ? nil : area() }
  private mutating func area() -> DescribedArea {
    DescribedArea(pick([.frame, .safe, .margins, .keyboardSafe]), of: random.chance(40) ? name() : nil)
  }
  private mutating func optionalInset(_ percent: Int = 40) -> DescribedInset? {
    random.chance(percent) ? inset() : nil
  }
  private mutating func inset() -> DescribedInset {
    switch random.below(3) {
    case 0: .all(number())
    case 1: .each(number(), number(), number(), number())
    default: .named(x: number(), top: number())
    }
  }
  private mutating func offset() -> (Double, Double)? { random.chance(30) ? (number(), number()) : nil }

  // MARK: Statements

  private mutating func body(in kind: ViewKind, depth: Int, isInBranch: Bool) -> [DescribedStatement] {
    var body: [DescribedStatement] = []
    // The first views stand in the layout's own body.
    if depth == 0 { for _ in 1...4 { body.append(view(depth: 1, isInBranch: false)) } }
    for _ in 0..<random.below(depth == 0 ? 8 : 5) {
      switch random.below(12) {
      case 0,
        1 where depth < 3:
        body.append(view(depth: depth + 1, isInBranch: isInBranch))
      case 2 where depth < 3: body += branch(in: kind, depth: depth)
      case 3 where depth > 0 && depth < 3:
        configurationCount += 1
        let name = "look\(configurationCount)"
        body.append(.configuration(name, clauses(in: kind)))
        if !isInBranch, random.chance(50) { body.append(.initial(name)) }
        if !isInBranch, random.chance(50) { body.append(.transition(from: maybe(50, name), to: name)) }
      default: if depth > 0 { body += clauses(in: kind) }
      }
    }
    return body
  }

  private mutating func view(depth: Int, isInBranch: Bool, as known: String? = nil) -> DescribedStatement {
    let kind = pick([ViewKind.box, .label, .vstack, .hstack, .vscroll, .view])
    viewCount += 1
    let name = known ?? "v\(viewCount)"
    let text = kind == .label ? "text \(viewCount)" : nil
    return .view(kind, name, text: text, body(in: kind, depth: depth, isInBranch: isInBranch))
  }

  private mutating func branch(in kind: ViewKind, depth: Int) -> [DescribedStatement] {
    var then = depth > 0 ? clauses(in: kind) : []
    var otherwise = random.chance(50) ? (depth > 0 ? clauses(in: kind) : []) : nil
    if random.chance(30) { then.append(view(depth: depth + 2, isInBranch: true)) }
    if otherwise != nil, random.chance(30) {
      // Both branches declare one view.
      viewCount += 1
      let name = "v\(viewCount)"
      then.append(.view(.box, name, clauses(in: .box)))
      otherwise?.append(.view(.box, name, clauses(in: .box)))
    }
    if depth > 0, random.chance(20) { then.append(.remove(pick([.top, .leading, .width, .height]))) }
    if depth < 2, random.chance(20) { then += branch(in: kind, depth: depth + 1) }
    return [.branch(question(2), isDirect: random.chance(15), then, otherwise: otherwise)]
  }

  private mutating func question(_ depth: Int) -> DescribedQuestion {
    switch random.below(depth > 0 ? 8 : 5) {
    case 0: .flag(pick(["editing", "busy"]))
    case 1: .dark
    case 2: .compact(axis())
    case 3: .length(dimension(), sign(), number())
    case 4: .lengthOf(name(), dimension(), sign(), number())
    case 5: .not(question(depth - 1))
    case 6: .all(question(depth - 1), question(depth - 1))
    default: .any(question(depth - 1), question(depth - 1))
    }
  }

  // MARK: Clauses

  private mutating func clauses(in kind: ViewKind) -> [DescribedStatement] {
    (0..<random.below(4)).flatMap { _ in clause(in: kind) }
  }

  private mutating func clause(in kind: ViewKind) -> [DescribedStatement] {
    if random.chance(25) { return [setting(in: kind)] }
    var id: String?
    if random.chance(20) {
      idCount += 1
      id = "id\(idCount)"
    }
    let form = random.chance(40) ? relation() : placement()
    let priority = random.chance(25) ? pick([1, 250, 500, 999, 1000] as [Float]) : nil
    var result = [DescribedStatement.says(form, priority: priority, id: id)]
    // What is docked can be attached to on the other axis.
    if case .beside(let line, _, _, _, _, _) = form, random.chance(40) {
      let other = line.axis == .x ? Axis.y : .x
      let mode = pick([
        DescribedMode.attach(.frame), .attach(.margins), .attachCenter, .attachEdge(edge(other)),
        .attachOverflow(edge(other)),
      ])
      result.append(.says(.onAxis(other, mode, optionalInset())))
    }
    return result
  }

  private mutating func setting(in kind: ViewKind) -> DescribedStatement {
    let isStack = kind == .vstack || kind == .hstack
    switch random.below(7) {
    case 0 where isStack: return .says(.gap(number()))
    case 1 where isStack || kind == .vscroll: return .says(.padding(inset()))
    case 2 where isStack: return .says(.items(pick([.fill, .leading, .center])))
    case 3 where isStack: return .says(.distribution(pick(Distribution.allCases)))
    case 4: return .says(.hidden)
    case 5: return .says(.alpha(0.5))
    default:
      return .says(
        .wish(pick([.shrink, .noshrink, .grow, .nogrow, .exact]), maybe(50, .x)))
    }
  }

  private mutating func relation() -> DescribedClause.Form {
    let axis = axis()
    switch random.below(6) {
    case 0:
      let item = DescribedAnchor(random.chance(30) ? name() : nil, dimension())
      return .constraint(item, sign(), DescribedSum(plus: number(), maybe(30, "spacing")))
    case 1:
      let other = DescribedAnchor(name(), dimension())
      let factor = pick([1, 2, 0.5])
      return .constraint(
        DescribedAnchor(nil, dimension()), sign(), DescribedSum(factor, other, plus: number(), maybe(30, "spacing")))
    case 2: return .within(DescribedAnchor(nil, dimension()), number(), 200, isHalfOpen: random.chance(50))
    case 3:
      switch random.below(3) {
      case 0: return .composite(.edges(inset: number()), pick([.equal, .atMost]), of: name())
      case 1: return .composite(.center(x: number(), y: number()), .equal, of: name())
      default: return .composite(.size(width: number(), height: number()), sign(), of: name())
      }
    default:
      let other = DescribedAnchor(random.chance(30) ? "super" : name(), edge(axis))
      return .constraint(
        DescribedAnchor(random.chance(20) ? name() : nil, edge(axis)), sign(),
        DescribedSum(1, other, plus: pick([-8, 0, 8, 2.5]), maybe(30, "spacing")))
    }
  }

  private mutating func placement() -> DescribedClause.Form {
    let axis = axis()
    switch random.below(16) {
    case 0: return .fill(.all(optionalArea()), pick([.equal, .equal, .atMost, .less]), optionalInset())
    case 1: return .fill(.along(axis), .equal, optionalInset())
    case 2: return .fill(.each([(edge(.x), area()), (.top, area())]), .equal, optionalInset())
    case 3:
      let axes: DescribedAxes =
        switch random.below(3) {
        case 0: .both(optionalArea())
        case 1: .along(axis, optionalArea())
        default: .each(x: area(), y: area())
        }
      return .center(axes, offset: offset())
    case 4:
      let points = [DescribedPoint(), DescribedPoint(.top, .leading), DescribedPoint(.bottom, .trailing)]
      return .pin(pick(points), to: pick(points), optionalArea(), optionalInset(), offset: offset())
    case 5: return .pinAt(DescribedPoint(.top, .trailing), numbers())
    case 6: return .at(numbers(), optionalArea())
    case 7:
      return .dock(edge(axis), to: edge(axis), optionalArea(), gap: optionalNumber(), optionalInset())
    case 8, 9:
      return .beside(
        edge(axis), name(), optionalArea(), takesRest: random.chance(25), gap: optionalNumber(), optionalInset())
    case 10: return .align(axis, mode(axis), optionalInset())
    case 11: return .onAxis(axis, mode(axis), optionalInset())
    case 12:
      return random.chance(50)
        ? .edge(edge(axis), number()) : .edgeAt(edge(axis), DescribedAnchor(name(), edge(axis)), number())
    case 13: return random.chance(50) ? .length(dimension(), number()) : .share(dimension(), percent: 80)
    case 14: return .range(dimension(), number(), 200, isHalfOpen: random.chance(50))
    default: return random.chance(30) ? .aspect(2) : .size(number(), random.chance(30) ? nil : number())
    }
  }

  private mutating func numbers() -> [Double] {
    random.chance(50) ? [number(), number()] : [number(), number(), number(), number()]
  }

  private mutating func mode(_ axis: Axis) -> DescribedMode {
    switch random.below(5) {
    case 0: .none
    case 1: .fill(optionalArea())
    case 2: .center(optionalArea(), between: optionalArea())
    case 3: .overflow(edge(axis))
    default: .edge(edge(axis), optionalArea())
    }
  }
}
