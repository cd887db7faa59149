import Frames
import LayoutRuntime
import LayoutSyntax
import Motion
import Posix

/// Prints the outcome of tests for people: a line for each test, and below a failure the line of the file with what was
/// found there.
struct TestPrinter {
  let console: Console
  let showsAllFrames: Bool

  func beginFile(_ file: String) { console.print(console.styled("\(file)", .bold)) }

  func print(_ outcome: TestOutcome, _ sources: [SourceText]) {
    let sign = outcome.passed ? console.styled("✓", .green) : console.styled("✗", .red)
    console.print("  \(sign) \(outcome.layout): \(outcome.name)")
    if outcome.passed, outcome.expectations == 0 {
      console.print("    \(console.styled("it expects nothing, so it cannot fail; write `expect …`", .yellow))")
    }
    let renderer = DiagnosticRenderer(sources: sources, usesColour: console.colorsOutput)
    for place in outcome.idleSteps {
      let words = "this step changes nothing: all is shown as before"
      let remark = Diagnostic(
        DiagnosticCode(rawValue: ""), .warning, "", at: place, notes: [Diagnostic.Note(words, at: place)])
      for line in renderer.renderPlace(of: remark) { console.print("    " + ShownText(fit: line)) }
    }
    for failure in outcome.failures {
      for line in lines(of: failure, sources) { console.print(line.text.isEmpty ? "" : "    " + line) }
    }
  }

  private func lines(of failure: TestFailure, _ sources: [SourceText]) -> [ShownText] {
    let renderer = DiagnosticRenderer(sources: sources, usesColour: console.colorsOutput)
    var texts: [String] = []
    switch failure.reason {
    case .findings(let notes): texts = renderer.renderPlace(of: Self.pointing(at: notes, in: failure))
    case .impossible(let sentence):
      texts = renderer.renderPlace(of: Self.pointing(at: [Diagnostic.Note(sentence, at: failure.place)], in: failure))
    case .broken(let diagnostic):
      texts = renderer.render(diagnostic).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    var lines = texts.map { ShownText(fit: $0) }
    if failure.time > .zero { lines[0] += ", after \(Self.text(of: failure.time))" }
    let frames = showsAllFrames ? failure.picture : failure.concerned
    if !frames.views.isEmpty {
      lines += FrameTable(frames).lines(console).flatMap {
        ("     " + $0).wrapped(to: console.columns.map { $0 - 4 }, hanging: 9)
      }
    }
    return lines + [""]
  }

  /// A failure as a diagnostic: carets stand under its first finding, the others are underlined beside it.
  private static func pointing(at notes: [Diagnostic.Note], in failure: TestFailure) -> Diagnostic {
    Diagnostic(DiagnosticCode(rawValue: ""), .error, "", at: notes.first?.place ?? failure.place, notes: notes)
  }

  /// Prints a duration: `150 ms`, `0.5 ms`.
  static func text(of duration: Duration) -> String {
    // Frames are 16.67 ms apart, so two decimals are enough.
    let hundredths = (duration.inMilliseconds * 100).rounded()
    let milliseconds = hundredths / 100
    return milliseconds == milliseconds.rounded() ? "\(Int64(milliseconds)) ms" : "\(milliseconds) ms"
  }

  func print(_ tally: TestTally) {
    var parts: [ShownText] = []
    if tally.count > 0 {
      parts.append(tally.passed == 0 ? "none passed" : "\(tally.passed) passed")
      if tally.failed.isEmpty { parts = [console.styled(parts[0], .green)] }
      if !tally.failed.isEmpty { parts.append(console.styled("\(tally.failed.count) failed", .red)) }
    }
    if !tally.unreadable.isEmpty {
      parts.append(console.styled("\(counted(tally.unreadable.count, "file")) not tested because of errors", .red))
    }
    console.print("\(counted(tally.count, "test")): \(parts.joined(separator: ", "))")
    if let (file, name) = tally.failed.first, !showsAllFrames {
      console.print("all frames of a failure: framewire test \(file) --filter '\(name)' --frames")
    }
  }

  func print(_ pictures: ApprovedPictures) {
    for difference in pictures.differences {
      console.print("  \(console.styled("✗", .red)) \(difference.name)")
      for line in difference.lines { console.print("      \(line)") }
    }
    let count = counted(pictures.count, "picture")
    if pictures.updates {
      console.print(
        "\(count): \(pictures.changes == 0 ? "none has changed" : "\(pictures.changes) written or removed")")
    } else if pictures.differences.isEmpty {
      console.print("\(count): \(console.styled("all as approved", .green))")
    } else {
      console.print("\(count): \(console.styled("\(pictures.differences.count) not as approved", .red))")
      console.print(
        "both outlines: \(FileSystem.join(pictures.folder, "*.diff.svg")); --update approves what is drawn now")
    }
  }
}
