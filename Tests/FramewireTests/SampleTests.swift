import Framewire
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Testing

@Suite("Layouts said in Swift") struct SampleTests {
  /// The screen is 390 × 844: 80% of it is 312, 8% of its height 67.52.
  ///
  /// Rows.
  @Test func `a login page of five lines has the frames that its lines say`() {
    let sample = Login()
    let frames = sample.layout.frames(width: 390, height: 844)

    #expect(frames[sample.user].isNearly(39, 422, 312, 67.52))
    #expect(frames[sample.pass].isNearly(39, 499.52, 312, 67.52))
    #expect(frames[sample.login].isNearly(39, 577.04, 312, 67.52))
    #expect(frames[sample.forgot].isNearly(78, 674.56, 234, 30))
    #expect(frames[sample.create].isNearly(78, 794, 234, 30))
    #expect(frames.diagnostics == [])
  }

  @Test func `its text is the file that somebody would have written`() {
    #expect(
      Login().layout.text() == """
        layout login {
          input user center x width 80% top super.centerY height 8%
          input pass center x width 80% below user gap 10 height 8%
          button login "Log in" center x width 80% below pass gap 10 height 8%
          button forgot "Forgot password?" center x width 60% below login gap 30 height 30
          button create "Create account" center x width 60% bottom 20 height 30
        }

        """)
  }

  /// Margins are 8. The message is one line of 20, in the middle of 64.
  ///
  /// Rows C-186, C-191, C-192.
  @Test func `a panel waits below the screen, and is 16 above its safe end when it is used`() {
    let sample = Toast()
    var surroundings = Surroundings()
    let waiting = sample.layout.frames(in: surroundings)
    surroundings.safe = EdgeInsets(top: 0, left: 0, bottom: 34, right: 0)
    let used = sample.layout.frames(in: surroundings, configurations: [(sample.panel, .visible)])

    #expect(waiting[sample.panel] == Rect(x: 8, y: 844, width: 374, height: 64))
    #expect(waiting[sample.message] == Rect(x: 16, y: 22, width: 342, height: 20))
    #expect(used[sample.panel] == Rect(x: 8, y: 844 - 34 - 16 - 64, width: 374, height: 64))
    #expect(waiting.diagnostics == [])
  }

  @Test func `configurations, ids and transitions are written as in a file`() {
    #expect(
      Toast().layout.text() == """
        layout toast {
          box panel initial hidden x fill margins height 64 {
            label message "Saved" center y leading 16 trailing 16 lines: 1
            config visible { bottom == super.safe.bottom - 16 #gap }
            config hidden { top == super.bottom }
            transition hidden -> visible spring(0.8, 300ms)
          }
        }

        """)
  }

  /// Twenty rows of 20 with gaps of 4 are 476 high; the longest text has 6 characters of 8.
  ///
  /// Rows C-136, C-222.
  @Test func `panes stand side by side where there is room, and one hides where there is none`() {
    let sample = Panes()
    let layout = sample.layout
    let wide = layout.frames(width: 800, height: 600)
    let narrow = layout.frames(width: 390, height: 844)

    #expect(wide[sample.list] == Rect(x: 0, y: 0, width: 280, height: 600))
    #expect(wide[sample.detail] == Rect(x: 288, y: 0, width: 512, height: 600))
    #expect(wide.frame(at: "list.rows") == Rect(x: 0, y: 0, width: 48, height: 476))
    #expect(wide.frame(at: "list.rows.row2") == Rect(x: 0, y: 48, width: 48, height: 20))
    #expect(narrow[sample.list] == Rect(x: 0, y: 0, width: 390, height: 844))
    #expect(narrow[sample.detail] == Rect(x: 0, y: 0, width: 390, height: 844))
  }

  @Test func `what a branch says of a view that stands outside of it moves into the view`() {
    let text = Panes().layout.text()

    #expect(
      text.hasSuffix(
        """
          box detail top 0 bottom 0 trailing 0 {
            if !(root.width >= 600) animate 250ms ease-out {
              width 100%
              hidden
            }
          }
          if root.width >= 600 animate 250ms ease-out {
            list.width == 280
            detail.leading == list.trailing + 8
          } else { list.width == root.width }
        }

        """), "\(text)")
  }

  /// The screen is 400 wide: `b` begins at 90 + 0.25 · 392 + 4, is 20 wider and 10 lower than `a`; the middle of `c` is
  /// 100 below its, at (242, 135), and `c` as narrow as it may: 2 · 80 - 50 + 12.
  ///
  /// Rows Y-13, L-05…L-11.
  @Test func `what stands on the left of a relation moves over`() {
    let sample = Sums()
    let frames = sample.layout.frames(width: 400, height: 300)

    #expect(frames[sample.a] == Rect(x: 10, y: 20, width: 80, height: 40))
    #expect(frames[sample.b] == Rect(x: 192, y: 20, width: 100, height: 30))
    #expect(frames[sample.c] == Rect(x: 181, y: 129, width: 122, height: 12))
  }

  @Test(arguments: [Login().layout, Toast().layout, Panes().layout, Sums().layout])
  func `the text means what the program said`(layout: Layout) throws {
    try expectRoundTrip(layout)
  }
}

extension Rect {
  /// Within a hundredth of a point.
  func isNearly(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Bool {
    abs(self.x - x) < 0.01 && abs(self.y - y) < 0.01 && abs(self.width - width) < 0.01
      && abs(self.height - height) < 0.01
  }
}

/// The text is correct and formatted, and has the frames of the program on three screens.
func expectRoundTrip(_ layout: Layout, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let text = layout.text()
  let tree = parse(SourceText(name: "text.layout", text: text))
  let (document, complaints) = resolve(tree)

  #expect(tree.diagnostics == [], "\(text)", sourceLocation: sourceLocation)
  #expect(complaints.filter { $0.severity == .error } == [], "\(text)", sourceLocation: sourceLocation)
  #expect(tree.formatted() == tree.source.bytes, "\(text)", sourceLocation: sourceLocation)
  let resolved = try #require(document.layouts.first, "\(text)", sourceLocation: sourceLocation)
  try expectBuilt(layout, sourceLocation: sourceLocation)
  for (width, height) in [(390.0, 844.0), (844.0, 390.0), (1200.0, 900.0)] {
    let frames = layout.frames(width: width, height: height)
    var inputs = SceneInputs(of: resolved)
    (inputs.environment.width, inputs.environment.height) = (width, height)
    var scene = LayoutScene(resolved, inputs: inputs)
    scene.solve(measuring: FixedMetrics())
    let written = scene.layout.views.indices.map { index in
      "\(scene.layout.views[index].path) \(scene.frame(of: ViewID(Int32(index))))"
    }
    let said = frames.paths.map { "\($0) \(frames.frame(at: $0)!)" }
    #expect(said == written, "\(text)", sourceLocation: sourceLocation)
  }
}
