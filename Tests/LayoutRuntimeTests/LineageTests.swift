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

  @Test func `scenes with many views count for many`() {
    var lineages = Lineages()
    func lineage(_ count: Int) -> Lineage {
      var ids = StreamIDs()
      for index in 0..<count { _ = ids.id(of: "v\(index)") }
      return Lineage(ids: ids, revision: Revision(UInt64(count)))
    }
    lineages.keep(lineage(40_000), of: "first")
    lineages.keep(lineage(30_000), of: "second")
    #expect(lineages.count == 1)
    // Whoever still has revision 40,000 of the first gets a snapshot, whatever the scene is called.
    #expect(lineages.resume("first") == Lineage(revision: Revision(40_000)))

    #expect(lineages.resume("second").ids.count == 30_000)
    lineages.keep(lineage(60_000), of: "third")
    lineages.keep(lineage(1), of: "fourth")
    #expect(lineages.count == 2)
    lineages.keep(lineage(60_000), of: "third")
    #expect(lineages.count == 2)
  }

  @Test func `names that edits made up are forgotten in the end, and no number comes again`() {
    var ids = StreamIDs()
    func record(_ path: String) -> ViewRecord {
      ViewRecord(
        id: ids.id(of: path), path: path, kind: "box", parent: nil, index: 0,
        frame: Frame(x: 0, y: 0, width: 0, height: 0))
    }
    let root = record("root")
    for index in 0..<StreamIDs.mostAbsent { _ = ids.id(of: "v\(index)") }
    ids.forgetAbsent(besides: [root])
    #expect(ids.count == StreamIDs.mostAbsent + 1)

    _ = ids.id(of: "one more")
    ids.forgetAbsent(besides: [root])

    #expect(ids.count == StreamIDs.mostAbsent / 2 + 1)
    #expect(ids.knows("root") && ids.knows("one more") && !ids.knows("v0"))
    // The root has 0, and the names that were made up all those behind it.
    #expect(ids.id(of: "v0") == StreamID(UInt32(StreamIDs.mostAbsent) + 2))
  }
}
