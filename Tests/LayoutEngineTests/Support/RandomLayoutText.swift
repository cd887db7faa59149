import TestSupport

/// Layouts that nobody would write: boxes in boxes with constraints that may hold together or not, some in branches.
enum RandomLayoutText {
  /// - Returns: a text that resolves without an error.
  static func layout(seed: UInt64) -> String {
    var writer = Writer(generator: SeededGenerator(seed: seed))
    writer.line("layout random size \(200 + writer.number(200)), \(200 + writer.number(200)) {")
    writer.body(depth: 1, names: [], parents: [])
    writer.line("}")
    return writer.text
  }

  private struct Writer {
    var generator: SeededGenerator
    var text = ""
    private var count = 0

    init(generator: SeededGenerator) { self.generator = generator }

    mutating func line(_ line: String) { text += line + "\n" }
    mutating func number(_ limit: UInt64) -> Int { Int(generator.next() % limit) }
    mutating func pick(_ words: [String]) -> String { words[number(UInt64(words.count))] }

    mutating func body(depth: Int, names: [String], parents: [String]) {
      var siblings: [String] = []
      for _ in 0...number(3) {
        count += 1
        let name = "v\(count)"
        let kind = pick(["box", "box", "label", "hstack", "vstack", "guide"])
        let content = kind == "label" ? " \"some words \(count)\"" : ""
        line("\(kind) \(name)\(content) {")
        for _ in 0...number(4) { constraint(siblings) }
        if number(3) == 0 {
          line("if \(pick(["width >= 60", "flag(on)", "super.height < 150", "compact.x"])) {")
          for _ in 0...number(2) { constraint(siblings) }
          line("} else { \(pick(["height 20", "top 3 @low", "width 30"])) }")
        }
        if depth < 3, kind != "label", kind != "guide", number(2) == 0 {
          body(depth: depth + 1, names: siblings, parents: parents + [name])
        }
        line("}")
        siblings.append(name)
      }
    }

    private mutating func constraint(_ siblings: [String]) {
      let relation = pick(["==", "==", ">=", "<="])
      let priority = pick(["", "", " @high", " @low", " @\(1 + number(999))"])
      let offset = number(60)
      let other = siblings.isEmpty || number(2) == 0 ? "super" : siblings[number(UInt64(siblings.count))]
      switch number(6) {
      case 0: line("width \(relation) \(20 + offset)\(priority)")
      case 1: line("height \(relation) 0.5 * \(other).height + \(offset)\(priority)")
      case 2:
        let edge = pick(["leading", "left", "right", "centerX", "trailing"])
        line("\(edge) \(relation) \(other).\(edge) + \(offset)\(priority)")
      case 3:
        let edge = pick(["top", "bottom", "centerY", "firstBaseline"])
        line("\(edge) \(relation) \(other).\(edge) - \(offset)\(priority)")
      case 4: line("\(pick(["top", "left", "bottom", "right"])) \(offset)\(priority) #id\(count)_\(text.utf8.count)")
      default: line("\(pick(["width <= super.width", "fill x inset \(offset)", "center y"]))\(priority)")
      }
    }
  }
}
