import JSONText
import LayoutSyntax
import Wire

extension Verb {
  static let stats = Verb(
    name: "stats", summary: "print what the running daemon has counted",
    arguments: [],
    options: [.socket] + OutputFormat.stats.options,
    examples: [
      ("framewire stats", "for people"),
      ("framewire stats --format json", "as Stats has it"),
      ("framewire stats --format prometheus", "for a scraper"),
    ],
    details: """
      What is served and kept is said as it is now, and all else is counted since the daemon started. The format \
      prometheus is its text format 0.0.4, with seconds and bytes as units; the textfile collector of node_exporter takes it from \
      a file in which a timer puts it.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.stats.choice(in: invocation)
    let daemon = try DaemonCalls(invocation)
    guard case .stats(let metrics) = try daemon.call(.stats) else { throw .unexpectedAnswer }
    switch format {
    case "json":
      let members = metrics.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: .number($0.value)) }
      console.print(json: JSON.object(JSONObject(members)).text)
    case "prometheus":
      guard case .info(let info) = try daemon.call(.getInfo) else { throw .unexpectedAnswer }
      let text = PrometheusText(metrics, of: info, try daemon.scenes(), process: daemon.figures)
      console.write(document: Array(text.text.utf8))
    default:
      for line in MetricTable(metrics).lines {
        console.print(row: line.isHeading ? console.styled("\(line.text)", .bold) : "\(line.text)", hanging: 4)
      }
    }
    return .success
  }
}

/// A daemon's numbers for people: groups, each with a line a number; the digits of all stand below each other, and
/// behind them the unit.
struct MetricTable {
  struct Line {
    let text: String
    var isHeading = false
  }

  private(set) var lines: [Line] = []

  init(_ metrics: [String: Double]) {
    let known = MetricCatalogue.entries.filter { metrics[$0.name] != nil }
    let names = Set(MetricCatalogue.entries.map(\.name))
    let others = metrics.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
    let rows =
      known.map { (group: $0.group.rawValue, words: $0.words, value: Self.value(metrics[$0.name]!, $0.unit)) }
      + others.map { (group: "others", words: $0.key, value: Self.value($0.value, .count)) }
    let wordWidth = rows.map(\.words.count).max() ?? 0
    let valueWidth = rows.map(\.value.number.count).max() ?? 0
    var group = ""
    for row in rows {
      if row.group != group { lines.append(Line(text: row.group, isHeading: true)) }
      group = row.group
      let space = String(repeating: " ", count: valueWidth - row.value.number.count)
      let unit = row.value.unit.isEmpty ? "" : " \(row.value.unit)"
      lines.append(Line(text: "  \(padded(row.words, to: wordWidth))  \(space)\(row.value.number)\(unit)"))
    }
  }

  private static func value(_ value: Double, _ unit: MetricEntry.Unit) -> (number: String, unit: String) {
    switch unit {
    case .count: (digits(value), "")
    case .bytes: (digits(value), "bytes")
    case .milliseconds: (digits(value), "ms")
    case .hertz: (digits(value), "Hz")
    case .truth: (value == 0 ? "no" : "yes", "")
    }
  }

  /// `1,234,567`; three decimals at most.
  static func digits(_ value: Double) -> String {
    let thousandths = Int64(exactly: (value * 1000).rounded()) ?? 0
    let whole = String(thousandths.magnitude / 1000)
    var text = ""
    for (place, digit) in whole.reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    let fraction = String(thousandths.magnitude % 1000 + 1000).dropFirst()
    let decimals = fraction.last == "0" ? String(fraction.reversed().drop { $0 == "0" }.reversed()) : String(fraction)
    return (thousandths < 0 ? "-" : "") + String(text.reversed()) + (decimals.isEmpty ? "" : ".\(decimals)")
  }
}
