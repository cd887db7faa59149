/// Private scenes: somebody tries something in a scene of its own, and nobody else is to notice.
///
/// Whoever knows the name can use one, so that a peer may have several connections. But it is in nobody else's list, no
/// call means it that names no scene, it is not remembered, and a layout or preview of its name takes its place.
extension Runtime {
  /// The scenes that somebody is told of.
  func sceneList(for peer: PeerID?) -> SceneList { scenes.list { $0.owner == nil || $0.owner == peer } }

  /// The names of scenes that everybody knows.
  var commonNames: [String] { sceneList.names }

  /// Ends what is private to a peer.
  mutating func endPrivateScenes(of peer: PeerID, at now: Instant) {
    for name in scenes.list(where: { $0.owner == peer }).names {
      end(name, because: "whoever opened scene '\(name)' is gone", at: now)
    }
  }
}
