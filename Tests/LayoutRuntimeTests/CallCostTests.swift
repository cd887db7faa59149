import LayoutEngine
import LayoutSyntax
import Settables
import Testing

@testable import LayoutModel
@testable import LayoutRuntime

/// What one call costs, in names and views that were looked at: twice as much for twice as many of both.
@Suite("The cost of a call") struct CallCostTests {
  /// A stack of `count` labels with ids beside as many variables and another stack.
  private func layout(of count: Int) -> ResolvedLayout {
    let rows = (0..<count).map { "  var v\($0) = 1\n  box b\($0) at 0, 0  width 10 #w\($0)\n" }.joined()
    let labels = (0..<count).map { "    box r\($0) height 1\n" }.joined()
    let text = "layout page {\n\(rows)  vstack column {\n\(labels)  }\n  vstack other at 0, 0 { }\n}\n"
    return resolve(parse(SourceText(name: "page.layout", text: text))).document.layouts[0]
  }

  private static let once = 400

  private func steps(in layout: ResolvedLayout, _ count: Int, _ operation: (Int) -> Operation) throws -> Int {
    var call = OutsideCall(OutsideState(), to: layout, resettingTo: OutsideState())
    for index in 0..<count { try call.perform(operation(index), at: index) }
    return call.steps
  }

  /// `operations` say each the one of a number from 0 to the count of views.
  private func expectLinear(_ operations: ((Int) -> Operation)...) throws {
    let (small, large) = (layout(of: Self.once), layout(of: 2 * Self.once))
    for operation in operations {
      let once = try steps(in: small, Self.once, operation)
      let twice = try steps(in: large, 2 * Self.once, operation)
      #expect(once >= Self.once)
      // Of what grows with the square, it is four times as much.
      #expect(twice < once * 3, "\(once) steps for \(Self.once) operations, \(twice) for twice as many")
    }
  }

  @Test func `views are put at the end of a stack or into its middle, or taken out, one operation each`() throws {
    try expectLinear(
      { .append(["column.r\($0)"], to: "other", index: nil) }, { .append(["b\($0)"], to: "column", index: 200) },
      { .remove(.these(["column.r\($0)"], from: "column")) })
  }

  @Test func `every view is hidden, every variable and every constant set`() throws {
    try expectLinear(
      { .set(.hidden, of: "column.r\($0)", to: true) }, { .set(.variable, of: "v\($0)", to: 2) },
      { .set(.constant, of: "#w\($0)", to: 20) })
  }

  @Test func `all views are renamed, with what is set in them`() throws {
    func steps(_ count: Int) throws -> Int {
      let layout = layout(of: count)
      var call = OutsideCall(OutsideState(), to: layout, resettingTo: OutsideState())
      for index in 0..<count {
        try call.perform(.set(.hidden, of: "b\(index)", to: true), at: index)
        try call.perform(.set(.constant, of: "b\(index).#w\(index)", to: 20), at: index)
        try call.perform(.append(["column.r\(index)"], to: "other", index: nil), at: index)
      }
      var state = call.finish().state
      let steps = state.rename(
        (0..<count).map { ResolvedLayout.Renaming(path: "c\($0)", former: "b\($0)") }
          + [ResolvedLayout.Renaming(path: "place", former: "other")])
      #expect(state[.hidden, of: "c7"]?.value == .truth(true) && state[.hidden, of: "b7"] == nil)
      #expect(state[.constant, of: "c7.w7"] != nil && state[.constant].count == count)
      #expect(state.arrangement.places["column.r7"] == .arranged(in: "place", index: 7, isLast: true))
      return steps
    }

    let (once, twice) = (try steps(Self.once), try steps(2 * Self.once))
    #expect(once >= Self.once)
    #expect(twice < once * 3, "\(once) steps for \(Self.once) renames, \(twice) for twice as many")
  }

  @Test func `records of a list are changed, put in and taken out where they stand`() throws {
    let text = "layout page { var rows: list(id: text, extra: length) = []\n for r in rows by r.id { box b } }"
    let layout = resolve(parse(SourceText(name: "page.layout", text: text))).document.layouts[0]
    func records(_ numbers: Range<Int>) -> [SettableRecord] {
      numbers.map { SettableRecord([("id", .text("\($0)")), ("extra", .number(1))]) }
    }
    var call = OutsideCall(OutsideState(), to: layout, resettingTo: OutsideState())
    /// Where the records are in memory. Nobody keeps them meanwhile, so a copy is somewhere else.
    func place(_ index: Int, _ change: RecordChange) throws -> Int {
      try call.perform(.records(list: "rows", change), at: index)
      let records = call.finish().state.records["rows"]!.records
      return unsafe records.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    }

    let first = try place(0, .insert(records(0..<100), nil))
    let changes = try (1..<50).map { try place($0, .change(key: "\($0)", SettableRecord([("extra", .number(2))]))) }
    #expect(Set(changes) == [first])
    #expect(call.finish().state.records["rows"]?.records[49].values[1] == .number(2))
  }

