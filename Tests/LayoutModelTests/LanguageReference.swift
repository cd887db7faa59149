import LayoutSyntax

@testable import LayoutModel

/// Every word of the language with what it says, as a page. It is made from the tables that the lexer, the parser and
/// the resolver use, so a word cannot be there without standing here; `Layouts/REFERENCE.md` is this text.
enum LanguageReference {
  /// Each word stands in the first section that it belongs to; the others are named beside it.
  private static let sections: [(role: WordRoles, title: String, short: String)] = [
    (.viewKind, "Kinds of views", "kind"), (.statement, "Declarations and statements", "statement"),
    (.clause, "Clauses", "clause"), (.anchor, "Anchors", "anchor"), (.guide, "Guides", "guide"),
    (.trait, "Traits", "trait"), (.environment, "Surroundings of a scene", "environment"),
    (.priority, "Priorities", "priority"), (.arrangement, "Words of stacks", "stack"),
    (.function, "Functions", "function"), (.easing, "Curves", "curve"), (.unit, "Units", "unit"),
    (.operand, "Words in expressions", "expression"),
  ]

  static var text: String {
    var lines = [
      "# Every word of the layout language", "",
      "Made from the tables of the resolver; a test compares. [README.md](README.md) teaches the language. A word"
        + " with † is a name only in backticks.", "",
    ]
    var said: Set<Word> = [.none, .and, .or, .not]
    for (index, section) in sections.enumerated() {
      let words = Word.all(section.role).filter { !said.contains($0) }
      said.formUnion(words)
      let others = sections.indices.filter { $0 != index && sections[$0].role != .operand }
      lines += table(
        section.title, ["word", "says", "also"],
        words.map { word in
          let also = others.filter { word.roles.contains(sections[$0].role) }.map { sections[$0].short }
          return [spelling(of: word), word.meaning, also.joined(separator: ", ")]
        })
    }
    let rest = Word.allCases.filter { !said.contains($0) }
    lines += table("Words inside of others", ["word", "says"], rest.map { [spelling(of: $0), $0.meaning] })
    lines += [
      "## Types of parameters", "",
      "`component card(title: text, gap: length = 8)`. A parameter without a type has that of its default.", "",
    ]
    lines += rows(
      ["type", "takes"], ParameterType.allCases.compactMap { type in type.name.map { ["`\($0)`", type.summary] } })
    lines += values
    lines += [
      "## Properties", "",
      "`NAME: value` on a view. Those that only concern drawing have no effect on frames; they are checked and kept"
        + " for whoever draws.", "",
    ]
    lines += rows(
      ["property", "takes", "is"],
      PropertyDescription.catalogue.map { ["`\($0.name):`", $0.form.noun.replacingQuotes, $0.summary] })
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// What clauses, traits and properties take that is no word of the grammar.
  private static var values: [String] {
    var lines = [
      "## Traits by name", "",
      "`trait NAME: value` on a view or in surroundings, `trait.NAME == value` in conditions. These mean something by"
        + " themselves; any other name may have any value.", "",
    ]
    lines += rows(
      ["trait", "is one of", "is"],
      TraitDescription.catalogue.map { ["`\($0.name)`", $0.form.list, $0.summary] })
    lines += table(
      "Orders of stacks", ["what", "is one of"],
      [
        ["of `items`", list(ItemsAlignment.allCases.map(\.rawValue))],
        ["of `distribute`", list(Distribution.allCases.map(\.rawValue))],
      ])
    lines += table(
      "Texts", ["property", "takes"],
      [
        ["`style:`", list(TextStyle.names) + ", or what those who draw know"],
        ["`weight:`", list(TextWeight.allCases.map { "\($0.rawValue)" }) + ", or 1 to 1000"],
      ])
    lines += [
      "## Configurations", "",
      "Names that every view has: \(list(Configuration.predefined)). All others are those of its `config` blocks.", "",
    ]
    return lines
  }

  fileprivate static func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: " ") }

  private static func spelling(of word: Word) -> String { "`\(word.rawValue)`" + (word.isReserved ? " †" : "") }

  private static func table(_ title: String, _ head: [String], _ cells: [[String]]) -> [String] {
    ["## \(title)", ""] + rows(head, cells)
  }

  private static func rows(_ head: [String], _ cells: [[String]]) -> [String] {
    let all = [head, head.map { _ in "---" }] + cells
    return all.map { "| " + $0.map(\.escapedForATable).joined(separator: " | ") + " |" } + [""]
  }
}

extension TraitDescription.Form {
  fileprivate var list: String {
    switch self {
    case .word(let words): LanguageReference.list(words)
    case .length: "a length"
    }
  }
}

extension String {
  /// A bar ends a cell, wherever it stands.
  fileprivate var escapedForATable: String {
    split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
  fileprivate var replacingQuotes: String { String(map { $0 == "'" ? "`" : $0 }) }
}
