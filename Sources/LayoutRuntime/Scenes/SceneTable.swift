/// The scenes that are open, in the order of their names, and what would else be found by going over all of them.
///
/// A scene is large, so it is read and changed where it stands: `scenes[open: name].x` copies `x` alone. There is no
/// other way to change one, so what the table knows of scenes follows every change.
struct SceneTable: Sendable {
  /// Ascending.
  private(set) var names: [String] = []
  /// Parallel to `names`. In boxes, since all behind one are moved when it comes or goes.
  private var scenes: [Boxed<Scene>] = []
  /// Ascending: those that a turn has something to do with, or somebody is to be told something of.
  private(set) var active: [String] = []
  /// Those on a time line of their own.
  private(set) var clocked: Set<String> = []
  /// Those that may have changed since `takeTouched`; some stand here more than once.
  private var touched: [String] = []
  private var byLayout: [String: Set<String>] = [:]
  private var byFile: [String: Set<String>] = [:]
  /// Of how many scenes somebody wants every revision, and of how many somebody did a moment ago.
  private(set) var (keepingMany, keepingReleased) = (0, 0)
  /// Of all scenes together: how many views they show, and what is set in them, in bytes.
  private(set) var (viewCount, stateBytes) = (0, 0)
  /// How many scenes somebody opened.
  private(set) var openedCount = 0

  var count: Int { names.count }

  /// Those that are wanted.
  func list(where isWanted: (Scene) -> Bool) -> SceneList { SceneList(scenes: scenes.filter { isWanted($0.value) }) }

  /// What is read of each scene, in the order of their names.
  func map<Found>(_ read: (Scene) -> Found) -> [Found] {
    // Lent one after the other: thousands would take long to copy.
    let scenes = scenes.span
    return scenes.indices.map { read(scenes[$0].value) }
  }

  #if DEBUG
    /// A scene that is open. What is lent and not inlined would stand in a frame that is gone before a number of it is
    /// read (Swift 6.3, told by AddressSanitizer), and nothing is inlined in builds for debugging.
    subscript(open name: String) -> Scene {
      get { scenes[index(ofOpen: name)].value }
      _modify {
        let index = index(ofOpen: name)
        let before = standing(at: index)
        defer { noteChange(at: index, since: before) }
        yield &scenes[index].value
      }
    }
  #else
    /// A scene that is open, where it stands.
    subscript(open name: String) -> Scene {
      // One yield, so that it can be inlined: what is read of a scene is copied then, and not the scene. It is no
      // optional, whose value would be copied to be looked at.
      @inline(__always) _read { yield scenes.span[index(ofOpen: name)].value }
      _modify {
        let index = index(ofOpen: name)
        let before = standing(at: index)
        defer { noteChange(at: index, since: before) }
        yield &scenes[index].value
      }
    }
  #endif

  /// A copy of the scene, if it is open.
  subscript(name: String) -> Scene? { contains(name) ? self[open: name] : nil }

  func contains(_ name: String) -> Bool {
    let index = index(of: name)
    return index < names.count && names[index] == name
  }

  private func index(ofOpen name: String) -> Int {
    let index = index(of: name)
    precondition(index < names.count && names[index] == name, "no scene \(name) is open")
    return index
  }

  mutating func takeTouched() -> [String] {
    defer { touched = [] }
    return touched
  }

  /// Opens a scene, which has a name that no other has.
  mutating func insert(_ scene: Scene) {
    let index = index(of: scene.name)
    precondition(index == names.count || names[index] != scene.name, "scene \(scene.name) is open already")
    names.insert(scene.name, at: index)
    scenes.insert(Boxed(scene), at: index)
    touched.append(scene.name)
    follow(scene.name, from: nil, to: standing(at: index))
  }

  /// Closes a scene.
  mutating func remove(_ name: String) -> Scene {
    let index = index(ofOpen: name)
    follow(name, from: standing(at: index), to: nil)
    names.remove(at: index)
    return scenes.remove(at: index).value
  }

  /// The names of scenes that show a layout, in no order.
  func names(showing layout: String) -> Set<String> { byLayout[layout] ?? [] }

  /// The names of scenes whose document has this path, ascending.
  func names(from file: String) -> [String] { (byFile[file] ?? []).sorted() }

  /// Whether somebody follows a scene whose document has this path.
  func haveAudience(from file: String) -> Bool { byFile[file]?.contains { !self[open: $0].audience.isEmpty } ?? false }

  /// Where a name is, or would be.
  private func index(of name: String) -> Int { names.partitioningIndex { $0 >= name } }

  private mutating func noteChange(at index: Int, since before: Standing) {
    if touched.last != names[index] { touched.append(names[index]) }
    let after = standing(at: index)
    if before != after { follow(names[index], from: before, to: after) }
  }

  private mutating func follow(_ name: String, from before: Standing?, to after: Standing?) {
    if before?.layout != after?.layout {
      if let former = before?.layout { byLayout.remove(name, from: former) }
      if let layout = after?.layout { byLayout[layout, default: []].insert(name) }
    }
    if before?.file != after?.file {
      if let former = before?.file { byFile.remove(name, from: former) }
      if let file = after?.file { byFile[file, default: []].insert(name) }
    }
    if after?.hasClock == true { clocked.insert(name) } else if before?.hasClock == true { clocked.remove(name) }
    keepingMany += (after?.keeping == .many ? 1 : 0) - (before?.keeping == .many ? 1 : 0)
    keepingReleased += (after?.isReleased == true ? 1 : 0) - (before?.isReleased == true ? 1 : 0)
    viewCount += (after?.views ?? 0) - (before?.views ?? 0)
    stateBytes += (after?.stateBytes ?? 0) - (before?.stateBytes ?? 0)
    openedCount += (after?.isOpened == true ? 1 : 0) - (before?.isOpened == true ? 1 : 0)
    guard (before?.isActive ?? false) != (after?.isActive ?? false) else { return }
    let place = active.partitioningIndex { $0 >= name }
    if after?.isActive == true { active.insert(name, at: place) } else { active.remove(at: place) }
  }

  /// What the table knows of a scene.
  private struct Standing: Equatable {
    let layout: String
    let file: String
    let isActive: Bool
    let hasClock: Bool
    let keeping: Published.Keeping
    let views: Int
    let stateBytes: Int
    let isOpened: Bool

    var isReleased: Bool { if case .released = keeping { true } else { false } }
  }

  private func standing(at index: Int) -> Standing {
    let isActive =
      scenes[index].value.pending.isDirty || scenes[index].value.motion.nextFrame != nil
      || scenes[index].value.settings.hasNewState
      || scenes[index].value.audience.mayHaveNews || scenes[index].value.published.endOfManyRevisions != nil
    return Standing(
      layout: scenes[index].value.layoutName, file: scenes[index].value.document.file, isActive: isActive,
      hasClock: scenes[index].value.clock != nil,
      keeping: scenes[index].value.published.keeping,
      views: scenes[index].value.published.history.current.views.count,
      stateBytes: scenes[index].value.settings.base.byteCount + scenes[index].value.settings.outside.byteCount,
      isOpened: scenes[index].value.origin == .opened)
  }
}

extension [String: Set<String>] {
  fileprivate mutating func remove(_ name: String, from key: String) {
    self[key]?.remove(name)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
