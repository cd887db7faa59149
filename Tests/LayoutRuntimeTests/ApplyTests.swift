import Frames
import Settables
import Testing

@testable import LayoutRuntime

@Suite("Applying operations") struct ApplyTests {
  var world = World(serving: ["card.layout": SampleLayouts.stateful])

  @Test mutating func `a transaction is one solve and one revision`() {
    let solves = world.solves
    let reply = world.apply(
      .set(.config, of: "a", to: "wide"), .set(.constant, of: "gap", to: 1), .set(.text, of: "t", to: "Hi"))

    #expect(
      reply
        == .done(
          .applied(
            SceneRevision(scene: "card", revision: Revision(2), layoutRevision: Revision(2)), warnings: [])))
    #expect(world.solves == solves + 1)
  }

  @Test mutating func `one operation that cannot be done undoes all of them`() {
    let before = world.runtime.scenes["card"]!
    let reply = world.apply(.set(.constant, of: "gap", to: 1), .set(.text, of: "nobody", to: "Hi"))

    #expect(reply?.failure == .unknownView("nobody", near: []))
    #expect(world.runtime.scenes["card"]?.settings.outside == before.settings.outside)
    #expect(world.runtime.scenes["card"]?.published.history.current == before.published.history.current)
    #expect(world.revision(of: "card") == Revision(1))
  }

  @Test(arguments: [
    (Operation.set(.text, of: "tt", to: "x"), RequestFailure.unknownView("tt", near: ["t"])),
    (.set(.config, to: "wode"), .unknownName(kind: "config", "wode", known: configurations)),
    (.set(.config, of: "nobody", to: "wide"), .unknownView("nobody", near: [])),
    (.set(.variable, of: "ident", to: 1), .unknownName(kind: "variable", "ident", known: ["indent"])),
    (.set(.constant, of: "#gpa", to: 1), .unknownName(kind: "constant", "#gpa", known: ["#gap", "a.#gap"])),
    (.set(.constant, of: "gap", to: [1, 2]), .badOperation(index: 0, "'#gap' is one number")),
    (.set(.priority, of: "#gpa", to: 1), .unknownName(kind: "constant", "#gpa", known: ["#gap", "a.#gap"])),
    (.set(.priority, of: "#gap", to: 1001), .badOperation(index: 0, "'priority' must be a number from 0 to 1000")),
    (.set(.size, to: [-1, nil]), .badOperation(index: 0, "a size has two lengths of at least 0")),
    (.set(.scale, to: 0), .badOperation(index: 0, "a scale is above 0")),
    (
      .set(.keyboard, to: .number(.nan)),
      .badOperation(index: 0, "the keyboard covers a height of at least 0, or is a rectangle")
    ),
    (
      .set(.trait, of: "sizeClass.x", to: "big"),
      .badOperation(index: 0, "'sizeClass.x' is one of compact, regular, not 'big'")
    ),
    (
      .set(.trait, of: "orientation", to: "portrait"),
      .badOperation(index: 0, "'orientation' follows the size and cannot be set")
    ),
  ])
  mutating func `what cannot be done says what could be`(operation: Operation, failure: RequestFailure) {
    #expect(world.apply(operation)?.failure == failure)
    #expect(world.revision(of: "card") == Revision(1))
  }

  /// What was probably meant, then all in their order.
  static let configurations = ["wide", "main", "alternative", "visible", "hidden"]

  @Test mutating func `a view goes by its last names where only one does`() {
    world.save(
      "card.layout",
      "layout card size 300, 200 { vstack p { label t \"Hi\"; label u \"u\" }; vstack q { label u \"u\" }; hstack r { } }"
    )
    #expect(world.apply(.set(.text, of: "t", to: "Ho"))?.failure == nil)
    #expect(world.runtime.scenes["card"]?.settings.outside[.text, of: "p.t"]?.value == "Ho")
    #expect(world.apply(.append(["t"], to: "r", index: nil))?.failure == nil)
    guard case .unknownView("u", let near) = world.apply(.set(.text, of: "u", to: "Ho"))?.failure else {
      Issue.record("two views are called so")
      return
    }
    #expect(near.prefix(2) == ["p.u", "q.u"])
  }

  @Test(arguments: ["rows[\"a\"]", "rows[a].n", "rows.a.n"])
  mutating func `a record is told how its fields are set`(name: String) {
    world.save(
      "card.layout",
      "layout card { var rows: list(id: text, n: number) = [(id: \"a\", n: 1)]; for r in rows by r.id { box b top r.n } }"
    )
    let words = "of a record one field is set, as 'rows[\"KEY\"].n', and not '\(name)'"
    #expect(world.apply(.set(.variable, of: name, to: "x"))?.failure == .badOperation(index: 0, words))
  }

  @Test mutating func `a part of a view that nobody sets, and a text that nothing shows, are told`() {
    world.save("card.layout", "layout card size 300, 200 { label title \"Hi\"; list l { } }")
    let words =
      "of a view config, text, hidden, intrinsic and scroll can be set, and no 'txt'; did you mean 'title.text'?"
    for value: SettableValue? in ["Hi", nil] {
      #expect(
        world.apply(.set(.variable, of: "title.txt", to: value))?.failure == .badOperation(index: 0, words))
    }
    guard case .done(.applied(_, let warnings)) = world.apply(.set(.text, of: "l", to: "Hi")) else {
      Issue.record("it is set all the same")
      return
    }
    #expect(warnings.map(\.message) == ["'l' is a list, which shows no text: it is only passed on"])
  }

  @Test mutating func `an expected layout revision guards against somebody who was faster`() {
    let first = world.send(.apply(scene: "card", [.set(.variable, of: "indent", to: 6)], ifLayoutRevision: Revision(1)))
    let second = world.send(
      .apply(scene: "card", [.set(.variable, of: "indent", to: 7)], ifLayoutRevision: Revision(1)))
    world.turn()

    #expect(world.replies[first]?.failure == nil)
    #expect(world.replies[second]?.failure == .revisionConflict(current: Revision(1)))
    #expect(world.frame(of: "t", in: "card")?[0] == 6)
    #expect(
      world.call(.apply(scene: "card", [.set(.variable, of: "indent", to: 8)], ifLayoutRevision: Revision(1)))?
        .failure
        == .revisionConflict(current: Revision(2)))
    #expect(
      world.call(.apply(scene: "card", [.set(.variable, of: "indent", to: 8)], ifLayoutRevision: Revision(2)))?
        .failure
        == nil)
  }

  @Test mutating func `what is set already is no new revision`() {
    _ = world.apply(.set(.text, of: "t", to: "Hi"))
    let solves = world.solves

    _ = world.apply(.set(.text, of: "t", to: "Hi"))

    #expect(world.revision(of: "card") == Revision(2))
    #expect(world.solves == solves)
  }

  @Test mutating func `a scene that failed has nothing to apply to`() {
    world.save("bad.layout", "")
    world.disk["bad.layout"] = "layout bad { box b left nowhere }"
    world.serve()
    world.advance(milliseconds: 30)

    guard case .layoutFailed(let report)? = world.apply(.set(.scale, to: 2), to: "bad")?.failure else {
      Issue.record("it was applied")
      return
    }
    #expect(report.status == .failed)
    #expect(!report.diagnostics.isEmpty)
  }

  @Test mutating func `a stale scene still takes state`() {
    world.save("card.layout", ReloadTests.brokenCard)
    world.advance(milliseconds: 30)
    _ = world.apply(.set(.text, of: "t", to: "Hi"))

    #expect(world.text(of: "t", in: "card") == "Hi")
    #expect(world.status(of: "card") == .stale)
  }
}
