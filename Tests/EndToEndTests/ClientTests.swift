import DaemonHarness
import Posix
import Testing

/// The clients in other languages, in `Clients`: what each understands of the same conversations, what they draw, and
/// their own tests. The conversations and cases are told in `Clients/conformance`.
@Suite("Clients in other languages") struct ClientTests {
  /// A client, by the program of its that shows what it understands.
  enum Probe: String, CaseIterable, CustomTestStringConvertible {
    case python
    case asyncio
    case javascript = "JavaScript"
    case c = "C"
    case swift = "Swift"

    var testDescription: String { rawValue }

    var source: String {
      switch self {
      case .python, .asyncio: Repository.path("Clients/python/test/probe.py")
      case .javascript: Repository.path("Clients/javascript/test/probe.mjs")
      case .c: Repository.path("Clients/c/test/probe.c")
      case .swift: Repository.path("Tests/SceneProbe/main.swift")
      }
    }

    /// What starts it, in words of a shell. What has to be built for it is built in `folder`.
    func command(in folder: String) throws -> String {
      switch self {
      case .python: return "'\(try Python.path())' '\(source)'"
      case .asyncio: return "'\(try Python.path())' '\(source)' --asyncio"
      case .javascript: return "node '\(source)'"
      case .swift: return "'\(FileSystem.join(FileSystem.split(ServedFolder.tool).directory, "scene-probe"))'"
      case .c: return "'\(try ClientTests.compile(source, in: folder))'"
      }
    }
  }

  @Test(arguments: Probe.allCases)
  func `understands what the protocol says, and keeps up with a daemon`(probe: Probe) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let conform = Repository.path("Clients/conformance/conform.py")
    let run = try ChildProcess.run(
      try Python.path(),
      [
        conform, "--client", try probe.command(in: folder), "--binary", ServedFolder.tool, "--live-encodings",
        "json,fw1",
      ],
      environment: Self.environment, timeout: ServedFolder.patience * 10)

