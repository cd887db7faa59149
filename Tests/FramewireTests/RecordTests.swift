import Framewire
import LayoutSyntax
import Testing

@Suite("Views for records, said in Swift") struct RecordTests {
  struct Message: LayoutRecord, Identifiable {
    var id: String, from: String, wide = 10.0, count = 0, unread = false, tint: Colour = "ff8800"
    static let fields = [
      RecordField("from", \Message.from), RecordField("wide", \Message.wide), RecordField("count", \Message.count),
      RecordField("unread", \Message.unread), RecordField("tint", \Message.tint),
    ]
  }

  let messages = Records(
    "messages", [Message(id: "a", from: "Ada", unread: true), Message(id: "b", from: "Grace", wide: 25, count: 3)])
  let row = Box("row"), name = Label("name"), bar = Box("bar"), mark = Box("mark")

  var page: Layout {
    Layout("page") {
      List("rows", gap: 4) {
        ForEach(messages) { message in
          row(.height(30)) {
            name(.text("From \(message.from)"), .top(0), .leading(0))
            bar(
              .height(5), .bottom(0), .leading(0), .width(message.wide), .background(message.tint), .alpha(0.25),
              .radius(message.wide / 5))
            If(message.unread) { bar(.alpha(1)) }
            mark(.size(8), .top(0))
            If(message.from == "Grace" && message.wide >= 20) {
              mark.leading == bar.trailing + 2 * message.wide
            } else: {
              mark(.leading(3))
            }
          }
        }
      }(.fill())
    }
  }

