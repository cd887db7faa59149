import Motion
import Testing

@Suite("Curves named from outside") struct CurveReadingTests {
  @Test(arguments: [
    "linear", "ease", "ease-in", "ease-out", "ease-in-out", "bezier(0.1, 0, 0.9, 1)", "spring(0.8, 300ms)",
  ])
  func `a curve is read as it is written`(text: String) {
    let timing = Timing(lasting: .milliseconds(120), curve: text)

    #expect(timing?.curve.text == text)
    #expect(timing?.delay == .zero && timing?.stagger == .zero)
    #expect(text.hasPrefix("spring") || timing?.curve == timing?.curve.lasting(.milliseconds(120)))
  }

  private func spring(_ response: Duration) -> Curve? {
    Spring(dampingRatio: 1, response: response).map { .spring($0) }
  }

  @Test func `what is not said is as in a layout file`() {
    #expect(Timing(lasting: nil, curve: nil) == .standard)
    #expect(Timing(lasting: .seconds(1), curve: nil) == Timing(.easeInOut(.seconds(1))))
    #expect(Timing(lasting: nil, curve: "spring(1)")?.curve == spring(Timing.defaultResponse))
    #expect(Timing(lasting: .seconds(1), curve: "spring(1)")?.curve == spring(.seconds(1)))
    #expect(Timing(lasting: nil, curve: " bezier( 0,0 , 1,1 ) ") != nil)
  }

  @Test(arguments: [
    "", "fast", "ease-out()", "bezier", "bezier(1, 2)", "bezier(2, 0, 1, 1)", "bezier(0, 0, 1, 1", "bezier(a, 0, 1, 1)",
    "bezier(0, nan, 1, 1)", "spring", "spring()", "spring(0)", "spring(0.5, 3)", "spring(0.5, -3ms)",
    "spring(0.5, 1e9s)", "spring(0.5, nans)", "spring(0.5, s)", "spring(0.5, 0ms)", "spring(1, 1ms, 1)", "(", ")", "é(",
  ])
  func `what is no curve is refused`(text: String) {
    #expect(Timing(lasting: nil, curve: text) == nil)
  }

  @Test func `nothing moves backwards in time, or for longer than a day`() {
    #expect(Timing(lasting: .milliseconds(-1), curve: nil) == nil)
    #expect(Timing(lasting: .seconds(86_401), curve: "linear") == nil)
    #expect(Timing(lasting: .seconds(86_400), curve: "linear") != nil)
  }
}
