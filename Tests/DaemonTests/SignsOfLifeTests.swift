import DaemonHarness
import Posix
import Testing

@testable import Daemon

@Suite("Signs of life for the service manager") struct SignsOfLifeTests {
  @Test func `one is due a period after the last, however late that was`() {
    let start = ContinuousClock.now
    var signs = SignsOfLife(every: .seconds(15), from: start)
    #expect(signs.deadline == start + .seconds(15))

    let given = [14, 16, 30, 31].filter { signs.areDue(at: start + .seconds($0)) }

    // The second is due 15 seconds after 16, which is 31.
    #expect(given == [16, 31])
    #expect(signs.deadline == start + .seconds(46))
  }

  @Test func `nobody is told who does not ask`() {
    var signs = SignsOfLife(every: nil, from: .now)

    let areDue = signs.areDue(at: .now + .seconds(1000))

    #expect(!areDue)
    #expect(signs.deadline == nil)
  }

  /// What a daemon tells a manager that listens at a datagram socket, until `count` messages are there.
  private func messages(_ count: Int, variables: String) throws -> [String] {
    let folder = try FileSystem.makeTemporaryDirectory()
    defer { try? FileSystem.removeTree(folder) }
    let script = """
      import socket, subprocess, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind(sys.argv[1] + '/notify')
      command = sys.argv[2] + ' NOTIFY_SOCKET="$0/notify" exec "$1" serve --socket "$0/s" --text fixed --no-journal "$0"'
      daemon = subprocess.Popen(['sh', '-c', command, sys.argv[1], sys.argv[4]], stdout=subprocess.DEVNULL)
      for _ in range(int(sys.argv[3])): print(s.recv(100).decode(), flush=True)
      daemon.terminate()
      while (message := s.recv(100).decode()) != 'STOPPING=1': print('late', message)
      daemon.wait()
      """
    let manager = try ChildProcess.run(
      "python3", ["-c", script, folder, variables, String(count), ServedFolder.tool], timeout: ServedFolder.patience)
    return manager.outputText.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("late") }
  }

  @Test func `a daemon that nobody talks to says that it is ready, and then that it is alive`() throws {
    #expect(
      try messages(4, variables: "WATCHDOG_PID=$$ WATCHDOG_USEC=20000")
        == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
  }

  @Test func `it says nothing of the kind where another process is watched`() throws {
    #expect(try messages(1, variables: "WATCHDOG_PID=1 WATCHDOG_USEC=1") == ["READY=1"])
  }
}
