import Frames
import LayoutModel
import LayoutSyntax

/// Which scene shows which layout of which document.
extension Runtime {
  /// Gives layouts and previews their scenes, opens and closes scenes where names came or went, and tells scenes what
  /// their documents say now.
  ///
  /// The first file by name keeps a layout's name; the others get a diagnostic and go on with their other layouts. A
  /// file that is missing gives its names to whoever else has them, so that renaming it disturbs nobody.
  ///
  /// Only scenes of layouts in documents that have changed since the last call are looked at, and those that wait to be
  /// told.
  mutating func shareOutLayouts(judged: Set<String>, at now: Instant) {
    let claimed = library.claimNames()
    reportsToMake.formUnion(claimed.documents)
    forgetMissing(among: claimed.documents, at: now)
    for renaming in claimed.renamed { rename(renaming) }
    var declared: [String: (layout: String, preview: Preview?)] = [:]
    memory.forgetClosed(besides: library.declares(scene:))
    for name in claimed.layouts {
      guard let claim = library.claims[name] else { continue }
      if !memory.isClosed(name) { declared[name] = (name, nil) }
      for preview in claim.previews where !memory.isClosed("\(name)/\(preview.name)") {
        declared["\(name)/\(preview.name)"] = (name, preview)
      }
    }
    let concerned = claimed.layouts.reduce(into: Set(declared.keys.filter { scenes.contains($0) })) {
      $0.formUnion(scenes.names(showing: $1))
    }
    var ended: Set<String> = []
    for name in concerned.sorted() {
      let (layout, origin) = (scenes[open: name].layoutName, scenes[open: name].origin)
      // A name may go from a layout to a preview of another, or back: that is another scene.
      let isKept =
        if origin == .opened {
          library.claims[layout] != nil && (scenes[open: name].owner == nil || declared[name] == nil)
        } else {
          declared[name].map { $0.layout == layout && origin == .declared(preview: $0.preview?.name) } ?? false
        }
      if isKept { continue }
      ended.insert(name)
      end(name, because: "layout '\(layout)' is no longer declared", at: now)
    }
    var opened: Set<String> = []
    for (name, source) in declared.sorted(by: { $0.key < $1.key }) where !scenes.contains(name) {
      scenes.insert(
        Scene(
          name: name, layoutName: source.layout, origin: .declared(preview: source.preview?.name),
          file: library.claims[source.layout]!.file, outside: memory.state(of: name, showing: source.layout),
          continuing: lineages.resume(name)))
      opened.insert(name)
    }
    // What somebody opened is back as soon as its layout is.
    for (name, layout, base, outside) in memory.opened(where: { claimed.layouts.contains($1) || ended.contains($0) })
    where !scenes.contains(name) {
      guard let claim = library.claims[layout] else { continue }
      scenes.insert(
        Scene(
          name: name, layoutName: layout, origin: .opened, file: claim.file, base: base, outside: outside,
          continuing: lineages.resume(name)))
      opened.insert(name)
    }
    let toTell = concerned.subtracting(ended).union(opened).filter { name in
      let claim = library.claims[scenes[open: name].layoutName]!
      return judged.contains(claim.file) || claimed.collided.contains(claim.file)
        || scenes[open: name].document.file != claim.file || scenes[open: name].live == nil
    }
    for name in toTell.sorted() where !scenes[open: name].isToBeTold {
      let file = library.claims[scenes[open: name].layoutName]!.file
      scenes[open: name].tellingNumber = tellings.append(name, of: file)
    }
    tellScenes()
  }

  /// Tells scenes what their documents say: in a turn one of each document, and a few others.
  private mutating func tellScenes() {
    for document in tellings.documents where jobs.tellFirst(of: document) { tellNext(of: document) }
    while !tellings.isEmpty, !jobs.hasToldEnough {
      for document in tellings.documents where !jobs.hasToldEnough {
        jobs.tellScene()
        tellNext(of: document)
      }
    }
    scenesAreStale = !tellings.isEmpty
  }

