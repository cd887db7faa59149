import Frames
import Geometry
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Testing

@testable import LayoutRuntime

/// Views put into stacks and taken out of them while a scene runs.
@Suite("Arranging views from outside") struct ArrangingTests {
  static let text = """
    layout page size 200, 100 {
      hstack row at 0, 0, 120, 20 { box a width 10; box b width 20; box c }
      vstack column at 0, 30, 80, 60 { label title "Title"; box more }
      box badge at 150, 70, 8, 8 { box dot leading 1 top 1 size 2 }
      test "as in the file" { expect row.b.left == row.left + 10 }
    }
    """

  var world = World(serving: ["page.layout": text])

  private var picture: FrameSet { world.runtime.scenes["page"]!.published.history.current }

  /// The paths of the views in a view, in order.
  private func views(in path: String) -> [String] {
    let parent = picture.views.first { $0.path == path }?.id
    return picture.views.filter { $0.parent == parent && $0.path != "root" }.map(\.path)
  }

  // MARK: What can be done

  @Test mutating func `a view is put at the end of a stack, and at a place in it`() {
    _ = world.apply(.append(["badge"], to: "row", index: nil))
    #expect(views(in: "row") == ["row.a", "row.b", "row.c", "badge"])

    _ = world.apply(.append(["column.title", "badge"], to: "row", index: 1))
    #expect(views(in: "row") == ["row.a", "column.title", "badge", "row.b", "row.c"])
    #expect(views(in: "badge") == ["badge.dot"])
    #expect(views(in: "column") == ["column.more"])
  }

  @Test mutating func `a view is taken out with what is in it, and comes back under its number`() {
    _ = world.apply(.append(["badge"], to: "row", index: 0))
    let before = picture

    _ = world.apply(.remove(.these(["badge"], from: nil)))
    #expect(!picture.views.contains { $0.path.hasPrefix("badge") })
    _ = world.apply(.append(["badge"], to: "row", index: 0))

    #expect(picture == before)
  }

  @Test mutating func `a stack is emptied, told what to show, and given back to the file`() {
    let before = picture
    _ = world.apply(.remove(.all(of: "row")))
    #expect(views(in: "row") == [])

    _ = world.apply(.arrange(stack: "row", ["column.title", "row.c", "row.a"]))
    #expect(views(in: "row") == ["column.title", "row.c", "row.a"])

    // What came from elsewhere goes back there.
    _ = world.apply(.arrange(stack: "row", nil))
    #expect(picture == before)
    #expect(world.runtime.scenes["page"]?.settings.outside == OutsideState())
  }

  @Test mutating func `operations of one call follow each other, and are one revision`() {
    let revision = world.runtime.scenes["page"]?.published.history.revision
    let reply = world.apply(
      .remove(.these(["row.b"], from: "row")), .append(["row.b", "badge"], to: "column", index: 0),
      .remove(.these(["badge"], from: "column")))

    #expect(reply?.failure == nil)
    #expect(views(in: "column") == ["row.b", "column.title", "column.more"])
    #expect(world.runtime.scenes["page"]?.published.history.revision == revision?.next)
  }

  @Test mutating func `followers get full records in order and what is removed, and end with the same picture`() {
    var follower = world.subscribe(Subscription(scene: "page"))
    var filtered = world.subscribe(Subscription(scene: "page", filter: FrameFilter(root: "row")))
    let badge = picture.views.first { $0.path == "badge" }!.id

    _ = world.apply(.append(["badge"], to: "row", index: 1), .remove(.these(["row.c"], from: nil)))
    follower.catchUp(with: &world)
    filtered.catchUp(with: &world)

    #expect(follower.picture == picture)
    #expect(filtered.picture == picture.filtered(by: FrameFilter(root: "row")))
    #expect(filtered.picture.views.map(\.path) == ["row", "row.a", "badge", "badge.dot", "row.b"])
    #expect(picture.views.first { $0.path == "badge" }?.id == badge)
  }

  // MARK: What cannot be done

