import DaemonHarness
import JSONText
import Posix
import Testing
import Wire

@Suite("Verbs without a daemon") struct OfflineVerbTests {
  static let fixtures = FileSystem.join(FileSystem.split(#filePath).directory, "Fixtures")

  /// Runs the tool in the folder of fixtures.
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ChildProcess {
    try ChildProcess.run(ServedFolder.tool, arguments, environment: environment, in: Self.fixtures)
  }

  // MARK: solve

  @Test func `solve prints the frames as a table`() throws {
    let run = try run("solve", "card.layout")

    #expect(
      run.outputText == """
        view     kind    x   y  width  height
        root     view    0   0    200     100
          first  box    10  20     40      30
          night  box   180   0     20       4

        """)
    #expect(run.exit == .code(0))
  }

  @Test func `explain looks at a file without a daemon`() throws {
    let run = try run("explain", "panel", "right", "--file", "crowded.layout")

    #expect(
      run.outputText == """
        panel.right is 110  broken: a required constraint does not hold
          trailing 10 #end: panel.trailing == root.trailing - #end=10  required  missed by 30     crowded.layout:6:5
          trailing 4: panel.trailing == root.trailing - 4              required  off: flag(wide)  crowded.layout:7:21

        panel.left is 10
          leading 10: panel.leading == root.leading + 10               required  holds            crowded.layout:5:5

        panel.width is 100
          width 100: panel.width == 100                                required  holds            crowded.layout:4:5

        conflict: 'trailing 10 #end' gave way by 30, because these cannot all hold:
          the scene is 90 wide
          width 100
          leading 10
          trailing 10 #end
          try trailing 10 @999 #end

        """)
    #expect(run.exit == .code(0))
    #expect(try self.run("explain", "panel", "--file", "missing.layout").exit == .code(66))
  }

  @Test func `solve takes a size, traits, configurations and variables`() throws {
    let wide = try run("solve", "card.layout", "--config", "first:wide", "--trait", "dark", "--size", "300x50")
    #expect(wide.outputText.contains("first  box    10  20  120.5      30"))
    #expect(wide.outputText.contains("night  box   260   0     40       4"))

    let columns = try run("solve", "card.layout", "--var", "columns=5")
    #expect(columns.outputText.contains("first  box    10  20    100      30"))
  }

