import Daemon
import LayoutRuntime
import LayoutSyntax
import Posix

/// Prints what `serve` tells while it runs: what it watches and serves, what to try, and what is wrong with which file.
///
/// Every line is written at once and whole, so a pipe can be read while the daemon runs. The daemon waits for no
/// reader. `DiagnosticNews` decides which complaints are told and which are only counted.
final class ServeLog {
  private let console: Console
  private var news = DiagnosticNews()
  /// Of the lines about saves.
  private var saveWidths = (file: 0, outcome: "99 of 999 views moved".count)
  /// Nil where writing never waits.
  private var output: UnwaitingOutput?
  private var errors: UnwaitingOutput?

  init(_ console: Console) {
    self.console = console
    output = UnwaitingOutput(StandardStream.output.descriptor, apology: Self.apology)
    errors = UnwaitingOutput(StandardStream.error.descriptor, apology: Self.apology)
  }

  private static func apology(_ count: Int) -> String {
    "note     \(counted(count, "message")) left out: nobody was reading\n"
  }

  /// Writes what has not been written yet, if somebody reads it now.
  func finish() {
    output?.finish()
    errors?.finish()
  }

  func write(_ report: DaemonReport) {
    switch report {
    case .started(let roots, let socket, let scenes): welcome(roots, socket, scenes)
    case .diagnosed(let file, let report): diagnosed(file, report)
    case .saved(let saved, let duration): told(saved, duration)
    case .savedMore(let count): print("\(label("saved", .green)) and \(counted(count, "more file"))")
    case .gone(let file): news.forget(file)
    case .watching(let message): print("\(label("note", .yellow)) \(message)")
    case .holdEnded(let reason, let limit):
      let seconds = "\(limit / .seconds(1)) s"
      print("\(label("note", .yellow)) '\(reason)' has held files for \(seconds); what changed in them is shown now")
    case .journal(let notice): journal(notice)
    case .stopped(let reason): print("\(label("stopped", .dim)) \(reason)")
    }
  }

  private func journal(_ notice: JournalNotice) {
    if notice.isWarning {
      let line = console.line(warning: notice.description)
      if errors == nil { console.printAside(line) } else { errors?.write(line.text + "\n") }
    } else {
      print("\(label("note", .yellow)) \(notice)")
    }
  }

  // MARK: At the start

  private func welcome(_ roots: [String], _ socket: String, _ scenes: SceneList) {
    let option = isUsual(socket) ? "" : " --socket \(socket)"
    var lines: [ShownText] = [
      "\(label("watching", .bold)) \(roots.joined(separator: ", "))", "\(label("socket", .bold)) \(socket)",
    ]
    let names = scenes.names
    let previews = Self.previews(among: names)
    let main = names.indices.filter { !previews.names.contains(names[$0]) }
    // There may be thousands: only those that are shown are asked how they are.
    let shown = main.prefix(Self.mostScenes).map { scenes[$0] }
    lines += sceneTable(shown, previews.byScene, leaving: main.count - shown.count)
    lines += ["", "Try in another terminal:"]
    lines += Self.suggestions(shown).map { "  framewire \($0)\(option)" }
    lines += ["then save one of the files. Control-C ends it.", ""]
    print(lines.joined(separator: "\n"))
  }

  /// So many scenes are listed at the start, which is more than a screen has lines.
  private static let mostScenes = 100

  /// A line for each of the scenes, with the names of its previews behind it.
  ///
  /// - Parameter left: how many more scenes there are.
  private func sceneTable(
    _ scenes: [SceneSummary], _ previews: [String: [String]], leaving left: Int
  ) -> [ShownText] {
    guard !scenes.isEmpty else { return ["\(label("scenes", .bold)) none yet: save a file NAME.layout there"] }
    let rows = scenes.map { scene in
      let previews = previews[scene.name] ?? []
      let size = "\(FrameTable.points(scene.width))×\(FrameTable.points(scene.height))"
      let state = scene.status == .ok ? "\(scene.views) views" : "has mistakes"
      let also = previews.isEmpty ? "" : "previews: " + previews.joined(separator: ", ")
      return [scene.name, scene.status == .ok ? size : "", state, scene.file, also].map(\.shownOnTerminal)
    }
    let columns = Columns(rows)
    let more: [ShownText] = left > 0 ? ["\(label("", .bold)) and \(left) more; framewire scenes lists them all"] : []
    return rows.enumerated().flatMap { index, row in
      let shown: ShownText = "\(label(index == 0 ? "scenes" : "", .bold)) \(columns.line(row))"
      return shown.wrapped(to: console.columns, hanging: 9 + columns.firstWidth + 2)
    } + more
  }

  /// Which of the names are another one with a slash and more behind it; and by that other name, what is behind.
  private static func previews(among names: [String]) -> (names: Set<String>, byScene: [String: [String]]) {
    var previews: Set<String> = []
    var byScene: [String: [String]] = [:]
    let slashed = names.filter { $0.utf8.contains(UInt8(ascii: "/")) }
    if slashed.isEmpty { return (previews, byScene) }
    let all = Set(names)
    for name in slashed {
      for slash in name.indices where name[slash] == "/" {
        let scene = String(name[..<slash])
        guard all.contains(scene) else { continue }
        previews.insert(name)
        byScene[scene, default: []].append(String(name[name.index(after: slash)...]))
      }
    }
    return (previews, byScene)
  }

