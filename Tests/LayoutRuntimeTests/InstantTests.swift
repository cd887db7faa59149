import LayoutRuntime
import Testing

@Suite("Instants") struct InstantTests {
  @Test(arguments: [
    (Duration.nanoseconds(14_421_026_836), "14421.026836"), (.nanoseconds(1), "1e-06"), (.milliseconds(16), "16.0"),
    (.nanoseconds(86_400_000_000_001), "86400000.000001"), (.seconds(300_000_000_000), "300000000000000.0"),
    (.seconds(1) / 60, "16.666667"), (.nanoseconds(999_999_999) + .nanoseconds(1) / 2, "1000.0"),
  ])
  func `are told in milliseconds, to the nanosecond and without digits of rounding`(time: Duration, text: String) {
    #expect("\(Instant(time).milliseconds)" == text)
  }
}
