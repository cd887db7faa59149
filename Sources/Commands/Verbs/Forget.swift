import Wire

extension Verb {
  static let forget = Verb(
    name: "forget", summary: "end scenes whose file is gone",
    arguments: [
      Argument(
        name: "SCENE", meaning: "a scene whose file is gone; the others of that file end with it", isOptional: true,
        repeats: true, completion: .names(.scenes))
    ],
    options: [Option(name: "gone", meaning: "all scenes whose file is gone"), .socket],
    examples: [
      ("framewire forget login", "the file of 'login' was deleted, and is not to come back"),
      ("framewire forget --gone", "what is left of all deleted files"),
    ],
    details: """
      Prints the names of the scenes that ended. The scenes of a deleted file go on, since the file may come back; they \
      are told as stale, and end by themselves when nobody has followed them for an hour ('serve --keep-gone'). What was \
      set in them is remembered, should there be a scene of that name again.
      """
  ) { (invocation, console) throws(Failure) in
    guard invocation.has("gone") == invocation.arguments.isEmpty else {
      throw .usage(
        invocation.arguments.isEmpty
          ? "say which scene, or --gone for all whose file is gone" : "--gone means all of them; name no scene with it")
    }
    let daemon = try DaemonCalls(invocation)
    var ended: [String] = []
    for scene in invocation.has("gone") ? [nil] : invocation.arguments.map(Optional.some) {
      // It may have ended with the one before it, which is of the same file.
      if let scene, ended.contains(scene) { continue }
      guard case .forgotten(let scenes, let warnings) = try daemon.call(.forget(scene: scene)) else {
        throw .unexpectedAnswer
      }
      console.report(warnings)
      ended += scenes
    }
    if ended.isEmpty { console.print("no file is gone") }
    for scene in ended { console.print("\(scene)") }
    return .success
  }
}
