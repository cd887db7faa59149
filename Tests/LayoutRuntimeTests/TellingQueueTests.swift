import Testing

@testable import LayoutRuntime

@Suite("Scenes that are to be told") struct TellingQueueTests {
  @Test func `those of a document come in the order of their numbers, whichever is back first`() {
    var queue = TellingQueue()
    let numbers = ["a", "b", "c", "d"].map { queue.append($0, of: "one") }
    #expect(numbers == [1, 2, 3, 4])
    _ = queue.removeFirst(of: "one")
    _ = queue.removeFirst(of: "one")
    queue.insert("b", 2, of: "one")
    queue.insert("a", 1, of: "one")

    #expect(queue.hasScene(upTo: 1) && !queue.hasScene(upTo: 0))
    #expect((0..<4).compactMap { _ in queue.removeFirst(of: "one")?.scene } == ["a", "b", "c", "d"])
    #expect(queue.isEmpty && queue.removeFirst(of: "one") == nil)
  }

  @Test func `each document has a queue of its own`() {
    var queue = TellingQueue()
    for scene in ["a", "b"] { _ = queue.append(scene, of: "one") }
    _ = queue.append("c", of: "two")

    #expect(queue.documents == ["one", "two"])
    #expect(queue.hasScene(of: "two", upTo: 3) && !queue.hasScene(of: "two", upTo: 2))
    #expect(queue.removeFirst(of: "two")?.number == 3)
    #expect(queue.documents == ["one"] && !queue.hasScene(of: "two", upTo: 3))
  }
}
