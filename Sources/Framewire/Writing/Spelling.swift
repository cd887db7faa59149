internal import LayoutModel
internal import LayoutSyntax

/// How the parts of statements are spelt in the layout language. Throws where there is no such spelling.
struct Spelling: Sendable {
  let plan: Plan
  /// By name: the views that have it.
  private var named: [String: [Node]] = [:]
  /// For views without a name: which one of its kind in its parent it is.
  private var ordinals: [ObjectIdentifier: Int] = [:]

  init(_ plan: Plan) {
    self.plan = plan
    for children in plan.children {
      var counts: [ViewKind: Int] = [:]
      for child in children {
        if let name = plan.name(of: child) {
          named[name, default: []].append(child)
        } else {
          counts[child.kind, default: 0] += 1
          ordinals[ObjectIdentifier(child)] = counts[child.kind]
        }
      }
    }
  }

  // MARK: Views

  /// The path of a view as tools and streams have it: names from below the root, joined by dots.
  func path(of node: Node) -> String {
    guard let parent = plan.census.parent(of: node) else { return "root" }
    let own =
      (plan.name(of: node) ?? "\(node.kind.rawValue)[\(ordinals[ObjectIdentifier(node)] ?? 0)]")
      + String(repeating: PatternName.placeholder, count: plan.loopCount(around: node))
    return parent === plan.census.root ? own : path(of: parent) + "." + own
  }

  /// How a view is called in the braces of another one: by its name where that finds it, else by its whole path.
  func view(_ node: Node, at owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    if node === plan.census.root { return "root" }
    guard plan.tells(node) else {
      if plan.census.contains(node) || plan.census.isLeftOut(node) {
        throw WrittenComplaint(code: "", message: "", site: site)
      }
      throw .outside(node, at: site)
    }
    if let name = plan.name(of: node), finds(node, by: name, from: owner) { return Self.quoted(name) }
    return wholePath(of: node)
  }

  private func wholePath(of node: Node) -> String {
    guard let parent = plan.census.parent(of: node) else { return "root" }
    let own =
      plan.name(of: node).map(Self.quoted)
      ?? "\(node.kind.rawValue)[\(ordinals[ObjectIdentifier(node)] ?? 0)]"
    return wholePath(of: parent) + "." + own
  }

  /// The language looks among a view's children, then its siblings, then outwards, then anywhere.
  private func finds(_ node: Node, by name: String, from owner: Node) -> Bool {
    let all = named[name] ?? []
    if all.count == 1 { return true }
    var around: Node? = owner
    while let view = around {
      if let near = all.first(where: { plan.census.parent(of: $0) === view }) { return near === node }
      around = plan.census.parent(of: view)
    }
    return false
  }

  /// An anchor in front of which `place` is written, in the braces of `owner`.
  ///
  /// - Parameter subject: whose parent `Super` is.
  private func anchor(
    _ place: Place, _ attribute: Attribute, subject: Node, at owner: Node, isBare: Bool = true, _ site: Site
  ) throws(WrittenComplaint) -> String {
    var words: String
    var guide = place.guide
    if let field = place.node?.field { return try self.field(field, site) }
    if let node = place.node {
      if node === owner && guide == .frame && isBare && node !== plan.census.root { return attribute.rawValue }
      words = try view(node, at: owner, site)
    } else if subject === owner {
      words = "super"
    } else {
      let parent = plan.census.parent(of: subject) ?? plan.census.root
      words = try view(parent, at: owner, site)
      if parent.kind.isScroll && guide != .scrollFrame {
        guard guide == .frame else { throw .guideOfContent(subject, guide, at: site) }
        guide = .scrollContent
      }
    }
    if guide != .frame { words += ".\(guide.rawValue)" }
    return "\(words).\(attribute.rawValue)"
  }

  /// An area as the language has it behind `fill` or `in`.
  func area(_ area: Area, at owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    let guide = area.place.guide
    guard let node = area.place.node else { return guide == .frame ? "super" : guide.rawValue }
    let name = try view(node, at: owner, site)
    return guide == .frame ? "of \(name)" : "\(guide.rawValue) of \(name)"
  }

  /// An area behind `of`.
  func areaBehindOf(_ area: Area, at owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    if area.place.guide == .frame, let node = area.place.node { return try view(node, at: owner, site) }
    return try self.area(area, at: owner, site)
  }

