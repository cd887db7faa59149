import SolverWorkloads

/// What another solver did with the same rows.
struct PeerResult {
  /// Nanoseconds; `nil` for a phase that was not reached in time.
  var build: Double?
  var resize: Double?
  var edit: Double?
  /// A build that optimises one level after the other.
  var byLevel: Double?
  /// The sum of all variables after the build.
  var sum: Double?
  /// The least violation by priority, from a peer that knows it.
  var levels: [Double: Double] = [:]
  /// `build (over 20 s)` or the like, when the program did not get to its end.
  var ending: String?

  /// Reads `name value` pairs, as the programs in this folder print them.
  init(parsing line: String, cap: Int) {
    var words = line.split(whereSeparator: \.isWhitespace)[...]
    while let name = words.popFirst() {
      guard name != "done", let value = words.popFirst() else { break }
      switch name {
      case "build": build = Double(value)
      case "resize": resize = Double(value)
      case "edit": edit = Double(value)
      case "by-level": byLevel = Double(value)
      case "sum": sum = Double(value)
      case "levels":
        for pair in value.split(separator: ",") where pair.contains(":") {
          let parts = pair.split(separator: ":")
          levels[Double(parts[0]) ?? .nan] = Double(parts[1])
        }
      case "capped": ending = "\(value) over \(cap) s"
      case "failed": ending = "\(value) failed"
      default: break
      }
    }
  }
}

/// A solver in another language, as a program of its own that reads a flat file.
struct Peer: Sendable {
  enum Weights: String {
    /// 10^(7·priority/1000).
    case power
    /// 100^(rank of the priority).
    case rank
  }

  let name: String
  private let command: String

  /// The programs that drive other solvers.
  private static let folder = "Sources/Benchmarks/Peers"

  /// Fetches what is missing and says what it could not get.
  static func fetch() {
    guard Shell.exists("\(folder)/fetch.sh") else {
      print("Peers are left out: run from the top folder of the repository.\n")
      return
    }
    _ = Shell.output(of: "sh \(folder)/fetch.sh")
  }

  static var kiwi: Peer? {
    let program = ".build/peers/kiwi_workloads"
    return Shell.exists(program) ? Peer(name: "kiwi", command: program) : nil
  }

  static var highs: Peer? { python("HiGHS", "highs_workloads.py", packages: ".build/peers/python/highspy") }

  /// Box models: `measure` names the layout in `arguments`, after which of them it is.
  static var boxes: Peer? { python("boxes", "box_workloads.py", packages: ".build/peers/boxes/stretchable") }

  private static func python(_ name: String, _ program: String, packages: String) -> Peer? {
    guard Shell.exists(packages) else { return nil }
    let folders = "PYTHONPATH=$(dirname \(packages)) PYTHONDONTWRITEBYTECODE=1"
    return Peer(name: name, command: "env \(folders) python3 \(folder)/\(program)")
  }

  /// Runs the program on the rows of `workload`.
  ///
  /// - Parameter arguments: what the program takes besides the file and the cap.
  func measure(_ workload: Workload, weights: Weights, cap: Int, arguments: String = "") -> PeerResult? {
    let path = ".build/peers/\(workload.name).system"
    guard Shell.write(workload.flatFile(weights: weights), to: path) else { return nil }
    // The program ends each phase itself; this is for one that hangs elsewhere.
    guard let line = Shell.output(of: "timeout \(4 * cap + 10) \(command) \(path) \(cap) \(arguments)") else {
      var result = PeerResult(parsing: "", cap: cap)
      result.ending = "no result in \(4 * cap + 10) s"
      return result
    }
    return PeerResult(parsing: line, cap: cap)
  }
}

extension Workload {
  /// The rows as text: a header, the changed rows of resize and edit, the rows as
  /// `relation priority constant count (variable coefficient)…`, a row a line, then the variables that may not be
  /// negative.
  fileprivate func flatFile(weights: Peer.Weights) -> String {
    var text = "system \(system.variableCount) \(system.constraintCount) \(weights.rawValue)\n"
    for (name, changes) in [("resize", resize), ("edit", edit)] {
      text += "\(name) \(changes.count)\n"
      for change in changes { text += "\(change.row.index) \(change.value) \(change.changed)\n" }
    }
    for row in 0..<system.constraintCount {
      let terms = Int(system.rowStarts[row])..<Int(system.rowStarts[row + 1])
      text += "\(system.relations[row].rawValue) \(system.priorities[row]) \(system.constants[row]) \(terms.count)"
      for term in terms { text += " \(system.termVariables[term]) \(system.termCoefficients[term])" }
      text += "\n"
    }
    let sizes = system.isSize.indices.filter { system.isSize[$0] }
    text += "sizes \(sizes.count)" + sizes.map { " \($0)" }.joined() + "\n"
    return text
  }
}
