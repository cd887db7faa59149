import Daemon
import JSONText
import Posix
import Wire

extension Verb {
  static let doctor = Verb(
    name: "doctor", summary: "look whether a daemon can do its work, and say what to mend",
    arguments: [
      Argument(
        name: "DIR", meaning: "what is served; else what the running daemon serves", isOptional: true, repeats: true,
        completion: .layoutFiles)
    ],
    options: [
      .socket,
      Option(
        name: "font", value: "PATH", meaning: "as for serve: fonts that layouts can name", repeats: true,
        completion: .files),
      Option(name: "journal", value: "PATH", meaning: "as for serve: where what is set is kept", completion: .files),
      Option(name: "no-journal", meaning: "as for serve: nothing is kept"),
      .followLinks,
    ] + OutputFormat.doctor.options,
    examples: [
      ("framewire doctor", "the running daemon and all around it"),
      ("framewire doctor Layouts", "before it is started"),
      ("framewire doctor --format json", "for programs"),
    ],
    details: """
      Looks at versions, the socket, the served folders, inotify's limits, the scenes of a running \
      daemon, fonts and the journal, and changes nothing. Say the same as to serve. When a daemon \
      answers, what is not said is taken from its command line. Each line is ok, a warning or an error, \
      and says what to do. Ends with 1 when there is an error.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.doctor.choice(in: invocation)
    let findings = examine(invocation)
    if format == "json" {
      console.print(json: JSON.array(findings.map(\.json)).text)
    } else {
      for finding in findings { write(finding, console) }
    }
    return findings.contains { $0.level == .error } ? .badLayout : .success
  }

  private static func write(_ finding: Finding, _ console: Console) {
    let level = padded(finding.level.rawValue, to: 7)
    let style: Console.Style =
      switch finding.level {
      case .ok: .green
      case .warning: .yellow
      case .error: .red
      }
    let topic = padded(finding.topic.rawValue, to: 7)
    console.print(row: "\(console.styled("\(level)", style))  \(topic)  \(finding.message)", hanging: 18)
    if let advice = finding.advice { console.print(row: "                  do: \(advice)", hanging: 22) }
  }

  /// All findings, by topic.
  private static func examine(_ typed: Invocation) -> [Finding] {
    let address = SocketAddress(from: typed)
    let socket = SocketExamination(address)
    let daemon = socket.daemon
    let invocation = completed(typed, from: typed.arguments.isEmpty ? daemon?.invocation : nil)
    let roots = invocation.arguments.isEmpty ? ["."] : invocation.arguments
    let folders = FolderExamination(
      roots, followingLinks: invocation.has(Option.followLinks.name), isServed: daemon != nil)
    let scenes = daemon.map { SceneExamination.findings(of: $0.scenes ?? [], in: $0.folder) } ?? []
    return VersionExamination.findings(of: daemon) + socket.findings + folders.findings + scenes
      + FontExamination.findings(of: invocation.values("font")) + journal(invocation, roots, address, daemon)
  }

  /// What was typed, and what the daemon was told besides.
  private static func completed(_ typed: Invocation, from served: Invocation?) -> Invocation {
    guard let served else { return typed }
    var kept = ["font", Option.followLinks.name]
    if !typed.has("journal"), !typed.has("no-journal") { kept += ["journal", "no-journal"] }
    let options = served.options.filter { kept.contains($0.key) }
    return Invocation(arguments: served.arguments, options: options.merging(typed.options) { $1 })
  }

  private static func journal(
    _ invocation: Invocation, _ roots: [String], _ address: SocketAddress, _ daemon: RunningDaemon?
  ) -> [Finding] {
    if invocation.has("no-journal") { return [.ok(.journal, "nothing is kept, as somebody wishes")] }
    let metrics = daemon?.metrics
    var location = invocation.value("journal").map { JournalLocation(path: $0) }
    if location == nil {
      // The file has the name of the socket that the daemon was told, whichever of its sockets this is.
      if let daemon, daemon.address == nil { return JournalExamination.findings(ofUnseen: metrics ?? [:]) }
      location = JournalLocation(
        environment: daemon?.environment ?? CurrentProcess.environment, address: daemon?.address ?? address,
        roots: roots.map { (try? FileSystem.realPath($0)) ?? $0 })
    }
    return JournalExamination.findings(at: location, isFailing: metrics?["journal.failing"] == 1)
  }
}
