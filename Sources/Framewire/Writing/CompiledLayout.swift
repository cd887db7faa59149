internal import LayoutModel
internal import LayoutSyntax

/// A layout by way of its text: written, formatted, parsed and resolved. It is the slow and obvious way; what
/// placements, branches and `remove` mean is so written once, for files and for programs.
struct CompiledLayout: Sendable {
  let layout: Layout
  let plan: Plan
  /// The text, without what is wrong.
  let source: SourceText
  let resolved: ResolvedLayout
  /// What is wrong or doubtful before anything is solved, in the order of the text.
  private(set) var diagnostics: [LayoutDiagnostic]
  private let places: TextPlaces
  private let spelling: Spelling
  /// The views by their paths.
  private let ids: [String: ViewID]
  /// Of a layout that comes from a file: the how manieth meaning of it.
  var edition = 0

  /// How often statements are left out that the language does not have, before what is left is taken as it is.
  private static let roundsBeforeGivingUp = 40

  init(_ layout: Layout) {
    self.layout = layout
    plan = Plan(layout)
    if let text = layout.parsed {
      (source, resolved, places, spelling) = (text.source, text.resolved, TextPlaces([text.source]), Spelling(plan))
      ids = resolved.idsByPath
      diagnostics = plan.complaints.map(LayoutDiagnostic.init) + text.diagnostics.map(places.diagnostic)
      if let more = layout.block.statements.first {
        diagnostics.append(
          LayoutDiagnostic(
            WrittenComplaint(
              .noWords, message: "layout '\(layout.name)' is a text, which has to say everything itself",
              site: more.site)))
      }
      return
    }
    var skipped: Set<Int> = []
    var told: [LayoutDiagnostic] = []
    var round = Round(layout, plan, skipping: skipped)
    let complaints = round.complaints
    for number in 0..<Self.roundsBeforeGivingUp {
      // With a view its name is gone. Who mentions it is wrong only because of that.
      told += round.told.filter {
        number == 0 || $0.code != ResolutionCode.unknownView.rawValue && $0.severity == .error
      }
      let wrong = round.wrongStatements.subtracting(skipped)
      if wrong.isEmpty { break }
      skipped.formUnion(wrong)
      round = Round(layout, plan, skipping: skipped)
    }
    source = round.source
    resolved = round.resolved
    ids = resolved.idsByPath
    places = round.places
    spelling = Spelling(plan)
    diagnostics = (plan.complaints + complaints).map(LayoutDiagnostic.init) + told
  }

  /// The path of a view, if it stands in the layout.
  func path(of view: some View) -> String? {
    switch view.node.found {
    case .path(let path)?: return ids[path] == nil ? nil : path
    case .copy(let pattern, let keys)?: return pathOfPattern(pattern).map { PatternName.filled($0, with: keys) }
    case .field?: return nil
    case nil: return pathOfPattern(view.node)
    }
  }

  private func pathOfPattern(_ node: Node) -> String? { plan.tells(node) ? spelling.path(of: node) : nil }

  /// Which view of the layout a view of the program is; nil for one that does not stand there.
  /// Of the view of a record it is that of all of them.
  func id(of view: some View) -> ViewID? {
    if case .copy(let pattern, _)? = view.node.found { return pathOfPattern(pattern).flatMap { ids[$0] } }
    return path(of: view).flatMap { ids[$0] }
  }

  /// A complaint about the text as one about the program.
  func diagnostic(_ diagnostic: Diagnostic) -> LayoutDiagnostic { places.diagnostic(diagnostic) }

  /// Where a place of the text stands in the program.
  func site(of place: Diagnostic.Place) -> Site { places.site(of: place) }
}

extension ResolvedLayout {
  fileprivate var idsByPath: [String: ViewID] {
    var ids: [String: ViewID] = [:]
    ids.reserveCapacity(views.count)
    for index in views.indices { ids[views[index].path] = ViewID(Int32(index)) }
    return ids
  }
}

