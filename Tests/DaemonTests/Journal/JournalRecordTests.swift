import Fuzzing
import Geometry
import JSONText
import LayoutEngine
import LayoutRuntime
import Settables
import TestSupport
import Testing
import Wire

@testable import Daemon

@Suite("Records in a journal") struct JournalRecordTests {
  private static func kept(
    _ slot: Settable.Slot, of subject: String = "", _ value: SettableValue?, written: String? = nil
  ) -> SceneSetting { .kept(slot, of: subject, value, written: written) }

  /// Each slot, with values of its form and without one, over what a file said where that is kept; and places.
  static let settings: [SceneSetting] =
    Settable.Slot.allCases.flatMap { slot -> [SceneSetting] in
      let subject = slot.settable.subject == .scene ? "" : "card.gap"
      let values: [SettableValue?] = slot.form.samples + [nil]
      return values.flatMap { value in
        [kept(slot, of: subject, value)]
          + (slot.settable.entry.keepsWritten ? [kept(slot, of: subject, value, written: "10, n, 10px, 0")] : [])
      }
    } + [
      .place(view: "badge", .away), .place(view: "badge", .arranged(in: "row.inner", index: 3, isLast: true)),
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
      {"set":"card","to":[{"width":true,"to":390},{"height":true,"to":"wrapping"},{"scale":true,"to":3},\
      {"safe":true,"to":[1,2,3,4.015625]},{"margins":true,"to":null},{"keyboard":true,"to":120},\
      {"trait":"style","to":"dark"},{"flag":"editing","to":false},{"variable":"columns","to":3},\
      {"value":"greeting","to":{"text":"Hi"}},{"value":"tint","to":{"colour":"#01ff8800"}},\
      {"value":"pace","to":{"duration":"250ms"}},\
      {"config":"panel","to":null},{"constant":"card.gap","to":[16],"written":"10"},\
      {"priority":"card.gap","to":250,"written":"1000"},{"multiplier":"card.gap","to":0.5,"written":"1"},\
      {"active":"card.gap","to":false},\
      {"text":"title","to":"Hi","written":"Hello"},{"hidden":"a.b","to":true,"written":"flag(x)"},\
      {"intrinsic":"map","to":[5,6,null,null]},{"scroll":"pages","to":[0,12.5]},{"place":"badge","to":"away"}]}
      """
    let record = MemoryRecord.set(
      scene: "card",
      [
        Self.kept(.width, 390), Self.kept(.height, "wrapping"), Self.kept(.scale, 3),
        Self.kept(.safe, [1, 2, 3, 4.015625]), Self.kept(.margins, nil), Self.kept(.keyboard, 120),
        Self.kept(.trait, of: "style", "dark"), Self.kept(.flag, of: "editing", false),
        Self.kept(.variable, of: "columns", 3), Self.kept(.value, of: "greeting", .typed("text", "Hi")),
        Self.kept(.value, of: "tint", .typed("colour", "#01ff8800")),
        Self.kept(.value, of: "pace", .typed("duration", "250ms")),
        Self.kept(.config, of: "panel", nil), Self.kept(.constant, of: "card.gap", [16], written: "10"),
        Self.kept(.priority, of: "card.gap", 250, written: "1000"),
        Self.kept(.multiplier, of: "card.gap", 0.5, written: "1"), Self.kept(.active, of: "card.gap", false),
        Self.kept(.text, of: "title", "Hi", written: "Hello"),
        Self.kept(.hidden, of: "a.b", true, written: "flag(x)"), Self.kept(.intrinsic, of: "map", [5, 6, nil, nil]),
        Self.kept(.scroll, of: "pages", [0, 12.5]), .place(view: "badge", .away),
      ])
    #expect(MemoryRecord.reading(try JSON(parsing: Array(line.utf8))).record == record)
    #expect(record.json.text == line)
  }

  @Test func `of a record of a newer version what is known is taken`() throws {
    let line = #"{"set":"card","to":[{"zoom":true,"to":2},{"flag":"x","to":true,"since":4}],"by":"me"}"#
    let reading = MemoryRecord.reading(try JSON(parsing: Array(line.utf8)))

    #expect(reading.record == .set(scene: "card", [Self.kept(.flag, of: "x", true)]))
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

  @Test(arguments: Settable.Slot.allCases)
  func `a value of another form is not taken`(slot: Settable.Slot) throws {
    let subject: JSON = slot.settable.subject == .scene ? true : "a"
    for value in slot.form.misfits {
      #expect(SceneSetting([slot.rawValue: subject, "to": value.json]) == nil, "\(value)")
    }
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
