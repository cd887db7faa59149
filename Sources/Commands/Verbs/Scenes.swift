import Wire

extension Verb {
  static let scenes = Verb(
    name: "scenes", summary: "list the scenes of the running daemon", arguments: [], options: [.socket],
    examples: [("framewire scenes", "name, size, state, file and active configurations of each")]
  ) { (invocation, console) throws(Failure) in
    let scenes = try DaemonCalls(invocation).scenes()
    if scenes.isEmpty { console.printAside("no scene is open") }
    let width = scenes.map(\.name.shownOnTerminal.count).max() ?? 0
    for scene in scenes {
      let state: ShownText =
        switch scene.state {
        case .ok: console.styled("ok    ", .green)
        case .stale: console.styled("stale ", .red)
        case .failed: console.styled("failed", .red)
        }
      let size = "\(FrameTable.points(told: scene.width))×\(FrameTable.points(told: scene.height))"
      console.print(
        row:
          "\(padded(scene.name.shownOnTerminal, to: width))  \(state)  \(padded(size, to: 9))  \(scene.views) views  \(scene.file)",
        hanging: width + 2)
      // Previews mostly have the configurations of their layout, which were just printed.
      let layout = scenes.first { $0.name == scene.layout }
      if scene.name != scene.layout, layout?.configs == scene.configs { continue }
      for config in scene.configs {
        let names = config.names.map { $0 == config.active ? "[\($0)]" : $0 }.joined(separator: " ")
        console.print(row: "\(padded("", to: width))  \(config.view): \(names)", hanging: width + 4)
      }
    }
    return .success
  }

  /// Prints what can be typed, a name a line, for completion scripts.
  static let names = Verb(
    name: "names", summary: "print the names that the running daemon knows, for completion",
    arguments: [
      Argument(
        name: "KIND", meaning: "scenes, configurations, views or lists",
        completion: .words(["scenes", "configurations", "views", "lists"]))
    ], options: [.socket], examples: [("framewire names scenes", "one name a line")]
  ) { (invocation, console) throws(Failure) in
    let daemon = try DaemonCalls(invocation)
    let scenes = try daemon.scenes()
    switch invocation.arguments[0] {
    case "scenes": for scene in scenes { console.print("\(scene.name)") }
    case "configurations":
      let names = Set(scenes.flatMap { $0.configs.flatMap(\.names) })
      for name in names.sorted() { console.print("\(name)") }
    case "views":
      var paths: Set<String> = []
      for scene in scenes { paths.formUnion(try daemon.viewPaths(of: scene.name)) }
      for path in paths.sorted() { console.print("\(path)") }
    case "lists":
      var names: Set<String> = []
      for scene in scenes {
        guard case .values(let values) = try daemon.call(.get(scene: scene.name, names: [])) else { continue }
        for value in values { if case .records = value.value { names.insert(value.name) } }
      }
      for name in names.sorted() { console.print("\(name)") }
    default:
      throw .usage("names are those of scenes, configurations, views or lists, not of '\(invocation.arguments[0])'")
    }
    return .success
  }
}
