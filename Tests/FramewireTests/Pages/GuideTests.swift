import Framewire
import Testing

/// What stands in `Documentation/swift.md`, with the frames that it has. The screen is 390 × 844, a character 8 wide
/// and a line 20 high.
@Suite("The guide to layouts in Swift") struct GuideTests {
  /// 80 % of 390 is 312, so 39 are left on both sides; 8 % of 844 are 67.52, from the middle on with 10 between.
  @Test func `the first page`() {
    let user = Input("user"), pass = Input("pass"), login = Button("login", text: "Log in")
    let page = Layout("login") {
      user(.center(.x), .width(80%), .top(.centerY), .height(8%))
      pass(.center(.x), .width(80%), .below(user, gap: 10), .height(8%))
      login(.center(.x), .width(80%), .below(pass, gap: 10), .height(8%))
    }
    let frames = page.frames(width: 390, height: 844)
    print(frames[login], page.text())

    #expect(frames.diagnostics == [])
    #expect(frames[user].x == 39 && frames[user].y == 422 && frames[user].width == 312)
    #expect(abs(frames[login].y - (422 + 2 * 77.52)) < 1e-9)
  }

  /// The badge is 374 - 8 - 18 from the card's edge, and (120 - 18) / 2 down. A headline is as large as body text.
  @Test func `a view stands where it is written`() {
    let card = Box("card"), title = Label("title", text: "Hello"), badge = Box("badge")
    let page = Layout("page") { screen in
      card(.fill(.margins, along: .x), .top(8, of: .safe), .height(120)) {
        title(.top(8), .leading(8))
        badge(.center(.y), .trailing(8), .size(18))
        title.trailing <= badge.leading - 8
        If(screen.width >= 600) { title.height == 40 }
      }
    }
    let frames = page.frames(width: 390, height: 844), wide = page.frames(width: 600, height: 844)

    #expect(frames.diagnostics == [] && wide.diagnostics == [])
    #expect(frames[card] == Rect(x: 8, y: 8, width: 374, height: 120))
    #expect(frames[title] == Rect(x: 8, y: 8, width: 40, height: 20))
    #expect(frames[badge] == Rect(x: 348, y: 51, width: 18, height: 18))
    #expect(wide[title].height == 40)
  }

  /// 16 above the end: 844 - 16 - 64.
  @Test func `branches with names`() {
    let panel = Box("panel"), message = Label("message", text: "Saved")
    let toast = Layout("toast") {
      panel(.initial(.hidden), .fill(.margins, along: .x), .height(64)) {
        message(.center(.y), .leading(16), .trailing(16), .lines(1))
        Config(.visible) { (panel.bottom == Super.safe.bottom - 16).id("gap") }
        Config(.hidden) { panel.top == Super.bottom }
        Config("pinned", when: Super.width >= 600) { panel(.width(320), .remove(.leading)) }
        Transition(from: .hidden, to: .visible, .spring(0.8, response: .milliseconds(300)))
      }
    }
    let up = toast.frames(in: Surroundings(), configurations: [(panel, .visible)])

    #expect(up.diagnostics == [])
    #expect(up[panel] == Rect(x: 8, y: 764, width: 374, height: 64))
    #expect(up[message] == Rect(x: 16, y: 22, width: 342, height: 20))
  }

  /// The bar is as high as two lines; the icon stands in its middle, the button at its end: 390 - 6 · 8.
  @Test func `stacks and lists`() {
    let rows = List("rows", gap: 4) { for index in 0..<20 { Label("row\(index)", text: "Row \(index)") } }
    let bar = HStack("bar", gap: 8, items: .center) {
      Image("icon")(.size(24))
      VStack {
        Label(text: "Ada")
        Label(text: "Engineer")
      }
      Spacer(min: 16)
      Button(text: "Follow")(.noshrink(.x))
    }
    let page = Layout("page") {
      bar(.fill(.safe, along: .x), .top(0, of: .safe))
      rows(.rest(below: bar, gap: 8))
    }
    let frames = page.frames(width: 390, height: 844)

    #expect(frames.diagnostics == [])
    #expect(frames[bar] == Rect(x: 0, y: 0, width: 390, height: 40))
    #expect(frames.frame(at: "bar.icon") == Rect(x: 0, y: 8, width: 24, height: 24))
    #expect(frames.frame(at: "bar.button[1]") == Rect(x: 342, y: 10, width: 48, height: 20))
    #expect(frames[rows] == Rect(x: 0, y: 48, width: 390, height: 796))
    #expect(frames.frame(at: "rows.row2") == Rect(x: 0, y: 48, width: 390, height: 20))
  }

  /// 10 inward on both sides; the second is at least 8 below the first.
  @Test func `parts of one's own`() {
    let first = Label("first", text: "One"), second = Label("second", text: "Two")
    let page = Layout("page") {
      first(.card(inset: 10), .top(0))
      second(.card(inset: 10), .top(0) ~ .low)
      Separated(first: first, second: second)
    }
    let frames = page.frames(width: 390, height: 844)

    #expect(frames.diagnostics == [])
    #expect(frames[first] == Rect(x: 10, y: 0, width: 370, height: 20))
    #expect(frames[second] == Rect(x: 10, y: 28, width: 370, height: 20))
  }

