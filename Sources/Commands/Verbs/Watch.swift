import Drawing
import FramewireClient
import Posix

extension Verb {
  static let watch = Verb(
    name: "watch", summary: "show a scene in the terminal, live, with why it is as it is",
    arguments: [
      Argument(
        name: "SCENE", meaning: "a scene, or the file it is in; the first one if none", isOptional: true,
        completion: .names(.scenes))
    ],
    options: [
      Option(
        name: "cells", meaning: "a copy of the scene that is always as large as the terminal, 8 x 16 points a character"
      )
    ] + PictureManner.options + [.socket],
    examples: [
      ("framewire watch", "Tab goes on to the next scene"),
      ("framewire watch login --show names", "with the names of views"),
      ("framewire watch login --cells", "the window's size is the scene's: pull at it"),
      ("framewire watch login | cat", "a picture whenever nothing moves any more"),
    ],
    details: """
      Shows what the daemon shows, whenever a file is saved or something moves; mistakes stand below the last good \
      frames. Arrows go from view to view, e says why the view is where it is, Tab goes to the next scene, q ends. \
      What was in the terminal is there again afterwards. Where it is not a terminal that reads, each picture at rest is \
      printed below the one before.
      """
  ) { (invocation, console) throws(Failure) in
    guard let terminal = Terminal() else {
      guard !invocation.has("cells") else { throw .usage("--cells is for terminals, and this is none") }
      return try printPictures(invocation, console)
    }
    guard TerminalGuard.isGuarded else {
      // What is wrong with the command line is told before anything else happens.
      _ = try PictureManner(from: invocation)
      _ = try DaemonCalls(invocation).scene(invocation.arguments.first)
      return try TerminalGuard.run(in: terminal)
    }
    try WatchSession(invocation, console).run(in: terminal)
    return .success
  }

  private static func printPictures(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    let manner = try PictureManner(from: invocation)
    let daemon = try DaemonCalls(invocation)
    let scene = try daemon.scene(invocation.arguments.first).name
    let follower = SceneFollower(watching: scene, invocation)
    var last: (epoch: String?, rev: Int)?
    while true {
      let update: SceneFollower.Update
      do throws(ClientError) { update = try follower.next() } catch { throw Failure(error) }
      switch update {
      case .disconnected(let error, _): console.note("\(error); waiting for it")
      case .event(let event):
        for diagnostic in event.diagnostics ?? [] { console.report([diagnostic]) }
        let mirror = follower.mirror
        guard mirror.isSettled, last == nil || last! != (mirror.epoch, mirror.rev) else { continue }
        last = (mirror.epoch, mirror.rev)
        var source = StreamedScene(
          picture: mirror.frames, asked: ServedScene(daemon: try DaemonCalls(invocation), scene: scene))
        var unknown: Set<String> = []
        let drawn = try manner.picture(of: &source, unknown: &unknown)
        let width = Cells.usualWidth
        let cells = Cells(drawn.artwork.framed(inCellsOf: width, drawn.theme), width: width, page: drawn.theme.page)
        guard console.print("\(scene)  revision \(mirror.rev)") else { return .success }
        for line in cells.lines(isColoured: console.colorsOutput) { console.print(ShownText(fit: line)) }
      }
    }
  }
}
