import Motion
import Testing

@Suite("Spans of time in words") struct DurationTextTests {
  @Test(arguments: [
    ("300ms", 300.0), ("1.5s", 1500), ("0s", 0), (".5s", 500), ("+5ms", 5), ("1e3ms", 1000), ("86400s", 86_400_000),
  ])
  func `a decimal number and its unit are a duration`(text: String, milliseconds: Double) throws {
    let duration = try #require(Duration(written: text))

    #expect(duration.inMilliseconds == milliseconds)
    #expect(Duration.milliseconds(written: text) == milliseconds)
    #expect(Duration(written: Duration.written(milliseconds: milliseconds)) == duration)
  }

  @Test(arguments: ["", "5", "ms", "s", "5 ms", "5m", "0x10ms", "0x1p3s", "infs", "nanms", "5ms ", "5,0ms"])
  func `anything else is none`(text: String) {
    #expect(Duration(written: text) == nil)
    #expect(Duration.milliseconds(written: text) == nil)
  }

  @Test(arguments: [("-5ms", -5.0), ("86400.001s", 86_400_001), ("1e300s", 1e303)])
  func `what nothing may take is read, and is no duration`(text: String, milliseconds: Double) throws {
    let read = try #require(Duration.milliseconds(written: text))

    #expect(abs(read - milliseconds) <= abs(milliseconds) * 1e-15)
    #expect(Duration(milliseconds: read) == nil && Duration(written: text) == nil)
    #expect(Duration(milliseconds: .infinity) == nil && Duration(milliseconds: .nan) == nil)
  }
}