    #expect(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
    // All conversations have been held, and not none.
    #expect(run.outputText.contains("live-every-revision") && run.outputText.contains("fw1-by-hand"))
  }

  /// What each computes is nothing, so there is nothing to differ in.
  @Test(arguments: ["Layouts", "Clients/conformance/layouts"])
  func `renderers in different languages draw the same of every layout`(layouts: String) throws {
    try withTemporaryFolder { folder in
      let python = "'\(try Python.path())'"
      let withoutClient = "'\(Repository.path("Examples/scene_svg.py"))'"
      let withClient = "'\(Repository.path("Clients/python/examples/scene_svg.py"))'"
      let javaScript = "'\(Repository.path("Clients/javascript/examples/svg.js"))'"
      let c = "'\(try Self.compile(Repository.path("Clients/c/example/svg.c"), in: folder))'"
      let renderers = [
        python + " " + withoutClient + #" "$SCENE" "$SOCKET" >"$FILE""#,
        "PYTHONPATH='\(Repository.path("Clients/python"))' " + python + " " + withClient + #" "$SCENE" "$FILE" --once"#,
        "node " + javaScript + #" "$SCENE" "$SOCKET" >"$FILE""#,
        c + #" "$SCENE" "$SOCKET" >"$FILE""#,
      ]

      let pictures = Repository.path("Clients/conformance/pictures.py")
      let run = try ChildProcess.run(
        try Python.path(), [pictures, "--binary", ServedFolder.tool, Repository.path(layouts)] + renderers,
        environment: Self.environment, timeout: ServedFolder.patience * 10)

      #expect(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
    }
  }

  /// Every access is watched, so that a few of the conversations that are damaged say much; the others are for whoever
  /// changes the client.
  @Test func `the C one draws in a window what was measured, also without a screen`() throws {
    let served = try ServedFolder([
      "drawn.layout": """
      layout drawn size 100, 60 {
        box b at 10, 10, 80, 20 background: #3366cc
        label t "████" at 10, 36, 80, 20 color: #cc0000
      }
      """
    ])
    try withTemporaryFolder { folder in
      try make("example", into: folder)
      let picture = FileSystem.join(folder, "drawn.png")
      let window = try ChildProcess.run(
        FileSystem.join(folder, "window"), ["drawn", "--frames", "1", "--output", picture],
        environment: ["FRAMEWIRE_SOCKET": served.socket, "SDL_VIDEODRIVER": "dummy", "HOME": folder], in: folder,
        timeout: ServedFolder.patience)
      try #require(window.exit == .code(0), "\(window.errorText)")

      // The box from edge to edge, and nothing of it outside.
      #expect(try colours(of: picture, "10", "10", "80", "20") == ["3366cc 1600"])
      #expect(try colours(of: picture, "0", "0", "100", "10").contains { $0.hasPrefix("3366cc") } == false)
      // Inside of the hairline: four characters of 8 points have ink, and behind them there is none.
      #expect(try colours(of: picture, "12", "38", "28", "16").contains { $0.hasPrefix("cc0000 ") })
      #expect(try colours(of: picture, "44", "38", "44", "16") == ["ffffff 704"])
    }
    // Its daemon ends with it.
    withExtendedLifetime(served) {}
  }

  /// `UPDATE_GOLDEN=1` has it written anew what Python knows of the interface.
  @Test func `the Python one passes its own tests, and knows the interface as it is`() throws {
    if CurrentProcess.variable("UPDATE_GOLDEN") == "1" {
      try expectSuccess([Repository.path("Clients/python/generate.py"), ServedFolder.tool])
    }
    try expectSuccess(["-X", "dev", "-W", "error", "-m", "unittest", "discover", "test"])
  }

  @Test func `the Python one has the types that it says`() throws {
    try withTemporaryFolder { folder in
      try expectSuccess(["-m", "mypy", "--cache-dir", folder])
    }
  }

  @Test func `the Python one can be installed, and draws what was measured`() throws {
    let served = try ServedFolder([
      "drawn.layout": """
      layout drawn size 100, 60 {
        box b at 10, 10, 80, 20 background: #ff0000 radius: 4 border: 2 borderColor: #000000 {
          label t "ab <c>" leading 0 top 0 color: #0000ff
        }
      }
      """
    ])
    try withTemporaryFolder { folder in
      // pip leaves things beside what it builds.
      let (sources, installed) = (FileSystem.join(folder, "python"), FileSystem.join(folder, "installed"))
      let copy = try ChildProcess.run("cp", ["-R", Repository.path("Clients/python"), sources])
      try #require(copy.exit == .code(0), "\(copy.errorText)")
      try expectSuccess([
        "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-build-isolation",
        "--no-deps", "--target", installed, sources,
      ])

      let picture = FileSystem.join(folder, "drawn.svg")
      let example = try ChildProcess.run(
        try Python.path(), [Repository.path("Clients/python/examples/scene_svg.py"), "drawn", picture, "--once"],
        environment: ["FRAMEWIRE_SOCKET": served.socket, "PYTHONPATH": installed], in: folder,
        timeout: ServedFolder.patience)

      #expect(example.exit == .code(0), "\(example.errorText)")
      let svg = String(decoding: try FileSystem.readFile(picture).bytes, as: UTF8.self)
      #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"60\">"))
      // The border lies along the inside of the edge; six characters of 8 points stand on a baseline 15 below the top.
      let border = ##"<rect x="1" y="1" width="78" height="18" rx="3" fill="#ff0000ff" stroke="#000000ff""##
      #expect(svg.contains(border))
      #expect(svg.contains(##"<text x="0" y="15" textLength="48" font-size="17""##))
      #expect(svg.contains(">ab &lt;c&gt;</text>"))
    }
    // Its daemon ends with it.
    withExtendedLifetime(served) {}
  }

  private static let environment = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "FRAMEWIRE": ServedFolder.tool, "PYTHONDONTWRITEBYTECODE": "1",
  ]

  /// Compiles a program that the client in C is a part of, and returns where it is.
  private static func compile(_ source: String, in folder: String) throws -> String {
    let library = Repository.path("Clients/c")
    let program = FileSystem.join(folder, "program")
    let built = try ChildProcess.run(
      "cc",
      [
        "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-I", library, "-o", program, source,
        FileSystem.join(library, "framewire.c"), "-lm",
      ], timeout: ServedFolder.patience * 4)
    try #require(built.exit == .code(0), "\(built.errorText)")
    return program
  }

  /// Makes a target of the client in C; what is built goes into `folder`.
  private func make(_ target: String, into folder: String) throws {
    let run = try ChildProcess.run(
      "make", ["-C", Repository.path("Clients/c"), target, "O=\(folder)"], environment: Self.environment,
      timeout: ServedFolder.patience * 4)
    try #require(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
  }

  /// The colours of a rectangle of a picture and how many pixels have each: `rrggbb COUNT`, the most frequent first.
  private func colours(of picture: String, _ x: String, _ y: String, _ width: String, _ height: String) throws
    -> [String]
  {
    let run = try ChildProcess.run(
      try Python.path(), [Repository.path("Clients/c/test/pixels.py"), picture, x, y, width, height],
      timeout: ServedFolder.patience)
    try #require(run.exit == .code(0), "\(run.errorText)")
    return run.outputText.split(separator: "\n").map(String.init)
  }

  /// Runs Python where its client is.
  private func expectSuccess(_ arguments: [String]) throws {
    let run = try ChildProcess.run(
      try Python.path(), arguments, environment: Self.environment, in: Repository.path("Clients/python"),
      timeout: ServedFolder.patience * 4)
    #expect(run.exit == .code(0), "\(run.outputText)\(run.errorText)")
  }

  private func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    try body(folder)
  }
}
