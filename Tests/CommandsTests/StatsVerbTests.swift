import DaemonHarness
import JSONText
import Posix
import Testing
import Wire

@testable import Commands

@Suite("Numbers of a daemon") struct StatsVerbTests {
  @Test func `a catalogue names everything that a daemon counts, once`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let names = MetricCatalogue.entries.map(\.name)

    #expect(Set(names).count == names.count)
    let told = Set(try folder.metrics().keys)
    #expect(told.subtracting(names) == [], "Commands/Interface/MetricCatalogue.swift has no entry for these")
    // There are no quantiles where nothing has moved.
    #expect(
      Set(names).subtracting(told) == ["frames.late.p50", "frames.late.p99", "frames.late.max"],
      "the daemon does not tell these")
  }

  @Test func `names for Prometheus have the unit, and counters their ending`() {
    for entry in MetricCatalogue.entries {
      #expect(entry.family.wholeMatch(of: /framewire_[a-z_]+/) != nil, "\(entry.family)")
      #expect(entry.family.hasSuffix("_total") == (entry.kind == .counter), "\(entry.family)")
      let unit: String? =
        switch entry.unit {
        case .milliseconds: "_seconds"
        case .bytes: "_bytes"
        case .hertz: "_hertz"
        case .count, .truth: nil
        }
      if let unit { #expect(entry.family.contains(unit), "\(entry.family)") }
      let family = MetricCatalogue.entries.filter { $0.family == entry.family }
      #expect(family.allSatisfy { $0.help == entry.help && $0.kind == entry.kind && $0.unit == entry.unit })
      #expect(Set(family.map { $0.label?.value ?? "" }).count == family.count)
    }
  }

  @Test func `people see groups, words, and digits below each other`() {
    let table = MetricTable([
      "scenes": 3, "views": 12_345, "clockRunning": 1, "time.parse": 1234.5, "time.solve": 0.25, "journal.bytes": 900,
      "newer": 7,
    ])

    #expect(
      table.lines.map(\.text) == [
        "served now",
        "  scenes                      3",
        "  views in them          12,345",
        "  clock of scenes runs      yes",
        "time since the start",
        "  parsing               1,234.5 ms",
        "  solving                  0.25 ms",
        "journal",
        "  size of the file          900 bytes",
        "others",
        "  newer                       7",
      ])
    #expect(
      table.lines.filter(\.isHeading).map(\.text) == ["served now", "time since the start", "journal", "others"])
  }

  @Test func `digits are in threes, and decimals end with the last that says something`() {
    #expect(MetricTable.digits(0) == "0")
    #expect(MetricTable.digits(999) == "999")
    #expect(MetricTable.digits(1000) == "1,000")
    #expect(MetricTable.digits(1_234_567.05) == "1,234,567.05")
    #expect(MetricTable.digits(0.125) == "0.125")
    #expect(MetricTable.digits(-1500.5) == "-1,500.5")
    #expect(MetricTable.digits(2.0004) == "2")
  }

  @Test func `the verb prints a table, JSON or Prometheus' format`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])

    let table = try folder.run("stats")
    #expect(table.exit == .code(0))
    #expect(table.outputText.hasPrefix("served now\n"))
    let json = try JSON(parsing: Array(folder.run("stats", "--format", "json").outputText.utf8))
    #expect(json["scenes"]?.number == 1)
    let text = try folder.run("stats", "--format=prometheus").outputText
    let families = try Exposition(strictly: text).families
    #expect(families["framewire_build_info"]?.samples == [.init(labels: ["version": Version.current], value: 1)])
    #expect(families["framewire_scenes"]?.type == "gauge")
    #expect(families["framewire_scenes"]?.samples == [.init(labels: [:], value: 1)])
    #expect(families["framewire_scene_views"]?.samples.first?.labels["scene"] == "card")
    #expect(families["framewire_scene_ok"]?.samples.map(\.value) == [1])
    // As those of all programs: since 1970, and in bytes.
    let start = try #require(families["process_start_time_seconds"]?.samples.first?.value)
    #expect(abs(start - (try FileSystem.status(of: folder.socket).identity.modified / .seconds(1))) < 60)
    let memory = try #require(families["process_resident_memory_bytes"]?.samples.first?.value)
    #expect(memory > 4e6 && memory < 1e9)
    #expect(families["framewire_stage_seconds_total"]?.type == "counter")
    #expect(families["framewire_stage_seconds_total"]?.samples.count == 12)
    // Nothing that the catalogue does not name.
    #expect(families["framewire_other"] == nil)
    #expect(try folder.run("stats", "--format", "xml").exit == .code(64))
  }

  @Test func `scenes that show older frames or nothing are counted`() throws {
    let folder = try ServedFolder([
      "card.layout": SampleLayouts.card(), "a.layout": "layout a { box b widht 1 }\n",
      "b.layout": "layout b { box b widht 1 }\n",
    ])
    try folder.save("card.layout", SampleLayouts.broken)
    #expect(try folder.waitForOutput("stale    "))

    let metrics = try folder.metrics()
    #expect((metrics["scenes"], metrics["scenes.stale"], metrics["scenes.failed"]) == (3, 1, 2))
    let families = try Exposition(strictly: folder.run("stats", "--format", "prometheus").outputText).families
    #expect(
      families["framewire_broken_scenes"]?.samples == [
        .init(labels: ["state": "stale"], value: 1), .init(labels: ["state": "failed"], value: 2),
      ])
  }

  @Test func `milliseconds become seconds, and what is in a label is escaped`() throws {
    let file = #"C:\"new"\n"# + "\n.layout"
    let scene = Reply.Scene(
      name: "card", layout: "card", file: file, state: .stale, rev: 1, layoutRev: 1, views: 6, width: 1, height: 1)
    let info = Reply.Info(version: "0.1.0", url: "")
    let text = PrometheusText(
      ["time.parse": 1500, "frames.late.p99": 0.25, "a\"b": 2.5, "solves": 3], of: info, [scene])

    let families = try Exposition(strictly: text.text).families
    #expect(families["framewire_stage_seconds_total"]?.samples == [.init(labels: ["stage": "parse"], value: 1.5)])
    #expect(
      families["framewire_frame_lateness_seconds"]?.samples == [.init(labels: ["quantile": "0.99"], value: 0.00025)])
    #expect(families["framewire_scene_ok"]?.samples == [.init(labels: ["scene": "card", "file": file], value: 0)])
    #expect(families["framewire_other"]?.samples == [.init(labels: ["name": "a\"b"], value: 2.5)])
    #expect(text.text.contains("framewire_solves_total 3\n"))
  }

  @Test func `the strict reader refuses what the format does not allow`() {
    let head = "# HELP a_total A.\n# TYPE a_total counter\n"
    #expect(throws: Never.self) { try Exposition(strictly: head + "a_total{b=\"c\\\\\\\"\\n\",d=\"\"} 1e-05\n") }
    for wrong in [
      head + "a_total 1", head + "a_total{b=c} 1\n", head + "a_total{b=\"c\"d=\"e\"} 1\n", head + "a_total  1\n",
      head + "a_total{b=\"\\t\"} 1\n", head + "a_total one\n", head + "b_total 1\n", head + "a_total 1\na_total 2\n",
      "a_total 1\n", "# TYPE a_total counter\n# HELP a_total A.\na_total 1\n",
      "# HELP a-b A.\n# TYPE a-b gauge\na-b 1\n",
      "# HELP a A.\n# TYPE a number\na 1\n", head, head + "a_total 1\n" + head + "a_total{b=\"c\"} 1\n",
      head + "a_total{b=\"1\",b=\"2\"} 1\n", head + "a_total -1\n", head + "\na_total 1\n",
    ] {
      #expect(throws: Exposition.Wrong.self, "\(wrong)") { try Exposition(strictly: wrong) }
    }
  }

  @Test func `its help fits in eighty columns`() throws {
    let verb = try #require(Catalogue.verbs.first { $0.name == "stats" })
    for line in HelpText.page(verb).text.split(separator: "\n") { #expect(line.count <= 80, "too wide: \(line)") }
  }
}

