import Geometry
import LayoutSyntax

/// Resolves one layout in two passes: the first finds views, values, branches and the places of clauses; the
/// second, now that every name can be found, turns clauses into rules and settings.
struct LayoutResolver {
  var node: SyntaxNode
  var files: [SourceFile]
  let components: ComponentTable
  var complaints: ComplaintList
  var names: NameTable
  var scopes: ScopeTable
  var layout: ResolvedLayout

  // MARK: What the first pass finds

  /// In order of declaration, which is preorder unless a branch adds to a view declared in another one.
  var drafts: [ViewDraft] = []
  /// (parent, name) → view.
  var children = PairTable()
  /// (parent, kind and ordinal) → unnamed view; (parent, kind) → how many there are.
  var unnamed = PairTable()
  /// By name: the first view that has it, -1 for none, and how many have.
  var viewOfName: [Int32] = []
  var viewsOfName: [Int32] = []
  var items: [Item] = []
  /// Clauses and constraints among `items`.
  var clauseCount = 0
  var contexts: [Context] = []
  var defaults: [Defaults] = []
  /// (view, context) → `Mentions` outside the unconditional ones.
  var mentions = PairTable()
  /// The layout itself, then every use of a component, in order of declaration.
  var instances: [Instance] = []
  var usedComponents: Set<Int32> = []
  /// (instance's view, name) → view in the braces of its use, wherever the slot has put it.
  var contents = PairTable()
  /// (owner, name) → the view of that name in an instance, -2 when there are several.
  var owned = PairTable()
  /// (owner, name) → 1 when a `for` makes views of that name.
  var repeated = PairTable()
  /// (block, scope around it) → the scope of its values, in the braces of uses.
  var contentScopes = PairTable()
  /// Declared values that are parameters.
  var arguments: [Int32] = []
  /// Whether some `for` could not be repeated, so that views may be missing without a mistake of those who name them.
  var hasBrokenLoop = false
  /// For putting names together.
  var spelling: [UInt8] = []
  /// Whether `drafts` are out of preorder.
  var needsReordering = false
  var reportedTooManyViews = false
  let limits: CopyLimits
  /// Blocks read so far, those of components and loops once for each copy.
  var blockCount = 0
  /// Bytes of the texts read so far, whatever for.
  var textBytes = 0
  /// Parts of the conditions read and joined so far.
  var conditionParts = 0
  /// By declared value: what it is before any view is, as far as somebody has asked.
  var constants: [Int: Constant.Reading] = [:]
  /// How many expressions are being read, one inside the other.
  var expressionDepth = 0

  // MARK: What the second pass keeps

  /// (context, view or -1) → condition, -1 for "always".
  var conditionTable = PairTable()
  /// Views that constraints in a branch with an open condition are for, other than the one in whose body they stand.
  var furtherSubjects: [(context: ContextID, view: ViewID)] = []
  /// The branch of each rule; only kept when something removes rules.
  var ruleContexts: [ContextID] = []
  var removals: [Removal] = []
  var hasRemovals = false
  /// Containers that `dock`, `below`… give to the other axis.
  var anchorages: [Anchorage] = []
  /// (view, context) → index into `anchorages`.
  var anchorageTable = PairTable()
  /// (view, name) → identifier, to find names given twice.
  var identifierTable = PairTable()
  /// Declared value → index into `layout.variables`.
  var variables: [Int: Int32] = [:]
  /// By index in `layout.variables`: number or length.
  var variableTypes: [ValueType] = []
  /// (statement, node) of a docking clause → index into `anchorages`.
  var anchorageOfNode = PairTable()
  /// The statement whose clauses are being read: the index of its first item.
  var statement: Int32 = 0
  /// The branch of each identifier.
  var identifierContexts: [ContextID] = []
  var configurationNames: [ConfigurationDraft] = []
  /// The names among them, whatever view has them.
  var declaredConfigurations: Set<NameID> = []
  var mark = Mark(origin: Origin(file: 0, span: SourceSpan(start: 0, end: 0)))
  var configurationTable = PairTable()
  var transitionDrafts: [TransitionDraft] = []
  /// What `conditions animate` says, by view: the later clause of one view wins.
  var conditionTimings: [(view: ViewID, node: Int32, file: Int32, scope: Int32)] = []
  var initials: [(view: ViewID, name: NameID, span: SourceSpan, file: Int32)] = []
  /// By view: texts that `text:` gives.
  var givenTexts: [Int32: String] = [:]
  /// Those of them that have variables in them.
  var composedTexts: [Int32: TextTemplate] = [:]
  /// The clauses of one statement.
  var placements: [Placement] = []
  var testDrafts: [TestDraft] = []
  /// Flags and traits that the layout's text sets.
  var givenNames: [GivenName] = []
  /// The scope of the layout's own body.
  var bodyScope: Int32 = 0

