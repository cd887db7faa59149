import JSONText
import Wire

extension Verb {
  static let scenes = Verb(
    name: "scenes", summary: "list the scenes of the running daemon", arguments: [],
    options: [.socket] + OutputFormat.scenes.options,
    examples: [
      ("framewire scenes", "name, size, state, file and active configurations of each"),
      ("framewire scenes --format json", "for programs"),
    ]
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.scenes.choice(in: invocation)
    let scenes = try DaemonCalls(invocation).scenes()
    if format == "json" {
      console.print(json: Reply.Scene.text(of: scenes))
      return .success
    }
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
        name: "KIND", meaning: "scenes, configurations, views, lists, or keys of records",
        completion: .words(Completion.Names.allCases.map(\.rawValue)))
    ], options: [.socket] + OutputFormat.names.options, examples: [("framewire names scenes", "one name a line")]
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.names.choice(in: invocation)
    let daemon = try DaemonCalls(invocation)
    let scenes = try daemon.scenes()
    var names: Set<String> = []
    switch Completion.Names(rawValue: invocation.arguments[0]) {
    case .scenes: names = Set(scenes.map(\.name))
    case .configurations: names = Set(scenes.flatMap { $0.configs.flatMap(\.names) })
    case .views: for scene in scenes { names.formUnion(try daemon.viewPaths(of: scene.name)) }
    case .lists: for scene in scenes { names.formUnion(try daemon.lists(of: scene.name).map(\.list.name)) }
    case .keys:
      for scene in scenes {
        for (list, records) in try daemon.lists(of: scene.name) {
          guard let key = list.key else { continue }
          names.formUnion(records.compactMap { $0[key]?.json }.map { $0.string ?? $0.text })
        }
      }
    case nil:
      throw .usage(
        "names are those of scenes, configurations, views, lists or keys, not of '\(invocation.arguments[0])'")
    }
    if format == "json" {
      console.print(json: JSON.array(names.sorted().map { .string($0) }).text)
    } else {
      for name in names.sorted() { console.print("\(name)") }
    }
    return .success
  }
}
