/// Every word the language knows. The catalogue that lexer, parser, error messages and the reference share: a new
/// word is one case here, and the exhaustive switch in `Word.roles` asks what it may stand for.
///
/// The lexer stores the word with each identifier token, so that nobody after it compares text. A name that is
/// none of these, or one in backticks, is `.none`.
public enum Word: String, CaseIterable, Sendable {
  case none = ""

  // Declarations and statements.
  case `import`, `as`, `let`, `var`, component, layout, preview, test, of, guide, within
  case `if`, direct, `else`, when, animate, config, transition, on, delay, stagger
  case remove, expect, slot, `for`, `in`, by, with
  case use, set, settle, remember, append, scroll, active

  // The environment.
  case scale, flag, trait

  // Operands.
  case `super`, `true`, `false`, `is`

  // Placements.
  case fill, pin, to, at, dock, rest, below, above, before, after, align, aspect, inset, offset
  case between, overflow, attach, nothing = "none"
  // How hard a view holds its natural size.
  case hug, resist, shrink, noshrink, grow, nogrow, exact
  // Properties with a place in the grammar.
  case intrinsic, baselines, gap, items, distribute, auto, hidden, initial, conditions
  // What flows and grids say, and the views in them.
  case justify, lines, columns, rows, `self`, span, cell

  // Anchors; the first six are edges.
  case top, bottom, leading, trailing, left, right
  case centerX, centerY, firstBaseline, lastBaseline, width, height, edges, center, size
  case x, y

  // Guides.
  case safe, margins, readable, keyboard, keyboardSafe, scrollContent, scrollFrame

  // Traits.
  case compact, regular, phone, pad, mac, tv, carPlay, light, dark, ltr, rtl, portrait, landscape

  case required, high, low, fitting
  case linear, ease, out, spring, bezier
  case pt, px, ms, s

  // Kinds of views.
  case view, box, label, button, image, input, spacer, vstack, hstack, vscroll, hscroll, list, hflow, vflow, grid

  case min, max, clamp, abs, round, floor, ceil, swapX, swapY
  case fillEqually, fillProportionally, equalSpacing, equalCentering, spaceBetween, spaceAround, spaceEvenly
  case main, alternative, visible

  // Not of this language, but written by people who know others: they get a better message.
  case and, or, not
}

/// What a word may stand for; many words have several roles (`center` is an anchor, a placement and a mode).
public struct WordRoles: OptionSet, Sendable {
  public let rawValue: UInt16

  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Begins a declaration or a statement other than a view, clause or constraint.
  public static let statement = WordRoles(rawValue: 1 << 0)
  /// Begins a clause.
  public static let clause = WordRoles(rawValue: 1 << 1)
  /// Names an anchor at the end of a reference.
  public static let anchor = WordRoles(rawValue: 1 << 2)
  /// Names one of the six edges.
  public static let edge = WordRoles(rawValue: 1 << 3)
  /// Names a guide that every view has.
  public static let guide = WordRoles(rawValue: 1 << 4)
  /// `x` or `y`.
  public static let axis = WordRoles(rawValue: 1 << 5)
  /// Stands alone for a trait: `phone`, `dark`.
  public static let trait = WordRoles(rawValue: 1 << 6)
  /// Begins an environment clause.
  public static let environment = WordRoles(rawValue: 1 << 7)
  /// Stands behind `@`.
  public static let priority = WordRoles(rawValue: 1 << 8)
  /// Begins a view, if it is not a component's name.
  public static let viewKind = WordRoles(rawValue: 1 << 9)
  /// Is called in an expression.
  public static let function = WordRoles(rawValue: 1 << 10)
  /// Names a curve in a timing.
  public static let easing = WordRoles(rawValue: 1 << 11)
  /// Stands behind a number.
  public static let unit = WordRoles(rawValue: 1 << 12)
  /// Cannot be a view's name without backticks, because a reader (or the parser) would take it for something else.
  public static let reserved = WordRoles(rawValue: 1 << 13)
  /// A word of `items`, `distribute`, `justify` or `lines`.
  public static let arrangement = WordRoles(rawValue: 1 << 14)
  /// Means something of its own where a value is expected, so that no constant can be called like it. Other reserved
  /// words can: `let gap = 10`.
  public static let operand = WordRoles(rawValue: 1 << 15)
}

