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

  @Test func `it knows its own program`() throws {
    #expect(FileSystem.exists(try #require(CurrentProcess.executablePath)))
  }
}
