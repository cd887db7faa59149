import FramewireClient
import Posix
import Settables
import Testing
import Wire

@testable import Commands

@Suite("Understanding a command line") struct CommandLineTests {
  static let verb = Verb(
    name: "try", summary: "does nothing",
    arguments: [
      .init(name: "FILE", meaning: "a file"), .init(name: "MORE", meaning: "more", isOptional: true, repeats: true),
    ],
    options: [
      .init(name: "size", value: "WxH", meaning: "a size"),
      .init(name: "trait", value: "TRAIT", meaning: "a trait", repeats: true),
      .init(name: "quick", meaning: "a switch"),
    ], examples: []
  ) { (_, _) throws(Failure) in .success }

  func failure(of words: String...) -> Failure? {
    do throws(Failure) {
      _ = try Self.verb.parse(words)
      return nil
    } catch { return error }
  }

  @Test func `options stand anywhere, with their value behind or joined by an equals sign`() throws {
    let invocation = try Self.verb.parse(["--size", "1x2", "a", "--trait=dark", "b", "--quick", "--trait", "rtl", "c"])

    #expect(invocation.arguments == ["a", "b", "c"])
    #expect(invocation.value("size") == "1x2")
    #expect(invocation.values("trait") == ["dark", "rtl"])
    #expect(invocation.has("quick"))
    #expect(!invocation.has("help"))
  }

  @Test func `an option that says nothing alone, or cannot stand beside another, says so`() throws {
    let verb = Verb(
      name: "try", summary: "does nothing", arguments: [],
      options: [
        .init(name: "file", meaning: "a"), .init(name: "dir", meaning: "b"),
        .init(name: "text", meaning: "c").beside("file", "dir"), .init(name: "quick", meaning: "d").without("file"),
      ], examples: []
    ) { (_, _) throws(Failure) in .success }
    func message(_ words: String...) -> String? {
      do throws(Failure) {
        _ = try verb.parse(words)
        return nil
      } catch { return error.message }
    }

    #expect(message("--text") == "--text goes with --file or --dir")
    #expect(message("--file", "--quick") == "--quick and --file do not go together")
    #expect(message("--text", "--dir", "--quick") == nil && message("--text", "--help") == nil)
    #expect(HelpText.page(verb).text.contains(" c; with --file or --dir\n"))
  }

