import LayoutSyntax
import Posix

/// A word that people try because other programs have it, or a file where a verb belongs; and what to type instead.
///
/// Every suggestion is a whole command line, with the files that were typed, which does what was meant or what comes
/// closest.
struct FirstGuess {
  private let message: String
  private let suggestions: [(line: String, meaning: String)]

  /// - Parameters:
  ///   - name: stands where the verb belongs.
  ///   - rest: what was typed behind it.
  /// - Returns: nil for a word that nobody would try, and that is no file.
  init?(_ name: String, _ rest: [String]) {
    let typed = Typed(rest)
    if let code = ([name] + rest).lazy.compactMap(DiagnosticsPage.code).first {
      message = "there is no verb '\(name)'"
      suggestions = [("framewire help \(code)", "says what \(code) means")]
    } else if let suggestions = Self.suggestions(for: name, typed) {
      (message, self.suggestions) = ("there is no verb '\(name)'", suggestions)
    } else if let kind = Self.kind(of: name) {
      message = "'\(name)' is a \(kind == .directory ? "folder" : "file"), and no verb stands before it"
      suggestions = Self.suggestions(for: name, kind, rest)
    } else {
      return nil
    }
  }

  var failure: Failure {
    Failure(message: message, suggestions: suggestions, code: .usage)
  }

  /// What was typed behind a word.
  private struct Typed {
    /// All of it, for verbs that understand it.
    let words: [String]
    /// What is there on the disk, and what is not.
    let paths: [String]
    let names: [String]

    init(_ words: [String]) {
      self.words = words
      let arguments = words.filter { !$0.hasPrefix("-") }
      paths = arguments.filter { FirstGuess.kind(of: $0) != nil }
      names = arguments.filter { FirstGuess.kind(of: $0) == nil }
    }

    /// The file that was typed; else one with a name that tells what belongs there.
    var file: String { paths.first { FirstGuess.kind(of: $0) == .regular } ?? "FILE.layout" }
  }

  private static func kind(of path: String) -> FileStatus.Kind? {
    guard let kind = try? FileSystem.status(of: path).kind, kind == .directory || kind == .regular else { return nil }
    return kind
  }

  // MARK: What people try

  private static func suggestions(for word: String, _ typed: Typed) -> [(line: String, meaning: String)]? {
    let serve = (line("serve", typed.paths), "solves layouts whenever they are saved")
    let watch = (line("watch", typed.names), "shows a scene of it in the terminal, live")
    let solve = (line("solve", typed.words, else: [typed.file]), "prints the frames of a file once")
    let render = (line("render", typed.words, else: [typed.file]), "draws a file, here or in a picture")
    let preview = (line("preview", typed.paths), "shows all scenes in the browser, live")
    let scenes = (line("scenes", []), "lists the scenes of the running daemon")
    let doctor = (line("doctor", []), "says whether the daemon is well, and which process it is")
    let kill = ("kill PID", "ends the process that 'framewire doctor' names")
    switch word {
    case "live": return [serve, preview, watch, render]
    case "browser", "web", "inspect", "inspector", "studio": return [preview, render]
    case "draw", "show", "picture", "screenshot", "export": return [render, solve]
    case "print", "layout": return [solve, render]
    case "run", "start", "dev", "daemon", "server", "up": return [serve]
    case "init", "new", "create": return [(first(typed.names.first), "writes a layout and serves it")]
    case "ls", "list", "ps": return [scenes]
    case "status", "info", "health": return [doctor, scenes]
    case "stop", "quit", "kill", "down":
      return [
        ("Control-C", "ends 'framewire serve', in its terminal"), kill,
        ("systemctl --user stop framewire.socket framewire.service", "ends it where it is a service of systemd"),
        doctor,
      ]
    case "restart":
      return [
        kill, serve, ("systemctl --user restart framewire", "does both where it is a service of systemd"), doctor,
      ]
    case "reload", "refresh", "rescan":
      return [
        ("kill -HUP PID", "has the daemon look at all files again; it notices saves by itself"),
        ("systemctl --user reload framewire", "the same where it is a service of systemd"), doctor,
      ]
    case "log", "logs":
      return [
        ("journalctl --user -u framewire", "shows what a service of systemd has said"),
        ("framewire serve >>FILE 2>&1", "puts it into a file; else it is in the terminal of 'framewire serve'"),
      ]
    case "metrics", "top":
      return [(line("stats", typed.words, else: []), "prints what the daemon has counted"), scenes]
    case "build", "compile", "validate", "verify":
      return [(line("check", typed.paths), "says what is wrong with layout files")]
    case "format": return [(line("fmt", typed.words, else: typed.paths), "brings layout files into the one style")]
    case "apply", "patch":
      return [
        (line("set", typed.words, else: ["NAME=VALUE"]), "sets ids, variables and views of a scene"),
        (line("record", typed.words, else: ["change", "LIST", "KEY", "FIELDS"]), "changes records of a list"),
        (line("use", typed.words, else: ["NAME"]), "switches a configuration"),
        ("framewire help call", "says how several of these are done at once"),
      ]
    case "insert", "add":
      let words = typed.words.isEmpty ? ["LIST", "RECORD"] : typed.words
      return [(line("record", ["insert"] + words), "adds records to a list")]
    case "delete", "rm":
      let words = typed.words.isEmpty ? ["LIST", "KEY"] : typed.words
      return [
        (line("record", ["delete"] + words), "takes records out of a list"),
        (line("remove", typed.words, else: ["VIEW"]), "takes views out of a scene"),
      ]
    case "why": return [(line("explain", typed.words, else: ["VIEW"]), "says why a view is where it is")]
    default: return nil
    }
  }

  private static func suggestions(
    for path: String, _ kind: FileStatus.Kind, _ rest: [String]
  ) -> [(line: String, meaning: String)] {
    let serve = (line("serve", [path] + rest, else: [path]), "solves it whenever it is saved")
    let check = (line("check", [path]), "says what is wrong with it")
    if kind == .directory { return [serve, check] }
    return [
      serve, (line("solve", [path] + rest, else: [path]), "prints its frames"),
      (line("render", [path] + rest, else: [path]), "draws it"), check,
    ]
  }

  /// A line that makes a file and serves it.
  private static func first(_ wanted: String?) -> String {
    let name = wanted.map { $0.hasSuffix(".layout") ? String($0.dropLast(7)) : $0 } ?? "hello"
    let isPlain =
      name.first?.isLetter == true && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && parse(SourceText(name: "", bytes: Array("layout \(name) { }".utf8))).diagnostics.isEmpty
    let plain = isPlain ? name : "hello"
    return "echo 'layout \(plain) { label hi \"Hello\" center }' > \(plain).layout; framewire serve"
  }

  // MARK: Spelling

  /// A command line of the tool.
  ///
  /// - Parameters:
  ///   - words: stand behind the verb if it understands them.
  ///   - others: stand there else.
  private static func line(_ name: String, _ words: [String], else others: [String]? = nil) -> String {
    let verb = Catalogue.verbs.first { $0.name == name }!
    let areUnderstood = (try? verb.parse(words)) != nil
    let shown = areUnderstood ? words : others ?? words
    return (["framewire", name] + shown.map(quoted)).joined(separator: " ")
  }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic
        || $0.isASCII && ($0.properties.numericType != nil || "-_./:=@%+,".unicodeScalars.contains($0))
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