  @Test(
    arguments: [
      (.append(["bagde"], to: "row", index: nil), .unknownView("bagde", near: ["badge"])),
      (.append(["badge"], to: "rwo", index: nil), .unknownView("rwo", near: ["row"])),
      (
        .append(["row.a"], to: "badge", index: nil),
        .badOperation(index: 0, "'badge' is a box; only a vstack, an hstack or a list arranges views")
      ),
      (.append(["badge", "badge"], to: "row", index: nil), .badOperation(index: 0, "'badge' is named twice")),
      (.append([], to: "row", index: nil), .badOperation(index: 0, "no view is named")),
      (.append(["root"], to: "row", index: nil), .badOperation(index: 0, "the root stands in nothing")),
      (.append(["row"], to: "row", index: nil), .badOperation(index: 0, "'row' cannot stand in itself")),
      (.append(["badge"], to: "row", index: -1), .badOperation(index: 0, "a place counts from 0")),
      (
        .remove(.these(["badge"], from: nil)),
        .badOperation(
          index: 0,
          "'badge' stands in 'root', which is no stack or list; what stands elsewhere can be hidden")
      ),
      (
        .remove(.these(["row.a"], from: "column")),
        .badOperation(index: 0, "'row.a' stands in 'row', not in 'column'")
      ),
      (.remove(.these([], from: "column")), .badOperation(index: 0, "no view is named")),
      (.arrange(stack: "row", ["row.a", "row.a"]), .badOperation(index: 0, "'row.a' is named twice")),
    ] as [(Operation, RequestFailure)])
  mutating func `what cannot be is refused, and nothing happens`(
    _ operation: Operation, _ failure: RequestFailure
  ) {
    let before = world.runtime.scenes["page"]!

    #expect(world.apply(operation)?.failure == failure)
    #expect(world.runtime.scenes["page"]?.settings.outside == before.settings.outside)
    #expect(world.runtime.scenes["page"]?.published.history.revision == before.published.history.revision)
  }

