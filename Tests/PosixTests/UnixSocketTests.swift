import Testing

@testable import Posix

@Suite("The default address") struct SocketAddressTests {
  @Test func `FRAMEWIRE_SOCKET comes first`() {
    let address = SocketAddress.default(
      environment: ["FRAMEWIRE_SOCKET": "/srv/f.sock", "XDG_RUNTIME_DIR": "/run/user/5"], userID: 5)
    #expect(address.path == "/srv/f.sock")
    #expect(!address.ownsDirectory)
  }

  @Test func `then a directory of ours in XDG_RUNTIME_DIR`() {
    let address = SocketAddress.default(
      environment: ["FRAMEWIRE_SOCKET": "", "XDG_RUNTIME_DIR": "/run/user/5"], userID: 5, instance: "hud")
    #expect(address.path == "/run/user/5/framewire/hud.sock")
    #expect(address.lockPath == "/run/user/5/framewire/hud.lock")
    #expect(address.ownsDirectory)
  }

  @Test(arguments: [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "relative"]])
  func `else a directory of ours in the temporary directory`(environment: [String: String]) {
    #expect(SocketAddress.default(environment: environment, userID: 5).path == "/tmp/framewire-5/default.sock")
  }
}

@Suite("Unix sockets") struct UnixSocketTests {
  let directory: TemporaryDirectory
  let address: SocketAddress

  init() throws {
    directory = try TemporaryDirectory()
    address = SocketAddress.default(environment: ["XDG_RUNTIME_DIR": directory.path], userID: CurrentProcess.userID)
  }

  @Test func `bytes travel both ways and the end is seen`() throws {
    let listener = try UnixListener(at: address)
    #expect(try listener.accept() == nil)
    let client = try UnixConnection.connect(to: address)
    let server = try #require(try listener.accept())

    try client.sendAll([1, 2])
    var atServer: [UInt8] = []
    #expect(try server.receive(into: &atServer, until: .now + .seconds(10)) == .bytes(2))
    try server.sendAll([3])
    var atClient: [UInt8] = []
    #expect(try client.receive(into: &atClient, until: .now + .seconds(10)) == .bytes(1))
    client.endSending()
    #expect(try server.receive(into: &atServer, until: .now + .seconds(10)) == .end)
    #expect(atServer == [1, 2] && atClient == [3])
  }

  @Test func `a wait may be for ages`() throws {
    let listener = try UnixListener(at: address)
    let client = try UnixConnection.connect(to: address)
    let ages = Duration(
      secondsComponent: Int64.max / 1000, attosecondsComponent: 999_000_000_000_000_000)

    #expect(try listener.descriptor.number.wait(for: .readable, until: .now + ages))
    withExtendedLifetime(client) {}
  }

  @Test func `the listener knows who connected`() throws {
    let listener = try UnixListener(at: address)
    let client = try UnixConnection.connect(to: address)
    let server = try #require(try listener.accept())

    #expect(server.peer.user == CurrentProcess.userID)
    #expect(server.peer.process == CurrentProcess.id)
    _ = client
  }

  @Test func `only this user can enter the directory and open the socket`() throws {
    let listener = try UnixListener(at: address)

    #expect(try FileSystem.status(of: address.directory).permissions == 0o700)
    #expect(try FileSystem.status(of: address.path).permissions == 0o600)
    _ = listener
  }

  @Test func `a second listener is refused and told who serves`() throws {
    let listener = try UnixListener(at: address)

    #expect(throws: SocketError.alreadyServed(path: address.path, process: CurrentProcess.id)) {
      try UnixListener(at: address)
    }
    #expect(FileSystem.exists(address.path))
    _ = listener
  }

  @Test func `the socket goes with the listener and the address can be used again`() throws {
    do { _ = try UnixListener(at: address) }
    #expect(!FileSystem.exists(address.path))

    _ = try UnixListener(at: address)
  }

  @Test func `a socket that a killed daemon left behind is replaced`() throws {
    try FileSystem.ensurePrivateDirectory(address.directory)
    let other = SocketAddress(path: directory["other.sock"])
    let leftover = try UnixListener(at: other)
    try FileSystem.rename(other.path, to: address.path)

    let listener = try UnixListener(at: address)
    let client = try UnixConnection.connect(to: address)

    #expect(try listener.accept() != nil)
    _ = (leftover, client)
  }

  @Test func `a file that is no socket is not removed`() throws {
    let address = SocketAddress(path: directory["note.txt"])
    try FileSystem.writeFile(address.path, [1])

    #expect(throws: SocketError.occupied(path: address.path)) { try UnixListener(at: address) }
    #expect(try FileSystem.readFile(address.path).bytes == [1])
  }

  @Test func `a directory that is a link or open to others is refused`() throws {
    try FileSystem.createDirectory(directory["framewire"], permissions: 0o755)
    let error = #expect(throws: SocketError.self) { try UnixListener(at: address) }
    guard case .unsafeDirectory? = error else { Issue.record("\(String(describing: error))"); return }
  }

  @Test func `a path of 107 bytes fits and one of 108 is refused with its length`() throws {
    let longest = directory.path + "/" + String(repeating: "x", count: 106 - directory.path.utf8.count)
    _ = try UnixListener(at: SocketAddress(path: longest))

    #expect(throws: SocketError.pathTooLong(path: longest + "x", bytes: 108)) {
      try UnixListener(at: SocketAddress(path: longest + "x"))
    }
    #expect(throws: SocketError.self) { try UnixConnection.connect(to: SocketAddress(path: longest + "x")) }
  }

  @Test func `connecting where nobody serves says so`() throws {
    let error = #expect(throws: SocketError.self) { try UnixConnection.connect(to: address) }
    guard case .system(let reason)? = error else { Issue.record("\(String(describing: error))"); return }
    #expect(reason.isNotFound)
  }

  @Test func `a reader that is slow takes part of a message, and the rest later`() throws {
    let (writer, reader) = try UnixConnection.pair()
    let message = [UInt8](repeating: 5, count: 4_000_000)
    var sent = try writer.send(message.span)
    #expect(sent > 0 && sent < message.count)
    #expect(try writer.send(message.span) == 0)

    var received: [UInt8] = []
    while received.count < message.count {
      if try reader.receive(into: &received) == .nothing {
        sent += try writer.send(message.span.extracting(sent..<message.count))
      }
    }
    #expect(received == message)
  }

  @Test func `sending to somebody who went away is an error and no signal`() throws {
    let writer = try { try UnixConnection.pair().0 }()

    let error = #expect(throws: PosixError.self) { try writer.send([1].span) }
    #expect(error?.isDisconnection == true)
  }

  @Test func `waiting ends at the deadline`() throws {
    let (near, far) = try UnixConnection.pair()
    var buffer: [UInt8] = []

    #expect(try near.receive(into: &buffer, until: .now + .milliseconds(1)) == .nothing)
    let error = #expect(throws: PosixError.self) {
      try near.sendAll([UInt8](repeating: 0, count: 4_000_000), until: .now + .milliseconds(1))
    }
    #expect(error?.isTimeout == true)
    _ = far
  }
}

