import LayoutModel
import LayoutSyntax

/// All documents: turns bytes into verdicts.
///
/// It does not know scenes, and no time passes in it: a turn says what time it is, and `patience` what waits until
/// when.
struct Library: Sendable {
  var documents = DocumentTable()
  /// Which document has which layout's name; see `claimNames`.
  var claims: [String: Claim] = [:]
  private(set) var imports = ImportGraph()
  /// Imports that may have lost the last document that needed them, and what may be no more than an import now.
  private var mayBeUnused: Set<String> = []
  /// Bad news that does not count yet.
  private var patience: Patience
  /// By document that is being looked at for the second time: the files that have not answered yet.
  private var secondLooks: [String: Set<String>] = [:]
  /// Folders that imports may not lead out of; none: anywhere.
  private(set) var roots: [String] = []
  /// What the documents' images show.
  var pictures = PictureShelf()
  private var outdated = CompilationQueue()
  /// By document whose text is being parsed elsewhere: the number of the job, its bytes, and what has arrived since.
  /// Until then it is as if nothing had arrived.
  private var parsing: [String: (job: Int, bytes: Int, next: FileContent?)] = [:]
  /// By document that is being compiled elsewhere: the number of the job.
  private var compiling: [String: Int] = [:]
  /// By document: a text of it that does not count yet, or never did.
  private var parsedAhead: [String: SyntaxTree] = [:]
  /// What has come back of that, and no verdict was made of yet.
  private var compiled: [String: Document.Attempt] = [:]
  /// By document among them that cannot be compiled yet: how far its imports have been followed.
  private var walks: [String: ImportWalk] = [:]
  private(set) var requests = FileRequests(.whole)
  /// Whether a file came back before it counted as missing. Others may have had its names meanwhile.
  private var hasReturned = false
  private(set) var parses = 0
  private(set) var resolutions = 0

  init(_ patience: Patience) { self.patience = patience }

  // MARK: What is known

  subscript(path: String) -> Document? { documents[path] }

  /// Whether nothing is being read, and every attempt has come to its verdict.
  var isQuiet: Bool {
    requests.pending.isEmpty && parsing.isEmpty && outdated.isEmpty && compiling.isEmpty && secondLooks.isEmpty
      && !patience.isDoubtingDocuments
  }

  /// Whether that holds for one document and its imports.
  func isQuiet(_ path: String) -> Bool {
    guard documents[path] != nil else { return !requests.pending.contains(path) }
    guard secondLooks[path] == nil, !patience.holds(.failing(path)), !outdated.contains(path), !isCompiling(path)
    else { return false }
    return requests.pending.isEmpty || requests.pending.isDisjoint(with: closure(of: path))
  }

  /// Whether some document is parsed or compiled elsewhere, or is to be, so that nobody knows yet what it declares.
  var isCompiling: Bool { !compiling.isEmpty || !parsing.isEmpty || outdated.hasWaiting }

  /// Whether another turn is to come at once, since documents are left to be compiled, or pictures to be asked for.
  var isPostponing: Bool { outdated.hasWaiting || pictures.requests.hasNews }

  /// Whether this one is, or something that it imports.
  func isCompiling(_ path: String) -> Bool {
    compiling[path] != nil || outdated.isWaiting(path)
      || !parsing.isEmpty && closure(of: path).contains { parsing[$0] != nil }
  }

  /// The length of all texts that are parsed elsewhere.
  var bytesToParse: Int { parsing.values.reduce(0) { $0 + $1.bytes } }

  /// Whether somebody was asked for what is in a file, and has not answered.
  func isWaiting(for path: String) -> Bool {
    requests.pending.contains(path) || pictures.requests.pending.contains(path)
  }

  /// The earliest instant at which time alone changes something.
  var deadline: Instant? { patience.deadline }

  /// Whether the file of a document has gone a moment ago: nobody knows yet whether it comes back, goes by another name
  /// now, or neither.
  func isInGrace(_ path: String) -> Bool { patience.holds(.missing(path)) }

  /// The document and all it imports, directly or not, in order of appearance.
  func closure(of path: String) -> [String] { imports.closure(of: path, within: root(of: path)) }

  /// The document and all that import it, directly or not.
  mutating func dependents(on path: String) -> Set<String> { imports.dependents(on: path) }

  // MARK: What happens

