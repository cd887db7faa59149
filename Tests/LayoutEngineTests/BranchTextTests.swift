import Geometry
import LayoutModel
import Testing

@testable import LayoutEngine

/// Texts that branches choose. With fixed metrics a letter is 8 points wide, and a line 20 high.
@Suite("Texts in branches") struct BranchTextTests {
  private func scene(_ text: String) -> LayoutScene { LayoutScene(layout(text), inputs: SceneInputs()) }

  /// What a view says, and how large it is, after a solve.
  private struct Shown: Equatable {
    var text: String?
    var size: Size

    init(_ text: String?, _ width: Double, _ height: Double = 20) {
      self.text = text
      size = Size(width: width, height: height)
    }
  }

  private func shown(_ path: String, in scene: inout LayoutScene, flags: Set<String> = []) -> Shown {
    scene.inputs.environment.flags = flags
    _ = scene.solve(measuring: FixedMetrics())
    guard let index = scene.layout.views.firstIndex(where: { $0.path == path }) else { return Shown(nil, -1) }
    let view = ViewID(Int32(index))
    let frame = scene.frame(of: view)
    return Shown(scene.content(of: view).text, frame.width, frame.height)
  }

  @Test func `a choice between texts shows one of them, as large as it is`() {
    var scene = scene(
      """
      layout a {
        label state text: "Done" if flag(on) else "Edit now"  left 0 top 0
        box behind left == state.right top 0 size 1
      }
      """)
    for _ in 1...2 {
      #expect(shown("state", in: &scene) == Shown("Edit now", 64))
      #expect(shown("behind", in: &scene).size.width == 1 && scene.frame(of: ViewID(2)).x == 64)
      #expect(shown("state", in: &scene, flags: ["on"]) == Shown("Done", 32))
      #expect(scene.frame(of: ViewID(2)).x == 32)
    }
  }

  @Test func `of several branches that hold the last one counts, and without one the view's own text`() {
    var scene = scene(
      """
      layout a {
        label l "Base" left 0 top 0 { if flag(a) { text: "Alpha" }; if flag(b) { text: "Be" } }
        label bare left 0 top 30 { if flag(a) { text: "x" } }
      }
      """)
    #expect(shown("l", in: &scene) == Shown("Base", 32))
    #expect(shown("l", in: &scene, flags: ["a"]) == Shown("Alpha", 40))
    #expect(shown("l", in: &scene, flags: ["a", "b"]) == Shown("Be", 16))
    #expect(shown("l", in: &scene, flags: ["b"]) == Shown("Be", 16))
    #expect(shown("bare", in: &scene, flags: ["a"]) == Shown("x", 8))
    #expect(shown("bare", in: &scene).text == nil)
  }

  /// At 34, twice the size of body text, a letter is 16 wide and a line 40 high.
  @Test func `a branch says how large a text is, and what it is measured with`() {
    var scene = scene(
      """
      layout a {
        label l "Four" left 0 top 0 fontSize: 34 if flag(large) else 17
        label s "Four" left 0 top 60 { if flag(large) { style: title3; lines: 1 } }
        box behind left == l.right top 0 size 1
      }
      """)
    for _ in 1...2 {
      #expect(shown("l", in: &scene) == Shown("Four", 32))
      #expect(shown("s", in: &scene) == Shown("Four", 32))
      #expect(shown("l", in: &scene, flags: ["large"]) == Shown("Four", 64, 40))
      // title3 is 20: letters of 8 · 20 / 17, rounded to 9, and lines of 20 · 20 / 17, rounded to 24.
      #expect(shown("s", in: &scene, flags: ["large"]) == Shown("Four", 36, 24))
      #expect(scene.frame(of: ViewID(3)).x == 64)
    }
  }

  /// Above 300 points the text is twice as large: five letters, 40 points before and 80 then.
  @Test func `a size that asks for the view around sets the size of a text`() {
    var scene = scene(
      """
      layout a {
        label l "ab cd" left 0 top 0 { if root.width > 300 { fontSize: 34 } }
      }
      """)
    scene.inputs.environment.width = 200
    #expect(shown("l", in: &scene) == Shown("ab cd", 40))
    scene.inputs.environment.width = 400
    #expect(shown("l", in: &scene) == Shown("ab cd", 80, 40))
    scene.inputs.environment.width = 200
    #expect(shown("l", in: &scene) == Shown("ab cd", 40))
  }

  @Test func `of what branches and the view say of its text a branch that holds goes first`() {
    var scene = scene(
      """
      layout a {
        label l "aa bb" left 0 top 0 width 20 {
          if flag(short) { lines: 1 }
          lines: 2
        }
      }
      """)
    #expect(shown("l", in: &scene) == Shown("aa bb", 20, 40))
    #expect(shown("l", in: &scene, flags: ["short"]) == Shown("aa bb", 20, 20))
    #expect(shown("l", in: &scene) == Shown("aa bb", 20, 40))
  }