  @Test mutating func `a stack cannot stand in what is inside of it, not even by a detour`() {
    _ = world.apply(.append(["column"], to: "row", index: nil))
    let failure = world.apply(.append(["row"], to: "column", index: nil))?.failure
    #expect(failure == .badOperation(index: 0, "'column' is inside of 'row'"))

    _ = world.apply(.remove(.these(["column"], from: nil)))
    #expect(
      world.apply(.remove(.these(["column"], from: nil)))?.failure
        == .badOperation(index: 0, "'column' is removed already"))
    // What is away has a tree of its own.
    _ = world.apply(.append(["badge"], to: "column", index: 0))
    #expect(!picture.views.contains { $0.path == "badge" })
    _ = world.apply(.append(["column"], to: "row", index: 0))
    #expect(views(in: "column") == ["badge", "column.title", "column.more"])
  }

  // MARK: What happens to it

  @Test mutating func `it is kept while the file is edited`() {
    _ = world.apply(.append(["badge"], to: "row", index: nil), .remove(.these(["row.b"], from: nil)))

    world.write("page.layout", Self.text.replacing("box c }", with: "box c; box d width 7 }"))
    world.turn()

    #expect(views(in: "row") == ["row.a", "row.c", "row.d", "badge"])
    #expect(
      world.runtime.scenes["page"]?.published.report.content.diagnostics.contains { $0.code.rawValue == "W2909" }
        == false)
  }

  @Test mutating func `what the file has no place for any more is dropped, with a warning`() {
    _ = world.apply(
      .append(["badge"], to: "row", index: nil), .remove(.these(["row.b"], from: nil)),
      .append(["column.more"], to: "row", index: 0))

    world.write(
      "page.layout",
      Self.text.replacing("hstack row", with: "box row").replacing("box b width 20; ", with: "")
        .replacing("expect row.b.left == row.left + 10", with: ""))
    world.turn()

    let report = world.runtime.scenes["page"]!.published.report.content
    #expect(report.status == .ok)
    #expect(
      report.diagnostics.filter { $0.code.rawValue == "W2909" }.map(\.message) == [
        "'badge' was put into 'row' from outside, which is no stack or list any more",
        "'column.more' was put into 'row' from outside, which is no stack or list any more",
        "'row.b' was arranged from outside, and there is no such view any more",
      ])
    #expect(views(in: "column") == ["column.title", "column.more"])

    world.write("page.layout", Self.text)
    world.turn()
    #expect(world.runtime.scenes["page"]?.published.report.content.diagnostics.map(\.message) == [])
    #expect(views(in: "row") == ["row.a", "row.b", "row.c"])
  }

  @Test mutating func `a renamed view and a renamed stack keep what was arranged`() {
    _ = world.apply(.append(["badge"], to: "row", index: 0), .remove(.these(["column.more"], from: nil)))

    world.write(
      "page.layout",
      Self.text.replacing("hstack row at", with: "hstack bar was: row at").replacing("row.", with: "bar.")
        .replacing("box badge at", with: "box mark was: badge at"))
    world.turn()

    #expect(views(in: "bar").first == "mark")
    #expect(views(in: "column") == ["column.title"])
  }

  @Test mutating func `a reset of the views brings the file's tree back and leaves the rest as it is set`() {
    let before = picture
    _ = world.apply(.append(["badge"], to: "row", index: 0), .set(.text, of: "column.title", to: "Other"))
    _ = world.apply(.reset(.values))
    #expect(views(in: "row").first == "badge")

    _ = world.apply(.set(.text, of: "column.title", to: "Other"), .reset(.views))
    #expect(views(in: "row") == ["row.a", "row.b", "row.c"])
    #expect(world.runtime.scenes["page"]?.settings.outside[.text].isEmpty == false)
    _ = world.apply(.reset(nil))
    #expect(picture == before)
  }

  @Test mutating func `what is set in a view that is away is there when it comes back`() {
    _ = world.apply(.remove(.these(["column.title"], from: nil)))
    #expect(world.apply(.set(.text, of: "column.title", to: "While away"))?.failure == nil)
    _ = world.apply(.append(["column.title"], to: "row", index: nil))

    #expect(picture.views.first { $0.path == "column.title" }?.content.text == "While away")
  }

  @Test mutating func `tests of the file see the file's tree, whatever was arranged`() throws {
    _ = world.apply(.arrange(stack: "row", ["row.c", "row.b", "row.a"]))
    let (name, test) = try #require(world.runtime.tests(in: "page.layout").first)

    let outcome = world.runtime.outcome(
      of: test, of: name, in: "page.layout", at: world.now, measuring: FixedMetrics())
    #expect(outcome.passed)
  }

  // MARK: Motion

  @Test mutating func `what moves because of it does so at once, unless it is asked for`() {
    _ = world.apply(.arrange(stack: "row", ["row.b", "row.a", "row.c"]))

    #expect(world.runtime.scenes["page"]?.motion.isSettled == true)
  }

  @Test mutating func `a view sets out from where it was seen, in another stack too`() {
    func frame(_ path: String) -> Rect { picture.views.first { $0.path == path }!.frame.rect }
    let badge = frame("badge")
    _ = world.apply(.append(["badge"], to: "column", index: 0), animated: true)

    // The column stands at 0, 30, so this is where it was.
    #expect(frame("badge") == Rect(x: badge.x, y: badge.y - 30, width: 8, height: 8))
    #expect(world.runtime.scenes["page"]?.motion.isSettled == false)
    world.advance(milliseconds: 400)
    #expect(world.runtime.scenes["page"]?.motion.isSettled == true)
    #expect(frame("badge") == Rect(x: 0, y: 0, width: 80, height: 8))
  }

  @Test mutating func `what is under way goes on while others are arranged`() {
    _ = world.apply(.set(.hidden, of: "row.a", to: true), animated: true)
    world.advance(milliseconds: 100)
    let before = picture.views.first { $0.path == "row.b" }!.frame
    #expect(before.x > 0 && before.x < 640)

    _ = world.apply(.append(["badge"], to: "column", index: 0))

    #expect(picture.views.first { $0.path == "row.b" }?.frame == before)
    world.advance(milliseconds: 400)
    #expect(picture.views.first { $0.path == "row.b" }?.frame.x == 0)
    #expect(world.runtime.scenes["page"]?.motion.isSettled == true)
  }
}
