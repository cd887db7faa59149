import DaemonHarness
import FramewireClient
import Posix
import Testing
import Wire

@Suite("The limits of a daemon") struct LimitTests {
  /// Whether a connection that is new now is served.
  private func isServed(_ folder: ServedFolder) throws -> WireError? { try folder.refusal(of: .listScenes) }

  @Test func `one connection too many is told so and closed, and the others go on`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--max-connections", "3"])
    var open: [Connection] = []
    for _ in 0..<3 { open.append(try folder.connect()) }
    for connection in open { _ = try connection.call(.listScenes) }

    let refused = try folder.connect()
    let answer = try refused.receive(until: ServedFolder.deadline)
    #expect(answer?.error == "io.framewire.v1.Busy")
    #expect(answer?.parameters["limit"]?.string == "connections" && answer?.parameters["max"]?.number == 3)
    #expect(throws: ClientError.closed) { try refused.receive(until: ServedFolder.deadline) }
    for connection in open { _ = try connection.call(.listScenes) }

    // One that closes makes room for another, as soon as the daemon has noticed.
    open.removeLast()
    var left: WireError? = .busy(limit: "connections", max: 3)
    let deadline = ServedFolder.deadline
    while left != nil, ContinuousClock.now < deadline {
      do { left = try isServed(folder) } catch ClientError.broken, ClientError.closed { continue }
    }
    #expect(left == nil)
  }

  @Test func `a connection may ask as often as is said, and twice that at once`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--max-rate", "5"])
    let connection = try folder.connect()
    var refused: WireError?
    var served = 0
    for _ in 0..<40 where refused == nil {
      do {
        _ = try connection.call(.listScenes)
        served += 1
      } catch ClientError.refused(let error) { refused = error }
    }

    guard case .rateLimited(let wait)? = refused else {
      Issue.record("40 requests were served at once")
      return
    }
    #expect(served >= 10 && wait <= 200)
    #expect(try isServed(folder) == nil)
  }

  @Test func `who wants every revision and reads none is closed after a while, who wants the latest stays`() throws {
    let views = (0..<2000).map { "  box v\($0) left n top \($0) size 12, 1\n" }.joined()
    let folder = try ServedFolder(
      ["wide.layout": "layout wide { var n = 0\n\(views)}\n"], arguments: ["--stall", "0.2", "--max-rate", "100000"])
    let every = try folder.subscribe(Request.Subscribe(scene: "wide", mode: .every))
    let latest = try folder.subscribe(Request.Subscribe(scene: "wide"))
    _ = (try every.event(), try latest.event())

    // 50 KB a revision, so that the socket's buffer is full soon.
    let control = try folder.connect()
    var subscribers = 2.0
    var value = 0.0
    let deadline = ServedFolder.deadline
    while subscribers > 1, ContinuousClock.now < deadline {
      value += 1
      _ = try control.call(.apply(Request.Apply(ops: [Op(.set(.variable, of: "n", to: .number(value)))])))
      subscribers = try folder.metrics()["subscribers"] ?? 0
    }

    #expect(subscribers == 1)
    var isOpen = true
    while isOpen {
      do {
        if case .end = try every.next(until: ServedFolder.deadline) { isOpen = false }
      } catch { isOpen = false }
    }
    var mirror = 0
    while mirror < Int(value) { mirror = Int((try latest.event().set?.first?.frame.rect.x) ?? 0) }
    #expect(mirror == Int(value))
  }
}
