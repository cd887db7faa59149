import Posix

/// The program in C that reads and counts, and that writes by itself for comparison.
enum Fanout {
  static let source = "Sources/Benchmarks/Peers/fanout.c"
  private static let program = ".build/peers/fanout"

  /// The program, built now; nil without a compiler.
  static var built: String? {
    guard Shell.exists(source) else { return nil }
    return Shell.output(of: "mkdir -p .build/peers && gcc -O3 -o \(program) \(source)") == nil ? nil : program
  }
}

/// Runs of many subscribers, each with a daemon of its own: 28 views, of which 27 move with each call.
struct FanoutRun {
  struct Cost {
    /// A second.
    var deliveries = 0.0
    /// Of a delivery.
    var bytes = 0
    /// Nanoseconds.
    var median = 0.0
    var percentile99 = 0.0
    /// Of the daemon, in bytes, at the end.
    var memory = 0

    /// Reads `name value` pairs, as the program prints them.
    init?(parsing line: String) {
      var values: [Substring: Double] = [:]
      var words = line.split(whereSeparator: \.isWhitespace)[...]
      while let name = words.popFirst(), let value = words.popFirst().flatMap({ Double($0) }) { values[name] = value }
      guard let deliveries = values["deliveries"], let bytes = values["bytes"], let median = values["p50"],
        let percentile99 = values["p99"]
      else { return nil }
      self.deliveries = deliveries
      self.bytes = Int(bytes)
      self.median = median * 1000
      self.percentile99 = percentile99 * 1000
    }
  }

  enum Failure: Error {
    case failed(command: String)
  }

  private let fanout: String
  private let program: String
  private let seconds: Int
  private let folder: String

  init(_ fanout: String, _ program: String, seconds: Int) throws {
    (self.fanout, self.program, self.seconds) = (fanout, program, seconds)
    folder = ".build/peers"
  }

  /// What the program in C does by itself.
  func plain(readers: Int, rate: Int, bytes: Int) throws -> Cost {
    try run("plain \(folder)/fanout.socket \(readers) 0 \(seconds) \(rate) \(bytes)")
  }

  /// What a daemon does.
  ///
  /// - Parameter stopped: so many more subscribers never read.
  func measure(
    readers: Int, stopped: Int = 0, rate: Int, encoding: StreamEncoding = .json, filters: Int = 1
  ) throws -> Cost {
    var text = "layout fan size 390, 844 {\n  var w = 10\n"
    for index in 0..<27 { text += "  box b\(index) leading w top \(20 * index) size 10, 10\n" }
    // One connection makes more changes than a daemon allows by itself.
    let daemon = try ServedDaemon(program, serving: Array((text + "}\n").utf8), ["--max-rate", "1000000"])
    var cost = try run(
      "daemon \(daemon.socket) fan w \(readers + stopped) \(stopped) \(seconds) \(rate) "
        + "\(encoding.rawValue.lowercased()) every \(filters)")
    cost.memory = try daemon.process.residentMemory
    return cost
  }

  private func run(_ arguments: String) throws -> Cost {
    let command = "\(fanout) \(arguments)"
    Shell.printAside(command)
    guard let line = Shell.output(of: "timeout 120 \(command)"), let cost = Cost(parsing: line) else {
      throw Failure.failed(command: command)
    }
    return cost
  }
}
