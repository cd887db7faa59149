/// Help, written from the table of verbs.
enum HelpText {
  static func overview(_ verbs: [Verb]) -> ShownText {
    var lines = ["framewire: layouts that are solved while you edit them", "", "usage: framewire VERB [ARGUMENTS]", ""]
    let width = verbs.map(\.name.count).max() ?? 0
    lines += verbs.map { "  \(padded($0.name, to: width))  \($0.summary)" }
    lines += [
      "", "framewire VERB --help says more. The daemon's socket is the one that --socket names, else",
      "$FRAMEWIRE_SOCKET, else $XDG_RUNTIME_DIR/framewire/default.sock.",
    ]
    return ShownText(fit: lines.joined(separator: "\n"))
  }

  static func page(_ verb: Verb) -> ShownText {
    var lines = ["framewire \(verb.name): \(verb.summary)", ""] + usage(verb)
    if !verb.details.isEmpty { lines += [""] + wrapped(verb.details) }
    if !verb.arguments.isEmpty {
      let width = verb.arguments.map(\.name.count).max()!
      lines += ["", "arguments:"] + verb.arguments.map { "  \(padded($0.name, to: width))  \($0.meaning)" }
    }
    let options = verb.options + Verb.common
    let names = options.map { "--\($0.name)\($0.value.map { " \($0)" } ?? "")" }
    let width = names.map(\.count).max()!
    lines += ["", "options:"] + zip(names, options).map { "  \(padded($0, to: width))  \($1.meaning)" }
    if !verb.examples.isEmpty {
      lines += ["", "examples:"]
      let width = verb.examples.map(\.line.count).max()!
      lines += verb.examples.map { "  \(padded($0.line, to: width))  \($0.meaning)" }
    }
    return ShownText(fit: lines.joined(separator: "\n"))
  }

  /// The verb with its arguments and options; those that do not fit go on below them.
  private static func usage(_ verb: Verb) -> [String] {
    let head = "usage: framewire \(verb.name) "
    let lines = wrapped(verb.usageParts, columns: columns - head.count)
    return lines.enumerated().map { ($0 == 0 ? head : padded("", to: head.count)) + $1 }
  }

  /// The width of a paragraph: that of a terminal.
  private static let columns = 80

  private static func wrapped(_ text: String) -> [String] {
    wrapped(text.split(separator: " ").map(String.init), columns: columns)
  }

  /// Breaks parts into lines; a part is never broken itself.
  private static func wrapped(_ parts: [String], columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in parts {
      if !line.isEmpty, line.count + 1 + word.count > columns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}

/// Fills a text up with spaces.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