  /// Takes over the set of documents in the served folders.
  mutating func serve(_ paths: [String], roots: [String], at now: Instant, handing jobs: inout JobDesk) {
    find(paths, roots: roots)
    let wanted = Set(paths)
    lose(documents.keys.filter { !wanted.contains($0) }, at: now, handing: &jobs)
  }

  /// Takes note that documents are not in the served folders any more.
  mutating func lose(_ paths: [String], at now: Instant, handing jobs: inout JobDesk) {
    // What was loaded by its path has nothing to do with what is found in the folders, even if it lies in one.
    for path in paths where documents[path]?.isInServedFolder == true {
      documents[path]?.isInServedFolder = false
      if documents[path]?.role == .served, documents[path]?.isKnown == true {
        receive(.missing, at: path, at: now, handing: &jobs)
      }
    }
  }

  /// Takes in documents that are in the served folders, besides others.
  mutating func find(_ paths: [String], roots: [String]) {
    if self.roots != roots { walks = [:] }
    self.roots = roots
    for path in paths where documents[path]?.isInServedFolder != true {
      serve(path)
      documents[path]?.isInServedFolder = true
      // Who found it again may have missed that it was gone, and then sends no content.
      if documents[path]?.isMissing == true || isInGrace(path) { look(at: path) }
    }
  }

  /// Makes a document one that opens scenes; reads it when it is new.
  mutating func serve(_ path: String) {
    if documents[path] == nil {
      addFile(path, as: .served)
    } else if documents[path]?.role == .imported {
      documents[path]?.role = .served
      outdated.addRenewed(path)
    }
  }

  private mutating func addFile(_ path: String, as role: Document.Role) {
    documents[path] = Document(path: path, role: role)
    requests.follow(path)
    look(at: path)
  }

  /// Asks what is in a file, unless that is under way.
  mutating func look(at path: String) { requests.look(at: path) }

  /// What the world is to do about files: follow them first, so that no change after the look is missed.
  mutating func removeRequests() -> [Effect] {
    let files = requests.removeNews()
    let beginnings = pictures.requests.removeNews(atMost: Self.picturesOfTurn)
    return files.changes + beginnings.changes + files.looks.map { .look(path: $0, .whole) }
      + beginnings.looks.map { .look(path: $0, .beginning) }
  }

  /// A document may name thousands of pictures. By feel.
  private static let picturesOfTurn = 500

  /// Asks for all that another library waits for, which follows nothing: the answers are its own.
  mutating func look(for other: inout Library) {
    for path in other.requests.removeNews().looks { requests.lookForOthers(at: path) }
    for path in other.pictures.requests.removeNews().looks { pictures.requests.lookForOthers(at: path) }
  }

  /// Whether files have come back since the last call.
  mutating func takeReturned() -> Bool {
    defer { hasReturned = false }
    return hasReturned
  }

  /// Believes of every file what was found of it last: somebody wants to be certain, and the disk has been looked at.
  mutating func endGrace(at now: Instant) { patience.endGrace(at: now) }

  /// The bytes of a file have arrived, or the news that there are none: the one way in. Nothing is done about a path
  /// that nobody here has asked for.
  ///
  /// - Parameter jobs: takes a long text to be parsed; it arrives when it is back.
  mutating func receive(
    _ content: FileContent, at path: String, at now: Instant, handing jobs: inout JobDesk
  ) {
    let isText = documents[path]?.role == .text
    guard case .here(let tree) = isText ? .here(nil) : read(content, at: path, handing: &jobs) else { return }
    receive(content, parsedAs: tree, at: path, at: now)
  }

  /// Takes note that a file was looked at again, and that what is in it does not count yet. Nobody is to wait for that:
  /// what is known of the file is believed.
  mutating func passOver(_ path: String) {
    guard secondLooks.values.contains(where: { $0.contains(path) }) else { return }
    requests.close(path)
    endSecondLook(at: path)
  }

  /// Parses a text that does not count yet, so that little is to be done when it does.
  ///
  /// - Returns: nil where there is none, or it is parsed elsewhere.
  mutating func parseAhead(_ content: FileContent, at path: String, unlessLongFor jobs: JobDesk) -> SyntaxTree? {
    guard case .bytes(let bytes) = content, let document = documents[path], document.role != .text,
      parsing[path] == nil, !jobs.isLong(parsing: bytes)
    else { return nil }
    parses += 1
    let tree = parse(bytes, named: path, after: document.tree)
    parsedAhead[path] = tree
    return tree
  }