  /// Tells the scene of a document that is next.
  private mutating func tellNext(of document: String) {
    while let (name, number) = tellings.removeFirst(of: document) {
      // It may have ended, and another one may have its name.
      guard scenes.contains(name), scenes[open: name].tellingNumber == number else { continue }
      if let claim = library.claims[scenes[open: name].layoutName] {
        var preview: EnvironmentClause?
        if case .declared(let wanted?) = scenes[open: name].origin {
          preview = claim.previews.first { $0.name == wanted }?.environment
        }
        scenes[open: name].adopt(
          claim.layout?.value, preview: preview, from: library[claim.file]!,
          pictures: library.pictures.pictures(of: claim.file),
          because: "file:\(claim.file)")
      } else {
        scenes[open: name].tellingNumber = nil
      }
      return
    }
  }

  /// Has a scene told that is back and has missed it.
  mutating func tellAgain(_ name: String) {
    let file = scenes[open: name].document.file
    if let number = scenes[open: name].tellingNumber {
      tellings.insert(name, number, of: file)
    } else {
      scenes[open: name].tellingNumber = tellings.append(name, of: file)
    }
    scenesAreStale = true
  }

  /// Drops missing documents that no scene comes from any more, except those that a `load` waits for, and notes since
  /// when the others are gone.
  ///
  /// - Parameter changed: documents that have changed since the last call, or whose layouts others may have now.
  private mutating func forgetMissing(among changed: Set<String>, at now: Instant) {
    var awaited: Set<String> = []
    for waiter in waiting { if case .load(let path, _, _) = waiter.goal { awaited.insert(path) } }
    let candidates = changed.union(goneFiles.awaited).filter { library.documents.gone.contains($0) }
    let unused = candidates.filter { !library.hasClaims($0) }
    goneFiles.awaited = unused.intersection(awaited)
    let forgotten = unused.subtracting(awaited)
    library.forgetGone(forgotten)
    reportsToMake.formUnion(forgotten)
    for path in changed.union(forgotten) {
      goneFiles.note(path, isGone: library.documents.gone.contains(path), at: now)
    }
  }

  /// Closes a scene; its subscribers have `bye` to come. What is set in it is still remembered.
  mutating func end(_ name: String, because reason: String, at now: Instant) {
    guard scenes.contains(name) else { return }
    dismissAudience(of: name, because: reason, at: now)
    var scene = scenes.remove(name)
    scene.clock = nil
    if guest == name { guestThatLeft = scene }
    reportsToMake.insert(scene.document.file)
    if scene.settings.hasNewState, scene.owner == nil { memory.remember(scene) }
    lineages.keep(scene.published.lineage, of: name)
    mayForget = true
  }

  /// The scene that a request means.
  func sceneName(_ wanted: String?) throws(RequestFailure) -> String {
    if let wanted {
      if let name = openName(wanted) { return name }
      throw .unknownScene(wanted, known: knownNames(commonNames, nearestTo: wanted))
    }
    // Whether there is a second one is all that matters of thousands.
    let candidates = Array(
      scenes.names.lazy.filter { !scenes[open: $0].isPreview && scenes[open: $0].owner == nil }.prefix(2))
    guard candidates.count == 1 else { throw .unknownScene(nil, known: commonNames) }
    return candidates[0]
  }

  /// The good layout of this name, whoever has it.
  func layout(named name: String) throws(RequestFailure) -> (layout: ResolvedLayout, file: String) {
    if let found = goodLayout(named: name) { return found }
    var known: [String] = []
    for document in library.documents.values where document.role != .imported {
      for layout in document.good?.layouts ?? [] where !document.unloadedLayouts.contains(layout.name) {
        known.append(layout.name)
      }
    }
    throw .unknownName(kind: "layout", name, known: knownNames(known, nearestTo: name))
  }

  func goodLayout(named name: String) -> (layout: ResolvedLayout, file: String)? {
    for document in library.documents.declaring(name) {
      if let layout = document.good?.layouts.first(where: { $0.name == name }) { return (layout, document.path) }
    }
    return nil
  }
}