  // MARK: What following an edit needs

  /// On whose behalf something is being read.
  var reader = Reader.structure
  /// Who has used which declared value.
  var uses: [Use] = []
  /// Numbers that can be added up again without their statements.
  var sums: [ValueSum] = []
  var sumSteps: [SumStep] = []
  /// By index in `items`: what the statement that begins there came to.
  var yields: [Yield] = []
  /// Where settings have gone in the order of views; empty when they stayed.
  var settingPlaces: [Int32] = []
  /// (view, node) → identifier.
  var identifierOfNode = PairTable()
  /// Whether statements are read that were read before.
  var isReadingAgain = false
  /// Whether one of them asked for something that it did not ask for then.
  var isLost = false

  init(_ node: SyntaxNode, in document: DocumentResolver) {
    self.node = node
    files = document.files
    components = document.components
    complaints = document.complaints
    names = document.names
    scopes = document.scopes
    layout = ResolvedLayout(name: node.name, span: node.span)
    limits = document.limits
    layout.files = files.map(\.name)
  }

  /// The two passes, as a table of contents.
  ///
  /// - Parameter tests: of this layout, beside it in the file; those inside it are found.
  mutating func resolve(testedBy tests: [SyntaxNode] = []) {
    declareLayout()
    for test in tests { declareTest(test, file: 0, scope: bodyScope) }
    resolveDeclared()
    readSurroundings()
    readTests()
    warnOfUnheardSettings()
  }

  /// Everything behind the first pass.
  mutating func resolveDeclared() {
    if needsReordering { reorderViews() }
    readVariables()
    checkArguments()
    readConditions()
    readAnchorages()
    resolveItems()
    warnOfBareSizes()
    applyRemovals()
    hideAbsentViews()
    checkInitialConfigurations()
    readTransitions()
    readMarkedBranches()
    finishViews()
    finishUses()
  }

  // MARK: Places and complaints

  func place(_ node: SyntaxNode, in file: Int32) -> Diagnostic.Place { place(node.span, in: file) }

  func place(_ span: SourceSpan, in file: Int32) -> Diagnostic.Place {
    Diagnostic.Place(file: files[Int(file)].name, span: span)
  }

  mutating func report(_ complaint: Complaint, at node: SyntaxNode, in file: Int32) {
    if mayBeOfMissingImport(complaint.code, node, in: file) { return }
    complaints.report(complaint, at: place(node, in: file))
  }

  /// Whether a name is unknown only because the import that may declare it is, which has been complained about.
  private mutating func mayBeOfMissingImport(_ code: ResolutionCode, _ node: SyntaxNode, in file: Int32) -> Bool {
    switch code {
    case .unknownView, .unknownValue, .unknownKind, .unknownProperty: break
    default: return false
    }
    let missing = files[Int(file)].missingNamespaces
    if !missing.isEmpty, missing.contains(name(of: node, in: file)) { return true }
    // No view is imported: where one is missing, that is a mistake of its own.
    if code == .unknownView { return false }
    return files[Int(file)].lacksImport || filesImported(by: file).contains { files[Int($0)].lacksImport }
  }

  func node(_ index: Int32, in file: Int32) -> SyntaxNode { files[Int(file)].tree.node(at: index) }

  mutating func name(of node: SyntaxNode, in file: Int32) -> NameID {
    names.name(of: node, in: files[Int(file)].bytes)
  }

  // MARK: Views

  func parent(of view: ViewID) -> ViewID { drafts[Int(view.index)].parent ?? .root }

  func kind(of view: ViewID) -> ViewKind { drafts[Int(view.index)].kind }

  /// Names from below the root; `root` for the root.
  func path(of view: ViewID) -> String {
    let draft = drafts[Int(view.index)]
    guard let parent = draft.parent else { return "root" }
    let own = draft.name.map { names.text(of: $0) } ?? "\(draft.kind.rawValue)[\(draft.ordinal)]"
    return parent == .root ? own : path(of: parent) + "." + own
  }

  /// Whether `context` is `other` or a branch somewhere inside it.
  func isInside(_ context: ContextID, _ other: ContextID) -> Bool {
    var current = context
    while current != other {
      if current == .always { return false }
      current = contexts[Int(current.index)].parent
    }
    return true
  }
}
