import LayoutEngine
import LayoutModel
import LayoutRuntime
import LayoutSyntax

/// A test of a layout has one outcome, however often it is run, and what it remembers, sets and puts elsewhere leads it
/// nowhere it breaks.
///
/// The bytes are choices: the steps of a test.
enum TestLaws {
  private static let layout = """
    layout shown size 300, 300 safe(top: 20) {
      var a = 1
      vstack column left 0 top 0 width 100 gap 2 {
        box first height 10
        hstack row { label one "one"; label two "two words" lines: 0; vstack inner { box deep size 5 } }
        if flag(f) { box more height 7 }
      }
      list rows right 0 top 0 size 80, 100 { for i in 0..<3 { box cell height 60 } }
      vscroll page left 0 bottom 0 size 100, 50 {
        box tall x fill height 200 top 0 bottom 0 { box note size 5 leading 0 top == super.top + 10 * a }
        box stuck size 4 left 0 top == page.scrollFrame.top
      }
      box panel x fill margins height 30 initial hidden {
        config other { bottom == super.bottom - 8 }
        config hidden { top == super.bottom }
      }
      transition hidden -> other 300ms spring(0.5)
      transition * 200ms ease-in stagger 10ms
      test "fuzzed" {

    """

  static func findings(using choices: inout FuzzedBytes) -> [String] {
    let text = layout + steps(using: &choices).map { "    \($0)\n" }.joined() + "    expect width >= 0\n  }\n}\n"
    let tree = parse(SourceText(name: "fuzzed.layout", text: text))
    let (document, diagnostics) = resolve(tree)
    if let mistake = diagnostics.first(where: { $0.severity == .error }) {
      return ["a test that should be right is not: \(mistake.message)\n\(text)"]
    }
    var runtime = Runtime(epoch: "fuzzed")
    let start = Instant()
    runtime.handle(.serve(roots: [], paths: ["fuzzed.layout"]), at: start)
    runtime.handle(.file(path: "fuzzed.layout", .bytes(Array(text.utf8))), at: start)
    _ = runtime.turn(at: start, measuring: FixedMetrics())
    let tests = runtime.tests(in: "fuzzed.layout")
    if tests.count != document.layouts[0].tests.count { return ["a file that is right is not believed\n\(text)"] }
    return tests.compactMap { layout, test in
      let outcomes = (0..<2).map { _ in
        runtime.outcome(of: test, of: layout, in: "fuzzed.layout", at: start, measuring: FixedMetrics())
      }
      return outcomes[0] == outcomes[1] ? nil : "a test has two outcomes\n\(text)"
    }
  }

  private static func steps(using choices: inout FuzzedBytes) -> [String] {
    func pick(_ words: String...) -> String { words.randomElement(using: &choices) ?? "" }
    let views = [
      "column", "first", "row", "one", "two", "inner", "deep", "more", "rows", "cell[0]", "cell[2]", "page", "tall",
      "note", "stuck", "panel",
    ]
    let sums = [
      ["width", "height * 2", "right - first.left", "width + a"], ["top", "safe.bottom", "bottom - 4"],
      ["leading", "readable.left + 10%", "centerX"], ["size"], ["edges"],
    ]
    /// By what may be compared: names of what is remembered.
    var names = sums.map { _ in [String]() }
    return (0..<Int.random(in: 1..<12, using: &choices)).map { step in
      let view = views.randomElement(using: &choices) ?? "row"
      let type = sums.indices.randomElement(using: &choices) ?? 0
      let sum = sums[type].randomElement(using: &choices) ?? "width"
      switch Int.random(in: 0..<8, using: &choices) {
      case 0, 1:
        names[type].append("r\(step)")
        return "remember r\(step) = \(view).\(sum)"
      case 2: return "remove \(view)\(pick("", ", one"))"
      case 3: return "append \(view) to \(pick("column", "row", "inner", "rows"))\(pick("", " at 0", " at 1"))"
      case 4: return "scroll \(pick("page", "rows")) \(pick("0", "40", "1, 2", "1000000", "_"))"
      case 5:
        return pick("set size 844, 390", "set rtl", "set flag f", "set a = 3", "set keyboard 200", "set one \"\"")
      case 6:
        guard let name = names[type].randomElement(using: &choices) else { return "settle" }
        return "expect \(view).\(sum) \(pick("==", ">=", "<")) \(name)"
      default: return pick("settle", "after 100ms", "use other on panel", "use _")
      }
    }
  }
}