  /// Whether no other file has to do with what a document comes to as this text: it imports nothing, nobody imports it,
  /// it shows no pictures, and its layouts are called as before.
  mutating func standsAlone(_ path: String, as tree: SyntaxTree) -> Bool {
    guard let document = documents[path], document.trouble == nil, let former = document.tree else { return false }
    return imports.dependents(on: path).count == 1 && closure(of: path).count == 1 && importedPaths(of: tree).isEmpty
      && !pictures.hasAny(for: path) && tree.layoutNames == former.layoutNames
  }

  private mutating func endSecondLook(at path: String) {
    for document in secondLooks.keys { secondLooks[document]?.remove(path) }
  }

  private mutating func receive(_ content: FileContent, parsedAs tree: SyntaxTree?, at path: String, at now: Instant) {
    requests.close(path)
    outdated.endStalls()
    endSecondLook(at: path)
    pictures.receive(content, at: path, at: now, &patience)
    guard documents[path] != nil, documents[path]?.role != .text else { return }
    switch content {
    case .bytes(let bytes):
      if endGrace(of: path) { hasReturned = true }
      if documents[path]?.trouble != nil {
        documents[path]?.trouble = nil
        markOutdated(path)
        outdated.addRenewed(path)
      }
      replaceText(of: path, by: bytes, parsedAs: tree)
    case .missing:
      // Of a file that was there before, this may be the gap between the two steps of a save.
      if documents[path]?.tree == nil {
        if setTrouble(.missing, of: path) { outdated.addRenewed(path) }
      } else if documents[path]?.trouble != .missing {
        patience.begin(.missing(path), at: now)
        documents.noteChange(of: path)
      }
    case .unreadable(let reason):
      endGrace(of: path)
      if setTrouble(.unreadable(reason), of: path) { outdated.addRenewed(path) }
    case .outside:
      endGrace(of: path)
      if setTrouble(.outside, of: path) { outdated.addRenewed(path) }
    }
  }

  /// A file is there again, or counts as missing from now on: who else has its names may be told that.
  ///
  /// - Returns: whether it was.
  @discardableResult private mutating func endGrace(of path: String) -> Bool {
    let wasInGrace = patience.end(.missing(path))
    if wasInGrace { documents.noteChange(of: path) }
    return wasInGrace
  }

  private enum Reading {
    case elsewhere
    /// It is to be taken in now; nil: it is not parsed yet.
    case here(SyntaxTree?)
  }

  /// Hands a long text out to be parsed, or has it wait until the one before is back. One that follows the one before
  /// is parsed at once.
  private mutating func read(_ content: FileContent, at path: String, handing jobs: inout JobDesk) -> Reading {
    if parsing[path] != nil {
      parsing[path]!.next = content
      return .elsewhere
    }
    guard case .bytes(let bytes) = content, jobs.isLong(parsing: bytes), let document = documents[path],
      document.tree?.written != bytes
    else { return .here(nil) }
    if let tree = document.tree?.followed(by: bytes, named: path, overBytes: Self.shortEdit) { return .here(tree) }
    let work = Parsing(path: path, bytes: bytes, former: document.tree)
    parsing[path] = (jobs.handOut(.parse(work), for: .document(path)), bytes.count, nil)
    return .elsewhere
  }

  /// What somebody changes between two saves, in bytes: a number, or a text. By feel.
  private static let shortEdit = 256

  /// Takes a text back that was parsed elsewhere, unless its document is gone meanwhile.
  mutating func takeBack(
    _ tree: SyntaxTree, of text: Parsing, ofJob number: Int, at now: Instant, handing jobs: inout JobDesk
  ) {
    guard let (job, _, next) = parsing[text.path], job == number else { return }
    parsing[text.path] = nil
    let isText = documents[text.path]?.role == .text
    if isText {
      replaceText(of: text.path, by: text.bytes, parsedAs: tree)
    } else {
      receive(.bytes(text.bytes), parsedAs: tree, at: text.path, at: now)
    }
    guard let next else { return }
    if isText, case .bytes(let bytes) = next {
      put(text: bytes, name: text.path, handing: &jobs)
    } else {
      receive(next, at: text.path, at: now, handing: &jobs)
    }
  }

