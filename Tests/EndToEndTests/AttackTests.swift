import DaemonHarness
import Posix
import Testing

/// The short form of `make attack`: small amounts, in which no time counts.
@Suite("A daemon that is attacked") struct AttackTests {
  @Test func `lives, answers every request, and keeps its memory and its secrets`() throws {
    let program = Repository.path("Tests/Attack/attack.py")

    let run = try ChildProcess.run(
      try Python.path(), [program, "--short", "--binary", ServedFolder.tool],
      timeout: ServedFolder.patience * 10)

    #expect(run.exit == .code(0), "\(run.outputText)")
  }
}
