import Testing

@testable import Commands
@testable import FleetCommands

@Suite("The verbs of framewire-nats") struct FleetProgramTests {
  @Test(arguments: FleetProgram.verbs.map(\.name))
  func `the help of a verb fits into 80 columns, and its examples are understood`(name: String) throws {
    let verb = try #require(FleetProgram.verbs.first { $0.name == name })
    for line in HelpText.page(verb).text.split(separator: "\n") { #expect(line.count <= 80, "too wide: \(line)") }
    #expect(!verb.examples.isEmpty)
    for (line, _) in verb.examples where line.hasPrefix("framewire-nats") {
      let words = line.split(separator: " ").map(String.init).prefix { $0 != "&&" }.dropFirst(2).map {
        $0.replacing("'", with: "")
      }
      #expect(throws: Never.self) { try verb.parse(words) }
    }
  }

  @Test func `the overview has every verb once`() {
    let overview = HelpText.overview(FleetProgram.program).text
    for verb in FleetProgram.verbs { #expect(overview.contains("  \(verb.name) "), "\(verb.name)") }
    for line in overview.split(separator: "\n") { #expect(line.count <= 80, "too wide: \(line)") }
    #expect(Set(FleetProgram.verbs.map(\.name)).count == FleetProgram.verbs.count)
    #expect(FleetProgram.verbs.allSatisfy { $0.program == "framewire-nats" })
  }

  @Test(arguments: Completions.shells)
  func `completions are of this program`(shell: String) throws {
    let script = try #require(Completions.script(for: shell, FleetProgram.verbs, of: FleetProgram.name))
    #expect(
      script.contains("framewire-nats") && script.contains("rollback") && !script.contains("complete -c framewire "))
  }

  @Test(arguments: [
    ["push"], ["push", "a", "b"], ["pusch"], ["use"], ["use", "a", "--clear"], ["follow"],
    ["push", "a", "--group", "g", "--machine", "m"], ["rollback", "--drop"], ["push", ".", "--replicas", "9"],
    ["follow", "--into", "x", "--every", "1h"], ["use", "a", "--group", ""], ["status", "--cert", "x"],
    ["status", "--inbox", "two words"],
  ])
  func `what cannot be understood ends with 64`(words: [String]) { #expect(FleetProgram.run(words) == .usage) }
}
