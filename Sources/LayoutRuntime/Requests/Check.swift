import LayoutEngine
import LayoutModel
import LayoutSyntax

/// Documents that are looked at without being loaded. They and their imports are read into the check alone, so it never
/// changes what scenes see.
struct Check: Sendable {
  /// All layouts and previews of a document together may take so many times what solving one may.
  static let mostSolves = 4

  let paths: [String]
  /// What solving a layout may take.
  private let limit: SolveBudget
  var library: Library
  /// A text that is looked at in place of a file.
  private var text: (name: String, bytes: [UInt8])?
  /// Files that have arrived since it went on last.
  private var mail: [(path: String, content: FileContent)] = []
  /// What it came to, once it is done.
  private(set) var report: DiagnosticReport?

  init(_ subject: CheckSubject, within roots: [String], limit: SolveBudget) {
    self.limit = limit
    library = Library(Patience(quiet: .zero, grace: .zero))
    switch subject {
    case .path(let file): paths = [file]
    case .folder(let files): paths = files
    case .text(let name, _): paths = [name]
    }
    var nobody = JobDesk.closed
    if case .text(let name, let text) = subject {
      library.serve([], roots: roots, at: Instant(), handing: &nobody)
      self.text = (name, text)
    } else {
      library.serve(paths, roots: roots, at: Instant(), handing: &nobody)
    }
  }

  /// Takes in what is in a file that it waits for.
  ///
  /// - Returns: whether it does.
  mutating func deliver(_ content: FileContent, at path: String) -> Bool {
    guard library.isWaiting(for: path) else { return false }
    mail.append((path, content))
    return true
  }

  /// Goes on as far as it has its files.
  mutating func advance(measuring measurer: some TextMeasuring) {
    var nobody = JobDesk.closed
    if let (name, bytes) = text.take() { library.put(text: bytes, name: name, handing: &nobody) }
    for (path, content) in mail { library.receive(content, at: path, at: Instant(), handing: &nobody) }
    mail = []
    _ = library.compileAndJudge(at: Instant(), handing: &nobody, entering: { _ in })
    if paths.allSatisfy({ library.isQuiet($0) }) { report = makeReport(measuring: measurer) }
  }
}

/// A check that somebody waits for.
struct CheckUnderWay: Sendable {
  let request: RequestID
  /// Nil while a job has it.
  var check: Check?
  /// The number of that job.
  var job: Int?
  /// Whether there is something to go on with.
  var isFresh = true
  /// Whoever asked is gone.
  var isAbandoned = false
  /// What arrived while a job had it.
  var mail: [(path: String, content: FileContent)] = []

  /// Hands it a file that it waits for.
  mutating func deliver(_ content: FileContent, at path: String) {
    guard check != nil else { return mail.append((path, content)) }
    if check!.deliver(content, at: path) { isFresh = true }
  }

  mutating func takeBack(_ check: Check) {
    self.check = check
    job = nil
    for (path, content) in mail { deliver(content, at: path) }
    mail = []
  }
}

extension Runtime {
  /// Hands a file to the checks that wait for it.
  mutating func deliver(_ content: FileContent, at path: String) {
    for index in checks.indices { checks[index].deliver(content, at: path) }
  }

  /// Goes on with every check as far as it has its files, and answers those that are done.
  mutating func runChecks(measuring measurer: some TextMeasuring) {
    checks.removeAll(where: \.isAbandoned)
    for index in checks.indices where checks[index].isFresh && checks[index].check != nil {
      checks[index].isFresh = false
      if jobs.isOpen {
        let check = checks[index].check.take()!
        checks[index].job = jobs.handOut(.check(check), for: .request(checks[index].request))
      } else {
        checks[index].check!.advance(measuring: measurer)
      }
    }
    for index in checks.indices where checks[index].check != nil {
      library.look(for: &checks[index].check!.library)
      guard let report = checks[index].check!.report else { continue }
      outcomes.append(Outcome(request: checks[index].request, result: .answered(.checked(report))))
    }
    checks.removeAll { $0.check?.report != nil }
  }
}

extension Check {
  /// Everything wrong with the documents, their solved layouts and previews included.
  fileprivate mutating func makeReport(measuring measurer: some TextMeasuring) -> DiagnosticReport {
    _ = library.claimNames()
    var diagnostics: [Diagnostic] = []
    var sources: [SourceText] = []
    var known: Set<String> = []
    for path in paths {
      diagnostics += self.diagnostics(of: path, measuring: measurer)
      sources += (library[path]?.verdict?.sources ?? []).filter { known.insert($0.name).inserted }
    }
    // What is wrong in every preview, or in the import of several files, is said once.
    diagnostics = diagnostics.firstOccurrences
    let isFailing = diagnostics.contains { $0.severity == .error }
    return DiagnosticReport(
      status: isFailing ? .failed : .ok, diagnostics: diagnostics, sources: sources.mentioned(by: diagnostics))
  }

  private func diagnostics(of path: String, measuring measurer: some TextMeasuring) -> [Diagnostic] {
    guard let document = library[path], let verdict = document.verdict else { return [.missingFile(path)] }
    var diagnostics = verdict.diagnostics + document.collisions
    if verdict.isFailing { return diagnostics }
    let whole = SolveBudget(operations: min(limit.operations, .max / Self.mostSolves) * Self.mostSolves)
    var left = whole
    for layout in document.good?.layouts ?? [] {
      var known: [Diagnostic] = []
      for preview in [nil] + layout.previews.map(Optional.some) {
        var inputs = SceneInputs(of: layout, preview: preview?.environment)
        inputs.pictures = library.pictures.pictures(of: path)
        var scene = LayoutScene(layout, inputs: inputs)
        if scene.solve(measuring: measurer, within: limit, allowance: left) == .exceeded {
          let place = Diagnostic.Place(file: layout.files.first ?? path, span: layout.span)
          return diagnostics + [.tooMuchToCheck(layout.name, preview?.name, limit: whole, at: place)]
        }
        left.operations = max(0, left.operations - scene.statistics.operations)
        // What the layout itself shows needs no word about where it is seen.
        for var diagnostic in scene.diagnostics where !known.contains(diagnostic) {
          known.append(diagnostic)
          if let preview { diagnostic.notes.insert(Diagnostic.Note("in preview '\(preview.name)'"), at: 0) }
          diagnostics.append(diagnostic)
        }
      }
    }
    return diagnostics
  }
}
