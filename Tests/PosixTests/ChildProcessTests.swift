import Posix
import Testing

@Suite("Child processes") struct ChildProcessTests {
  @Test func `a program's output, complaint and code come back`() throws {
    let child = try ChildProcess.run("sh", ["-c", "cat; echo out; echo err >&2; exit 3"], input: Array("in\n".utf8))

    #expect(child.outputText == "in\nout\n")
    #expect(child.errorText == "err\n")
    #expect(child.exit == .code(3))
  }

  @Test func `more output than a pipe holds does not block`() throws {
    let child = try ChildProcess.run("sh", ["-c", "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"])

    #expect(child.output.count == 1_000_000 && child.errorOutput.count == 1_000_000)
  }

  @Test func `a running program is waited for by what it says, and ended by a signal`() throws {
    let child = try ChildProcess("sh", ["-c", "echo ready; exec sleep 100"])

    #expect(try child.waitForOutput(until: .now + .seconds(10)) { $0.outputText == "ready\n" })
    #expect(try child.wait(until: .now) == nil)
    try child.send(.terminate)
    #expect(try child.wait(until: .now + .seconds(10)) == .signal(Signal.terminate.rawValue))
  }

  @Test func `a program that takes too long is an error`() {
    let error = #expect(throws: PosixError.self) {
      try ChildProcess.run("sleep", ["100"], timeout: .milliseconds(5))
    }
    #expect(error?.isTimeout == true)
  }

  @Test func `a program that does not exist is an error with its name`() {
    let error = #expect(throws: PosixError.self) { try ChildProcess.run("framewire-no-such-program") }
    #expect(error?.path == "framewire-no-such-program")
  }

  @Test func `directory and environment are those given`() throws {
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", "pwd; echo $WORD"], environment: ["WORD": "hello"], in: "/usr")

    #expect(child.outputText == "/usr\nhello\n")
  }

  @Test func `a child starts without the signals a loop of ours blocked`() throws {
    let loop = try EventLoop(signals: [.user1])
    let child = try ChildProcess("sleep", ["100"])
    try child.send(.user1)

    #expect(try child.wait(until: .now + .seconds(10)) == .signal(Signal.user1.rawValue))
    _ = loop
  }
}
