import Framewire
import Testing

/// The lines of AutolayoutExtension on `Documentation/porting.md`.
@Suite("Ported from AutolayoutExtension") struct AutolayoutExtensionTests {
  /// `label` is 40 × 20 at (0, 30).
  ///
  /// Rows E-03…E-08, E-10, E-12…E-16, E-19, E-20, E-22, E-23.
  @Test func `lines of AutolayoutExtension have the frames that they have there`() {
    let view = Box("view"), label = Label("label", text: "Label"), other = Box("other"), third = Box("third")
    let below = Box("below"), isWide = true
    let page = Layout("page") {
      view(.fill(inset: 50)) {
        label(.top(30), .left(0))
        other.leading == Super.leading
        other.trailing == Super.trailing - 16
        other.top == label.bottom
        other.height == 200
        third.top >= label.bottom + 12
        third.top == Super.top ~ .low
        (third.leading == Super.leading + 12 ~ .high).id("side")
        third.leading == Super.leading ~ .high - 1
        if isWide { third.width >= 60 } else { third.width >= 30 }
        third.width == 0 ~ .low
        third.height <= 40
        third.height == 100 ~ .low
        below.top == Super.bottom
        below.leading == Super.safe.leading
        below.size == Size(width: 10, height: 10)
        other
        third
        below
      }
    }
    let frames = page.frames(width: 400, height: 400)

    #expect(frames[other] == Rect(x: 0, y: 50, width: 284, height: 200))
    #expect(frames[third] == Rect(x: 12, y: 62, width: 60, height: 40))
    #expect(frames[below] == Rect(x: 0, y: 300, width: 10, height: 10))
    #expect(frames.diagnostics == [])
  }

  /// `card` is a provider of one's own, with its modifiers: 30 from the sides of 400, 4 from the top.
  ///
  /// Rows E-01, E-02, E-11.
  @Test func `providers are clauses of one's own`() {
    let view = Box("view")
    let page = Layout("page") { view(.sides(30), .top(4), .height(10)) }
    let frames = page.frames(width: 400, height: 300)

    #expect(frames[view] == Rect(x: 30, y: 4, width: 340, height: 10))
  }

  /// The middle of 400 × 300 is (200, 150); then it is 16 lower.
  ///
  /// Rows E-04, E-15, E-17, E-18, E-21, A-23.
  @Test func `the sample of its design`() throws {
    let anotherView = Box("another")
    let centerY: ConstraintID = "centerY"
    let page = Layout("page") {
      anotherView(.size(100, 40))
      anotherView.centerX == Super.centerX
      (anotherView.centerY == Super.centerY).id(centerY)
    }
    var scene = Scene(page, size: Size(width: 400, height: 300))
    _ = scene.turn(at: .zero)
    let before = scene[anotherView]
    try scene.set(centerY, to: 16)
    _ = scene.turn(at: .milliseconds(16))

    #expect(before == Rect(x: 150, y: 130, width: 100, height: 40))
    #expect(scene[anotherView] == Rect(x: 150, y: 146, width: 100, height: 40))
    #expect(throws: SceneError.self) { try scene.set("centreY", to: 16) }
  }

  /// In the middle of 400 × 300 a height of 40 begins at 130; the wish for the top gets what a weaker one leaves.
  ///
  /// Row C-240.
  @Test func `a constraint that was kept is changed later`() throws {
    let anotherView = Box("another")
    let centerY: ConstraintID = "centerY"
    let page = Layout("page") {
      anotherView(.size(100, 40), .left(0), .top(0) ~ 500)
      (anotherView.centerY == Super.centerY).id(centerY)
    }
    var scene = Scene(page, size: Size(width: 400, height: 300))
    _ = scene.turn(at: .zero)
    let before = scene[anotherView].y
    try scene.setPriority(.low, of: centerY)
    _ = scene.turn(at: .milliseconds(16))
    let weaker = scene[anotherView].y
    try scene.setPriority(nil, of: centerY)
    try scene.setActive(false, centerY)
    _ = scene.turn(at: .milliseconds(32))

    #expect([before, weaker, scene[anotherView].y] == [130, 0, 0])
    try scene.setActive(true, centerY)
    _ = scene.turn(at: .milliseconds(48))
    #expect(scene[anotherView].y == 130)
  }
}

extension Clause {
  static func sides(_ inset: Double) -> Clause {
    Clause { view in
      view.leading == Super.leading + inset
      view.trailing == Super.trailing - inset
    }
  }
}
