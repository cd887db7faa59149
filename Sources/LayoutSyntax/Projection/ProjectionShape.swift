/// How a construct of the language looks as a JSON object: one table for both directions and for the schema.
///
/// An object has a `kind`, mostly the construct's first word, and a member for each part. What is larger than a line
/// is structure: declarations, statements, clauses, environments. What is smaller, from places to expressions, is a
/// string in the language's own notation: `{ "kind": "width", "value": "0.5 * super.width - 4", "priority": "low" }`.
/// A tree of operators would be five times as long, nobody would write it by hand, and every program that makes
/// layouts has its expressions as text anyway.
struct ProjectionShape {
  enum Form {
    /// A string in the notation of the language.
    case source
    /// The text of a string literal, without quotes and escapes.
    case text
    /// `true` where the word before it (`lead`) stands.
    case flag
    /// `==`, `>=`, …; `...` and `..<`; `below` behind `rest`.
    case relation, range, adjacency
    /// An array of strings: parameters, arguments.
    case strings
    /// Arrays of objects.
    case clauses, environment, statements, steps
    /// One object: the `if` behind `else`.
    case statement
  }

  /// Which nodes are a part.
  enum Match {
    case values
    case kinds([SyntaxKind])
    /// Whatever is left.
    case rest
    /// Nothing of its own: read off the node.
    case node
  }

  struct Part {
    var member: String
    var form: Form
    var match: Match
    /// What is written before it, and must stand there: `of`, `->`, `:`.
    var lead = ""
    /// What is written behind it, and must stand there.
    var tail = ""
    var isRequired = false
    /// Which names it may be, if it is one.
    var naming: Naming?
  }

  /// What a name stands among, which decides about the words it cannot be.
  enum Naming {
    /// Where clauses and kinds of views may stand as well.
    case declared
    /// Of a view, which may be called like a part of an expression.
    case view
    /// In expressions and paths.
    case operand
    /// Where nothing else can stand.
    case any

    func excludes(_ word: Word) -> Bool {
      switch self {
      case .declared: word.isReserved || word.isOperand
      case .view: word.isReserved
      case .operand: word.isOperand
      case .any: false
      }
    }
  }

  /// Where an object of this shape may stand.
  enum Context: String, CaseIterable { case declaration, statement, step, clause, environment }

  /// The kind of several clauses on a line of their own.
  static let clauseLine = "clauses"

  /// Values of `kind`.
  var kinds: [String]
  var syntax: SyntaxKind
  var contexts: [Context]
  /// Whether the kind is also the first word of the text; else the text begins with the first part.
  var beginsWithKind = true
  var parts: [Part]

  static func shape(of syntax: SyntaxKind, in context: Context) -> ProjectionShape? {
    all.first { $0.syntax == syntax && $0.contexts.contains(context) }
  }

  static func shape(named kind: String, in context: Context) -> ProjectionShape? {
    all.first { $0.contexts.contains(context) && $0.kinds.contains(kind) }
  }

  static func kinds(in context: Context) -> [String] {
    all.filter { $0.contexts.contains(context) }.flatMap(\.kinds)
  }
}

extension ProjectionShape {
  private static func value(_ member: String = "value", lead: String = "", optional: Bool = false) -> Part {
    Part(member: member, form: .source, match: .values, lead: lead, isRequired: !optional)
  }

  private static func source(
    _ member: String, _ kinds: SyntaxKind..., lead: String = "", tail: String = "", required: Bool = false
  ) -> Part {
    Part(member: member, form: .source, match: .kinds(kinds), lead: lead, tail: tail, isRequired: required)
  }

  private static func named(
    _ naming: Naming, as member: String = "name", lead: String = "", required: Bool = true
  ) -> Part {
    Part(
      member: member, form: .source, match: .kinds([.name]), lead: lead, isRequired: required, naming: naming)
  }

  /// Of a configuration, a flag, a trait, a property.
  private static let name = named(.any)
  private static let suffix = [source("priority", .priority, lead: "@"), source("id", .identifier, lead: "#")]
  private static let clauses = Part(member: "clauses", form: .clauses, match: .node)
  private static let environment = Part(member: "environment", form: .environment, match: .node)
  private static let parameters = Part(member: "parameters", form: .strings, match: .kinds([.parameterList]))
  private static let animate = source("animate", .animation, lead: "animate")
  private static let body = Part(member: "body", form: .statements, match: .kinds([.block]), isRequired: true)
  private static let optionalBody = Part(member: "body", form: .statements, match: .kinds([.block]))
  private static let steps = Part(member: "body", form: .steps, match: .kinds([.block]), isRequired: true)
  private static let optionalSteps = Part(member: "body", form: .steps, match: .kinds([.block]))
  private static let place = source("place", .place)
  private static let insets = source("value", .insets, required: true)
  private static let range = Part(member: "range", form: .range, match: .node)

  private static func clause(_ kinds: String..., as syntax: SyntaxKind, _ parts: [Part]) -> ProjectionShape {
    ProjectionShape(kinds: kinds, syntax: syntax, contexts: [.statement, .clause], parts: parts)
  }

