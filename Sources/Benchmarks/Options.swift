/// What the command line asks for.
struct Options: Sendable {
  enum Parsed {
    case help
    case run(Options)
    case mistake(String)
  }

  var suites: [Suite] = []
  /// Small sizes and few repetitions: whether everything runs, not how fast.
  var isQuick = false
  var usesPeers = true
  /// Seconds a peer may take for one phase of one case.
  var cap = 20
  /// Steps from each beginning of a search for layouts that are much work; nil: those that were found are measured.
  var searchSteps: Int?

  static func parse(_ arguments: [String]) -> Parsed {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .help
      case "--quick": options.isQuick = true
      case "--no-peers": options.usesPeers = false
      case "--cap":
        guard let text = rest.popFirst(), let cap = Int(text), cap > 0 else {
          return .mistake("--cap wants a number of seconds")
        }
        options.cap = cap
      case "--search":
        guard let text = rest.popFirst(), let steps = Int(text), steps > 0 else {
          return .mistake("--search wants a number of steps")
        }
        options.searchSteps = steps
      default:
        guard let suite = Suite.all.first(where: { $0.name == argument }) else {
          return .mistake("there is no suite or option '\(argument)'")
        }
        options.suites.append(suite)
      }
    }
    if options.suites.isEmpty { options.suites = Suite.all }
    return .run(options)
  }

  static var help: String {
    let width = Suite.all.map(\.name.count).max() ?? 0
    let suites = Suite.all.map { "  \(pad($0.name, to: width))  \($0.summary)" }.joined(separator: "\n")
    return """
      usage: Benchmarks [suite…] [--quick] [--no-peers] [--cap SECONDS] [--search STEPS]

      Suites (all of them when none is named):
      \(suites)

      Options:
        --quick              up to 1,000 views and few repetitions
        --no-peers           do not fetch or run other solvers
        --cap SECONDS        give up on a peer's phase after this long (20)
        --search STEPS       have the suite worst search again, so many steps from each of ten beginnings
        --help               this text

      Run it optimised: swift run -c release Benchmarks. Peers are fetched into .build/peers; what cannot be
      fetched is left out with a message. Sources/Benchmarks/README.md says what the columns mean.
      """
  }
}