  @Test func `what a call can fail with has a code, and not that of a mistake of ours`() {
    let path = String(repeating: "x", count: 200)
    let codes: [(error: ClientError, code: Int32)] = [
      (.noDaemon(SocketAddress(path: "a")), 69), (.closed, 69), (.timedOut, 75), (.malformed(.field("a")), 76),
      (.tooLong(bytes: 1), 76), (.unreachable(.pathTooLong(path: path, bytes: 200)), 64),
      (.refused(.interfaceNotFound("a")), 64), (.refused(.methodNotFound("a")), 64),
      (.refused(.methodNotImplemented("a")), 64), (.refused(.invalidParameter("a")), 64),
      (.refused(.expectedMore), 64), (.refused(.badOperation(index: 0, message: "")), 65),
      (.refused(.unknownScene("a", known: [])), 66), (.refused(.unknownView("a", near: [])), 66),
      (.refused(.unknownName(kind: "a", name: "a", known: [])), 66), (.refused(.layoutFailed([])), 1),
      (.refused(.revisionConflict(current: 1)), 75), (.refused(.revisionGone(oldest: 1, newest: 2)), 75),
      (.refused(.busy(limit: "a", max: 1)), 75), (.refused(.rateLimited(retryAfterMs: 1)), 75),
      (.refused(.timedOut(waitedMs: 1)), 75), (.refused(.permissionDenied), 77),
    ]
    for (error, code) in codes { #expect(ExitCode(error).rawValue == code, "\(error)") }
  }

  @Test func `a verb whose first word is a scene takes it as an option too`() throws {
    let verb = Verb(
      name: "try", summary: "does nothing",
      arguments: [.init(name: "SCENE", meaning: "a scene"), .init(name: "WxH", meaning: "a size")], options: [],
      examples: []
    ) { (_, _) throws(Failure) in .success }

    #expect(try verb.parse(["1x2", "--scene", "card"]).arguments == ["card", "1x2"])
    #expect(try verb.parse(["--scene=card", "1x2"]).arguments == ["card", "1x2"])
    #expect(failure(of: "a", "--scene", "card")?.message == "framewire try has no option '--scene'")
    #expect(throws: Failure.self) { try verb.parse(["card", "1x2", "--scene", "card"]) }
  }

  @Test func `two dashes end the options, and one dash is a name`() throws {
    let invocation = try Self.verb.parse(["-", "--", "--size", "-x"])

    #expect(invocation.arguments == ["-", "--size", "-x"])
  }

  @Test func `what begins like a negative number is no option`() throws {
    let invocation = try Self.verb.parse(["-50", "-50,0", "-.5"])

    #expect(invocation.arguments == ["-50", "-50,0", "-.5"])
    #expect(failure(of: "a", "-.x") != nil && failure(of: "a", "-5x5", "--5") != nil)
  }

  @Test func `a value may begin with a dash, be empty or hold an equals sign`() throws {
    #expect(try Self.verb.parse(["a", "--size", "-1"]).value("size") == "-1")
    #expect(try Self.verb.parse(["a", "--size="]).value("size") == "")
    #expect(try Self.verb.parse(["a", "--trait=style=dark"]).values("trait") == ["style=dark"])
  }

  @Test func `an option that is nearly one is guessed`() {
    let failure = failure(of: "a", "--szie", "1x2")

    #expect(failure?.message == "framewire try has no option '--szie'; did you mean '--size'?")
    #expect(failure?.code == .usage)
  }

  @Test func `what cannot be understood ends with 64 and says what is expected`() {
    #expect(failure(of: "a", "--size")?.message == "'--size' needs a value: --size WxH")
    #expect(failure(of: "a", "--quick=1")?.message == "'--quick' takes no value")
    #expect(failure(of: "a", "--size", "1", "--size", "2")?.message == "'--size' is given twice")
    #expect(failure(of: "a", "-x")?.code == .usage)
    #expect(failure()?.message == "FILE is missing")
    #expect(failure()?.help == "usage: framewire try FILE [MORE…]; 'framewire try --help' says more")
  }

  /// Those of `render` are pictures.
  static let withFormats = Catalogue.verbs.filter { verb in
    verb.name != "render" && verb.options.contains { $0.name == "format" }
  }

  @Test func `the verbs that print JSON take --format json and --json, and no other verb does`() {
    #expect(
      Self.withFormats.map(\.name) == [
        "check", "lint", "solve", "test", "scenes", "explain", "get", "revisions", "stats", "doctor", "names",
        "version",
      ])
    #expect(
      Catalogue.verbs.filter { $0.options.contains { $0.name == "json" } }.map(\.name) == Self.withFormats.map(\.name))
    for verb in Self.withFormats {
      let page = HelpText.page(verb).text
      #expect(page.contains("  --format FORMAT") && page.contains("  --json  ") && page.contains("[--json]"))
    }
  }

  @Test func `a format is asked for in either way, and two that differ are refused with the one that is meant`() throws
  {
    func choice(_ words: String...) throws(Failure) -> String {
      try OutputFormat.stats.choice(in: try Verb.stats.parse(words))
    }
    func failure(_ words: String...) -> Failure? {
      do throws(Failure) {
        _ = try OutputFormat.stats.choice(in: try Verb.stats.parse(words))
        return nil
      } catch { return error }
    }

    #expect(try choice() == "table")
    #expect(try choice("--json") == "json")
    #expect(try choice("--format", "json") == "json")
    #expect(try choice("--json", "--format=json") == "json")
    #expect(try choice("--format", "prometheus") == "prometheus")
    #expect(
      failure("--json", "--format", "prometheus")?.message.contains("does not go with --format prometheus") == true)
    #expect(failure("--format", "table", "--json")?.code == .usage)
    #expect(failure("--format", "xml")?.message == "--format is table, json or prometheus, not 'xml'")
    #expect(failure("--json", "--format", "xml")?.message == "--format is table, json or prometheus, not 'xml'")
    #expect(failure("--json=yes")?.message == "'--json' takes no value")
  }

  @Test func `asking for help needs no arguments`() throws {
    #expect(try Self.verb.parse(["--help"]).has("help"))
    #expect(try Self.verb.parse(["-h"]).has("help"))
  }

  @Test(arguments: Catalogue.verbs.map(\.name))
  func `every verb takes its own options and those of all`(name: String) throws {
    let verb = try #require(Catalogue.verbs.first { $0.name == name })
    let words = verb.arguments.map(\.name)
    let options = (verb.options + Verb.common).filter { $0.name != "help" }

    for option in options {
      let companion = options.first { option.companions.contains($0.name) }
      let typed = [option, companion].compactMap(\.self).flatMap { ["--\($0.name)"] + ($0.value == nil ? [] : ["x"]) }
      // Behind a command they are the command's.
      let isLast = verb.arguments.last?.isCommand != true
      #expect(try verb.parse(isLast ? words + typed : typed + words).has(option.name))
    }
    #expect(Set(options.map(\.name)).count == options.count, "an option of \(name) occurs twice")
    if verb.arguments.last?.repeats != true {
      #expect(throws: Failure.self) { try verb.parse(words + ["one too many"]) }
    }
  }

  @Test func `no verb occurs twice`() {
    #expect(Set(Catalogue.verbs.map(\.name)).count == Catalogue.verbs.count)
  }
}

