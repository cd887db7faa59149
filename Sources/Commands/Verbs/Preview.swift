import Posix

extension Verb {
  static let preview = Verb(
    name: "preview", summary: "show scenes in the browser, live, with why they are as they are",
    arguments: [
      Argument(
        name: "DIR", meaning: "a folder or a layout file; the current folder if none", isOptional: true,
        completion: .layoutFiles)
    ],
    options: [
      .socket,
      Option(name: "port", value: "N", meaning: "where the page is: as the last time, else any that is free"),
      Option(name: "open", meaning: "show it in the browser at once"),
      Option(name: "read-only", meaning: "look, and change nothing, not even in a copy"),
      Option(name: "write", meaning: "let the page save what was tried with an id or a variable to its file"),
      Option(
        name: "editor", value: "COMMAND",
        meaning: "what opens a place of a file: 'code --goto', 'emacsclient +{line}:{column} {file}'"),
      Option(
        name: "assets", value: "DIR", meaning: "take the files of the page from here, to work on them",
        completion: .files),
    ],
    examples: [
      ("framewire preview Layouts", "prints an address; open it in a browser"),
      ("framewire preview --open", "of the daemon that runs, or of this folder"),
      ("framewire preview Layouts --write", "and saves what was tried to its file, when told to"),
      ("framewire preview --read-only --port 8000", "for a screen on the wall"),
    ],
    details: """
      Joins the daemon that runs; where there is none it starts 'framewire serve DIR', which ends with it. The page \
      tries things in copies of scenes that only it has, unless it is told to change the scenes themselves. It can be \
      reached from this machine alone, and only with the token in its address, which stays the same, so that open tabs \
      come back. Runs until it is interrupted.
      """
  ) { (invocation, _) throws(Failure) in
    var words = ["preview"]
    for name in [Option.socket.name, "port", "editor", "assets"] {
      if let value = invocation.value(name) { words.append("--\(name)=\(value)") }
    }
    for name in ["open", "read-only", "write"] where invocation.has(name) { words.append("--\(name)") }
    let tool = CurrentProcess.executablePath ?? "framewire"
    words.append("--tool=\(tool)")
    let program = try program("framewire-show", which: "shows the page")
    do throws(PosixError) {
      try CurrentProcess.become(program, words + invocation.arguments)
    } catch { throw Failure(message: "cannot run \(program): \(error.reason)", code: .unavailable) }
  }

  /// Where a program is that is installed with this one.
  ///
  /// - Parameter does: what it does, for whoever has to hear that it is not there.
  static func program(_ name: String, which does: String) throws(Failure) -> String {
    let tool = CurrentProcess.executablePath ?? "framewire"
    let folder = FileSystem.split(tool).directory
    let places = [folder, FileSystem.join(FileSystem.split(folder).directory, "libexec/framewire")]
    guard let found = places.map({ FileSystem.join($0, name) }).first(where: FileSystem.exists) else {
      throw Failure(
        message: "the program '\(name)', which \(does), is neither in \(places.joined(separator: " nor in "))",
        help: "build it with 'swift build --product \(name)', or install Framewire with it", code: .unavailable)
    }
    return found
  }
}
