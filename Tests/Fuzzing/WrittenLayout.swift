/// Text of a layout, made up from choices: always one that parses, and most of the time one that means something.
///
/// Names are numbers, so that what is written later can speak of what was written before.
struct WrittenLayout {
  private var choices: FuzzedBytes
  private(set) var text = ""
  /// Views that can be spoken of in the block that is written, and in those around it.
  private var names: [String] = []
  /// The kind of the view whose block is written, and whether that block depends on a condition: not every clause may
  /// stand in every block.
  private var kind = "view"
  private var isConditional = false
  /// Whether the block is said for each record.
  private var isRecord = false
  private var views = 0
  private var guides = 0
  private var identifiers = 0
  /// Views and clauses are no more than this many together, so that solving takes a moment.
  private var room = 60

  static func written(by choices: inout FuzzedBytes) -> String {
    var layout = WrittenLayout(choices: choices)
    layout.write()
    choices = layout.choices
    return layout.text
  }

  private init(choices: FuzzedBytes) { self.choices = choices }

  private mutating func pick(_ words: String...) -> String { words.randomElement(using: &choices) ?? "" }
  private mutating func pick(upTo count: Int) -> Int { Int.random(in: 0..<count, using: &choices) }

  private mutating func write() {
    text = "layout fuzzed size \(side()), \(side()) {\n  var a = \(literal())\n  let b = 2 * \(literal())\n"
    text += "  let c = \(literal()) if \(pick("dark", "flag(f)", "root.width > 300")) else \(literal())\n"
    text += "  var rows: list(id: text, w: length, on: flag) = "
    text += "[(id: \"p\", w: \(side()), on: true), (id: \"q\", w: \(side()), on: false)]\n"
    body(depth: 0)
    text += "}\n"
  }

  /// Statements of a block.
  private mutating func body(depth: Int) {
    let outside = names
    repeat {
      room -= 1
      switch pick(upTo: 18) {
      case 0..<6 where depth < 5: view(depth)
      case 16 where depth < 5: records(depth)
      case 6 where depth < 5:
        let wasConditional = isConditional
        isConditional = true
        text += "if \(condition()) \(pick("", "", "animate 100ms ")) {\n"
        body(depth: depth + 1)
        text += pick("} else if \(condition()) {\n", "} else {\n")
        body(depth: depth + 1)
        text += "}\n"
        isConditional = wasConditional
      case 7 where depth < 5:
        let wasConditional = isConditional
        isConditional = true
        for name in ["main", "other"] {
          text += "config \(name) {\n"
          clause()
          text += "}\n"
        }
        isConditional = wasConditional
      case 8:
        guides += 1
        text += "guide g\(guides) { \(pick("leading", "top", "width")) \(number()) }\n"
      default: clause()
      }
    } while room > 0 && !choices.isEmpty && pick(upTo: 8) > 0
    names = outside
  }

  private mutating func view(_ depth: Int) {
    views += 1
    let name = "v\(views)"
    let (owner, wasConditional) = (self.kind, isConditional)
    defer { (self.kind, isConditional) = (owner, wasConditional) }
    isConditional = false
    kind = pick(
      "box", "label", "button", "hstack", "vstack", "vscroll", "hscroll", "list", "view", "label", "box", "hflow",
      "vflow", "grid")
    text += "\(kind) \(name)"
    if kind == "label" || kind == "button" {
      text += " \"\(pick("", "a", "two words", "several words that are long"))\""
    }
    for _ in 0..<pick(upTo: 4) { text += " " + inlineClause() }
    if pick(upTo: 2) == 0, room > 0 {
      text += " {\n"
      body(depth: depth + 1)
      text += "}"
    }
    text += "\n"
    names.append(name)
  }

  /// A repetition over records, with whatever may stand in it. What is in it can be spoken of in it alone.
  private mutating func records(_ depth: Int) {
    let (outside, wasRecord) = (names, isRecord)
    isRecord = true
    text += "for r in rows by r.id \(pick("", "animate 100ms ", "animate 50ms linear ")){\n"
    view(depth + 1)
    if pick(upTo: 2) == 0 { clause() }
    text += "}\n"
    (names, isRecord) = (outside, wasRecord)
  }

  private mutating func clause() { text += inlineClause() + "\n" }

