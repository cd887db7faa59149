import Frames
import LayoutEngine
import Settables
import Testing

@testable import LayoutRuntime

/// What is handed out, and what others see until it is back.
@Suite("Jobs") struct JobTests {
  /// Two scenes of which `tall` has 50 views more than `low`. From 20 views on work is long.
  private func makeWorld(with more: [String: String] = [:]) -> World {
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    world.keepsJobs = true
    world.disk = [
      "low.layout": "layout low size 100, 100 { box a left 0 top 0 width 10 height 10 }",
      "tall.layout":
        "layout tall size 100, 900 { for i in 0..<50 { box b left 0 right 0 top 0 height 10 } }",
    ]
    world.disk.merge(more) { $1 }
    world.serve()
    return world
  }

  @Test func `a long solve holds up its own scene alone`() throws {
    var world = makeWorld()
    #expect(world.jobs.map(\.payer) == [.scene("tall")])
    #expect(world.frame(of: "a", in: "low") == [0, 0, 10, 10])
    #expect(world.frame(of: "b[0]", in: "tall") == nil)

    let change = world.send(.apply(scene: "tall", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    let look = world.send(.snapshot(scene: "tall", filter: .everything, at: nil))
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

  /// A turn tells one scene of each document, and eight more.
  @Test func `a save reaches many scenes a few a turn, and each in its turn`() throws {
    func text(_ layout: String = "low", width: Int) -> String {
      "layout \(layout) size 100, 100 { box a left 0 top 0 width \(width) height 10 }"
    }
    var world = makeWorld(with: ["other.layout": text("other", width: 10)])
    world.finishAllJobs()
    let names = (0..<24).map { "s\($0 / 10)\($0 % 10)" }
    for name in names { _ = world.call(.open(layout: "low", scene: name, environment: [])) }
    func scenes(showing width: Double) -> [String] {
      (["low"] + names).filter { world.frame(of: "a", in: $0)?[2] == width }
    }

    world.save("low.layout", text(width: 20))
    #expect(scenes(showing: 20) == ["low"] + names[..<8])
    #expect(world.wake == world.now)
    // What is saved meanwhile does not take the turn of those that wait, and another file has a turn of its own.
    world.write("low.layout", text(width: 30))
    world.write("other.layout", text("other", width: 30))
    let sync = world.send(.sync(scene: "low", timeout: .seconds(1), awaitingRest: false))
    let call = world.send(.apply(scene: "s23", [.set(.flag, of: "on", to: true)], ifLayoutRevision: nil))
    world.turn()
    #expect(scenes(showing: 20) == ["low"] + names[..<8] && scenes(showing: 30) == Array(names[8..<17]))
    #expect(world.frame(of: "a", in: "other")?[2] == 30)
    // Who sets something waits for nobody; who asks to be certain waits for all that was saved.
    #expect(world.replies[call]?.answer != nil && world.replies[sync] == nil)

    world.turn()
    #expect(scenes(showing: 20) == Array(names[1..<8]) && world.replies[sync] == nil)
    world.turn()
    #expect(scenes(showing: 30) == ["low"] + names)
    #expect(world.replies[sync]?.answer != nil && world.wake != world.now)
  }

  @Test func `one scene of each file is told at once, however many files are saved`() {
    func text(_ name: String, width: Int) -> String {
      "layout \(name) { box a left 0 top 0 width \(width) height 10 }"
    }
    let names = (0..<20).map { "n\($0)" }
    var options = Runtime.Options()
    options.jobThreshold = 1_000
    var world = World(options: options)
    for name in names { world.disk["\(name).layout"] = text(name, width: 10) }
    world.serve()
    for name in names { world.write("\(name).layout", text(name, width: 20)) }
    world.turn()
    #expect(names.allSatisfy { world.frame(of: "a", in: $0) == [0, 0, 20, 10] })
    #expect(world.wake != world.now)
  }

  /// A layout and 20 previews are told in three turns, nine scenes in each, and then nobody is woken.
  @Test func `scenes of a layout that was never right are told once`() {
    let previews = (0..<20).map { "preview \"p\($0)\" size 10, \($0)\n" }.joined()
    var world = makeWorld(with: ["wrong.layout": "layout wrong {\n box a left nothing\n\(previews)}"])
    world.finishAllJobs()
    // Only then the mistake is believed.
    world.advance(milliseconds: 30)
    var turns = 0
    while world.wake == world.now, turns < 10 {
      world.turn()
      turns += 1
    }
    // The first was that of the advance.
    #expect(turns == 2)
    #expect(world.status(of: "wrong/p19") == .failed)
  }

  @Test func `who waits for a save is not answered by a solve that began before it`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    let change = world.send(.apply(scene: "tall", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    world.turn()
    #expect(world.jobs.map(\.payer) == [.scene("tall")])
    let text = try #require(world.disk["tall.layout"])
    world.write("tall.layout", text.replacing("height 10", with: "height 12"))
    let sync = world.send(.sync(scene: "tall", timeout: .seconds(1), awaitingRest: false))
    world.turn()
    #expect(world.replies[sync] == nil)

    var answered: [RequestID] = []
    while let job = world.jobs.indices.first {
      world.finishJob(at: job)
      world.turn()
      for request in [change, sync] where world.replies[request] != nil && !answered.contains(request) {
        answered.append(request)
      }
    }
    #expect(answered.contains(change) && answered.contains(sync))
    #expect(world.frame(of: "b[0]", in: "tall")?[3] == 12)
    guard case .synced(let revision, _)? = world.replies[sync]?.answer else {
      Issue.record("no answer to the sync")
      return
    }
    #expect(revision == world.runtime.scenes["tall"]?.revision)
  }

  @Test func `where much is set, a call is gone through elsewhere, unless it is flags`() {
    /// Jobs that one more number leads to when so many things are set.
    func jobs(setting slot: Settable, _ count: Int) -> Int {
      var world = makeWorld()
      let names = (0..<count).map { "v\($0)" }
      world.save(
        "low.layout",
        "layout low size 100, 100 {\n\(names.map { "var \($0) = 1\n" }.joined())box a left 0 top 0 size v0 }")
      world.finishAllJobs()
      let value: SettableValue = slot == .flag ? true : 2
      _ = world.send(.apply(scene: "low", names.map { .set(slot, of: $0, to: value) }, ifLayoutRevision: nil))
      world.turn()
      world.finishAllJobs()
      _ = world.send(.apply(scene: "low", [.set(.variable, of: "v0", to: 3)], ifLayoutRevision: nil))
      world.turn()
      return world.jobs.count
    }

    // A number costs 4, and what is set a 16th each; from 20 on work is long.
    #expect(jobs(setting: .variable, 200) == 0)
    #expect(jobs(setting: .variable, 300) == 1)
    #expect(jobs(setting: .flag, 300) == 0)
  }

  @Test func `what is solved elsewhere is published there as well`() throws {
    func finishJobs(of world: inout World, before payer: Job.Payer) {
      while let job = world.jobs.first, job.payer != payer {
        world.finishJob()
        world.turn()
      }
    }
    /// What the next job leads to.
    func diff(by job: Job?) throws -> FrameDiff? {
      guard case .solved(_, let solved) = try #require(job).run(measuring: FixedMetrics()).outcome else {
        Issue.record("the job solves nothing")
        return nil
      }
      return solved.revised?.change?.diff
    }
    var world = makeWorld()
    finishJobs(of: &world, before: .scene("tall"))
    // 50 boxes and the root.
    #expect(try diff(by: world.jobs.first)?.views.count == 51)
    world.finishAllJobs()

    _ = world.send(.apply(scene: "tall", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    world.turn()
    let moves = try diff(by: world.jobs.first)
    #expect(moves?.views.isEmpty == true && moves?.set.count == 51)
    world.finishAllJobs()

    world.save("tall.layout", "layout tall size 30, 900 { for i in 0..<60 { box b left 0 right 0 top 0 height 10 } }")
    finishJobs(of: &world, before: .scene("tall"))
    // The ten that are new; all others stay where they are.
    #expect(try diff(by: world.jobs.first)?.views.count == 10)
    world.finishAllJobs()
    #expect(world.frame(of: "b[59]", in: "tall") == [0, 0, 30, 10])
  }

  /// A scene of 30 views that look otherwise in the dark, at once or on the way, and one of one view. A client follows
  /// the looks. From 20 views on work is long.
  private func makeColours(animated: Bool) -> (World, Follower) {
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    world.keepsJobs = true
    // Another flag is another surrounding, for which all is solved anew.
    let black = "{ background: #000000 }"
    let dark = animated ? "if flag(dark) animate 100ms linear \(black)" : "config dark \(black)"
    world.disk = [
      "colours.layout":
        "layout colours size 100, 900 { for i in 0..<30 { box b at 0, i, 10, 10 { background: #ffffff; \(dark) } } }",
      "low.layout": "layout low size 100, 100 { box a left 0 top 0 width 10 height 10 }",
    ]
    world.serve()
    world.finishAllJobs()
    let follower = world.subscribe(
      Subscription(scene: "colours", filter: FrameFilter(fields: [.frame, .text, .look])))
    world.turn()
    world.finishAllJobs()
    return (world, follower)
  }

  private func looks(_ world: World) -> Set<Look> {
    let history = world.runtime.scenes["colours"]!.published.history
    return Set(history.current.views.indices.dropFirst().map { history.look(at: $0) })
  }

  @Test func `many looks that change are published elsewhere, and whoever asks meanwhile waits`() throws {
    var (world, follower) = makeColours(animated: false)
    follower.catchUp(with: &world)

    let change = world.send(.apply(scene: "colours", [.set(.config, to: "dark")], ifLayoutRevision: nil))
    let look = world.send(.snapshot(scene: "colours", filter: FrameFilter(fields: .all), at: nil))
    let other = world.apply(.set(.size, to: [50, 50]), to: "low")
    // A few views are solved in the turn; what they look like costs more.
    #expect(world.jobs.map(\.payer) == [.scene("colours")])
    #expect(other?.answer != nil && world.replies[change] == nil && world.replies[look] == nil)
    #expect(world.messages(for: follower.id).isEmpty)
    world.finishAllJobs()

    #expect(world.replies[change]?.answer != nil)
    guard case .done(.snapshot(let publication)) = world.replies[look],
      case .snapshot(let seen, _) = publication.content
    else {
      Issue.record("no snapshot")
      return
    }
    let isShown = seen == world.runtime.scenes["colours"]?.published.history.current
    #expect(isShown && looks(world).map(\.background) == [.colour(0x0000_00FF)])
    follower.catchUp(with: &world)
    let isTold = follower.picture == seen.filtered(by: FrameFilter(fields: [.frame, .text, .look]))
    #expect(isTold)
  }

  @Test func `frames of many looks are made elsewhere, one after the other, and each is told`() throws {
    var (world, follower) = makeColours(animated: true)
    follower.catchUp(with: &world)
    let change = world.send(.apply(scene: "colours", [.set(.flag, of: "dark", to: true)], ifLayoutRevision: nil))
    world.turn()
    #expect(world.jobs.map(\.payer) == [.scene("colours")])
    world.finishJob()
    world.turn()
    // It is solved, and so what sets out is known: that is published next, and is as it was.
    #expect(world.jobs.map(\.payer) == [.scene("colours")] && world.replies[change] == nil)
    world.finishAllJobs()
    #expect(world.replies[change]?.answer != nil)

    var frames = 0
    while world.runtime.scenes["colours"]!.motion.isSettled == false {
      let before = looks(world)
      world.sleep()
      // The frame is due, and not made in the turn.
      #expect(world.jobs.map(\.payer) == [.scene("colours")] && looks(world) == before)
      #expect(world.runtime.nextFrame == nil)
      world.finishJob()
      world.turn()
      #expect(looks(world) != before)
      frames += 1
      follower.catchUp(with: &world)
      let picture = world.runtime.scenes["colours"]!.published.history.current
      let isTold = follower.picture == picture.filtered(by: FrameFilter(fields: [.frame, .text, .look]))
      #expect(isTold)
      #expect(world.jobs.isEmpty)
    }
    // At 60 Hz, the last one at or behind the end.
    #expect(frames >= 6 && frames <= 8)
    #expect(looks(world).map(\.background) == [.colour(0x0000_00FF)])
  }

  /// A list without records, and a scene of one view. From 20 views on work is long.
  private func makeRows() -> World {
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    world.keepsJobs = true
    world.disk = [
      "rows.layout":
        "layout rows size 100, 900 { var rows: list(id: text) = []\n for r in rows by r.id { box b at 0, 0, 10, 10 } }",
      "low.layout": "layout low size 100, 100 { box a left 0 top 0 width 10 height 10 }",
    ]
    world.serve()
    world.finishAllJobs()
    return world
  }

  private func records(_ keys: Range<Int>) -> [SettableRecord] { keys.map { SettableRecord([("id", .text("\($0)"))]) } }

  @Test func `whoever asks first how a large scene is drawn is told so with the first picture`() throws {
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    world.keepsJobs = true
    world.disk = [
      "tall.layout":
        "layout tall size 100, 900 { for i in 0..<50 { box b at 0, 0, 10, 10 background: #ff0000 } }"
    ]
    world.serve()
    world.finishAllJobs()

    var follower = world.subscribe(Subscription(scene: "tall", filter: FrameFilter(fields: .all)))
    #expect(world.jobs.map(\.payer) == [.scene("tall")])
    #expect(follower.newMessages(from: &world) == [])
    world.finishAllJobs()

    #expect(follower.newMessages(from: &world).map(\.isSnapshot) == [true])
    #expect(follower.picture.views.count { $0.appearance.look != nil } >= 50)
  }

  @Test func `a call that sets much is gone through elsewhere`() throws {
    var world = makeRows()
    let change = world.send(
      .apply(scene: "rows", [.records(list: "rows", .insert(records(0..<20), nil))], ifLayoutRevision: nil))
    let later = world.send(.apply(scene: "rows", [.records(list: "rows", .delete(["3"]))], ifLayoutRevision: nil))
    let other = world.apply(.set(.size, to: [50, 50]), to: "low")
    #expect(world.jobs.map(\.payer) == [.scene("rows")] && other?.answer != nil)
    #expect(world.runtime.scenes["rows"]?.settings.outside.records.isEmpty == true)
    let written = world.records.count

    let finished = world.jobs[0].run(measuring: FixedMetrics())
    guard case .set("rows", let settings)? = finished.record else {
      Issue.record("what is to be remembered is not found")
      return
    }
    // The list, and each record.
    #expect(settings.count == 21)
    world.finishJob()
    world.turn()
    // The call behind it came in the same turn, so what is remembered is what both came to.
    #expect(world.records.count == written + 1)
    world.finishAllJobs()

    #expect(world.replies[change]?.answer != nil && world.replies[later]?.answer != nil)
    #expect(world.frame(of: "b[\"19\"]", in: "rows") == [0, 0, 10, 10])
    #expect(world.frame(of: "b[\"3\"]", in: "rows") == nil)
    let remembered = world.runtime.memory.scenes["rows"]?.outside
    #expect(remembered == world.runtime.scenes["rows"]?.settings.outside)
    world.restart()
    world.finishAllJobs()
    #expect(world.frame(of: "b[\"19\"]", in: "rows") == [0, 0, 10, 10])
    #expect(world.frame(of: "b[\"3\"]", in: "rows") == nil)
  }

  @Test func `where something is set in a view, a call about few of many records is gone through elsewhere`() throws {
    var world = makeRows()
    func apply(_ operation: Operation) {
      _ = world.send(.apply(scene: "rows", [operation], ifLayoutRevision: nil))
      world.turn()
    }
    apply(.records(list: "rows", .insert(records(0..<25), nil)))
    world.finishAllJobs()
    func outside() throws -> OutsideState { try #require(world.runtime.scenes["rows"]).settings.outside }

    apply(.records(list: "rows", .delete(["3"])))
    #expect(try outside().records["rows"]?.records.count == 24)
    world.finishAllJobs()
    apply(.set(.hidden, of: "b[\"5\"]", to: true))
    world.finishAllJobs()
    #expect(try outside()[.hidden].count == 1)

    // All views are gone through for what goes with its record.
    apply(.records(list: "rows", .delete(["5"])))
    #expect(try outside().records["rows"]?.records.count == 24)
    world.finishAllJobs()
    #expect(try outside().records["rows"]?.records.count == 23)
    #expect(try outside()[.hidden].isEmpty)
  }

  @Test func `what a call alone comes to is remembered as its job has found it`() throws {
    var world = makeRows()
    _ = world.send(
      .apply(scene: "rows", [.records(list: "rows", .insert(records(0..<20), nil))], ifLayoutRevision: nil))
    world.turn()
    let finished = world.jobs[0].run(measuring: FixedMetrics())
    guard case .set(_, let found)? = finished.record else {
      Issue.record("what is to be remembered is not found")
      return
    }

    world.handle(.finished(finished))
    world.turn()

    guard case .set("rows", let told)? = world.records.last else {
      Issue.record("nothing is remembered")
      return
    }
    // Not only equal: whoever has written it down beforehand knows it by where it stands.
    let isSame = told.span.isIdentical(to: found.span)
    #expect(isSame)
  }

  @Test func `a call that cannot be done elsewhere changes nothing`() throws {
    var world = makeRows()
    let twice = records(0..<20) + records(5..<6)
    let change = world.send(.apply(scene: "rows", [.records(list: "rows", .insert(twice, nil))], ifLayoutRevision: nil))
    world.turn()
    #expect(world.jobs.count == 1)
    world.finishAllJobs()
    guard case .badOperation? = world.replies[change]?.failure else {
      Issue.record("the call is not refused")
      return
    }
    #expect(world.runtime.scenes["rows"]?.settings.outside.records.isEmpty == true)
    #expect(world.runtime.scenes["rows"]?.isAbsent == false)
  }

  @Test func `a scene that ends while a call to it is gone through does not leave it without an answer`() throws {
    var world = makeRows()
    let change = world.send(
      .apply(scene: "rows", [.records(list: "rows", .insert(records(0..<20), nil))], ifLayoutRevision: nil))
    world.turn()
    _ = world.call(.close(scene: "rows"))
    world.finishAllJobs()
    guard case .unknownScene("rows", _)? = world.replies[change]?.failure else {
      Issue.record("the call is not answered")
      return
    }
  }

  @Test func `what is saved while a call is gone through is told to the scene afterwards`() throws {
    var world = makeRows()
    let change = world.send(
      .apply(scene: "rows", [.records(list: "rows", .insert(records(0..<20), nil))], ifLayoutRevision: nil))
    world.turn()
    world.save(
      "rows.layout",
      "layout rows size 100, 900 { var rows: list(id: text) = []\n for r in rows by r.id { box b at 0, 0, 10, 30 } }")
    #expect(world.jobs.count == 1)
    world.finishAllJobs()
    #expect(world.replies[change]?.answer != nil)
    #expect(world.frame(of: "b[\"19\"]", in: "rows") == [0, 0, 10, 30])
  }

  @Test func `whoever looks sees what was published last`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    let change = world.send(.apply(scene: "tall", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    world.turn()
    #expect(world.replies[change] == nil)
    guard
      case .done(.snapshot(let publication)) = world.call(.snapshot(scene: "tall", filter: .everything, at: nil)),
      case .snapshot(let picture, _) = publication.content
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
    _ = world.send(.apply(scene: "tall", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    world.turn()
    #expect(world.jobs.count == 1)
    _ = world.call(.close(scene: "tall"))
    #expect(world.call(.open(layout: "tall", scene: "tall", environment: [])) == nil)
    // The first belongs to the closed scene.
    world.finishJob()
    world.turn()
    #expect(world.frame(of: "b[0]", in: "tall") == nil)
    world.finishAllJobs()
    #expect(world.frame(of: "b[0]", in: "tall") == [0, 0, 100, 10])
  }

  /// What is asked of a scene of 51 views, where 20 are many.
  @Test(
    arguments: [
      .explain(scene: "tall", view: "b[7]", attribute: nil),
      .debug(.tree, scene: "tall"),
      .debug(.solver, scene: "tall"),
      .snapshot(scene: "tall", filter: FrameFilter(fields: .all), at: nil),
    ] as [Demand])
  func `what takes long to say of a scene is said elsewhere, as it was then`(
    question: Demand
  ) throws {
    var world = makeWorld()
    world.finishAllJobs()
    // A look that is asked for the first time is found first.
    _ = world.send(question)
    world.turn()
    world.finishAllJobs()
    var alone = World(serving: world.disk)
    _ = alone.call(question)
    let answer = alone.call(question)
    let expected = try #require(answer)

    let look = world.send(question)
    world.turn()
    #expect(world.jobs.count == 1 && world.replies[look] == nil)
    // Neither who changes the scene waits for it, nor does it see the change.
    let change = world.send(.apply(scene: "tall", [.set(.flag, of: "f", to: true)], ifLayoutRevision: nil))
    world.turn()
    #expect(world.replies[change]?.answer != nil)
    world.finishAllJobs()

    let said = try #require(world.replies[look])
    #expect(said.answer != nil && "\(said)" == "\(expected)")
  }

  /// Each names a file that nobody has looked at yet.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "layout t size 9, 9 { image p \"n.png\" left 0 top 0 }",
      "import \"z.layout\" as z\nlayout t size 9, 9 { box p left 0 top 0 width 1 height 1 }",
    ])
  func `nobody waits in a turn for files that are read after it`(text: String) {
    var world = makeWorld()
    world.finishAllJobs()
    let load = world.send(.loadText(name: "t.layout", text: Array(text.utf8)))
    let looks = (0..<2).map { _ in world.send(.snapshot(scene: "nowhere", filter: .everything, at: nil)) }

    world.turn()
    world.finishAllJobs()

    for look in looks {
      if case .unknownScene("nowhere", _)? = world.replies[look]?.failure { continue }
      Issue.record("the look is answered with \(String(describing: world.replies[look]))")
    }
    #expect(world.replies[load] != nil)
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
    let sync = world.send(.sync(scene: "tall", timeout: .seconds(9)))
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
    var options = Runtime.Options()
    options.jobThreshold = 0
    var world = World(options: options)
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
    let request = world.send(.check(.path("low.layout")))
    world.turn()
    #expect(world.jobs.map(\.payer) == [.request(request)])
    world.finishAllJobs()
    guard case .done(.checked(let report)) = world.replies[request] else {
      Issue.record("the check is not answered")
      return
    }
    #expect(report.status == .ok && report.diagnostics.isEmpty)
  }

  @Test func `calls that have waited for a scene are acted on in portions, and share its solve`() {
    var world = makeWorld()
    world.finishAllJobs()
    func set(_ width: Double) -> RequestID {
      world.send(.apply(scene: "tall", [.set(.size, to: [width, 50])], ifLayoutRevision: nil))
    }
    let first = set(10)
    world.turn()
    for width in [20.0, 30, 40] { _ = set(width) }
    world.turn()
    #expect(world.jobs.count == 1)
    world.finishJob()

    var (answered, jobs, turns): ([RequestID], [Job], Int) = ([], [], 0)
    while jobs.isEmpty, turns < 10 {
      turns += 1
      for effect in world.runtime.turn(at: world.now, measuring: FixedMetrics(), leaving: { true }) {
        if case .reply(let request, _) = effect { answered.append(request) }
        if case .perform(let job) = effect { jobs.append(job) }
      }
    }

    // One call in each turn.
    #expect(turns == 3 && jobs.map(\.payer) == [.scene("tall")])
    #expect(answered == [first])
    world.handle(.finished(jobs[0].run(measuring: FixedMetrics())))
    world.turn()
    #expect(world.replies.count == 3 && world.frame(of: "b[0]", in: "tall")?[2] == 40)
  }

  @Test func `questions of whoever is gone come to nothing`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    let questions = [
      world.send(.check(.path("low.layout"))), world.send(.explain(scene: "tall", view: "b[0]", attribute: nil)),
    ]
    for question in questions { world.handle(.abandon(question)) }
    world.turn()
    #expect(world.jobs.isEmpty)

    // One that is under way.
    let check = world.send(.check(.path("low.layout")))
    world.turn()
    #expect(world.jobs.map(\.payer) == [.request(check)])
    world.handle(.abandon(check))
    world.finishAllJobs()
    #expect(world.replies[check] == nil)

    // And one that waits for what is compiled.
    world.write("tall.layout", world.disk["tall.layout"]! + "layout other { for i in 0..<50 { box b } }")
    world.turn()
    let later = world.send(.subscribe(SubscriberID(900), Subscription(scene: "other")))
    world.turn()
    #expect(world.replies[later] == nil)
    world.handle(.abandon(later))
    world.finishAllJobs()
    #expect(world.replies[later] == nil && world.runtime.seats.isEmpty)
  }

  @Test func `questions that cost much together are answered elsewhere`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    let question = SceneQuestion.explanation(of: "a", nil)
    let cost = world.runtime.scenes[open: "low"].cost(ofAnswerTo: question)
    try #require((1..<20).contains(cost))
    for _ in 0..<2 {
      let asked = (0..<20).map { _ in world.send(.explain(scene: "low", view: "a", attribute: nil)) }
      world.turn()
      // Those that come to less than 20 views.
      #expect(world.jobs.count == 20 - 19 / cost)
      world.finishAllJobs()
      #expect(asked.allSatisfy { world.replies[$0]?.answer != nil })
    }
  }

  @Test func `a list of many records is read out elsewhere`() throws {
    var world = makeWorld()
    world.disk["rows.layout"] =
      "layout rows size 100, 900 { var rows: list(id: text) = []\n for r in rows by r.id { box b at 0, 0, 10, 10 } }"
    world.serve()
    world.finishAllJobs()
    let records = (0..<40).map { SettableRecord([("id", .text("\($0)"))]) }
    _ = world.send(.apply(scene: "rows", [.records(list: "rows", .insert(records, nil))], ifLayoutRevision: nil))
    world.turn()
    world.finishAllJobs()

    let question = world.send(.get(scene: "rows", names: ["rows"]))
    world.turn()
    #expect(world.jobs.map(\.payer) == [.request(question)])
    world.finishAllJobs()
    #expect(world.replies[question]?.answer != nil)
  }

  @Test func `pictures and fonts that change meanwhile are looked at afterwards`() throws {
    var world = makeWorld()
    world.disk["tall.layout"] =
      "layout tall size 100, 900 { label t \"Text\" left 0 top 0; for i in 0..<50 { box b left 0 top 0 width 1 height 1 } }"
    world.save("tall.layout", world.disk["tall.layout"]!)
    world.finishAllJobs()
    _ = world.send(.apply(scene: "tall", [.set(.size, to: [50, 50])], ifLayoutRevision: nil))
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

  @Test(arguments: [
    // 40,000 plain letters, and 2,500 that may each come from another font: about 8 ms, and up to 30.
    String(repeating: "word ", count: 8_000), String(repeating: "字", count: 2_500),
  ])
  func `texts that take long to be measured are measured elsewhere, wherever they come from`(text: String) throws {
    var options = Runtime.Options()
    options.jobThreshold = 1_000
    var world = World(options: options)
    world.keepsJobs = true
    world.disk = [
      "a.layout": """
      layout a size 100, 100 {
        var said = "none"
        var rows: list(id: text, says: text) = []
        label b text: said
        for r in rows by r.id { label c text: r.says }
      }
      """, "long.layout": "layout long { label b \"\(text)\" }",
    ]
    world.serve()
    #expect(world.jobs.map(\.payer) == [.scene("long")], "its first solve")
    world.finishAllJobs()

    let short = String(text.prefix(100))
    _ = world.apply(.set(.text, of: "b", to: .text(short)), to: "a")
    _ = world.apply(.set(.variable, of: "said", to: .text(short)), to: "a")
    #expect(world.jobs.isEmpty)
    let row = SettableRecord([("id", "x"), ("says", .text(text))])
    for operation: Operation in [
      .records(list: "rows", .insert([row], nil)), .set(.variable, of: "said", to: .text(text)),
      .set(.text, of: "b", to: .text(text + "!")), .set(.size, to: [90, 100]),
    ] {
      _ = world.apply(operation, to: "a")
      #expect(world.jobs.map(\.payer) == [.scene("a")])
      world.finishAllJobs()
    }
    _ = world.apply(.reset(nil), to: "a")
    world.finishAllJobs()
    _ = world.apply(.set(.size, to: [90, 100]), to: "a")
    #expect(world.jobs.isEmpty, "nothing long is left")
  }

  @Test func `a small scene that turns out to be much work is handed out as well`() throws {
    var options = Runtime.Options()
    options.jobThreshold = 1_000
    options.solveAllowance = SolveBudget(operations: 0)
    var world = World(options: options)
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

  @Test func `a scene of few views that gets many records is solved elsewhere`() throws {
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    world.keepsJobs = true
    world.disk = [
      "rows.layout":
        "layout rows size 100, 900 { var rows: list(id: text) = []\n for r in rows by r.id { box b at 0, 0, 10, 10 } }"
    ]
    world.serve()
    let records = (0..<20).map { SettableRecord([("id", .text("\($0)"))]) }

    let request = world.send(
      .apply(scene: "rows", [.records(list: "rows", .insert(records, nil))], ifLayoutRevision: nil))
    world.turn()

    #expect(world.replies[request] == nil)
    // The call first, and then the scene.
    #expect(world.jobs.map(\.payer) == [.scene("rows")])
    world.finishJob()
    world.turn()
    #expect(world.replies[request] == nil)
    #expect(world.jobs.map(\.payer) == [.scene("rows")])
    world.finishAllJobs()
    #expect(world.replies[request]?.answer != nil)
    #expect(world.frame(of: "b[\"19\"]", in: "rows") == [0, 0, 10, 10])
  }

  @Test func `texts that are set in several calls are measured elsewhere when they are many`() throws {
    var options = Runtime.Options()
    options.jobThreshold = 20
    var world = World(options: options)
    world.keepsJobs = true
    world.disk = ["texts.layout": "layout texts size 100, 100 { for i in 0..<6 { label t \"a\" left 0 top 0 } }"]
    world.serve()
    func texts(_ indices: Range<Int>, _ text: String) -> [Operation] {
      indices.map { .set(.text, of: "t[\($0)]", to: .text(text)) }
    }

    // A text costs as much as four records that are put in: three come to less than 20.
    let few = world.call(.apply(scene: "texts", texts(0..<3, "ab"), ifLayoutRevision: nil))
    #expect(few?.answer != nil && world.jobs.isEmpty)
    #expect(world.frame(of: "t[2]", in: "texts") == [0, 0, 16, 20])

    // And six come to more, whoever sets them.
    let first = world.send(.apply(scene: "texts", texts(0..<3, "abc"), ifLayoutRevision: nil))
    let second = world.send(.apply(scene: "texts", texts(3..<6, "abcd"), ifLayoutRevision: nil))
    world.turn()
    #expect(world.jobs.map(\.payer) == [.scene("texts")])
    #expect(world.replies[first] == nil && world.replies[second] == nil)
    #expect(world.frame(of: "t[2]", in: "texts") == [0, 0, 16, 20])
    world.finishAllJobs()
    #expect(world.replies[first]?.answer != nil && world.replies[second]?.answer != nil)
    #expect(world.frame(of: "t[2]", in: "texts") == [0, 0, 24, 20])
    #expect(world.frame(of: "t[5]", in: "texts") == [0, 0, 32, 20])

    // What they cost is paid for.
    let flag = world.call(.apply(scene: "texts", [.set(.flag, of: "f", to: true)], ifLayoutRevision: nil))
    #expect(flag?.answer != nil && world.jobs.isEmpty)

    // To take all of them back is one word, and six texts to be measured.
    let reset = world.send(.apply(scene: "texts", [.reset(nil)], ifLayoutRevision: nil))
    world.turn()
    #expect(world.jobs.map(\.payer) == [.scene("texts")] && world.replies[reset] == nil)
    world.finishAllJobs()
    #expect(world.replies[reset]?.answer != nil)
    #expect(world.frame(of: "t[5]", in: "texts") == [0, 0, 8, 20])
  }

  @Test func `a few lines that stand for much are compiled elsewhere`() throws {
    var options = Runtime.Options()
    options.jobThreshold = 1_500
    var world = World(options: options)
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

  @Test func `a number that is saved in a long text is followed in the turn`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    func text(_ width: Int, _ rest: String) -> String {
      let boxes = (0..<50).map { "  box b\($0) left 0 top 0 width w height 10\n" }.joined()
      return "layout tall size 100, 900 {\n  let w = \(width)\n\(boxes)} // \(rest)"
    }
    let long = String(repeating: "x", count: 1_000)
    world.save("tall.layout", text(11, long))
    #expect(world.jobs.map(\.payer) == [.document("tall.layout")])
    world.finishAllJobs()
    #expect(world.frame(of: "b49", in: "tall") == [0, 0, 11, 10])

    // From 20 views on a text is long, and so is a document; a solve goes on, and has little to do.
    world.save("tall.layout", text(12, long))
    #expect(world.jobs.isEmpty)
    #expect(world.frame(of: "b49", in: "tall") == [0, 0, 12, 10])

    // Much that is written anew is read elsewhere, and so is what has other words.
    world.save("tall.layout", text(12, String(repeating: "y", count: 1_000)))
    #expect(world.jobs.map(\.payer) == [.document("tall.layout")])
    world.finishAllJobs()
    world.save("tall.layout", text(12, long).replacing("top 0", with: "bottom 0"))
    #expect(world.jobs.map(\.payer) == [.document("tall.layout")])
    world.finishAllJobs()
    #expect(world.frame(of: "b49", in: "tall") == [0, 890, 12, 10])
  }

  @Test func `many texts that are saved anew are measured elsewhere, and few are not`() {
    var options = Runtime.Options()
    options.jobThreshold = 100
    var world = World(options: options)
    world.keepsJobs = true
    func text(_ words: (Int) -> String) -> String {
      "layout tall {\n" + (0..<150).map { "label b\($0) \"\(words($0))\" left 0 top 0\n" }.joined() + "}"
    }
    world.disk["tall.layout"] = text { _ in "0" }
    world.serve()
    world.finishAllJobs()
    #expect(world.frame(of: "b149", in: "tall") == [0, 0, 8, 20])

    world.save("tall.layout", text { $0 == 149 ? "12" : "0" })
    #expect(world.jobs.isEmpty)
    #expect(world.frame(of: "b149", in: "tall") == [0, 0, 16, 20])

    world.save("tall.layout", text { _ in "123" })
    #expect(world.jobs.map(\.payer) == [.document("tall.layout")])
    world.finishJob()
    world.turn()
    #expect(world.jobs.map(\.payer) == [.scene("tall")])
    world.finishAllJobs()
    #expect(world.frame(of: "b149", in: "tall") == [0, 0, 24, 20])
  }

  @Test func `whoever asks for a scene waits until its text is parsed and then compiled`() {
    var world = makeWorld()
    world.finishAllJobs()
    let views = "for i in 0..<2000 { box b left 0 top i size 10 }"
    world.save(
      "low.layout",
      "layout low { box a }\nlayout new size 100, 100 { \(views) } // \(String(repeating: "x", count: 1_000))")
    #expect(world.jobs.map(\.payer) == [.document("low.layout")])

    let change = world.send(.apply(scene: "new", [.set(.size, to: [50, 50])], ifLayoutRevision: nil))
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
    let sync = world.send(.sync(scene: "low", timeout: .seconds(9)))
    let change = world.send(.apply(scene: "low", [.set(.size, to: [50, 50])], ifLayoutRevision: nil))
    world.turn()
    #expect(world.replies[sync] == nil && world.replies[change] == nil)
    #expect(world.frame(of: "a", in: "low") == [0, 0, 10, 10])
    world.finishAllJobs()
    // The text in between was never parsed.
    #expect(world.runtime.library.parses == parses + 2)
    #expect(world.frame(of: "a", in: "low") == [3, 0, 10, 10])
    #expect(world.replies[sync]?.answer != nil && world.replies[change]?.answer != nil)

    // One that is loaded as well, and nothing comes of one that is taken away meanwhile.
    let load = world.send(.loadText(name: "more", text: Array(text(4).utf8).map { $0 == 0x6C ? 0x6D : $0 }))
    world.turn()
    #expect(world.jobs.count == 1 && world.replies[load] == nil)
    world.finishAllJobs()
    #expect(world.replies[load]?.failure != nil)
    world.save("low.layout", text(5))
    world.disk["low.layout"] = nil
    world.serve()
    world.finishAllJobs()
    world.advance(milliseconds: 500)
    #expect(world.status(of: "low") == .stale)
  }

  @Test func `a turn compiles so many documents, and hands out the others`() throws {
    var options = Runtime.Options()
    options.jobThreshold = 100
    var world = World(options: options)
    world.keepsJobs = true
    for index in 0..<30 { world.disk["f\(index).layout"] = "layout c\(index) { box a }\n" }
    world.serve()

    // Each is 200 bytes and its text, of which there are 22 or 23; 100 views are 5,000 bytes.
    #expect(world.jobs.count == 8)
    world.finishAllJobs()
    #expect(world.sceneNames.count == 30)
  }

  @Test(arguments: [100, 200])
  func `a turn goes over so many imports, and the next one goes on`(count: Int) throws {
    var options = Runtime.Options()
    options.jobThreshold = 1_500
    var world = World(options: options)
    // Each imports the next one, so the first needs all.
    for number in 0..<count - 1 {
      world.disk["c\(number).layout"] = "import \"c\(number + 1).layout\" as next\nlet unit = next.unit\n"
    }
    world.disk["c\(count - 1).layout"] = "let unit = 4\n"
    world.disk["z.layout"] =
      "import \"c0.layout\" as first\nlayout z { box a left first.unit top 0 width 1 height 1 }\n"
    world.serve()
    while world.wake == world.now { world.turn() }
    #expect(world.frame(of: "a", in: "z") == [4, 0, 1, 1])

    world.keepsJobs = true
    world.write("c\(count - 1).layout", "let unit = 8\n")
    let sync = world.send(.sync(scene: "z", timeout: .seconds(60)))
    let change = world.send(.apply(scene: "z", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    var turns = 0
    repeat {
      let visits = world.runtime.library.imports.visits
      world.turn()
      turns += 1
      // Who imports what was saved, what a turn takes on, and the imports of the last document in it.
      #expect(world.runtime.library.imports.visits - visits <= (count + 1) + 2_000 + (count + 1))
      // They wait for the last of them.
      #expect(world.wake != world.now || world.replies[sync] == nil && world.replies[change] == nil)
    } while world.wake == world.now && turns < 50
    // A document costs 60 and its imports: 101 · 60 + 5,050 and 201 · 60 + 20,100, somewhat above 2,000 in a turn.
    #expect(turns == (count == 100 ? 6 : 16))
    world.finishAllJobs()
    #expect(world.replies[sync]?.answer != nil && world.replies[change]?.answer != nil)
    #expect(world.frame(of: "a", in: "z") == [8, 0, 1, 1])
  }

  /// One of a hundred documents with a scene each, `c100` to `c199`.
  private func text(_ number: Int, left: Int) -> String {
    "layout c\(number) { box a left \(left) top 0 width 1 height 1 }\n"
  }

  private func hundredDocuments() -> World {
    var options = Runtime.Options()
    options.jobThreshold = 1_500
    var world = World(options: options)
    for number in 100..<200 { world.disk["f\(number).layout"] = text(number, left: 0) }
    world.serve()
    while world.wake == world.now { world.turn() }
    return world
  }

  @Test func `a turn judges so many documents, and what has come since before those that are left`() {
    var world = hundredDocuments()
    #expect(world.sceneNames.count == 100)

    for number in 100..<199 { world.write("f\(number).layout", text(number, left: 5)) }
    let sync = world.send(.sync(scene: "c198", timeout: .seconds(60)))
    func compilations() -> Int { world.runtime.library.resolutions }
    var before = compilations()
    world.turn()
    // 60 each: the 34th makes it more than 2,000.
    #expect(compilations() - before == 34)
    #expect(world.frame(of: "a", in: "c133") == [5, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c134") == [0, 0, 1, 1])

    // By its path it is the last. A command about a scene waits until it is known what its document says.
    before = compilations()
    let change = world.send(.apply(scene: "c198", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    world.save("f199.layout", text(199, left: 5))
    #expect(compilations() - before == 34)
    #expect(world.frame(of: "a", in: "c199") == [5, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c166") == [5, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c167") == [0, 0, 1, 1])
    #expect(world.replies[sync] == nil && world.replies[change] == nil)

    world.turn()
    #expect(world.replies[sync]?.answer != nil)
    // It is known now what the document says, and so the command waits no longer.
    #expect(world.replies[change]?.answer != nil)
    #expect(world.wake != world.now)
    for number in 100..<200 { #expect(world.frame(of: "a", in: "c\(number)") == [5, 0, 1, 1]) }

    // Files that are gone are as many documents to judge.
    before = compilations()
    for number in 100..<200 { world.handle(.file(path: "f\(number).layout", .missing)) }
    world.advance(milliseconds: 501)
    #expect(compilations() - before == 34)
    #expect(world.runtime.library.documents.gone.count == 34)
    let end = world.send(.sync(scene: "c100", timeout: .seconds(60)))
    world.turn()
    #expect(world.runtime.library.documents.gone.count == 68)
    #expect(world.replies[end] == nil)
    while let wake = world.wake, wake <= world.now { world.turn() }
    #expect(compilations() - before == 100)
    #expect(world.replies[end]?.answer != nil)
  }

  @Test func `of many documents that are to be judged those are first that somebody follows`() {
    var world = hundredDocuments()
    _ = world.subscribe(Subscription(scene: "c198"))

    for number in 100..<200 { world.write("f\(number).layout", text(number, left: 5)) }
    let visits = world.runtime.library.documents.visits
    world.turn()
    // The names of those that were judged are claimed, and not of those whose texts have come.
    #expect(world.runtime.library.documents.visits == visits + 34)
    #expect(world.frame(of: "a", in: "c198") == [5, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c132") == [5, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c133") == [0, 0, 1, 1])
  }

  @Test func `of documents that wait those come by turns that somebody follows, and the others`() {
    var queue = CompilationQueue()
    let paths = (1...6).map { "f\($0)" }
    queue.add(paths)
    let due = queue.takeDue(
      onlySaved: false, back: [], isImported: { _ in false }, isCompiling: { _ in false }, hasAudience: { $0 > "f3" })
    #expect(due == [])
    var taken: [String] = []
    while let path = queue.takeWaiting() { taken.append(path) }
    #expect(taken == ["f4", "f1", "f5", "f2", "f6", "f3"])

    queue.postpone(paths) { $0 == "f6" }
    #expect((0..<3).map { _ in queue.takeWaiting() } == ["f6", "f1", "f2"])
  }

  @Test func `a short text that stands for much is as much of a turn as what it stands for`() {
    var options = Runtime.Options()
    options.jobThreshold = 100_000
    var world = World(options: options)
    func text(_ number: Int, more: String = "") -> String {
      "layout c\(number) { for i in 0..<500 { box b left 3 top 0 size 1 } \(more) }\n"
    }
    for number in 10..<30 { world.disk["f\(number).layout"] = text(number) }
    world.serve()
    while world.wake == world.now { world.turn() }
    #expect(world.sceneNames.count == 20)

    for number in 10..<30 { world.write("f\(number).layout", text(number, more: "box last top 0 left 1 size 2")) }
    func compilations() -> Int { world.runtime.library.resolutions }
    let before = compilations()
    for turn in 1...10 {
      world.turn()
      // A turn does at once what comes to 1,000 views, and each of these to 501.
      #expect(compilations() - before == 2 * turn)
    }
    #expect(world.wake != world.now)
    #expect(world.frame(of: "last", in: "c29") == [1, 0, 2, 2])

    // An edit of a number is followed: it does not count what all of the document comes to.
    for number in 10..<30 {
      world.write("f\(number).layout", text(number, more: "box last top 0 left 7 size 2"))
    }
    world.turn()
    #expect(compilations() - before == 40)
  }

  @Test func `what is saved itself does not wait for what imports another file that is saved`() {
    var options = Runtime.Options()
    options.jobThreshold = 1_500
    var world = World(options: options)
    func base(_ unit: Int) -> String { "let unit = \(unit)\n" }
    func card(_ left: Int) -> String { "layout z { box a left \(left) top 0 width 1 height 1 }\n" }
    world.disk = ["base.layout": base(4), "z.layout": card(4)]
    for number in 100..<200 {
      world.disk["f\(number).layout"] =
        "import \"base.layout\" as base\nlayout c\(number) { box a left base.unit top 0 width 1 height 1 }\n"
    }
    world.serve()
    while world.wake == world.now { world.turn() }
    #expect(world.frame(of: "a", in: "c199") == [4, 0, 1, 1])

    world.write("base.layout", base(5))
    world.write("z.layout", card(5))
    world.turn()
    #expect(world.frame(of: "a", in: "z") == [5, 0, 1, 1])
    // 2 · 60, and 61 for each that imports one: the 31st makes it more than 2,000.
    #expect(world.frame(of: "a", in: "c130") == [5, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c131") == [4, 0, 1, 1])

    // The command has nothing taken on that comes after what is saved then: 60, and 32 that import.
    let change = world.send(.apply(scene: "c100", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    world.save("z.layout", card(6))
    #expect(world.replies[change]?.answer != nil)
    #expect(world.frame(of: "a", in: "z") == [6, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c162") == [5, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c163") == [4, 0, 1, 1])
    world.turn()
    #expect(world.frame(of: "a", in: "c195") == [5, 0, 1, 1])
    #expect(world.frame(of: "a", in: "c196") == [4, 0, 1, 1])

    // What has waited keeps its turn, however often the import is saved: the last 4 come with the first of these saves.
    for unit in 6...8 { world.save("base.layout", base(unit)) }
    #expect(world.frame(of: "a", in: "c199") == [6, 0, 1, 1])
    while world.wake == world.now { world.turn() }
    for number in 100..<200 { #expect(world.frame(of: "a", in: "c\(number)") == [8, 0, 1, 1]) }
  }

  /// A world with `z` and a card in each of 300 files, which lets turns take on so much.
  private func makeFolder() -> World {
    var options = Runtime.Options()
    options.jobThreshold = 1_500
    var world = World(options: options)
    for number in 100..<400 {
      world.disk["f\(number).layout"] = "layout c\(number) { box a left 0 top 0 width 1 height 1 }\n"
    }
    world.disk["z.layout"] = Self.z(left: 0)
    world.serve()
    while world.wake == world.now { world.turn() }
    return world
  }

  private static func z(left: Int) -> String { "layout z { box a left \(left) top 0 width 1 height 1 }\n" }

  @Test func `what is saved does not wait for files that are gone`() {
    var world = makeFolder()
    for number in 100..<400 { world.handle(.file(path: "f\(number).layout", .missing)) }
    world.advance(milliseconds: 501)
    #expect(world.runtime.library.documents.gone.count == 34)

    let change = world.send(.apply(scene: "z", [.set(.size, to: [30, 900])], ifLayoutRevision: nil))
    world.save("z.layout", Self.z(left: 5))
    #expect(world.runtime.library.documents.gone.count == 68)
    #expect(world.replies[change]?.answer != nil)
    #expect(world.frame(of: "a", in: "z") == [5, 0, 1, 1])

    while let wake = world.wake, wake <= world.now { world.turn() }
    // The last that went, and what is there.
    #expect(world.runtime.library.documents.gone.count == 256)
    #expect(world.sceneNames.count == 257)
  }

  @Test func `names are claimed anew before many documents have changed`() {
    var world = makeFolder()
    func visits() -> Int { world.runtime.library.documents.visits }
    var most = 0
    for first in stride(from: 100, to: 370, by: 30) {
      for number in first..<first + 30 { world.handle(.file(path: "f\(number).layout", .missing)) }
      let before = visits()
      world.turn()
      most = max(most, visits() - before)
    }
    // Whoever has the name of one that is away is told so; what a turn takes on is 34 documents, which two portions
    // are more than.
    #expect(most == 60)

    let before = visits()
    world.save("z.layout", Self.z(left: 5))
    // The ninth portion, and what was saved.
    #expect(visits() - before == 31)
    #expect(world.frame(of: "a", in: "z") == [5, 0, 1, 1])
  }

  @Test func `a text that is checked is not parsed in the turn`() throws {
    var world = makeWorld()
    world.finishAllJobs()
    let request = world.send(.check(.text(name: "text", Array("layout a { box b left oops }".utf8))))
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
