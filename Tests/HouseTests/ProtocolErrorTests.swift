import Testing

/// The interface says what can go wrong; somebody has to say it.
@Suite("Errors of the protocol") struct ProtocolErrorTests {
  @Test func `an error that the interface declares is one that the daemon answers with`() throws {
    let description = try SourceTree.contents(of: "Sources/Wire/InterfaceDescription.swift")
    let lines = description.split(separator: "\n").map { $0.drop { $0 == " " } }
    // Behind the first type stands our own interface, then varlink's, which is theirs.
    let own = lines.drop { $0 != "interface io.framewire.v1" }.prefix { $0 != "interface org.varlink.service" }
    let declared = own.filter { $0.hasPrefix("error ") }.map {
      String($0.dropFirst("error ".count).prefix { $0 != " " })
    }
    try #require(declared.count > 5)

    let sources =
      try SourceTree.swiftFiles(below: "Sources/Daemon")
      + SourceTree.swiftFiles(below: "Sources/Wire/Messages").filter {
        $0.path.hasSuffix("/Request+JSON.swift")
      } + SourceTree.swiftFiles(below: "Sources/FleetCommands")
    for name in declared {
      let word = ".\(name.prefix(1).lowercased())\(name.dropFirst())("
      let isSaid = sources.contains { file in
        file.lines.contains {
          ($0.contains("self = ") || $0.contains("throw ") || $0.contains("refuse(") || $0.contains("failure(")
            || $0.contains("answer = WireError."))
            && $0.contains(word)
        }
      }
      #expect(isSaid, "nobody answers with \(name)")
    }
  }

  @Test func `names of the interface are spelled where it is written down, and nowhere else`() throws {
    for file in try SourceTree.swiftFiles(below: "Sources") where !file.path.hasPrefix("Sources/Wire/") {
      for (number, line) in file.lines.enumerated() where line.contains("\"io.framewire.v1") {
        Issue.record("\(file.path):\(number + 1) spells a name of the interface: \(line)")
      }
    }
  }
}