  /// Puts a text in place of a document.
  ///
  /// - Parameter jobs: takes a long one to be parsed.
  mutating func put(text bytes: [UInt8], name: String, handing jobs: inout JobDesk) {
    if documents[name]?.role != .text {
      if documents[name]?.isKnown == true { markOutdated(name) }
      setImports([], of: name)
      documents[name] = Document(path: name, role: .text)
    }
    documents[name]?.unloadedLayouts = []
    guard case .here(let tree) = read(.bytes(bytes), at: name, handing: &jobs) else { return }
    replaceText(of: name, by: bytes, parsedAs: tree)
  }

  /// Takes back that a document was loaded, and goes back to what was known of it before; nil: nothing.
  mutating func restore(_ before: Document?, at path: String) {
    if var document = before, document.role == .imported {
      // What is in the file was read, and goes on to count for those who import it.
      document.tree = documents[path]?.tree
      document.trouble = documents[path]?.trouble
      documents[path] = document
      forgetWork(on: path)
      mayBeUnused.insert(path)
    } else {
      remove(path)
      documents[path] = before
      if let tree = before?.tree { setImports(importTargets(of: tree, at: path), of: path) }
    }
    forgetUnusedImports()
  }

  mutating func unload(layout: String, from path: String) {
    documents[path]?.unloadedLayouts.insert(layout)
    guard let document = documents[path], let layouts = document.shown?.layouts else { return }
    guard layouts.allSatisfy({ document.unloadedLayouts.contains($0.name) }) else { return }
    // A file in a served folder is still followed. What was loaded and has no scene left is dropped.
    if document.role == .text {
      remove(path)
      forgetUnusedImports()
    } else if document.role == .served && !document.isInServedFolder {
      forget([path])
    }
  }

  mutating func reviveLayouts(of path: String) { documents[path]?.unloadedLayouts = [] }

  /// Removes and returns what the last attempt was resolved by.
  mutating func takeResolution(of path: String) -> Resolution? { documents.takeResolution(of: path) }

  /// Drops documents that have nothing left to show; who imports one still has it.
  mutating func forget(_ paths: Set<String>) {
    if paths.isEmpty { return }
    for path in paths { documents[path]?.role = .imported }
    mayBeUnused.formUnion(paths)
    forgetUnusedImports()
  }

  /// Drops documents whose files are gone, but not those that are back and being parsed.
  mutating func forgetGone(_ paths: Set<String>) { forget(paths.filter { parsing[$0] == nil }) }

  /// - Returns: whether they are others than before.
  mutating func setCollisions(_ collisions: [Diagnostic], of path: String) -> Bool {
    documents.setCollisions(collisions, of: path)
  }

  /// Whether a layout of the document has its name.
  func hasClaims(_ path: String) -> Bool {
    guard let layouts = documents[path]?.shown?.layouts else { return false }
    // Where they stand: to copy a layout costs more than to look its name up.
    return layouts.indices.contains { claims[layouts[$0].name]?.file == path }
  }

  mutating func takeChanges() -> DocumentTable.Changes { documents.takeChanges() }
  mutating func claimants(of layout: String) -> [Document] { documents.claimants(of: layout) }

  // MARK: The work

  /// Brings attempts and verdicts up to date as far as files and time allow.
  ///
  /// - Parameters:
  ///   - onlySaved: leaves out what is gone and what imports something that was saved.
  ///   - hasAudience: whether somebody sees what a document comes to: it is not to wait for others.
  ///   - jobs: takes what is long; it is judged when it is back.
  /// - Returns: the documents whose verdict is new, in byte order.
  mutating func compileAndJudge(
    at now: Instant, onlySaved: Bool = false, firstThose hasAudience: (String) -> Bool = { _ in false },
    handing jobs: inout JobDesk, entering stage: (Stage) -> Void
  ) -> [String] {
    if !onlySaved { endDoubts(at: now, atMost: jobs.documentsLeft) }
    var judged: [String] = []
    var rest: [String] = []
    let due = outdated.takeDue(
      onlySaved: onlySaved, back: compiled.keys, isImported: { documents[$0]?.role == .imported },
      isCompiling: { compiling[$0] != nil }, hasAudience: hasAudience)
    for path in due {
      if jobs.hasTakenOnEnough, compiling[path] == nil, compiled[path] == nil {
        rest.append(path)
      } else if attemptAndJudge(path, at: now, handing: &jobs, entering: stage) {
        judged.append(path)
      }
    }
    outdated.postpone(rest, hasAudience: hasAudience)
    while !onlySaved, !jobs.hasTakenOnEnough, let path = outdated.takeWaiting() {
      if documents[path]?.role == .imported {
        outdated.remove(path)
      } else if attemptAndJudge(path, at: now, handing: &jobs, entering: stage) {
        judged.append(path)
      }
    }
    for (path, unanswered) in secondLooks
    where unanswered.isEmpty && !outdated.contains(path) && compiling[path] == nil {
      judge(path)
      judged.append(path)
    }
    forgetUnusedImports()
    return judged.sorted(by: precedesInBytes)
  }

