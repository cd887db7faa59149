import Testing

@testable import Daemon

@Suite("The allowance of requests") struct RequestAllowanceTests {
  let start = ContinuousClock.now

  @Test func `a burst is let through, and the request after it has to wait`() {
    var allowance = RequestAllowance(perSecond: 200, burst: 400, at: start)

    for _ in 0..<400 { #expect(allowance.spend(at: start) == nil) }
    #expect(allowance.spend(at: start) == .milliseconds(5))
  }

  @Test func `requests come back at 200 a second`() {
    var allowance = RequestAllowance(perSecond: 200, burst: 400, at: start)
    for _ in 0..<400 { _ = allowance.spend(at: start) }

    for _ in 0..<20 { #expect(allowance.spend(at: start + .milliseconds(100)) == nil) }
    #expect(allowance.spend(at: start + .milliseconds(100)) != nil)
  }

  @Test func `a connection that was silent for long still has one burst only`() {
    var allowance = RequestAllowance(perSecond: 200, burst: 400, at: start)
    let later = start + .seconds(3600)

    for _ in 0..<400 { #expect(allowance.spend(at: later) == nil) }
    #expect(allowance.spend(at: later) != nil)
  }

  @Test func `a request that was refused costs nothing`() {
    var allowance = RequestAllowance(perSecond: 200, burst: 400, at: start)
    for _ in 0..<400 { _ = allowance.spend(at: start) }

    for _ in 0..<1000 { #expect(allowance.spend(at: start) == .milliseconds(5)) }
  }
}