extension Word {
  /// What it may stand for; `.none` has none.
  public var roles: WordRoles {
    switch self {
    case .none: []
    case .let, .guide, .if, .remove, .expect, .slot, .for, .with, .transition, .preview, .test, .import, .component,
      .layout:
      [.statement, .reserved]
    case .var: [.statement, .environment, .reserved]
    case .config: [.statement, .environment, .reserved, .operand]
    case .super, .true, .false, .is: [.reserved, .operand]
    case .else, .within, .animate, .when, .in, .of: [.reserved]
    case .as, .direct, .on, .delay, .stagger, .between, .overflow, .attach, .nothing, .to, .main, .alternative,
      .visible, .and, .or, .not, .out, .use, .set, .settle, .remember,
      .append, .scroll, .active, .by:
      []
    case .scale, .flag: [.environment]
    case .trait: [.clause, .environment, .reserved, .operand]
    case .fill: [.clause, .arrangement, .reserved]
    case .pin, .at, .dock, .rest, .below, .above, .before, .after, .align, .aspect, .inset, .offset, .hug, .resist,
      .shrink, .noshrink, .grow, .nogrow, .exact, .intrinsic, .baselines, .gap, .items, .distribute, .auto, .hidden,
      .initial, .justify, .self:
      [.clause, .reserved]
    // Only where what follows makes them clauses (`startsFreeClause`); views and layouts may be called so.
    case .conditions, .lines, .columns, .rows, .span, .cell: [.clause]
    case .top, .bottom, .leading, .trailing: [.clause, .anchor, .edge, .arrangement, .reserved, .operand]
    case .left, .right: [.clause, .anchor, .edge, .reserved, .operand]
    case .firstBaseline, .lastBaseline: [.anchor, .arrangement, .reserved, .operand]
    case .centerX, .centerY, .edges: [.anchor, .reserved, .operand]
    case .width, .height: [.clause, .anchor, .reserved, .operand]
    case .center: [.clause, .anchor, .arrangement, .reserved, .operand]
    case .size: [.clause, .anchor, .environment, .reserved, .operand]
    case .x, .y: [.clause, .axis, .reserved]
    case .margins: [.clause, .guide, .environment, .reserved, .operand]
    case .safe, .keyboard: [.guide, .environment, .reserved, .operand]
    case .readable, .keyboardSafe, .scrollContent, .scrollFrame: [.guide, .reserved, .operand]
    case .compact, .regular: [.environment, .reserved, .operand]
    case .phone, .pad, .mac, .tv, .carPlay, .light, .dark, .ltr, .rtl, .portrait, .landscape:
      [.trait, .environment]
    case .required, .high, .low, .fitting: [.priority]
    case .linear, .ease, .spring, .bezier: [.easing]
    case .pt, .px, .ms, .s: [.unit]
    case .view, .box, .label, .button, .image, .input, .spacer, .vstack, .hstack, .vscroll, .hscroll, .list, .hflow,
      .vflow, .grid:
      [.viewKind]
    case .min, .max, .clamp, .abs, .round, .floor, .ceil, .swapX, .swapY: [.function]
    case .fillEqually, .fillProportionally, .equalSpacing, .equalCentering, .spaceBetween, .spaceAround, .spaceEvenly:
      [.arrangement]
    }
  }

  /// Whether a view called like it needs backticks.
  public var isReserved: Bool { roles.contains(.reserved) }
  /// Whether no constant can be called like it.
  var isOperand: Bool { roles.contains(.operand) }

  /// All words with every one of `roles`, in the order of the catalogue.
  public static func all(_ roles: WordRoles) -> [Word] { allCases.filter { $0.roles.isSuperset(of: roles) } }
}
