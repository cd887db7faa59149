/// What is to survive a restart: what is set in which scene, which scenes somebody opened, which were closed.
///
/// A scene that is not there now is remembered all the same: its file may be on its way back, from another branch
/// or from an editor that saves in two steps. The last `most` such scenes are kept.
public struct Memory: Equatable, Sendable {
  struct SceneMemory: Equatable, Sendable {
    /// Of a scene that somebody opened: what it shows, and what it was opened with.
    var layout: String?
    var base = OutsideState()
    var outside = OutsideState()
    /// Larger for what was set later.
    var order = 0

    /// About what it takes in memory.
    var byteCount: Int { base.byteCount + outside.byteCount }
  }

  /// Scenes that are not there, kept by name. Somebody who opens scenes under ever new names costs no more than this.
  /// By feel.
  static let most = 1024

  private(set) var scenes: [String: SceneMemory] = [:]
  /// Declared scenes that were closed by hand; larger for what was closed later.
  private var closed: [String: Int] = [:]
  private var changes = 0
  /// Not yet handed out to be written.
  private var news: [MemoryRecord] = []

  // MARK: What is known

  /// Whether a declared scene was closed by hand.
  func isClosed(_ scene: String) -> Bool { closed[scene] != nil }

  /// What was set in a declared scene.
  func state(of scene: String, showing layout: String) -> OutsideState? {
    guard let known = scenes[scene] else { return nil }
    // Opened by somebody under a name that a file declares by now: the same if it is the same layout.
    return known.layout == nil || known.layout == layout ? known.outside : nil
  }

  /// The scenes that somebody opened and whose name and layout are wanted, sorted by name.
  func opened(
    where isWanted: (_ name: String, _ layout: String) -> Bool
  ) -> [(name: String, layout: String, base: OutsideState, outside: OutsideState)] {
    var opened: [(name: String, layout: String, base: OutsideState, outside: OutsideState)] = []
    for (name, memory) in scenes {
      if let layout = memory.layout, isWanted(name, layout) {
        opened.append((name, layout, memory.base, memory.outside))
      }
    }
    return opened.sorted { $0.name < $1.name }
  }

  /// The shortest list of records that leads here, what was set last at the end.
  public var records: [MemoryRecord] {
    var records: [MemoryRecord] = closed.sorted { $0.value < $1.value }.map { .closed(scene: $0.key) }
    for (name, memory) in scenes.sorted(by: { $0.value.order < $1.value.order }) {
      if let layout = memory.layout {
        records.append(
          .opened(scene: name, layout: layout, environment: memory.base.settings(since: OutsideState())))
      }
      let settings = memory.outside.settings(since: memory.base)
      if !settings.isEmpty { records.append(.set(scene: name, settings)) }
    }
    return records
  }

  // MARK: What happens

  /// The scene is in this state now.
  ///
  /// - Parameters:
  ///   - layout: what it shows, if somebody opened it; nil of a declared scene.
  ///   - base: what it returns to when it is reset.
  ///   - difference: leads to `state`; of use if it does so from what is remembered.
  mutating func remember(
    _ state: OutsideState, of scene: String, openedFrom layout: String?, base: OutsideState,
    knowing difference: StateDifference? = nil
  ) {
    if layout == nil && state == base { return forget(scene) }
    let known = scenes[scene]
    var former = known?.outside ?? base
    if known?.layout != layout || known?.base ?? base != base {
      if let layout {
        tell(.opened(scene: scene, layout: layout, environment: base.settings(since: OutsideState())))
      } else {
        forget(scene)
      }
      former = scenes[scene]?.outside ?? base
    }
    let isKnown = difference?.leads(from: former, to: state) ?? false
    let settings = isKnown ? difference!.settings : state.settings(since: former)
    guard !settings.isEmpty else { return }
    changes += 1
    // The state itself and not what the record makes of an older one: the two share their storage, so that
    // comparing them next time is free where nothing was set.
    scenes[scene] = SceneMemory(layout: layout, base: base, outside: state, order: changes)
    news.append(.set(scene: scene, settings))
  }

  mutating func forget(_ scene: String) { if scenes[scene] != nil { tell(.forgotten(scene: scene)) } }
  mutating func close(_ scene: String) { if !isClosed(scene) { tell(.closed(scene: scene)) } }
  mutating func reopen(_ scene: String) { if isClosed(scene) { tell(.reopened(scene: scene)) } }

  /// Forgets of which scenes nobody declares any more that they were closed, beyond the last `most` of them.
  mutating func forgetClosed(besides isDeclared: (String) -> Bool) {
    guard closed.count > Self.most else { return }
    let absent = closed.filter { !isDeclared($0.key) }.sorted { $0.value < $1.value }
    for (scene, _) in absent.dropLast(Self.most) { reopen(scene) }
  }

  /// Forgets the oldest of the scenes that are not there, beyond those that are kept.
  ///
  /// - Parameter bytes: what is set in those that are kept comes to no more than this.
  mutating func forgetOldest(besides present: (String) -> Bool, keeping bytes: Int) {
    var absent = scenes.filter { !present($0.key) }.sorted { $0.value.order < $1.value.order }[...]
    var total = absent.reduce(0) { $0 + $1.value.byteCount }
    while let oldest = absent.first, absent.count > Self.most || total > bytes {
      total -= oldest.value.byteCount
      forget(oldest.key)
      absent.removeFirst()
    }
  }

  /// What happened since the last call.
  mutating func takeNews() -> [MemoryRecord] {
    defer { news = [] }
    return news
  }

  private mutating func tell(_ record: MemoryRecord) {
    replay(record)
    news.append(record)
  }

  /// Follows what a record says.
  mutating func replay(_ record: MemoryRecord) {
    changes += 1
    switch record {
    case .opened(let scene, let layout, let environment):
      let base = OutsideState().keeping(environment)
      scenes[scene] = SceneMemory(layout: layout, base: base, outside: base, order: changes)
    case .set(let scene, let settings):
      scenes[scene, default: SceneMemory()].outside = scenes[scene, default: SceneMemory()].outside.keeping(settings)
      scenes[scene]?.order = changes
      if scenes[scene]?.layout == nil, scenes[scene]?.outside == OutsideState() { scenes[scene] = nil }
    case .forgotten(let scene): scenes[scene] = nil
    case .closed(let scene):
      scenes[scene] = nil
      closed[scene] = changes
    case .reopened(let scene): closed[scene] = nil
    }
  }
}
