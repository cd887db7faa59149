import Frames
import Geometry
import LayoutModel
import LayoutSyntax
import TestSupport
import Testing

@testable import LayoutEngine

/// A view that several branches declare stands where the first of them that holds has it.
@Suite("The order in branches") struct SwitchedOrderTests {
  private static let row = """
    layout a size 200, 100 {
      hstack row left 0 top 0 height 10 {
        if flag(mine) { box a width 10; box b width 20 } else { box b width 20; box a width 10 }
        box c width 5
      }
    }
    """

  private func lefts(_ scene: inout LayoutScene, _ flags: Set<String>) -> [String: Double] {
    scene.inputs.environment.flags = flags
    _ = scene.solve(measuring: FixedMetrics())
    let views = scene.layout.views.indices.filter { scene.layout.views[$0].parent == ViewID(1) }
    return Dictionary(
      uniqueKeysWithValues: views.map { (scene.layout.views[$0].name, scene.frame(of: ViewID(Int32($0))).x) })
  }

  // MARK: Against the layout that is written so

  /// What a container says, statement by statement.
  private indirect enum Statement {
    case view(Int)
    case branch(flag: Int, then: [Statement], otherwise: [Statement])

    var text: String {
      switch self {
      case .view(let view): "box v\(view) \(SwitchedOrderTests.size(of: view))\n"
      case .branch(let flag, let then, let otherwise):
        "if flag(f\(flag)) {\n\(then.map(\.text).joined())} else {\n\(otherwise.map(\.text).joined())}\n"
      }
    }

    func views(with flags: Set<String>) -> [Int] {
      switch self {
      case .view(let view): [view]
      case .branch(let flag, let then, let otherwise):
        (flags.contains("f\(flag)") ? then : otherwise).flatMap { $0.views(with: flags) }
      }
    }
  }

  private static func size(of view: Int) -> String { "size \(10 + view), \(10 + 2 * view)" }

  /// Makes up what may be said: no view stands again inside of a branch in which it stands.
  private struct Writer {
    var random: SeededGenerator
    private var branches = 0
    private var paths: [Int: [[Int]]] = [:]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func statements(in path: [Int]) -> [Statement] {
      (0..<4).compactMap { _ in
        if path.count < 3, random.chance(50) {
          branches += 2
          let (then, otherwise) = (branches - 1, branches)
          return .branch(
            flag: random.below(3), then: statements(in: path + [then]), otherwise: statements(in: path + [otherwise]))
        }
        let view = random.below(6)
        let isFree = paths[view, default: []].allSatisfy { !$0.starts(with: path) && !path.starts(with: $0) }
        if !isFree { return nil }
        paths[view, default: []].append(path)
        return .view(view)
      }
    }
  }

  private static let containers = [
    "hstack box1 gap 3 items top", "vstack box1 gap 3 items leading", "hflow box1 gap 3 items top width 45",
    "grid box1 gap 3 columns auto, auto", "hstack box1 distribute equalSpacing items top width 300",
  ]

  @Test(arguments: containers, 1...40)
  func `whatever holds, views stand as in a layout without branches that has them in this order`(
    _ container: String, _ seed: Int
  ) {
    var writer = Writer(seed: UInt64(seed))
    let statements = writer.statements(in: [])
    func text(_ body: String) -> String {
      "layout a size 400, 400 { \(container) left 0 top 0 {\n\(body)} }"
    }
    let switched = layout(text(statements.map(\.text).joined()))
    var scene = LayoutScene(switched, inputs: SceneInputs(of: switched))
    // To and fro: what was solved before makes no difference.
    for number in [0, 1, 2, 3, 4, 5, 6, 7, 3, 0] {
      let flags = Set((0..<3).filter { number & (1 << $0) != 0 }.map { "f\($0)" })
      scene.inputs.environment.flags = flags
      _ = scene.solve(measuring: FixedMetrics())
      var views: [Int] = []
      for view in statements.flatMap({ $0.views(with: flags) }) where !views.contains(view) { views.append(view) }
      let plain = layout(text(views.map { "box v\($0) \(Self.size(of: $0))\n" }.joined()))
      var written = LayoutScene(plain, inputs: SceneInputs(of: plain))
      _ = written.solve(measuring: FixedMetrics())

      for (index, view) in plain.views.enumerated().dropFirst() {
        let place = switched.views.firstIndex { $0.path == view.path }!
        // Rows that stand in another order are added up in another order.
        let (frame, expected) = (scene.frame(of: ViewID(Int32(place))), written.frame(of: ViewID(Int32(index))))
        #expect(Frame(frame) == Frame(expected), "\(view.path), \(flags)")
      }
    }
  }

