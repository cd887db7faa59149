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

  @Test func `a deadline is never early, and fires once`() throws {
    let loop = try EventLoop()
    let deadline = ContinuousClock.now + .milliseconds(3)

    #expect(try loop.wait(until: deadline) == [.deadline])
    #expect(ContinuousClock.now >= deadline)

    loop.waker.wake()
    #expect(try loop.wait(until: nil) == [.woken])
  }

  @Test func `a deadline in the past fires at once, also the same one again`() throws {
    let loop = try EventLoop()
    let past = ContinuousClock.now - .seconds(5)

    #expect(try loop.wait(until: past) == [.deadline])
    #expect(try loop.wait(until: past) == [.deadline])
  }

  @Test func `a deadline that was taken back does not fire`() throws {
    let loop = try EventLoop()
    loop.waker.wake()
    let soon = ContinuousClock.now + .milliseconds(1)
    #expect(try loop.wait(until: soon) == [.woken])
    while ContinuousClock.now < soon {}

    loop.waker.wake()
    #expect(try loop.wait(until: nil) == [.woken])
  }

  @Test func `another thread wakes the loop, and many wakings are one event`() async throws {
    let loop = try EventLoop()
    let waker = loop.waker
    await Task.detached { for _ in 0..<100 { waker.wake() } }.value

    #expect(try loop.wait(until: nil) == [.woken])
    #expect(try loop.wait(until: .now) == [.deadline])
  }

  @Test func `a signal arrives as an event`() throws {
    let loop = try EventLoop(signals: [.user1, .hangUp])
    Signal.user1.raise()

    #expect(try loop.wait(until: nil) == [.signal(.user1)])
  }
}
