import LayoutModel
import LayoutRuntime
import LayoutSyntax
import Settables
import TestSupport

/// Whatever is asked of a runtime in whatever order, each request is answered once, followers draw what is shown, and a
/// restart changes nothing.
///
/// The bytes are choices: the first third of the layouts that are saved, the others of what is asked and set.
public enum RequestLaws {
  public static func findings(in bytes: [UInt8]) -> [String] {
    let third = bytes.count / 3
    var story = Story(layouts: Array(bytes[..<third]), FuzzedBytes(Array(bytes[third...])))
    story.tell()
    return story.end()
  }

  private struct Story {
    /// What layouts are written from: some of it each time, then the same from behind.
    var layouts: FuzzedBytes
    let again: [UInt8]
    var choices: FuzzedBytes
    var world = FuzzedWorld()
    private var scenes = ["fuzzed", "opened", "none"]
    private static let file = "fuzzed.layout"

    init(layouts: [UInt8], _ choices: FuzzedBytes) {
      (self.layouts, again, self.choices) = (FuzzedBytes(layouts), layouts.reversed(), choices)
    }

    private mutating func pick<Value>(_ values: Value...) -> Value { values.randomElement(using: &choices)! }
    private mutating func chance(_ percent: Int) -> Bool { choices.chance(percent) }

    mutating func tell() {
      save()
      for _ in 0..<40 where !choices.isEmpty {
        step()
        if chance(70) { world.turn() }
        if chance(20) { world.advance(milliseconds: pick(1, 8, 17, 30, 250, 900)) }
      }
    }

    mutating func end() -> [String] {
      world.settle()
      world.settle()
      var found = world.findings
      let misled = world.misled()
      if !misled.isEmpty { found.append("followers of \(misled) draw something else") }
      if !world.unanswered.isEmpty { found.append("requests \(world.unanswered) are not answered") }

      let isGood = world.runtime.summaries.contains {
        $0.name == "fuzzed" && $0.status == .ok && $0.file == Self.file
      }
      let before = world.picture(of: "fuzzed")
      world.restart()
      world.settle()
      if isGood, let before, world.disk[Self.file] != nil, world.picture(of: "fuzzed")?.seen != before.seen {
        found.append("it is otherwise after a restart")
      }
      return found + world.findings
    }

    private mutating func save() {
      switch Int.random(in: 0..<20, using: &choices) {
      case 0: world.save(Self.file, Array("layout fuzzed { box v1 left oops }".utf8))
      case 1 where world.disk[Self.file] != nil: world.save(Self.file, nil)
      default: world.save(Self.file, written())
      }
    }

    private mutating func written() -> [UInt8] {
      if layouts.isEmpty { layouts = FuzzedBytes(again) }
      return Array(WrittenLayout.written(by: &layouts).utf8)
    }

    private var scene: String? {
      mutating get { chance(60) ? "fuzzed" : chance(20) ? nil : scenes.randomElement(using: &choices) }
    }
    private var view: String { mutating get { chance(10) ? pick("root", "", "v1.v2.v3", "none") : known() } }

    /// The path of a view that is shown, most of the time.
    private mutating func known(_ kinds: [String]? = nil) -> String {
      let views = world.picture(of: "fuzzed")?.views ?? []
      let fitting = kinds.map { kinds in views.filter { kinds.contains($0.kind) } } ?? views
      return (fitting.isEmpty ? views : fitting).randomElement(using: &choices)?.path ?? "v1"
    }

    private var stack: String { mutating get { known(["hstack", "vstack", "list"]) } }

