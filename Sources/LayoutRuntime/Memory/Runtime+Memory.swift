extension Runtime {
  /// Takes up what an earlier runtime wanted to be remembered. Before the first command, so that nobody sees a scene
  /// without it.
  ///
  /// Scenes that are declared later get what is remembered under their name; what does not fit the file any more
  /// falls away as with a reload.
  public mutating func restore(_ records: [MemoryRecord]) {
    for record in records { memory.replay(record) }
  }

  /// The scenes that are there and in which something is set, or which somebody opened; sorted.
  public var scenesWithState: [String] { scenes.names.filter { memory.scenes[$0] != nil } }

  /// Remembers what was set in scenes since the last turn.
  mutating func rememberState() {
    let changed = scenes.active.filter { scenes[open: $0].settings.hasNewState }
    for name in changed {
      if scenes[open: name].owner == nil {
        // Not the scene, which would be copied.
        let layout = scenes[open: name].origin == .opened ? scenes[open: name].layoutName : nil
        memory.remember(scenes[open: name].settings, of: name, openedFrom: layout)
      }
      scenes[open: name].settings.forgetNews()
    }
    // Only a scene that ends can be one too many among those that are not there.
    if mayForget || !changed.isEmpty && memory.scenes.count > Memory.most {
      memory.forgetOldest(besides: { scenes.contains($0) }, keeping: options.limits.stateBytes)
    }
    mayForget = false
  }

  // MARK: How much there may be

  /// How many things may be set in a scene.
  func room(in scene: String) -> SettingsRoom { SettingsRoom(scene: scene, most: options.limits.settings) }

  /// Refuses what would be too much of a scene, or of all of them. Nobody is kept from taking something back.
  @inline(__always) func checkRoom(
    for state: OutsideState, insteadOf former: OutsideState, in scene: String
  ) throws(RequestFailure) {
    try room(in: scene).check(state.count, insteadOf: former.count)
    let growth = state.byteCount - former.byteCount
    if growth > 0, scenes.stateBytes + growth > options.limits.stateBytes {
      throw .tooMuch(
        limit: "bytes set in all scenes together", max: options.limits.stateBytes,
        help: "Apply with reset takes back what is set in a scene (framewire reset takes back all)")
    }
  }

  /// Refuses to open one scene more than may be opened.
  func checkRoomForScene() throws(RequestFailure) {
    guard scenes.openedCount >= options.limits.opened else { return }
    throw .tooMuch(limit: "opened scenes", max: options.limits.opened, help: "Close ends one")
  }

  /// Refuses to load one document more than may be loaded.
  ///
  /// - Parameter bytes: how long its text is, where that is known.
  func checkRoomForDocument(_ path: String, _ bytes: Int = 0) throws(RequestFailure) {
    let (loaded, limits) = (library.documents.loaded, options.limits)
    let help = "Unload takes one away that has scenes, and Forget those whose files are gone"
    if loaded.count >= limits.opened, library[path] == nil {
      throw .tooMuch(limit: "loaded documents", max: limits.opened, help: help)
    }
    if library.bytesToParse + loaded.bytes - (library[path]?.tree?.written.count ?? 0) + bytes > limits.stateBytes {
      throw .tooMuch(limit: "bytes of loaded documents", max: limits.stateBytes, help: help)
    }
  }
}

extension Memory {
  mutating func remember(_ scene: Scene) {
    remember(scene.settings, of: scene.name, openedFrom: scene.origin == .opened ? scene.layoutName : nil)
  }

  mutating func remember(_ settings: SceneSettings, of scene: String, openedFrom layout: String?) {
    remember(
      settings.outside, of: scene, openedFrom: layout, base: settings.base, knowing: settings.difference)
  }
}
