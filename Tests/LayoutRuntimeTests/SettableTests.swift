import LayoutEngine
import LayoutModel
import Settables
import TestSupport
import Testing

@testable import LayoutRuntime

/// What holds for everything settable, whatever there is.
@Suite("Setting anything in a scene") struct SettableTests {
  var world = World(serving: ["card.layout": Settable.sampleLayout])

  private var outside: OutsideState { world.runtime.scenes["card"]!.settings.outside }
  private var inputs: SceneInputs { world.runtime.scenes["card"]!.inputs }

  private mutating func set(_ settable: Settable, to value: SettableValue?) -> Reply? {
    world.apply(.set(settable, of: settable.sampleSubject, to: value), to: "card")
  }

  @Test(arguments: Settable.allCases)
  mutating func `what is set is kept, reaches the scene and is taken back`(settable: Settable) {
    let before = inputs
    for value in [settable.samples[0], settable.samples.last!] {
      #expect(set(settable, to: value)?.failure == nil)

      #expect(settable.slots.contains { !outside[$0].isEmpty })
      for slot in Settable.Slot.allCases {
        #expect(outside[slot].allSatisfy { slot.form.reading($0.value.value) == $0.value.value }, "\(slot)")
      }
    }
    #expect(set(settable, to: settable.samples[0])?.failure == nil)
    #expect(inputs != before)

    #expect(set(settable, to: nil)?.failure == nil)
    #expect(outside == OutsideState())
    #expect(inputs == before)
  }

  @Test(arguments: Settable.allCases)
  mutating func `what is set is read back by its name, and that can be set again`(settable: Settable) {
    let subject = settable.subject == .id ? "a.#gap" : settable.sampleSubject
    for value in settable.samples {
      _ = set(settable, to: value)
      let kept = outside
      let answer = world.call(.get(scene: "card", names: [settable.name(of: subject ?? "")]))
      guard case .done(.values(let values, _))? = answer, let told = values.first(where: { $0.settable == settable })
      else {
        Issue.record("\(value) is not told")
        continue
      }

      #expect(told.source == .outside)
      if settable != .variable { #expect(told.value == Assignment(settable, to: value).value) }
      _ = set(settable, to: nil)
      _ = set(settable, to: told.value)
      #expect(outside == kept, "\(value)")
    }
  }

  @Test(arguments: Settable.allCases)
  mutating func `a value that it cannot have is refused, and nothing happens`(settable: Settable) {
    for value in settable.form.misfits {
      let failure = set(settable, to: value)?.failure

      #expect(failure == .badOperation(index: 0, settable.complaint), "\(value)")
      #expect(outside == OutsideState())
    }
    for number in [Double.nan, .infinity] where settable.form.reading(.number(0)) != nil {
      #expect(set(settable, to: .number(number))?.failure == .badOperation(index: 0, settable.complaint))
    }
  }

  @Test(arguments: Settable.allCases)
  mutating func `the difference of two states leads from one to the other`(settable: Settable) {
    let before = outside
    _ = set(settable, to: settable.samples[0])
    let between = outside
    _ = set(settable, to: settable.samples.last!)
    let after = outside

    for (older, newer) in [(before, between), (between, after), (after, before)] {
      #expect(older != newer)
      #expect(!newer.settings(since: older).isEmpty)
      #expect(older.keeping(newer.settings(since: older)) == newer)
    }
  }

  @Test(arguments: Settable.allCases)
  mutating func `a reset takes it back with its part, and with no other`(settable: Settable) {
    _ = set(settable, to: settable.samples[0])
    let before = outside
    for part in StatePart.allCases where part != settable.entry.part {
      _ = world.apply(.reset(part), to: "card")
      #expect(outside == before, "\(part)")
    }

    _ = world.apply(.reset(settable.entry.part), to: "card")

    #expect(outside == OutsideState())
  }

  @Test(arguments: Settable.allCases)
  mutating func `it survives a reload and a restart`(settable: Settable) {
    _ = set(settable, to: settable.samples[0])
    let before = outside

    world.save("card.layout", Settable.sampleLayout.replacing("top 20", with: "top 25"))
    #expect(outside == before)
    world.restart()
    #expect(outside == before)
    world.restart(compacting: true)
    #expect(outside == before)
  }

  @Test(arguments: Settable.allCases.filter { [.id, .view, .viewOrAll].contains($0.subject) })
  mutating func `what is set in a view or of an id goes along when the view is renamed, and with it when it goes`(
    settable: Settable
  ) {
    let view = settable.sampleSubject!.prefix { $0 != "." }
    let line = Settable.sampleLayout.split(separator: "\n").first { $0.contains(" \(view) ") }!
    let (former, renamed) = (line.prefix { $0 != "{" }, line.replacing(" \(view) ", with: " other "))
    _ = set(settable, to: settable.samples[0])
    let before = outside

    world.save(
      "card.layout",
      Settable.sampleLayout.replacing(former, with: renamed.prefix { $0 != "{" } + " was: \(view) "))
    for slot in settable.slots {
      #expect(outside[slot].map(\.value) == before[slot].map(\.value))
      #expect(outside[slot].names.allSatisfy { $0.prefix { $0 != "." } == "other" })
    }

    world.save("card.layout", "layout card { box nothing }")
    #expect(outside == OutsideState())
  }

  @Test(arguments: Settable.allCases.filter(\.entry.keepsWritten))
  mutating func `it keeps what the file says in its place, and gives way when that changes`(settable: Settable) {
    _ = set(settable, to: settable.samples[0])
    let edited = Settable.sampleLayout.replacing(
      "box a top 20 height 40 left 10", with: "box a hidden top 20 height 40 left 2 * super.left + 15 @high"
    ).replacing(
      "\"Hello\" left", with: "\"Good day\" left")

    world.save("card.layout", edited)

    #expect(outside == OutsideState())
  }

  @Test mutating func `a client's last baseline, told from the top, is one from the bottom`() {
    _ = set(.intrinsic, to: [40, 30, 10, 24])

    #expect(inputs.intrinsicSizes["a"] == IntrinsicSize(width: 40, height: 30, firstBaseline: 10, lastBaseline: 6))
    #expect(
      set(.intrinsic, to: [40, 30, 10, 31])?.failure == .badOperation(index: 0, "a natural size is at least 0"))
  }

  @Test(arguments: Settable.allCases)
  func `the word on the wire, its slots and its part are told apart`(settable: Settable) {
    #expect(!settable.slots.isEmpty)
    #expect(settable.slots.allSatisfy { $0.settable == settable })
    #expect(settable.entry.part.settables.contains(settable))
    #expect(settable.samples[0] != settable.samples.last)
  }
}
