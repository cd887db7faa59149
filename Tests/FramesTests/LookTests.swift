import TestSupport
import Testing

@testable import Frames

@Suite("The numbers of looks") struct LookTableTests {
  private func filled(_ colour: UInt32) -> Look {
    var look = Look()
    look.background = .colour(colour)
    return look
  }

  /// A table, and what its numbers stand for by what it says.
  private struct Looks {
    var table = LookTable()
    var looks: [LookID: Look] = [:]

    mutating func exchange(leaving: [LookID] = [], changing: [(from: LookID?, to: Look)] = []) -> [LookID?] {
      let (numbers, changes) = table.exchange(leaving: leaving, changing: changing)
      #expect(changes.map(\.id) == Set(changes.map(\.id)).sorted())
      for change in changes {
        #expect(change.from != change.to && looks[change.id] == change.from)
        looks[change.id] = change.to
      }
      return numbers
    }
  }

  @Test func `equal looks have one number, and a look that says nothing has none`() {
    var looks = Looks()
    let numbers = looks.exchange(changing: [(nil, filled(1)), (nil, Look()), (nil, filled(2)), (nil, filled(1))])
    #expect(numbers == [LookID(1), nil, LookID(2), LookID(1)])
    #expect(looks.looks == [LookID(1): filled(1), LookID(2): filled(2)])
  }

  @Test func `a number stays with views that change together`() {
    var looks = Looks()
    var numbers = looks.exchange(changing: [(nil, filled(1)), (nil, filled(2)), (nil, filled(1))])
    numbers = looks.exchange(changing: [(numbers[0], filled(3)), (numbers[2], filled(3))])
    #expect(numbers == [LookID(1), LookID(1)])
    #expect(looks.looks == [LookID(1): filled(3), LookID(2): filled(2)])
  }

  @Test func `a view that changes alone gets another number, and leaves its own to the others`() {
    var looks = Looks()
    let numbers = looks.exchange(changing: [(nil, filled(1)), (nil, filled(1))])
    #expect(looks.exchange(changing: [(numbers[0], filled(2))]) == [LookID(2)])
    #expect(looks.looks == [LookID(1): filled(1), LookID(2): filled(2)])
  }

  @Test func `a number that no view has is given away again`() {
    var looks = Looks()
    let numbers = looks.exchange(changing: [(nil, filled(1)), (nil, filled(2))])
    _ = looks.exchange(leaving: [numbers[0]!])
    #expect(looks.looks == [LookID(2): filled(2)])
    #expect(looks.exchange(changing: [(nil, filled(3))]) == [LookID(1)])
  }

  @Test func `views may take each other's looks`() {
    var looks = Looks()
    let numbers = looks.exchange(changing: [(nil, filled(1)), (nil, filled(2))])
    #expect(looks.exchange(changing: [(numbers[0], filled(2)), (numbers[1], filled(1))]) == [numbers[1], numbers[0]])
  }

  @Test(arguments: UInt64(1)...50) func `the table has just the looks of the views`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var looks = Looks()
    var views: [(number: LookID?, look: Look)] = []
    for _ in 1...40 {
      var leaving: [LookID] = []
      while !views.isEmpty, generator.chance(20) { if let id = views.removeLast().number { leaving.append(id) } }
      if generator.chance(60) { views.append((nil, Look())) }
      var changed: [Int] = []
      for index in views.indices where generator.chance(40) {
        views[index].look.radius = Int32.random(in: 0...4, using: &generator)
        changed.append(index)
      }
      let numbers = looks.exchange(leaving: leaving, changing: changed.map { (views[$0].number, views[$0].look) })
      for (index, number) in zip(changed, numbers) { views[index].number = number }
      #expect(views.allSatisfy { $0.number.map { looks.looks[$0]! } ?? Look() == $0.look })
      #expect(Set(looks.looks.keys) == Set(views.compactMap(\.number)))
      #expect(Set(looks.looks.values).count == looks.looks.count)
    }
  }
}

@Suite("Looks on their way") struct MixedLookTests {
  private func look(_ background: Look.Paint?, radius: Int32 = 0) -> Look {
    var look = Look()
    look.background = background
    look.radius = radius
    return look
  }

  @Test func `halfway, opaque colours are halfway in each channel`() {
    let mixed = look(.colour(0xFF00_00FF), radius: 64).mixed(with: look(.colour(0x00FF_00FF), radius: 128), weight: 0.5)
    // 127.5 is rounded up.
    #expect(mixed == look(.colour(0x8080_00FF), radius: 96))
  }

  @Test func `no colour is the other one, not seen`() {
    #expect(look(nil).mixed(with: look(.colour(0xFF80_00FF)), weight: 0.5) == look(.colour(0xFF80_0080)))
    #expect(look(.colour(0xFF80_00FF)).mixed(with: look(nil), weight: 1) == look(nil))
  }

  @Test func `colours are weighed by their opacity`() {
    // A quarter of the way: opacity 1 - 0.8 / 4 = 0.8 (204); red 0.25 * 0.2 / 0.8 * 255 = 15.9; green
    // 0.75 / 0.8 * 255 = 239.06.
    let mixed = look(.colour(0x00FF_00FF)).mixed(with: look(.colour(0xFF00_0033)), weight: 0.25)
    #expect(mixed == look(.colour(0x10EF_00CC)))
  }

  @Test func `a spring that goes beyond stays a colour and a length`() {
    let mixed = look(.colour(0xF000_00FF), radius: 0).mixed(with: look(.colour(0xFF00_00FF), radius: 64), weight: 1.5)
    #expect(mixed == look(.colour(0xFF00_00FF), radius: 96))
    #expect(look(nil, radius: 64).mixed(with: look(nil), weight: 1.5).radius == 0)
  }

  @Test func `names of colours cannot be mixed, so they change at once`() {
    let mixed = look(.named("accent")).mixed(with: look(.colour(0xFF00_00FF)), weight: 0)
    #expect(mixed == look(.colour(0xFF00_00FF)))
    #expect(!look(.named("accent")).canMove(to: look(.colour(0xFF00_00FF))))
  }
}
