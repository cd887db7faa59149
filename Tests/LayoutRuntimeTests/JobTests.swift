import LayoutEngine
import Testing

@testable import LayoutRuntime

/// What is handed out, and what others see until it is back.
@Suite("Jobs") struct JobTests {
  /// Two scenes of which `tall` has 50 views more than `low`. From 20 views on work is long.
  private func makeWorld() -> World {
    var settings = Runtime.Settings()
    settings.jobThreshold = 20
    var world = World(settings: settings)
    world.keepsJobs = true
    world.disk = [
      "low.layout": "layout low size 100, 100 { box a left 0 top 0 width 10 height 10 }",
      "tall.layout":
        "layout tall size 100, 900 { for i in 0..<50 { box b left 0 right 0 top 0 height 10 } }",
    ]
    world.serve()
    return world
  }

  @Test func `a long solve holds up its own scene alone`() throws {
    var world = makeWorld()
    #expect(world.jobs.map(\.payer) == [.scene("tall")])
    #expect(world.frame(of: "a", in: "low") == [0, 0, 10, 10])
    #expect(world.frame(of: "b[0]", in: "tall") == nil)

    let change = world.send {
      .apply($0, scene: "tall", [.set(.size, to: [30, 900])], ifLayoutRevision: nil)
    }
    let look = world.send { .snapshot($0, scene: "tall", filter: .everything, at: nil) }
    let other = world.apply(.set(.size, to: [50, 50]), to: "low")
    #expect(other?.answer != nil)
    #expect(world.replies[change] == nil && world.replies[look] == nil)

    world.finishJob()
    world.turn()
    // What the file says is shown; what came meanwhile is handed out in its turn.
    #expect(world.frame(of: "b[49]", in: "tall") == [0, 0, 100, 10])
    #expect(world.jobs.map(\.payer) == [.scene("tall")])
    #expect(world.replies[change] == nil && world.replies[look]?.answer != nil)
    world.finishAllJobs()
    #expect(world.replies[change]?.answer != nil)
    #expect(world.frame(of: "b[49]", in: "tall") == [0, 0, 30, 10])
  }

