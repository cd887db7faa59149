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
  /// What was taken on in this turn, in imports that are gone over.
  private var takenOn = 0
  /// The documents of which a scene was told in this turn what it says, and how many more scenes were.
  private var (toldDocuments, told) = (Set<String>(), 0)
  /// What questions of this turn cost that were answered in it, in views of new pictures.
  private var answered = 0
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

  /// So many imports a turn goes over for the documents that it compiles or hands out: some milliseconds. By measuring.
  private static let importsOfTurn = 2_000

  /// To judge a short document and to tell its scenes takes about as long as to go over so many imports.
  private static let importsOfDocument = 60

  /// What it takes to begin with a text, and to go over what it declares, is about as much as so many bytes of it.
  private static let bytesOfText = 200

  /// Whether a turn has taken on so much that other documents are for the next one. Hundreds that import hundreds are
  /// much to go over wherever they are compiled, and so are thousands that are judged.
  var hasTakenOnEnough: Bool { isOpen && takenOn >= Self.importsOfTurn }

  /// How many documents more the turn takes on, if they import nothing.
  var documentsLeft: Int { isOpen ? Self.documents(for: Self.importsOfTurn - takenOn) : .max }

  /// Whether so many documents have changed as a turn takes on, so that their names are not to wait for others.
  func isEnough(documents count: Int) -> Bool { isOpen && count >= Self.documents(for: Self.importsOfTurn) }

  /// How many documents that import nothing cost as much as `imports`, rounded up.
  private static func documents(for imports: Int) -> Int {
    max(0, (imports + importsOfDocument - 1) / importsOfDocument)
  }

  /// A document is compiled, or handed out for that.
  mutating func takeOnDocument() { takenOn += Self.importsOfDocument }

  /// Its imports were gone over.
  mutating func takeOn(imports count: Int) { takenOn += count }

  /// A document was compiled at once that was so much of what a turn does at once, from 0 to 1: what of that is beyond
  /// a short one. A few bytes can stand for many copies and branches.
  mutating func takeOn(shareOfTurn used: Double) {
    takenOn += max(0, Int(used * Double(Self.importsOfTurn)) - Self.importsOfDocument)
  }

  /// So many scenes a turn are told what their documents say, and so solved, besides one of each document. By
  /// measuring: with 16 of 1,000 small scenes others waited 20 ms.
  private static let scenesOfTurn = 8

  /// The first scene of a document in this turn is told.
  ///
  /// - Returns: false where one was already.
  mutating func tellFirst(of document: String) -> Bool { toldDocuments.insert(document).inserted }

  /// Whether a turn has told so many scenes what their documents say that others are for the next one.
  var hasToldEnough: Bool { isOpen && told >= Self.scenesOfTurn }

  /// A scene is told that is not the first of its document.
  mutating func tellScene() { told += 1 }

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

  /// Whether a document is tried here although it is long, since an edit of a few numbers or texts can be followed.
  /// What reads a number that all of it goes by takes longest: some milliseconds, of as many views as this is.
  func mayFollow(_ former: Document.Attempt?) -> Bool {
    guard let threshold, let resolved = former?.resolved else { return false }
    return resolved.layouts.reduce(0) { $0 + $1.views.count } < Self.followedShare * threshold
  }

  /// To follow an edit is so much faster than to compile a document. By measuring.
  private static let followedShare = 10

  /// Whether it is worth to parse a text elsewhere.
  func isLong(parsing bytes: [UInt8]) -> Bool {
    guard let threshold else { return false }
    return bytes.count / Self.bytesOfView >= threshold
  }

  /// So many plain letters of long texts are measured in a few milliseconds.
  private static let textLoad = 1 << 15

  /// Whether it is worth to solve a scene elsewhere.
  func isLong(solving scene: borrowing LayoutScene, with inputs: SceneInputs) -> Bool {
    guard let threshold else { return false }
    if scene.textLoad(with: inputs) >= Self.textLoad { return true }
    // Without records there are no more views than these.
    let views = max(scene.layout.views.count, scene.written.views.count)
    if scene.written.repetitions.isEmpty, views < threshold { return false }
    return scene.viewsToSolve(with: inputs) >= threshold
  }

  /// Whether it is worth to publish elsewhere what costs as much as so many views of a new picture.
  func isLong(publishing views: Int) -> Bool { threshold.map { views >= $0 } ?? false }

  /// Whether it is worth to answer a question elsewhere that costs as much as so many views of a new picture: it is
  /// long, or a turn has answered enough.
  mutating func isLong(answering views: Int) -> Bool {
    guard let threshold else { return false }
    if views >= threshold || answered + views >= max(1, threshold) { return true }
    answered += views
    return false
  }

  /// Whether it is worth to go through a call elsewhere that sets so many things.
  func isLong(setting things: Int) -> Bool { threshold.map { things >= $0 } ?? false }

  /// - Returns: the number of the job.
  mutating func handOut(_ work: Job.Work, for payer: Job.Payer) -> Int {
    lastNumber += 1
    jobs.append(Job(number: lastNumber, payer: payer, work: work))
    return lastNumber
  }

  /// What is to be done, in the order in which it came up.
  mutating func takeJobs() -> [Job] {
    defer { (jobs, compiled, takenOn, toldDocuments, told, answered) = ([], 0, 0, [], 0, 0) }
    return jobs
  }
}
