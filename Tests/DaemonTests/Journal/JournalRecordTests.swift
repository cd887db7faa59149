import Fuzzing
import Geometry
import JSONText
import LayoutEngine
import LayoutRuntime
import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("Records in a journal") struct JournalRecordTests {
  /// Each kind, set and taken back.
  static let settings: [SceneSetting] = [
    .width(.fixed(390)), .width(.wrapping), .width(nil), .height(.fixed(0.1)), .height(nil), .scale(3), .scale(nil),
    .safe(.init(top: 1, left: 2, bottom: 3, right: 4.015625)), .safe(nil), .margins(.all(-8)), .margins(nil),
    .keyboard(120), .keyboard(nil), .trait(name: "style", value: "dark"), .trait(name: "style", value: nil),
    .flag(name: "editing", isSet: true), .flag(name: "editing", isSet: false), .flag(name: "editing", isSet: nil),
    .variable(name: "columns", value: 1e-300), .variable(name: "columns", value: nil),
    .value(name: "greeting", .text("a \"b\"")), .value(name: "tint", .colour(0x01ff_8800)),
    .value(name: "pace", .duration(0.1)), .value(name: "pace", nil),
    .configuration(view: "panel", name: "visible"), .configuration(view: "root", name: nil),
    .constant(key: "card.gap", values: [1, 2, 3, 4], written: "10, n, 10px, 0"),
    .constant(key: "card.gap", values: nil, written: nil),
    .text(view: "title", value: "a \"b\"\n\u{1E}\u{0}😀", written: "c"), .text(view: "title", value: "", written: nil),
    .text(view: "title", value: nil, written: nil), .hidden(view: "a.b", isHidden: true, written: "flag(x)"),
    .hidden(view: "a.b", isHidden: false, written: nil), .hidden(view: "a.b", isHidden: nil, written: nil),
    .intrinsic(view: "map", size: IntrinsicSize(width: 5, height: nil, firstBaseline: 4, lastBaseline: 0)),
    .intrinsic(view: "map", size: nil), .scroll(view: "pages", offset: Point(x: 0, y: 12.5)),
    .scroll(view: "pages", offset: nil), .place(view: "badge", .away),
    .place(view: "badge", .arranged(in: "row.inner", index: 3, isLast: true)),
    .place(view: "badge", .arranged(in: "row", index: 0, isLast: false)), .place(view: "badge", nil),
  ]

  static let records: [MemoryRecord] = [
    .opened(scene: "big", layout: "card", environment: settings), .opened(scene: "", layout: "", environment: []),
    .set(scene: "card/phone landscape", settings), .forgotten(scene: "card"), .closed(scene: "card"),
    .reopened(scene: "card"),
  ]

  @Test(arguments: records)
  func `what is written is read back`(record: MemoryRecord) throws {
    let content = Array(record.json.text.utf8)
    let reading = MemoryRecord.reading(try JSON(parsing: content))

    #expect(reading.record == record)
    #expect(!reading.isPartial)
    #expect(JournalText(reading: JournalText.entry(content)).entries.map(\.content) == [content])
  }

  @Test(arguments: settings)
  func `every setting is read back by itself`(setting: SceneSetting) throws {
    #expect(SceneSetting(try JSON(parsing: Array(setting.json.text.utf8))) == setting)
  }

  /// The words stay readable for ever: files of this version lie on somebody's disk.
  @Test func `version 1 reads as it was written`() throws {
    let line = """
      {"set":"card","to":[{"width":true,"to":390},{"height":true,"to":"wrapping"},{"trait":"style","to":"dark"},\
      {"config":"panel","to":null},{"constant":"card.gap","to":[16],"written":"10"},\
      {"intrinsic":"map","to":[5,6,null,null]}]}
      """
    let record = MemoryRecord.set(
      scene: "card",
      [
        .width(.fixed(390)), .height(.wrapping), .trait(name: "style", value: "dark"),
        .configuration(view: "panel", name: nil), .constant(key: "card.gap", values: [16], written: "10"),
        .intrinsic(view: "map", size: IntrinsicSize(width: 5, height: 6)),
      ])
    #expect(MemoryRecord.reading(try JSON(parsing: Array(line.utf8))).record == record)
    #expect(record.json.text == line)
  }

  @Test func `of a record of a newer version what is known is taken`() throws {
    let line = #"{"set":"card","to":[{"zoom":true,"to":2},{"flag":"x","to":true,"since":4}],"by":"me"}"#
    let reading = MemoryRecord.reading(try JSON(parsing: Array(line.utf8)))

    #expect(reading.record == .set(scene: "card", [.flag(name: "x", isSet: true)]))
    #expect(reading.isPartial)
  }

  @Test(arguments: [
    #"{"dreamt":"card"}"#, "{}", "[]", "7", #"{"set":7,"to":[]}"#, #"{"opened":"a"}"#,
  ])
  func `a kind that is not known is said to be so`(line: String) throws {
    let reading = MemoryRecord.reading(try JSON(parsing: Array(line.utf8)))

    #expect(reading.record == nil)
    #expect(reading.isPartial)
  }

  @Test(arguments: [
    #"{"width":true,"to":-1}"#, #"{"width":true,"to":"wide"}"#, #"{"scale":true,"to":0}"#, #"{"flag":"x","to":1}"#,
    #"{"safe":true,"to":[1,2,3]}"#, #"{"intrinsic":"a","to":[1,2,3,-4]}"#, #"{"constant":"a","to":[]}"#,
    #"{"keyboard":true,"to":-3}"#, #"{"trait":3,"to":"a"}"#, #"{"width":true}"#, "[]",
  ])
  func `a value that cannot be set is not taken`(line: String) throws {
    #expect(SceneSetting(try JSON(parsing: Array(line.utf8))) == nil)
  }

  @Test(arguments: UInt64(1)...10)
  func `mutated records are read without complaint, and lead a runtime nowhere it breaks`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 1...30 {
      let lines = (0..<10).map { _ in
        Mutation.mutated(
          Array(Self.records.randomElement(using: &random)!.json.text.utf8),
          signs: Array(#"{}[]":,0123456789-nulltrue abc"#.utf8), upTo: 3, using: &random)
      }
      #expect(JournalLaws.findings(in: Array(lines.joined(separator: [0x0A]))) == [], "seed \(seed)")
    }
  }
}
