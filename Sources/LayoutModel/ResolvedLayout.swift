public import LayoutSyntax

/// What a file declares once every name, type and placement in it is settled.
///
/// Placements are gone: `fill`, `dock`, `below` and the rest have become `Rule`s between anchors, in document order.
/// The engine adds only numbers: the environment's values, what containers ask for, and natural sizes.
public struct ResolvedDocument: Equatable, Sendable {
  /// The name of the file, as diagnostics call it.
  public var file: String
  /// The layouts in the order of the file.
  public var layouts: [ResolvedLayout]
  /// The paths of the files that the document imports, directly or not, in order of appearance.
  public var imports: [String]

  public init(file: String, layouts: [ResolvedLayout] = [], imports: [String] = []) {
    self.file = file
    self.layouts = layouts
    self.imports = imports
  }
}

/// A declared tree of views with its constraints. Views stand in preorder: a parent before its children, and siblings
/// in document order. So the subtree of view `i` is `i ..< views[i].subtreeEnd`.
public struct ResolvedLayout: Equatable, Sendable {
  /// The name as declared.
  public var name: String
  /// The place of the whole declaration in the document's text.
  public var span: SourceSpan
  /// The views in preorder; the first is the root.
  public var views: [ResolvedView] = []
  /// The order of the views in containers of which several branches declare a view, by container; in all others it is
  /// that of `views`.
  public var switchedOrders: [SwitchedOrder] = []
  /// Every constraint a clause or statement means, in document order.
  public var rules = RuleList()
  /// Every attribute that a clause sets, sorted by view and then in document order. `ResolvedView.settings` is the part
  /// of one view. Among settings of one kind that hold, one with a condition wins over one without, and among equals
  /// the later one wins.
  public var settings: [ConditionalSetting] = []
  /// Conditions of rules and settings. Each is already joined with the conditions around it.
  public var conditions: [Condition] = []
  /// By condition: where the innermost part of it is written.
  public var conditionOrigins: [Origin] = []
  /// The variables of the document's files and of the layout, in order of declaration.
  public var variables: [VariableDeclaration] = []
  /// The lists of records of the document's files and of the layout, in order of declaration.
  public var lists: [ListDeclaration] = []
  /// What repeats over lists. Their views stand here once, as a pattern; `LayoutEngine` makes a copy for each record.
  public var repetitions: [Repetition] = []
  /// The views that stand directly in repetitions, ascending.
  public var patterns: [PatternView] = []
  /// The variables that stand for fields of records, ascending.
  public var fieldVariables: [FieldVariable] = []
  /// Views of single records that tests name. Their numbers follow those of `views`.
  public var keyedViews: [KeyedView] = []
  /// By condition: which one of the file it is; empty where no pattern was copied, and each is itself.
  public var conditionNames: [ConditionName] = []
  /// Texts with variables in them, by view. `ResolvedView.text` is what they come to with the values of the file.
  public var composedTexts: [ComposedText] = []
  /// Ids of constraints (`#gap`), in document order.
  public var identifiers: [Identifier] = []
  /// The configurations of views, sorted by view; those of one view stand in document order.
  public var configurations: [Configuration] = []
  /// Transitions between configurations, in document order.
  public var transitions: [Transition] = []
  /// Branches that come and go animated, in document order. A branch may stand here several times, once for each view
  /// that its condition is asked of.
  public var animations: [AnimatedCondition] = []
  /// What is said of how views move when records change, in document order.
  public var animatedRecords: [AnimatedRecords] = []
  /// The conditions of what is said in the branches of `animations`, and in branches inside of those.
  public var conditionsInAnimations: [ConditionID] = []
  /// Every use of a component, in document order. The view itself says only its kind, not which component it came from.
  public var uses: [ComponentUse] = []
  /// Conditions of branches that say `direct`, or whose view says it for all of them, in document order.
  public var directConditions: [ConditionID] = []
  /// The files that images show, in document order.
  public var pictures: [PictureUse] = []
  /// What the line `layout NAME size …` says about the scene of the same name.
  public var environment = EnvironmentClause()
  /// The `preview` blocks of the layout, in document order.
  public var previews: [Preview] = []
  /// The tests of the layout: first those inside it, then those beside it, each in document order.
  public var tests: [LayoutTest] = []
  /// The names of the files that spans point into; the first is the document itself.
  public var files: [String] = []

