import Fuzzing
import TestSupport
import Testing

/// The tests run what `make fuzz` runs, on what lies in files.
@Suite("Bytes of any kind") struct CorpusTests {
  struct Seed: Sendable, CustomStringConvertible {
    let target: FuzzTarget
    /// Its path below the repository's root.
    let path: String
    let bytes: [UInt8]
    var description: String { "\(target): \(path)" }
  }

  static let seeds: [Seed] = FuzzTarget.all.flatMap { target in
    // A folder of its own has who once found something, or has no other seeds.
    (target.seeds + (corpora.contains(target.name) ? [(target.corpus, "")] : [])).flatMap { folder, ending in
      Corpus.files(below: folder, ending: ending).map { Seed(target: target, path: $0.path, bytes: $0.bytes) }
    }
  }

  private static let corpora = Set(
    FixtureFolder("Corpora").paths(ending: "").compactMap { $0.split(separator: "/").first.map(String.init) })

  @Test(arguments: seeds) func `no law is broken by what is in the corpus`(_ seed: Seed) {
    #expect(seed.target.findings(seed.bytes) == [])
  }

  /// What is read many times over is short.
  static let shortSeeds = seeds.filter { $0.bytes.count < 3000 && !$0.path.contains("/World/") }

  @Test(arguments: shortSeeds) func `nor by bytes changed, put in and taken out`(_ seed: Seed) {
    var random = SeededGenerator(seed: 2026)
    // Following edits solves scenes, which takes its time.
    for round in 0..<(seed.target.name == "edits" ? 2 : 8) {
      let bytes = Mutation.mutated(seed.bytes, using: &random)
      let findings = seed.target.findings(bytes)
      #expect(findings == [], "\(seed), round \(round):\n\(String(decoding: bytes, as: UTF8.self))")
      if !findings.isEmpty { return }
    }
  }

  @Test(arguments: ["scenes", "requests"], UInt64(1)...40)
  func `nor by layouts and requests that are made up`(_ name: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
    let target = try #require(FuzzTarget.all.first { $0.name == name })

    #expect(target.findings(bytes) == [], "seed \(seed)")
  }

  @Test(arguments: FuzzTarget.all) func `every target has something to begin with`(_ target: FuzzTarget) {
    #expect(Self.seeds.contains { $0.target.name == target.name })
    #expect(target.findings([]) == [])
  }

  @Test func `every folder of the corpus belongs to a target`() {
    #expect(Self.corpora.subtracting(FuzzTarget.all.map(\.name)) == [])
  }
}
