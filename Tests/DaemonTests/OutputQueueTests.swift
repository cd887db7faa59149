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
    queue.append(OutgoingMessage([1, 2, 3]))
    queue.append(OutgoingMessage([4]))
    queue.append(OutgoingMessage([5, 6]))

    while !queue.isEmpty { queue.drain { peer.take($0) } }

    #expect(peer.received == [1, 2, 3, 4, 5, 6])
  }

  @Test func `what a full peer does not take stays, and goes on where it stopped`() {
    var queue = OutputQueue()
    var peer = Peer(room: 100, capacity: 4)
    queue.append(OutgoingMessage([1, 2, 3]))
    queue.append(OutgoingMessage([4, 5, 6]))

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
    queue.append(OutgoingMessage([1]))

    #expect(throws: Gone.self) { try queue.drain { (_) throws(Gone) in throw Gone() } }
  }

  @Test func `a message that waits for several counts once, until the last has it`() {
    let total = OutgoingMessage.Total()
    var queues = [OutputQueue(), OutputQueue()]
    var message: OutgoingMessage? = OutgoingMessage([1, 2, 3], in: total)
    #expect(total.bytes == 0)

    for index in queues.indices { queues[index].append(message!) }
    message = nil
    #expect(total.bytes == 3 && queues.map(\.byteCount) == [3, 3])

    queues[0].drain { $0.count }
    #expect(total.bytes == 3)
    queues[1].drain { $0.count }
    #expect(total.bytes == 0)
  }
}