/// One text, and what is said about it.
private struct Round {
  let source: SourceText
  let resolved: ResolvedLayout
  let places: TextPlaces
  let complaints: [WrittenComplaint]
  let told: [LayoutDiagnostic]
  /// Numbers of the innermost statements with errors.
  let wrongStatements: Set<Int>

  init(_ layout: Layout, _ plan: Plan, skipping skipped: Set<Int>) {
    let writer = PlanWriter(layout, plan, skipping: skipped)
    let name = "\(layout.name).layout"
    var tree = parse(SourceText(name: name, bytes: writer.text))
    if let formatted = tree.formatted() { tree = parse(SourceText(name: name, bytes: formatted)) }
    let (document, diagnostics) = resolve(tree)
    source = tree.source
    let places = TextPlaces(source, writer.marks, layout.root.node.site)
    self.places = places
    complaints = writer.complaints
    resolved =
      document.layouts.first
      ?? ResolvedLayout(name: layout.name, span: SourceSpan(start: 0, end: Int32(clamping: source.bytes.count)))
    let all = tree.diagnostics + diagnostics
    told = all.map(places.diagnostic)
    let errors = all.filter { $0.severity == .error }
    // The first statement is the layout itself, which cannot be left out.
    wrongStatements = Set(errors.compactMap { $0.place.flatMap(places.statement) }.filter { $0 > 0 })
  }
}

/// Turns places of the text into lines of the program, or of a text that is no program's.
struct TextPlaces: Sendable {
  private let source: SourceText
  /// Other texts that places may be in: files that are imported.
  private let others: [SourceText]
  /// Nil: there is no program.
  private let marks: [PlanWriter.Mark]?
  /// For what stands nowhere else.
  private let whole: Site

  /// Places of texts that nobody wrote for a program, the main one first.
  init(_ sources: [SourceText]) {
    source = sources.first ?? SourceText(name: "", bytes: [])
    others = Array(sources.dropFirst())
    marks = nil
    whole = Site(file: source.name, line: 1)
  }

  init(_ source: SourceText, _ marks: [PlanWriter.Mark], _ whole: Site) {
    self.source = source
    others = []
    self.marks = marks
    self.whole = whole
  }

  /// The innermost statement at a place.
  func statement(at place: Diagnostic.Place) -> Int? {
    guard let marks, place.file == source.name else { return nil }
    let end = min(max(Int(place.span.start), 0), source.bytes.count)
    let solid = source.bytes[..<end].count { $0 != 0x20 && $0 != 0x0A }
    // Statements begin in the order of the text, so the last one around it is the innermost.
    return marks.lastIndex { $0.start <= solid && solid < $0.end }
  }

  func site(of place: Diagnostic.Place) -> Site {
    guard let marks else {
      return Site(file: place.file, line: Int(text(of: place).position(of: place.span.start).line))
    }
    return statement(at: place).map { marks[$0].site } ?? whole
  }

  private func text(of place: Diagnostic.Place) -> SourceText {
    place.file == source.name ? source : others.first { $0.name == place.file } ?? source
  }

  func diagnostic(_ diagnostic: Diagnostic) -> LayoutDiagnostic {
    let site = diagnostic.place.map(site) ?? whole
    var words: String?
    if let place = diagnostic.place, case let source = text(of: place), place.file == source.name {
      let line = source.position(of: place.span.start).line
      words = source.text(in: source.lineSpan(line)).trimmed
    }
    return LayoutDiagnostic(
      code: diagnostic.code.rawValue, severity: LayoutDiagnostic.Severity(diagnostic.severity),
      message: diagnostic.message, site: site, statement: words,
      notes: diagnostic.notes.map { LayoutDiagnostic.Note(message: $0.message, site: $0.place.map(self.site)) })
  }
}

extension String {
  /// Without the blanks of an indentation.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