@Suite("The service manager") struct SupervisorTests {
  @Test func `sockets for another process are not ours`() {
    let environment = ["LISTEN_PID": "40", "LISTEN_FDS": "1"]
    #expect(Supervisor(environment: environment, process: 40).listening.count == 1)
    #expect(Supervisor(environment: environment, process: 41).listening.count == 0)
    #expect(Supervisor(environment: [:], process: 41).listening.count == 0)
  }

  @Test func `signs of life are given twice in the time that the manager waits, to whoever is asked`() {
    func period(_ variables: [String: String]) -> Duration? {
      let environment = ["NOTIFY_SOCKET": "/run/notify"].merging(variables) { $1 }
      return Supervisor(environment: environment, process: 40).signOfLifePeriod
    }
    #expect(period(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "40"]) == .seconds(15))
    // Nobody is to be asked for half a million signs a second.
    #expect(period(["WATCHDOG_USEC": "1", "WATCHDOG_PID": "40"]) == .milliseconds(10))
    // Without an id it is for whoever reads it (sd_watchdog_enabled(3)).
    #expect(period(["WATCHDOG_USEC": "30000000"]) == .seconds(15))
    #expect(period(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "41"]) == nil)
    #expect(period(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "me"]) == nil)
    for nonsense in ["0", "-5", "soon", ""] { #expect(period(["WATCHDOG_USEC": nonsense]) == nil) }
    #expect(period([:]) == nil)
    #expect(period(["WATCHDOG_USEC": "30000000", "NOTIFY_SOCKET": ""]) == nil)
  }

  @Test(arguments: [false, true])
  func `a message reaches the manager, by path or by abstract name`(isAbstract: Bool) throws {
    let directory = try TemporaryDirectory()
    let name = isAbstract ? "@\(directory["notify"])" : directory["notify"]
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind(sys.argv[1].replace('@', chr(0)))
      print('bound', flush=True)
      for _ in range(3): print(s.recv(100).decode(), flush=True)
      """
    let manager = try ChildProcess("python3", ["-c", script, name])
    #expect(try manager.waitForOutput(until: .now + .seconds(20)) { $0.outputText == "bound\n" })

    let service = Supervisor(environment: ["NOTIFY_SOCKET": name], process: 1)
    #expect(service.notify(.ready))
    #expect(service.notify(.alive))
    #expect(service.notify(.stopping))

    #expect(try manager.wait(until: .now + .seconds(20)) == .code(0))
    #expect(manager.outputText == "bound\nREADY=1\nWATCHDOG=1\nSTOPPING=1\n")
  }

  /// The kernel keeps some messages for it (max_dgram_qlen), and then would have us wait.
  @Test func `a manager that reads nothing is not waited for`() throws {
    let directory = try TemporaryDirectory()
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind(sys.argv[1])
      print('bound', flush=True)
      sys.stdin.read()
      """
    let manager = try ChildProcess("python3", ["-c", script, directory["notify"]])
    #expect(try manager.waitForOutput(until: .now + .seconds(20)) { $0.outputText == "bound\n" })

    let service = Supervisor(environment: ["NOTIFY_SOCKET": directory["notify"]], process: 1)
    #expect(service.notify(.alive))
    #expect((0..<100_000).contains { _ in !service.notify(.alive) })
    try manager.send(.terminate)
  }

  @Test func `a message to a manager that is gone is lost without an error`() {
    #expect(!Supervisor(environment: ["NOTIFY_SOCKET": "/nowhere/notify"], process: 1).notify(.ready))
    #expect(!Supervisor(environment: [:], process: 1).notify(.stopping))
  }
}
