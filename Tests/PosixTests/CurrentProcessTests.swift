import Posix
import Testing

@Suite("What a process knows of itself") struct CurrentProcessTests {
  @Test func `the descriptor limit is raised to the hard limit and stays there`() throws {
    let limit = try CurrentProcess.raiseDescriptorLimit()

    #expect(limit >= 1024)
    #expect(try CurrentProcess.raiseDescriptorLimit() == limit)
  }

  @Test func `one variable and the whole environment agree`() {
    for (name, value) in CurrentProcess.environment { #expect(CurrentProcess.variable(name) == value) }
    #expect(CurrentProcess.variable("FRAMEWIRE_NO_SUCH_VARIABLE") == nil)
  }

  @Test func `memory and time are those of a running program`() throws {
    #expect(CurrentProcess.residentMemory > 1 << 20)
    #expect(CurrentProcess.processorTime > .zero)
    #expect(FileSystem.exists(try #require(CurrentProcess.executablePath)))
  }

  @Test func `what is no terminal has no width`() {
    for stream in [StandardStream.output, .error] where !stream.isTerminal { #expect(stream.terminalWidth == nil) }
  }
}
