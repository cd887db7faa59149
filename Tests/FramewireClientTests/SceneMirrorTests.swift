import Frames
import FramewireClient
import Testing
import Wire

@Suite("Mirroring a scene") struct SceneMirrorTests {
  @Test func `a snapshot replaces everything, a delta continues it`() {
    var mirror = SceneMirror()
    #expect(mirror.apply(Story.snapshot(4)) == .frames)
    #expect(mirror.frames == FrameSet([Story.box, Story.title]))
    #expect(mirror.isSettled)

    #expect(mirror.apply(Story.delta(from: 4, to: 7)) == .frames)
    #expect(mirror.frames.views[1].frame == Story.titleFrame(7))
    #expect(mirror.rev == 7)
    #expect(!mirror.isSettled)
  }

  @Test(arguments: [
    Story.delta(from: 3, to: 5), Story.delta(from: 5, to: 6), Story.delta(from: 4, to: 5, epoch: "x81a"),
  ])
  func `a delta from another revision or epoch changes nothing and says so`(_ event: Event) {
    var mirror = SceneMirror()
    _ = mirror.apply(Story.snapshot(4))
    let before = mirror

    #expect(mirror.apply(event) == .outOfStep)
    #expect(mirror == before)
  }

  @Test func `a delta before any snapshot is out of step`() {
    var mirror = SceneMirror()

    #expect(mirror.apply(Story.delta(from: 0, to: 1)) == .outOfStep)
  }

  @Test func `diagnostics come and go without touching the frames`() {
    var mirror = SceneMirror()
    _ = mirror.apply(Story.snapshot(4))
    let mistake = WireDiagnostic(code: "E1001", severity: .error, message: "expected a view")

    #expect(mirror.apply(.diagnostics([mistake], state: .stale, at: Story.instant(4))) == .diagnostics)
    #expect(mirror.state == .stale)
    #expect(mirror.diagnostics == [mistake])
    #expect(mirror.frames == FrameSet([Story.box, Story.title]))

    #expect(mirror.apply(.diagnostics([], state: .ok, at: Story.instant(4))) == .diagnostics)
    #expect(mirror.diagnostics == [])
    #expect(mirror.state == .ok)
  }

  @Test func `heartbeats, losses, transitions and what nobody knows tell nothing about frames`() {
    var mirror = SceneMirror()
    _ = mirror.apply(Story.snapshot(4))
    let before = mirror

    for event in [
      Event.heartbeat(at: Story.instant(9)), .lost(since: 4, at: Story.instant(9)),
      .transition([], at: Story.instant(4)),
      .bye("shutdown", at: Story.instant(4)), Event(.other("comet"), at: Story.instant(9)),
    ] { #expect(mirror.apply(event) == .nothing) }
    #expect(mirror == before)
  }
}
