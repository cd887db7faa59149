import DaemonHarness
import Fleet
import FramewireClient
import JSONText
import Nats
import NatsHarness
import Posix
import Testing

@testable import FleetCommands

@Suite("Deciding for many machines", .enabled(if: NatsServer.isInstalled, "\(NatsServer.hint)"))
struct DecisionTests {
  /// The configuration of `second` in scene `card`.
  static func configuration(_ machine: FleetStage.Machine) -> String? {
    let scenes = try? machine.served.connect().ask("ListScenes").parameters["scenes"]?.array
    return scenes?.first { $0["name"]?.string == "card" }?["configs"]?.array?.first?["active"]?.string
  }

  @Test func `the nearer decision wins, and when it is taken back the next one holds`() throws {
    let stage = try FleetStage()
    let machines = [
      try stage.machine("one", groups: ["north"]), try stage.machine("two", groups: ["north"]),
      try stage.machine("three"),
    ]
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    func expect(_ configurations: String..., line: Int = #line) throws {
      try waitUntil { machines.map(Self.configuration) == configurations }
      #expect(try stage.run("status", "--wait", "20s").exit == .code(0), "line \(line)")
    }

    try expect("main", "main", "main")
    #expect(try stage.run("use", "wide").exit == .code(0))
    try expect("wide", "wide", "wide")
    try stage.run("use", "main", "--group", "north")
    try expect("main", "main", "wide")
    try stage.run("use", "wide", "--machine", "two", "--scene", "card", "--view", "second")
    try waitUntil { Self.configuration(machines[1]) == "wide" }
    try stage.run("reset", "--machine", "two")
    try expect("main", "main", "wide")
    try stage.run("reset", "--group", "north")
    try expect("wide", "wide", "wide")
    try stage.run("use", "--clear")
    try expect("main", "main", "main")
  }

  @Test func `a program learns which number a decision has, and what was taken back`() throws {
    let stage = try FleetStage()
    func json(_ words: String...) throws -> JSON {
      let run = try stage.run(words + ["--json"])
      #expect(run.exit == .code(0), "\(run.said)")
      return try JSON(parsing: run.output)
    }

    #expect(try json("use", "wide") == ["decided": 1])
    #expect(try json("set", "columns=3", "--group", "north") == ["decided": 2])
    #expect(try json("trait", "dark") == ["decided": 3])
    #expect(try json("use", "wide", "--scene", "card") == ["decided": 4])
    #expect(try json("reset") == ["reset": 2])
    #expect(try json("reset") == ["reset": 0])
  }

