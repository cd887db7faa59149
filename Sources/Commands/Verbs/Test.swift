import JSONText
import LayoutRuntime
import LayoutSyntax
import Wire

extension Verb {
  static let test = Verb(
    name: "test", summary: "run the tests of layout files, without a daemon",
    arguments: [
      .layoutFiles
    ],
    options: [
      Option(name: "filter", value: "TEXT", meaning: "only tests with this in their name or their layout's"),
      Option(
        name: "approved", value: "FOLDER", meaning: "compare pictures of all previews and tests with those in here",
        completion: .files),
      Option(name: "update", meaning: "what is drawn now is right from now on").beside("approved"),
      Option(name: "frames", meaning: "with each failure show the frames of all views, not only of those concerned"),
      .text, .font, .followLinks,
    ] + OutputFormat.test.options,
    examples: [
      ("framewire test Layouts", "runs all tests of a folder"),
      ("framewire test toast.layout --filter spring --frames", "looks closely at one of them"),
      ("framewire test Layouts --approved Pictures", "and compare pictures, told as views and distances"),
      ("framewire test --format json", "for a script"),
    ],
    details: """
      Each test has a scene and a clock of its own, so nothing is waited for. Ends with 0 when all tests passed, with \
      1 when one failed or a file has errors. --approved keeps an SVG for each preview, and for each test one with a \
      picture after each step; where one is not as it was, NAME.diff.svg has both outlines.
      """
  ) { (invocation, console) throws(Failure) in
    let format = try OutputFormat.test.choice(in: invocation)
    let groups = try LayoutFiles.groups(of: invocation, console)
    let files = groups.flatMap { group in group.files.map { ($0, group.place) } }
    let filter = invocation.value("filter")?.lowercased()
    func isWanted(_ layout: String, _ name: String) -> Bool {
      filter.map { layout.lowercased().contains($0) || name.lowercased().contains($0) } ?? true
    }
    let printer = TestPrinter(console: console, showsAllFrames: invocation.has("frames"))
    let measurer = try textMeasurer(from: invocation)
    var tally = TestTally()
    var pictures = try ApprovedPictures(from: invocation)
    for (file, place) in files {
      var runtime = OfflineRuntime(within: place, measuring: measurer)
      let path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
      if let report = try runtime.load(path) {
        // A file that cannot be read has no tests; that is no failure of a test.
        console.printAsideText(DiagnosticsPrinter(usesColors: console.colorsErrors).text(of: report))
        tally.unreadable.append(path)
        continue
      }
      let sources = runtime.sources(of: path)
      var isFirst = true
      try pictures?.compare(previewsOf: path, within: place, measurer) { isWanted($0, "") }
      try runtime.runTests(in: path, where: isWanted, showingStills: pictures != nil) {
        (outcome, stills) throws(Failure) in
        tally.count(outcome, in: path)
        try pictures?.compare(outcome, in: path, stills, sources)
        if format == "json" {
          console.print(json: JSON(outcome, sources).text)
        } else {
          if isFirst { printer.beginFile(path) }
          printer.print(outcome, sources)
        }
        isFirst = false
      }
    }
    if filter == nil { try pictures?.finish() }
    if tally.count == 0, tally.unreadable.isEmpty, pictures.map({ $0.count == 0 }) ?? true {
      let found = filter.map { "no test here has '\($0)' in its name" } ?? "there are no tests here"
      throw Failure(
        message: found, help: filter == nil ? "a test is written test \"NAME\" { expect … }" : nil, code: .noInput)
    }
    if format == "json" {
      for difference in pictures?.differences ?? [] { console.print(json: JSON(difference).text) }
      console.print(json: JSON(tally).text)
    } else {
      if tally.count > 0 || !tally.unreadable.isEmpty { printer.print(tally) }
      if let pictures, pictures.count > 0 || !pictures.differences.isEmpty { printer.print(pictures) }
    }
    let isRight = tally.failed.isEmpty && tally.unreadable.isEmpty && pictures?.differences.isEmpty ?? true
    return isRight ? .success : .badLayout
  }
}

/// How many tests passed, and which did not.
struct TestTally {
  private(set) var count = 0
  private(set) var failed: [(file: String, name: String)] = []
  /// Files with errors, whose tests were not run.
  var unreadable: [String] = []

  var passed: Int { count - failed.count }

  mutating func count(_ outcome: TestOutcome, in file: String) {
    count += 1
    if !outcome.passed { failed.append((file, outcome.name)) }
  }
}

extension OfflineRuntime {
  /// Loads a file.
  ///
  /// - Returns: its mistakes when they leave nothing to run, else nil.
  mutating func load(_ file: String) throws(Failure) -> DiagnosticReport? {
    do throws(RequestFailure) { _ = try attempt(.load(path: file)) } catch {
      guard case .layoutFailed(let report) = error else { throw Failure(error) }
      return report
    }
    return nil
  }
}
