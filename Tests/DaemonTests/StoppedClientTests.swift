import DaemonHarness
import Frames
import FramewireClient
import Posix
import Testing
import Wire

/// A client in a debugger, or one whose window is hidden: it stays connected and reads nothing.
@Suite("A client that stops reading during an animation") struct StoppedClientTests {
  static let views = 1000
  /// Ten seconds at 60 Hz; each is about 20 KB, so the socket's buffer is full after a dozen.
  static let frames = 600

  /// All views move in every frame, and not on whole points.
  static let layout =
    """
    layout dance size 2000, 2000 {
      guide rail y fill width 1 { config main { left 0 }; config far { left 1000 } }
      transition * 60s linear

    """
    + (0..<views).map { "  box v\($0) left == rail.left + \($0 % 40 * 20) top \($0 / 40 * 8) size 12, 6\n" }.joined()
    + "}\n"

  @Test func `costs no memory and delays nobody, and gets one delta when it reads again`() throws {
    let folder = try ServedFolder(["dance.layout": Self.layout])
    let stopped = try folder.subscribe(Request.Subscribe(scene: "dance"))
    let reading = try folder.subscribe(Request.Subscribe(scene: "dance"))
    var mirror = SceneMirror()
    #expect(mirror.apply(try stopped.event()) == .frames)
    var rev = try reading.event().instant.rev
    try folder.ask(.clock(.pause))
    try folder.ask(.apply(Request.Apply(scene: "dance", ops: [Op(.set(.config, to: "far"))])))
    // Guides are no views and do not move: this one is there at once.
    rev = try reading.event().instant.rev

    var control = try folder.connect()
    func show(_ count: Int) throws {
      for frame in 0..<count {
        // A connection may ask so often, and this asks as fast as it can.
        if frame.isMultiple(of: 300) { control = try folder.connect() }
        _ = try control.call(.clock(.step(ms: 1000 / 60)))
        let event = try reading.event()
        #expect(event.kind == .delta && event.instant.rev == rev + 1 && event.skipped == nil)
        rev = event.instant.rev
      }
    }
    try show(60)
    let before = try folder.daemon.residentMemory
    try show(Self.frames - 60)
    let growth = try folder.daemon.residentMemory - before

    #expect(growth < 1 << 20, "grew by \(growth) bytes")
    // What was on its way when it stopped comes as it was made; then everything else is one message.
    var deltas: [Event] = []
    while mirror.rev < rev {
      let event = try stopped.event()
      #expect(mirror.apply(event) == .frames)
      deltas.append(event)
    }
    #expect(deltas.dropLast().allSatisfy { $0.skipped == nil })
    #expect(deltas.last?.skipped == Self.frames + 1 - deltas.count)
    #expect((deltas.last?.skipped ?? 0) > Self.frames / 2)
    #expect(try stopped.next(until: .now) == .silence)

    _ = try control.call(.clock(.step(ms: 60_000)))
    let last = try stopped.event()
    #expect(mirror.apply(last) == .frames && last.settled == true && last.skipped == nil)
    guard case .event(let snapshot) = try control.call(.snapshot(Request.Snapshot(scene: "dance"))) else {
      Issue.record("no snapshot")
      return
    }
    #expect(mirror.frames.views == snapshot.diff.views)
  }
}
