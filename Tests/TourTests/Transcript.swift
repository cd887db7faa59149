/// What a page shows of terminals: commands, and what they print.
///
/// A page is read for its console blocks. How they are written, for people first:
/// - `$ ` begins a command, which runs to its end; the lines below it are everything it prints. A line that ends with
///   a backslash goes on in the next one.
/// - Behind ` ```console ` may stand the name of a terminal. What is started there goes on running, and a later block
///   of the same terminal without a `$` shows what it prints then. `^C` on a line of its own interrupts it.
/// - `…` stands for what differs from run to run or is left out for brevity: in a line for any text, as a line for
///   any lines.
struct Transcript {
  /// One thing that happens, and what is seen after it.
  struct Step: Equatable {
    enum Action: Equatable {
      /// Runs to its end.
      case run(String)
      /// Starts in the terminal of this name.
      case start(String, terminal: String)
      /// Nothing is typed: more comes out of the terminal of this name.
      case read(terminal: String)
      /// Control-C in the terminal of this name.
      case interrupt(terminal: String)
    }

    var action: Action
    /// Printed lines, with `…` as above.
    var output: [String] = []
    /// Of the command in the page, or of the block where nothing is typed; from 1.
    var line: Int
  }

  private(set) var steps: [Step] = []

  /// Reads a page of Markdown.
  init(page: String) {
    var terminal: String?
    var isInBlock = false
    var goesOn = false
    for (number, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if !isInBlock {
        let words = line.split(separator: " ")
        guard words.first == "```console" else { continue }
        isInBlock = true
        terminal = words.count > 1 ? String(words[1]) : nil
        if let terminal { steps.append(Step(action: .read(terminal: terminal), line: number + 1)) }
      } else if line == "```" {
        isInBlock = false
        steps.removeAll { $0.action.isReading && $0.output.isEmpty }
      } else {
        read(String(line), number: number + 1, terminal: terminal, goesOn: &goesOn)
      }
    }
  }

  private mutating func read(_ line: String, number: Int, terminal: String?, goesOn: inout Bool) {
    if goesOn {
      steps[steps.count - 1].action.append("\n" + line)
      goesOn = line.hasSuffix("\\")
    } else if line == "^C", let terminal {
      steps.append(Step(action: .interrupt(terminal: terminal), line: number))
    } else if line.hasPrefix("$ ") {
      let command = String(line.dropFirst(2))
      steps.append(Step(action: terminal.map { .start(command, terminal: $0) } ?? .run(command), line: number))
      goesOn = line.hasSuffix("\\")
    } else if !steps.isEmpty {
      steps[steps.count - 1].output.append(line)
    }
  }
}

extension Transcript.Step.Action {
  fileprivate var isReading: Bool {
    if case .read = self { true } else { false }
  }

  fileprivate mutating func append(_ text: String) {
    switch self {
    case .run(let command): self = .run(command + text)
    case .start(let command, let terminal): self = .start(command + text, terminal: terminal)
    case .read, .interrupt: break
    }
  }
}