  /// At rest 20 above the end: 844 - 20 - 64.
  @Test func `a scene at work`() throws {
    let panel = Box("panel")
    let toast = Layout("toast") {
      panel(.initial(.hidden), .fill(.margins, along: .x), .height(64)) {
        Config(.visible) { (panel.bottom == Super.safe.bottom - 16).id("gap") }
        Config(.hidden) { panel.top == Super.bottom }
        Transition(from: .hidden, to: .visible, .spring(0.8, response: .milliseconds(300)))
      }
    }
    var scene = Scene(toast, size: Size(width: 390, height: 844))
    _ = scene.turn(at: .zero)
    try scene.use(.visible, on: panel)
    try scene.set("gap", to: -20)  // the number with its sign, as in the relation
    try scene.setPriority(.low, of: "gap")  // of all constraints with the id, as one change
    scene.surroundings.traits["idiom"] = "phone"
    let turn = scene.turn(at: .milliseconds(16))
    for (view, frame) in turn.changed { print(view.name, frame) }
    print(scene[panel], scene.isSettled, turn.nextFrame as Any, scene.explain(panel) as Any)
    scene.layout.add { panel.width <= 320 ~ .high }

    #expect(turn.refused == [] && !turn.isSettled)
    _ = scene.turn(at: .seconds(3))
    _ = scene.turn(at: .seconds(6))
    #expect(scene[panel] == Rect(x: 8, y: 760, width: 374, height: 64))
  }

  /// "c" is before "a", each 40 high and 4 apart; "From Ada" is 64 wide and 20 high, in the middle of 40.
  @Test func `views for records`() throws {
    struct Message: LayoutRecord, Identifiable {
      var id: String, from: String, unread = false
      static let fields = [RecordField("from", \Message.from), RecordField("unread", \Message.unread)]
    }
    let messages = Records("messages", [Message(id: "a", from: "Ada", unread: true), Message(id: "b", from: "Grace")])
    let row = Box("row"), sender = Label("sender"), dot = Box("dot")
    let inbox = Layout("inbox") {
      List("rows", gap: 4) {
        ForEach(messages) { message in
          row(.height(40)) {
            sender(.text("From \(message.from)"), .center(.y), .leading(24))
            dot(.size(8), .center(.y), .leading(8), .alpha(0)) {
              If(message.unread, animate: .ease(.milliseconds(200))) { dot(.alpha(1)) }
            }
          }
        }
      }(.fill())
    }
    var scene = Scene(inbox, size: Size(width: 390, height: 844))
    _ = scene.turn(at: .zero)
    try scene.insert([Message(id: "c", from: "Alan")], into: messages, at: 0)
    try scene.change(Message(id: "a", from: "Ada"), in: messages)  // her dot fades
    try scene.delete(["b"], from: messages)
    _ = scene.turn(at: .seconds(1))
    let frame = scene[sender.of("a")]

    #expect(frame == Rect(x: 24, y: 10, width: 64, height: 20))
    // What a branch with a timing changes gets there in 200 ms, and what changes with it does.
    _ = scene.turn(at: .seconds(2))
    #expect(scene[row.of("a")].y == 44 && scene.frame(of: row.of("b")) == nil)
    #expect(scene.shown(dot.of("a"))?.alpha == 0)
  }

  /// In 200 three buttons of 24, 64 and 56 have room beside each other, and the fourth, of 64, has not. Columns: 200
  /// less 80 and two gaps are 90, one part of 30 and one of 60.
  @Test func `flows and grids`() {
    let names = ["All", "Harbours", "Bridges", "Stations"]
    let tags = HFlow("tags", gap: 8, lineGap: 12) { for name in names { Button(text: name) } }
    let wide = Box("wide"), first = Box("first"), last = Box("last")
    let cards = Grid("cards", columns: .each(80, .share(1), .share(2)), gap: 15, rowGap: 10) {
      wide(.height(20), .span(columns: 2))
      first(.height(20))
      last(.height(40), .cell(column: 2, row: 1))
    }
    let gallery = Layout("gallery") {
      tags(.fill(along: .x), .top(0))
      cards(.fill(along: .x), .below(tags, gap: 16))
    }

    let frames = gallery.frames(width: 200, height: 400)
    #expect(frames.frame(at: "tags.button[4]") == Rect(x: 0, y: 32, width: 64, height: 20))
    #expect(frames[cards].y == 68 && frames[wide].width == 125)
    #expect(frames[first] == Rect(x: 140, y: 0, width: 60, height: 20))
    #expect(frames[last] == Rect(x: 140, y: 30, width: 60, height: 40))
  }

  @Test func `a text`() throws {
    let card = try Layout(parsing: "layout card { var gap = 8; label title \"Hello\" top gap leading 8 }")
    var scene = Scene(card, size: Size(width: 390, height: 844))
    try scene.setVariable("gap", to: 20)
    _ = scene.turn(at: .zero)
    let frame = scene[card["title"]]

    #expect(frame == Rect(x: 8, y: 20, width: 40, height: 20))
  }

  @Test func `mistakes`() {
    let stranger = Box("stranger"), box = Box("box")
    let page = Layout("page") { box.width == stranger.width }
    for told in page.check() { print(told) }  // …: error: E2501: 'stranger' stands in no block of this layout
    var surroundings = Surroundings(size: Size(width: 844, height: 390))
    surroundings.traits["idiom"] = "phone"
    _ = try? page.checked(in: surroundings)

    #expect(page.check().first?.code == "E2501")
    #expect(throws: LayoutMistakes.self) { try page.checked(in: surroundings) }
  }
}

extension Clause {
  static func card(inset: Double) -> Clause {
    Clause { view in
      view.leading == Super.leading + inset
      view.trailing == Super.trailing - inset
    }
  }
}

struct Separated: Component {
  let first: Label, second: Label
  var body: Block { first.bottom <= second.top - 8 }
}
