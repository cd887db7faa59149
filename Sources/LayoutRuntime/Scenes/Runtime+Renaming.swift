/// Layouts that get another name in their file: their scenes go on under it.
extension Runtime {
  /// Who follows a scene, what is set in it and its clock stay with it. It is still found by its old name as long as no
  /// other scene has that, so whoever comes back does not have to know.
  mutating func rename(_ renaming: Library.Renaming) {
    for name in scenes.names(showing: renaming.old).sorted() {
      let other =
        switch scenes[open: name].origin {
        case .opened: name
        case .declared(nil): renaming.new
        case .declared(let preview?): "\(renaming.new)/\(preview)"
        }
      // A scene of the new name has a past of its own, which goes before.
      let isTaken = other != name && (scenes.contains(other) || memory.isClosed(other) || memory.scenes[other] != nil)
      if !isTaken { rename(name, to: other, of: renaming.new) }
    }
  }

  private mutating func rename(_ name: String, to other: String, of layout: String) {
    var scene = scenes.remove(name)
    scene.rename(to: other, of: layout)
    if other != name {
      lineages.keep(scene.published.lineage, of: name)
      _ = lineages.resume(other)
      for (subscriber, seat) in seats {
        if case .following(name, let feed) = seat { seats[subscriber] = .following(scene: other, feed: feed) }
      }
      if guest == name { guest = other }
      formerNames.note(name, isNow: other)
    }
    if scene.owner == nil, memory.scenes[name] != nil {
      if other != name { memory.forget(name) }
      memory.remember(scene)
    }
    scenes.insert(scene)
  }

  /// The open scene that goes by this name, or did.
  func openName(_ name: String) -> String? {
    if scenes.contains(name) { return name }
    return formerNames[name].flatMap { scenes.contains($0) ? $0 : nil }
  }
}

/// What scenes are called that had other names.
struct FormerNames: Sendable {
  /// Old names that are kept. Somebody who renames layouts for ever costs no more than this. By feel.
  static let most = 128

  private var names: [String: String] = [:]
  /// The old names, the latest last.
  private var order: [String] = []

  subscript(name: String) -> String? { names[name] }

  mutating func note(_ old: String, isNow new: String) {
    for (name, target) in names where target == old { names[name] = new }
    forget(new)
    forget(old)
    names[old] = new
    order.append(old)
    if order.count > Self.most { forget(order[0]) }
  }

  private mutating func forget(_ name: String) {
    guard names.removeValue(forKey: name) != nil else { return }
    order.removeAll { $0 == name }
  }
}
