import LayoutSyntax

/// (file, name) → the value or component that a name means there which is of an imported file, -1 for none: what has
/// been looked up. A wrong name, or one that is far away, would ask all files each time.
struct ImportedNames {
  var values = PairTable()
  var components = PairTable()
}

/// Reads the syntax of one layout for the builder, in two passes. The first pass finds views, values, branches and the
/// places of clauses. Then every name can be found, and the second pass reads clauses into placements, constraints and
/// settings. The builder decides what these mean.
struct LayoutResolver {
  var node: SyntaxNode
  var files: [SourceFile]
  let components: ComponentTable
  var builder: LayoutBuilder
  var scopes: ScopeTable
  var written = WrittenPlaces()
  var viewNames = ViewNames()
  var expansion = Expansion()
  var imported = ImportedNames()
  var defaults: [Defaults] = []
  var statements = Statements()
  var later = ReadLater()
  /// By declared value: what it comes to before any view is known, once somebody has asked.
  var constants: [Int: Constant.Reading] = [:]
  /// By identifier: the rules of its clause, once a test has asked. All clauses are read by then.
  var identifiedRules: [[Int32]]?
  /// How many expressions are being read, one inside the other.
  var expressionDepth = 0
  var following = FollowingNotes()
  /// By choice within a value: the side that is being read, while the scene makes the choice.
  var choices: [ChoicePlace: Bool] = [:]
  /// The declared values that such a choice makes.
  var openValues: Set<Int> = []
  /// The fields of records that something reads.
  var usedFields: Set<FieldUse> = []
  /// (pattern, key of its parent and its own) → the number of the view of a record that a test names.
  var keyedViews: [KeyedName: ViewID] = [:]
  /// The patterns that these are views of.
  var keyedPatterns: [ViewID: ViewID] = [:]
  /// The keys of records in the path that is being looked up.
  var recordKeys: [String] = []
  /// Whether names reach what is inside of components: those in tests do.
  var namesReachInside = false

  init(_ node: SyntaxNode, in document: DocumentResolver) {
    self.node = node
    files = document.files
    components = document.components
    scopes = document.scopes
    builder = LayoutBuilder(
      name: node.name, files: files.map(\.name), span: node.span,
      root: Origin(file: 0, span: node.first(.name)?.span ?? node.span), complaints: document.complaints,
      names: document.names, budget: document.budget)
    builder.views.componentNames = components.all.map(\.name)
  }

  /// The two passes, as a table of contents.
  ///
  /// - Parameter tests: the tests of this layout that stand beside it in the file; those inside are found.
  mutating func resolve(testedBy tests: [SyntaxNode] = []) {
    guard spendOnLists(isKept: true) else { return reportOverrun() }
    declareLayout()
    for test in tests { declareTest(test, file: 0, scope: later.bodyScope) }
    resolveDeclared()
    spendOnRecords()
    if builder.budget.isSpent { return reportOverrun() }
    readSurroundings()
    readTests()
    warnOfMistypedConfigurations()
    warnOfEmptyConfigurations()
    warnOfUnheardSettings()
    warnOfUnreadSettings()
    warnOfBraces()
    warnOfPixels()
    builder.warnOfGrids()
    warnOfPlacesInPacks()
    reportOverrun()
  }

  /// Does everything after the first pass.
  mutating func resolveDeclared() {
    if let renumbering = builder.settleViews() { renumber(renumbering) }
    // What is said of views that were not made would be complained about, and is not the mistake.
    if builder.budget.isSpent { return builder.finishViews() }
    noteOpenValues()
    readVariables()
    checkArguments()
    readConditions()
    readAnchorages()
    resolveItems()
    builder.finishClauses()
    readTransitions()
    readAnimations()
    readRecordAnimations()
    builder.listMarkedBranches()
    readTexts()
    builder.finishViews()
    finishUses()
  }

  /// Gives everything that speaks of views their new numbers.
  private mutating func renumber(_ current: Renumbering) {
    written.views = current.former.map { written.views[Int($0)] }
    for index in statements.items.indices { statements.items[index].view = current(statements.items[index].view) }
    for index in defaults.indices { defaults[index].view = current(defaults[index].view) }
    for index in later.transitions.indices { later.transitions[index].view = current(later.transitions[index].view) }
    for index in later.recordTimings.indices {
      later.recordTimings[index].view = current(later.recordTimings[index].view)
    }
    scopes.renumber(current)
    viewNames.renumber(current)
    for index in expansion.instances.indices {
      expansion.instances[index].view = current(expansion.instances[index].view)
    }
  }

  // MARK: Places and complaints

  func place(_ node: SyntaxNode, in file: Int32) -> Diagnostic.Place { place(node.span, in: file) }

  func place(_ span: SourceSpan, in file: Int32) -> Diagnostic.Place {
    Diagnostic.Place(file: files[Int(file)].name, span: span)
  }

  mutating func report(_ complaint: Complaint, at node: SyntaxNode, in file: Int32) {
    if mayBeOfMissingImport(complaint.code, node, in: file) { return }
    builder.complaints.report(complaint, at: place(node, in: file))
  }

  /// Whether a complaint would be reported: if not, nobody needs to look for its words.
  func wants(_ code: ResolutionCode, at node: SyntaxNode, in file: Int32) -> Bool {
    builder.complaints.wants(code, at: place(node, in: file))
  }

  /// Whether a name may be unknown only because an import is missing, which has been reported.
  private mutating func mayBeOfMissingImport(_ code: ResolutionCode, _ node: SyntaxNode, in file: Int32) -> Bool {
    switch code {
    case .unknownView, .unknownValue, .unknownKind, .unknownProperty: break
    default: return false
    }
    let missing = files[Int(file)].missingNamespaces
    if !missing.isEmpty, missing.contains(name(of: node, in: file)) { return true }
    // A view is never imported: one that is missing is a mistake of its own.
    if code == .unknownView { return false }
    return files[Int(file)].lacksImport || filesImported(by: file).contains { files[Int($0)].lacksImport }
  }

  func node(_ index: Int32, in file: Int32) -> SyntaxNode { files[Int(file)].tree.node(at: index) }

  mutating func name(of node: SyntaxNode, in file: Int32) -> NameID {
    builder.names.name(of: node, in: files[Int(file)].bytes)
  }

  // MARK: Views

  func parent(of view: ViewID) -> ViewID { builder.views.drafts.parent(of: view) }
  func kind(of view: ViewID) -> ViewKind { builder.views.drafts.kind(of: view) }
  func path(of view: ViewID) -> String { builder.path(of: view) }

  /// The text that stands in quotes at a view's name; nil without one, and when there are too many texts.
  mutating func writtenText(of view: ViewID) -> String? {
    let draft = written.views[view]
    return text(of: draft, at: Origin(file: draft.file, span: builder.views.drafts[view].origin.span))
  }

  mutating func text(of view: WrittenView, at origin: Origin) -> String? {
    guard view.text >= 0, !builder.budget.isSpent, let text = ViewSyntax(node(view.node, in: view.file)).text
    else { return nil }
    return builder.spend(on: text, at: origin) ? text : nil
  }

  /// Hands the texts that stand at names to the builder.
  private mutating func readTexts() {
    for index in written.views.indices where written.views[index].text >= 0 {
      let view = ViewID(Int32(index))
      if builder.texts.given[view] != nil { continue }
      if let text = writtenText(of: view) { builder.setText(text, of: view) }
    }
  }
}
