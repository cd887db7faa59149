import DaemonHarness
import JSONText
import LayoutSyntax
import Posix
import Testing
import Wire

@testable import Commands

@Suite("Names and texts of others on a terminal") struct HostileNameTests {
  /// Colours, a clipboard (OSC 52), a control of Latin-1, an order from right to left, and a line of its own.
  static let evil = "x\u{1B}[31m\u{1B}]52;c;aGk=\u{7}\u{9B}2J\u{202E}\nok       forged"

  @Test func `what a terminal would obey is written out`() {
    #expect("plain é 日".shownOnTerminal == "plain é 日")
    #expect(
      "a\u{1B}[1m\n\u{7F}\u{9B}\u{202E}\u{2028}".shownOnTerminal == "a\\u{1b}[1m\\u{a}\\u{7f}\\u{9b}\\u{202e}\\u{2028}")
    #expect("a\u{1B}\n\tb".shownOnTerminalInLines == "a\\u{1b}\n\tb")
    #expect("[\"\u{9B}\u{202E}é\"]".withJSONShownOnTerminal == "[\"\\u009b\\u202eé\"]")
  }

  @Test func `a line shows what is put into it, and keeps its own colours`() {
    let console = Console(choice: "always")
    let line: ShownText = "\(console.styled("ok", .green)) \(Self.evil)"

    #expect(line.text.hasPrefix("\u{1B}[32mok\u{1B}[0m x\\u{1b}[31m\\u{1b}]52;c;aGk=\\u{7}\\u{9b}2J\\u{202e}\\u{a}ok"))
  }

  @Test func `a line is broken at blanks, further in, and its colours are not counted`() {
    let line: ShownText = "name  \u{1B}[32mok    \u{1B}[0m  one two three"

    #expect(line.wrapped(to: nil, hanging: 6) == [line])
    #expect(line.wrapped(to: 27, hanging: 6) == [line])
    #expect(
      line.wrapped(to: 26, hanging: 6).map(\.text) == ["name  \u{1B}[32mok\u{1B}[0m      one two", "      three"])
    #expect(
      ShownText(fit: "a /long/path/of/something b").wrapped(to: 10, hanging: 8).map(\.text) == [
        "a", "  /long/path/of/something", "  b",
      ])
    #expect(ShownText(fit: "    indented").wrapped(to: 6, hanging: 2).map(\.text) == ["    indented"])
  }

  @Test func `a diagnostic obeys neither a message nor a file nor the line that it shows`() {
    let source = SourceText(name: Self.evil, text: "let x = \u{1B}[31m\u{9B}\u{202E}\n")
    let place = Diagnostic.Place(file: Self.evil, span: SourceSpan(start: 0, end: 3))
    let diagnostic = Diagnostic(
      DiagnosticCode(rawValue: "E1"), .error, Self.evil, at: place,
      notes: [Diagnostic.Note(Self.evil), Diagnostic.Note(Self.evil, at: place)])

    let text = DiagnosticRenderer(sources: [source]).render(diagnostic)

    #expect(Self.obeyed(in: text) == [])
    #expect(!text.contains("\nok "))
  }

  /// What of a text a terminal would obey.
  private static func obeyed(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != "\n" && !String($0).shownOnTerminal.unicodeScalars.elementsEqual([$0]) }
  }

  @Test func `no verb lets a name through, and JSON stays JSON`() throws {
    let evil = Self.evil
    let folder = try ServedFolder([
      "card.layout": SampleLayouts.card(), "\(evil).layout": SampleLayouts.column("evil", of: 1),
      "\(evil) wrong.layout": "layout wrong { label t \"\(evil)\" top nowhere.top }\n",
      "text.layout": "layout text { var shown = \"\u{9B}\u{202E}\"\n label t text: shown }\n",
    ])
    _ = try folder.ask(.open(Request.Open(layout: "card", scene: evil, environment: Environment())))
    let files = [folder.file("\(evil).layout"), folder.file("\(evil) wrong.layout")]
    var verbs: [[String]] = [
      ["scenes"], ["names", "scenes"], ["names", "views"], ["names", "configurations"], ["names", "keys"],
      ["get", "--scene", "text"],
      ["get", "--scene", evil], ["get", "shown", "--value", "--scene", "text"], ["get", evil, "--scene", "card"],
      ["set", evil, "--scene", "card"], ["set", "\(evil)=1", "--scene", "card"],
      ["set", "shown=\(evil)", "--scene", "text"],
      ["get", "shown", "--scene", "text"], ["trait", evil], ["use", evil], ["use", evil, "--scene", evil],
      ["use", "wide", "--view", evil], ["resize", evil, "100x100"], ["surround", "--keyboard", evil],
      ["explain", evil, "--scene", "card"], ["explain", "first", evil, "--scene", "card"],
      ["explain", "first", "--scene", evil], ["scroll", evil, "1"], ["update", "--scene", evil], ["reset", evil],
      ["append", evil, "--to", evil], ["remove", evil, "--from", evil], ["arrange", evil, evil], ["clock", evil],
      ["debug", "scene", "--scene", evil], ["debug", "tree", "--scene", evil], ["debug", "watcher"], ["debug", evil],
      ["subscribe", evil, "--since", evil], ["call", evil], ["call", "Snapshot", evil], ["help", evil], [evil],
      ["completions", evil], ["scenes", "--\(evil)"], ["scenes", "--socket", "/nowhere/\(evil)"], ["serve", evil],
      ["call", "GetInfo", "{\"\u{9B}\": 1}"],
    ]
    for verb in ["check", "lint", "solve", "test", "fmt", "swift-names"] {
      verbs += (files + [evil]).map { [verb, $0] }
    }
    for file in files { verbs += [["debug", "syntax", "--file", file], ["explain", "b0", "--file", file]] }
    verbs += [["check", folder.layouts], ["lint", folder.layouts], ["fmt", "--check", folder.layouts]]

    for verb in verbs {
      let run = try ChildProcess.run(
        ServedFolder.tool, verb, environment: ["FRAMEWIRE_SOCKET": folder.socket, "XDG_STATE_HOME": folder.state],
        in: folder.path, timeout: ServedFolder.patience)
      for text in [run.outputText, run.errorText] {
        #expect(Self.obeyed(in: text) == [], "\(verb.map(\.shownOnTerminal)): \(text.shownOnTerminal)")
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("ok  ") }, "\(verb.map(\.shownOnTerminal))")
      }
    }
    for verb in [
      ["get", "--scene", "text", "--format", "json"], ["subscribe", evil, "--count", "1"], ["call", "ListScenes"],
      ["explain", "first", "--scene", evil, "--format", "json"], ["lint", "--format", "json", files[0]],
      ["solve", files[0], "--format", "json"],
    ] {
      let run = try ChildProcess.run(
        ServedFolder.tool, verb, environment: ["FRAMEWIRE_SOCKET": folder.socket, "XDG_STATE_HOME": folder.state],
        in: folder.path, timeout: ServedFolder.patience)
      #expect(Self.obeyed(in: run.outputText) == [], "\(verb.map(\.shownOnTerminal))")
      #expect(throws: Never.self) { try JSON(parsing: Array(run.outputText.utf8)) }
    }
  }

  @Test func `the log of serve has a line for a file, whatever its name is`() throws {
    let folder = try ServedFolder([
      "card.layout": SampleLayouts.card(), "\(Self.evil).layout": "layout wrong { nonsense }\n",
    ])
    try folder.save("\(Self.evil) late.layout", "layout late { nonsense }\n")
    try FileSystem.createLink(folder.file("\(Self.evil) out.layout"), to: "/etc/passwd")
    #expect(try folder.waitForOutput("late.layout: 1 error"))
    #expect(try folder.waitForOutput("out.layout is not served"))

    let text = folder.daemon.outputText + folder.daemon.errorText
    #expect(Self.obeyed(in: text) == [])
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("ok       forged") })
  }
}
