import LayoutModel
import LayoutSyntax
import Motion
import Testing

@Suite("Choosing a transition") struct TransitionTests {
  /// Each duration tells which line it was.
  static let text = """
    layout l {
      box a { config small; config big }
      box b { config small; config big }
      transition * 1ms
      transition small -> * 2ms
      transition big 3ms
      transition small -> big 4ms
      transition * on a 5ms
      transition * -> big on a 6ms
      transition small -> hidden 7ms
      transition small -> hidden 8ms
    }
    """

  @Test(arguments: [
    ("b", "main", "hidden", 1), ("b", "small", "main", 2), ("b", "main", "big", 3), ("b", "small", "big", 4),
    ("a", "small", "hidden", 5), ("a", "small", "big", 6), ("b", "small", "hidden", 8),
  ])
  func `a line for the view wins, then one that says more, then the later one`(
    view: String, old: String, new: String, milliseconds: Int
  ) throws {
    let layout = resolve(parse(SourceText(name: "l", text: Self.text))).document.layouts[0]
    let id = ViewID(Int32(try #require(layout.views.firstIndex { $0.path == view })))

    let best = try #require(layout.transition(of: id, from: old, to: new))

    #expect(best.timing.curve == .easeInOut(.milliseconds(milliseconds)))
  }

  @Test func `a duration that a factor makes longer than any is a day`() {
    let text =
      "layout l {\n  var d = 0ms\n  let long = d * 1000000000000000000000000\n"
      + "  box b { if flag(on) animate long { left 0 } }\n}\n"
    let layout = resolve(parse(SourceText(name: "l", text: text))).document.layouts[0]

    #expect(layout.animations.map(\.timing.curve) == [.easeInOut(.zero)])
    #expect(
      layout.setting(["d": .duration(100)]).animations.map(\.timing.curve) == [.easeInOut(Timing.durations.upperBound)])
  }

  @Test func `without a line that matches there is none`() {
    let text = "layout l { box a { config small; config big }; transition small -> big on a 1ms }"
    let layout = resolve(parse(SourceText(name: "l", text: text))).document.layouts[0]

    #expect(layout.transition(of: ViewID(1), from: "big", to: "small") == nil)
    #expect(layout.transition(of: .root, from: "small", to: "big") == nil)
  }
}