  // MARK: Relations

  func rule(
    _ rule: Constraint.Rule, _ priority: Priority, _ id: ConstraintID?, at owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    guard rule.item.multiplier != 0 else {
      throw WrittenComplaint(
        .noAnchorOnTheLeft, message: "nothing is left of the anchor on the left, so this is about no view", site: site)
    }
    let subject = rule.item.place.node ?? owner
    let item = try anchor(rule.item.place, rule.item.attribute, subject: subject, at: owner, site)
    let right = try sum(rule.terms, rule.constant, subject: subject, at: owner, site)
    return "\(item) \(rule.comparison.rawValue) \(right)" + (try ending(priority, id, site))
  }

  /// `2 * a.width - b.width + 8`.
  func sum(
    _ terms: [Sum.Term], _ constant: Double, subject: Node, at owner: Node, isBare: Bool = true, _ site: Site
  ) throws(WrittenComplaint) -> String {
    var words = ""
    for term in terms {
      let name = try anchor(term.place, term.attribute, subject: subject, at: owner, isBare: isBare, site)
      let isFirst = words.isEmpty
      let factor = isFirst ? term.multiplier : abs(term.multiplier)
      if !isFirst { words += term.multiplier < 0 ? " - " : " + " }
      words += factor == 1 ? name : "\(try Self.number(factor, site)) * \(name)"
    }
    if words.isEmpty { return try Self.number(constant, site) }
    if constant != 0 { words += (constant < 0 ? " - " : " + ") + (try Self.number(abs(constant), site)) }
    return words
  }

  func composite(
    _ relation: CompositeRelation, _ priority: Priority, _ id: ConstraintID?, at owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    let subject = relation.item.node ?? owner
    let item = try anchor(relation.item, relation.attribute, subject: subject, at: owner, site)
    func right(_ place: Place) throws(WrittenComplaint) -> String {
      try anchor(place, relation.attribute, subject: subject, at: owner, site)
    }
    func pair(_ x: Double, _ y: Double) throws(WrittenComplaint) -> String {
      "(\(try Self.number(x, site)), \(try Self.number(y, site)))"
    }
    var words: String
    switch relation.right {
    case .edges(let edges):
      words = try right(edges.place)
      let insets = edges.insets
      if insets != 0 {
        let numbers = try Self.insets(insets, site)
        words += " - " + (insets == Insets(insets.top) && insets.top >= 0 ? numbers : "(\(numbers))")
      }
    case .center(let center):
      words = try right(center.place)
      if center.offset != Offset() { words += " + " + (try pair(center.offset.x, center.offset.y)) }
    case .size(let size):
      words = try right(size.place)
      if size.change != .zero { words += " + " + (try pair(size.change.width, size.change.height)) }
    case .points(let size): words = try pair(size.width, size.height)
    }
    return "\(item) \(relation.comparison.rawValue) \(words)" + (try ending(priority, id, site))
  }

  /// ` @high #gap`.
  func ending(_ priority: Priority, _ id: ConstraintID?, _ site: Site) throws(WrittenComplaint) -> String {
    var words = ""
    switch priority {
    case .required: break
    case .high: words = " @high"
    case .low: words = " @low"
    case .fitting: words = " @fitting"
    default:
      guard (0...1000).contains(priority.value) else {
        throw WrittenComplaint(
          .badPriority, message: "a priority is from 0 to 1000, and this is \(priority.value)", site: site)
      }
      words = " @\(try Self.number(Double(priority.value), site))"
    }
    if let id {
      guard Self.isIdentifier(id.name) else {
        throw WrittenComplaint(
          .badName, message: "an id is a letter or '_', then letters, digits and '_'; this one is '\(id.name)'",
          site: site)
      }
      words += " #\(id.name)"
    }
    return words
  }

  // MARK: Conditions

