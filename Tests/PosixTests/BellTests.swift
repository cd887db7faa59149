import Posix
import Synchronization
import Testing

@Suite("Bells and background threads") struct BellTests {
  @Test func `a bell that wakes for all rings together is heard once`() throws {
    let bell = try Bell(wakesEach: false)
    #expect(!bell.hear())
    bell.ring()
    bell.ring()
    #expect(bell.hear())
    #expect(!bell.hear())
  }

  @Test func `a bell that wakes for each ring is heard as often as it was rung`() throws {
    let bell = try Bell(wakesEach: true)
    bell.ring()
    bell.ring()
    #expect(bell.hear() && bell.hear() && !bell.hear())
    #expect(try !bell.wait(until: .now))
  }

  @Test func `a background thread wakes the one that waits, and gives way to it`() throws {
    let bell = try Bell(wakesEach: true)
    let result = Mutex(0)
    try BackgroundThread.start {
      result.withLock { $0 = 42 }
      bell.ring()
    }
    #expect(try bell.wait(until: .now + .seconds(30)))
    #expect(result.withLock { $0 } == 42)
  }
}
