/// Help, written from the table of verbs.
package enum HelpText {
  static func overview(_ program: Program) -> ShownText {
    let name = program.name
    var lines = ["\(name): \(program.summary)", "", "usage: \(name) VERB [ARGUMENTS]", ""]
    lines += entries(program.verbs.map { ($0.name, $0.summary) })
    lines += [""]
    lines += wrapped("\(name) VERB --help says more. \(program.details)")
    return ShownText(fit: lines.joined(separator: "\n"))
  }

  package static func page(_ verb: Verb) -> ShownText {
    var lines = wrapped("\(verb.program) \(verb.name): \(verb.summary)") + [""] + usage(verb)
    if !verb.details.isEmpty { lines += [""] + wrapped(verb.details) }
    if !verb.arguments.isEmpty {
      lines += ["", "arguments:"] + entries(verb.arguments.map { ($0.name, $0.meaning) })
    }
    let options = verb.options + Verb.common
    lines += ["", "options:"]
    lines += entries(
      options.map { option in
        (
          "--\(option.name)\(option.value.map { " \($0)" } ?? "")",
          option.meaning + (option.companions.isEmpty ? "" : "; with \(option.companionWords)")
        )
      })
    if !verb.examples.isEmpty { lines += ["", "examples:"] + examples(verb) }
    return ShownText(fit: lines.joined(separator: "\n"))
  }

  /// Names, and in a column beside them what each means.
  private static func entries(_ entries: [(name: String, meaning: String)]) -> [String] {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.flatMap { name, meaning in
      hung(
        wrapped(meaning.split(separator: " ").map(String.init), columns: columns - width - 4),
        behind: "  \(padded(name, to: width))  ")
    }
  }

  /// Lines that can be typed, each with its meaning beside it; below it, if one of them is too long for that.
  private static func examples(_ verb: Verb) -> [String] {
    let width = verb.examples.map(\.line.count).max() ?? 0
    let areBeside = verb.examples.allSatisfy { width + $0.meaning.count + 4 <= columns }
    return verb.examples.flatMap { line, meaning in
      areBeside ? ["  \(padded(line, to: width))  \(meaning)"] : ["  \(line)", "      \(meaning)"]
    }
  }

  /// Lines behind a word: the first beside it, the others below the first.
  private static func hung(_ lines: [String], behind head: String) -> [String] {
    lines.enumerated().map { ($0 == 0 ? head : padded("", to: head.count)) + $1 }
  }

  /// The verb with its arguments and options; those that do not fit go on below them.
  private static func usage(_ verb: Verb) -> [String] {
    let head = "usage: \(verb.program) \(verb.name) "
    return hung(wrapped(verb.usageParts, columns: columns - head.count), behind: head)
  }

  /// How wide a page is: as terminals are when nobody has made them wider.
  private static let columns = 80

  static func wrapped(_ text: String) -> [String] {
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

/// So many of something: `1 file`, `2 files`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// The first of some names, and how many more there are: `a, b, c and 2 more`.
func firstFew(_ names: [String], most: Int = 3) -> String {
  let rest = names.count - most
  return names.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
}

/// Fills a text up with spaces.
package func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