  private static func statement(_ kind: String, as syntax: SyntaxKind, _ parts: [Part]) -> ProjectionShape {
    ProjectionShape(kinds: [kind], syntax: syntax, contexts: [.statement], parts: parts)
  }

  private static func step(_ kind: String, as syntax: SyntaxKind, _ parts: [Part]) -> ProjectionShape {
    ProjectionShape(kinds: [kind], syntax: syntax, contexts: [.step], parts: parts)
  }

  private static func environment(_ kind: String, as syntax: SyntaxKind, _ parts: [Part]) -> ProjectionShape {
    ProjectionShape(kinds: [kind], syntax: syntax, contexts: [.environment], parts: parts)
  }

  /// Every construct, declarations first.
  static let all: [ProjectionShape] = declarations + statements + testSteps + placements + settings + environments

  private static let declarations = [
    ProjectionShape(
      kinds: ["import"], syntax: .importDeclaration, contexts: [.declaration],
      parts: [
        Part(member: "path", form: .text, match: .kinds([.string]), isRequired: true),
        named(.operand, as: "as", lead: "as", required: false),
      ]),
    ProjectionShape(
      kinds: ["let"], syntax: .letDeclaration, contexts: [.declaration, .statement, .step],
      parts: [named(.operand), value(lead: "=")]),
    ProjectionShape(
      kinds: ["var"], syntax: .varDeclaration, contexts: [.declaration, .statement, .environment],
      parts: [named(.operand), source("type", .listType, lead: ":"), value(lead: "=")]),
    ProjectionShape(
      kinds: ["component"], syntax: .component, contexts: [.declaration],
      parts: [named(.declared), parameters, source("type", .typeName), clauses, body]),
    ProjectionShape(
      kinds: ["layout"], syntax: .layout, contexts: [.declaration],
      parts: [named(.declared), parameters, environment, body]),
    ProjectionShape(
      kinds: ["test"], syntax: .test, contexts: [.declaration, .statement],
      parts: [
        Part(member: "title", form: .text, match: .kinds([.string]), isRequired: true),
        named(.declared, as: "of", lead: "of", required: false), environment, steps,
      ]),
  ]

  private static let statements = [
    ProjectionShape(
      kinds: ["view"], syntax: .view, contexts: [.statement], beginsWithKind: false,
      parts: [
        source("type", .typeName, required: true), named(.view, required: false), source("index", .nameIndex),
        Part(member: "arguments", form: .strings, match: .kinds([.argumentList])),
        Part(member: "text", form: .text, match: .kinds([.string])), source("repeat", .textRepeat, lead: "*"),
        clauses, optionalBody,
      ]),
    statement("guide", as: .guide, [named(.declared), clauses, optionalBody]),
    statement(
      "if", as: .ifStatement,
      [
        Part(member: "direct", form: .flag, match: .node, lead: "direct"), value("condition"), animate, body,
        Part(member: "else", form: .statements, match: .kinds([.block]), lead: "else"),
        Part(member: "elseIf", form: .statement, match: .kinds([.ifStatement]), lead: "else"),
      ]),
    statement("config", as: .config, [name, value("when", lead: "when", optional: true), animate, body]),
    statement(
      "transition", as: .transition,
      [
        source("from", .transitionState, tail: "->"), source("to", .transitionState, required: true),
        source("on", .path, lead: "on"), source("timing", .timing),
      ]),
    statement("remove", as: .remove, [source("anchors", .reference, required: true)]),
    statement("slot", as: .slot, [named(.declared, required: false), optionalBody]),
    statement(
      "for", as: .forStatement,
      [
        named(.operand), value("from", lead: "in"), value("by", lead: "by", optional: true), range,
        value("to", optional: true), animate, body,
      ]),
    statement("with", as: .with, [place, clauses, body]),
    statement(
      "preview", as: .preview,
      [Part(member: "name", form: .text, match: .kinds([.string]), isRequired: true), environment]),
    ProjectionShape(
      kinds: ["constraint"], syntax: .constraint, contexts: [.statement, .clause], beginsWithKind: false,
      parts: [value("left"), Part(member: "relation", form: .relation, match: .node, isRequired: true), value("right")]
        + suffix),
    ProjectionShape(
      kinds: ["within"], syntax: .withinConstraint, contexts: [.statement, .clause], beginsWithKind: false,
      parts: [value("left"), value("from", lead: "within"), range, value("to")] + suffix),
  ]

