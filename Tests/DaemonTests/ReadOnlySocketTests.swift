import DaemonHarness
import FramewireClient
import JSONText
import Posix
import Testing

@testable import Wire

@Suite("A socket on which one may only look") struct ReadOnlySocketTests {
  /// Those that are served there. What a new method is, this test is to be told.
  private static let looking: Set<Method> = [
    .getInfo, .getInterfaceDescription, .listScenes, .snapshot, .revisions, .subscribe, .stream, .sync, .get, .explain,
    .stats,
    .debug,
  ]

  private func start(_ body: (ServedFolder, SocketAddress) throws -> Void) throws {
    let place = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(place) }
    let path = FileSystem.join(place, "looking.sock")
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()], arguments: ["--read-only-socket", path])
    try body(folder, SocketAddress(path: path))
  }

  @Test func `every method is looking or not`() {
    #expect(Set(Method.allCases.filter(\.onlyLooks)) == Self.looking)
  }

  @Test func `whoever looks is served, and is told which method changes something`() throws {
    try start { folder, address in
      let connection = try Connection(to: address)
      _ = try connection.call(.listScenes())
      _ = try connection.call(.get(scene: "card", names: []))
      _ = try connection.call(.sync(Request.Sync(scene: "card")))
      for (method, parameters) in [
        ("Apply", #"{"scene":"card","ops":[{"op":"flag","name":"a","value":true}]}"#), ("Close", #"{"scene":"card"}"#),
        ("Clock", #"{"action":"pause"}"#), ("Check", #"{"text":"layout a { }"}"#), ("Forget", "{}"),
        ("Open", #"{"layout":"card","scene":"b"}"#), ("Load", #"{"text":"layout a { }"}"#),
      ] {
        let answer = try connection.ask(method, parameters)
        #expect(answer.error == "io.framewire.v1.NotAllowed")
        #expect(answer.parameters["method"]?.string == "io.framewire.v1.\(method)")
      }
      #expect(try folder.scenes().map(\.name) == ["card"])
      #expect(try folder.metrics()["clockRunning"] == 1)

      // Nothing was spent on it, and the same is done on the other socket.
      let subscription = try connection.subscribe(Request.Subscribe(scene: "card"))
      #expect(try subscription.event().kind == .snapshot)
      try folder.save("card.layout", SampleLayouts.card(width: 77))
      #expect(try subscription.event().kind == .delta)
    }
  }

  @Test func `it is its user's alone, and goes with the daemon`() throws {
    try start { folder, address in
      let status = try FileSystem.status(of: address.path)
      #expect(status.kind == .socket && status.permissions == 0o600)

      try folder.daemon.send(.terminate)
      _ = try folder.daemon.wait(until: ServedFolder.deadline)
      #expect(throws: PosixError.self) { try FileSystem.status(of: address.path) }
    }
  }

  @Test func `two sockets are two`() throws {
    let folder = try ServedFolder(["card.layout": SampleLayouts.card()])
    let second = try folder.run("serve", folder.layouts, "--socket", "/tmp/a", "--read-only-socket", "/tmp/a")
    #expect(second.exit == .code(64) && second.errorText.contains("two sockets"))
  }
}
