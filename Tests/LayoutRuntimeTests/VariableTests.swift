import LayoutEngine
import LayoutModel
import Settables
import Testing

@testable import LayoutRuntime

@Suite("Variables that are texts, colours and durations") struct VariableTests {
  static let text = """
    layout page size 200, 100 {
      var greeting = "Hello"; var tint = #ff0000; var pace = 100ms; var columns = 2
      label l text: greeting + "!" left 0 top 0 color: tint
      box next height 10 top 0 width 5 { left == l.right }
      box a top 50 size 10 {
        config main { left 0 }
        config far animate pace { left 60 }
      }
    }
    """

  var world = World(serving: ["page.layout": text])

  private var shown: String? { world.text(of: "l", in: "page") }

  @Test mutating func `a text that is set is shown and measured, and what hangs on it follows`() {
    let before = world.frame(of: "next", in: "page")![0]
    var follower = world.subscribe(Subscription(scene: "page"))
    _ = follower.newMessages(from: &world)

    _ = world.apply(.set(.variable, of: "greeting", to: "Good evening"))

    #expect(shown == "Good evening!")
    #expect(world.frame(of: "next", in: "page")![0] > before)
    let message = follower.newMessages(from: &world)[0]
    #expect(message.delta?.changed.count == 1 && message.delta?.set.count == 2)

    _ = world.apply(.set(.variable, of: "greeting", to: nil))
    #expect(shown == "Hello!")
    #expect(world.runtime.scenes["page"]?.settings.outside == OutsideState())
  }

  @Test mutating func `a duration says how long the next change takes`() {
    _ = world.apply(.set(.variable, of: "pace", to: "400ms"))
    _ = world.apply(.set(.config, of: "a", to: "far"))
    world.advance(milliseconds: 300)
    #expect(world.runtime.scenes["page"]?.motion.isSettled == false)
    world.advance(milliseconds: 110)
    #expect(world.frame(of: "a", in: "page")?[0] == 60 && world.runtime.scenes["page"]?.motion.isSettled == true)
  }

  @Test mutating func `however large a duration a variable leads to, the change takes a day at most`() {
    world.save(
      "page.layout",
      Self.text.replacing("animate pace", with: "animate slow").replacing(
        "var greeting", with: "let slow = pace * 1000000000000000000000; var greeting"
      ).replacing("100ms", with: "0ms"))
    #expect(world.codes(of: "page") == [])

    _ = world.apply(.set(.variable, of: "pace", to: "250ms"))
    _ = world.apply(.set(.config, of: "a", to: "far"))

    #expect(world.runtime.scenes["page"]?.motion.isSettled == false)
    world.advance(milliseconds: 86_400_000)
    #expect(world.frame(of: "a", in: "page")?[0] == 60 && world.runtime.scenes["page"]?.motion.isSettled == true)
  }

  @Test mutating func `a colour is kept for whoever draws`() {
    func colour() -> PropertyValue? {
      for setting in world.runtime.scenes["page"]!.live!.value.layout.settings {
        if case .property(name: "color", let value) = setting.setting { return value }
      }
      return nil
    }
    #expect(colour() == .colour(0xff00_00ff))
    _ = world.apply(.set(.variable, of: "tint", to: "#1234"))
    #expect(colour() == .colour(0x1122_3344))
  }

  @Test(
    arguments: [
      (.set(.variable, of: "tint", to: "red"), "the variable 'tint' is a colour, like #ff8800, not 'red'"),
      (.set(.variable, of: "tint", to: "#12345"), "the variable 'tint' is a colour, like #ff8800, not '#12345'"),
      (.set(.variable, of: "pace", to: "soon"), "the variable 'pace' is a duration, like 250ms, not 'soon'"),
      (.set(.variable, of: "pace", to: "-1s"), "the variable 'pace' is a duration, like 250ms, not '-1s'"),
      (.set(.variable, of: "pace", to: 5), "the variable 'pace' is a duration, like 250ms, not '5'"),
      (.set(.variable, of: "columns", to: "many"), "the variable 'columns' is a number, not 'many'"),
      (.set(.variable, of: "columns", to: "nan"), "the variable 'columns' is a number, not 'nan'"),
    ] as [(Operation, String)])
  mutating func `a value of another type is refused, and nothing happens`(_ operation: Operation, _ message: String) {
    let before = world.runtime.scenes["page"]!.settings.outside

    #expect(
      world.apply(.set(.variable, of: "greeting", to: "x"), operation)?.failure == .badOperation(index: 1, message))
    #expect(world.runtime.scenes["page"]?.settings.outside == before)
  }

  @Test mutating func `digits are a text where a text is wanted, and a number where a number is`() {
    _ = world.apply(.set(.variable, of: "greeting", to: 7), .set(.variable, of: "columns", to: "3.5"))

    #expect(shown == "7!")
    #expect(world.runtime.scenes["page"]?.settings.outside[.variable, of: "columns"]?.value == 3.5)
  }

  @Test mutating func `what is set is kept while the file is edited, as long as the type is the same`() {
    _ = world.apply(.set(.variable, of: "greeting", to: "Hi"), .set(.variable, of: "pace", to: "1s"))

    world.save("page.layout", Self.text.replacing("Hello", with: "Welcome"))
    #expect(shown == "Hi!")
    world.save(
      "page.layout",
      Self.text.replacing("var pace = 100ms", with: "var pace = 3").replacing("animate pace ", with: ""))
    #expect(shown == "Hi!")
    #expect(
      world.runtime.scenes["page"]?.settings.outside[.value, of: "greeting"]?.value == .typed("text", "Hi"))
    _ = world.apply(.reset(.values))
    #expect(shown == "Hello!")
  }
}
