import Posix
import Testing

/// Runs what the README shows, on a copy of `Layouts/`, with a daemon of its own.
@Suite("The tour of the README") struct TourTests {
  @Test func `every command of the tour prints what the README says`() throws {
    let tour = try Tour(page: "README.md")
    try #require(tour.transcript.steps.count > 10, "the README has a tour")

    for step in tour.transcript.steps {
      guard try tour.take(step) else { break }
    }

    try tour.end()
  }

  @Test(arguments: [
    "framewire serve", "framewire scenes", "framewire subscribe", "framewire use", "framewire set",
    "framewire resize", "framewire solve", "framewire check", #""kind":"snapshot""#, #""kind":"delta""#,
    #""state":"stale""#, "framewire clock", #""settled":false"#,
  ])
  func `the tour shows the whole path`(part: String) throws {
    let transcript = Transcript(page: try Tour.contents(of: "README.md"))
    let commands = transcript.steps.map { step in
      switch step.action {
      case .run(let command), .start(let command, _): command
      case .read, .interrupt: ""
      }
    }
    #expect((commands + transcript.steps.flatMap(\.output)).contains { $0.contains(part) })
  }
}

/// A page's transcript being played: a folder, the terminals, and what they have printed.
final class Tour {
  let transcript: Transcript
  private let page: String
  private let folder: String
  private var terminals: [String: Terminal] = [:]

  private struct Terminal {
    let process: ChildProcess
    /// Lines that earlier steps have shown.
    var shown = 0

    var lines: [String] { Tour.lines(of: process.outputText) }
  }

  /// How long a step may take. Generous: machines that run tests are busy.
  private static let patience = Duration.seconds(30)

  private let environment: [String: String]

  /// - Parameters:
  ///   - page: from the root of the package.
  ///   - replacing: what stands in the page for a person and is something else in a test.
  ///   - environment: variables of every command.
  init(page: String, replacing: [String: String] = [:], environment: [String: String] = [:]) throws {
    self.page = page
    self.environment = environment
    var text = try Self.contents(of: page)
    for (word, other) in replacing { text = text.replacing(word, with: other) }
    transcript = Transcript(page: text)
    folder = try FileSystem.makeTemporaryDirectory()
    _ = try ChildProcess.run("cp", ["-r", Self.root + "/Layouts", folder])
  }

  deinit { try? FileSystem.removeTree(folder) }

  /// Plays one step; reports where the page differs.
  ///
  /// - Returns: whether the next steps can still make sense.
  func take(_ step: Transcript.Step) throws -> Bool {
    switch step.action {
    case .run(let command):
      let process = try bash(command)
      let end = try process.wait(until: .now + Self.patience)
      if end == nil { try process.send(.kill) }
      let printed = Self.lines(of: process.outputText)
      return check(end != nil && OutputPattern(lines: step.output).matches(printed), step, printed)
    case .start(let command, let terminal):
      if let running = terminals[terminal] { try end(running) }
      terminals[terminal] = Terminal(process: try bash("exec " + command))
      return try wait(for: step, in: terminal)
    case .read(let terminal):
      return try wait(for: step, in: terminal)
    case .interrupt(let terminal):
      try terminals[terminal]?.process.send(.interrupt)
      _ = try terminals[terminal]?.process.wait(until: .now + Self.patience)
      return try wait(for: step, in: terminal)
    }
  }

  /// Ends whatever the tour left running.
  func end() throws {
    for terminal in terminals.values { try end(terminal) }
  }

  private func end(_ terminal: Terminal) throws {
    guard terminal.process.exit == nil else { return }
    try? terminal.process.send(.interrupt)
    #expect(try terminal.process.wait(until: .now + Self.patience) != nil, "the program does not end")
  }

  /// Waits until a terminal has printed what `step` shows after what was shown before.
  private func wait(for step: Transcript.Step, in terminal: String) throws -> Bool {
    guard let running = terminals[terminal] else { return check(false, step, ["nothing runs in '\(terminal)'"]) }
    let pattern = OutputPattern(lines: step.output)
    var end: Int?
    _ = try running.process.waitForOutput(until: .now + Self.patience) { process in
      end = pattern.prefixes(of: Array(Self.lines(of: process.outputText).dropFirst(running.shown))).first
      return end != nil
    }
    terminals[terminal]?.shown += end ?? 0
    return check(end != nil, step, Array(running.lines.dropFirst(running.shown)))
  }

  private func check(_ isAsShown: Bool, _ step: Transcript.Step, _ printed: [String]) -> Bool {
    if !isAsShown {
      let shown = step.output.joined(separator: "\n")
      Issue.record(
        "\(page):\(step.line) \(step.action) shows\n\(shown)\n\nbut it printed\n\(printed.joined(separator: "\n"))")
    }
    return isAsShown
  }

  /// A program as a terminal would run it: errors among the output, the tool in the path, no other daemon near.
  private func bash(_ command: String) throws -> ChildProcess {
    let usual = [
      "PATH": Self.toolFolder + ":/usr/local/bin:/usr/bin:/usr/sbin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8",
      "FRAMEWIRE_SOCKET": folder + "/socket",
    ]
    return try ChildProcess(
      "bash", ["-c", "exec 2>&1\n" + command], environment: usual.merging(environment) { $1 }, in: folder)
  }

  /// Whole lines: the last one is on its way while no line end follows it.
  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  static func contents(of page: String) throws -> String {
    String(decoding: try FileSystem.readFile(root + "/" + page).bytes, as: UTF8.self)
  }

  static let root = FileSystem.split(
    FileSystem.split(FileSystem.split(#filePath).directory).directory
  ).directory

  /// Where the `framewire` is that was built beside the tests.
  static var toolFolder: String {
    guard let tests = CurrentProcess.executablePath else { preconditionFailure("/proc is not mounted") }
    return FileSystem.split(tests).directory
  }
}
