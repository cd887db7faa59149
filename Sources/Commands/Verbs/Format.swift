import LayoutSyntax
import Posix

extension Verb {
  static let format = Verb(
    name: "fmt", summary: "bring layout files into the one style",
    arguments: [
      Argument(
        name: "FILE", meaning: "a layout file, a folder of them, or - for standard input", repeats: true,
        completion: .layoutFiles)
    ],
    options: [
      Option(name: "check", meaning: "write nothing; name the files that would change, and end with 1"),
      Option(name: "diff", meaning: "write nothing; print what would change"),
    ],
    examples: [
      ("framewire fmt Layouts", "formats every layout of a folder, in place"),
      ("framewire fmt --check .", "for CI: ends with 1 when a file is not formatted"),
      ("framewire fmt --diff login.layout", "shows what would change"),
      ("framewire fmt - < login.layout", "from standard input to standard output, as editors want it"),
    ],
    details: """
      Blanks, line ends and indentation change; tokens, comments and what the layout means do not. Columns are kept and \
      mended where a file has them. Files that change are named; a file with syntax errors is left as it is, and makes \
      the verb end with 1.
      """
  ) { (invocation, console) throws(Failure) in
    var formatting = Formatting(
      console: console, isCheck: invocation.has("check"), showsDiff: invocation.has("diff"))
    for path in try formatting.expanding(invocation.arguments) { try formatting.format(path) }
    return formatting.finish()
  }
}

/// One run of `framewire fmt` over files.
private struct Formatting {
  let console: Console
  let isCheck: Bool
  let showsDiff: Bool
  private var changed = 0
  private var unchanged = 0
  private var broken = 0

  init(console: Console, isCheck: Bool, showsDiff: Bool) {
    self.console = console
    self.isCheck = isCheck
    self.showsDiff = showsDiff
  }

  static let standardInput = "-"

  func expanding(_ arguments: [String]) throws(Failure) -> [String] {
    var paths: [String] = []
    for argument in arguments {
      paths += argument == Self.standardInput ? [argument] : try LayoutFiles.expanding([argument])
    }
    return paths
  }

  mutating func format(_ path: String) throws(Failure) {
    let isInput = path == Self.standardInput
    let old = isInput ? try LayoutFiles.standardInput() : try LayoutFiles.bytes(of: path)
    let source = SourceText(name: isInput ? "standard input" : path, bytes: old)
    let tree = parse(source)
    guard let new = tree.formatted() else {
      broken += 1
      let renderer = DiagnosticRenderer(sources: [source], usesColour: console.colorsErrors)
      console.noteText(renderer.render(tree.diagnostics) + "\n")
      return
    }
    if old == new { unchanged += 1 } else { changed += 1 }
    if isInput, !isCheck, !showsDiff {
      _ = try? StandardStream.output.write(new)
    } else if old != new {
      if showsDiff {
        let diff = LineDiff(from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self))
        console.write(diff.text(name: source.name))
      } else {
        console.print(path)
      }
      if !isCheck, !showsDiff { try LayoutFiles.replace(path, by: new) }
    }
  }

  /// Says how it went, to people only: what is on standard output are names, differences or the document.
  func finish() -> ExitCode {
    if changed + unchanged + broken > 1 || StandardStream.error.isTerminal {
      let parts = [
        changed == 0 ? nil : "\(changed) \(isCheck || showsDiff ? "would change" : "formatted")",
        unchanged == 0 ? nil : "\(unchanged) in style already",
        broken == 0 ? nil : "\(broken) left as \(broken == 1 ? "it is" : "they are"), with errors",
      ]
      console.note(parts.compactMap { $0 }.joined(separator: ", "))
    }
    return broken > 0 || (isCheck && changed > 0) ? .badLayout : .success
  }
}
