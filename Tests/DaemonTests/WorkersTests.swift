import DaemonHarness
import FramewireClient
import LayoutEngine
import Posix
import Settables
import Testing
import Wire

@testable import Daemon
@testable import LayoutRuntime

@Suite("Work on other threads") struct WorkersTests {
  private func check(_ request: UInt64, _ text: String) throws -> Job {
    var options = Runtime.Options()
    options.jobThreshold = 0
    var runtime = Runtime(epoch: "e", options: options)
    runtime.handle(.request(RequestID(request), .check(.text(name: "t", Array(text.utf8)))), at: Instant())
    let jobs: [Job] = runtime.turn(at: Instant(), measuring: FixedMetrics()).compactMap {
      if case .perform(let job) = $0 { job } else { nil }
    }
    return try #require(jobs.first)
  }

  @Test func `every job comes back once, and the bell says so`() throws {
    let workers = try Workers(measuringBy: .fixed)
    defer { workers.close() }
    for request in 1...50 {
      workers.add(.job(try check(UInt64(request), "layout a { box b\(request) }")), for: .process(1))
    }

    var payers: [Job.Payer] = []
    let deadline = ContinuousClock.now + .seconds(30)
    while payers.count < 50, try workers.bell.number.wait(for: .readable, until: deadline) {
      for result in workers.takeResults() {
        guard case .finished(_, let payer, _, _) = result else {
          Issue.record("fixed metrics need no fonts")
          return
        }
        payers.append(payer)
      }
    }
    #expect(Set(payers) == Set((1...50).map { .request(RequestID($0)) }))
    #expect(payers.count == 50 && workers.count == 0)
  }

  @Test func `without fonts the work goes back to whoever asked`() throws {
    let workers = try Workers(measuringBy: .fonts(["/nowhere/at.ttf"]))
    defer { workers.close() }
    let job = try check(1, "layout a { box b }")
    workers.add(.job(job), for: .process(1))

    #expect(try workers.bell.number.wait(for: .readable, until: .now + .seconds(30)))
    guard case .refused(.job(job))? = workers.takeResults().first else {
      Issue.record("the job was not refused")
      return
    }
  }

  @Test func `a daemon answers others while it solves something large`() throws {
    let rows = 6_000
    let large = "layout large size 100, 9000 { for i in 0..<\(rows) { box b left 0 right 0 top i height 1 } }\n"
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let asker = try folder.connect()
    try asker.send(Call(method: "io.framewire.v1.Check", parameters: ["text": .string(large)]))
    try folder.save("large.layout", large)

    let other = try folder.connect()
    for width in 1...20 {
      _ = try other.call(.apply(Request.Apply(scene: "card", ops: [Op(.set(.size, to: [Double(width), 50]))])))
    }
    #expect(try asker.receive(until: .now) == nil, "the check was done before others were answered")

    #expect(try asker.receive(until: ServedFolder.deadline)?.error == nil)
    try folder.sync("large")
    #expect(try folder.scenes().first { $0.name == "large" }?.views == rows + 1)
  }

  @Test func `a long answer is put into words elsewhere, and what was asked behind it comes after it`() throws {
    let count = LongAnswer.shortest
    let names = (0..<count).map { "flag\(10_000 + $0)" }
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let peer = try folder.connect()
    _ = try peer.call(
      .apply(Request.Apply(scene: "card", ops: names.map { Op(.set(.flag, of: $0, to: true)) })))

    // All at once, as a peer may.
    try peer.send(
      Call(
        method: "io.framewire.v1.Get", parameters: ["scene": "card", "names": .array(names.map { .string($0) })]))
    try peer.send(Call(method: "org.varlink.service.GetInfo"))
    let values = try #require(try peer.receive(until: ServedFolder.deadline)?.parameters["values"]?.array)
    let info = try #require(try peer.receive(until: ServedFolder.deadline)?.parameters)

    #expect(values.count == count)
    #expect(values.allSatisfy { $0["value"] == true })
    #expect(info["version"] != nil)
  }

  @Test func `a long picture is put into words elsewhere, and what changes meanwhile comes after it`() throws {
    let rows = 4 * LongAnswer.shortest
    let text = "layout large size 100, 9000 { for i in 0..<\(rows) { box b left 0 right 0 top i height 1 } }\n"
    let folder = try ServedFolder(["large.layout": text, "card.layout": SampleLayouts.card()])
    let (first, second) = (
      try folder.subscribe(Request.Subscribe(scene: "large")),
      try folder.subscribe(Request.Subscribe(scene: "large", mode: .every))
    )
    for width in 1...5 {
      try folder.ask(.apply(Request.Apply(scene: "large", ops: [Op(.set(.size, to: [Double(width), 9000]))])))
    }

    for subscription in [first, second] {
      var mirror = SceneMirror()
      var kinds: [Event.Kind] = []
      repeat {
        let event = try subscription.event()
        kinds.append(event.kind)
        #expect(mirror.apply(event) == .frames)
      } while mirror.frames.views.first?.frame.width != 5 * 64
      #expect(kinds[0] == .snapshot && kinds.dropFirst().allSatisfy { $0 == .delta })
      #expect(mirror.frames.views.count == rows + 1)
      #expect(mirror.frames.views.allSatisfy { $0.frame.width == 5 * 64 })
    }
  }

  @Test func `only what is long is put into words elsewhere`() throws {
    func answer(_ count: Int) -> LongAnswer? {
      let values = (0..<count).map { SceneValue(name: "flag\($0)", settable: .flag, source: .outside) }
      return LongAnswer(.values(values, sources: []), to: EventLoop.Token(rawValue: 1), epoch: "e")
    }

    let records = (0..<LongAnswer.shortest).map { SettableRecord([("id", .text("\($0)"))]) }
    let list = SceneValue(name: "rows", settable: .variable, value: .records(records), source: .outside)
    #expect(LongAnswer(.values([list], sources: []), to: EventLoop.Token(rawValue: 1), epoch: "e") != nil)
    #expect(answer(LongAnswer.shortest - 1) == nil)
    #expect(answer(LongAnswer.shortest)?.client == EventLoop.Token(rawValue: 1))
    #expect(LongAnswer(.closed, to: EventLoop.Token(rawValue: 1), epoch: "e") == nil)
  }
}
