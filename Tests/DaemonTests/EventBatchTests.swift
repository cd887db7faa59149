import Testing

@testable import Daemon
@testable import LayoutRuntime

@Suite("Events that go out in one piece") struct EventBatchTests {
  private func delivery(to recipients: [UInt64], isBinary: Bool = false) -> Delivery {
    let publication = Publication(
      content: .bye(reason: ""), revision: .none, layoutRevision: .none, time: Instant(), isSettled: true, cause: nil)
    return Delivery(publication: publication, recipients: recipients.map { SubscriberID($0) }, isBinary: isBinary)
  }

  @Test func `they have the same recipients, who asked for the same format`() {
    let batch = EventBatch([], of: delivery(to: [2, 5]))

    #expect(batch.takes(delivery(to: [2, 5])))
    #expect(!batch.takes(delivery(to: [2, 5], isBinary: true)))
    #expect(!batch.takes(delivery(to: [2])))
  }

  @Test(
    arguments: [
      ([2], true), ([1, 5, 9], true), ([9], true), ([1, 3, 4, 6, 8, 10], false), ([], false),
    ] as [([UInt64], Bool)])
  func `they come before other events to some of their recipients`(others: [UInt64], isOne: Bool) {
    #expect(EventBatch([], of: delivery(to: [2, 5, 9])).reachesSome(of: delivery(to: others)) == isOne)
  }

  @Test func `a batch that is long is sent`() {
    var batch = EventBatch([UInt8](repeating: 1, count: 40_000), of: delivery(to: [1]))
    #expect(!batch.isFull)

    batch.append([UInt8](repeating: 2, count: 25_536), of: delivery(to: [1]))

    #expect(batch.isFull)
    #expect(batch.bytes.count == 65_536 && batch.bytes.last == 2)
  }
}
