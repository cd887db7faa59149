import Posix
import Wire

/// Whether what a daemon serves shows what its files say.
enum SceneExamination {
  /// - Parameters:
  ///   - scenes: as the daemon lists them.
  ///   - folder: from where it names files; nil where nobody knows.
  static func findings(of scenes: [Reply.Scene], in folder: String?) -> [Finding] {
    func isGone(_ scene: Reply.Scene) -> Bool {
      guard scene.state == .stale, let folder else { return false }
      return !FileSystem.exists(FileSystem.path(scene.file, from: folder))
    }
    let broken = scenes.filter { $0.state != .ok }
    if broken.isEmpty {
      return scenes.isEmpty ? [] : [.ok(.scene, "\(counted(scenes.count, "scene")), each as its file says")]
    }
    let gone = broken.filter(isGone)
    let names = Set(gone.map(\.name))
    let mistaken = broken.filter { !names.contains($0.name) }
    var findings: [Finding] = []
    for (state, words) in [(SceneState.failed, "show nothing"), (.stale, "keep their last good frames")] {
      let concerned = mistaken.filter { $0.state == state }
      if concerned.isEmpty { continue }
      var files: [String] = []
      for scene in concerned where files.count < mostNamed && !files.contains(scene.file) { files.append(scene.file) }
      let paths = files.map { file in folder.map { FileSystem.path(file, from: $0) } ?? file }
      findings.append(
        .warning(
          .scene, "\(state.rawValue), so that they \(words): \(list(concerned))",
          "framewire check \(paths.joined(separator: " ")) says what is wrong"))
    }
    if !gone.isEmpty {
      findings.append(
        .warning(
          .scene, "stale, since their file is gone: \(list(gone))",
          "framewire forget --gone ends them; a file that comes back is served again"))
    }
    return findings
  }

  private static func list(_ scenes: [Reply.Scene]) -> String {
    firstFew(scenes.map(\.name), most: mostNamed)
  }

  /// A line of scenes, and of their files.
  private static let mostNamed = 5
}
