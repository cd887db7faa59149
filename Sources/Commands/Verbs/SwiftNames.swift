import LayoutModel
import LayoutSyntax
import Posix

extension Verb {
  static let swiftNames = Verb(
    name: "swift-names", summary: "print the names of a layout file as Swift constants",
    arguments: [Argument(name: "FILE", meaning: "a layout file", completion: .layoutFiles)],
    options: [
      Option(
        name: "access", value: "LEVEL", meaning: "who may use the constants: internal or public",
        completion: .words(["internal", "public"])),
      Option(name: "output", value: "PATH", meaning: "write them into this file", completion: .files),
      .followLinks,
    ],
    examples: [
      ("framewire swift-names toast.layout", "Toast.Views.panel, Toast.Constraints.gap, …"),
      ("framewire swift-names --access public Layouts/card.layout", "for a module that others import"),
      ("framewire swift-names card.layout --output Card.swift", "in a Makefile"),
    ],
    details: """
      An enum for each layout, with its views by their paths, and the ids of its constraints, configurations, flags and \
      variables. A program that says Toast.Views.panel does not compile any more when the file says another name. \
      Dots and other characters become underscores: card.title is card_title. Views without a name and copies that \
      `for` makes are left out. A file with errors prints nothing, and leaves the output as it is, and ends with 1. \
      The plugin SwiftNames of the package does this for every layout file of a target, when it is built.
      """
  ) { (invocation, console) throws(Failure) in
    let access = invocation.value("access") ?? "internal"
    guard ["internal", "public"].contains(access) else {
      throw .usage("--access is internal or public, not '\(access)'")
    }
    let file = try LayoutFiles.existing(invocation.arguments[0])
    let place = LayoutFiles.Place(of: file, followingLinks: invocation.has(Option.followLinks.name))
    let loaded = try LoadedDocument(file: file, within: place)
    let (document, complaints) = resolve(loaded.tree, imports: loaded.imports, within: loaded.root)
    let diagnostics = loaded.tree.diagnostics + complaints
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      let renderer = DiagnosticRenderer(sources: loaded.sources, usesColour: console.colorsErrors)
      console.printAsideText(ShownText(fit: renderer.render(diagnostics) + "\n"))
      return .badLayout
    }
    let names = SwiftNames(access: access == "public" ? "public " : "")
    let source = Array(try names.source(of: document, file: file).utf8)
    guard let output = invocation.value("output") else {
      console.write(document: source)
      return .success
    }
    try LayoutFiles.write(source, to: output)
    return .success
  }
}

/// The names of layouts as a file of Swift.
struct SwiftNames {
  /// `public `, or nothing.
  let access: String

  func source(of document: ResolvedDocument, file: String) throws(Failure) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    var lines = ["// Made by `framewire swift-names \(Self.words(name))`. Write nothing here.", "", "import Framewire"]
    var types: [String: String] = [:]
    for layout in document.layouts {
      let type = Self.capitalised(Self.identifier(layout.name))
      if let other = types.updateValue(layout.name, forKey: type) { throw Self.clash(type, layout.name, other) }
      lines += ["", "/// Names of layout \(Self.words(layout.name))."]
      lines += ["\(access)enum \(Self.quoted(type)) {"]
      lines += ["  /// What the layout is called.", "  \(access)static let name = \(Self.literal(layout.name))"]
      for group in try groups(of: layout) where !group.constants.isEmpty {
        lines += ["", "  /// \(group.meaning)", "  \(access)enum \(group.name) {"]
        lines += group.constants.map { "    \(access)static let \(Self.quoted($0.name)) = \($0.value)" }
        lines += ["  }"]
      }
      lines += ["}"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Group {
    var name: String
    var meaning: String
    var constants: [(name: String, value: String)]
  }

  private func groups(of layout: ResolvedLayout) throws(Failure) -> [Group] {
    let named = layout.views.dropFirst().filter { !$0.path.contains("[") && !$0.name.isEmpty }
    let views = named.map { ($0.path, ($0.kind.isScroll ? "NamedScrollView" : "NamedView")) }
    func all(_ type: String, _ names: [String]) -> [(String, String)] { names.map { ($0, type) } }
    let conditions = layout.conditions + layout.configurations.compactMap(\.when)
    return [
      Group(name: "Views", meaning: "Views, by their paths.", constants: try constants(views)),
      Group(
        name: "Constraints", meaning: "Ids of constraints.",
        constants: try constants(all("ConstraintID", layout.identifiers.map(\.name)))),
      Group(
        name: "Configurations", meaning: "Configurations of views.",
        constants: try constants(all("ConfigurationName", layout.configurations.map(\.name)))),
      Group(
        name: "Flags", meaning: "Flags that conditions ask for.",
        constants: try constants(all("", conditions.flatMap(\.flags)))),
      Group(
        name: "Variables", meaning: "Variables that can be set.",
        constants: try constants(all("", layout.settableNames))),
    ]
  }

  /// Each name once, as a constant of its type; no type: a text.
  private func constants(_ names: [(String, type: String)]) throws(Failure) -> [(name: String, value: String)] {
    var known: [String: String] = [:]
    var result: [(name: String, value: String)] = []
    for (name, type) in names {
      let constant = Self.identifier(name)
      if let other = known.updateValue(name, forKey: constant) {
        if other == name { continue }
        throw Self.clash(constant, name, other)
      }
      result.append((constant, type.isEmpty ? Self.literal(name) : "\(type)(\(Self.literal(name)))"))
    }
    return result
  }

  private static func clash(_ name: String, _ first: String, _ second: String) -> Failure {
    Failure(
      message: "'\(first)' and '\(second)' would both be '\(name)' in Swift",
      help: "give one of them a name that differs in letters and digits", code: .badLayout)
  }

  // MARK: Spelling

  /// Letters of English, digits and underscores; anything else becomes an underscore.
  private static func identifier(_ name: String) -> String {
    var words = ""
    for scalar in name.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
      words.unicodeScalars.append(isPlain ? scalar : "_")
    }
    // One underscore alone is no name in Swift.
    return words.first.map(\.isNumber) == false && words != "_" ? words : "_" + words
  }

  private static func capitalised(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  private static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private static func literal(_ text: String) -> String { "\"\(words(text, quote: true))\"" }

  /// A name on one line of a program: what could end the line or the literal is written by its number.
  private static func words(_ text: String, quote: Bool = false) -> String {
    var words = ""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
      let isSeparator = [.lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      if quote, scalar == "\"" || scalar == "\\" {
        words += "\\\(scalar)"
      } else if isPlain && !isSeparator {
        words.unicodeScalars.append(scalar)
      } else {
        words += quote ? "\\u{\(String(scalar.value, radix: 16))}" : "?"
      }
    }
    return words
  }

  private static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
    "try", "typealias", "var", "where", "while", "Any", "Type", "Protocol",
  ]
}

extension Condition {
  /// The flags that it asks for.
  fileprivate var flags: [String] {
    questions.compactMap { if case .flag(let name) = $0 { name } else { nil } }
  }
}
