import Posix
import Testing

@Suite("Memory that is not needed", .serialized) struct FreedMemoryTests {
  @Test @MainActor func `what lies free between things that stay is counted, and goes back to the system`() throws {
    var pieces: [[UInt8]?] = (0..<4096).map { _ in [UInt8](repeating: 1, count: 8192) }
    let full = try residentMemory
    // Every eighth stays, so that the end of the heap does not go by itself.
    for index in pieces.indices where index % 8 != 0 { pieces[index] = nil }
    let free = FreedMemory.bytes
    FreedMemory.giveBack()

    // Other tests run meanwhile and take some: 28 MB are free.
    #expect(free > 20 << 20)
    #expect(try residentMemory < full - (16 << 20))
    #expect(pieces.count { $0 != nil } == 512)
  }

  @Test func `symbols and relocations go, and are there for who looks one up`() throws {
    let before = try residentMemory
    FilePages.releaseLoaderTables()

    // The tests alone bring more of them along than others that run meanwhile are likely to take.
    #expect(try residentMemory < before)
    #expect(CurrentProcess.variable("FRAMEWIRE_NO_SUCH_VARIABLE") == nil)
  }

  /// Bytes of memory that are resident.
  private var residentMemory: Int {
    get throws {
      let text = String(decoding: try FileSystem.readFile("/proc/self/statm").bytes, as: UTF8.self)
      return try #require(Int(text.split(separator: " ")[1])) * 4096
    }
  }
}
