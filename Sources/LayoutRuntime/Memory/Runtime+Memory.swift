extension Runtime {
  /// Takes up what an earlier runtime wanted to be remembered. Before the first command, so that nobody sees a scene
  /// without it.
  ///
  /// Scenes that are declared later get what is remembered under their name; what does not fit the file any more
  /// falls away as with a reload.
  public mutating func restore(_ records: [MemoryRecord]) {
    for record in records { memory.replay(record) }
    closedScenes = memory.closed
  }

  /// Everything that is remembered now, in as few records as say it.
  public var memoryRecords: [MemoryRecord] { memory.records }

  /// The scenes that are there and in which something is set, or which somebody opened; sorted.
  public var scenesWithState: [String] { scenes.names.filter { memory.scenes[$0] != nil } }

  /// Remembers what was set in scenes since the last turn.
  mutating func rememberState() {
    let changed = scenes.names.filter { scenes[$0]!.settings.hasNewState }
    for name in changed {
      scenes[name]!.settings.hasNewState = false
      memory.remember(scenes[name]!)
    }
    if !changed.isEmpty { memory.forgetOldest { scenes.contains($0) } }
  }
}

extension Memory {
  mutating func remember(_ scene: Scene) {
    remember(
      scene.settings.outside, of: scene.name, openedFrom: scene.origin == .opened ? scene.layoutName : nil,
      base: scene.settings.base)
  }
}
