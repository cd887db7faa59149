import LayoutSyntax
import Testing

@testable import LayoutRuntime

@Suite("In which lines a mistake is reported") struct ReportedLinesTests {
  /// What a file says, then what it says after a save of nothing but blanks, with the line before and after.
  struct Save: CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var after: String
    var lines: [Int]
  }

  static func json(_ clauses: String) -> String {
    """
    {"version": 1, "declarations": [
      {"kind": "layout", "name": "card", "body": [
        {"kind": "view", "type": "box", "name": "a", "clauses": [\(clauses)]}
      ]}
    ]}
    """
  }

  static let mistaken = json(#"{"kind": "width", "value": "nowhere.width"}"#)
  static let doubtful = json(#"{"kind": "height", "value": "10"}"#)
  static let saves = [
    Save(testDescription: "an error in JSON", before: mistaken, after: "\n" + mistaken, lines: [3, 4]),
    Save(testDescription: "a warning in JSON", before: doubtful, after: "\n\n" + doubtful, lines: [3, 5]),
    Save(
      testDescription: "an error in another line at the same byte", before: "layout card { box a width nowhere.width }",
      after: "layout card {\nbox a width nowhere.width }", lines: [1, 2]),
  ]

  private func lines(_ report: DiagnosticReport?) -> [Int?]? {
    report?.diagnostics.map { diagnostic in diagnostic.place.flatMap { report?.sources.lines(of: $0)?.start.line } }
  }

  @Test(arguments: saves) func `a save of blanks moves what is reported to the lines it is in now`(_ save: Save) {
    var world = World(serving: ["card.layout": "layout card { box a left 1 top 1 width 2 height 3 }"])
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    world.save("card.layout", save.before)
    world.advance(milliseconds: 30)
    follower.catchUp(with: &world)
    #expect(lines(world.runtime.scenes["card"]?.published.report.content) == [save.lines[0]])
    let effects = world.effects.count

    world.save("card.layout", save.after)
    world.advance(milliseconds: 30)

    #expect(lines(world.runtime.scenes["card"]?.published.report.content) == [save.lines[1]])
    let reports = follower.newMessages(from: &world).compactMap(\.report)
    #expect(reports.map { lines($0) } == [[save.lines[1]]])
    let logged = world.effects[effects...].compactMap { effect -> DiagnosticReport? in
      if case .diagnosed(_, let report) = effect { report } else { nil }
    }
    #expect(logged.map { lines($0) } == [[save.lines[1]]])
  }

  @Test func `a save of blanks that moves nothing is no news`() {
    var world = World(serving: ["card.layout": Self.doubtful])
    var follower = world.subscribe(Subscription(scene: "card", wantsDiagnostics: true))
    follower.catchUp(with: &world)

    world.save("card.layout", Self.doubtful + "\n")
    world.advance(milliseconds: 30)

    #expect(follower.newMessages(from: &world) == [])
  }
}
