import Testing

@testable import Daemon

@Suite("Messages on their way to a peer") struct OutputQueueTests {
  /// Takes `room` bytes a call, and nothing once it has `capacity`.
  struct Peer {
    var received: [UInt8] = []
    let room: Int
    let capacity: Int

    mutating func take(_ bytes: Span<UInt8>) -> Int {
      let count = min(room, bytes.count, capacity - received.count)
      for index in 0..<count { received.append(bytes[index]) }
      return count
    }
  }

  @Test(arguments: [1, 2, 3, 5, 100])
  func `bytes arrive in order, however few the peer takes at once`(room: Int) {
    var queue = OutputQueue()
    var peer = Peer(room: room, capacity: 100)
    queue.append([1, 2, 3])
    queue.append([4])
    queue.append([5, 6])

    while !queue.isEmpty { queue.drain { peer.take($0) } }

    #expect(peer.received == [1, 2, 3, 4, 5, 6])
  }

  @Test func `what a full peer does not take stays, and goes on where it stopped`() {
    var queue = OutputQueue()
    var peer = Peer(room: 100, capacity: 4)
    queue.append([1, 2, 3])
    queue.append([4, 5, 6])

    queue.drain { peer.take($0) }
    #expect(peer.received == [1, 2, 3, 4])
    #expect(!queue.isEmpty)

    var another = Peer(room: 100, capacity: 100)
    queue.drain { another.take($0) }
    #expect(another.received == [5, 6])
    #expect(queue.isEmpty)
  }

  @Test func `a peer that is gone is told to the caller`() {
    struct Gone: Error {}
    var queue = OutputQueue()
    queue.append([1])

    #expect(throws: Gone.self) { try queue.drain { (_) throws(Gone) in throw Gone() } }
  }
}