  @Test func `what no scene has is told, and set as soon as a push brings it`() throws {
    let stage = try FleetStage()
    let machine = try stage.machineWithCard()
    try stage.run("set", "columns=3", "depth=4")

    try waitUntil {
      try stage.run("status").outputText.contains("variable depth '4' is decided, and no scene here has it")
    }
    func value(_ name: String) throws -> JSON? {
      try machine.served.connect().ask("Get", #"{"scene":"card"}"#).parameters["values"]?.array?
        .first { $0["name"]?.string == name }?["value"]
    }
    #expect(try value("columns") == 3)
    try stage.write(
      "card.layout", SampleLayouts.card().replacing("var columns = 2", with: "var columns = 2\n  var depth = 1"))
    try stage.run("push", "source")
    try waitUntil { try value("depth") == 4 }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
  }

  @Test func `what was set in vain, or stands because another value was refused, is taken back as well`() throws {
    let stage = try FleetStage()
    let machine = try stage.machineWithCard()
    func values() throws -> [String: JSON] {
      let values = try machine.served.connect().ask("Get", #"{"scene":"card"}"#).parameters["values"]?.array ?? []
      return Dictionary(values.map { ($0["name"]?.string ?? "", $0["value"] ?? .null) }, uniquingKeysWith: { $1 })
    }
    func told(_ words: String) throws -> Bool { try stage.run("status").outputText.contains(words) }

    try stage.run("set", "blinking", "columns=3")
    try waitUntil { try told("flag blinking 'on' is decided, and no scene here has it") }
    #expect(try values()["blinking"] == true && values()["columns"] == 3)
    try stage.run("set", "columns=many", "night")
    try waitUntil { try told("variable columns 'many' cannot be set: ") }
    #expect(try told("flag blinking 'on' is decided, and no scene here has it"), "it is still in vain")

    try stage.run("reset")
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    #expect(try values()["blinking"] != true && values()["night"] != true && values()["columns"] == 2)
  }

  /// Eight calls at once and four a second: fourteen one by one, because the scene lacks one, are too many for a
  /// moment.
  @Test func `a daemon that takes few calls a second is told all the same`() throws {
    let stage = try FleetStage()
    let machine = try stage.machine("one", served: try ServedFolder(arguments: ["--max-rate", "4"]))
    let names = (0..<13).map { "v\($0)" }
    let variables = names.map { "  var \($0) = 1\n  box b\($0) width \($0)\n" }.joined()
    try stage.write("many.layout", "layout many {\n\(variables)}\n")
    #expect(try stage.run("push", "source").exit == .code(0))
    try waitUntil { machine.text("many.layout") != nil }

    #expect(try stage.run(["set", "missing=2"] + names.map { "\($0)=2" }).exit == .code(0))

    let caller = try machine.served.connect()
    try waitUntil {
      let values = try caller.ask("Get", #"{"scene":"many"}"#).parameters["values"]?.array ?? []
      return values.count { names.contains($0["name"]?.string ?? "") && $0["value"] == 2 } == 13
    }
    try waitUntil {
      let status = try stage.run("status").outputText
      return status.contains("'2' is decided, and no scene here has it") && !status.contains("cannot be set")
    }
  }

  @Test func `what the daemon complains of is told by the state`() throws {
    let stage = try FleetStage()
    let machine = try stage.machine("one")
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    try waitUntil { machine.text("card.layout") != nil }
    try stage.run("set", "columns=many")
    try waitUntil { try stage.run("status").outputText.contains("variable columns 'many' cannot be set: ") }
    #expect(try !stage.run("status").outputText.contains("no scene here has it"))

    try stage.run("set", "columns=3")
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    try stage.write("card.layout", SampleLayouts.broken)
    try stage.run("push", "source", "--force")
    try waitUntil {
      let status = try stage.run("status").outputText
      return status.contains("scene 'card' is stale") && status.contains("scene 'card': error[E")
    }
  }

  @Test func `a machine that was off for a week has afterwards what is wanted, and nothing that was taken back`() throws
  {
    let stage = try FleetStage()
    let machine = try stage.machine("one")
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    try stage.run("use", "wide")
    try stage.run("set", "editing")
    try waitUntil { Self.configuration(machine) == "wide" }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    try machine.process.send(.kill)
    _ = try machine.process.wait(until: .now + NatsServer.patience)

    // The week: more pushes than are needed, and a decision taken back.
    for width in 101...110 {
      try stage.write("card.layout", SampleLayouts.card(width: width))
      try stage.run("push", "source")
    }
    try stage.run("use", "--clear")
    try stage.run("set", "editing=")
    #expect(machine.text("card.layout") == SampleLayouts.card())

    let back = try stage.machine("one", served: machine.served)
    try waitUntil { back.text("card.layout") == SampleLayouts.card(width: 110) && Self.configuration(back) == "main" }
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    let get = try machine.served.connect().ask("Get", #"{"scene":"card"}"#)
    let flag = get.parameters["values"]?.array?.first { $0["name"]?.string == "editing" }
    #expect(flag?["value"] != true, "\(get)")
  }

  @Test func `a daemon that starts anew without its memory is told again`() throws {
    let stage = try FleetStage()
    let served = try ServedFolder(arguments: ["--no-journal"])
    let machine = try stage.machine("one", served: served)
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    try stage.run("use", "wide")
    try waitUntil { Self.configuration(machine) == "wide" }
    // As if another had been started: what is set is gone, and the connection breaks with it.
    try served.daemon.send(.kill)
    _ = try served.daemon.wait(until: .now + ServedFolder.patience)
    let again = try ChildProcess(
      ServedFolder.tool, ["serve", served.layouts, "--socket", served.socket, "--no-journal", "--text", "fixed"],
      environment: [:])
    try waitUntil { Self.configuration(machine) == "wide" }
    try again.send(.terminate)
  }

  @Test func `a machine that says nothing is away, until it is forgotten`() throws {
    let stage = try FleetStage()
    let line = try FleetLine(FleetNames(fleet: "default"), NatsOptions(servers: [stage.server.address], name: "test"))
    // Reports that end soon: those of a fleet are made by whoever comes first.
    var reports = FleetLine.streams(of: line.names, replicas: 1)[1]
    reports.age = .milliseconds(1500)
    try line.streams.create(reports)
    try stage.write("card.layout", SampleLayouts.card())
    try stage.run("push", "source")
    let machine = try stage.machine("one \u{1B}[31m")
    #expect(try stage.run("status", "--wait", "20s").exit == .code(0))
    try waitUntil { try stage.run("status").outputText.contains("1 of 1 machine is well") }
    let lobby = try stage.run("status", "--group", "lobby")
    #expect(lobby.outputText.contains("nobody of group 'lobby' follows fleet 'default' yet"), "\(lobby.said)")
    let mistyped = try stage.run("status", "--forget", "won")
    #expect(mistyped.errorText.contains("fleet 'default' has no machine 'won'"), "\(mistyped.said)")
    try machine.process.send(.kill)

    try waitUntil { try stage.run("status").outputText.contains("away") }
    let status = try stage.run("status", "--json")
    #expect(status.exit == .code(1))
    let json = try JSON(parsing: status.output)
    #expect(json.array?.first?["condition"] == "away")
    #expect(try stage.run("status").outputText.contains(#"one \u{1b}[31m"#), "names of others are shown, not obeyed")
    let forgotten = try stage.run("status", "--forget", "one \u{1B}[31m")
    #expect(forgotten.outputText.contains("nobody follows") && forgotten.errorText.isEmpty, "\(forgotten.said)")
    #expect(try stage.run("status", "--count", "0").exit == .code(0))
  }
}
