import Wire

extension Verb {
  static let clock = Verb(
    name: "clock", summary: "stop the time of scenes, step it by hand, let it run",
    arguments: [
      Argument(
        name: "ACTION", meaning: "run, pause, step or seek", completion: .words(["run", "pause", "step", "seek"])),
      Argument(name: "TIME", meaning: "with step and seek: like 16ms or 1.5s", isOptional: true),
    ],
    options: [
      Option(name: "scene", value: "NAME", meaning: "of one scene alone; else of all", completion: .names(.scenes)),
      .socket,
    ],
    examples: [
      ("framewire clock pause", "what moves stands still, and nothing sets out"),
      ("framewire clock step 16ms", "one frame further, exactly; it stays stopped"),
      ("framewire clock seek 10s", "to ten seconds since the daemon started"),
      ("framewire clock run", "on from where it stands"),
      ("framewire clock pause --scene login", "the others go on"),
    ],
    details: """
      Only what moves keeps to this clock; files are watched as always. It never goes back. Prints what it shows, in \
      milliseconds since the daemon started. A scene that was stopped alone is behind the others when it runs again, and \
      says so in the time of its events; 'framewire clock seek' without a scene brings them together.
      """
  ) { (invocation, console) throws(Failure) in
    let action = try action(invocation.arguments)
    guard case .clock(let clock) = try DaemonCalls(invocation).call(.clock(action, scene: invocation.value("scene")))
    else {
      throw .unexpectedAnswer
    }
    console.print("\(clock.time) ms, \(clock.running ? "running" : "stopped")")
    return .success
  }

  private static func action(_ arguments: [String]) throws(Failure) -> Request.Clock {
    let time = arguments.count > 1 ? arguments[1] : nil
    switch (arguments[0], time) {
    case ("run", nil): return .run
    case ("pause", nil): return .pause
    case ("step", let time?): return .step(ms: try TypedValue.milliseconds(time))
    case ("seek", let time?): return .seek(ms: try TypedValue.milliseconds(time))
    case ("run", _), ("pause", _): throw .usage("'\(arguments[0])' takes no time")
    case ("step", _), ("seek", _): throw .usage("'\(arguments[0])' takes a time, like 16ms or 1s")
    default: throw .usage("'\(arguments[0])' is none of run, pause, step and seek")
    }
  }
}
