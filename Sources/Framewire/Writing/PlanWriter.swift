internal import LayoutSyntax

/// Writes a plan in the layout language: not formatted yet, and with the place of each statement.
///
/// The formatter moves blanks and line ends and nothing else, so places are counted in bytes that are neither.
struct PlanWriter {
  /// A statement of the text.
  struct Mark: Sendable {
    /// In bytes that are no blanks and no line ends.
    var start: Int
    var end: Int
    var site: Site
  }

  let plan: Plan
  let spelling: Spelling
  /// Statements that are left out, by their number: the language does not have them.
  let skipped: Set<Int>
  private(set) var text: [UInt8] = []
  private(set) var marks: [Mark] = []
  private(set) var complaints: [WrittenComplaint] = []
  private var solid = 0
  private var depth = 0

  init(_ layout: Layout, _ plan: Plan, skipping skipped: Set<Int> = []) {
    self.plan = plan
    self.skipped = skipped
    spelling = Spelling(plan)
    let site = layout.root.node.site
    statement(at: site) { writer throws(WrittenComplaint) in
      writer.put("layout ")
      do throws(WrittenComplaint) {
        writer.put(try Spelling.name(layout.name, site))
      } catch {
        writer.complaints.append(error)
        writer.put("untitled")
      }
      writer.block(plan.items, in: plan.census.root)
    }
    put("\n")
  }

  // MARK: Statements

  /// Writes a statement, or nothing where it cannot be said.
  private mutating func statement(
    at site: Site, _ body: (inout PlanWriter) throws(WrittenComplaint) -> Void
  ) {
    let (number, before, counted) = (marks.count, text.count, solid)
    marks.append(Mark(start: solid, end: solid, site: site))
    if !skipped.contains(number) {
      do throws(WrittenComplaint) { try body(&self) } catch {
        text.removeSubrange(before...)
        solid = counted
        // What mentions a view that is left out goes without a word: that was told where the view stands.
        if !error.message.isEmpty { complaints.append(error) }
      }
    }
    marks[number].end = solid
  }

  /// ` { … }`: on one line where there is but one plain statement.
  private mutating func block(_ items: [Plan.Item], in owner: Node) {
    put(" {")
    if items.count == 1, isPlain(items[0]) {
      put(" ")
      item(items[0], in: owner)
      put(" }")
      return
    }
    depth += 1
    for item in items {
      newLine()
      self.item(item, in: owner)
    }
    depth -= 1
    newLine()
    put("}")
  }

  private func isPlain(_ item: Plan.Item) -> Bool {
    switch item.form {
    case .constraint(let constraint): if case .rules = constraint.meaning { false } else { true }
    case .clause, .transition: true
    case .view(let index):
      plan.declared[index].home.map { plan.homes[$0].own.isEmpty && plan.homes[$0].more.isEmpty } == true
        && plan.declared[index].body.isEmpty && plan.declared[index].clauses.count < 4
    case .branch, .configuration, .defaults, .moved, .list, .records: false
    }
  }

  private mutating func item(_ item: Plan.Item, in owner: Node) {
    switch item.form {
    case .view(let index):
      guard let home = plan.homeTold(at: index) else { return }
      statement(at: item.site) { writer throws(WrittenComplaint) in try writer.view(home) }
    case .constraint(let constraint): self.constraint(constraint, in: owner, item.site)
    case .clause(let clause):
      statement(at: item.site) { writer throws(WrittenComplaint) in
        writer.put(try writer.spelling.clause(clause, of: owner, item.site))
      }
    case .transition(let transition):
      statement(at: item.site) { writer throws(WrittenComplaint) in
        writer.put(try writer.spelling.transition(transition, at: owner, item.site))
      }
    case .branch(let branch, let then, let otherwise): self.branch(branch, then, otherwise, in: owner, item.site)
    case .configuration(let configuration, let items):
      statement(at: item.site) { writer throws(WrittenComplaint) in
        writer.put("config \(try Spelling.freeName(configuration.name.name, item.site))")
        if let condition = configuration.condition {
          writer.put(" when \(try writer.spelling.condition(condition, of: owner, at: owner, item.site))")
        }
        try writer.animation(configuration.timing, item.site)
        writer.block(items, in: owner)
      }
    case .defaults(let with, let items):
      statement(at: item.site) { writer throws(WrittenComplaint) in
        writer.put(try writer.spelling.defaults(with, of: owner, item.site))
        writer.block(items, in: owner)
      }
    case .list(let index):
      statement(at: item.site) { writer throws(WrittenComplaint) in
        let (list, records) = writer.plan.lists[index]
        for words in try Spelling.list(list, records) { writer.put(words) }
      }
    case .records(let loop, let items):
      statement(at: item.site) { writer throws(WrittenComplaint) in
        try writer.head(of: loop, item.site)
        writer.block(items, in: owner)
      }
    case .moved(let step, let items): moved(step, items, in: owner)
    }
  }