  /// - Returns: whether the document's verdict is new.
  private mutating func attemptAndJudge(
    _ path: String, at now: Instant, handing jobs: inout JobDesk, entering stage: (Stage) -> Void
  ) -> Bool {
    guard let attempt = attempt(at: path, handing: &jobs, entering: stage) else {
      if outdated.contains(path), !outdated.isWaiting(path), compiling[path] == nil { outdated.stall(path) }
      return false
    }
    if let resolved = attempt.resolved {
      pictures.setPictures(resolved.pictures, of: path, &patience)
      // A picture that is still being read must not be shown as if it were not there.
      guard pictures.isComplete(for: path) else {
        outdated.stall(path)
        return false
      }
    }
    documents[path]?.attempt = attempt
    if attempt.isFailing && !attempt.isCertain && documents[path]?.role != .text && patience.quiet > .zero {
      secondLooks[path] = nil
      patience.begin(.failing(path), at: now)
      return false
    }
    judge(path)
    return true
  }

  /// What a document means that is to be judged now; nil while it cannot be compiled, or that is done elsewhere.
  private mutating func attempt(
    at path: String, handing jobs: inout JobDesk, entering stage: (Stage) -> Void
  ) -> Document.Attempt? {
    let earlier = compiled.removeValue(forKey: path)
    guard outdated.contains(path) else { return earlier }
    if let latest = compileLatest(path, handing: &jobs, entering: stage) { return latest }
    // Of a text that is not the latest any more: what is good in it is shown until the latest is there.
    return earlier.flatMap { $0.isFailing ? nil : $0 }
  }

  private mutating func compileLatest(
    _ path: String, handing jobs: inout JobDesk, entering stage: (Stage) -> Void
  ) -> Document.Attempt? {
    // A document is compiled in one place at a time.
    guard compiling[path] == nil, isReadable(path) else { return nil }
    outdated.remove(path)
    jobs.takeOnDocument()
    stage(.resolve)
    resolutions += 1
    if let broken = brokenAttempt(of: documents[path]!) { return broken }
    var compilation = prepareCompilation(of: path)
    if !jobs.isOpen { return takeBack((consume compilation).run()) }
    jobs.takeOn(imports: compilation.imports.count)
    let former = documents[path]?.attempt
    let isLong = jobs.isLong(compilation, after: former)
    if !isLong {
      var used = 0.0
      defer { jobs.takeOn(shareOfTurn: used) }
      if let outcome = compilation.runIfShort(used: &used) { return takeBack(outcome) }
    } else if jobs.mayFollow(former), let outcome = compilation.runIfFollowed() {
      return takeBack(outcome)
    }
    compiling[path] = jobs.handOut(.compile(compilation), for: .document(path))
    return nil
  }

  /// Takes a compilation back that was done elsewhere. It is judged next, unless the document is gone
  /// meanwhile.
  mutating func takeBack(_ outcome: Compilation.Outcome, ofJob number: Int) {
    guard compiling[outcome.path] == number else { return }
    compiling[outcome.path] = nil
    compiled[outcome.path] = takeBack(outcome)
  }

  private mutating func takeBack(_ outcome: Compilation.Outcome) -> Document.Attempt {
    documents.keep(outcome.resolution, of: outcome.path)
    return outcome.attempt
  }

