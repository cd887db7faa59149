/// The scenes that are open, in the order of their names.
///
/// A scene is large, so it is read and changed where it stands: `scenes[name]!.x` copies `x` alone.
struct SceneTable: Sendable {
  /// Ascending.
  private(set) var names: [String] = []
  /// Parallel to `names`; none of them is nil.
  private var scenes: [Scene?] = []

  private static let none: Scene? = nil

  var count: Int { names.count }

  /// In the order of their names.
  var all: some RandomAccessCollection<Scene> { scenes.lazy.map { $0! } }

  subscript(name: String) -> Scene? {
    _read {
      let index = index(of: name)
      if index < names.count, names[index] == name { yield scenes[index] } else { yield Self.none }
    }
    _modify {
      let index = index(of: name)
      if index == names.count || names[index] != name {
        names.insert(name, at: index)
        scenes.insert(nil, at: index)
      }
      defer {
        if scenes[index] == nil {
          names.remove(at: index)
          scenes.remove(at: index)
        }
      }
      yield &scenes[index]
    }
  }

  func contains(_ name: String) -> Bool {
    let index = index(of: name)
    return index < names.count && names[index] == name
  }

  /// Closes a scene.
  ///
  /// - Returns: the scene, if it was open.
  mutating func remove(_ name: String) -> Scene? { self[name].take() }

  /// Where a name is, or would be.
  private func index(of name: String) -> Int { names.partitioningIndex { $0 >= name } }
}
