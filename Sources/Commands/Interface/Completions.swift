/// Completion scripts for shells, written from the table of verbs.
enum Completions {
  static let shells = ["bash", "zsh", "fish"]

  static func script(for shell: String, _ verbs: [Verb]) -> String? {
    switch shell {
    case "bash": bash(verbs)
    case "zsh": zsh(verbs)
    case "fish": fish(verbs)
    default: nil
    }
  }

  private static func options(of verb: Verb) -> [Verb.Option] { verb.options + Verb.common }

  // MARK: bash

  private static func bash(_ verbs: [Verb]) -> String {
    var lines = [
      "# bash completion for framewire; made by `framewire completions bash`",
      "_framewire() {",
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
      "  COMPREPLY=()",
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    COMPREPLY=($(compgen -W \"\(verbs.map(\.name).joined(separator: " "))\" -- \"$current\"))",
      "    return",
      "  fi",
      "  case \"${COMP_WORDS[1]} $previous\" in",
    ]
    for verb in verbs {
      for option in options(of: verb) {
        guard let reply = bashReply(option.completion) else { continue }
        lines.append("    '\(verb.name) --\(option.name)') \(reply); return ;;")
      }
    }
    lines += ["  esac", "  case \"${COMP_WORDS[1]}\" in"]
    for verb in verbs {
      let names = options(of: verb).map { "--\($0.name)" }.joined(separator: " ")
      let argument = verb.arguments.first.flatMap { bashReply($0.completion) } ?? ":"
      lines.append(
        "    \(verb.name)) case \"$current\" in -*) COMPREPLY=($(compgen -W \"\(names)\" -- \"$current\")) ;; *) \(argument) ;; esac ;;"
      )
    }
    return (lines + ["  esac", "}", "complete -F _framewire framewire", ""]).joined(separator: "\n")
  }

  private static func bashReply(_ completion: Verb.Completion) -> String? {
    switch completion {
    case .none: nil
    case .layoutFiles: "COMPREPLY=($(compgen -f -X '!*.layout' -- \"$current\") $(compgen -d -- \"$current\"))"
    case .files: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .directories: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    case .scenes: "COMPREPLY=($(compgen -W \"$(framewire names scenes 2>/dev/null)\" -- \"$current\"))"
    case .configurations: "COMPREPLY=($(compgen -W \"$(framewire names configurations 2>/dev/null)\" -- \"$current\"))"
    }
  }

  // MARK: zsh

  private static func zsh(_ verbs: [Verb]) -> String {
    var lines = [
      "#compdef framewire", "# zsh completion for framewire; made by `framewire completions zsh`", "_framewire() {",
      "  if (( CURRENT == 2 )); then", "    local -a verbs=(",
    ]
    lines += verbs.map { "      \(quoted("\($0.name):\($0.summary)"))" }
    lines += ["    )", "    _describe verb verbs", "    return", "  fi", "  case ${words[2]} in"]
    for verb in verbs {
      var specifications: [String] = []
      for option in options(of: verb) {
        let action = option.value.map { ":\($0):\(zshAction(option.completion))" } ?? ""
        specifications.append("\(option.repeats ? "*" : "")--\(option.name)[\(option.meaning)]\(action)")
      }
      for argument in verb.arguments {
        specifications.append("\(argument.repeats ? "*" : ""):\(argument.name):\(zshAction(argument.completion))")
      }
      lines.append(
        "    \(verb.name)) shift words; (( CURRENT-- )); _arguments \(specifications.map(quoted).joined(separator: " ")) ;;"
      )
    }
    return (lines + ["  esac", "}", "_framewire \"$@\"", ""]).joined(separator: "\n")
  }

  private static func zshAction(_ completion: Verb.Completion) -> String {
    switch completion {
    case .none: " "
    case .layoutFiles: "_files -g \"*.layout\""
    case .files: "_files"
    case .directories: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .scenes: "{compadd $(framewire names scenes 2>/dev/null)}"
    case .configurations: "{compadd $(framewire names configurations 2>/dev/null)}"
    }
  }

  // MARK: fish

  private static func fish(_ verbs: [Verb]) -> String {
    var lines = ["# fish completion for framewire; made by `framewire completions fish`", "complete -c framewire -f"]
    for verb in verbs {
      lines.append("complete -c framewire -n __fish_use_subcommand -a \(verb.name) -d \(quoted(verb.summary))")
      let isThis = "-n '__fish_seen_subcommand_from \(verb.name)'"
      for option in options(of: verb) {
        let values = option.value == nil ? "" : " -r\(fishValues(option.completion))"
        lines.append("complete -c framewire \(isThis) -l \(option.name)\(values) -d \(quoted(option.meaning))")
      }
      if let argument = verb.arguments.first {
        let values = fishValues(argument.completion)
        if !values.isEmpty { lines.append("complete -c framewire \(isThis)\(values)") }
      }
    }
    return (lines + [""]).joined(separator: "\n")
  }

  private static func fishValues(_ completion: Verb.Completion) -> String {
    switch completion {
    case .none: ""
    case .layoutFiles, .files: " -F"
    case .directories: " -a '(__fish_complete_directories)'"
    case .words(let words): " -a \(quoted(words.joined(separator: " ")))"
    case .scenes: " -a '(framewire names scenes 2>/dev/null)'"
    case .configurations: " -a '(framewire names configurations 2>/dev/null)'"
    }
  }

  /// In single quotes, for any of the three shells.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
