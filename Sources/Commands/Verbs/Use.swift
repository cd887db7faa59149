import LayoutModel
import Wire

extension Verb {
  static let use = Verb(
    name: "use", summary: "switch a named configuration",
    arguments: [
      Argument(
        name: "NAME", meaning: "the configuration, unless --clear", isOptional: true,
        completion: .names(.configurations))
    ],
    options: [
      Option(
        name: "scene", value: "SCENE", meaning: "only in this scene; else in every scene that has it",
        completion: .names(.scenes)),
      Option(
        name: "view", value: "VIEW", meaning: "only this view; else every view that declares it",
        completion: .names(.views)),
      Option(name: "clear", meaning: "take back what was set: conditions and the file decide again"),
    ] + ChangeManner.options + [.socket],
    examples: [
      ("framewire use alternative --scene toast", "in one scene"),
      ("framewire use visible --scene toast --view panel", "one view"),
      ("framewire use alternative --scene toast --no-animate", "at once, though the file animates it"),
      ("framewire use --clear", "everywhere back to what the files say"),
    ]
  ) { (invocation, console) throws(Failure) in
    let name = invocation.arguments.first
    guard (name != nil) != invocation.has("clear") else {
      throw .usage("say a configuration's NAME, or --clear", help: "framewire help use says more")
    }
    var manner = try ChangeManner(invocation)
    let daemon = try DaemonCalls(invocation)
    let op = Op(.set(.config, of: invocation.value("view"), to: name.map { .text($0) }))
    if let scene = invocation.value("scene") {
      console.report(try daemon.apply([op], to: scene, manner, console).warnings)
      console.print("\(scene): \(name ?? "cleared")")
      return .success
    }
    let scenes = try daemon.scenes().filter { $0.lists(nil, for: invocation.value("view")) }
    // All scenes set out together; only then is there something to wait for.
    let wait = manner.wait
    if wait == .settled { manner.wait = .solved }
    var used: [String] = []
    for scene in scenes where scene.lists(name, for: invocation.value("view")) {
      let warnings = try daemon.apply([op], to: scene.name, manner, console).warnings
      // Every scene lists `main` too; only the daemon's answer tells whether some view has a block of this one.
      if warnings.contains(where: \.isOfUndeclaredConfiguration) { continue }
      used.append(scene.name)
      console.report(warnings)
      console.print("\(scene.name): \(name ?? "cleared")")
    }
    if wait == .settled { try daemon.settle(used, console) }
    if used.isEmpty { throw nobodyHas(name, invocation.value("view"), scenes) }
    return .success
  }

  /// - Parameter scenes: those with configurations, of the view if one was named.
  private static func nobodyHas(_ name: String?, _ view: String?, _ scenes: [Reply.Scene]) -> Failure {
    guard let name, !scenes.isEmpty else {
      let whose = view.map { "no scene has a view '\($0)' with configurations" }
      return Failure(message: whose ?? "no scene has configurations", code: .noInput)
    }
    let known = Set(scenes.flatMap { $0.configs.flatMap(\.names) })
    guard known.contains(name) || Configuration.predefined.contains(name) else {
      return .unknownName("config", name, known: known.sorted())
    }
    return Failure(
      message: "no view has a block of configuration '\(name)'", help: "write `config \(name) { … }` in a view",
      code: .noInput)
  }
}

extension Reply.Scene {
  /// Whether a configuration is one of a view, or of any; nil, which clears, is one of all.
  fileprivate func lists(_ name: String?, for view: String?) -> Bool {
    configs.contains { config in view ?? config.view == config.view && name.map(config.names.contains) ?? true }
  }
}