  /// Eight letters and ten, of 8 points; each row 30 with 4 between. `b` is Grace's and 25 wide: 25 + 2 * 25.
  @Test func `there is a view for each record, which reads its fields`() throws {
    let frames = page.frames(width: 200, height: 400)

    #expect(frames.diagnostics == [])
    #expect(
      frames.paths == [
        "root", "rows", "rows.row[\"a\"]", "rows.row[\"a\"].name", "rows.row[\"a\"].bar", "rows.row[\"a\"].mark",
        "rows.row[\"b\"]", "rows.row[\"b\"].name", "rows.row[\"b\"].bar", "rows.row[\"b\"].mark",
      ])
    #expect(frames[row.of("a")] == Rect(x: 0, y: 0, width: 200, height: 30))
    #expect(frames[row.of("b")] == Rect(x: 0, y: 34, width: 200, height: 30))
    #expect(frames[name.of("a")].width == 64 && frames[name.of("b")].width == 80)
    #expect(frames[bar.of("a")] == Rect(x: 0, y: 25, width: 10, height: 5))
    #expect(frames[bar.of("b")].width == 25)
    #expect(frames[mark.of("a")].x == 3 && frames[mark.of("b")].x == 75)
    #expect(frames.frame(of: row) == nil && frames.frame(of: row.of("z")) == nil)
    #expect(frames[NamedView("rows.row[\"b\"].bar")].width == 25)
    try expectRoundTrip(page)
  }

  @Test func `a file says it so`() {
    let text = Layout("page") {
      VStack("rows") { ForEach(messages) { message in name(.text(message.from)) } }(.fill())
    }.text()

    #expect(
      text == """
        layout page {
          var messages: list(id: text, from: text, wide: number, count: number, unread: flag, tint: colour) = [
            (id: "a", from: "Ada", wide: 10, count: 0, unread: true, tint: #ff8800),
            (id: "b", from: "Grace", wide: 25, count: 3, unread: false, tint: #ff8800)
          ]
          vstack rows fill {
            for record in messages by record.id { label name text: record.from }
          }
        }

        """)
  }

  @Test func `records come, change, move and go, and their views with them`() throws {
    var scene = Scene(page, size: Size(width: 200, height: 400))
    var time = 0
    func top(_ key: String) -> Double? { scene.frame(of: row.of(key))?.y }
    func turn() -> [String] {
      time += 1
      return scene.withoutAnimation { $0.turn(at: .seconds(time)).refused }
    }
    #expect(turn() == [] && top("a") == 0 && top("b") == 34)
    #expect(scene.shown(bar.of("a"))?.alpha == 1 && scene.shown(bar.of("b"))?.alpha == 0.25)

    try scene.insert([Message(id: "c", from: "Alan"), Message(id: "d", from: "Edsger")], into: messages, at: 0)
    #expect(turn() == [] && top("c") == 0 && top("d") == 34 && top("a") == 68 && top("b") == 102)
    try scene.insert([Message(id: "e", from: "Zuse")], into: messages, before: "a")
    #expect(turn() == [] && top("e") == 68 && top("a") == 102)
    try scene.move(["b"], in: messages, before: "c")
    try scene.move(["e"], in: messages)
    #expect(turn() == [] && top("b") == 0 && top("c") == 34 && top("a") == 102 && top("e") == 136)
    try scene.move(["e"], in: messages, to: 1)
    #expect(turn() == [] && top("b") == 0 && top("e") == 34)
    try scene.delete(["c", "d", "e"], from: messages)
    try scene.change(Message(id: "a", from: "Ada Lovelace", wide: 50), in: messages)
    #expect(turn() == [] && top("a") == 34 && top("c") == nil)
    #expect(scene[bar.of("a")].width == 50 && scene.shown(bar.of("a"))?.alpha == 0.25)
    #expect(scene.shown(name.of("a"))?.text == "From Ada Lovelace")
    #expect(scene.explain(bar.of("a"), .width)?.attributes.first?.value == 50)

    try scene.replace(messages, with: [Message(id: "z", from: "Konrad")])
    #expect(turn() == [] && top("z") == 0 && top("a") == nil)
    try scene.replace(messages, with: nil)
    #expect(turn() == [] && top("a") == 0 && top("b") == 34)
  }

  @Test func `what is set of the view of one record is of that alone`() throws {
    var scene = Scene(page, size: Size(width: 200, height: 400))
    try scene.setText("Hi", of: name.of("a"))
    #expect(throws: SceneError.self) { try scene.setHidden(true, of: NamedView("rows.row[\"y\"]")) }
    #expect(scene.turn(at: .zero).refused == [])
    try scene.setHidden(true, of: NamedView("rows.row[\"b\"].bar"))
    #expect(scene.turn(at: .seconds(1)).refused == [])

    #expect(scene[name.of("a")].width == 16 && scene[name.of("b")].width == 80)
    #expect(scene.shown(bar.of("b"))?.isHidden == true && scene.shown(bar.of("a"))?.isHidden == false)
  }

  @Test func `what cannot be done is told, and all is as before`() throws {
    var scene = Scene(page, size: Size(width: 200, height: 400))
    let others = Records<Message>("mesages")
    #expect(throws: SceneError.unknownName(.list, "mesages", nearest: "messages")) {
      try scene.delete(["a"], from: others)
    }
    _ = scene.turn(at: .zero)
    try scene.delete(["q"], from: messages)
    try scene.insert([Message(id: "a", from: "Again")], into: messages)
    let refused = scene.turn(at: .seconds(1)).refused

    #expect(refused.count == 2)
    #expect(refused.first?.contains("'messages' has no record 'q'") == true, "\(refused)")
    #expect(refused.last?.contains("has a record 'a' already") == true, "\(refused)")
    #expect(scene[row.of("b")].y == 34)
  }

  struct Day: LayoutRecord {
    var number: Int, name: String
    static let fields = [RecordField("name", \Day.name)]
  }

  /// One of a list in one of another: the inner one has a view for each pair. A key path that is no field becomes one.
  @Test func `lists in lists, and keys that are numbers`() throws {
    let days = Records("days", [Day(number: 1, name: "Mo"), Day(number: 12, name: "Tuesday")], by: \.number)
    let title = Label("title")
    let layout = Layout("page") {
      HStack("days", gap: 10, items: .top) {
        ForEach(days) { day in
          VStack("column") {
            title(.text(day.name), .height(day.number + 8))
            ForEach(messages) { message in Label("cell")(.text("\(message.from) on \(day.name)")) }
          }
        }
      }(.at(x: 0, y: 0))
    }
    let frames = layout.frames(width: 400, height: 400)

    // "Grace on Mo" is 88 wide and "Grace on Tuesday" 128; the titles are 9 and 20 high, and two cells 40.
    #expect(frames.diagnostics == [])
    #expect(frames.frame(at: "days.column[\"1\"]") == Rect(x: 0, y: 0, width: 88, height: 49))
    #expect(frames.frame(at: "days.column[\"12\"]") == Rect(x: 98, y: 0, width: 128, height: 60))
    #expect(frames[title.of("12")].y == 0)
    #expect(frames.frame(at: "days.column[\"12\"].cell[\"b\"]")?.y == 40)
    try expectRoundTrip(layout)
  }

  @Test func `a key that is no field stands beside a field called 'id'`() throws {
    struct Visit: LayoutRecord {
      var id: String, date: String
      static let fields = [RecordField("id", \Visit.id)]
    }
    let visits = Records("visits", [Visit(id: "x", date: "mon"), Visit(id: "x", date: "tue")], by: \.date)
    let layout = Layout("page") { VStack("v") { ForEach(visits) { name(.text($0.id)) } }(.at(x: 0, y: 0)) }

    #expect(layout.check() == [])
    #expect(layout.text().contains("list(id_: text, id: text)"))
    #expect(layout.frames(width: 100, height: 100).frame(at: "v.name[\"tue\"]") != nil)
    try expectRoundTrip(layout)
  }

  @Test(arguments: ["ＡＢ", "12345", "", "+12", "é12"]) func `what is no colour is told before a layout has it`(
    _ digits: String
  ) {
    let wrong = Records("messages", [Message(id: "a", from: "", tint: Colour(digits))])
    let layout = Layout("t") {
      VStack("v") { ForEach(wrong) { bar(.height(1), .background($0.tint)) } }(.at(x: 0, y: 0))
    }

    #expect(layout.check().map(\.code) == ["E2106"])
  }

  @Test func `unnamed views of records get a name, and words of the language are no fields' undoing`() throws {
    struct Item: LayoutRecord, Identifiable {
      var id: Int, width: Double, text: String
      static let fields = [RecordField("width", \Item.width), RecordField("text", \Item.text)]
    }
    let items = Records("items", [Item(id: 7, width: 30, text: "seven \"and\" more")])
    let layout = Layout("t") {
      VStack("record") {
        ForEach(items) { item in
          Box()(.height(item.width), .width(.atLeast(item.width)))
          Label("record")(.text(item.text))
        }
      }(.at(x: 0, y: 0))
    }
    let frames = layout.frames(width: 300, height: 300)

    #expect(frames.diagnostics == [])
    #expect(frames.frame(at: "record.box1[\"7\"]") == Rect(x: 0, y: 0, width: 128, height: 30))
    #expect(frames.frame(at: "record.record[\"7\"]") == Rect(x: 0, y: 30, width: 128, height: 20))
    try expectRoundTrip(layout)

    let strip = Box("strip")
    let turned = Layout("t") {
      ForEach(items) { item in
        strip(.top(0), .leading(0), .height(4))
        item.width / 2 + 3 <= strip.width - 2
        item.width == strip.width - 2
      }
    }
    #expect(turned.check() == [])
    #expect(turned.frames(width: 300, height: 300)[strip.of("7")].width == 32)
    try expectRoundTrip(turned)
  }

  @Test func `mistakes are told at their lines, and the rest is laid out`() {
    let wrong = Records(
      "wrong",
      [
        Message(id: "a", from: "Ada"), Message(id: "a", from: "Twice"), Message(id: "b", from: "", wide: .nan),
        Message(id: "c", from: "", tint: "blue"), Message(id: "d", from: "Edsger"),
      ])
    let made = #line - 6
    let layout = Layout("t") {
      VStack("rows") { ForEach(wrong) { message in name(.text(message.from)) } }(.at(x: 0, y: 0))
    }
    let told = layout.check()

    #expect(told.map(\.code) == ["E2006", "E2505", "E2106"], "\(told)")
    #expect(told.map(\.site.line) == [made, made, made])
    #expect(
      told.first?.message == "another record of 'wrong' has 'a' as its 'id', by which views go")
    #expect(layout.frames(width: 100, height: 100).paths == ["root", "rows", "rows.name[\"a\"]", "rows.name[\"d\"]"])

    var leaked: Anchor<Length>!
    func codes(@BlockBuilder _ body: () -> Block) -> [String] {
      Layout("t", body: body).check().filter { $0.severity == .error }.map(\.code)
    }
    _ = ForEach(messages) { message in
      let _ = leaked = message.wide
      row
    }
    #expect(codes { row(.at(x: 0, y: 0), .height(1), .width(leaked)) } == ["E2005"])
    #expect(
      codes {
        ForEach(messages) { message in row(.at(x: 0, y: 0), .size(1)) }
        ForEach(Records("messages", [Message(id: "x", from: "")])) { message in mark(.at(x: 0, y: 0), .size(1)) }
      } == ["E2006"])
    #expect(codes { ForEach(Records<Message>("two words")) { _ in row } } == ["E2504"])
    struct Hidden: LayoutRecord, Identifiable {
      var id: String, secret: String
      static let fields: [RecordField<Hidden>] = []
    }
    #expect(
      codes {
        VStack("v") { ForEach(Records("h", [Hidden(id: "a", secret: "")])) { name(.text($0.secret)) } }(.at(x: 0, y: 0))
      } == ["E2005"])
  }
}
