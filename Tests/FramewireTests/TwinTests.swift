import Foundation
import Framewire
import LayoutEngine
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

/// Layouts of the folder `Layouts`, said again in Swift: the same views in the same places on every screen.
@Suite("Files and their twins in Swift") struct TwinTests {
  static let screens: [Surroundings] = {
    var phone = Surroundings(size: Size(width: 390, height: 844))
    phone.safe = EdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    phone.traits["idiom"] = "phone"
    var turned = Surroundings(size: Size(width: 844, height: 390))
    turned.safe = EdgeInsets(top: 0, left: 47, bottom: 21, right: 47)
    var arabic = Surroundings(size: Size(width: 1024, height: 1366))
    arabic.traits["direction"] = "rtl"
    return [phone, turned, arabic, Surroundings(size: Size(width: 320, height: 568))]
  }()

  @Test(arguments: ["login", "card", "toast", "example", "gallery", "inbox"])
  func `a twin has the frames of its file`(name: String) throws {
    let twin = try #require(Self.twins[name])
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Layouts")
    func tree(_ path: String) -> SyntaxTree? {
      let bytes = try? Data(contentsOf: folder.appending(path: path))
      return bytes.map { parse(SourceText(name: path, bytes: Array($0))) }
    }
    let document = LoadedDocument(try #require(tree("\(name).layout")), within: nil, reading: tree)
    let file = try #require(resolve(document.tree, imports: document.imports).document.layouts.first)

    for surroundings in Self.screens {
      var inputs = SceneInputs(of: file)
      inputs.environment.width = surroundings.size.width
      inputs.environment.height = surroundings.size.height
      inputs.environment.safe = surroundings.safe
      inputs.environment.traits = surroundings.traits
      var scene = LayoutScene(file, inputs: inputs)
      scene.solve(measuring: FixedMetrics())
      let written = scene.layout.views.indices.map {
        "\(scene.layout.views[$0].path) \(scene.frame(of: ViewID(Int32($0))))"
      }
      let frames = twin.frames(in: surroundings)
      #expect(frames.paths.map { "\($0) \(frames.frame(at: $0)!)" } == written, "\(twin.text())")
      #expect(frames.diagnostics.filter { $0.severity == .error } == [])
    }
    try expectRoundTrip(twin)
  }

  static let twins: [String: Layout] = [
    "login": login, "card": card, "toast": toast, "example": example, "gallery": gallery,
    "inbox": inbox,
  ]

  static let login: Layout = {
    let user = Input("user"), pass = Input("pass"), login = Button("login", text: "Log in")
    let forgot = Button("forgot", text: "Forgot password?"), create = Button("create", text: "Create account")
    return Layout("login") {
      user(.center(.x), .width(80%), .top(.centerY) ~ .high, .height(8%))
      pass(.center(.x), .width(80%), .below(user, gap: 10), .height(8%))
      login(.center(.x), .width(80%), .below(pass, gap: 10), .height(8%))
      forgot(.center(.x), .width(60%), .below(login, gap: 30), .height(30))
      create(.center(.x), .width(60%), .bottom(20), .height(30))
      create.top >= forgot.bottom + 8
    }
  }()

  static let card: Layout = {
    let gap = 10.0
    let title = Label("title", text: "Title"), subtitle = Label("subtitle", text: "Subtitle")
    let follow = Button("follow", text: "Follow")
    let row = HStack("row", gap: 15, items: .top) {
      Image("avatar")(.size(44))
      VStack {
        Label("name", text: "Ada")
        Label("role", text: "Engineer")
      }
      Spacer(min: 16)
      follow(.noshrink(.x))
    }
    return Layout("card") {
      title(.fill(.margins, along: .x)) { (title.top == Super.margins.top).id("titleTop") }
      subtitle(.lines(0), .fill(.margins, along: .x)) {
        (subtitle.top >= title.bottom + gap).id("gap")
        subtitle.firstBaseline == title.lastBaseline + 24 ~ .high
        subtitle.width >= 0.5 * Super.width - 4 ~ .low
      }
      row(.below(subtitle, gap: 16), .fill(.margins, along: .x)) {
        (row.bottom == Super.margins.bottom ~ 999).id("bottom")
      }
    }
  }()

  static let toast: Layout = {
    let panel = Box("panel"), message = Label("message", text: "Saved"), toggle = Button("toggle")
    let gap = 16.0
    return Layout("toast") {
      panel(.initial(.hidden), .fill(.margins, along: .x), .height(64)) {
        Config(.visible) { panel.bottom == Super.safe.bottom - gap }
        Config(.hidden) { panel.top == Super.bottom }
        Config("pinned", when: Super.width >= 600 && !.phone) {
          panel(.width(320), .trailing(16), .bottom(16), .remove(.leading, .trailing))
        }
        message(.center(.y), .leading(16), .trailing(16), .lines(1))
      }
      toggle(.center()) {
        Config(.main) { toggle(.size(44)) }
        Config(.alternative, animate: .easeOut(.milliseconds(250))) { toggle(.size(24)) }
      }
      Transition(from: .hidden, to: .visible, on: panel, .spring(0.8, response: .milliseconds(300)))
      Transition(from: .visible, to: .hidden, on: panel, .easeIn(.milliseconds(200), delay: .milliseconds(50)))
      Transition(.easeInOut(.milliseconds(250)))
    }
  }()

  static let example: Layout = {
    let background = Box("background"), close = Button("close")
    let words = String(repeating: "Sub label with a lot of text. ", count: 10)
    return Layout("example") {
      background(.fill(.safe, inset: 32)) {
        VStack("content") {
          VScroll {
            VStack(gap: 4) {
              Label("title", text: "Title Label")
              Label("sub", text: words)
            }(.align(y: .center))
          }
          VStack(gap: 8, auto: true) {
            Button("action", text: "Add More Text")
            Button("cancel", text: "Revert")
          }
        }(.fill(.readable))
        If(.compact(.y)) {
          close(.size(24), .pin(.center, to: .topTrailing))
        } else: {
          close(.size(32), .pin(.center, to: .topLeading))
        }
      }
    }
  }()

  static let gallery: Layout = {
    func card(_ name: String, _ title: String, _ note: String) -> VStack {
      VStack(name, gap: 4, inset: 12) {
        Box("art")(.aspect(16, 9))
        Label("name", text: title)(.style("headline"), .lines(1))
        Label("more", text: note)(.style("footnote"), .lines(2))
        Spacer()
      }
    }
    let first = card("first", "The old harbour", "Boats at seven in the morning, before the fog had gone.")
    let tags = ["All", "Harbours", "Bridges", "Stations", "Lighthouses", "At night", "With people"]
    let names = ["all", "harbours", "bridges", "stations", "lighthouses", "night", "people"]
    return Layout("gallery") { screen in
      VScroll("page") {
        VStack("body", gap: 16, inset: 16) {
          Label("title", text: "Gallery")(.style("largeTitle"))
          HFlow("tags", gap: 8) {
            for (name, tag) in zip(names, tags) {
              HStack(name, inset: Insets(leading: 12, trailing: 12), items: .center) { Button("press", text: tag) }(
                .height(32))
            }
          }
          Grid("cards", columns: .atLeast(160), gap: 16) {
            first { If(screen.width >= 700) { first(.span(columns: 2)) } }
            card("bridge", "Bridge", "Built in 1911, and painted ever since.")
            card("station", "Station", "Platform three, between two trains.")
            card("light", "Lighthouse", "As seen from the ferry.")
            card("stairs", "Stairs", "Two hundred of them.")
            card("market", "Market", "Fish, mostly.")
          }
          Spacer()
        }(.fill())
      }(.fill(.safe))
    }
  }()

  private struct Message: LayoutRecord, Identifiable {
    var id: String, from: String, about: String, unread: Bool
    static let fields = [
      RecordField("from", \Message.from), RecordField("about", \Message.about), RecordField("unread", \Message.unread),
    ]
  }

  static let inbox: Layout = {
    let messages = Records(
      "messages",
      [
        Message(id: "a", from: "Ada", about: "The engine weaves algebraical patterns.", unread: true),
        Message(id: "b", from: "Grace", about: "It was a moth.", unread: false),
        Message(id: "c", from: "Alan", about: "On computable numbers", unread: true),
      ])
    let title = Label("title", text: "Inbox"), dot = Box("dot"), name = Label("name")
    return Layout("inbox") {
      title(.top(16, of: .safe), .leading(16))
      List("rows") {
        ForEach(messages, animate: .easeInOut(.milliseconds(250))) { message in
          Box("row")(.height(64)) {
            dot(.size(10), .leading(16), .center(.y), .radius(5), .background("0a84ff"), .alpha(0)) {
              If(message.unread, animate: .ease(.milliseconds(200))) { dot(.alpha(1)) }
            }
            name(.text(message.from), .lines(1), .style("headline"), .shrink(.x), .top(12), .leading(38))
            Label("more")(
              .text(message.about), .lines(1), .color("6b6b6b"), .shrink(.x), .below(name, gap: 4), .leading(38),
              .trailing(16))
          }
        }
      }(.rest(below: title, in: .safe, gap: 12, x: .fill))
    }
  }()
}
