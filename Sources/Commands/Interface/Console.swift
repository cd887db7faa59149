import Posix
import Synchronization
import Wire

/// Where a verb writes. Results go to standard output, everything said about them to standard error.
///
/// A result that cannot be written fails the verb, however it went otherwise: `Catalogue.run` asks for `failure` when
/// the verb is done. That nobody reads any more (`framewire subscribe | head -1`) is no failure.
struct Console: Sendable {
  /// Whether results may be coloured, and whether complaints may.
  let colorsOutput: Bool
  let colorsErrors: Bool

  /// - Parameters:
  ///   - choice: `auto`, `always` or `never`; nil for auto. `auto` honours NO_COLOR (no-color.org) and TERM=dumb.
  init(choice: String?) {
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

  /// What became of standard output; copies of a console share it.
  private final class Output: Sendable {
    let error = Mutex<PosixError?>(nil)
  }

  enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  /// - Returns: false when there is no sense in writing more.
  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// - Returns: false when there is no sense in writing more.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    do throws(PosixError) { return try StandardStream.output.write(bytes) } catch {
      output.error.withLock { $0 = $0 ?? error }
      return false
    }
  }

  /// Why results are not where they should be; nil when they are.
  var failure: Failure? {
    output.error.withLock { $0 }.map {
      Failure(message: "cannot write to standard output: \($0.reason)", code: .inputOutput)
    }
  }

  @discardableResult
  func print(_ line: String = "") -> Bool { write(line + "\n") }

  /// Prints a line for people on standard error, beside the results.
  func printAside(_ line: String) { StandardStream.error.writeLine(line) }

  /// The same for lines that have their ends already.
  func printAsideText(_ text: String) { _ = try? StandardStream.error.write(text) }

  func styled(_ text: String, _ style: Style) -> String {
    colorsOutput ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  func report(_ failure: Failure) {
    let label = colorsErrors ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
    printAside("framewire: \(label) \(failure.message)")
    if let help = failure.help { printAside("  \(help)") }
  }

  func report(warning message: String) { printAside(line(warning: message)) }

  func line(warning message: String) -> String {
    let label = colorsErrors ? "\u{1B}[1;33mwarning:\u{1B}[0m" : "warning:"
    return "framewire: \(label) \(message)"
  }

  /// What was done, and has no effect.
  func report(_ warnings: [WireDiagnostic]) {
    let label = colorsErrors ? "\u{1B}[1;33mwarning\u{1B}[0m" : "warning"
    for warning in warnings { printAside("\(label)[\(warning.code)]: \(warning.message)") }
  }
}