/// Prometheus' text exposition format 0.0.4, read strictly: each family has `# HELP`, then `# TYPE`, then its samples,
/// no two of them with the same labels, and stands in the text once; lines end with a line feed, tokens are separated
/// by one blank, and label values escape a backslash, a quotation mark and a line feed, and nothing else.
struct Exposition {
  struct Sample: Equatable {
    var labels: [String: String]
    var value: Double
  }

  struct Family {
    var help: String
    var type = ""
    var samples: [Sample] = []
  }

  struct Wrong: Error { let line: String }

  private(set) var families: [String: Family] = [:]

  init(strictly text: String) throws {
    guard text.utf8.last == UInt8(ascii: "\n") else { throw Wrong(line: "the end") }
    var current = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let line = String(line)
      if line.hasPrefix("# HELP ") {
        try endFamily(current)
        let (name, help) = try Self.word(line.dropFirst(7), line)
        guard Self.isName(name), families[name] == nil else { throw Wrong(line: line) }
        families[name] = Family(help: try Self.unescaped(help, also: [], line))
        current = name
      } else if line.hasPrefix("# TYPE ") {
        let (name, type) = try Self.word(line.dropFirst(7), line)
        guard name == current, families[name]?.type == "", ["counter", "gauge", "untyped"].contains(String(type)) else {
          throw Wrong(line: line)
        }
        families[name]?.type = String(type)
      } else {
        let (name, sample) = try Self.sample(line)
        guard name == current, let family = families[name], !family.type.isEmpty,
          !family.samples.contains(where: { $0.labels == sample.labels }), family.type != "counter" || sample.value >= 0
        else { throw Wrong(line: line) }
        families[name]?.samples.append(sample)
      }
    }
    try endFamily(current)
  }

  private func endFamily(_ name: String) throws {
    if let family = families[name], family.samples.isEmpty { throw Wrong(line: "\(name) has no sample") }
  }

  private static func word(_ rest: Substring, _ line: String) throws -> (String, Substring) {
    guard let blank = rest.firstIndex(of: " ") else { throw Wrong(line: line) }
    return (String(rest[..<blank]), rest[rest.index(after: blank)...])
  }

  private static func isName(_ name: String) -> Bool { name.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*/) != nil }

  private static func sample(_ line: String) throws -> (String, Sample) {
    var rest = line[...]
    let name = String(rest.prefix { $0 != "{" && $0 != " " })
    rest = rest.dropFirst(name.count)
    guard isName(name) else { throw Wrong(line: line) }
    var labels: [String: String] = [:]
    if rest.first == "{" {
      repeat {
        guard let match = rest.dropFirst().prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/) else {
          throw Wrong(line: line)
        }
        let label = String(match.1)
        guard labels[label] == nil else { throw Wrong(line: line) }
        labels[label] = try unescaped(match.2, also: ["\""], line)
        rest = rest[match.range.upperBound...]
      } while rest.first == ","
      guard rest.first == "}" else { throw Wrong(line: line) }
      rest = rest.dropFirst()
    }
    guard rest.first == " ", let match = rest.dropFirst().wholeMatch(of: /-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/),
      let value = Double(match.0)
    else { throw Wrong(line: line) }
    return (name, Sample(labels: labels, value: value))
  }

  private static func unescaped(_ text: Substring, also others: Set<Character>, _ line: String) throws -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      switch (isEscaped, character) {
      case (false, "\\"): isEscaped = true
      case (false, _): result.append(character)
      case (true, "n"): (result, isEscaped) = (result + "\n", false)
      case (true, _):
        guard character == "\\" || others.contains(character) else { throw Wrong(line: line) }
        (result, isEscaped) = (result + String(character), false)
      }
    }
    if isEscaped { throw Wrong(line: line) }
    return result
  }
}