  private mutating func inlineClause() -> String {
    let other = names.randomElement(using: &choices)
    var clause: String
    switch pick(upTo: 20) {
    case 0: clause = "\(pick("width", "height")) == \(chosen())"
    case 1: clause = relation(to: other)
    case 2: clause = "\(pick("width", "height")) \(pick("", ">= ", "<= "))\(expression(Self.sides, other))"
    case 3: clause = pick("x fill", "y fill", "fill", "center", "x center", "fill inset \(number())")
    case 4: clause = other.map { "\(pick("below", "above", "after", "before")) \($0)" } ?? "top \(number())"
    case 5: clause = "size \(side()), \(side())"
    case 6: clause = "aspect \(pick("1", "2", "0.5", "16 / 9"))"
    case 7: return "\(pick("hug", "resist")) \(pick("", "x ", "y "))@\(pick("high", "low", "required", "300", "1"))"
    case 8 where kind.hasSuffix("stack"): return "gap \(side())"
    case 8 where kind.hasSuffix("flow") || kind == "grid":
      return pick(
        "gap \(side()), 4", "justify \(pick("center", "trailing", "spaceBetween", "spaceEvenly"))", "lines center",
        "inset \(side())")
    case 11 where kind == "grid": return "columns \(pick("2", "(44)", "20, 1*, auto", "auto, 2*, 1*", "min 100"))"
    case 11 where kind.hasSuffix("flow"): return "items \(pick("center", "fill", "leading"))"
    case 8 where !isConditional: return pick("conditions direct", "conditions animate 100ms")
    case 9: return "hidden"
    case 10 where !isConditional: return pick("lines: 1", "lines: 2", "style: title", "fontSize: 30")
    case 11 where kind.hasSuffix("stack"):
      return pick(
        "items center", kind == "hstack" ? "items firstBaseline" : "items leading", "distribute fillEqually",
        "distribute equalSpacing")
    case 12: return pick("grow", "nogrow", "shrink", "noshrink", "exact")
    case 13: clause = "pin \(pick("top", "bottom.trailing", "leading", "center"))"
    case 14:
      let gap = pick("", " gap c", " gap \(side()) if \(condition()) else 4")
      clause = "dock \(pick("top", "bottom", "leading", "trailing"))\(gap)"
    case 15: clause = "width \(pick("10...20", "50%", "30px", "30...400"))"
    case 16 where !isConditional: return pick("span 2", "span 1, 2", "cell 0, 1", "cell 1, 0")
    default: clause = "\(pick("leading", "top", "trailing", "bottom")) \(chosen())"
    }
    var suffix: [String] = []
    if pick(upTo: 4) == 0 {
      suffix.append(pick("@", "@", "<~ ") + pick("high", "low", "500", "999", "required", "250", "defaultHigh"))
    }
    if pick(upTo: 6) == 0 {
      identifiers += 1
      suffix.insert("#k\(identifiers)", at: pick(upTo: suffix.count + 1))
    }
    return ([clause] + suffix).joined(separator: " ")
  }

  private static let across = ["leading", "trailing", "centerX"]
  private static let down = ["top", "bottom", "centerY", "firstBaseline"]
  private static let sides = ["width", "height"]

  /// Two anchors that can be compared, most of the time.
  private mutating func relation(to other: String?) -> String {
    let anchors = [Self.across, Self.down, Self.sides, ["left", "right"]].randomElement(using: &choices) ?? []
    let first = anchors.randomElement(using: &choices) ?? "top"
    return "\(first) \(pick("==", ">=", "<=")) \(expression(anchors, other))"
  }

  private mutating func expression(_ anchors: [String], _ other: String?) -> String {
    let word = pick(upTo: 40) == 0 ? "left" : anchors.randomElement(using: &choices) ?? "top"
    let anchor = "\(other ?? "root").\(word)"
    if anchors == Self.sides {
      return pick(number(), anchor, "\(pick("0.5", "2", "a")) * \(anchor) + \(number())", "\(anchor) - b", "safe.width")
    }
    return pick(anchor, "\(anchor) + \(number())", "\(anchor) - b", "super.\(word)", "safe.\(word)")
  }

  private mutating func number() -> String {
    let number = pick("0", "1", "7.5", "20", "44", "100", "320", "1000", "-8", "a", "b", "c", "0.3", "16")
    return isRecord && pick(upTo: 3) == 0 ? "r.w" : number
  }

  /// A number, or one of two.
  private mutating func chosen() -> String {
    pick(upTo: 5) == 0 ? "\(number()) if \(condition()) else \(number())" : number()
  }

  private mutating func literal() -> String { pick("0", "1", "7.5", "20", "44", "100", "320", "1000", "-8", "0.3") }
  private mutating func side() -> String { pick("0", "1", "7.5", "20", "44", "100", "320", "1000") }

  private mutating func condition() -> String {
    let view = names.randomElement(using: &choices) ?? "root"
    if isRecord, pick(upTo: 4) == 0 { return pick("r.on", "r.w > 30") }
    return pick(
      "width >= \(number())", "root.height < 500", "\(view).width > \(number())", "flag(f)", "dark", "pad", "rtl",
      "\(view).height <= 60 && !flag(f)", "!(\(view).width > 30)")
  }
}