  @Test func `what names no view looks at none, though records came`() throws {
    let text = "layout page { var rows: list(id: text, extra: length) = []\n for r in rows by r.id { box b } }"
    let layout = resolve(parse(SourceText(name: "page.layout", text: text))).document.layouts[0]
    func record(_ number: Int, _ extra: Double) -> SettableRecord {
      SettableRecord([("id", .text("\(number)")), ("extra", .number(extra))])
    }
    var call = OutsideCall(OutsideState(), to: layout, resettingTo: OutsideState())
    try call.perform(.records(list: "rows", .insert((0..<1_000).map { record($0, 0) }, nil)), at: 0)
    let before = call.steps
    for number in 1...20 {
      let change = SettableRecord([("extra", .number(Double(number)))])
      try call.perform(.records(list: "rows", .change(key: "7", change)), at: 0)
      try call.perform(.set(.flag, of: "on", to: true), at: 0)
      try call.perform(.set(.trait, of: "mood", to: "calm"), at: 0)
      try call.perform(.reset(.traits), at: 0)
    }
    // The records are looked through once for the first change, and their 1,000 views never.
    #expect(call.steps - before < 2_000)

    let after = call.steps
    try call.perform(.set(.hidden, of: "b[\"999\"]", to: true), at: 0)
    #expect(call.steps - after > 1_000)
  }

  /// They are written out for it, which takes as long as there are many.
  @Test func `who names a view after records have changed pays for all views, and who names none does not`() throws {
    let text = "layout page { var rows: list(id: text) = []\n for r in rows by r.id { box b } }"
    func records(_ names: [String]) -> [SettableRecord] { names.map { SettableRecord([("id", .text($0))]) } }
    var scene = Scene(named: "page")
    scene.show(resolve(parse(SourceText(name: "page.layout", text: text))).document.layouts[0], of: nil)
    try scene.apply(.records(list: "rows", .insert(records((0..<100).map(String.init)), nil)), animated: nil)
    scene.update(at: Instant(), measuring: FixedMetrics())
    let hide = Operation.set(.hidden, of: "b[\"new\"]", to: true)
    let (alone, flag) = (scene.callTarget!.cost(of: [hide]), Operation.set(.flag, of: "on", to: true))

    let insert = Operation.records(list: "rows", .insert(records(["new"]), .index(0)))
    // The root and a view for each record that was there, and 100 / 16 records that are looked at.
    #expect(scene.callTarget!.cost(of: [insert, hide]) == alone + 1 + 101 + 6)
    try scene.apply(insert, animated: nil)
    #expect(scene.callTarget!.cost(of: [hide]) == alone + 101)
    #expect(scene.callTarget!.cost(of: [flag]) == 0)
    #expect(try scene.applying([flag]).state[.flag, of: "on"]?.value == true)
    #expect(try scene.applying([hide]).state[.hidden, of: "b[\"new\"]"]?.value == true)
    #expect(throws: RequestFailure.self) { try scene.applying([.set(.hidden, of: "b[\"newer\"]", to: true)]) }
  }

  @Test func `a call that has all views of a stack moved again and again is refused`() throws {
    let layout = layout(of: 20)
    var call = OutsideCall(OutsideState(), to: layout, resettingTo: OutsideState(), mostSteps: 10_000)
    var refused: RequestFailure?
    var done = 0
    while refused == nil, done < 10_000 {
      do throws(RequestFailure) {
        try call.perform(.arrange(stack: "column", nil), at: done)
        done += 1
      } catch { refused = error }
    }

    // It looks at each of the 43 views at least once and at most ten times.
    #expect((10_000 / 430...10_000 / 43).contains(done))
    #expect(
      refused == .badOperation(index: done, "the call moves too many views too often; send the rest in another one"))
  }

  @Test func `of names that nothing reads the first are told, and how many more there are`() throws {
    var world = World(serving: ["page.layout": "layout page {\n  box a\n  if flag(wide) { a.width == 8 }\n}\n"])
    let flags = (0..<20).map { Operation.set(.flag, of: "f\($0)", to: true) }

    let reply = world.call(.apply(scene: nil, flags, ifLayoutRevision: nil))

    guard case .done(.applied(_, let warnings))? = reply else {
      Issue.record("refused: \(String(describing: reply))")
      return
    }
    #expect(warnings.count == 17)
    #expect(warnings.dropLast().allSatisfy { $0.message.hasPrefix("nothing in layout 'page' asks for flag 'f") })
    #expect(warnings.last?.message == "nothing in layout 'page' asks for 4 more flags and traits that were set")
  }
}
