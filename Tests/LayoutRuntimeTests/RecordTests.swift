import Frames
import Geometry
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables
import TestSupport
import Testing

@testable import LayoutRuntime

/// Records that are set, inserted, changed, moved and deleted while a scene runs.
@Suite("Rows from data") struct RecordTests {
  static let text = """
    var tags: list(id: number, word: text) = [(id: 1, word: "new"), (id: 2, word: "old")]
    component bubble(caption: text, unread: condition, extra: length = 0) {
      label name text: caption + suffix at 10, 2, 100, 16
      if unread animate 200ms { height 40 + extra } else { height 20 + extra }
    }
    var suffix = "!"
    layout page size 200, 400 {
      var rows: list(id: text, from: text, unread: flag, extra: length, tint: colour, kind: text) = [
        (id: "a", from: "Ada", unread: true, extra: 0, tint: #f00, kind: "big"),
        (id: "b", from: "Bo", unread: false, extra: 4, tint: #00ff0080, kind: "small")
      ]
      vstack column top 0 leading 0 width 200 {
        for r in rows by r.id {
          bubble row[r.id](r.from, r.unread, r.extra) { if r.kind == "big" { background: r.tint } }
          hstack chips height 10 gap 2 { for t in tags by t.id { box chip width 4 * t.id } }
        }
      }
      box end top == column.bottom height 5 leading 0 width 30
    }
    """

  var world = World(serving: ["page.layout": text])

  private var picture: FrameSet { world.runtime.scenes["page"]!.published.history.current }
  private var paths: [String] { picture.views.map(\.path).filter { $0.hasSuffix("]") && !$0.contains("chip[") } }

  static func record(
    _ id: String, from: String = "X", unread: Bool = false, extra: Double = 0, kind: String = "small"
  ) -> SettableRecord {
    SettableRecord([
      ("id", .text(id)), ("from", .text(from)), ("unread", .truth(unread)), ("extra", .number(extra)),
      ("tint", .text("#123456")), ("kind", .text(kind)),
    ])
  }

  private func frame(_ path: String) -> [Double]? { world.frame(of: path, in: "page") }

  private mutating func failure(_ operation: Operation) -> String? {
    guard case .badOperation(_, let words)? = world.apply(operation, to: "page")?.failure else { return nil }
    return words
  }

  // MARK: What comes of it

  @Test func `the views of a record go by its key, one record after the other`() {
    #expect(paths == ["column.row[\"a\"]", "column.chips[\"a\"]", "column.row[\"b\"]", "column.chips[\"b\"]"])
    // 40 and 10, then 20 + 4 and 10. The last chip takes what is left of the row: 200 - 4 - 2.
    #expect(frame("column.row[\"b\"]") == [0, 50, 200, 24])
    #expect(frame("column.chips[\"b\"].chip[\"2\"]") == [6, 0, 194, 10])
    #expect(frame("end") == [0, 84, 30, 5])
    #expect(picture.views.first { $0.path == "column.row[\"b\"].name" }?.content.text == "Bo!")
  }

