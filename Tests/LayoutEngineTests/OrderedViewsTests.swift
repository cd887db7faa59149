import LayoutModel
import TestSupport
import Testing

@testable import LayoutEngine

/// The list that lies in pieces says the same as one that does not.
@Suite("Views of a stack while they are moved") struct OrderedViewsTests {
  @Test(arguments: [0, 1, 256, 257, 1000])
  func `what is put in and taken out stands where it would in a list`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count) + 7)
    var plain = (0..<count).map { ViewID(Int32($0)) }
    var views = OrderedViews(plain)
    #expect(views.all == plain)

    for step in 0..<3000 {
      if !plain.isEmpty, Bool.random(using: &generator) {
        let view = plain.remove(at: Int.random(in: plain.indices, using: &generator))
        views.remove(view)
      } else {
        let view = ViewID(Int32(count + step))
        // What is too far is the end, what is before the beginning the beginning.
        let place = Int.random(in: -2...plain.count + 2, using: &generator)
        plain.insert(view, at: max(0, min(place, plain.count)))
        views.insert(view, at: place)
      }
      if views.count != plain.count { break }
    }

    #expect(views.all == plain)
    views.removeAll()
    #expect(views.all == [] && views.count == 0)
    views.insert(ViewID(3), at: 0)
    #expect(views.all == [ViewID(3)])
  }
}
