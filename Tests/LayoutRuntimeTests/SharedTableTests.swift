import TestSupport
import Testing

@testable import LayoutRuntime

@Suite("A table whose copies share what is alike") struct SharedTableTests {
  /// Names enough for some splits, few enough to be set again and taken away.
  private static let names = 0..<1_000

  @Test(arguments: 0..<4 as Range<UInt64>) func `is a dictionary, and knows what differs from any other`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (table, dictionary) = (SharedTable<Int>(), [String: Int]())
    var kept: [(table: SharedTable<Int>, dictionary: [String: Int])] = [(table, dictionary)]

    for step in 0..<3_000 {
      let name = "n\(Int.random(in: Self.names, using: &random))"
      let value = random.chance(80) ? Int.random(in: 0..<3, using: &random) : nil
      #expect(table.set(name, to: value) == dictionary[name])
      dictionary[name] = value
      if step % 500 == 250 {
        table.keep { $1 > 0 }
        dictionary = dictionary.filter { $1 > 0 }
      }
      if step % 100 == 0 { kept.append((table, dictionary)) }
    }

    #expect(table.count == dictionary.count && table.isEmpty == dictionary.isEmpty)
    #expect(Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0.value) }) == dictionary)
    for former in kept {
      let differing = Set(dictionary.keys).union(former.dictionary.keys).filter {
        dictionary[$0] != former.dictionary[$0]
      }
      let changes = table.changes(since: former.table)
      #expect(changes.map(\.name) == differing.sorted())
      #expect(changes.allSatisfy { $0.value == dictionary[$0.name] })
      #expect((table == former.table) == (dictionary == former.dictionary))
    }
  }

  @Test func `is the same however it came about`() {
    var (grown, shrunk) = (SharedTable<Int>(), SharedTable<Int>())
    for name in Self.names { shrunk.set("n\(name)", to: name) }
    for name in Self.names where name > 2 { shrunk["n\(name)"] = nil }
    for name in (0...2).reversed() { grown["n\(name)"] = name }

    #expect(grown == shrunk && grown == ["n1": 1, "n0": 0, "n2": 2])
    #expect(grown.changes(since: shrunk).isEmpty)
    shrunk["n1"] = 7
    #expect(grown != shrunk)
    #expect(grown.changes(since: shrunk).map(\.name) == ["n1"])
  }
}
