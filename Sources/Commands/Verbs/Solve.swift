import Daemon
import Frames
import LayoutRuntime
import LayoutSyntax
import Wire

extension Verb {
  static let solve = Verb(
    name: "solve", summary: "print the frames of a layout, without a daemon",
    arguments: [Argument(name: "FILE", meaning: "a layout file", completion: .layoutFiles)],
    options: [
      Option(
        name: "layout", value: "NAME", meaning: "which layout or preview (layout/preview), if the file has several")
    ] + Option.sceneState + [
      .text, .font, .followLinks,
      Option(
        name: "space", value: "SPACE", meaning: "frames relative to the parent, or in the scene",
        completion: .words(["parent", "scene"])),
    ] + OutputFormat.solve.options,
    examples: [
      ("framewire solve login.layout", "the frames at the size that the file says"),
      ("framewire solve login.layout --size 844x390 --trait compact.y", "on a phone turned on its side"),
      ("framewire solve card.layout --set '#gap=16'", "with another constant"),
      (#"framewire solve inbox.layout --set 'messages["a"].unread=false'"#, "with another field of one record"),
      ("framewire solve toast.layout --config panel:visible --format json", "as a subscriber would get it"),
    ],
    details: "Ends with 1 when the file has an error; what frames there are it still prints."
  ) { (invocation, console) throws(Failure) in
    let file = try LayoutFiles.existing(invocation.arguments[0])
    let format = try OutputFormat.solve.choice(in: invocation)
    let space: FrameFilter.Space =
      try choice("space", of: ["parent", "scene"], in: invocation) == "scene" ? .scene : .parent
    let printer = DiagnosticsPrinter(usesColors: console.colorsErrors)
    let place = LayoutFiles.Place(of: file, followingLinks: invocation.has(Option.followLinks.name))
    var runtime = OfflineRuntime(within: place, measuring: try textMeasurer(from: invocation))
    let scene: String
    switch try runtime.open(file, layout: invocation.value("layout")) {
    case .opened(let name): scene = name
    case .failed(let report):
      console.printAsideText(printer.text(of: report))
      console.printAside("\(file) has \(DiagnosticsPrinter.summary(of: report.diagnostics)), so there are no frames")
      return .badLayout
    }
    let operations = try Operation.all(from: invocation)
    if !operations.isEmpty {
      // What is printed is the target, not what is shown on the way to it.
      let answer = try runtime.ask(.apply(scene: scene, operations, ifLayoutRevision: nil, animated: false))
      if case .applied(_, let warnings) = answer {
        console.printAsideText(
          printer.text(of: DiagnosticReport(status: .ok, diagnostics: warnings, sources: [])))
      }
    }
    // The report comes after the operations: what they set may be what cannot hold together.
    let report = try runtime.report(on: scene)
    if !report.diagnostics.isEmpty { console.printAsideText(printer.text(of: report)) }
    let picture = try runtime.snapshot(of: scene, through: FrameFilter(space: space))
    if format == "json" {
      console.print(json: Event(picture, epoch: "offline").text)
    } else {
      for line in FrameTable(picture).lines(console) { console.print(row: line, hanging: 4) }
    }
    return report.diagnostics.contains { $0.severity == .error } ? .badLayout : .success
  }

  /// The value of an option that takes one of a few words; the first where it is not given.
  static func choice(
    _ option: String, of words: [String], in invocation: Invocation
  ) throws(Failure) -> String {
    guard let word = invocation.value(option) else { return words[0] }
    guard words.contains(word) else {
      throw .usage("--\(option) is \(words.listed("or")), not '\(word)'")
    }
    return word
  }
}

extension OfflineRuntime {
  /// The outcome of opening a file.
  enum Opening<Scenes> {
    /// The name of the scene, or of all.
    case opened(Scenes)
    /// The file's mistakes leave nothing to show.
    case failed(DiagnosticReport)
  }

  /// Opens one scene of a file.
  ///
  /// - Parameter layout: a layout of the file or a preview (`layout/preview`); nil for the first layout.
  mutating func open(_ file: String, layout: String?) throws(Failure) -> Opening<String> {
    switch try openAll(file) {
    case .failed(let report): return .failed(report)
    case .opened(let scenes): return .opened(try scenes.wanted(layout, in: file))
    }
  }

  /// Opens all scenes of a file.
  mutating func openAll(_ file: String) throws(Failure) -> Opening<[String]> {
    let answer: Answer
    do throws(RequestFailure) { answer = try attempt(.load(path: file)) } catch {
      guard case .layoutFailed(let report) = error else { throw Failure(error) }
      return .failed(report)
    }
    guard case .loaded(let scenes) = answer else { preconditionFailure("load is answered by scenes") }
    return .opened(scenes.map(\.scene))
  }

  /// Reports what is wrong with a scene as it is now.
  mutating func report(on scene: String) throws(Failure) -> DiagnosticReport {
    guard case .synced(_, let report) = try ask(.sync(scene: scene, timeout: .seconds(60))) else {
      preconditionFailure("sync is answered by a report")
    }
    return report
  }

  mutating func snapshot(of scene: String, through filter: FrameFilter) throws(Failure) -> Publication {
    guard case .snapshot(let picture) = try ask(.snapshot(scene: scene, filter: filter, at: nil)) else {
      preconditionFailure("a snapshot is answered by one")
    }
    return picture
  }
}

extension [String] {
  /// Of a file's scenes the one that is meant.
  ///
  /// - Parameter layout: a layout or preview; nil: the first layout.
  func wanted(_ layout: String?, in file: String) throws(Failure) -> String {
    guard let usual = first(where: { !$0.contains("/") }) ?? first else {
      throw Failure(message: "\(file) has no layout", help: "a layout is written layout NAME { … }", code: .noInput)
    }
    let wanted = layout ?? usual
    guard contains(wanted) else {
      throw Failure(
        message: "\(file) has no layout '\(wanted)'", help: "it has: \(joined(separator: ", "))", code: .noInput)
    }
    return wanted
  }
}
