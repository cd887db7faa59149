import LayoutSyntax
import Posix

extension Verb {
  static let format = Verb(
    name: "fmt", summary: "bring layout files into the one style",
    arguments: [
      Argument(
        name: "FILE", meaning: "a layout file, a folder of them, or - for standard input; this folder if left out",
        isOptional: true, repeats: true, completion: .layoutFiles)
    ],
    options: [
      Option(name: "check", meaning: "write nothing; name the files that would change, and end with 1"),
      Option(name: "diff", meaning: "write nothing; print what would change"),
      Option(
        name: "to", value: "FORM", meaning: "print one FILE as json, or as the layout that a JSON file says",
        completion: .words(forms)),
      Option(
        name: "from", value: "FORM", meaning: "what FILE has to be: layout or json (else its first byte tells)",
        completion: .words(forms)),
    ],
    examples: [
      ("framewire fmt Layouts", "formats every layout of a folder, in place"),
      ("framewire fmt --check .", "for CI: ends with 1 when a file is not formatted"),
      ("framewire fmt --diff login.layout", "shows what would change"),
      ("framewire fmt - < login.layout", "from standard input to standard output, as editors want it"),
      ("framewire fmt --to json login.layout", "the layout's tree as JSON, for programs"),
      ("framewire fmt --from json made.json", "the layout that a program made, for people"),
    ],
    details: """
      Blanks, line ends and indentation change; tokens, comments and what the layout means do not. Columns are kept and \
      mended where a file has them. Files that change are named; a file with syntax errors is left as it is, and makes \
      the verb end with 1. A layout as JSON may stand wherever a layout is read; here it is formatted as JSON, unless \
      --to or --from asks for the other form.
      """
  ) { (invocation, console) throws(Failure) in
    if invocation.has("to") || invocation.has("from") { return try convert(invocation, console) }
    var formatting = Formatting(
      console: console, isCheck: invocation.has("check"), showsDiff: invocation.has("diff"))
    if invocation.arguments.isEmpty, !invocation.has("check"), !invocation.has("diff") { try refuseGivenInput() }
    let paths = try formatting.expanding(invocation.arguments.isEmpty ? ["."] : invocation.arguments)
    for path in paths { try formatting.format(path) }
    return formatting.finish(LayoutFiles.count(paths.count, of: invocation), isTold: invocation.arguments.isEmpty)
  }

  /// Whoever hands a document in does not wish that all files of a folder are written anew.
  private static func refuseGivenInput() throws(Failure) {
    guard StandardInput.isDocument else { return }
    throw .usage(
      "FILE is missing, and there is a standard input",
      help: "framewire fmt - formats that, framewire fmt . the layouts of this folder")
  }
}

extension Verb {
  private static let forms = ["layout", "json"]

  /// Writes one file in the other form to standard output.
  private static func convert(_ invocation: Invocation, _ console: Console) throws(Failure) -> ExitCode {
    for option in ["to", "from"] {
      if let form = invocation.value(option), !forms.contains(form) {
        throw .usage("--\(option) is layout or json, not '\(form)'")
      }
    }
    if invocation.has("check") || invocation.has("diff") {
      throw .usage("--check and --diff are for formatting; --to and --from print one file in another form")
    }
    guard invocation.arguments.count == 1 else { throw .usage("--to and --from take one FILE") }
    let path = invocation.arguments[0]
    let tree = try Formatting.tree(of: path == Formatting.standardInput ? path : try LayoutFiles.existing(path))
    let isJSON = tree.json != nil
    if let form = invocation.value("from"), (form == "json") != isJSON {
      throw Failure(message: "'\(path)' is \(isJSON ? "JSON" : "no JSON, which begins with '{'")", code: .badValue)
    }
    let wantsJSON = invocation.value("to").map { $0 == "json" } ?? !isJSON
    guard let bytes = Formatting.text(of: tree, asJSON: wantsJSON) else {
      console.printAsideText(Formatting.complaints(of: tree, console))
      return .badLayout
    }
    console.write(document: bytes)
    return .success
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
      paths += argument == Self.standardInput ? [argument] : try LayoutFiles.expanding([argument], console)
    }
    return paths
  }

  mutating func format(_ path: String) throws(Failure) {
    let isInput = path == Self.standardInput
    let tree = try Self.tree(of: path)
    guard let new = Self.text(of: tree, asJSON: tree.json != nil) else {
      broken += 1
      console.printAsideText(Self.complaints(of: tree, console))
      return
    }
    let old = tree.written
    if old == new { unchanged += 1 } else { changed += 1 }
    if isInput, !isCheck, !showsDiff {
      console.write(document: new)
    } else if old != new {
      if showsDiff {
        let diff = LineDiff(from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self))
        console.write(document: Array(diff.text(name: tree.source.name).utf8))
      } else {
        console.print("\(path)")
      }
      if !isCheck, !showsDiff { try LayoutFiles.replace(path, by: new) }
    }
  }

  static func tree(of path: String) throws(Failure) -> SyntaxTree {
    if path == standardInput {
      return parse(SourceText(name: "standard input", bytes: try LayoutFiles.standardInput()))
    }
    return parse(SourceText(name: path, bytes: try LayoutFiles.bytes(of: path)))
  }

  /// The document in one of its forms; nil where it is wrong.
  static func text(of tree: SyntaxTree, asJSON: Bool) -> [UInt8]? {
    asJSON ? tree.projected().map { Array($0.utf8) } : tree.formatted()
  }

  static func complaints(of tree: SyntaxTree, _ console: Console) -> ShownText {
    let renderer = DiagnosticRenderer(sources: [tree.source], usesColour: console.colorsErrors)
    return ShownText(fit: renderer.render(tree.diagnostics) + "\n")
  }

  /// Says on standard error how it went; standard output has only names, differences or the document.
  ///
  /// - Parameters:
  ///   - files: how many were looked at, and where.
  ///   - isTold: nobody has named them, so that is said first.
  func finish(_ files: ShownText, isTold: Bool) -> ExitCode {
    if isTold || changed + unchanged + broken > 1 || StandardStream.error.isTerminal {
      let parts = [
        changed == 0 ? nil : "\(changed) \(isCheck || showsDiff ? "would change" : "formatted")",
        unchanged == 0 ? nil : "\(unchanged) in style already",
        broken == 0 ? nil : "\(broken) left as \(broken == 1 ? "it is" : "they are"), with errors",
      ]
      let outcome: ShownText = "\(parts.compactMap { $0 }.joined(separator: ", "))"
      console.printAside(isTold ? "\(files): \(outcome)" : outcome)
    }
    return broken > 0 || (isCheck && changed > 0) ? .badLayout : .success
  }
}
