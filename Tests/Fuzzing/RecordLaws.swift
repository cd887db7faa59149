import LayoutEngine
import LayoutModel
import LayoutSyntax

/// Rows from data: after any changes of records, and of whatever else can be set, a scene is a new one with these
/// records, to the bit.
public enum RecordLaws {
  /// A repetition inside of another, in a list, in a flow, and in a grid whose texts give way by the column that they
  /// are in; one that asks where an outer view is; spacers, scroll views, conditions on sizes; fields in numbers, in
  /// texts, colours and conditions.
  private static let texts = [
    """
    layout page size 200, 400 {
      var tags: list(id: text, wide: length) = [(id: "t", wide: 4)]
      var rows: list(id: text, from: text, on: flag, extra: length, tint: colour) = [
        (id: "a", from: "Ada", on: true, extra: 0, tint: #f00), (id: "b", from: "Bo", on: false, extra: 4, tint: #0f0)
      ]
      vstack column top 0 leading 0 width 200 {
        for r in rows by r.id animate 200ms {
          box row height 20 + r.extra background: r.tint {
            label name text: r.from + "!" top 0 leading 0
            if r.on animate 200ms { name.width <= 40 + r.extra }
            for t in tags by t.id { box tag width t.wide top 0 bottom 0 trailing 0 }
          }
        }
      }
      for t in tags by t.id { box foot top == column.bottom + t.wide leading 0 width 30 height 5 }
    }
    """,
    """
    layout page size 120, 400 {
      var rows: list(id: text, from: text, on: flag, extra: length) = [
        (id: "a", from: "Ada", on: true, extra: 0), (id: "b", from: "Bo and some more words", on: false, extra: 4),
        (id: "c", from: "Cy", on: false, extra: 8)
      ]
      grid form columns auto, 1*, auto top 0 leading 0 trailing 0 gap 3 {
        for r in rows by r.id {
          label key text: r.id
          hstack line { label value text: r.from { if r.on { hidden } }; box b width r.extra height 5 }
        }
        label last text: "Some words at the end"
      }
    }
    """,
    """
    layout page size 200, 400 {
      var tags: list(id: text, wide: length) = [(id: "t", wide: 4), (id: "u", wide: 9)]
      var rows: list(id: text, from: text, on: flag, extra: length) = [
        (id: "a", from: "Ada", on: true, extra: 0), (id: "b", from: "Bo and some more words", on: false, extra: 4),
        (id: "c", from: "Cy", on: false, extra: 8), (id: "d", from: "Di", on: true, extra: 4)
      ]
      list all top 0 leading 0 trailing 0 bottom 100 gap 3 {
        label header text: "Some"
        for r in rows by r.id {
          view row {
            label name text: r.from + "!" top 2 leading 4 trailing 50 { if r.on { alpha: 0.5 } }
            if r.on { name.height >= 30 }
            if name.height >= 25 { line.height == 24 @999 } else { line.height == 20 @999 }
            hstack line below name leading 0 trailing 0 {
              label a text: r.from
              spacer
              box b width r.extra height 5
            }
            bottom == line.bottom + 2
            vscroll inner size 20 trailing 0 top 0 {
              if r.on { hidden }
              for t in tags by t.id { box tag width t.wide top 0 height 30 leading 0 }
            }
          }
        }
      }
      hflow cloud below all gap 2 leading 0 trailing 0 height 50 gap 4 {
        for t in tags by t.id { label chip text: t.id height 12 }
        box last size 10
      }
      for t in tags by t.id { box foot top == cloud.bottom + t.wide leading 0 width 30 height 5 }
    }
    """,
  ]

  public static func findings(in bytes: [UInt8]) -> [String] {
    var choices = FuzzedBytes(bytes)
    let text = texts[Int.random(in: 0..<texts.count, using: &choices)]
    let (document, diagnostics) = resolve(parse(SourceText(name: "records.layout", text: text)))
    if let mistake = diagnostics.first(where: { $0.severity == .error }) { return [mistake.message] }
    return document.layouts.compactMap { layout in
      SceneLaws.finding(in: layout, using: &choices, steps: 6) { change(&$0, of: layout, using: &$1) }
    }
  }

  private static func change(
    _ inputs: inout SceneInputs, of layout: ResolvedLayout, using random: inout some RandomNumberGenerator
  ) {
    if Int.random(in: 0..<8, using: &random) == 0 { return SceneLaws.change(&inputs, of: layout, using: &random) }
    let list = layout.lists[Int.random(in: 0..<layout.lists.count, using: &random)]
    var records = inputs.records[list.name] ?? list.records
    let place = Int.random(in: 0...records.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0, 1:
      let key = "k\(Int.random(in: 0..<12, using: &random))"
      if !records.contains(where: { $0.values[0] == .text(key) }) {
        records.insert(record(key, of: list, using: &random), at: place)
      }
    case 2: if place < records.count { records.remove(at: place) }
    case 3: if place < records.count { records.insert(records.remove(at: place), at: 0) }
    default:
      guard place < records.count, case .text(let key) = records[place].values[0] else { return }
      records[place] = record(key, of: list, using: &random)
    }
    inputs.records[list.name] = records
  }

  private static func record(
    _ key: String, of list: ListDeclaration, using random: inout some RandomNumberGenerator
  ) -> Record {
    Record(
      list.type.fields.enumerated().map { index, field in
        switch field.type {
        case .text: .text(index == 0 ? key : String(repeating: "x", count: Int.random(in: 0..<9, using: &random)))
        case .flag: .flag(Bool.random(using: &random))
        case .colour: .colour(UInt32.random(in: 0...UInt32.max, using: &random))
        case .number, .length: .number(Double(Int.random(in: 0..<20, using: &random)))
        case .duration: .duration(100)
        }
      })
  }
}
