public import LayoutSyntax

/// What a file declares once every name, type and placement in it is settled.
///
/// Placements are gone: `fill`, `dock`, `below` and the rest have become `Rule`s between anchors, in document
/// order. What is left for the engine is numbers: the environment's values, containers and natural sizes.
public struct ResolvedDocument: Equatable, Sendable {
  /// The document's name, as in diagnostics.
  public var file: String
  /// In the order of the file.
  public var layouts: [ResolvedLayout]
  /// Paths of the files it imports, directly or not, in order of appearance.
  public var imports: [String]

  public init(file: String, layouts: [ResolvedLayout] = [], imports: [String] = []) {
    self.file = file
    self.layouts = layouts
    self.imports = imports
  }
}

/// A declared tree of views with its constraints. Views stand in preorder: a parent before its children, siblings
/// in document order, so the subtree of view `i` is `i ..< views[i].subtreeEnd`.
public struct ResolvedLayout: Equatable, Sendable {
  /// As declared.
  public var name: String
  /// The whole declaration in the document's text.
  public var span: SourceSpan
  /// Preorder; the first is the root.
  public var views: [ResolvedView] = []
  /// Every constraint a clause or statement means, in document order.
  public var rules: [Rule] = []
  /// Every attribute a clause sets, sorted by view, then in document order; `ResolvedView.settings` is its part.
  /// Among the settings of one kind that hold, one with a condition wins over one without, then the later one.
  public var settings: [ConditionalSetting] = []
  /// Conditions of rules and settings, already joined with those around them.
  public var conditions: [Condition] = []
  /// By condition: where the innermost part of it is written.
  public var conditionOrigins: [Origin] = []
  /// `var` declarations of the layout, in document order.
  public var variables: [VariableDeclaration] = []
  /// Texts with variables in them, by view; `ResolvedView.text` is what they come to with what the file says.
  public var composedTexts: [ComposedText] = []
  /// Ids of constraints (`#gap`), in document order.
  public var identifiers: [Identifier] = []
  /// In document order.
  public var configurations: [Configuration] = []
  /// In document order.
  public var transitions: [Transition] = []
  /// Branches that come and go animated, in document order; the same condition may stand here for several views.
  public var animations: [AnimatedCondition] = []
  /// Every use of a component, in document order: the view says `view`, not what it is an instance of.
  public var uses: [ComponentUse] = []
  /// Conditions of branches that say `direct`, in document order.
  public var directConditions: [ConditionID] = []
  /// The files that images show, in document order.
  public var pictures: [PictureUse] = []
  /// What `layout NAME size …` says about the scene of the same name.
  public var environment = EnvironmentClause()
  /// `preview` blocks of the layout, in document order.
  public var previews: [Preview] = []
  /// In document order, those inside the layout first.
  public var tests: [LayoutTest] = []
  /// Names of the files that spans point into; the first is the document itself.
  public var files: [String] = []

  public init(name: String, span: SourceSpan) {
    self.name = name
    self.span = span
  }
}

/// Index of a view in `ResolvedLayout.views`; 0 is the root.
public struct ViewID: Hashable, Comparable, Sendable {
  /// Position in `ResolvedLayout.views`.
  public let index: Int32

  @inlinable public init(_ index: Int32) { self.index = index }
  @inlinable public static func < (left: ViewID, right: ViewID) -> Bool { left.index < right.index }

  /// The layout's own view.
  public static let root = ViewID(0)
}

/// What a view is: the words of the language, and guides.
public enum ViewKind: String, Sendable, CaseIterable {
  case view, box, label, button, image, input, spacer, vstack, hstack, vscroll, hscroll, list
  /// `guide NAME`: constrained like a view, but no part of stacks and not in the stream's views.
  case guide

  /// Whether its content may be larger than it is.
  @inlinable public var isScroll: Bool { self == .vscroll || self == .hscroll || self == .list }
}

/// A view as declared.
public struct ResolvedView: Equatable, Sendable {
  /// As written; empty for an unnamed view.
  public var name: String
  /// Names from below the root, joined by dots; `root` for the root.
  public var path: String
  /// A component's instance is what the component is.
  public var kind: ViewKind
  /// Nil for the root.
  public var parent: ViewID?
  /// Position among the parent's children, from 0.
  public var index: Int32
  /// One past the last view of its subtree.
  public var subtreeEnd: Int32
  /// The text as the file has it; nil without one.
  public var text: String?
  /// Its part of `ResolvedLayout.settings`.
  public var settings: Range<Int32>
  /// Where it is declared.
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

/// A view that is an instance of a component, so that what is wrong in it can also be told where it is used.
public struct ComponentUse: Equatable, Sendable {
  /// The instance.
  public var view: ViewID
  /// All of the component's text.
  public var component: Origin
  /// Where it is used.
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
  /// Bytes of that file.
  public var span: SourceSpan

  public init(file: Int32, span: SourceSpan) {
    self.file = file
    self.span = span
  }
}