  @Test mutating func `a record goes in at a place, and those around keep their views`() {
    let before = picture
    _ = world.apply(.records(list: "rows", .insert([Self.record("n", unread: true)], .index(0))), to: "page")

    #expect(paths.first == "column.row[\"n\"]")
    #expect(frame("column.row[\"a\"]") == [0, 50, 200, 40])
    let ids = Dictionary(uniqueKeysWithValues: picture.views.map { ($0.path, $0.id) })
    for view in before.views { #expect(ids[view.path] == view.id) }

    _ = world.apply(.records(list: "rows", .delete(["n"])), to: "page")
    #expect(picture == before)
  }

  @Test mutating func `records move, and go before others`() {
    _ = world.apply(.records(list: "rows", .insert([Self.record("c"), Self.record("d")], .before("b"))), to: "page")
    #expect(paths.filter { $0.contains("row") }.map { $0.dropFirst(12).prefix(1) } == ["a", "c", "d", "b"])
    _ = world.apply(.records(list: "rows", .move(["d", "a"], nil)), to: "page")
    #expect(paths.filter { $0.contains("row") }.map { $0.dropFirst(12).prefix(1) } == ["c", "b", "d", "a"])
    _ = world.apply(.records(list: "rows", .move(["a"], .before("c"))), to: "page")
    #expect(paths.filter { $0.contains("row") }.map { $0.dropFirst(12).prefix(1) } == ["a", "c", "b", "d"])
  }

  @Test mutating func `another text of one record is one measurement and compiles nothing`() {
    let records = (0..<300).map { Self.record("k\($0)", from: "Sender \($0)") }
    _ = world.apply(.set(.variable, of: "rows", to: .records(records)), to: "page")
    let before = world.runtime.scenes["page"]!.live!.value.statistics

    _ = world.apply(
      .records(list: "rows", .change(key: "k7", SettableRecord([("from", .text("Short"))]))), to: "page")

    let after = world.runtime.scenes["page"]!.live!.value.statistics
    #expect(picture.views.first { $0.path == "column.row[\"k7\"].name" }?.content.text == "Short!")
    #expect(after.measurements - before.measurements <= 1)
    #expect(after.compilations - before.compilations <= 0)
  }

  @Test mutating func `a number of a record is read like that of a var, and a flag turns its branch in its own time`() {
    _ = world.apply(.records(list: "rows", .change(key: "b", SettableRecord([("extra", .number(10))]))), to: "page")
    #expect(frame("column.row[\"b\"]") == [0, 50, 200, 30])

    _ = world.apply(.records(list: "rows", .change(key: "b", SettableRecord([("unread", .truth(true))]))), to: "page")
    world.advance(milliseconds: 100)
    let height = frame("column.row[\"b\"]")![3]
    #expect(height > 31 && height < 49)
    world.advance(milliseconds: 200)
    #expect(frame("column.row[\"b\"]") == [0, 50, 200, 50])
  }

  @Test mutating func `a choice within a value goes by its record's flag while the scene runs`() {
    let text = """
      layout page size 200, 400 {
        var rows: list(id: text, on: flag) = [(id: "a", on: true), (id: "b", on: false)]
        vstack column top 0 leading 0 width 200 {
          for m in rows by m.id { box mark height 40 if m.on else 30 background: #ff0000 if m.on else #00ff00 }
        }
      }
      """
    world = World(serving: ["page.layout": text])
    var follower = world.subscribe(Subscription(filter: FrameFilter(fields: .all)))
    func colour(_ key: String) -> Look.Paint? {
      _ = follower.newMessages(from: &world)
      let view = follower.picture.views.first { $0.path == "column.mark[\"\(key)\"]" }
      return view?.appearance.look.flatMap { follower.picture.looks[$0]?.background }
    }
    func turn(_ key: String, _ isOn: Bool) {
      let record = SettableRecord([("on", .truth(isOn))])
      #expect(world.apply(.records(list: "rows", .change(key: key, record)), to: "page")?.failure == nil)
    }
    #expect(colour("a") == .colour(0xff00_00ff) && colour("b") == .colour(0x00ff_00ff))
    #expect(frame("column.mark[\"b\"]") == [0, 40, 200, 30])

    turn("a", false)
    turn("b", true)

    #expect(colour("a") == .colour(0x00ff_00ff) && colour("b") == .colour(0xff00_00ff))
    #expect(frame("column.mark[\"b\"]") == [0, 30, 200, 40])

    turn("a", true)

    #expect(colour("a") == .colour(0xff00_00ff))
    #expect(frame("column.mark[\"b\"]") == [0, 40, 200, 40])
  }

  @Test mutating func `a row that comes is animated when that is asked for`() {
    _ = world.apply(.records(list: "rows", .insert([Self.record("n")], .index(0))), animated: true)
    world.advance(milliseconds: 125)
    let top = frame("column.row[\"a\"]")![1]
    #expect(top > 0 && top < 30)
    world.advance(milliseconds: 400)
    #expect(frame("column.row[\"a\"]")![1] == 30)
  }

  @Test mutating func `what is set in a view goes with its record, and stays while others come and go`() {
    _ = world.apply(.set(.text, of: "column.row[\"b\"].name", to: "Mine"), to: "page")
    _ = world.apply(.records(list: "rows", .insert([Self.record("n")], .index(0))), to: "page")
    #expect(picture.views.first { $0.path == "column.row[\"b\"].name" }?.content.text == "Mine")

    _ = world.apply(.records(list: "rows", .delete(["b"])), to: "page")
    _ = world.apply(.records(list: "rows", .insert([Self.record("b", from: "Back")], nil)), to: "page")
    #expect(picture.views.first { $0.path == "column.row[\"b\"].name" }?.content.text == "Back!")
  }

  @Test mutating func `a view of a record that is gone is answered with those of others`() {
    let failure = world.apply(.set(.text, of: "row[\"q\"].name", to: "X"), to: "page")?.failure
    #expect(failure == .unknownView("row[\"q\"].name", near: ["column.row[\"a\"].name", "column.row[\"b\"].name"]))
    let other = world.apply(.set(.text, of: "row.name", to: "X"), to: "page")?.failure
    guard case .unknownView("row.name", let near) = other else {
      Issue.record("no view is called so")
      return
    }
    #expect(near.prefix(2) == ["column.row[\"a\"].name", "column.row[\"b\"].name"])
    // A number is no key.
    #expect(nearNames(to: "cell[0].row", in: ["cell[0].row[\"a]b\"]"]) == ["cell[0].row[\"a]b\"]"])
  }

  @Test mutating func `records survive a save, also one that adds a field, and what is not known of it is told`() {
    _ = world.apply(.records(list: "rows", .delete(["a"])), to: "page")
    world.save("page.layout", Self.text.replacing("height 5", with: "height 6"))
    #expect(paths.filter { !$0.contains("chips") } == ["column.row[\"b\"]"])
    let edited = Self.text.replacing("id: text, from", with: "id: text, more: flag, from")
      .replacing("id: \"a\",", with: "id: \"a\", more: true,").replacing("id: \"b\",", with: "id: \"b\", more: true,")

    world.save("page.layout", edited)
    #expect(paths.filter { !$0.contains("chips") } == ["column.row[\"b\"]"])
    #expect(world.runtime.scenes["page"]?.settings.outside.records["rows"]?.records.first?.values[1] == .flag(true))
    #expect(told == [])

    world.save("page.layout", Self.text)
    _ = world.apply(.records(list: "rows", .insert([Self.record("n")], .index(0))), to: "page")
    world.save("page.layout", edited)
    #expect(paths.filter { !$0.contains("chips") } == ["column.row[\"n\"]", "column.row[\"b\"]"])
    let values = world.runtime.scenes["page"]?.settings.outside.records["rows"]?.records.map { $0.values[1] }
    #expect(values == [.flag(false), .flag(true)])
    #expect(
      told == [
        "the 2 records that were set in 'rows' stay, and say nothing of a new field: 'more' is false where the file has "
          + "no such record"
      ])
    var other = world
    other.restart(compacting: true)
    #expect(
      other.runtime.scenes["page"]?.settings.outside.records == world.runtime.scenes["page"]?.settings.outside.records)
  }

  @Test mutating func `a field that has another name is told with the records whose values went`() {
    _ = world.apply(.records(list: "rows", .insert([Self.record("n")], nil)), to: "page")
    _ = world.apply(.records(list: "rows", .delete(["b"])), to: "page")

    world.save("page.layout", Self.text.replacing("from", with: "sender"))
    #expect(
      told == [
        "the values of 'from' in 2 records that were set in 'rows' went, since the list has no such field any more",
        "the 2 records that were set in 'rows' stay, and say nothing of a new field: 'sender' is \"\" where the file "
          + "has no such record",
      ])
    // The log of a daemon has it, too.
    let logged = world.runtime.complaints(about: "page.layout")?.diagnostics.filter { $0.code.rawValue == "W2914" }
    #expect(logged?.map(\.message) == told)
  }

  @Test mutating func `records go when their key is another field that they do not have`() {
    _ = world.apply(.records(list: "rows", .delete(["a"])), to: "page")

    world.save(
      "page.layout",
      Self.text.replacing("id: text, from", with: "name: text, from").replacing("r.id", with: "r.name")
        .replacing("id: \"a\",", with: "name: \"a\",").replacing("id: \"b\",", with: "name: \"b\","))
    #expect(paths.first == "column.row[\"a\"]")
    #expect(
      told == ["a record that was set in 'rows' went, since its records have other fields or another key now"])
  }

  private var told: [String] { Self.told(in: world, of: "page") }

  private static func told(in world: World, of scene: String) -> [String] {
    (world.runtime.scenes[scene]?.published.report.content.diagnostics ?? [])
      .filter { $0.code.rawValue == "W2914" }.map(\.message)
  }

  @Test mutating func `a save without the list says that its records went`() {
    _ = world.apply(.set(.variable, of: "rows", to: .records([Self.record("x"), Self.record("y")])), to: "page")
    #expect(told == [])
    let other = "layout page size 200, 400 { box end height 5 }"

    world.save("page.layout", other)
    #expect(told == ["2 records that were set in 'rows' went, since there is no list of that name any more"])

    world.save("page.layout", other.replacing("5", with: "6"))
    #expect(told == [])
  }

  @Test mutating func `what was set in a view of a record is gone when its list is taken back`() {
    func text(_ world: World) -> String? {
      world.runtime.scenes["page"]?.published.history.current.views
        .first { $0.path == "column.row[\"c\"].name" }?.content.text
    }
    let insertion = Operation.records(list: "rows", .insert([Self.record("c")], nil))
    _ = world.apply(insertion, to: "page")
    _ = world.apply(.set(.text, of: "column.row[\"c\"].name", to: "other"), to: "page")
    #expect(text(world) == "other")

    _ = world.apply(.set(.variable, of: "rows", to: nil), to: "page")
    #expect(world.runtime.scenes["page"]?.settings.outside.count == 0)
    _ = world.apply(insertion, to: "page")
    #expect(text(world) == "X!")
  }

  @Test mutating func `taken back, the file's records are there again`() {
    let before = picture
    _ = world.apply(.set(.variable, of: "rows", to: .records([])), to: "page")
    #expect(paths == [])
    _ = world.apply(.set(.variable, of: "rows", to: nil), to: "page")
    #expect(picture == before)
    #expect(world.runtime.scenes["page"]?.settings.outside == OutsideState())
  }

  // MARK: What is wrong

  @Test mutating func `what is wrong with a record is told with its path, and nothing happens`() {
    let before = picture
    func set(_ records: SettableRecord...) -> Operation { .set(.variable, of: "rows", to: .records(records)) }
    func changing(_ name: String, _ value: SettableValue?) -> SettableRecord {
      SettableRecord(
        Self.record("x").fields.compactMap { field in
          field.name == name ? value.map { (name, $0) } : (field.name, field.value)
        })
    }
    let complaints = [
      (set(Self.record("y"), changing("unread", "yes")), "rows[1].unread: it must be true or false, not \"yes\""),
      (set(changing("extra", true)), "rows[0].extra: it must be a length, not true"),
      (set(changing("tint", "red")), "rows[0].tint: it must be a colour, like #ff8800, not \"red\""),
      (set(changing("from", nil)), "rows[0].from: it is missing; it must be a text"),
      (
        set(SettableRecord([("form", "x")])),
        "rows[0].form: the records of 'rows' have no such field; did you mean 'from'?"
      ),
      (set(Self.record("x"), Self.record("x")), "rows[1].id: rows[0] has the key 'x' already"),
      (
        .records(list: "rows", .insert([Self.record("a")], nil)),
        "value.id: 'rows' has a record 'a' already; change gives it other values"
      ),
      (
        .records(list: "rows", .insert([Self.record("x"), changing("extra", true)], nil)),
        "value[1].extra: it must be a length, not true"
      ),
      (.records(list: "rows", .delete(["z"])), "'rows' has no record 'z'"),
      (
        set(Self.record(String(repeating: "é", count: 513))), "rows[0].id: the key of a record has at most 1024 bytes"
      ),
      (
        .records(list: "rows", .insert([Self.record(String(repeating: "k", count: 1025))], nil)),
        "value.id: the key of a record has at most 1024 bytes"
      ),
      (set(SettableRecord([("from", "X"), ("from", "Y")])), "rows[0].from: it stands twice"),
      (
        .records(list: "rows", .change(key: "a", SettableRecord([("from", "X"), ("from", "Y")]))),
        "value.from: it stands twice"
      ),
      (
        .records(list: "rows", .move(["a"], .index(2))),
        "place 2 is behind the end: places in 'rows' go from 0 to 1"
      ),
      (
        .records(list: "rows", .insert([Self.record("x")], .index(99))),
        "place 99 is behind the end: places in 'rows' go from 0 to 2"
      ),
      (
        .records(list: "rows", .change(key: "a", SettableRecord([("id", "q")]))),
        "value.id: a record keeps its key; to replace it, delete it and insert another"
      ),
      (.set(.variable, of: "rows", to: "text"), "'rows' is a list of records: a JSON array of objects"),
      (.set(.variable, of: "suffix", to: .records([])), "the variable 'suffix' is no list of records"),
    ]
    for (operation, words) in complaints { #expect(failure(operation)?.hasPrefix(words) == true, "\(words)") }
    #expect(picture == before)
  }

  @Test func `a contradiction in a repetition has the help that it has outside of one`() {
    let world = World(serving: [
      "page.layout": """
      layout page size 100, 100 {
        var rows: list(id: text) = [(id: "a"), (id: "b")]
        for r in rows by r.id { box b left 10 top 0 size 5, 5 { edges <= super.edges } }
      }
      """
    ])
    let told = world.runtime.scenes["page"]?.published.report.content.diagnostics ?? []

    #expect(told.contains { $0.code.rawValue == "E3001" })
    #expect(told.flatMap(\.notes).contains { $0.message.contains("what stays inside is `fill <= super`") })
  }

  // MARK: Laws

  @Test(arguments: UInt64(1)...20)
  func `any sequence of changes comes to what the final records come to, and a restart changes nothing`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var world = World(serving: ["page.layout": Self.text])
    var follower = world.subscribe(Subscription(scene: "page"))
    for step in 1...25 {
      let table = world.runtime.scenes["page"]!.settings.outside.records["rows"]
      let keys = table?.keys ?? ["a", "b"]
      _ = world.apply(Self.anything(to: keys, step, &generator), to: "page")
      if generator.below(3) == 0 { world.advance(milliseconds: 90) }
      world.advance(milliseconds: 1000)

      let scene = world.runtime.scenes["page"]!
      var fresh = LayoutScene(scene.live!.value.written, inputs: scene.inputs)
      _ = fresh.solve(measuring: FixedMetrics())
      let shown = scene.published.history.current
      #expect(shown.views.map(\.path) == fresh.layout.views.map(\.path), "seed \(seed), step \(step)")
      #expect(
        shown.views.map(\.frame) == fresh.layout.views.indices.map { Frame(fresh.frame(of: ViewID(Int32($0)))) },
        "seed \(seed), step \(step)")
      #expect(
        shown.views.map(\.content) == fresh.layout.views.indices.map { fresh.content(of: ViewID(Int32($0))) },
        "seed \(seed), step \(step)")
      follower.catchUp(with: &world)
      #expect(follower.picture == shown, "seed \(seed), step \(step)")
      if step % 5 == 0 {
        var other = world
        other.restart(compacting: step % 10 == 0)
        let again = other.runtime.scenes["page"]!
        #expect(again.settings.outside == scene.settings.outside, "seed \(seed), step \(step)")
        #expect(again.published.history.current.renumbered == shown.renumbered, "seed \(seed), step \(step)")
      }
    }
  }

  /// Texts that wrap, and numbers that views say of themselves; a flag has another structure.
  static let plain = """
    layout page size 200, 400 {
      var rows: list(id: text, from: text, big: number, base: length, dim: number) = [
        (id: "a", from: "Ada", big: 12, base: 3, dim: 1), (id: "b", from: "Bo", big: 16, base: 4, dim: 0.5)
      ]
      vstack column top 0 leading 0 {
        if flag(narrow) { width 60 } else { width 160 }
        for r in rows by r.id {
          label said text: r.from fontSize: r.big
          label line text: r.from lines: 1 alpha: r.dim
          box drawn height 20 baselines r.base, 2
        }
      }
    }
    """

  @Test(arguments: UInt64(1)...10)
  func `other values alone come to what a new scene comes to, whatever structure is in use`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var world = World(serving: ["page.layout": Self.plain])
    for step in 1...30 {
      let key = ["a", "b"][generator.below(2)]
      let fields: [(String, SettableValue)] = [
        ("from", .text(String(repeating: "word ", count: generator.below(9)))),
        ("big", .number(Double(8 + generator.below(3) * 4))), ("base", .number(Double(generator.below(20)))),
        ("dim", .number(Double(generator.below(3)) / 2)),
      ]
      switch generator.below(6) {
      case 0: _ = world.apply(.set(.flag, of: "narrow", to: .truth(generator.below(2) == 0)), to: "page")
      case 1: _ = world.apply(.set(.text, of: "column.line[\"b\"]", to: .text("T\(step)")), to: "page")
      default:
        _ = world.apply(
          .records(list: "rows", .change(key: key, SettableRecord([fields[generator.below(4)]]))), to: "page")
      }
      world.advance(milliseconds: 1000)

      let scene = world.runtime.scenes["page"]!
      var fresh = LayoutScene(scene.live!.value.written, inputs: scene.inputs)
      _ = fresh.solve(measuring: FixedMetrics())
      let views = fresh.layout.views.indices.map { ViewID(Int32($0)) }
      let shown = scene.published.history.current.views
      #expect(shown.map(\.frame) == views.map { Frame(fresh.frame(of: $0)) }, "seed \(seed), step \(step)")
      #expect(shown.map(\.content) == views.map { fresh.content(of: $0) }, "seed \(seed), step \(step)")
    }
  }

  private static func anything(
    to keys: [String], _ step: Int, _ generator: inout SeededGenerator
  ) -> Operation {
    func key() -> String { keys.isEmpty ? "none" : keys[generator.below(keys.count)] }
    func place() -> RecordPlace? {
      switch generator.below(3) {
      case 0: nil
      case 1: .index(generator.below(keys.count + 1))
      default: keys.isEmpty ? nil : .before(key())
      }
    }
    let record = Self.record(
      "s\(step)", from: "F\(step)", unread: generator.below(2) == 0, extra: Double(generator.below(9)),
      kind: generator.below(2) == 0 ? "big" : "small")
    switch generator.below(9) {
    case 0, 1, 2: return .records(list: "rows", .insert([record], place()))
    case 3: return .records(list: "rows", .delete([key()]))
    case 4: return .records(list: "rows", .move([key()], place()))
    case 5:
      return .set(
        .variable, of: "tags",
        to: .records((0..<generator.below(4)).map { SettableRecord([("id", .number(Double($0))), ("word", "w")]) }))
    case 6: return .set(.hidden, of: "column.row[\"\(key())\"]", to: .truth(generator.below(2) == 0))
    default:
      let fields: [(String, SettableValue)] = [
        ("from", .text("G\(step)")), ("unread", .truth(step % 2 == 0)), ("extra", .number(Double(step))),
        ("tint", "#abc"), ("kind", step % 3 == 0 ? "big" : "small"),
      ]
      return .records(list: "rows", .change(key: key(), SettableRecord([fields[generator.below(5)]])))
    }
  }

  // MARK: What is too much

  private static func nested(_ loops: Int, _ inside: String = "box b size 1") -> String {
    let heads = (0..<loops).map { "for r\($0) in rows by r\($0).id { " }.joined()
    let lists = "var rows: list(id: text) = [(id: \"a\")]; var none: list(id: text) = []"
    return "layout deep size 100, 100 {\n  \(lists)\n  \(heads)\(inside)\(String(repeating: " }", count: loops))\n}"
  }

  private static func keys(_ count: Int, _ letters: String = "") -> [SettableRecord] {
    (0..<count).map { SettableRecord([("id", .text("\(letters)\($0)"))]) }
  }

  @Test func `records whose copies have no views are too many as well`() {
    // 1,000 × 1,000 repetitions, all without a view.
    var world = World(serving: ["deep.layout": Self.nested(2, "for n in none by n.id { box b }")])
    let answer = world.apply(.records(list: "rows", .insert(Self.keys(1000), nil)), to: "deep")
    guard case .badOperation(_, let words)? = answer?.failure else { return #expect(Bool(false), "it was set") }
    #expect(words.contains("200000"))
    #expect(world.frame(of: "b", in: "deep") == nil)
  }

  @Test func `keys may come to as many bytes as names may`() {
    // 200 × 200 paths with two keys of 1,000 letters: 80 MB.
    var world = World(serving: ["deep.layout": Self.nested(2)])
    let long = String(repeating: "k", count: 1000)
    let answer = world.apply(.records(list: "rows", .insert(Self.keys(200, long), nil)), to: "deep")
    guard case .badOperation(_, let words)? = answer?.failure else { return #expect(Bool(false), "it was set") }
    #expect(words.contains("bytes of names"))
  }

  @Test func `views of records may go over as many rows as views of a file`() {
    // Each counts 1 and 100 × 20: 4,000 are 8,004,000 of 8,000,000.
    let text = """
      layout g size 100, 100 {
        var rows: list(id: text) = []
        grid cells fill { for r in rows by r.id { box b { span 1, 100 } } }
      }
      """
    var world = World(serving: ["g.layout": text])
    let answer = world.apply(.set(.variable, of: "rows", to: .records(Self.keys(4000))), to: "g")
    guard case .badOperation(_, let words)? = answer?.failure else { return #expect(Bool(false), "it was set") }
    #expect(words.contains("8004000 numbers"))
    #expect(world.apply(.set(.variable, of: "rows", to: .records(Self.keys(2))), to: "g")?.failure == nil)
    #expect(world.frame(of: "cells.b[\"1\"]", in: "g") != nil)
  }

  @Test func `records that an edit of the file makes too many count as not set`() {
    // 101 × 101 = 10,201 views may be, and 101 × 101 × 101 may not.
    var world = World(serving: ["deep.layout": Self.nested(2)])
    #expect(world.apply(.records(list: "rows", .insert(Self.keys(100), nil)), to: "deep")?.failure == nil)
    #expect(world.runtime.scenes["deep"]!.published.history.current.views.count == 10_202)

    world.save("deep.layout", Self.nested(3))

    #expect(
      world.runtime.scenes["deep"]!.published.history.current.views.map(\.path) == ["root", "b[\"a\"][\"a\"][\"a\"]"])
    let told = Self.told(in: world, of: "deep")
    #expect(told.count == 1)
    #expect(
      told.first?.hasPrefix("the records that were set in 'rows' are not shown: with them there would be") == true)

    _ = world.apply(.records(list: "rows", .delete((0..<99).map { "\($0)" })), to: "deep")
    // "a" and "99": 8 views and the root.
    #expect(world.runtime.scenes["deep"]!.published.history.current.views.count == 9)
  }

  @Test func `a rank that is written down goes no further than ranks go`() {
    var table = RecordTable(fields: ["id"])
    table.take([("far", RecordTable.Entry(rank: .max, record: Record([.text("far")])))])
    table.take([("near", RecordTable.Entry(rank: .min, record: Record([.text("near")])))])

    table.insert([("end", Record([.text("end")]))], at: 2)
    table.insert([("between", Record([.text("between")]))], at: 1)

    #expect(table.keys == ["near", "between", "far", "end"])
    #expect(table.ranks == table.ranks.sorted())
  }

  // MARK: Records and saves

  private static func page(list: String = "rows", field: String = "hides") -> String {
    """
    var \(list): list(id: text, \(field): flag) = [(id: "f", \(field): false)]
    layout page size 320, 480 {
      vstack column top 0 leading 0 { for r in \(list) by r.id { box b size 15, 13 { if r.\(field) { hidden } } } }
    }
    """
  }

  private static func hiding(_ id: String, _ field: String = "hides", _ value: Bool = false) -> SettableRecord {
    SettableRecord([("id", .text(id)), (field, .truth(value))])
  }

  private static func rows(in world: World) -> [String] {
    world.runtime.scenes["page"]!.published.history.current.views.dropFirst(2).map(\.path)
  }

  @Test func `records for a list are shown in the turn of the save that gave it its name`() {
    var world = World(serving: ["page.layout": Self.page(list: "former")])
    world.write("page.layout", Self.page(list: "later"))

    let records = [Self.hiding("x", "hides", true), Self.hiding("y")]
    _ = world.apply(.set(.variable, of: "later", to: .records(records)), to: "page")

    #expect(Self.rows(in: world) == ["column.b[\"x\"]", "column.b[\"y\"]"])
    #expect(world.frame(of: "column.b[\"y\"]", in: "page") == [0, 0, 15, 13])
  }

  @Test func `records are remembered that come when all were deleted and a field has got another name`() {
    var world = World(serving: ["page.layout": Self.page(field: "former")])
    _ = world.apply(.records(list: "rows", .insert([Self.hiding("x", "former")], nil)), to: "page")
    _ = world.apply(.records(list: "rows", .delete(["f", "x"])), to: "page")
    world.save("page.layout", Self.page(field: "later"))
    _ = world.apply(.set(.flag, of: "any", to: true), to: "page")
    _ = world.apply(.records(list: "rows", .insert([Self.hiding("y", "later")], nil)), to: "page")
    #expect(Self.rows(in: world) == ["column.b[\"y\"]"])

    world.restart()

    #expect(Self.rows(in: world) == ["column.b[\"y\"]"])
  }
}