  public init(name: String, span: SourceSpan) {
    self.name = name
    self.span = span
  }
}

/// The number of a view: its index in `ResolvedLayout.views`. The root is 0.
public struct ViewID: Hashable, Comparable, Sendable {
  /// The index in `ResolvedLayout.views`.
  public let index: Int32

  @inlinable public init(_ index: Int32) { self.index = index }
  @inlinable public static func < (left: ViewID, right: ViewID) -> Bool { left.index < right.index }

  /// The layout's outermost view.
  public static let root = ViewID(0)
}

extension Array {
  /// What a list has by view says of one.
  @inlinable public subscript(view: ViewID) -> Element {
    get { self[Int(view.index)] }
    _modify { yield &self[Int(view.index)] }
  }
}

/// What a view is: the words of the language, and guides.
public enum ViewKind: String, Sendable, CaseIterable {
  case view, box, label, button, image, input, spacer, vstack, hstack, vscroll, hscroll, list, hflow, vflow, grid
  /// `guide NAME`: constrained like a view, but not shown, not in stacks, and not among the views of the stream.
  case guide

  /// Whether the content of a view of this kind may be larger than the view.
  @inlinable public var isScroll: Bool { self == .vscroll || self == .hscroll || self == .list }

  /// Those that show a text.
  static let texts = allCases.filter(\.hasText)
  /// Those that a text in quotes says something of: for an image it names its file.
  static let texted = texts + [.image]
  static let scrollViews = allCases.filter(\.isScroll)
}

/// A view as declared.
public struct ResolvedView: Equatable, Sendable {
  /// The name as written; empty for an unnamed view.
  public var name: String
  /// The names of the views from below the root to this one, joined by dots; `root` for the root.
  public var path: String
  /// The kind. An instance of a component has the component's kind.
  public var kind: ViewKind
  /// The view around this one; nil for the root.
  public var parent: ViewID?
  /// The place among the parent's children, from 0.
  public var index: Int32
  /// One past the last view of the subtree.
  public var subtreeEnd: Int32
  /// The text that the file gives the view; nil without one.
  public var text: String?
  /// The part of `ResolvedLayout.settings` that is this view's.
  public var settings: Range<Int32>
  /// Where the view is declared.
  public var origin: Origin

  public init(
    name: String, path: String, kind: ViewKind, parent: ViewID?, index: Int32, subtreeEnd: Int32, text: String?,
    settings: Range<Int32>, origin: Origin
  ) {
    self.name = name
    self.path = path
    self.kind = kind
    self.parent = parent
    self.index = index
    self.subtreeEnd = subtreeEnd
    self.text = text
    self.settings = settings
    self.origin = origin
  }
}

/// A view that is an instance of a component. A mistake inside it can so be shown where the component is used, too.
public struct ComponentUse: Equatable, Sendable {
  /// The view of the instance.
  public var view: ViewID
  /// The whole declaration of the component.
  public var component: Origin
  /// Where the component is used.
  public var origin: Origin

  public init(view: ViewID, component: Origin, origin: Origin) {
    self.view = view
    self.component = component
    self.origin = origin
  }
}

extension ResolvedLayout {
  /// The place in the file that `origin` names.
  public func place(of origin: Origin) -> Diagnostic.Place {
    Diagnostic.Place(file: files[Int(origin.file)], span: origin.span)
  }
}

/// A place in one of `ResolvedLayout.files`.
public struct Origin: Equatable, Hashable, Sendable {
  /// Index into `ResolvedLayout.files`.
  public var file: Int32
  /// The bytes of the place in that file.
  public var span: SourceSpan

  public init(file: Int32, span: SourceSpan) {
    self.file = file
    self.span = span
  }
}
