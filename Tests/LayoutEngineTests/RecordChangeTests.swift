import Fuzzing
import LayoutModel
import TestSupport
import Testing

@testable import LayoutEngine

/// Records that come, go and move cost the rows of what is new, whatever else there is.
@Suite("Changes of records") struct RecordChangeTests {
  @Test(arguments: UInt64(1)...40)
  func `after any changes of records a scene is a new one with these records`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let choices = (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(RecordLaws.findings(in: choices) == [])
  }

  private var scene: LayoutScene

  init() {
    let text = """
      layout page size 200, 400 {
        var rows: list(id: text, from: text) = []
        list all fill { for r in rows by r.id { view row { box b size 20; label name text: r.from top 0 leading 9 } } }
      }
      """
    scene = LayoutScene(layout(text), inputs: SceneInputs())
    scene.inputs.records["rows"] = (0..<100).map { Self.record($0) }
    scene.solve(measuring: FixedMetrics())
  }

  private static func record(_ number: Int, _ text: String = "Words") -> Record {
    Record([.text("k\(number)"), .text(text)])
  }

  /// Emitters that write their rows, texts that are measured, and contents that are worked out, after another change of
  /// the records.
  private mutating func cost(_ change: (inout [Record]) -> Void) -> [Int] {
    let before = scene.statistics
    change(&scene.inputs.records["rows"]!)
    scene.solve(measuring: FixedMetrics())
    let after = scene.statistics
    return [
      after.loweredEmitters - before.loweredEmitters, after.measurements - before.measurements,
      after.contents - before.contents,
    ]
  }

  @Test mutating func `a record costs what is in its row, and that the list is written again`() {
    // The scene and the list; of a new row three views, and two rules each of the box and the label. Contents are those
    // of the list, which scrolls, and of what is new.
    #expect(cost { $0.insert(Self.record(200), at: 0) } == [2 + 3 + 4, 1, 1 + 3])
    #expect(cost { $0.insert(Self.record(201), at: 50) } == [2 + 3 + 4, 1, 1 + 3])
    #expect(cost { $0.insert(Self.record(202), at: $0.count) } == [2 + 3 + 4, 1, 1 + 3])
    #expect(cost { $0.insert(contentsOf: [Self.record(203), Self.record(204)], at: 7) } == [2 + 2 * 7, 2, 1 + 2 * 3])
  }

  @Test mutating func `records that go or move cost that the list is written again`() {
    #expect(cost { $0.remove(at: 0) } == [2, 0, 1])
    #expect(cost { $0.removeSubrange(40..<60) } == [2, 0, 1])
    #expect(cost { $0.insert($0.removeLast(), at: 0) } == [2, 0, 1])
    #expect(cost { $0.swapAt(3, 70) } == [2, 0, 1])
    #expect(cost { $0.reverse() } == [2, 0, 1])
  }

  @Test mutating func `a record that says something else when others come costs its own row too`() {
    let cost = cost {
      $0[5] = Self.record(5, "Other words")
      $0.insert(Self.record(200), at: 0)
    }
    #expect(cost == [2 + 2 * 7, 2, 1 + 2 * 3])
  }

  @Test func `copies of a view share what is set of them, as long as the same holds`() {
    let text = """
      layout page size 200, 400 {
        var rows: list(id: text, on: flag) = []
        list all fill { for r in rows by r.id { box row height 20 alpha: 0.5 { if r.on { alpha: 1 } } } }
      }
      """
    var scene = LayoutScene(layout(text), inputs: SceneInputs())
    scene.inputs.records["rows"] = (0..<10).map { Record([.text("k\($0)"), .flag($0 >= 4)]) }
    scene.solve(measuring: FixedMetrics())

    // The defaults, those of the first four rows, and those of the rest.
    let structure = scene.lowered[0].structure
    #expect(structure.distinctSettings.count == 3)
    #expect((2...11).map { structure.settings(of: ViewID($0)).alpha == .literal($0 < 6 ? 0.5 : 1) }.allSatisfy { $0 })
  }

  @Test func `a place is taken by the record of its key, and by one record only`() {
    func places(_ keys: String, in former: String) -> [Int32] {
      func records(_ keys: String) -> [Record] { keys.map { Record([.text(String($0))]) } }
      return FormerCopies.places(of: records(keys), in: records(former), by: 0)
    }
    #expect(places("xabc", in: "abc") == [-1, 0, 1, 2])
    #expect(places("cab", in: "abc") == [2, 0, 1])
    #expect(places("bc", in: "abc") == [1, 2])
    #expect(places("cba", in: "abc") == [2, 1, 0])
    #expect(places("axbyc", in: "abc") == [0, -1, 1, -1, 2])
    #expect(places("babx", in: "abc") == [1, 0, -1, -1])
    #expect(places("", in: "abc") == [] && places("ab", in: "") == [-1, -1])
  }
}
