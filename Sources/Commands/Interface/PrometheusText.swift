import Posix
import Wire

/// A daemon's numbers in Prometheus' text exposition format, version 0.0.4: families, each with `# HELP`, `# TYPE` and
/// one line a sample, all lines ended by a line feed.
struct PrometheusText {
  private(set) var text = ""

  /// One number of a family, and what tells it from the others.
  typealias Sample = (labels: [(name: String, value: String)], value: Double)

  /// - Parameters:
  ///   - metrics: as `Stats` tells them. What the catalogue does not know becomes a sample of `framewire_other`.
  ///   - scenes: as `ListScenes` tells them.
  ///   - process: the daemon's; its families are called as those of all programs.
  init(
    _ metrics: [String: Double], of info: Reply.Info, _ scenes: [Reply.Scene], process: ProcessFigures? = nil
  ) {
    write("framewire_build_info", .gauge, "The daemon's version.", [([("version", info.version)], 1)])
    if let process {
      write("process_start_time_seconds", .gauge, "When the daemon started, since 1970.", [([], process.start)])
      write("process_resident_memory_bytes", .gauge, "The daemon's memory.", [([], Double(process.residentMemory))])
    }
    var written: Set<String> = []
    for entry in MetricCatalogue.entries where written.insert(entry.family).inserted {
      let samples: [Sample] = MetricCatalogue.entries.compactMap { other in
        guard other.family == entry.family, let value = metrics[other.name] else { return nil }
        return (other.label.map { [$0] } ?? [], other.unit == .milliseconds ? value / 1000 : value)
      }
      write(entry.family, entry.kind, entry.help, samples)
    }
    write("framewire_scene_views", .gauge, "Views of each scene.", Self.samples(scenes) { Double($0.views) })
    write(
      "framewire_scene_ok", .gauge,
      "Whether a scene shows what its file says (1), or its last good frames or none (0).",
      Self.samples(scenes) { $0.state == .ok ? 1 : 0 })
    let known = Set(MetricCatalogue.entries.map(\.name))
    write(
      "framewire_other", .gauge, "Numbers that only the daemon's version knows.",
      metrics.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map { ([("name", $0.key)], $0.value) })
  }

  private static func samples(_ scenes: [Reply.Scene], _ value: (Reply.Scene) -> Double) -> [Sample] {
    scenes.map { ([("scene", $0.name), ("file", $0.file)], value($0)) }
  }

  private mutating func write(
    _ family: String, _ kind: MetricEntry.Kind, _ help: String, _ samples: [Sample]
  ) {
    if samples.isEmpty { return }
    text += "# HELP \(family) \(Self.escaped(help, also: []))\n# TYPE \(family) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, also: ["\""]))\"" }
      text += "\(family)\(labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}") \(Self.number(sample.value))\n"
    }
  }

  /// A backslash and a line feed are escaped everywhere, a quotation mark in labels.
  static func escaped(_ text: String, also others: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        result += "\\n"
      } else {
        if scalar == "\\" || others.contains(scalar) { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// As Go's ParseFloat reads it: whole numbers without a fraction.
  private static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? "\(value)" }
}