  @Test func `solve marks texts that do not fit`() throws {
    let run = try run("solve", "long-text.layout", "--text", "fixed")

    #expect(
      run.outputText == """
        view      kind   x   y  width  height
        root      view   0   0    200     100
          whole   label  0   0    100      20
          cut     label  0  20    100      20  truncated
          unseen  label  0  40    100      20  hidden

        """)
  }

  @Test func `solve shows where views are going, not the way there`() throws {
    let away = try run("solve", "animated.layout", "--config", "b:away", "--flag", "low")

    #expect(away.outputText.contains("b   box   80  50     10      10"), "\(away.outputText)")
  }

  @Test func `solve measures texts in fonts, and without where that is wanted`() throws {
    #expect(
      try run("solve", "texts.layout").outputText == """
        view        kind        x  y  width  height
        root        view        0  0    200     100
          greeting  label       0  0  43.09    19.8
          title     label  113.83  0  86.17   39.58

        """)
    #expect(
      try run("solve", "texts.layout", "--text", "fixed").outputText.contains("greeting  label    0  0     40      20"))

    let unknown = try run("solve", "texts.layout", "--font", "nowhere")
    #expect(unknown.exit == .code(66))
    #expect(unknown.errorText.contains("there is no font in 'nowhere'"))
    #expect(try run("solve", "texts.layout", "--text", "fixed", "--font", ".").exit == .code(64))
    #expect(try run("check", "texts.layout", "--text", "pixels").exit == .code(64))
  }

  @Test func `solve takes what 'set' and 'scroll' take`() throws {
    let set = try run("solve", "card.layout", "--set", "#inset=15", "--set", "columns=5")
    #expect(set.outputText.contains("first  box    15  20    100      30"), "\(set.outputText)")

    let scrolled = try run("solve", "scrolled.layout", "--scroll", "page=30", "--space", "scene")
    #expect(scrolled.outputText.contains("part  box      0  -20    100     300"), "\(scrolled.outputText)")
    #expect(try run("solve", "scrolled.layout", "--scroll", "page=down").exit == .code(65))
    #expect(try run("solve", "scrolled.layout", "--scroll", "page.part=5").errorText.contains("does not scroll"))
  }

  /// `a` is 10 wide while it is on and 30 while it is not, and `b` follows it.
  @Test func `solve takes records and their fields as 'set' does, and says what nothing asks for`() throws {
    let file = try run("solve", "records.layout")
    #expect(file.outputText.contains("b[\"b\"]  box    10  0     30      30"), "\(file.outputText)")
    let off = try run("solve", "records.layout", "--set", #"rows["a"].on=false"#)
    #expect(off.outputText.contains("b[\"b\"]  box    30  0     30      30"), "\(off.outputText)")
    #expect(off.errorText == "")
    let list = try run("solve", "records.layout", "--set", #"rows=[{"id":"z","on":true}]"#)
    #expect(list.outputText.contains("b[\"z\"]  box    0  0     10      10"), "\(list.outputText)")

    #expect(try run("solve", "records.layout", "--set", #"rows["c"].on=false"#).exit == .code(65))
    #expect(try run("solve", "records.layout", "--set", #"rows["a"].no=false"#).exit == .code(65))
    let unheard = try run("solve", "records.layout", "--set", "nothing")
    #expect(unheard.errorText.contains("nothing in layout 'records' asks for flag 'nothing'"), "\(unheard.errorText)")
  }

  @Test func `solve shows a preview by name`() throws {
    #expect(
      try run("solve", "card.layout", "--layout", "card/big").outputText.contains(
        "root     view    0   0    400     300"))

    let unknown = try run("solve", "card.layout", "--layout", "card/bog")
    #expect(unknown.exit == .code(66))
    #expect(unknown.errorText.contains("it has: card, card/big"))
  }

  @Test func `solve as json is the snapshot that a subscriber gets`() throws {
    let text = try FileSystem.readFile(FileSystem.join(Self.fixtures, "card.layout")).bytes
    let folder = try ServedFolder(["card.layout": String(decoding: text, as: UTF8.self)])
    let response = try folder.connect().ask("Snapshot", #"{"scene":"card"}"#)
    let sent = try #require(response.parameters["event"]?.object)

    let printed = try JSON(parsing: Array(try run("solve", "card.layout", "--format", "json").outputText.utf8)).object

    // Which daemon it was and when are the only things that differ.
    let same = sent.members.map(\.name).filter { $0 != "epoch" && $0 != "time" }
    #expect(same.contains("views"))
    for name in same { #expect(printed?[name] == sent[name], "\(name)") }
    #expect(printed?.members.map(\.name) == sent.members.map(\.name))
  }

  @Test func `solve of a file with mistakes shows them and ends with 1`() throws {
    let run = try run("solve", "broken.layout")

    #expect(run.exit == .code(1))
    #expect(run.outputText == "")
    #expect(run.errorText.contains("error[E2003]") && run.errorText.contains("broken.layout:3:37"))
  }

  @Test func `solve of constraints that cannot hold together prints the frames it has, and ends with 1`() throws {
    let run = try run("solve", "conflict.layout")

    #expect(run.exit == .code(1))
    #expect(run.errorText.contains("error[E3001]"))
    #expect(run.outputText.contains("panel  box   10   0     50      10"))
  }

  @Test(arguments: [
    (["--size", "wide"], Int32(65), "is no size"), (["--format", "yaml"], 64, "--format is table or json"),
    (["--trait", "drak"], 65, "is no trait"), (["--var", "columns"], 65, "is no assignment"),
    (["--var", "colums=1"], 66, "did you mean 'columns'?"), (["--config", "wdie"], 66, "did you mean 'wide'?"),
    (["--siez", "1x1"], 64, "did you mean '--size'?"),
  ])
  func `solve says what is wrong with an option`(words: [String], code: Int32, message: String) throws {
    let run = try ChildProcess.run(ServedFolder.tool, ["solve", "card.layout"] + words, in: Self.fixtures)

    #expect(run.exit == .code(code))
    #expect(run.errorText.contains(message), "\(run.errorText)")
  }

  // MARK: check

  @Test func `check of files that are right ends with 0`() throws {
    let run = try run("check", "card.layout")

    #expect(run.outputText == "1 file checked: nothing wrong\n")
    #expect(run.errorText == "")
    #expect(run.exit == .code(0))
  }

  @Test func `check names every file's mistakes and ends with 1`() throws {
    let run = try run("check", "card.layout", "broken.layout", "conflict.layout")

    #expect(run.exit == .code(1))
    #expect(run.errorText.contains("broken.layout:3:37") && run.errorText.contains("error[E3001]"))
    #expect(run.outputText.hasPrefix("3 files checked: 2 errors"))
  }

  @Test func `check of a file with doubts ends with 0`() throws {
    let run = try run("check", "doubtful.layout")

    #expect(run.exit == .code(0))
    #expect(run.errorText.contains("warning[W3002]"))
    #expect(run.outputText == "1 file checked: 2 warnings\n")
  }

  @Test func `check of a folder looks at all layouts in it`() throws {
    let run = try run("check", ".")

    #expect(run.exit == .code(1))
    #expect(run.outputText.hasPrefix("12 files checked: 5 errors"))
  }

  @Test func `check of a folder says which layouts in it are not served`() throws {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let script = #"echo 'layout a { }' > a.layout; echo > "$(printf 'caf\351.layout')"; exec "$0" check"#
    let run = try ChildProcess.run("sh", ["-c", script, ServedFolder.tool], in: folder)

    #expect(run.exit == .code(0))
    #expect(run.outputText.hasPrefix("1 file in "))
    #expect(run.errorText.hasPrefix("note: "))
    #expect(run.errorText.hasSuffix("caf\u{FFFD}.layout is not served: its name is not UTF-8. Rename it\n"))
    #expect(run.errorText.split(separator: "\n").count == 1)
  }

  @Test func `check says as JSON what it finds, and nothing beside it`() throws {
    let files = ["a.layout": Self.small, "b.layout": "layout b {\n  box c fill alpha: 3\n}\n"]
    try shell("framewire check --format json", files) { _, run in
      let found = try #require(try? JSON(parsing: Array(run.outputText.utf8)).array)
      #expect(found.map { $0["code"]?.string } == ["W2212"])
      let span = found[0]["span"]
      #expect(span?["line"]?.number == 2 && span?["column"]?.number == 21 && span?["endColumn"]?.number == 22)
      #expect(found[0]["fixes"]?.array?.map { $0["text"]?.string } == ["1"])
      #expect(run.errorText == "" && run.exit == .code(0))
    }
    try shell("framewire check --json a.layout", files) { _, run in #expect(run.outputText == "[]\n") }
    try shell("framewire check --json b.layout", ["b.layout": "layout b { box c bottm 1 }\n"]) { _, run in
      #expect(run.outputText.hasPrefix("[{\"code\":\"E1003\",\"severity\":\"error\"") && run.exit == .code(1))
    }
  }

  @Test func `whoever wants JSON is told there of files that are not there`() throws {
    for verb in ["check", "lint"] {
      let run = try run(verb, "--format", "json", "nobody.layout")
      let found = try #require(try? JSON(parsing: Array(run.outputText.utf8)).array)
      #expect(found.map { $0["code"]?.string } == ["E2902"])
      #expect(found[0]["message"]?.string == "there is no file 'nobody.layout'")
      #expect(run.exit == .code(66) && run.errorText.hasPrefix("framewire: error: there is no file 'nobody.layout'"))
    }
  }

  @Test func `a file that is not there is guessed, with 66`() throws {
    for verb in ["check", "solve"] {
      let run = try run(verb, "crad.layout")
      #expect(run.exit == .code(66))
      #expect(run.errorText == "framewire: error: there is no file 'crad.layout'\n  did you mean 'card.layout'?\n")
    }
  }

  // MARK: The tool itself

  @Test(arguments: [
    "help", "help solve", "solve --help", "version", "completions bash", "check card.layout", "check broken.layout",
    "check --json broken.layout",
    "solve card.layout", "lint card.layout", "lint --json card.layout", "test tested.layout",
    "test --format json tested.layout", "fmt - < card.layout", "fmt --diff card.layout", "fmt --to json card.layout",
  ])
  func `a verb whose output cannot be written says so and ends with 74`(words: String) throws {
    let run = try ChildProcess.run(
      "sh", ["-c", "exec '\(ServedFolder.tool)' \(words) > /dev/full"], in: Self.fixtures)

    #expect(run.exit == .code(74))
    #expect(run.errorText.hasSuffix("cannot write to standard output: No space left on device\n"))
  }

  @Test func `serving what is not there is guessed too`() throws {
    let run = try ChildProcess.run(
      ServedFolder.tool, ["serve", "Fixtres"], in: FileSystem.split(Self.fixtures).directory)

    #expect(run.exit == .code(66))
    #expect(
      run.errorText == "framewire: error: there is no folder or file 'Fixtres'\n  did you mean 'Fixtures'?\n")
  }

  @Test func `without a verb it prints the overview`() throws {
    let run = try run()

    #expect(run.exit == .code(0))
    #expect(run.outputText.contains("usage: framewire VERB"))
    #expect(try self.run("help").outputText == run.outputText)
    #expect(try self.run("--help").outputText == run.outputText)
  }

  /// Runs a line of a shell in a folder with these files; `framewire` is found.
  func shell(_ line: String, _ files: [String: String], _ body: (String, ChildProcess) throws -> Void) throws {
    let folder = try FileSystem.realPath(try FileSystem.makeTemporaryDirectory())
    defer { try? FileSystem.removeTree(folder) }
    for (name, text) in files {
      try? FileSystem.createDirectory(FileSystem.split(FileSystem.join(folder, name)).directory)
      try FileSystem.writeFile(FileSystem.join(folder, name), Array(text.utf8))
    }
    let tools = FileSystem.split(ServedFolder.tool).directory
    let run = try ChildProcess.run(
      "sh", ["-c", line], environment: ["PATH": "\(tools):/usr/bin:/bin"], in: folder,
      timeout: ServedFolder.patience)
    try body(folder, run)
  }

  static let small = "layout small { box a left 0 top 0 size 1 }\n"

  @Test func `without arguments check, lint, fmt and test look at this folder, and say so`() throws {
    let files = ["a.layout": Self.small, "in/b.layout": "layout b {\n  box a left 0 top 0 size 1\n}\n"]
    try shell("framewire check", files) { folder, run in
      #expect(run.outputText == "2 files in \(folder) checked: nothing wrong\n")
      #expect(run.exit == .code(0))
    }
    try shell("framewire lint", files) { folder, run in
      #expect(run.outputText.hasPrefix("2 files in \(folder) looked at: "))
    }
    try shell("framewire fmt --check", ["a.layout": "layout small{}\n"]) { folder, run in
      #expect(run.outputText == "a.layout\n" || run.outputText == "./a.layout\n")
      #expect(run.errorText == "1 file in \(folder): 1 would change\n")
      #expect(run.exit == .code(1))
    }
    try shell("framewire fmt </dev/null; cat a.layout", ["a.layout": "layout   small { }\n"]) { folder, run in
      #expect(run.outputText == "a.layout\nlayout small {}\n")
      #expect(run.errorText == "1 file in \(folder): 1 formatted\n")
    }
    try shell("framewire check", [:]) { _, run in
      #expect(run.exit == .code(66))
      #expect(run.errorText.contains("there is no *.layout file in '.'"))
    }
  }

  @Test func `who hands fmt a document does not have a folder written anew`() throws {
    try shell("framewire fmt < a.layout; echo $?; cat a.layout", ["a.layout": "layout   small { }\n"]) { _, run in
      #expect(run.outputText == "64\nlayout   small { }\n")
      #expect(run.errorText.contains("framewire fmt - formats that, framewire fmt . the layouts of this folder"))
    }
  }

  @Test func `explain takes an attribute behind a dot`() throws {
    let files = ["a.layout": "layout a {\n  box art left 3 top 0 size 20\n}\n"]
    try shell("framewire explain art.width --file a.layout; framewire explain art width --file a.layout", files) {
      _, run in
      let half = run.outputText.count / 2
      #expect(run.outputText.hasPrefix("art.width is 20\n"))
      #expect(run.outputText.prefix(half) == run.outputText.suffix(half))
    }
    try shell("framewire explain root.width --file a.layout", files) { _, run in
      #expect(run.outputText.hasPrefix("root.width is "))
    }
    try shell("framewire explain arr.width --file a.layout", files) { _, run in
      #expect(run.errorText.contains("there is no view 'arr'"))
      #expect(run.errorText.contains("did you mean 'art'?"))
      #expect(run.exit == .code(66))
    }
  }

  @Test(arguments: [
    ("art.widht", "art.width"), ("art.inner.lefft", "art.inner.left"), ("art.iner", "art.inner"),
    ("art.topp", "art.top"), ("arr.widht", nil), ("art.nothing", nil),
  ])
  func `an attribute behind a dot that is nearly one is guessed, where the view before it is there`(
    typed: String, meant: String?
  ) throws {
    let file = "layout a {\n  box art left 3 top 0 size 20 {\n    box inner fill\n  }\n}\n"
    try shell("framewire explain \(typed) --file a.layout", ["a.layout": file]) { _, run in
      #expect(run.exit == .code(66))
      #expect(run.outputText == "")
      #expect(run.errorText.hasPrefix("framewire: error: there is no view '\(typed)'\n"))
      let guess = meant.map { "did you mean '\($0)'?" }
      if let guess { #expect(run.errorText.contains(guess)) } else { #expect(!run.errorText.contains(".width")) }
    }
  }

  @Test func `a view behind the dot goes before an attribute, and it is said how to ask for that`() throws {
    let file = "layout a {\n  box art left 3 top 0 size 20 {\n    box `width` left 1 top 2 size 7\n  }\n}\n"
    try shell("framewire explain art.width --file a.layout", ["a.layout": file]) { _, run in
      #expect(run.outputText.contains("art.width.left is 1\n"))
      #expect(
        run.errorText == "framewire: 'art.width' is a view; of 'art' it is: framewire explain art width\n")
    }
    try shell("framewire explain art width --file a.layout", ["a.layout": file]) { _, run in
      #expect(run.outputText.hasPrefix("art.width is 20\n"))
    }
  }

  /// Each with a line that has to be suggested; `card.layout` and the folder `in` are there.
  static let guesses = [
    ("live", "framewire serve"), ("live in", "framewire serve in"),
    ("live card.layout", "framewire serve card.layout"), ("live card", "framewire watch card"),
    ("browser", "framewire preview"),
    ("draw card.layout --size 40x40", "framewire render card.layout --size 40x40"),
    ("draw card.layout --out x.png", "framewire render card.layout"), ("print", "framewire solve FILE.layout"),
    ("card.layout --each size=9x9", "framewire render card.layout --each size=9x9"),
    ("run", "framewire serve"), ("start in", "framewire serve in"), ("dev .", "framewire serve ."),
    ("init", "echo 'layout hello { label hi \"Hello\" center }' > hello.layout; framewire serve"),
    ("new page", "echo 'layout page { label hi \"Hello\" center }' > page.layout; framewire serve"),
    ("new 2x", "echo 'layout hello { label hi \"Hello\" center }' > hello.layout; framewire serve"),
    ("apply gap=4", "framewire set gap=4"), ("add rows '{\"id\":1}'", "framewire record insert rows '{\"id\":1}'"),
    ("delete rows a", "framewire record delete rows a"),
    ("reload", "kill -HUP PID"), ("stop", "kill PID"), ("restart", "systemctl --user restart framewire"),
    ("logs", "journalctl --user -u framewire"), ("metrics", "framewire stats"),
    ("metrics --format prometheus", "framewire stats --format prometheus"), ("top", "framewire stats"),
    ("ls", "framewire scenes"), ("status", "framewire doctor"),
    ("card.layout", "framewire serve card.layout"),
    ("card.layout --size 9x9", "framewire solve card.layout --size 9x9"),
    ("in", "framewire serve in"), ("./in", "framewire check ./in"), ("'in two'", "framewire serve 'in two'"),
    ("format card.layout", "framewire fmt card.layout"), ("help draw", "framewire render"),
  ]

  @Test(arguments: guesses) func `what people try first names the line to type`(typed: String, line: String) throws {
    let files = ["card.layout": SampleLayouts.card(), "in/a.layout": Self.small, "in two/a.layout": Self.small]
    try shell("framewire \(typed)", files) { _, run in
      #expect(run.exit == .code(64))
      #expect(run.outputText == "")
      let lines = run.errorText.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("  \(line)  ") }, "\(run.errorText)")
    }
  }

  @Test func `what is suggested can be typed`() throws {
    try shell("eval \"$(framewire new 2>&1 | sed -n 's/; framewire serve .*//p')\"; framewire check", [:]) {
      folder, run in
      #expect(run.outputText == "1 file in \(folder) checked: nothing wrong\n")
    }
  }

  @Test func `a verb that is nearly one is guessed, with 64`() throws {
    let run = try run("slove")

    #expect(run.exit == .code(64))
    #expect(run.errorText.contains("there is no verb 'slove'; did you mean 'solve'?"))
  }

  @Test func `it says its version`() throws {
    #expect(try run("version").outputText == "framewire 0.1.0\n")
    #expect(try run("--version").outputText == "framewire 0.1.0\n")
    #expect(try run("version", "--json").outputText == #"{"name":"framewire","version":"0.1.0"}"# + "\n")
  }

  @Test(arguments: ["abc", "-1", "0", "1e9", "inf"])
  func `a limit that is none ends with 64, whatever it is instead`(typed: String) throws {
    let run = try run("serve", "--max-rate", typed)
    #expect(run.exit == .code(64))
    #expect(run.errorText == "framewire: error: --max-rate is a number from 1 to 1000000, not '\(typed)'\n")
  }

  @Test func `the folder of a socket that is missing is told, with how to make it`() throws {
    let run = try run("serve", "--socket", "/framewire-nowhere/x.sock", "--no-journal")
    #expect(run.exit == .code(73))
    #expect(
      run.errorText == "framewire: error: there is no folder '/framewire-nowhere' to put the socket in\n"
        + "  mkdir -p /framewire-nowhere\n")
  }

  @Test func `output is coloured on a terminal, and where it is asked for, and nowhere else`() throws {
    #expect(!(try run("solve", "card.layout").outputText.contains("\u{1B}")))
    #expect(try run("solve", "card.layout", "--color", "always").outputText.contains("\u{1B}"))
    #expect(!(try run("check", "broken.layout").errorText.contains("\u{1B}")))
    #expect(try run("check", "broken.layout", "--color", "always").errorText.contains("\u{1B}"))
    #expect(try run("solve", "card.layout", "--color", "perhaps").exit == .code(64))

    // script(1) from util-linux gives it a terminal.
    func onTerminal(_ environment: [String: String]) throws -> String {
      let command = "'\(ServedFolder.tool)' solve card.layout"
      let variables = environment.merging(["PATH": "/usr/bin:/bin", "TERM": "xterm"]) { given, _ in given }
      return try ChildProcess.run(
        "script", ["-qec", command, "/dev/null"], environment: variables, in: Self.fixtures
      ).outputText
    }
    #expect(try onTerminal([:]).contains("\u{1B}[1m"))
    #expect(!(try onTerminal(["NO_COLOR": "1"]).contains("\u{1B}[1m")))
    #expect(!(try onTerminal(["TERM": "dumb"]).contains("\u{1B}[1m")))
  }

  @Test func `without a daemon every verb that needs one says how to start it, with 69`() throws {
    let nobody = ["FRAMEWIRE_SOCKET": "/tmp/framewire-nobody-listens-here.sock"]
    for words in [["scenes"], ["subscribe", "card"], ["use", "wide"], ["set", "a=1"], ["call", "Stats"]] {
      let run = try ChildProcess.run(ServedFolder.tool, words, environment: nobody)
      #expect(run.exit == .code(69), "\(words)")
      #expect(run.errorText.contains("'framewire serve' starts one"))
    }
  }
}