@Suite("Values that people type") struct TypedValueTests {
  @Test(arguments: ["390x844", "390X844", "390×844"])
  func `a size has two sides`(text: String) throws {
    #expect(try TypedValue.size(text) == Assignment(.size, to: [390, 844]))
  }

  @Test func `a side may wrap its content`() throws {
    #expect(try TypedValue.size("320x_") == Assignment(.size, to: [320, nil]))
  }

  @Test(arguments: ["390", "390x", "x844", "390x844x2", "390x844x", "-1x5", "wide", "nanx1", "infx1", ""])
  func `what is no size ends with 65`(text: String) {
    let failure = #expect(throws: Failure.self) { try TypedValue.size(text) }
    #expect(failure?.code == .badValue)
  }

  @Test func `a trait is a word or a name with a value`() throws {
    #expect(try TypedValue.trait("compact.y") == Assignment(.trait, of: "sizeClass.y", to: "compact"))
    #expect(try TypedValue.trait("dark") == Assignment(.trait, of: "style", to: "dark"))
    #expect(try TypedValue.trait("mood=calm") == Assignment(.trait, of: "mood", to: "calm"))
    #expect(try TypedValue.trait("style=") == Assignment(.trait, of: "style", to: nil))
    #expect(throws: Failure.self) { try TypedValue.trait("drak") }
    #expect(throws: Failure.self) { try TypedValue.trait("compact.x=5") }
  }

  @Test func `signs between the quotes of a key are the key's`() throws {
    let view = #"rows.row["a=b@c.d#e*f"].title"#
    #expect(
      try RecordInput.action(view + ".text=Hi=You") == .set(Assignment(.text, of: view, to: "Hi=You")))
    #expect(try RecordInput.action(view + ".hidden") == .set(Assignment(.hidden, of: view, to: true)))
    #expect(
      try RecordInput.action(view + ".#gap=1,2") == .set(Assignment(.constant, of: view + ".#gap", to: [1, 2])))
    #expect(
      try RecordInput.action(view + ".#gap@high") == .set(Assignment(.priority, of: view + ".#gap", to: 750)))
    // A backslash keeps the quote behind it in the key.
    let quoted = #"row["a\"].text=b"].title"#
    #expect(try RecordInput.action(quoted + ".text=x") == .set(Assignment(.text, of: quoted, to: "x")))
  }

  @Test func `an offset is one number down, or two`() throws {
    #expect(try TypedValue.offset("-120.5") == [0, -120.5])
    #expect(try TypedValue.offset("300,-4") == [300, -4])
    for text in ["", "1,", ",1", "1,2,3", "down", "1,x", "nan"] {
      #expect(throws: Failure.self) { try TypedValue.offset(text) }
    }
  }

  @Test func `a number is finite`() throws {
    #expect(try TypedValue.number("-1.5", for: "x") == -1.5)
    for text in ["", "one", "nan", "inf", "1e999"] {
      #expect(throws: Failure.self) { try TypedValue.number(text, for: "x") }
    }
  }

  @Test func `numbers in tables are points with two decimals where there are any`() {
    #expect(FrameTable.points(64 * 10) == "10")
    #expect(FrameTable.points(64 * 10 + 32) == "10.5")
    #expect(FrameTable.points(64 * 10 + 1) == "10.02")
    #expect(FrameTable.points(-16) == "-0.25")
    #expect(FrameTable.points(0) == "0")
    #expect(FrameTable.points(told: 844.5) == "844.5")
    #expect(FrameTable.points(told: 1e300) == "33554431.98")
  }
}