  // MARK: What it costs

  @Test func `a container that declares each view once says nothing of its order`() {
    let once = layout(
      """
      layout a size 200, 100 {
        hstack row { if flag(mine) { box a } else { box b }; box c; for i in 0..<3 { box d } }
        if flag(mine) { box e; box f } else { box f; box e }
      }
      """)

    // Where views lie over each other, and not side by side, their order is that of the first declarations.
    #expect(once.switchedOrders.isEmpty)
    #expect(layout(Self.row).switchedOrders.map(\.container) == [ViewID(1)])
  }

  @Test func `a switch of the order lowers no more than the container and the branches`() {
    let others = (0..<50).map { "box o\($0) left \($0) top 50 size 5\n" }.joined()
    let switched = layout(Self.row.dropLast() + others + "}")
    var scene = LayoutScene(switched, inputs: SceneInputs(of: switched))
    _ = scene.solve(measuring: FixedMetrics())
    let all = scene.statistics.loweredEmitters
    _ = lefts(&scene, ["mine"])

    // The stack, the widths of 'a' and 'b' in both branches, and the scene, whose size may be another at any time.
    #expect(scene.statistics.loweredEmitters - all == 6)
  }

  // MARK: Views that are put elsewhere

  @Test func `what was put into a stack keeps its place there, and the others follow the branches`() {
    let row = layout(Self.row)
    var scene = LayoutScene(row, inputs: SceneInputs(of: row))
    #expect(lefts(&scene, []) == ["a": 20, "b": 0, "c": 30])
    #expect(lefts(&scene, ["mine"]) == ["a": 0, "b": 10, "c": 30])

    var forest = ViewForest(row, Arrangement())
    forest.put([ViewID(4)], in: ViewID(1), at: 0)
    scene.inputs.arrangement = forest.arrangement
    #expect(lefts(&scene, []) == ["a": 25, "b": 5, "c": 0])
    #expect(lefts(&scene, ["mine"]) == ["a": 5, "b": 15, "c": 0])

    // The order of the first branch, but said by hand.
    forest.replaceViews(of: ViewID(1), with: [ViewID(2), ViewID(3), ViewID(4)])
    scene.inputs.arrangement = forest.arrangement
    #expect(lefts(&scene, []) == ["a": 0, "b": 10, "c": 30])
    #expect(ViewForest(row, forest.arrangement).arrangement == forest.arrangement)

    scene.inputs.arrangement = Arrangement(places: ["row.c": .away])
    #expect(lefts(&scene, []) == ["a": 20, "b": 0])
    #expect(lefts(&scene, ["mine"]) == ["a": 0, "b": 10])
  }

  // MARK: What is told

  @Test func `a view is explained by the neighbour that it has now`() throws {
    let row = layout(Self.row)
    var scene = LayoutScene(row, inputs: SceneInputs(of: row))
    func place(_ view: Int32, _ flags: Set<String>) -> [String] {
      _ = lefts(&scene, flags)
      let told = scene.explanation(of: ViewID(view), attribute: .left) { _ in "" }
      return told?.attributes.flatMap(\.because).map(\.source).filter { $0.contains("behind") } ?? []
    }

    #expect(place(2, []).contains { $0.hasPrefix("behind 'row.b'") })
    #expect(!place(2, ["mine"]).contains { $0.hasPrefix("behind 'row.b'") })
    #expect(place(3, ["mine"]).contains { $0.hasPrefix("behind 'row.a'") })
    #expect(!place(3, []).contains { $0.hasPrefix("behind 'row.a'") })
  }

  @Test func `a bare size that decides the order is told to ask each view`() {
    let text = "layout a { hstack row { fill\nif width >= 9 { box a; box b } else { box b; box a } } }"
    let warnings = resolve(parse(SourceText(name: "a", text: text)), imports: [:]).diagnostics

    #expect(warnings.map(\.code.rawValue) == ["W4001"])
  }
}