  /// - Parameter asker: in whose block the condition stands in the program; `owner` is where it is written.
  func condition(
    _ condition: Condition, of asker: Node, at owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    switch condition.form {
    case .word(let word): return word
    case .flag(let name), .asking(let name, _): return "flag(\(try Self.freeName(name, site)))"
    case .field(let use): return try field(use, site)
    case .text(let text, let other):
      return "\(try self.text(text, site)) == \(SourceText.literal(other))"
    case .trait(let name, let value): return "trait.\(try Self.trait(name, site)) == \(Self.word(value))"
    case .configuration(let name):
      let asked = "config \(try Self.freeName(name.name, site))"
      return asker === owner ? asked : "\(try view(asker, at: owner, site)) is \(asked)"
    case .size(let attribute, let bound):
      return "\(attribute.rawValue) \(bound.comparison.rawValue) \(try Self.number(bound.value, site))"
    case .compare(let relation):
      let left = try sum(
        relation.left.terms, relation.left.constant, subject: asker, at: owner, isBare: false, site)
      let right = try sum(
        relation.right?.terms ?? [], relation.right?.constant ?? relation.constant, subject: asker, at: owner,
        isBare: false, site)
      return "\(left) \(relation.comparison.rawValue) \(right)"
    case .of(let node, let inner):
      // In `card is …` what is bare asks the card.
      let asked = try self.condition(inner, of: owner, at: owner, site)
      return "\(try view(node, at: owner, site)) is \(inner.isOneWord ? asked : "(\(asked))")"
    case .not(let inner):
      let negated = try self.condition(inner, of: asker, at: owner, site)
      return inner.isOneWord ? "!\(negated)" : "!(\(negated))"
    case .all(let parts): return try joined(parts, " && ", "true", of: asker, at: owner, site)
    case .any(let parts): return try joined(parts, " || ", "false", of: asker, at: owner, site)
    }
  }

  private func joined(
    _ parts: [Condition], _ sign: String, _ none: String, of asker: Node, at owner: Node, _ site: Site
  ) throws(WrittenComplaint) -> String {
    var words: [String] = []
    for part in parts {
      let word = try condition(part, of: asker, at: owner, site)
      words.append(part.isJoined(otherwiseThan: sign) && parts.count > 1 ? "(\(word))" : word)
    }
    return words.isEmpty ? none : words.joined(separator: sign)
  }

  // MARK: Other statements

  func transition(_ transition: Transition, at owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    func state(_ name: ConfigurationName?) throws(WrittenComplaint) -> String {
      if let name { return try Self.freeName(name.name, site) }
      return "*"
    }
    var words = "transition \(try state(transition.from)) -> \(try state(transition.to))"
    if transition.from == nil && transition.to == nil { words = "transition *" }
    if let node = transition.view { words += " on \(try view(node, at: owner, site))" }
    return "\(words) \(try Self.timing(transition.timing, site))"
  }

  func defaults(_ with: With, of owner: Node, _ site: Site) throws(WrittenComplaint) -> String {
    var words = "with"
    if let area = with.area { words += " " + (try self.area(area, at: owner, site)) }
    if let inset = with.inset { words += " inset " + (try Self.insets(inset, site)) }
    if let gap = with.gap { words += " gap " + (try Self.number(gap, site)) }
    if let mode = with.x { words += " x " + (try self.mode(mode.mode, at: owner, site)) }
    if let mode = with.y { words += " y " + (try self.mode(mode.mode, at: owner, site)) }
    return words
  }
}

extension Condition {
  /// Whether it stands behind `!` and `is` without parentheses.
  fileprivate var isOneWord: Bool {
    switch form {
    case .word, .flag, .asking, .field, .configuration: true
    case .all(let parts), .any(let parts): parts.isEmpty || parts.count == 1 && parts[0].isOneWord
    case .trait, .text, .size, .compare, .of, .not: false
    }
  }

  fileprivate func isJoined(otherwiseThan sign: String) -> Bool {
    switch form {
    case .all(let parts): parts.count == 1 ? parts[0].isJoined(otherwiseThan: sign) : sign != " && " && !parts.isEmpty
    case .any(let parts): parts.count == 1 ? parts[0].isJoined(otherwiseThan: sign) : sign != " || " && !parts.isEmpty
    default: false
    }
  }
}

extension WrittenComplaint {
  static func guideOfContent(_ node: Node, _ guide: GuideKind, at site: Site) -> WrittenComplaint {
    WrittenComplaint(
      .noWords,
      message: "'\(guide.rawValue)' of what a scroll view scrolls can only be said in the view's own block", site: site,
      notes: [("write it in \(node.shownName) { … }", nil)])
  }
}
