import Drawing
import LayoutEngine
import LayoutRuntime
import LayoutSyntax

/// Draws the scenes of files: those, in the states and at the times that a command line asks for.
struct FileDrawing {
  private(set) var series: PictureSeries
  private let invocation: Invocation
  private let console: Console
  /// What texts are measured by, so that they are drawn by the same fonts without these being read again.
  let measurer: any TextMeasuring
  private let printer: DiagnosticsPrinter
  /// A picture for each of one list, beside each other, and of the other one, below each other.
  private let across: [Variation]
  private let down: [Variation]
  private let times: PictureTimes?

  init(_ invocation: Invocation, _ series: PictureSeries, _ console: Console) throws(Failure) {
    self.invocation = invocation
    self.series = series
    self.console = console
    measurer = try Verb.textMeasurer(from: invocation)
    printer = DiagnosticsPrinter(usesColors: console.colorsErrors)
    let lists = try Variation.lists(from: invocation)
    across = lists.first ?? [Variation()]
    down = lists.count > 1 ? lists[1] : [Variation()]
    times = try PictureTimes(from: invocation, isMoving: series.isMoving)
    guard times == nil || lists.isEmpty else {
      throw .usage(series.isMoving ? "a picture that moves has no --each" : "--at and --each do not go together")
    }
    if invocation.has("test"),
      let other = (["at", "fps", "each", "previews", "view"] + Verb.Option.sceneState.map(\.name)).first(where: {
        $0 != "scale" && invocation.has($0)
      })
    {
      throw .usage("--\(other) does not go with --test, which says everything itself")
    }
    if invocation.has("test"),
      let overlay = series.manner.overlays.sorted(by: { $0.rawValue < $1.rawValue })
        .first(where: PictureManner.needsScene)
    {
      throw .usage(
        "--show \(overlay.rawValue) does not go with --test, whose steps are drawn from their frames alone",
        help: "--config, --set and their kind bring a scene where the test has it")
    }
    self.series.isTable = times != nil || !lists.isEmpty || invocation.has("test")
  }

  /// Draws all files that the command line names.
  mutating func draw() throws(Failure) {
    let files = try LayoutFiles.groups(of: invocation, console).flatMap { group in group.files.map { ($0, group.place) }
    }
    for (file, place) in files { try draw(file, within: place, isAlone: files.count == 1) }
    if let test = invocation.value("test"), series.items.isEmpty, !series.hasErrors {
      throw Failure(message: "no test here has '\(test)' in its name", code: .noInput)
    }
  }

  private mutating func draw(_ file: String, within place: LayoutFiles.Place, isAlone: Bool) throws(Failure) {
    var runtime = OfflineRuntime(within: place, measuring: measurer)
    let scenes: [String]
    switch try runtime.openAll(file) {
    case .opened(let names):
      // Of many files some only have what others import.
      if names.isEmpty, !isAlone { return }
      scenes = invocation.has("previews") ? names : [try names.wanted(invocation.value("layout"), in: file)]
    case .failed(let report):
      console.printAsideText(printer.text(of: report))
      series.hasErrors = true
      return
    }
    if let test = invocation.value("test") { return try drawTests(called: test.lowercased(), of: file, runtime) }
    for scene in scenes {
      // A sheet of one scene says what is different from picture to picture.
      let name = scenes.count > 1 || !isAlone ? scene : ""
      for lower in down {
        if series.isTable { series.beginRow() }
        for upper in across { try draw(scene, in: runtime, upper + lower, name: name) }
      }
    }
  }

  /// What moves shows one scene, and not another one behind it.
  private func checkIsFirst(_ name: String) throws(Failure) {
    guard series.isMoving, !series.items.isEmpty else { return }
    throw .usage(
      "a picture that moves shows one scene or test, and '\(name)' would be a second one",
      help: "one file, one --layout, or more of the name of the --test")
  }

  private mutating func draw(
    _ name: String, in runtime: OfflineRuntime, _ variation: Variation, name shown: String
  ) throws(Failure) {
    try checkIsFirst(name)
    // A copy, as it was opened: what is set for one picture is not for the next.
    var scene = OfflineScene(runtime: runtime, scene: name)
    let operations = try Operation.all(from: variation.applied(to: invocation))
    if let times {
      try times.play(operations, on: &scene) { (scene, moment) throws(Failure) in
        try series.add(&scene, caption: moment.caption, at: moment.milliseconds)
      }
    } else {
      try scene.apply(operations)
      let caption = [shown, variation.caption].filter { !$0.isEmpty }.joined(separator: " · ")
      try series.add(&scene, caption: caption)
    }
    let report = try scene.runtime.report(on: name)
    if report.diagnostics.contains(where: { $0.severity == .error }) { series.hasErrors = true }
    // Of many states only those are told that nothing can be drawn right in.
    if variation.options.isEmpty, !report.diagnostics.isEmpty { console.printAsideText(printer.text(of: report)) }
  }

  /// A row for each test, with a picture for each step.
  private mutating func drawTests(called name: String, of file: String, _ runtime: OfflineRuntime) throws(Failure) {
    let path = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    try runtime.runTests(in: path, where: { $1.lowercased().contains(name) }, showingStills: true) {
      (outcome, stills) throws(Failure) in
      try checkIsFirst(outcome.name)
      series.beginRow()
      try series.add(Storyboard(stills, runtime.sources(of: path), series.manner)) { runtime.picture(at: $0) }
      if !outcome.passed { series.hasErrors = true }
    }
  }
}