  /// Suggests what can be typed next, with names that exist.
  private static func suggestions(_ scenes: [SceneSummary]) -> [String] {
    let good = scenes.filter { $0.status == .ok && !$0.name.contains("/") }
    guard let first = good.first(where: { $0.name == "login" }) ?? good.first else { return ["scenes"] }
    var lines = ["subscribe \(first.name)", "scenes"]
    for scene in good {
      let choices = scene.configurations.compactMap { view in view.names.first { $0 != view.active } }
      guard let choice = choices.first else { continue }
      lines.append("use \(choice) --scene \(scene.name)")
      break
    }
    return lines
  }

  /// Whether this is the place where tools look when nobody names one.
  private func isUsual(_ socket: String) -> Bool {
    SocketAddress.default(environment: CurrentProcess.environment, userID: CurrentProcess.userID).path == socket
  }

  // MARK: While it runs

  /// A line with columns of its own, which grow with what stands in them.
  private func told(_ saved: SavedFile, _ duration: Duration) {
    let (file, outcome) = (saved.path.shownOnTerminal, Self.outcome(of: saved).shownOnTerminal)
    saveWidths.file = max(saveWidths.file, min(file.count, Self.widestCell))
    saveWidths.outcome = max(saveWidths.outcome, min(outcome.count, Self.widestCell))
    let tenths = (duration.inMilliseconds * 10).rounded() / 10
    let time = "\(tenths) ms"
    let line: ShownText =
      "\(label("saved", .green)) \(padded(file, to: saveWidths.file))   \(padded(outcome, to: saveWidths.outcome))   "
    let space = String(repeating: " ", count: max(0, 8 - time.count))
    print(
      (line + "\(console.styled("\(space)\(time)", .dim))").wrapped(to: console.columns, hanging: 9).joined(
        separator: "\n"))
  }

  /// A longer name or outcome moves the columns behind it in its own line only.
  private static let widestCell = 40

  /// What a save changed: `2 of 6 views moved`, `nothing moved`, `3 of 12 views moved in card, login`.
  static func outcome(of saved: SavedFile) -> String {
    func few(_ count: Int, _ rest: String) -> String? { count == 0 ? nil : "\(count) \(rest)" }
    let all = "of \(counted(saved.views, "view"))"
    var parts = [few(saved.moved, "\(all) moved") ?? few(saved.changed, "\(all) changed")]
    parts += [few(saved.added, parts[0] == nil ? "\(saved.added == 1 ? "view" : "views") new" : "new")]
    parts += [
      few(saved.removed, parts.allSatisfy { $0 == nil } ? "\(saved.removed == 1 ? "view" : "views") gone" : "gone")
    ]
    let outcome = parts.compactMap { $0 }.joined(separator: ", ")
    if outcome.isEmpty { return "nothing moved" }
    if saved.importers.isEmpty { return outcome }
    return "\(outcome) in \(firstFew(saved.importers))"
  }

  private func diagnosed(_ file: String, _ report: DiagnosticReport) {
    let summary = summary(of: report.diagnostics, in: file)
    switch report.status {
    case .ok where summary.isEmpty: print("\(label("ok", .green)) \(file)")
    case .ok where !report.diagnostics.contains(where: { $0.severity == .error }):
      print("\(label("ok", .yellow)) \(file): \(summary)")
    case .ok: print("\(label("error", .red)) \(file): \(summary); the rest of it is shown")
    case .stale: print("\(label("stale", .red)) \(file): \(summary); its last good frames stay")
    case .failed: print("\(label("failed", .red)) \(file): \(summary); it has not been right yet")
    }
    var shown = report
    shown.diagnostics = news.record(report.diagnostics, of: file)
    write(DiagnosticsPrinter(usesColors: console.colorsOutput).text(of: shown))
  }

  /// Counts complaints: `2 errors, 1 warning`; `1 error in parts.layout` when nothing is wrong in the file itself.
  private func summary(of diagnostics: [Diagnostic], in file: String) -> String {
    let summary = DiagnosticsPrinter.summary(of: diagnostics)
    let files = Set(diagnostics.map { $0.place?.file ?? file })
    guard let other = files.first, files.count == 1, other != file else { return summary }
    return "\(summary) in \(other)"
  }

  /// The word that begins a line, in a column of its own.
  private func label(_ word: String, _ style: Console.Style) -> ShownText {
    word.isEmpty ? "\(padded("", to: 8))" : "\(console.styled("\(word)", style))\(padded("", to: 8 - word.count))"
  }

  private func print(_ line: ShownText) { write(line + "\n") }

  private func write(_ shown: ShownText) {
    if output == nil { console.write(Array(shown.text.utf8)) } else { output?.write(shown.text) }
  }
}
