import LayoutEngine

/// Where long work is handed out.
struct JobDesk: Sendable {
  /// From so many views on work is long; nil: nothing is handed out.
  let threshold: Int?
  /// What a solve may take that is not handed out; nil: whatever it takes.
  let allowance: SolveBudget?
  private var lastNumber = 0
  /// About how many bytes of texts were compiled at once in this turn.
  private var compiled = 0
  /// Not yet handed out.
  private var jobs: [Job] = []

  init(threshold: Int?, allowance: SolveBudget) {
    self.threshold = threshold
    self.allowance = threshold == nil ? nil : allowance
  }

  /// Nobody takes anything there.
  static let closed = JobDesk(threshold: nil, allowance: .standard)

  /// Whether anything is handed out at all.
  var isOpen: Bool { threshold != nil }

  /// A view with its constraints is about so many bytes of a text.
  private static let bytesOfView = 50

  /// What it takes to begin with a text, and to go over what it declares, is about as much as so many bytes of it.
  private static let bytesOfText = 200

  /// Whether it is worth to compile a document elsewhere: its texts are long, or so was what the last one came to, or a
  /// turn has compiled as much already.
  mutating func isLong(_ compilation: Compilation, after former: Document.Attempt?) -> Bool {
    guard let threshold else { return false }
    let views = former?.resolved?.layouts.reduce(0) { $0 + $1.views.count } ?? 0
    let bytes = compilation.byteCount + Self.bytesOfText * (1 + compilation.imports.count)
    if max(views, (compiled + bytes) / Self.bytesOfView) >= threshold { return true }
    compiled += bytes
    return false
  }

  /// Whether it is worth to parse a text elsewhere.
  func isLong(parsing bytes: [UInt8]) -> Bool {
    guard let threshold else { return false }
    return bytes.count / Self.bytesOfView >= threshold
  }

  /// Whether it is worth to solve a scene elsewhere.
  func isLong(solving live: LayoutScene, with inputs: SceneInputs) -> Bool {
    guard let threshold else { return false }
    return live.viewsToSolve(with: inputs) >= threshold
  }

  /// - Returns: the number of the job.
  mutating func handOut(_ work: Job.Work, for payer: Job.Payer) -> Int {
    lastNumber += 1
    jobs.append(Job(number: lastNumber, payer: payer, work: work))
    return lastNumber
  }

  /// What is to be done, in the order in which it came up.
  mutating func takeJobs() -> [Job] {
    defer { (jobs, compiled) = ([], 0) }
    return jobs
  }
}
