/// The scenes that are open, in the order of their names, and what would else be found by going over all of them.
///
/// A scene is large, so it is read and changed where it stands: `scenes[name]!.x` copies `x` alone. There is no other way
/// to one, so what the table knows of scenes follows every change.
struct SceneTable: Sendable {
  /// Ascending.
  private(set) var names: [String] = []
  /// Parallel to `names`; nil only while one comes or goes. In boxes, since all behind it are moved then.
  private var scenes: [Boxed<Scene?>] = []
  /// Ascending: those that a turn has something to do with, or somebody is to be told something of.
  private(set) var active: [String] = []
  /// Those that may have changed since `takeTouched`.
  private var touched: Set<String> = []
  private var byLayout: [String: Set<String>] = [:]
  private var byFile: [String: Set<String>] = [:]
  /// Of how many scenes somebody wants every revision, or did a moment ago.
  private(set) var keepingMany = 0

  private static let none = Boxed<Scene?>(nil)

  var count: Int { names.count }

  /// In the order of their names.
  var all: some RandomAccessCollection<Scene> { scenes.lazy.map { $0.value! } }

  subscript(name: String) -> Scene? {
    // One yield, so that it can be inlined: what is read of a scene is copied then, and not the scene.
    @inline(__always) _read { yield box(of: name).value }
    _modify {
      let index = index(of: name)
      if index == names.count || names[index] != name {
        names.insert(name, at: index)
        scenes.insert(Boxed(nil), at: index)
      }
      let before = standing(at: index)
      defer {
        follow(name, from: before, to: standing(at: index))
        if scenes[index].value == nil {
          names.remove(at: index)
          scenes.remove(at: index)
        }
      }
      yield &scenes[index].value
    }
  }

  private func box(of name: String) -> Boxed<Scene?> {
    let index = index(of: name)
    return index < names.count && names[index] == name ? scenes[index] : Self.none
  }

  func contains(_ name: String) -> Bool {
    let index = index(of: name)
    return index < names.count && names[index] == name
  }

  mutating func takeTouched() -> Set<String> {
    defer { touched = [] }
    return touched
  }

  /// Closes a scene.
  ///
  /// - Returns: the scene, if it was open.
  mutating func remove(_ name: String) -> Scene? { self[name].take() }

  /// The names of scenes that show a layout, in no order.
  func names(showing layout: String) -> Set<String> { byLayout[layout] ?? [] }

  /// The names of scenes whose document has this path, ascending.
  func names(from file: String) -> [String] { (byFile[file] ?? []).sorted() }

  /// Where a name is, or would be.
  private func index(of name: String) -> Int { names.partitioningIndex { $0 >= name } }

  private mutating func follow(_ name: String, from before: Standing?, to after: Standing?) {
    touched.insert(name)
    if before == after { return }
    if before?.layout != after?.layout {
      if let former = before?.layout { byLayout.remove(name, from: former) }
      if let layout = after?.layout { byLayout[layout, default: []].insert(name) }
    }
    if before?.file != after?.file {
      if let former = before?.file { byFile.remove(name, from: former) }
      if let file = after?.file { byFile[file, default: []].insert(name) }
    }
    keepingMany += (after?.keepsMany == true ? 1 : 0) - (before?.keepsMany == true ? 1 : 0)
    guard (before?.isActive ?? false) != (after?.isActive ?? false) else { return }
    let place = active.partitioningIndex { $0 >= name }
    if after?.isActive == true { active.insert(name, at: place) } else { active.remove(at: place) }
  }

  /// What the table knows of a scene.
  private struct Standing: Equatable {
    let layout: String
    let file: String
    let isActive: Bool
    let keepsMany: Bool
  }

  private func standing(at index: Int) -> Standing? {
    if scenes[index].value == nil { return nil }
    let isActive =
      scenes[index].value!.pending.isDirty || scenes[index].value!.motion.nextFrame != nil
      || scenes[index].value!.settings.hasNewState
      || scenes[index].value!.audience.mayHaveNews || scenes[index].value!.published.endOfManyRevisions != nil
    return Standing(
      layout: scenes[index].value!.layoutName, file: scenes[index].value!.document.file, isActive: isActive,
      keepsMany: scenes[index].value!.published.keepsMany)
  }
}

extension [String: Set<String>] {
  fileprivate mutating func remove(_ name: String, from key: String) {
    self[key]?.remove(name)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