  private mutating func branch(
    _ branch: If, _ then: [Plan.Item], _ otherwise: [Plan.Item], in owner: Node, _ site: Site
  ) {
    let (then, otherwise) = (plan.told(then), plan.told(otherwise))
    if then.isEmpty && otherwise.isEmpty { return }
    statement(at: site) { writer throws(WrittenComplaint) in
      try writer.head(of: branch, isElse: then.isEmpty, of: owner, at: owner, site)
      writer.block(then.isEmpty ? otherwise : then, in: owner)
      if !then.isEmpty && !otherwise.isEmpty {
        writer.put(" else")
        writer.block(otherwise, in: owner)
      }
    }
  }

  /// `if`, what `asker` asks, and how what follows is animated; the other way round for what stands behind `else`.
  private mutating func head(
    of branch: If, isElse: Bool, of asker: Node, at owner: Node, _ site: Site
  ) throws(WrittenComplaint) {
    put("if \(branch.isDirect ? "direct " : "")")
    put(try spelling.condition(isElse ? !branch.condition : branch.condition, of: asker, at: owner, site))
    try animation(branch.timing, site)
  }

  private mutating func moved(_ step: Plan.Step, _ items: [Plan.Item], in owner: Node) {
    let site = step.site
    statement(at: site) { writer throws(WrittenComplaint) in
      switch step.form {
      case .branch(let branch, let isElse):
        try writer.head(of: branch, isElse: isElse, of: step.owner, at: owner, site)
      case .configuration(let configuration):
        let condition = Condition(.of(step.owner, Condition(.configuration(configuration.name))))
        writer.put("if \(try writer.spelling.condition(condition, of: owner, at: owner, site))")
        try writer.animation(configuration.timing, site)
      case .defaults(let with): writer.put(try writer.spelling.defaults(with, of: owner, site))
      case .records(let loop): try writer.head(of: loop, site)
      }
      writer.block(items, in: owner)
    }
  }

  /// `for`, what it repeats over, and how that is animated.
  private mutating func head(of loop: RecordLoop, _ site: Site) throws(WrittenComplaint) {
    put(spelling.head(of: loop))
    try animation(loop.timing, site)
  }

  private mutating func animation(_ timing: Timing?, _ site: Site) throws(WrittenComplaint) {
    if let timing { put(" animate \(try Spelling.timing(timing, site))") }
  }

  private mutating func constraint(_ constraint: Constraint, in owner: Node, _ site: Site) {
    switch constraint.meaning {
    case .rules(let first, let second):
      for (index, rule) in [first, second].enumerated() {
        if index > 0 { newLine() }
        statement(at: site) { writer throws(WrittenComplaint) in
          // One id is of one number; of two bounds it is the lower one.
          let id = index == 0 ? constraint.id : nil
          writer.put(try writer.spelling.rule(Constraint.Rule(rule), constraint.priority, id, at: owner, site))
        }
      }
    case .rule(let rule):
      statement(at: site) { writer throws(WrittenComplaint) in
        writer.put(try writer.spelling.rule(Constraint.Rule(rule), constraint.priority, constraint.id, at: owner, site))
      }
    case .composite(let relation):
      statement(at: site) { writer throws(WrittenComplaint) in
        writer.put(try writer.spelling.composite(relation, constraint.priority, constraint.id, at: owner, site))
      }
    }
  }

  // MARK: Views

  /// A view with everything that is said of it. What does not fit on its line, or would go on with the clause before it
  /// there, stands in its braces.
  private mutating func view(_ home: Plan.Home) throws(WrittenComplaint) {
    let node = home.node
    var line = node.kind.rawValue
    if let name = plan.name(of: node) { line += " " + Spelling.quoted(name) }
    if let text = node.text { line += " " + SourceText.literal(text) }
    let (said, rest) = plan.told(home)
    var body: [Plan.Item] = []
    var isOpen = true
    for item in said {
      guard case .clause(let clause) = item.form else { continue }
      let words: String
      do throws(WrittenComplaint) { words = try spelling.clause(clause, of: node, item.site) } catch {
        if !error.message.isEmpty { complaints.append(error) }
        continue
      }
      isOpen = isOpen && clause.mayStand(behind: line, as: words) && depth * 2 + line.count + words.count < 100
      if isOpen { line += " " + words } else { body.append(item) }
    }
    put(line)
    body += rest
    if !body.isEmpty { block(body, in: node) }
  }

  // MARK: Bytes

  private mutating func put(_ words: String) {
    for byte in words.utf8 {
      text.append(byte)
      if byte != 0x20 && byte != 0x0A { solid += 1 }
    }
  }

  private mutating func newLine() {
    put("\n")
    for _ in 0..<depth { put("  ") }
  }
}

extension Clause {
  /// Whether the clause, as `words`, is still this one behind a line. A word that can continue what stands before it
  /// does: `fill x center` fills along x.
  fileprivate func mayStand(behind line: String, as words: String) -> Bool {
    switch form {
    case .remove: return false
    default: break
    }
    let last = line.split(separator: " ").last.map(String.init) ?? ""
    if words.hasPrefix("x ") || words.hasPrefix("y ") { return !Self.takingAxis.contains(last) }
    if words.hasPrefix("at ") { return !line.contains(" pin ") }
    return last != "attach"
  }

  private static let takingAxis: Set = [
    "fill", "center", "hug", "resist", "shrink", "noshrink", "grow", "nogrow", "exact",
  ]
}