  @Test func `whoever looks sees what was published last`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    let change = world.send {
      .apply($0, scene: "tall", [.set(.size, to: [30, 900])], ifLayoutRevision: nil)
    }
    world.turn()
    #expect(world.replies[change] == nil)
    guard
      case .done(.snapshot(let publication)) = world.call({
        .snapshot($0, scene: "tall", filter: .everything, at: nil)
      }), case .snapshot(let picture, _) = publication.content
    else {
      Issue.record("no snapshot")
      return
    }
    #expect(picture.views.count == 51)
    #expect(picture.views.last?.frame.rect.width == 100)
  }

  @Test func `a scene that is closed meanwhile takes nothing back`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    _ = world.send { .apply($0, scene: "tall", [.set(.size, to: [30, 900])], ifLayoutRevision: nil) }
    world.turn()
    #expect(world.jobs.count == 1)
    _ = world.call { .close($0, scene: "tall") }
    #expect(world.call { .open($0, layout: "tall", scene: "tall", environment: []) } == nil)
    // The first belongs to the closed scene.
    world.finishJob()
    world.turn()
    #expect(world.frame(of: "b[0]", in: "tall") == nil)
    world.finishAllJobs()
    #expect(world.frame(of: "b[0]", in: "tall") == [0, 0, 100, 10])
  }

  @Test func `a text that is saved while it is compiled is compiled again`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    func text(_ width: Int) -> String {
      "layout tall size 100, 900 { for i in 0..<60 { box b left 0 top 0 width \(width) height 10 } }"
    }
    world.save("tall.layout", text(11))
    #expect(world.jobs.map(\.payer) == [.document("tall.layout")])
    world.save("tall.layout", text(12))
    world.save("tall.layout", text(13))
    #expect(world.jobs.count == 1)
    let sync = world.send { .sync($0, scene: "tall", timeout: .seconds(9)) }
    world.finishJob()
    world.turn()
    // The first text is good, so it is shown while the last one is compiled.
    #expect(Set(world.jobs.map(\.payer)) == [.document("tall.layout"), .scene("tall")])
    #expect(world.replies[sync] == nil)
    world.finishAllJobs()
    #expect(world.frame(of: "b[59]", in: "tall") == [0, 0, 13, 10])
    #expect(world.replies[sync]?.answer != nil)
  }

  @Test func `errors of a text that was saved over are not told`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    world.save("tall.layout", "layout tall { box a left oops }")
    world.save("tall.layout", "layout tall size 100, 900 { box a left 0 top 0 width 5 height 5 }")
    world.finishAllJobs()
    world.advance(milliseconds: 100)
    world.finishAllJobs()
    #expect(world.codes(of: "tall") == [])
    #expect(world.frame(of: "a", in: "tall") == [0, 0, 5, 5])
    #expect(!world.effects.contains { if case .diagnosed = $0 { true } else { false } })
  }

  @Test func `a file that came, went and came again at once is shown`() {
    var settings = Runtime.Settings()
    settings.jobThreshold = 0
    var world = World(settings: settings)
    for isThere in [true, false, true] {
      let text = "layout low size 100, 100 { box a left 3 top 4 width 10 height 20 }"
      world.disk["low.layout"] = isThere ? text : nil
      world.handle(.file(path: "low.layout", isThere ? .bytes(Array(text.utf8)) : .missing))
      world.handle(.serve(roots: [""], paths: isThere ? ["low.layout"] : []))
    }
    world.turn()
    #expect(world.frame(of: "a", in: "low") == [3, 4, 10, 20])
  }

  @Test func `a check is done elsewhere`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    let request = world.send { .check($0, .path("low.layout")) }
    world.turn()
    #expect(world.jobs.map(\.payer) == [.request(request)])
    world.finishAllJobs()
    guard case .done(.checked(let report)) = world.replies[request] else {
      Issue.record("the check is not answered")
      return
    }
    #expect(report.condition == .ok && report.diagnostics.isEmpty)
  }

  @Test func `pictures and fonts that change meanwhile are looked at afterwards`() throws {
    var world = makeWorld()
    world.disk["tall.layout"] =
      "layout tall size 100, 900 { label t \"Text\" left 0 top 0; for i in 0..<50 { box b left 0 top 0 width 1 height 1 } }"
    world.save("tall.layout", world.disk["tall.layout"]!)
    world.finishAllJobs()
    _ = world.send { .apply($0, scene: "tall", [.set(.size, to: [50, 50])], ifLayoutRevision: nil) }
    world.turn()
    #expect(world.jobs.count == 1)
    let solves = world.solves
    world.handle(.measureAgain(because: "file:a.ttf"))
    world.turn()
    // The other scene is measured at once.
    #expect(world.solves == solves + 1)
    world.finishJob()
    world.turn()
    #expect(world.solves == solves + 2 && world.jobs.count == 1)
    world.finishAllJobs()
    #expect(world.solves == solves + 3)
  }

  @Test func `a small scene that turns out to be much work is handed out as well`() throws {
    var settings = Runtime.Settings()
    settings.jobThreshold = 1_000
    settings.solveAllowance = SolveBudget(operations: 0)
    var world = World(settings: settings)
    world.keepsJobs = true
    world.disk = ["low.layout": "layout low size 100, 100 { box a left 0 right 0 top 0 height 10 }"]
    world.serve()
    #expect(world.jobs.map(\.payer) == [.scene("low")])
    #expect(world.frame(of: "a", in: "low") == nil)
    world.finishAllJobs()
    #expect(world.frame(of: "a", in: "low") == [0, 0, 100, 10])

    // An edit as well, and what is shown stays until then.
    world.save("low.layout", "layout low size 100, 100 { box a left 0 right 0 top 0 height 20; box b right 0 size 5 }")
    #expect(world.frame(of: "a", in: "low") == [0, 0, 100, 10])
    world.finishAllJobs()
    #expect(world.frame(of: "a", in: "low") == [0, 0, 100, 20])
  }

  @Test func `a few lines that stand for much are compiled elsewhere`() throws {
    var settings = Runtime.Settings()
    settings.jobThreshold = 1_500
    var world = World(settings: settings)
    world.keepsJobs = true
    func text(_ copies: Int) -> String {
      "layout low size 9, 9 { for i in 0..<\(copies) { box b left 0 top 0 width 1 height 1 } }"
    }
    // A two hundredth of what a document may come to is 1,000 views.
    world.disk = ["low.layout": text(400)]
    world.serve()
    #expect(world.jobs.isEmpty)

    world.save("low.layout", text(1_100))
    #expect(world.jobs.map(\.payer) == [.document("low.layout")])
    #expect(world.frame(of: "b[399]", in: "low") == [0, 0, 1, 1])
    world.finishAllJobs()
    #expect(world.frame(of: "b[1099]", in: "low") == [0, 0, 1, 1])
  }

  @Test func `whoever asks for a scene waits until its text is parsed and then compiled`() {
    var world = makeWorld()
    world.finishAllJobs()
    let views = "for i in 0..<2000 { box b left 0 top i size 10 }"
    world.save(
      "low.layout",
      "layout low { box a }\nlayout new size 100, 100 { \(views) } // \(String(repeating: "x", count: 1_000))")
    #expect(world.jobs.map(\.payer) == [.document("low.layout")])

    let change = world.send { .apply($0, scene: "new", [.set(.size, to: [50, 50])], ifLayoutRevision: nil) }
    world.turn()
    #expect(world.replies[change] == nil)
    world.finishAllJobs()

    #expect(world.replies[change]?.answer != nil)
    #expect(world.frame(of: "root", in: "new") == [0, 0, 50, 50])
  }

  @Test func `a long text is parsed elsewhere, and counts when it is back`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    // From 20 views on, of 50 bytes each.
    func text(_ left: Int) -> String {
      "layout low size 100, 100 { box a left \(left) top 0 width 10 height 10 } // \(String(repeating: "x", count: 1_000))"
    }
    let parses = world.runtime.library.parses
    world.save("low.layout", text(1))
    #expect(world.jobs.map(\.payer) == [.document("low.layout")])
    #expect(world.runtime.library.parses == parses)
    world.save("low.layout", text(2))
    world.save("low.layout", text(3))
    #expect(world.jobs.count == 1)
    let sync = world.send { .sync($0, scene: "low", timeout: .seconds(9)) }
    let change = world.send { .apply($0, scene: "low", [.set(.size, to: [50, 50])], ifLayoutRevision: nil) }
    world.turn()
    #expect(world.replies[sync] == nil && world.replies[change] == nil)
    #expect(world.frame(of: "a", in: "low") == [0, 0, 10, 10])
    world.finishAllJobs()
    // The text in between was never parsed.
    #expect(world.runtime.library.parses == parses + 2)
    #expect(world.frame(of: "a", in: "low") == [3, 0, 10, 10])
    #expect(world.replies[sync]?.answer != nil && world.replies[change]?.answer != nil)

    // One that is loaded as well, and nothing comes of one that is taken away meanwhile.
    let load = world.send { .loadText($0, name: "more", text: Array(text(4).utf8).map { $0 == 0x6C ? 0x6D : $0 }) }
    world.turn()
    #expect(world.jobs.count == 1 && world.replies[load] == nil)
    world.finishAllJobs()
    #expect(world.replies[load]?.failure != nil)
    world.save("low.layout", text(5))
    world.disk["low.layout"] = nil
    world.serve()
    world.finishAllJobs()
    world.advance(milliseconds: 500)
    #expect(world.condition(of: "low") == .stale)
  }

  @Test func `a turn compiles so many documents, and hands out the others`() throws {
    var settings = Runtime.Settings()
    settings.jobThreshold = 100
    var world = World(settings: settings)
    world.keepsJobs = true
    for index in 0..<40 { world.disk["f\(index).layout"] = "layout c\(index) { box a }\n" }
    world.serve()

    // Each is 200 bytes and its text, of which there are 22 or 23; 100 views are 5,000 bytes.
    #expect(world.jobs.count == 18)
    world.finishAllJobs()
    #expect(world.sceneNames.count == 40)
  }

  @Test func `a text that is checked is not parsed in the turn`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    let request = world.send { .check($0, .text(name: "text", Array("layout a { box b left oops }".utf8))) }
    world.turn()
    guard case .check(let check) = try #require(world.jobs.first).work else {
      Issue.record("no check")
      return
    }
    #expect(check.library.parses == 0)
    world.finishAllJobs()
    guard case .done(.checked(let report)) = world.replies[request] else {
      Issue.record("the check is not answered")
      return
    }
    #expect(report.diagnostics.count == 1)
  }
}