  @Test func `what the outside sets goes before every branch, until it is taken back`() {
    var scene = scene(#"layout a { label l text: "Done" if flag(on) else "Edit now" left 0 top 0 }"#)
    scene.inputs.texts["l"] = "Outside"
    #expect(shown("l", in: &scene) == Shown("Outside", 56))
    #expect(shown("l", in: &scene, flags: ["on"]) == Shown("Outside", 56))
    scene.inputs.texts = [:]
    #expect(shown("l", in: &scene, flags: ["on"]) == Shown("Done", 32))
  }

  @Test func `a chosen text wraps, also when it comes back`() {
    var scene = scene(
      """
      layout a {
        label l text: "aa bb cc" if flag(long) else "aa"  left 0 top 0 width 40
        box under left 0 top == l.bottom size 1
      }
      """)
    for _ in 1...2 {
      #expect(shown("l", in: &scene, flags: ["long"]) == Shown("aa bb cc", 40, 40))
      #expect(scene.frame(of: ViewID(2)).y == 40)
      #expect(shown("l", in: &scene) == Shown("aa", 40, 20))
      #expect(scene.frame(of: ViewID(2)).y == 20)
    }
  }

  @Test func `the choice may follow from sizes`() {
    var scene = scene(
      #"layout a { label l left 0 top 0 { if root.width < 200 { text: "OK" } else { text: "Continue" } } }"#)
    scene.inputs.environment.width = 100
    #expect(shown("l", in: &scene) == Shown("OK", 16))
    scene.inputs.environment.width = 300
    #expect(shown("l", in: &scene) == Shown("Continue", 64))
  }

  @Test func `variables are filled in, and larger text is measured anew`() {
    var scene = scene(
      """
      layout a { var name = "Ada"; label l text: "Hi " + name if flag(on) else name  left 0 top 0 }
      """)
    #expect(shown("l", in: &scene) == Shown("Ada", 24))
    #expect(shown("l", in: &scene, flags: ["on"]) == Shown("Hi Ada", 48))
    scene.inputs.values["name"] = .text("Grace")
    #expect(shown("l", in: &scene, flags: ["on"]) == Shown("Hi Grace", 64))
    #expect(shown("l", in: &scene) == Shown("Grace", 40))
    let known = shown("l", in: &scene).size.height
    scene.inputs.environment.traits["contentSize"] = "accessibilityLarge"
    #expect(shown("l", in: &scene).size.height > known)
    #expect(shown("l", in: &scene, flags: ["on"]).size.height > known)
  }

  @Test func `a record says which text its view shows`() {
    var scene = scene(
      """
      layout a {
        var rows: list(id: text, about: text, unread: flag) = [(id: "a", about: "Alpha", unread: true)]
        for m in rows by m.id { label row[m.id] text: m.about if m.unread else "Read"  left 0 top 0 }
      }
      """)
    func set(_ about: String, _ unread: Bool) {
      scene.inputs.records["rows"] = [Record([.text("a"), .text(about), .flag(unread)])]
    }
    let row = "row[\"a\"]"
    #expect(shown(row, in: &scene) == Shown("Alpha", 40))
    set("Alpha", false)
    #expect(shown(row, in: &scene) == Shown("Read", 32))
    set("Be", false)
    #expect(shown(row, in: &scene) == Shown("Read", 32))
    set("Be", true)
    #expect(shown(row, in: &scene) == Shown("Be", 16))
    set("Beta", true)
    #expect(shown(row, in: &scene) == Shown("Beta", 32))
  }

  /// Whatever was shown before: all combinations of flags, each after each other.
  @Test func `a scene that went on equals a new one, and a flag that nobody asks measures nothing`() {
    let text = """
      layout a size 120, 400 {
        vstack column x fill top 0 {
          label one text: "some words to wrap" if flag(a) else "few"
          label two "Two" { if flag(b) { text: "two words" }; if flag(c) { text: "three words here" } }
          button three text: "x" if flag(a) else ("yy" if flag(c) else "zzz")
        }
        label other text: "other" if column.height > 70 else "short"  left 0 top == column.bottom
      }
      """
    let combinations = (0..<8).map { number in
      Set(["a", "b", "c"].enumerated().filter { number & 1 << $0.offset != 0 }.map(\.element))
    }
    var going = scene(text)
    func all(_ scene: LayoutScene) -> [String] {
      scene.layout.views.indices.map {
        "\(scene.frame(of: ViewID(Int32($0)))) \(scene.content(of: ViewID(Int32($0))).text ?? "")"
      }
    }
    for first in combinations {
      for second in combinations {
        for flags in [first, second] {
          going.inputs.environment.flags = flags
          _ = going.solve(measuring: FixedMetrics())
          var fresh = scene(text)
          fresh.inputs.environment.flags = flags
          _ = fresh.solve(measuring: FixedMetrics())
          #expect(all(going) == all(fresh), "\(first.sorted()) then \(second.sorted())")
        }
      }
    }

    let before = going.statistics.measurements
    going.inputs.environment.flags.insert("nobody asks")
    _ = going.solve(measuring: FixedMetrics())
    #expect(going.statistics.measurements == before)
  }
}
