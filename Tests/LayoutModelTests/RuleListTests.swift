import LayoutSyntax
import Testing

@testable import LayoutModel

@Suite("Rules in pieces") struct RuleListTests {
  private func rule(_ constant: Double) -> Rule {
    Rule(
      Anchor(.root, .frame, .left), .equal, nil, constant: .literal(constant),
      origin: Origin(file: 0, span: SourceSpan(start: 0, end: 1)))
  }

  private func list(_ count: Int) -> RuleList { RuleList((0..<count).map { rule(Double($0)) }) }

  @Test(arguments: [0, 1, 127, 128, 129, 256, 300])
  func `it is what an array of them is`(count: Int) {
    var list = list(count)
    var array = (0..<count).map { rule(Double($0)) }
    #expect(Array(list) == array && list.count == count)
    for extra in 0..<130 {
      list.append(rule(-Double(extra)))
      array.append(rule(-Double(extra)))
    }
    #expect(Array(list) == array)
    list.swapAt(0, count + 129)
    array.swapAt(0, count + 129)
    for number in [129, 1, count] {
      list.removeLast(number)
      array.removeLast(number)
      #expect(Array(list) == array && list == RuleList(array))
    }
    #expect(list.isEmpty)
    list.append(rule(7))
    #expect(list == [rule(7)])
  }

  @Test func `constants that differ are found, wherever they stand`() {
    let older = list(300)
    var newer = older
    #expect(newer.constants(otherThanIn: older) == [])
    for index in [0, 127, 128, 299] { newer[index].constant = .literal(-1) }
    #expect(newer.constants(otherThanIn: older) == [0, 127, 128, 299])
    // The older one is as it was.
    #expect(older == list(300))
    // Equal, but in other pieces of memory.
    #expect(list(300).constants(otherThanIn: older) == [])

    newer[200].priority = 5
    #expect(newer.constants(otherThanIn: older) == nil)
    #expect(list(299).constants(otherThanIn: older) == nil)
  }
}