    private mutating func step() {
      let scene = scene
      switch Int.random(in: 0..<28, using: &choices) {
      case 0: save()
      case 1: world.follow(Subscription(scene: scene, mode: pick(.latest, .every), wantsDiagnostics: chance(50)))
      case 2: world.follow(Subscription(scene: scene, wantsTargets: true))
      case 3: world.send(.sync(scene: scene, timeout: .seconds(1), awaitingRest: true))
      case 4:
        world.send(
          .clock(pick(.run, .pause, .step(.milliseconds(16)), .step(.seconds(-1)), .seek(.milliseconds(500)))))
      case 5: world.send(.open(layout: "fuzzed", scene: "opened", environment: [assignment(), assignment()]))
      // Whose scene has ended is of no interest any more, until the file is loaded again.
      case 6: world.send(.close(scene: chance(5) ? "fuzzed" : "opened"))
      case 7: world.send(.reload(scene: scene, resettingState: chance(50)))
      case 8: world.send(.update(scene: scene, view: chance(50) ? nil : view, isForced: chance(50)))
      case 9:
        let attribute = pick(nil, "left", "height", "firstBaseline", "oops")
        world.send(.explain(scene: scene, view: view, attribute: attribute))
      case 10: world.send(.get(scene: scene, names: pick([], ["a", "#k1", "dark"], [view + ".#k1"])))
      case 11: world.send(.check(.text(name: "checked.layout", written())))
      case 12: world.send(.debug(pick(.scene, .tree, .syntax, .solver), scene: scene))
      case 13: world.send(.list())
      case 14: world.send(.forget(scene: scene))
      case 15:
        let text = Array("layout none { box v1 left 0 top 0 size 10 }".utf8)
        world.send(.loadText(name: "none.layout", text: text))
      case 16: world.send(.unload(scene: chance(5) ? "fuzzed" : "none"))
      case 17: world.send(.load(path: Self.file))
      default: apply(to: scene)
      }
    }

    private mutating func apply(to scene: String?) {
      var operations: [LayoutRuntime.Operation] = []
      repeat { operations.append(operation()) } while operations.count < 4 && chance(40)
      let (wishes, waits) = (AnimationWishes(pick(nil, nil, true, false)), chance(10))
      world.send(.apply(scene: scene, operations, ifLayoutRevision: nil, animated: wishes, awaitingRest: waits))
    }

    /// Keys are few, so that what is said of a record that is there is often right.
    private mutating func records() -> RecordChange {
      let (key, other) = (pick("p", "q", "k", "l"), pick("p", "q", "k", "l"))
      let record = SettableRecord([
        ("id", .text(key)), ("w", .number(pick(0, 7.5, 44, 320))), ("on", .truth(chance(50))),
      ])
      return switch Int.random(in: 0..<5, using: &choices) {
      case 0, 1: .insert([record], pick(nil, .index(0), .index(1), .before(other)))
      case 2: .change(key: key, SettableRecord([("w", .number(pick(0, 20, 100)))]))
      case 3: .move([key], pick(nil, .index(0), .before(other)))
      default: .delete([key])
      }
    }

    private mutating func operation() -> LayoutRuntime.Operation {
      switch Int.random(in: 0..<14, using: &choices) {
      case 0: .append([view, view], to: stack, index: pick(nil, 0, 1, 9))
      case 1: .append([view], to: stack, index: nil)
      case 2: .remove(.these([view], from: pick(nil, nil, stack)))
      case 3: .remove(.all(of: stack))
      case 4: .arrange(stack: stack, pick(nil, [view], [view, view], []))
      case 5: .reset(StatePart.allCases.randomElement(using: &choices))
      case 6: .reset(nil)
      case 7, 8: .records(list: chance(5) ? "none" : "rows", records())
      default: .set(assignment())
      }
    }

    /// Half of them fit, whatever is set of whatever.
    private mutating func assignment() -> Assignment {
      let settable = Settable.allCases.randomElement(using: &choices)!
      let subject: String? =
        switch (settable, settable.entry.subject) {
        case (_, .scene): nil
        case (.scroll, _): known(["vscroll", "hscroll"])
        case (.text, _): known(["label", "button"])
        case (.trait, _): pick("direction", "idiom", "contentSize", "sizeClass.x", "own")
        case (_, .name): pick("a", "f", "b")
        case (_, .id): pick("#k1", "#k2", "k1")
        case (_, .view): view
        case (_, .viewOrAll): pick(nil, view)
        }
      let number = pick(0, 1, -4, 7.5, 44, 320, 1e6, 1e300, 0.1)
      let value: SettableValue? =
        switch Int.random(in: 0..<10, using: &choices) {
        case 0: nil
        case 1: .number(number)
        case 2: pick(.truth(true), .text("other"), .typed("colour", "#ff8800ff"))
        case 3: .numbers([number, pick(20, nil, 700)])
        case 4 where settable == .config: "other"
        case 4 where settable == .trait: pick("rtl", "pad", "accessibility3", "compact")
        default: settable.samples.randomElement(using: &choices)
        }
      return Assignment(settable, of: subject, to: value)
    }
  }
}