  /// Whether the document and all its imports are there to be compiled; asks for those that are not.
  private mutating func isReadable(_ path: String) -> Bool {
    var walk = walks.removeValue(forKey: path) ?? ImportWalk()
    walk.reach(path)
    // A known file that is being read again keeps its bytes until then.
    for needed in imports.follow(&walk, within: root(of: path), where: { documents[$0]?.isKnown == true })
    where documents[needed] == nil {
      addFile(needed, as: .imported)
    }
    if walk.waiting.isEmpty { return pictures.isComplete(for: path) }
    walks[path] = walk
    return false
  }

  /// Believes bad news that has lasted, and looks again at what is failing.
  ///
  /// - Parameter most: so many doubts; the next turns go on with the others.
  private mutating func endDoubts(at now: Instant, atMost most: Int) {
    for doubt in patience.removeExpired(at: now, atMost: most) {
      switch doubt {
      case .missing(let path):
        documents.noteChange(of: path)
        // Thousands may be gone; whatever was saved comes before them.
        setTrouble(.missing, of: path)
      case .picture(let path): pictures.endDoubt(about: path)
      case .failing(let path):
        let files = closure(of: path).filter { documents[$0]?.role != .text }
        for file in files { look(at: file) }
        secondLooks[path] = Set(files)
      }
    }
  }

  /// Makes the latest attempt the verdict.
  private mutating func judge(_ path: String) {
    patience.end(.failing(path))
    secondLooks[path] = nil
    documents[path]?.judge()
  }

  /// - Parameter parsed: what the bytes are parsed as, if that was done.
  private mutating func replaceText(of path: String, by bytes: [UInt8], parsedAs parsed: SyntaxTree?) {
    let ahead = parsedAhead.removeValue(forKey: path).flatMap { $0.written == bytes ? $0 : nil }
    if let tree = documents[path]?.tree, tree.written == bytes { return }
    if ahead == nil { parses += 1 }
    let isNew = documents[path]?.isKnown == false
    let tree = parsed ?? ahead ?? parse(bytes, named: path, after: documents[path]?.tree)
    documents.setTree(tree, of: path)
    setImports(importTargets(of: tree, at: path), of: path)
    // Those who import what was never known are out of date already: they wait for it.
    if !isNew { markOutdated(path) }
    outdated.addRenewed(path)
  }

  /// - Returns: whether there was not the same trouble before.
  @discardableResult private mutating func setTrouble(_ trouble: Document.Trouble, of path: String) -> Bool {
    guard documents[path]?.trouble != trouble else { return false }
    documents[path]?.trouble = trouble
    markOutdated(path)
    return true
  }

  private mutating func setImports(_ imports: [String], of path: String) {
    for (document, walk) in walks where walk.hasFollowed(path) { walks[document] = nil }
    mayBeUnused.formUnion(self.imports.setImports(imports, of: path))
  }

  /// The document and everything that imports it must be compiled again; one save does so once.
  private mutating func markOutdated(_ path: String) { outdated.add(imports.dependents(on: path)) }

  private mutating func remove(_ path: String) {
    setImports([], of: path)
    forgetWork(on: path)
    endGrace(of: path)
    if let role = documents[path]?.role, role != .text { requests.release(path) }
    documents[path] = nil
  }

  /// Drops all that is under way towards a verdict.
  private mutating func forgetWork(on path: String) {
    pictures.setPictures([], of: path, &patience)
    patience.end(.failing(path))
    secondLooks[path] = nil
    outdated.remove(path)
    parsing[path] = nil
    parsedAhead[path] = nil
    compiling[path] = nil
    compiled[path] = nil
    walks[path] = nil
  }

  /// Only who depends on what may be unused is asked.
  private mutating func forgetUnusedImports() {
    while !mayBeUnused.isEmpty {
      let candidates = mayBeUnused.filter { documents[$0]?.role == .imported }
      mayBeUnused = []
      let users = candidates.reduce(into: Set<String>()) { $0.formUnion(imports.dependents(on: $1)) }
      let used = imports.needed(
        by: users.filter { documents[$0]?.role.opensScenes == true }.map { ($0, root(of: $0)) })
      // What only they needed is looked at next.
      for path in candidates.filter({ !used.contains($0) }).sorted(by: precedesInBytes) { remove(path) }
    }
  }

  /// The served folder that a document lies in and its imports may not leave; nil for one that was loaded from
  /// elsewhere.
  func root(of file: String) -> String? { roots.first { isInside(file, $0) } }
}
