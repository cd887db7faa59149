import Posix
import Testing

@Suite("Waiting for everything in one place") struct EventLoopTests {
  let token = EventLoop.Token(rawValue: 7)

  @Test func `a descriptor with something to read is reported until it was read`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixConnection.pair()
    try loop.watch(near.descriptor.number, as: token, for: .reading)
    try far.sendAll([1, 2, 3])

    #expect(try loop.wait(until: nil) == [.readable(token)])
    #expect(try loop.wait(until: nil) == [.readable(token)])

    var buffer: [UInt8] = []
    #expect(try near.receive(into: &buffer) == .bytes(3))
    #expect(buffer == [1, 2, 3])
    #expect(try loop.wait(until: .now + .milliseconds(1)) == [.deadline])
  }

  @Test func `room to write is reported only while somebody asks for it`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixConnection.pair()
    try loop.watch(near.descriptor.number, as: token, for: [.reading, .writing])

    #expect(try loop.wait(until: nil) == [.writable(token)])

    try loop.update(near.descriptor.number, as: token, for: .reading)
    #expect(try loop.wait(until: .now) == [.deadline])
    _ = far
  }

  @Test func `an end that closed is readable and hung up`() throws {
    let loop = try EventLoop()
    let near = try {
      let (near, far) = try UnixConnection.pair()
      _ = far
      return near
    }()
    try loop.watch(near.descriptor.number, as: token, for: .reading)

    #expect(try loop.wait(until: nil) == [.readable(token), .hangUp(token)])
  }

  @Test func `a forgotten descriptor is silent`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixConnection.pair()
    try loop.watch(near.descriptor.number, as: token, for: .reading)
    try far.sendAll([1])
    loop.forget(near.descriptor.number)

    #expect(try loop.wait(until: .now) == [.deadline])
  }

  /// A loop that watches a connection on which there is something to read.
  private func loopWithNews() throws -> (EventLoop, ends: (near: UnixConnection, far: UnixConnection)) {
    let loop = try EventLoop()
    let (near, far) = try UnixConnection.pair()
    try far.sendAll([1])
    try loop.watch(near.descriptor.number, as: token, for: .reading)
    return (loop, (near, far))
  }

  @Test func `a deadline is never early, and fires once`() throws {
    let (loop, ends) = try loopWithNews()
    loop.forget(ends.near.descriptor.number)
    let deadline = ContinuousClock.now + .milliseconds(3)

    #expect(try loop.wait(until: deadline) == [.deadline])
    #expect(ContinuousClock.now >= deadline)

    try loop.watch(ends.near.descriptor.number, as: token, for: .reading)
    #expect(try loop.wait(until: nil) == [.readable(token)])
  }

  @Test func `a deadline in the past fires at once, also the same one again`() throws {
    let loop = try EventLoop()
    let past = ContinuousClock.now - .seconds(5)

    #expect(try loop.wait(until: past) == [.deadline])
    #expect(try loop.wait(until: past) == [.deadline])
  }

  @Test func `a deadline that was taken back does not fire`() throws {
    let (loop, ends) = try loopWithNews()
    let soon = ContinuousClock.now + .milliseconds(1)
    #expect(try loop.wait(until: soon) == [.readable(token)])
    while ContinuousClock.now < soon {}

    #expect(try loop.wait(until: nil) == [.readable(token)])
    _ = ends
  }

  @Test func `a signal arrives as an event`() throws {
    let loop = try EventLoop(signals: [.user1, .hangUp])
    Signal.user1.raise()

    #expect(try loop.wait(until: nil) == [.signal(.user1)])
  }
}
