import LayoutEngine
import LayoutModel
import LayoutSyntax

extension Suite {
  /// What views in lines and columns cost.
  static let containers = Suite(
    name: "containers", summary: "a flow and grids of many texts: built, at another width, with another text"
  ) { options in
    var table = Table(
      "A container of labels in a scene, fixed metrics",
      columns: ["container, views", "change", "median", "least", "rounds", "compilations", "measured"])
    for count in options.isQuick ? [100] : [100, 1_000] {
      for container in ContainerTiming.Container.allCases {
        for change in ContainerTiming.Change.allCases {
          let timing = ContainerTiming(container, count, change, repetitions: options.isQuick ? 3 : 11)
          table.add([
            "\(container.rawValue), \(grouped(count))", change.rawValue, time(timing.median), time(timing.least),
            grouped(timing.rounds), grouped(timing.compilations), grouped(timing.measured),
          ])
        }
      }
    }
    table.print()
    return []
  }
}

/// One change of a scene with one container: nanoseconds, and what repeats exactly.
struct ContainerTiming {
  enum Container: String, CaseIterable {
    case flow = "hflow"
    case columns = "grid of 3 columns"
    case least = "grid, columns of at least 160"

    fileprivate var clauses: String {
      switch self {
      case .flow: "hflow all gap 8, 8"
      case .columns: "grid all columns 3 gap 8"
      case .least: "grid all columns min 160 gap 8"
      }
    }
  }

  enum Change: String, CaseIterable {
    /// A new scene, solved.
    case build
    /// 600 and 900 wide in turn: lines end elsewhere, and of the columns of at least 160 there are 3 and 5.
    case resize
    /// The text of one view, which then is wider or narrower.
    case text = "one text"
  }

  let median: Double
  let least: Double
  /// Of the last repetition.
  let rounds: Int
  let compilations: Int
  let measured: Int

  init(_ container: Container, _ count: Int, _ change: Change, repetitions: Int) {
    let layout = Self.layout(container, count)
    var scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
    func apply(_ number: Int) {
      switch change {
      case .build: scene = LayoutScene(layout, inputs: SceneInputs(of: layout))
      case .resize: scene.inputs.environment.width = number % 2 == 0 ? 900 : 600
      case .text: scene.inputs.texts["all.l\(count / 2)"] = number % 2 == 0 ? "a text that is longer" : "short"
      }
      _ = scene.solve(measuring: FixedMetrics())
    }
    _ = scene.solve(measuring: FixedMetrics())
    for number in 0..<2 where change != .build { apply(number) }
    let none = LayoutScene(layout, inputs: SceneInputs(of: layout)).statistics
    var before = none
    let timing = Timing.of(
      repetitions: repetitions, prepare: { before = change == .build ? none : scene.statistics }, apply)
    (median, least) = (timing.median, timing.least)
    rounds = scene.statistics.rounds - before.rounds
    compilations = scene.statistics.compilations - before.compilations
    measured = scene.statistics.measurements - before.measurements
  }

  private static let words = ["mail", "calendar", "notes", "archive", "settings", "a longer name", "to do"]

  private static func layout(_ container: Container, _ count: Int) -> ResolvedLayout {
    var text = "layout page size 600, _ {\n  \(container.clauses) x fill top 0 {\n"
    for number in 0..<count { text += "    label l\(number) \"\(words[number * 5 % 7]) \(number)\"\n" }
    text += "  }\n}\n"
    let (document, complaints) = resolve(parse(SourceText(name: "page.layout", bytes: Array(text.utf8))))
    precondition(complaints.isEmpty, "the container has \(complaints.count) mistakes: \(complaints[0].message)")
    return document.layouts[0]
  }
}
