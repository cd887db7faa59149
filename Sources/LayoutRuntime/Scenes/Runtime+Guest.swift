import LayoutEngine

/// A scene that a program has and that the runtime serves to others. It is the program's; the runtime has it for its
/// turns, and while a host has the runtime.
extension Runtime {
  /// Takes in the program's scene, for the one that is open under its name.
  package mutating func takeIn(_ scene: inout Scene) {
    guard scenes.contains(scene.name) else { return }
    guest = scene.name
    swap(&scenes[open: scene.name], &scene)
  }

  /// Gives the program its scene, or the one that was opened in its place. One that was closed goes on with the
  /// program.
  package mutating func giveBack(_ scene: inout Scene) {
    let name = guest.take() ?? scene.name
    if let left = guestThatLeft.take() {
      scene = left
    } else if scenes.contains(name) {
      swap(&scenes[open: name], &scene)
      // What stands for it meanwhile goes by the same name.
      scenes[open: name].rename(to: name, of: scene.layoutName)
    }
  }

  /// Lets the program's scene stand for the one of its name, which has the same layout.
  package mutating func adopt(_ scene: inout Scene) {
    if scenes.contains(scene.name) { scene.document = scenes[open: scene.name].document }
  }

  /// Updates the program's scene before the turn.
  package mutating func update(_ scene: inout Scene, at now: Instant, measuring measurer: some TextMeasuring) {
    takeIn(&scene)
    if guest != nil { updateScene(scene.name, at: now, measuring: measurer) { _ in } }
    giveBack(&scene)
  }
}
