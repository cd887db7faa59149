/// Completion scripts for shells, written from the table of verbs.
///
/// Names of scenes and the like are asked for with `framewire names`, whatever the program is.
package enum Completions {
  package static let shells = ["bash", "zsh", "fish"]

  package static func script(for shell: String, _ verbs: [Verb], of program: String = "framewire") -> String? {
    switch shell {
    case "bash": bash(verbs, program, function: function(of: program))
    case "zsh": zsh(verbs, program, function: function(of: program))
    case "fish": fish(verbs, program)
    default: nil
    }
  }

  /// What functions of a program's script begin with.
  private static func function(of program: String) -> String { "_" + program.replacing("-", with: "_") }

  private static func options(of verb: Verb) -> [Verb.Option] { verb.options + Verb.common }

  // MARK: bash

  /// The script walks the line first, to find out which option waits for its value and which argument comes next. It
  /// never hands names and files to `compgen -W`, which would run what stands in them.
  private static func bash(_ verbs: [Verb], _ program: String, function: String) -> String {
    var lines = [
      "# bash completion for \(program); made by `\(program) completions bash`",
      #"\#(function)_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }"#,
      "\(function)_files() {",
      "  compopt -o filenames 2>/dev/null",
      // A pattern for files leaves folders out, so these are asked for separately.
      #"  mapfile -t COMPREPLY < <(compgen "$@" -- "$current"; [[ $# -eq 1 ]] || compgen -d -- "$current")"#,
      "}",
      "\(function)_names() {",
      "  local name",
      "  while IFS= read -r name; do",
      #"    [[ $name == "$current"* ]] && COMPREPLY+=("$name")"#,
      #"  done < <(framewire names "$1" "${daemon[@]}" 2>/dev/null)"#,
      "}",
      "\(function)() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} position=0 waiting= valued= word index",
      "  local -a daemon=()",
      "  COMPREPLY=()",
      "  if [[ $COMP_CWORD -eq 1 ]]; then",
      "    \(function)_words \"\(verbs.map(\.name).joined(separator: " "))\"",
      "    return",
      "  fi",
      "  case $verb in",
    ]
    for verb in verbs {
      let valued = options(of: verb).filter { $0.value != nil }.map { "--\($0.name)" }
      lines.append("    \(verb.name)) valued=' \(valued.joined(separator: " ")) ' ;;")
    }
    lines += [
      "  esac",
      "  for ((index = 2; index < COMP_CWORD; index++)); do",
      "    word=${COMP_WORDS[index]}",
      "    if [[ -n $waiting ]]; then",
      "      # What is joined by an equals sign comes in three words.",
      "      [[ $word == '=' ]] && continue",
      "      [[ $waiting == --socket ]] && daemon=(--socket \"$word\")",
      "      waiting=",
      "    elif [[ $word == --* ]]; then",
      "      [[ $valued == *\" $word \"* ]] && waiting=$word",
      "    else",
      "      ((position++))",
      "    fi",
      "  done",
      "  [[ $current == '=' ]] && current=",
      "  if [[ -n $waiting ]]; then",
      "    case \"$verb $waiting\" in",
    ]
    for verb in verbs {
      for option in options(of: verb) {
        guard let reply = bashReply(option.completion, verbs, function) else { continue }
        lines.append("      '\(verb.name) --\(option.name)') \(reply) ;;")
      }
    }
    lines += ["    esac", "    return", "  fi", "  case \"$verb $position $current\" in"]
    for verb in verbs {
      let names = options(of: verb).map { "--\($0.name)" }.joined(separator: " ")
      lines.append("    '\(verb.name) '*' -'*) \(function)_words \"\(names)\" ;;")
      for (position, argument) in verb.arguments.enumerated() {
        guard let reply = bashReply(argument.completion, verbs, function) else { continue }
        let pattern = argument.repeats ? "*" : "'\(position) '*"
        lines.append("    '\(verb.name) '\(pattern)) \(reply) ;;")
      }
    }
    return (lines + ["  esac", "}", "complete -F \(function) \(program)", ""]).joined(separator: "\n")
  }

  private static func bashReply(_ completion: Verb.Completion, _ verbs: [Verb], _ function: String) -> String? {
    switch completion {
    case .none: nil
    case .layoutFiles: "\(function)_files -f -X '!*.layout'"
    case .files: "\(function)_files -f"
    case .words(let words): "\(function)_words \"\(words.joined(separator: " "))\""
    case .verbs(let others):
      "\(function)_words \"\((verbs.map(\.name) + others()).joined(separator: " "))\""
    case .names(let kind): "\(function)_names \(kind.rawValue)"
    }
  }

  // MARK: zsh

  private static func zsh(_ verbs: [Verb], _ program: String, function: String) -> String {
    var lines = [
      "#compdef \(program)", "# zsh completion for \(program); made by `\(program) completions zsh`", "\(function)() {",
      "  if (( CURRENT == 2 )); then", "    local -a verbs=(",
    ]
    lines += verbs.map { "      \(quoted("\($0.name):\($0.summary)"))" }
    lines += ["    )", "    _describe verb verbs", "    return", "  fi", "  case ${words[2]} in"]
    for verb in verbs {
      var specifications: [String] = []
      for option in options(of: verb) {
        let action = option.value.map { ":\(zshText($0)):\(zshAction(option.completion, verbs))" } ?? ""
        specifications.append("\(option.repeats ? "*" : "")--\(option.name)[\(zshText(option.meaning))]\(action)")
      }
      for argument in verb.arguments {
        let start = argument.repeats ? "*:" : argument.isOptional ? "::" : ":"
        specifications.append("\(start)\(zshText(argument.name)):\(zshAction(argument.completion, verbs))")
      }
      lines.append(
        "    \(verb.name)) shift words; (( CURRENT-- )); _arguments \(specifications.map(quoted).joined(separator: " ")) ;;"
      )
    }
    return (lines + ["  esac", "}", "\(function) \"$@\"", ""]).joined(separator: "\n")
  }

  /// Escapes the characters that `_arguments` would take for the end of a text.
  private static func zshText(_ text: String) -> String {
    text.reduce(into: "") { $0 += [":", "[", "]"].contains($1) ? "\\\($1)" : String($1) }
  }

  private static func zshNames(_ kind: String) -> String {
    "{compadd - $(framewire names \(kind) ${opt_args[--socket]:+--socket} ${opt_args[--socket]} 2>/dev/null)}"
  }

  private static func zshAction(_ completion: Verb.Completion, _ verbs: [Verb]) -> String {
    switch completion {
    case .none: " "
    case .layoutFiles: "_files -g \"*.layout\""
    case .files: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .verbs(let others): "(\((verbs.map(\.name) + others()).joined(separator: " ")))"
    case .names(let kind): zshNames(kind.rawValue)
    }
  }

  // MARK: fish

  private static func fish(_ verbs: [Verb], _ program: String) -> String {
    var lines = [
      "# fish completion for \(program); made by `\(program) completions fish`", "complete -c \(program) -f",
    ]
    for verb in verbs {
      lines.append("complete -c \(program) -n __fish_use_subcommand -a \(verb.name) -d \(quoted(verb.summary))")
      let isThis = "-n '__fish_seen_subcommand_from \(verb.name)'"
      for option in options(of: verb) {
        let values = option.value == nil ? "" : " -r\(fishValues(option.completion, verbs))"
        lines.append("complete -c \(program) \(isThis) -l \(option.name)\(values) -d \(quoted(option.meaning))")
      }
      for (position, argument) in verb.arguments.enumerated() {
        let values = fishValues(argument.completion, verbs)
        // The words before the one that is being typed: the program, the verb, the arguments so far.
        let isNext = argument.repeats ? "" : "; and test (count (commandline -opc)) -eq \(position + 2)"
        let condition = "-n '__fish_seen_subcommand_from \(verb.name)\(isNext)'"
        if !values.isEmpty { lines.append("complete -c \(program) \(condition)\(values)") }
      }
    }
    return (lines + [""]).joined(separator: "\n")
  }

  private static func fishValues(_ completion: Verb.Completion, _ verbs: [Verb]) -> String {
    switch completion {
    case .none: ""
    case .layoutFiles, .files: " -F"
    case .words(let words): " -a \(quoted(words.joined(separator: " ")))"
    case .names(let kind): " -a '(framewire names \(kind.rawValue) 2>/dev/null)'"
    case .verbs(let others): " -a \(quoted((verbs.map(\.name) + others()).joined(separator: " ")))"
    }
  }

  /// Puts a text in single quotes, for any of the three shells.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