  private static let testSteps = [
    step("expect", as: .expect, [value("condition")]),
    step("after", as: .afterStatement, [value("time"), optionalSteps]),
    step(
      "use", as: .useStatement,
      [
        source("configuration", .name, .wildcard, required: true),
        Part(member: "on", form: .source, match: .rest, lead: "on"),
      ]),
    step("set", as: .setStatement, [Part(member: "changes", form: .source, match: .rest, isRequired: true)]),
    step("settle", as: .settleStatement, []),
    step("remember", as: .rememberStatement, [named(.operand), value(lead: "=")]),
    step(
      "append", as: .appendStatement,
      [
        source("views", .viewList, required: true), source("to", .path, lead: "to", required: true),
        value("at", lead: "at", optional: true),
      ]),
    step("remove", as: .removeStatement, [source("views", .viewList, required: true)]),
    step("scroll", as: .scrollStatement, [source("view", .path, required: true), value("to")]),
  ]

  private static let placements = [
    clause(
      "fill", as: .fillClause,
      [
        Part(member: "relation", form: .relation, match: .node), source("axis", .axis), place,
        source("edges", .edgePlaces),
      ] + suffix),
    clause(
      "center", as: .centerClause,
      [source("axis", .axis), source("edges", .edgePlaces), source("in", .place, lead: "in")] + suffix),
    clause(
      "pin", as: .pinClause,
      [
        source("point", .position, required: true), source("to", .position, lead: "to"),
        source("of", .place, lead: "of"), source("at", .point, lead: "at"),
      ] + suffix),
    clause("at", as: .atClause, [value(), source("in", .place, lead: "in")] + suffix),
    clause(
      "dock", as: .dockClause,
      [source("line", .line, required: true), source("to", .line, lead: "to"), source("of", .place, lead: "of")]
        + suffix),
    clause(
      "below", "above", "before", "after", as: .adjacentClause,
      [source("view", .path, required: true), source("in", .place, lead: "in")] + suffix),
    clause(
      "rest", as: .restClause,
      [
        Part(member: "side", form: .adjacency, match: .node, isRequired: true), source("view", .path, required: true),
        source("in", .place, lead: "in"),
      ] + suffix),
    clause(
      "align", as: .alignClause,
      [source("axis", .axis, required: true), source("mode", .mode, required: true)] + suffix),
    clause("x", "y", as: .axisClause, [source("mode", .mode, required: true)] + suffix),
    clause("aspect", as: .aspectClause, [value(), value("to", lead: ":", optional: true)] + suffix),
    clause("inset", as: .insetClause, [insets] + suffix),
    clause("offset", as: .offsetClause, [value()] + suffix),
    clause(
      "top", "bottom", "leading", "trailing", "left", "right", as: .edgeClause, [value()] + suffix),
    clause("size", as: .sizeClause, [value()] + suffix),
    clause("width", as: .widthClause, [value(), range, value("to", optional: true)] + suffix),
    clause("height", as: .heightClause, [value(), range, value("to", optional: true)] + suffix),
  ]

  private static let settings = [
    clause(
      "hug", "resist", "shrink", "noshrink", "grow", "nogrow", "exact", as: .contentClause,
      [source("axis", .axis), suffix[0]]),
    clause("intrinsic", as: .intrinsicClause, [value()]),
    clause("baselines", as: .baselinesClause, [value()]),
    ProjectionShape(
      kinds: ["margins"], syntax: .marginsClause, contexts: [.statement, .clause, .environment], parts: [insets]),
    ProjectionShape(
      kinds: ["trait"], syntax: .traitClause, contexts: [.statement, .clause, .environment],
      parts: [name, source("axis", .axis, lead: "."), value(lead: ":")]),
    clause("gap", as: .gapClause, [value()] + suffix),
    clause("items", as: .itemsClause, [source("axis", .axis), value()]),
    clause("distribute", as: .distributeClause, [value()]),
    clause("justify", as: .justifyClause, [value()]),
    clause("lines", as: .linesClause, [value()]),
    clause("self", as: .selfClause, [source("axis", .axis), value()]),
    clause("columns", as: .columnsClause, [source("value", .trackList, required: true)]),
    clause("rows", as: .rowsClause, [source("value", .trackList, required: true)]),
    clause("span", as: .spanClause, [value()]),
    clause("cell", as: .cellClause, [value()]),
    clause("auto", as: .autoClause, [value("when", lead: "when", optional: true)]),
    clause("hidden", as: .hiddenClause, []),
    clause("initial", as: .initialClause, [name]),
    clause(
      "conditions", as: .conditionsClause,
      [Part(member: "direct", form: .flag, match: .node, lead: "direct"), animate]),
    ProjectionShape(
      kinds: ["property"], syntax: .property, contexts: [.statement, .clause], beginsWithKind: false,
      parts: [name, value(lead: ":")]),
  ]

  private static let environments = [
    environment("size", as: .sizeEnvironment, [value()]),
    environment("scale", as: .scaleEnvironment, [value()]),
    environment("safe", as: .safeEnvironment, [insets]),
    environment("keyboard", as: .keyboardEnvironment, [value()]),
    ProjectionShape(
      kinds: ["is"], syntax: .traitEnvironment, contexts: [.environment], beginsWithKind: false,
      parts: [value("trait")]),
    environment("flag", as: .flagEnvironment, [name]),
    environment("config", as: .configEnvironment, [source("view", .path, tail: ":"), name]),
  ]
}
