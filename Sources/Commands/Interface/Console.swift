import LayoutSyntax
import Posix
import Synchronization
import Wire

/// Where a verb writes: results to standard output, everything said about them to standard error.
///
/// A result that cannot be written fails the verb, however it went otherwise: `Program.run` asks for `failure` when
/// the verb is done. A reader that has gone away (`framewire subscribe | head -1`) is no failure.
package struct Console: Sendable {
  /// Whether results may be coloured, and whether complaints may.
  let colorsOutput: Bool
  package let colorsErrors: Bool
  /// How wide the terminal is that results go to; nil where they go to a file or a program, which get lines whole.
  package let columns = StandardStream.output.isTerminal ? StandardStream.output.columns ?? 80 : nil

  /// Who says what is said.
  private let program: String

  /// - Parameters:
  ///   - choice: `auto`, `always` or `never`; nil for auto. `auto` honours NO_COLOR (no-color.org) and TERM=dumb.
  package init(choice: String?, of program: String = "framewire") {
    self.program = program
    switch choice {
    case "always":
      colorsOutput = true
      colorsErrors = true
    case "never":
      colorsOutput = false
      colorsErrors = false
    default:
      let isWanted =
        (CurrentProcess.variable("NO_COLOR") ?? "").isEmpty && CurrentProcess.variable("TERM") != "dumb"
      colorsOutput = isWanted && StandardStream.output.isTerminal
      colorsErrors = isWanted && StandardStream.error.isTerminal
    }
  }

  private let output = Output()

  /// The first error of standard output, which copies of a console share.
  private final class Output: Sendable {
    let error = Mutex<PosixError?>(nil)
  }

  package enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  /// Writes to standard output.
  ///
  /// - Returns: false when there is no sense in writing more.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    do throws(PosixError) { return try StandardStream.output.write(bytes) } catch {
      output.error.withLock { $0 = $0 ?? error }
      return false
    }
  }

  /// Waits until a descriptor is readable, a deadline passes, or nobody reads the results any more.
  ///
  /// - Returns: false when there is no sense in writing more.
  func waitForOutput(besides other: DescriptorNumber?, until deadline: ContinuousClock.Instant?) -> Bool {
    do throws(PosixError) { return try StandardStream.output.wait(besides: other, until: deadline) } catch {
      output.error.withLock { $0 = $0 ?? error }
      return false
    }
  }

  /// Why results could not be written; nil when they all were.
  var failure: Failure? {
    output.error.withLock { $0 }.map {
      Failure(message: "cannot write to standard output: \($0.reason)", code: .inputOutput)
    }
  }

  /// Prints a line for people.
  @discardableResult
  package func print(_ line: ShownText) -> Bool { write(Array((line.text + "\n").utf8)) }

  /// Prints a line of a table. What a terminal has no room for goes on below it, `hanging` columns further in.
  package func print(row line: ShownText, hanging: Int) {
    for line in line.wrapped(to: columns, hanging: hanging) { print(line) }
  }

  /// Writes a document: as it is, or to a terminal so that nothing in it is obeyed.
  @discardableResult
  func write(document bytes: [UInt8]) -> Bool {
    guard StandardStream.output.isTerminal else { return write(bytes) }
    return write(Array(String(decoding: bytes, as: UTF8.self).shownOnTerminalInLines.utf8))
  }

  /// Prints JSON, of which a terminal does nothing either.
  @discardableResult
  package func print(json: String) -> Bool { write(Array((json.withJSONShownOnTerminal + "\n").utf8)) }

  /// Prints a line for people on standard error, beside the results.
  package func printAside(_ line: ShownText) { StandardStream.error.writeLine(line.text) }

  /// Says something about the results, on standard error, and who says it.
  package func note(_ words: ShownText) { printAside("\(program): \(words)") }

  /// Prints text that has its line ends already, on standard error.
  package func printAsideText(_ text: ShownText) { _ = try? StandardStream.error.write(text.text) }

  package func styled(_ text: ShownText, _ style: Style) -> ShownText {
    colorsOutput ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  package func report(_ failure: Failure) {
    let label: ShownText = colorsErrors ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
    printAside("\(program): \(label) \(failure.message)")
    if let help = failure.help { printAside("  \(help)") }
    let width = failure.suggestions.map(\.line.count).max() ?? 0
    for (line, meaning) in failure.suggestions { printAside("  \(padded(line, to: width))  \(meaning)") }
  }

  package func report(warning message: String) { printAside(line(warning: message)) }

  func line(warning message: String) -> ShownText {
    let label: ShownText = colorsErrors ? "\u{1B}[1;33mwarning:\u{1B}[0m" : "warning:"
    return "\(program): \(label) \(message)"
  }

  /// Prints what the daemon warned of: things that were done and have no effect.
  func report(_ warnings: [WireDiagnostic]) {
    let label: ShownText = colorsErrors ? "\u{1B}[1;33mwarning\u{1B}[0m" : "warning"
    for warning in warnings { printAside("\(label)[\(warning.code)]: \(warning.message)") }
  }
}
