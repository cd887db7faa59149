import DaemonHarness
import JSONText
import Posix
import Testing
import Wire

@Suite("Verbs that talk to a daemon") struct DaemonVerbTests {
  let folder: ServedFolder

  init() throws { folder = try ServedFolder(["card.layout": SampleLayouts.card()]) }

  @Test func `scenes lists them with size, state and configurations`() throws {
    let run = try folder.run("scenes")

    #expect(run.exit == .code(0))
    #expect(run.outputText.contains("card  ok      390×844    6 views  \(folder.file("card.layout"))"))
    #expect(run.outputText.contains("second: [main]") && run.outputText.contains(" wide"))
  }

  @Test func `scenes, revisions and names are printed as JSON where that is wished`() throws {
    func json(_ words: String...) throws -> JSON {
      let run = try ChildProcess.run(
        ServedFolder.tool, words, environment: ["FRAMEWIRE_SOCKET": folder.socket], in: folder.path,
        timeout: ServedFolder.patience)
      #expect(run.exit == .code(0), "\(run.errorText)")
      return try JSON(parsing: Array(run.outputText.utf8))
    }
    // As the protocol has them.
    let scenes = try folder.connect().ask("ListScenes").parameters["scenes"]
    #expect(try json("scenes", "--format", "json") == scenes && scenes?.array?.count == 1)
    let revisions = try folder.connect().ask("Revisions", #"{"scene":"card"}"#).parameters["revisions"]
    #expect(try json("revisions", "card", "--json") == revisions && revisions?.array?.count == 1)
    #expect(try json("names", "scenes", "--json") == ["card"])
  }

  @Test func `a scene whose file is there cannot be forgotten, and it is said what a person can do`() throws {
    let run = try folder.run("forget", "card")
    #expect(run.exit != .code(0))
    #expect(run.errorText.contains("is there; its scenes end when that file is deleted, and 'framewire check' says"))
  }

  @Test func `what is set of views is read back, and views go by their last names`() throws {
    let folder = try ServedFolder([
      "a.layout": """
      var rows: list(id: text, n: number) = [(id: "a", n: 1)]
      layout a {
        list l fill { for r in rows by r.id { label row[r.id] "Row" width r.n } }
        vstack p fill { label t "Hi"; label u "Ho" height 10 #h; box v height 10 #h }
        box c size 4 top 0 leading 0 { config wide { alpha: 0 } }
      }

      """
    ])
    func words(_ verb: String, _ arguments: String...) throws -> String {
      let run = try ChildProcess.run(
        ServedFolder.tool, [verb] + arguments, environment: ["FRAMEWIRE_SOCKET": folder.socket], in: folder.path,
        timeout: ServedFolder.patience)
      return run.exit == .code(0) ? run.outputText : run.errorText
    }

    #expect(try words("set", "t.text=Hey", "u.hidden", "row[\"a\"].hidden=on").hasPrefix("revision "))
    #expect(try words("get", "t.text", "u.hidden", "v.hidden", "--value") == "Hey\non\noff\n")
    let set = try words("get")
    for line in ["p.t.text=Hey", "p.u.hidden=on", "l.row[\"a\"].hidden=on"] { #expect(set.contains(line), "\(set)") }
    #expect(try words("set", "row[\"a\"].hidden=off", "rows[\"a\"].n=5").hasPrefix("revision "))
    #expect(try words("explain", "v").contains("p.v"))
    let several = "framewire: error: several views have '#h'\n  say of which one: p.u.#h, p.v.#h\n"
    #expect(try words("set", "#h=4") == several)
    #expect(try words("set", "t.txt=Hi").contains("did you mean 'p.t.text'?"))
    #expect(try words("scenes").contains("c: wide [main]\n"))
    #expect(try words("use", "visible").contains("no view has a block of configuration 'visible'"))
  }

  @Test func `in a terminal lists keep to its width, and nothing is left out`() throws {
    let folder = try ServedFolder([
      "card.layout": SampleLayouts.card(), "a_long_name_of_a_file_that_is_served.layout": SampleLayouts.stacks,
    ])
    for verb in ["scenes", "get --scene card", "explain second --scene card", "stats", "doctor"] {
      let command = "stty cols 60; '\(ServedFolder.tool)' \(verb)"
      // script(1) from util-linux gives it a terminal.
      let shown = try ChildProcess.run(
        "script", ["-qec", command, "/dev/null"],
        environment: ["PATH": "/usr/bin:/bin", "TERM": "dumb", "FRAMEWIRE_SOCKET": folder.socket],
        in: folder.path, timeout: ServedFolder.patience
      ).outputText.replacing("\r\n", with: "\n")
      let words = verb.split(separator: " ").map(String.init)
      let whole = try ChildProcess.run(
        ServedFolder.tool, words, environment: ["FRAMEWIRE_SOCKET": folder.socket], in: folder.path,
        timeout: ServedFolder.patience)

      // A word is never broken, and paths are long.
      for line in shown.split(separator: "\n") where line.split(separator: " ").count > 1 {
        #expect(line.count <= 60, "\(verb): \(line)")
      }
      func parts(_ text: String) -> [Substring] { text.split(whereSeparator: { " \n".contains($0) }) }
      #expect(verb == "stats" || verb == "doctor" || parts(shown) == parts(whole.outputText), "\(verb)")
    }
  }

  @Test func `keys of records can be typed as names, and long lists leave get in columns`() throws {
    let long = String(repeating: "long ", count: 40)
    let folder = try ServedFolder([
      "inbox.layout": """
      var messages: list(about: text, id: text) = [(about: "\(long)", id: "b"), (about: "", id: "two words")]
      var steps: list(n: number) = [(n: 2), (n: 1)]
      var others: list(name: text) = [(name: "no key")]
      layout inbox {
        for m in messages by m.id { label row[m.id] text: m.about  left 0  top 0 }
        for s in steps by s.n { box step[s.n]  size 1  left 0  top 0 }
      }

      """
    ])
    #expect(try folder.run("names", "lists").outputText == "messages\nothers\nsteps\n")
    #expect(try folder.run("names", "keys").outputText == "1\n2\nb\ntwo words\n")
    #expect(try folder.run("names", "kyes").exit == .code(64))

    let values = try folder.run("get", "--format", "json").outputText
    #expect(values.contains(#""from":"file","key":"id","written":"2 records""#))
    #expect(values.contains(#""from":"file","key":"n","written":"2 records""#))
    // Behind the longest that is no more than 50: orientation=portrait has 20, others=[{"name":"no key"}] has 27.
    let lines = try folder.run("get", "others", "style").outputText.split(separator: "\n")
    #expect(
      lines.map { $0.prefix(33) } == [#"others=[{"name":"no key"}]  in th"#, "style=light                 nobod"])
    let beside = try folder.run("get", "messages", "style").outputText.split(separator: "\n")
    #expect(beside.last == "style=light  nobody says it")
  }

  @Test func `use switches a configuration in one scene, in all, and back`() throws {
    #expect(try folder.run("use", "wide", "--scene", "card").outputText == "card: wide\n")
    #expect(try folder.run("scenes").outputText.contains("[wide]"))
    #expect(try folder.run("use", "--clear").outputText == "card: cleared\n")
    #expect(try folder.run("scenes").outputText.contains("[main]"))
    #expect(try folder.run("use", "wide", "--view", "second").outputText == "card: wide\n")
    #expect(try folder.run("scenes").outputText.contains("[wide]"))
  }

  @Test func `use without a scene is for those that have the configuration`() throws {
    func layout(_ name: String, _ config: String) -> String {
      "layout \(name) { box p { left 0; size 1; top 0; config main { left 1 }; config \(config) { left 2 } } }"
    }
    let folder = try ServedFolder([
      "a.layout": layout("a", "one"), "b.layout": layout("b", "two"), "c.layout": layout("c", "one"),
    ])

    #expect(try folder.run("use", "two").outputText == "b: two\n")
    #expect(try folder.run("use", "one").outputText == "a: one\nc: one\n")
    let unknown = try folder.run("use", "three")
    #expect(unknown.exit == .code(66) && unknown.errorText.contains("'three'"))
  }

  @Test func `set, trait and resize change what a scene shows`() throws {
    #expect(try folder.run("set", "#inset=5", "columns=3", "editing").exit == .code(0))
    #expect(try folder.run("trait", "dark").exit == .code(0))
    #expect(try folder.run("resize", "card", "500x_").exit == .code(0))

    let views = try folder.connect().ask("Snapshot").parameters["event"]?.object?["views"]?.array ?? []
    func frame(_ path: String) -> [Double] {
      let view = views.first { $0.object?["path"]?.string == path }
      return view?.object?["frame"]?.array?.compactMap(\.number) ?? []
    }
    #expect(frame("second") == [5, 60, 60, 30])
    #expect(frame("bar")[2] == 40)
    #expect(frame("night") == [460, 0, 40, 4])
  }

  @Test func `append, remove and arrange say which views a stack shows, also to the next daemon`() throws {
    let folder = try ServedFolder(["page.layout": SampleLayouts.stacks])
    func views(in stack: String) throws -> [String] {
      let views = try folder.connect().ask("Snapshot").parameters["event"]?["views"]?.array ?? []
      let id = views.first { $0["path"]?.string == stack }?["id"]
      return views.filter { $0["parent"] == id }.compactMap { $0["path"]?.string }
    }

    #expect(try folder.run("append", "badge", "--to", "row").outputText.hasPrefix("revision "))
    #expect(try folder.run("append", "column.more", "--to", "row", "--at=1", "--wait", "settled").exit == .code(0))
    #expect(try views(in: "row") == ["row.a", "column.more", "row.b", "row.c", "badge"])
    #expect(try folder.run("remove", "row.b", "row.c", "--from", "row", "--animate").exit == .code(0))
    #expect(try folder.run("remove", "--all", "--from", "column").exit == .code(0))
    #expect(try views(in: "column") == [])
    try folder.daemon.send(.kill)
    _ = try folder.daemon.wait(until: ServedFolder.deadline)
    let second = try folder.startAnother()
    _ = try second.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("Control-C ends it.") }

    #expect(try views(in: "row") == ["row.a", "column.more", "badge"])
    #expect(try folder.run("arrange", "row", "badge", "row.b").exit == .code(0))
    #expect(try views(in: "row") == ["badge", "row.b"])
    #expect(try folder.run("arrange", "row", "--clear").exit == .code(0))
    #expect(try views(in: "row") == ["row.a", "row.b", "row.c"])
    #expect(try folder.run("reset", "page", "--views").exit == .code(0))
    #expect(try views(in: "column") == ["column.head", "column.more"])
    try second.send(.kill)
  }

  @Test func `set reads a value as the type that its variable has`() throws {
    let text = "layout page { var greeting = \"Hello\"; var pace = 100ms; label l text: greeting + \"!\" left 0 top 0 }"
    let folder = try ServedFolder(["page.layout": text])
    func shown() throws -> String? {
      let views = try folder.connect().ask("Snapshot").parameters["event"]?["views"]?.array ?? []
      return views.last?["text"]?.string
    }
    #expect(try folder.run("set", "greeting=Good evening", "pace=1s").exit == .code(0))
    #expect(try shown() == "Good evening!")
    #expect(try folder.run("set", #"greeting="on""#).exit == .code(0))
    #expect(try shown() == "on!")
    #expect(try folder.run("set", "greeting=5").exit == .code(0))
    #expect(try shown() == "5!")
    let refused = try folder.run("set", "greeting=no", "pace=soon")
    #expect(refused.exit == .code(65) && refused.errorText.contains("'pace' is a duration, like 250ms, not 'soon'"))
    #expect(try shown() == "5!")
    #expect(try folder.run("set", "greeting=").exit == .code(0))
    #expect(try shown() == "Hello!")
  }

  @Test func `set sets the texts of views, and takes views out of sight`() throws {
    let folder = try ServedFolder([
      "page.layout": """
      var rows: list(id: text, text: text) = [(id: "a", text: "of a")]
      layout page {
        view head fill { label title "Hello"  left 0  top 0 }
        view all fill { for r in rows by r.id { view row[r.id] fill { label name text: r.text  left 0  top 0 } } }
      }

      """
    ])
    func shown(_ path: String) throws -> JSON? {
      try folder.connect().ask("Snapshot").parameters["event"]?["views"]?.array?.first { $0["path"]?.string == path }
    }
    let set = try folder.run(
      "set", "head.title.text=Good evening", #"all.row["a"].name.text="on""#, #"all.row["a"].hidden"#)
    #expect(set.exit == .code(0), "\(set.errorText)")
    #expect(try shown("head.title")?["text"]?.string == "Good evening")
    #expect(try shown(#"all.row["a"].name"#)?["text"]?.string == "on")
    #expect(try shown(#"all.row["a"]"#)?["hidden"] == true)

    // A field of a record that is called so is the record's.
    #expect(
      try folder.run("set", "head.title.text=", #"all.row["a"].hidden=off"#, #"rows["a"].text=new"#).exit == .code(0))
    #expect(try shown("head.title")?["text"]?.string == "Hello")
    #expect(try shown(#"all.row["a"]"#)?["hidden"] != true)
    #expect(try folder.run("get", "rows").outputText.contains(#""text":"new""#))
  }

  @Test func `surround says what covers a scene, and how a keyboard comes in`() throws {
    let bottom = "layout page size 100, 200 { box bar x fill safe height 10 { bottom == super.keyboardSafe.bottom } }"
    let folder = try ServedFolder(["page.layout": bottom])
    func bar() throws -> [Double] {
      let views = try folder.connect().ask("Snapshot").parameters["event"]?["views"]?.array ?? []
      return views.first { $0["path"]?.string == "bar" }?["frame"]?.array?.compactMap(\.number) ?? []
    }
    #expect(try folder.run("surround", "safe=10,4,20,6", "margins=3", "scale=2").exit == .code(0))
    #expect(try bar() == [4, 170, 90, 10])

    _ = try folder.run("clock", "pause")
    #expect(try folder.run("surround", "keyboard=120", "--duration", "100ms", "--curve=linear").exit == .code(0))
    _ = try folder.run("clock", "step", "50ms")
    #expect(try bar() == [4, 120, 90, 10])
    _ = try folder.run("clock", "step", "50ms")
    #expect(try bar() == [4, 70, 90, 10])
    #expect(try folder.run("surround", "keyboard=20,100,60,40").exit == .code(0))
    #expect(try bar() == [4, 90, 90, 10])
    #expect(try folder.run("reset", "page", "--traits").exit == .code(0))
    #expect(try bar() == [0, 190, 100, 10])
  }

  @Test func `reset takes back what was set, in one scene or in all, all of it or a part`() throws {
    _ = try folder.run("set", "#inset=5")
    _ = try folder.run("use", "wide")
    _ = try folder.run("resize", "card", "500x500")
    func shown() throws -> [Double] {
      let views = try folder.connect().ask("Snapshot").parameters["event"]?["views"]?.array ?? []
      let second = views.first { $0["path"]?.string == "second" }?["frame"]?.array?.compactMap(\.number) ?? []
      return [second[0], second[2], views[0]["frame"]?.array?[2].number ?? 0]
    }
    #expect(try shown() == [5, 200, 500])

    #expect(try folder.run("reset", "card", "--configs").outputText.hasPrefix("revision "))
    #expect(try shown() == [5, 40, 500])
    #expect(try folder.run("reset", "--values").outputText == "card\n")
    #expect(try shown() == [16, 40, 500])
    #expect(try folder.run("reset").outputText == "card\n")
    #expect(try shown() == [16, 40, 390])
    #expect(try folder.run("reset").outputText == "no scene looks different\n")
  }

  @Test func `reset can animate, and wait until that is over`() throws {
    _ = try folder.run("set", "#inset=50")

    let reset = try folder.run("reset", "card", "--animate", "--wait", "settled")

    #expect(reset.exit == .code(0), "\(reset.errorText)")
    let revision = try #require(Int(reset.outputText.filter(\.isNumber)))
    #expect(revision > 3, "there were frames on the way")
    #expect(try folder.run("reset", "--no-animate").outputText == "no scene looks different\n")
  }

  @Test func `reset works for a scene that never had a good layout`() throws {
    try folder.save("bad.layout", "layout bad { box a widht 1 }")
    _ = try folder.connect().ask("Sync", #"{"scene":"bad"}"#)

    #expect(try folder.run("reset", "bad").exit == .code(0))
  }

  @Test func `what was set is taken back by an empty value`() throws {
    _ = try folder.run("set", "#inset=5")
    _ = try folder.run("set", "#inset=")

    let run = try folder.run("call", "Snapshot", #"{"filter":{"root":"second","depth":0}}"#)
    #expect(run.outputText.contains(#""frame":[16,60,40,30]"#))
  }

  @Test func `an empty value takes back a flag as well`() throws {
    func width() throws -> String { try folder.run("call", "Snapshot", #"{"filter":{"root":"bar"}}"#).outputText }
    _ = try folder.run("set", "editing")
    #expect(try width().contains("0,0,40,4"))

    #expect(try folder.run("set", "editing=").exit == .code(0))

    #expect(try width().contains("0,0,20,4"))
    #expect(try folder.run("set", "edting=").errorText.contains("there is no variable 'edting'"))
  }

  @Test func `who waits for a scene to settle is told when its clock is stopped`() throws {
    #expect(try folder.run("use", "wide", "--wait", "settled").errorText == "")
    _ = try folder.run("clock", "pause")

    let run = try folder.run("use", "--clear", "--wait", "settled")

    #expect(run.exit == .code(0))
    #expect(run.errorText.contains("the clock of scenes is stopped"))
  }

  @Test func `who waits for several scenes to settle is told once that their clock is stopped`() throws {
    try folder.save("other.layout", "layout other { box b { config wide { width 20 } } }\n")
    try folder.sync("other")
    _ = try folder.run("clock", "pause")

    let run = try folder.run("use", "wide", "--wait", "settled")

    #expect(run.outputText == "card: wide\nother: wide\n")
    #expect(run.errorText.split(separator: "\n").count { $0.contains("the clock of scenes is stopped") } == 1)
  }

  @Test func `subscribe ends with its reader, also while nothing happens`() throws {
    // A heartbeat comes after ten seconds and is printed nowhere.
    let run = try ChildProcess.run(
      "/bin/sh", ["-c", "'\(ServedFolder.tool)' subscribe card | head -n 1"],
      environment: ["PATH": "/usr/bin:/bin", "FRAMEWIRE_SOCKET": folder.socket], in: folder.path,
      timeout: ServedFolder.patience)

    #expect(run.exit == .code(0) && run.errorText == "")
    #expect(run.outputText.contains(#""kind":"snapshot""#))
  }

  @Test func `a scene is an option of every verb that speaks of one`() throws {
    #expect(try folder.run("resize", "500x_", "--scene", "card").exit == .code(0))
    #expect(try folder.run("scenes").outputText.contains("500×"))
    #expect(try folder.run("reset", "--scene", "card").outputText.hasPrefix("revision "))
    #expect(try folder.run("scenes").outputText.contains("390×844"))
    #expect(try folder.run("subscribe", "--scene", "card", "--count", "1").outputText.contains("snapshot"))
    #expect(try folder.run("update", "--scene", "card").exit == .code(0))
  }

  @Test func `a value without its sign is told how it is set`() throws {
    let run = try folder.run("set", "columns", "3")

    #expect(run.exit == .code(0))
    #expect(run.errorText.contains("asks for flag 'columns'"))
    #expect(run.errorText.hasSuffix("  the variable is set by framewire set columns=VALUE\n"))
    let text = try folder.run("set", "second", "Hello", "columns=2").errorText
    #expect(text.hasSuffix("  the text of the view is set by framewire set second.text=VALUE\n"))
    #expect(try folder.run("set", "dark").errorText.hasSuffix("  the trait is set by framewire trait dark\n"))
    #expect(try folder.run("set", "nobody").errorText.contains("is set by") == false)
  }

  @Test func `subscribe to a view that is not there says so, and waits for it`() throws {
    let run = try folder.run("subscribe", "card", "--root", "secnd", "--count", "1")

    #expect(run.exit == .code(0))
    #expect(run.outputText.contains(#""kind":"snapshot""#))
    #expect(run.errorText == "framewire: there is no view 'secnd' yet; did you mean 'second'?\n")
  }

  /// A daemon that sends pictures without views on the first connection, and closes the one that asks for names.
  @Test func `a hint that cannot be had does not end the subscription, and comes once`() throws {
    let directory = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let listener = try UnixListener(at: SocketAddress(path: FileSystem.join(directory, "daemon.sock")))
    func nextConnection() throws -> UnixConnection {
      while true {
        if let connection = try listener.accept() { return connection }
        try #require(try listener.descriptor.number.wait(for: .readable, until: ServedFolder.deadline))
      }
    }
    func sendPicture(_ revision: Int, _ stream: UnixConnection) throws {
      let event = #"{"kind":"snapshot","epoch":"e","rev":\#(revision),"layoutRev":1,"time":0,"views":[]}"#
      try stream.sendAll(Array(#"{"parameters":{"event":\#(event)},"continues":true}"#.utf8) + [0])
    }
    let subscriber = try ChildProcess(
      ServedFolder.tool, ["subscribe", "card", "--root", "a", "--count", "2", "--socket", listener.address.path])

    let stream = try nextConnection()
    try sendPicture(1, stream)
    _ = try nextConnection()
    try sendPicture(2, stream)

    #expect(try subscriber.wait(until: ServedFolder.deadline) == .code(0))
    #expect(subscriber.outputText.split(separator: "\n").count == 2)
    #expect(subscriber.errorText == "framewire: there is no view 'a' yet\n")
  }

  @Test(arguments: ["0", "1e-300", "1e7"]) func `a rate that no stream can have is refused`(_ rate: String) throws {
    let run = try folder.run("subscribe", "card", "--max-hz", rate)

    #expect(run.exit == .code(64))
    #expect(run.errorText.contains("--max-hz is a number from 0.001 to 1000000, not '\(rate)'"))
  }

  @Test func `subscribe prints one JSON object a line, a snapshot first`() throws {
    let subscriber = try ChildProcess(
      ServedFolder.tool, ["subscribe", "card", "--count", "3"], environment: ["FRAMEWIRE_SOCKET": folder.socket])
    func lines(_ count: Int) throws -> [JSONObject] {
      _ = try subscriber.waitForOutput(until: ServedFolder.deadline) {
        $0.output.count { $0 == UInt8(ascii: "\n") } >= count
      }
      let lines = subscriber.outputText.split(separator: "\n")
      return try lines.compactMap { try JSON(parsing: Array($0.utf8)).object }
    }
    #expect(try lines(1).first?["kind"]?.string == "snapshot")

    try folder.save("card.layout", SampleLayouts.card(width: 150))
    #expect(try lines(2).last?["kind"]?.string == "delta")
    try folder.save("card.layout", SampleLayouts.broken)
    #expect(try lines(3).last?["state"]?.string == "stale")

    #expect(try subscriber.wait(until: ServedFolder.deadline) == .code(0))
  }

  @Test func `subscribe shows one view and its own where it is asked to`() throws {
    let run = try folder.run("subscribe", "card", "--root", "second", "--count", "1")

    #expect(run.outputText.contains(#""path":"second.title""#) && !run.outputText.contains(#""path":"first""#))
  }

  @Test func `subscribe waits for the next daemon when this one goes`() throws {
    let subscriber = try ChildProcess(
      ServedFolder.tool, ["subscribe", "card"], environment: ["FRAMEWIRE_SOCKET": folder.socket])
    #expect(
      try subscriber.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains(#""kind":"snapshot""#) })
    try folder.daemon.send(.terminate)
    _ = try folder.daemon.wait(until: ServedFolder.deadline)
    let second = try folder.startAnother()

    #expect(
      try subscriber.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains(#""reset":true"#) },
      "\(subscriber.outputText)\(subscriber.errorText)")
    try second.send(.kill)
    try subscriber.send(.kill)
  }

  @Test func `subscribe ends with the daemon where it is told not to wait`() throws {
    let subscriber = try ChildProcess(
      ServedFolder.tool, ["subscribe", "card", "--no-reconnect"], environment: ["FRAMEWIRE_SOCKET": folder.socket])
    _ = try subscriber.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("snapshot") }
    try folder.daemon.send(.terminate)

    #expect(try subscriber.wait(until: ServedFolder.deadline) == .code(0))
    #expect(subscriber.outputText.contains(#""kind":"bye""#))
  }

  @Test func `subscribe ends when nobody reads its output any more`() throws {
    let pipe = try ChildProcess(
      "sh", ["-c", "'\(ServedFolder.tool)' subscribe card | head -n 1"],
      environment: ["FRAMEWIRE_SOCKET": folder.socket, "PATH": "/usr/bin:/bin"])
    _ = try pipe.waitForOutput(until: ServedFolder.deadline) { $0.outputText.contains("snapshot") }

    // The next line finds nobody there.
    try folder.save("card.layout", SampleLayouts.card(width: 150))

    #expect(try pipe.wait(until: ServedFolder.deadline) == .code(0))
    #expect(pipe.errorText == "")
  }

  @Test func `call prints the reply, and ends with the error's code`() throws {
    let info = try folder.run("call", "org.varlink.service.GetInfo")
    #expect(info.exit == .code(0) && info.outputText.contains(#""product":"framewire""#))

    let cases: [(String, String, Int32)] = [
      ("Snapshot", #"{"scene":"crad"}"#, 66), ("Snapshoot", "{}", 64), ("Stream", #"{"encoding":"a"}"#, 64),
      ("Snapshot", #"{"at":99}"#, 75), ("Apply", #"{"ops":[{"op":"scale","value":-1}]}"#, 65),
      ("Apply", #"{"ops":[],"ifLayoutRev":9}"#, 75), ("Load", #"{"text":"layout a { box b widht 1 }"}"#, 1),
      ("Stats", "[1]", 65), ("Stats", "{", 65),
    ]
    for (method, parameters, code) in cases {
      #expect(try folder.run("call", method, parameters).exit == .code(code), "\(method) \(parameters)")
    }
  }

  @Test func `get shows a value that is longer than its column`() throws {
    let long = String(repeating: "x", count: 60)
    let folder = try ServedFolder(["card.layout": "layout card { var words = \"\(long)\"\n box a }\n"])

    #expect(try folder.run("get", "words").outputText.hasPrefix("words=\(long)  in the file  "))
  }

  @Test func `get reads back what set and trait set, and says where it comes from`() throws {
    #expect(try folder.run("get", "#inset").outputText.hasPrefix("#inset=16  required  in the file  "))
    _ = try folder.run("set", "#inset=5", "columns=3", "editing")
    _ = try folder.run("trait", "dark")

    let table = try folder.run("get", "#inset", "columns", "editing", "style", "idiom")
    #expect(table.exit == .code(0), "\(table.errorText)")
    let lines = table.outputText.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("#inset=5    required  set; the file says 16  "))
    #expect(lines[1].hasPrefix("columns=3") && lines[1].contains("set; the file says"))
    #expect(lines[2].hasPrefix("editing=on") && lines[3].hasPrefix("style=dark") && lines[4].hasPrefix("idiom="))
    #expect(lines[4].contains("nobody says it"))
    #expect(try folder.run("get", "columns", "#inset", "--value").outputText == "3\n5\n")
    #expect(
      try folder.run("get", "--format", "json").outputText.contains(##""name":"#inset","kind":"constant","value":5"##))
  }

  @Test func `what get prints, set takes`() throws {
    _ = try folder.run("set", "#inset=5", "#inset@high", "#inset*0.5", "#inset=off", "columns=3", "editing=on")
    let printed = try folder.run("get", "#inset", "columns", "editing").outputText
      .split(separator: "\n").map { String($0.split(separator: " ")[0]) }
    #expect(printed == ["#inset=5", "#inset@750", "#inset*0.5", "#inset=off", "columns=3", "editing=on"])
    _ = try folder.run("reset")

    let set = try folder.run("set", printed[0], printed[1], printed[2], printed[3], printed[4], printed[5])
    #expect(set.exit == .code(0))
    #expect(
      try folder.run("get", "#inset", "columns", "editing", "--value").outputText == "5\n750\n0.5\noff\n3\non\n")
    _ = try folder.run("set", "#inset@", "#inset*", "#inset=on")
    #expect(try folder.run("get", "#inset", "--value").outputText == "5\non\n")
  }

  @Test func `so it is with what is set of views, and resize and surround take the rest`() throws {
    let folder = try ServedFolder([
      "a.layout": """
      layout a size 200, 100 {
        label t "Hi" top 0 leading 0
        box p size 10 top 20 leading 0 { config wide { width 40 } }
        vscroll s top 40 leading 0 size 50, 50 { box b top 0 leading 0 size 10, 200 }
      }

      """
    ])
    let names = ["t.text", "t.intrinsic", "p.config", "s.scroll"]
    func get() throws -> [String] {
      try folder.run("get", names[0], names[1], names[2], names[3]).outputText
        .split(separator: "\n").map { String($0.split(separator: " ")[0]) }
    }
    let set = ["t.text=\"on\"", "t.intrinsic=40,20,_,_", "p.config=wide", "s.scroll=0,5"]
    #expect(try folder.run("set", set[0], set[1], set[2], set[3]).exit == .code(0))
    #expect(try get() == set)
    _ = try folder.run("set", "t.text=", "t.intrinsic=", "p.config=", "s.scroll=")
    #expect(try get() == ["t.text=Hi", "t.intrinsic=16,20,15,15", "p.config=main", "s.scroll=0,0"])

    #expect(try folder.run("resize", "a", "320x_").exit == .code(0))
    #expect(try folder.run("surround", "margins=1,2,3,4", "keyboard=30").exit == .code(0))
    #expect(try folder.run("get", "size", "margins", "keyboard", "--value").outputText == "320x_\n1,2,3,4\n30\n")
    #expect(try folder.run("get", "size").outputText == "size=320x_  set; the file says 200, 100\n")
    #expect(try folder.run("set", "s.scroll").errorText.contains("'s.scroll' says no value"))
    #expect(try folder.run("set", "t.intrinsic=1,a").errorText.contains("is a number, not 'a'"))
  }

  @Test(arguments: [
    "on", "off", "true", "false", "", "\"", "\"\"", "\"quoted\"", "a \"word\" inside", " around ", "two\nlines\n", "3",
    "plain", "\u{1B}[31m\u{9B}\u{202E}", " \\u{a} and \\", "\"\\u{41}\"",
  ])
  func `so it is with any text`(text: String) throws {
    let layout = "layout note { var greeting = \"Hello\"; label a text: greeting center }"
    let folder = try ServedFolder(["note.layout": layout])
    let greeting = Op(.set(.variable, of: "greeting", to: .text(text)))
    try folder.ask(.apply(Request.Apply(scene: "note", ops: [greeting])))
    let json = try folder.run("get", "greeting", "--format", "json").outputText
    let printed = try folder.run("get", "greeting", "--value").outputText.dropLast()
    let row = try folder.run("get", "greeting").outputText
    #expect(row.hasPrefix("greeting=\(printed)  "))
    _ = try folder.run("reset")

    #expect(try folder.run("set", "greeting=\(printed)").exit == .code(0))
    #expect(try folder.run("get", "greeting", "--format", "json").outputText == json)
  }

  @Test func `explain takes an attribute behind a dot, of a daemon's scene as well`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])

    let run = try folder.run("explain", "first.width")
    #expect(run.outputText.hasPrefix("first.width is 100\n"))
    #expect(run.outputText == (try folder.run("explain", "first", "width")).outputText)
    #expect(try folder.run("explain", "nothing.width").exit == .code(66))
    #expect(try folder.run("explain", "first.widht").errorText.contains("did you mean 'first.width'?"))
  }

  @Test func `explain says why a view is where it is, as a table and as JSON`() throws {
    let table = try folder.run("explain", "second", "left", "--scene", "card")
    #expect(table.exit == .code(0), "\(table.errorText)")
    #expect(table.outputText.hasPrefix("second.left is 16\n"))
    #expect(table.outputText.contains("#inset") && table.outputText.contains("required  holds"))
    #expect(table.outputText.contains("card.layout:"))
    #expect(!table.outputText.contains("\u{1B}"), "no colours where no terminal is")

    _ = try folder.run("set", "#inset=5")
    let json = try folder.run("explain", "second", "--format", "json")
    let attributes = try JSON(parsing: Array(json.outputText.utf8))["attributes"]?.array ?? []
    #expect(attributes.first?["name"]?.string == "left" && attributes.first?["value"]?.number == 5)
  }

  @Test(arguments: [
    ("scene", "scene card: layout card of "), ("tree", "view root  0, 0, "), ("syntax", "file\n"),
    ("solver", "rows\n  r0: root."),
  ])
  func `debug lays a scene open, with a daemon and without`(part: String, beginning: String) throws {
    let live = try folder.run("debug", part, "card")
    #expect(live.exit == .code(0), "\(live.errorText)")
    #expect(live.outputText.hasPrefix(beginning))

    let file = try folder.run("debug", part, "--file", "\(folder.layouts)/card.layout", "--scene", "card")
    #expect(file.exit == .code(0), "\(file.errorText)")
    #expect(file.outputText.hasPrefix(beginning))
  }

  @Test func `debug tells what is watched`() throws {
    #expect(try folder.run("debug", "watcher").outputText.contains("card.layout"))
  }

  @Test func `a method that is nearly one is guessed`() throws {
    let run = try folder.run("call", "Snapshoot")

    #expect(run.errorText.contains("there is no method 'io.framewire.v1.Snapshoot'"))
    #expect(run.errorText.contains("did you mean 'Snapshot'?"))
  }

  @Test(arguments: [
    (["use", "wdie"], Int32(66), "did you mean 'wide'?"), (["use"], 64, "NAME, or --clear"),
    (["use", "wide", "--scene", "crad"], 66, "did you mean 'card'?"),
    (["use", "hidden"], 66, "no view has a block of configuration 'hidden'"),
    (["use", "wide", "--view", "secnd"], 66, "no scene has a view 'secnd' with configurations"),
    (["set", "second.text"], 65, "write second.text=Hello"), (["set", "second.hidden=2"], 65, "on or off, not '2'"),
    (["set", "secnd.hidden"], 66, "did you mean 'second'?"),
    (["set", "#insett=1"], 66, "did you mean '#inset'?"), (["set", "columns=many"], 65, "is a number"),
    (["trait", "drak"], 65, "is no trait"), (["resize", "card", "big"], 65, "is no size"),
    (["resize", "card"], 64, "WxH is missing"), (["explain", "secnd"], 66, "did you mean 'second'?"),
    (["get", "#inst"], 66, "did you mean '#inset'?"), (["get", "colums"], 66, "did you mean 'columns'?"),
    (["explain", "second", "lef"], 66, "did you mean 'left'?"), (["subscribe", "crad"], 66, "did you mean 'card'?"),
    (["reset", "crad"], 66, "did you mean 'card'?"), (["reset", "card", "--config"], 64, "did you mean '--configs'?"),
    (["serve", "--no-journal", "--sync"], 64, "--sync has no meaning"),
    (["scroll", "pages", "down"], 65, "is no offset"), (["scroll", "pages", "1,2,3"], 65, "is no offset"),
    (["scroll", "second", "5"], 65, "does not scroll"),
    (["scroll", "second", "-5,0"], 65, "does not scroll"), (["trait", "compact.x=5"], 65, "takes no value"),
    (["surround", "keyboard"], 65, "no assignment"), (["surround", "keyboard=-1"], 65, "a number from 0"),
    (["surround", "safe=1,2"], 65, "one number or four"), (["surround", "size=1"], 65, "does not surround"),
    (["surround", "scale=2", "--curve", "linear"], 64, "none is set"),
    (["surround", "keyboard=1", "--curve", "quickly"], 65, "by a curve that is one of"),
    (["append", "first"], 64, "--to STACK is missing"), (["append", "first", "--to", "second"], 65, "is a box"),
    (["append", "first", "--to", "x", "--at", "-1"], 65, "no place"),
    (["remove"], 64, "or --all"), (["remove", "--all"], 64, "--all goes with --from"),
    (["remove", "frist"], 66, "did you mean 'first'?"), (["remove", "first"], 65, "is no stack or list"),
    (["arrange", "second"], 64, "or --clear"), (["reset", "card", "--view"], 64, "did you mean '--views'?"),
    (["use", "wide", "--view", "secnd", "--scene", "card"], 66, "did you mean 'second'?"),
    (["record", "add", "rows", "{}"], 64, "did you mean 'insert'?"),
    (["record", "update", "rows", "a", "{}"], 64, "did you mean 'change'?"),
    (["record", "remove", "rows", "a"], 64, "did you mean 'delete'?"),
    (["record", "move", "rows", "a", "--to", "1"], 64, "framewire record move rows KEY --at N, or --before KEY"),
    (["record", "insert", "rows", "{}", "--to", "0"], 64, "insert takes no --to"),
    (["record", "change", "rows", "a", "{}", "--at", "0"], 64, "change takes no --at"),
    (["record", "delete", "rows", "a", "--before", "b"], 64, "delete takes no --before"),
    (["explain", "second", "--layout", "card"], 64, "did you mean '--scene'?"),
    (["debug", "solvr"], 64, "is none of scene, tree"),
    (["debug", "watcher", "card"], 64, "for all scenes"),
    (["debug", "tree", "--text", "fixed"], 64, "--text goes with --file"),
    (["explain", "second", "--follow-links"], 64, "--follow-links goes with --file"),
    (["explain", "second", "--file", "a.layout", "--socket", "s"], 64, "--file and --socket do not go together"),
    (["render", "--scene", "card", "--follow-links"], 64, "--follow-links is for files"),
    (["subscribe", "card", "--count", "0.5"], 64, "a whole number from 1, not '0.5'"),
    (["serve", "--max-scenes", "2.5", "."], 64, "--max-scenes is a whole number"),
  ])
  func `errors say what was probably meant`(words: [String], code: Int32, message: String) throws {
    let run = try ChildProcess.run(ServedFolder.tool, words, environment: ["FRAMEWIRE_SOCKET": folder.socket])

    #expect(run.exit == .code(code), "\(run.errorText)")
    #expect(run.errorText.contains(message), "\(run.errorText)")
  }
}

extension DaemonVerbTests {
  @Test func `revisions lists what has changed, with its cause`() throws {
    try folder.save("card.layout", SampleLayouts.card(width: 101))
    try folder.sync("card")

    let run = try folder.run("revisions", "card")

    let lines = run.outputText.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(run.exit == .code(0) && lines.count == 2)
    #expect(lines[0].first == "1" && lines[0].suffix(3) == ["all", "views", "file:\(folder.file("card.layout"))"])
    #expect(lines[1].first == "2" && lines[1].suffix(3) == ["1", "view", "file:\(folder.file("card.layout"))"])
    #expect(try folder.run("revisions", "--last", "1").outputText.hasPrefix("2  "))
    #expect(try folder.run("revisions", "--last", "0").exit == .code(64))
  }
}
