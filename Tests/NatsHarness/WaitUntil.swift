import Posix

/// Waits for a condition, at most the usual time.
public func waitUntil(_ condition: () throws -> Bool) throws {
  guard try waitUntil(within: NatsServer.patience, condition) else { throw WaitedInVain() }
}

/// Waits for a condition that may not come.
///
/// - Returns: whether it did.
@discardableResult
public func waitUntil(within patience: Duration, _ condition: () throws -> Bool) throws -> Bool {
  let deadline = ContinuousClock.now + patience
  while try !condition() {
    guard .now < deadline else { return false }
    _ = try? DescriptorNumber(rawValue: -1).wait(for: .readable, until: .now + .milliseconds(10))
  }
  return true
}

/// What was waited for did not happen.
public struct WaitedInVain: Error {}
