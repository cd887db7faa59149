import Wire

extension Verb {
  static let use = Verb(
    name: "use", summary: "switch a named configuration",
    arguments: [
      Argument(
        name: "NAME", meaning: "the configuration, unless --clear", isOptional: true, completion: .configurations)
    ],
    options: [
      Option(
        name: "scene", value: "SCENE", meaning: "only in this scene; else in every scene that has it",
        completion: .scenes),
      Option(name: "view", value: "VIEW", meaning: "only this view; else every view that declares it"),
      Option(name: "clear", meaning: "take back what was set: conditions and the file decide again"), .socket,
    ],
    examples: [
      ("framewire use alternative --scene toast", "in one scene"),
      ("framewire use visible --scene toast --view panel", "one view"),
      ("framewire use --clear", "everywhere back to what the files say"),
    ]
  ) { (invocation, console) throws(Failure) in
    let name = invocation.arguments.first
    guard (name != nil) != invocation.has("clear") else {
      throw .usage("say a configuration's NAME, or --clear", help: "framewire help use says more")
    }
    let daemon = try DaemonCalls(invocation)
    let op = Op(.config(name: name, view: invocation.value("view")))
    if let scene = invocation.value("scene") {
      _ = try daemon.apply([op], to: scene)
      console.print("\(scene): \(name ?? "cleared")")
      return .success
    }
    let scenes = try daemon.scenes().filter { scene in
      scene.configs.contains { config in name.map { config.names.contains($0) } ?? true }
        && (invocation.value("view").map { view in scene.configs.contains { $0.view == view } } ?? true)
    }
    guard !scenes.isEmpty else {
      let known = Set(try daemon.scenes().flatMap { $0.configs.flatMap(\.names) }).sorted()
      guard let name, !known.isEmpty else { throw Failure(message: "no scene has configurations", code: .noInput) }
      throw .unknownName("config", name, known: known)
    }
    for scene in scenes {
      _ = try daemon.apply([op], to: scene.name)
      console.print("\(scene.name): \(name ?? "cleared")")
    }
    return .success
  }
}
