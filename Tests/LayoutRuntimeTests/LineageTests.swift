import Frames
import Testing

@testable import LayoutRuntime

@Suite("What closed scenes leave behind") struct LineageTests {
  @Test func `a name that was closed goes on where it ended`() {
    var lineages = Lineages()
    lineages.keep(Lineage(revision: Revision(7), layoutRevision: Revision(3)), of: "card")

    #expect(lineages.resume("card") == Lineage(revision: Revision(7), layoutRevision: Revision(3)))
    #expect(lineages.resume("card") == Lineage())
  }

  @Test func `of ever new names the oldest are forgotten, and no revision of them comes again`() {
    var lineages = Lineages()
    lineages.keep(Lineage(revision: Revision(7), layoutRevision: Revision(3)), of: "first")
    for index in 0..<Lineages.most { lineages.keep(Lineage(revision: Revision(2)), of: "scene \(index)") }

    #expect(lineages.count == Lineages.most)
    #expect(lineages.resume("first") == Lineage(revision: Revision(7), layoutRevision: Revision(3)))
    #expect(lineages.resume("scene 0").revision == Revision(2))
  }
}
