import LayoutEngine
import LayoutModel
import LayoutSyntax
import TextMeasurement

extension Suite {
  /// What fonts cost: everything else in here is measured with fixed metrics.
  static let text = Suite(name: "text", summary: "labels that wrap, measured in fonts") { options in
    let repetitions = options.isQuick ? 3 : 11
    var table = Table(
      "A column of wrapped labels",
      columns: ["labels, change", "median", "least", "a label", "target", "asked", "measured"])
    for count in options.isQuick ? [100, 1_000] : [100, 1_000, 10_000] {
      let column = LabelColumn(count: count)
      for change in LabelColumn.Change.allCases {
        let timing = TextTiming(column, change, repetitions: repetitions)
        table.add([
          "\(grouped(count)), \(change.rawValue)", time(timing.median), time(timing.least),
          time(timing.median / Double(count)), count == 1_000 && change == .cold ? "≤ 60 ms" : "",
          grouped(timing.asked), grouped(timing.measured),
        ])
      }
    }
    table.print()
    return []
  }
}

/// Labels of 4 to 16 words below each other, in a width in which most take two lines or three.
struct LabelColumn {
  enum Change: String, CaseIterable {
    /// A new scene and a new measurer; opening the fonts is not in it.
    case cold
    /// A new scene of the same texts.
    case secondScene = "second scene"
    /// Another width each time.
    case resize
    /// One of two widths in turn.
    case toAndFro = "to and fro"
    /// One label says something that it never said.
    case edit
  }

  let layout: ResolvedLayout

  private static let words = [
    "account", "balance", "delivery", "evening", "forecast", "garden", "harbour", "invoice", "journey", "kitchen", "of",
    "the", "and", "to",
  ]

  init(count: Int) {
    var text = "layout labels size 240, _ {\n  vstack all x fill top 0 {\n"
    var random: UInt64 = 0x5EED
    for number in 0..<count {
      var words: [String] = ["\(number)"]
      for _ in 0..<(4 + number % 13) {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        words.append(Self.words[Int(random >> 33) % Self.words.count])
      }
      text += "    label l\(number) \"\(words.joined(separator: " "))\"\n"
    }
    text += "  }\n}\n"
    let (document, complaints) = resolve(parse(SourceText(name: "labels.layout", bytes: Array(text.utf8))))
    precondition(complaints.isEmpty, "the labels have \(complaints.count) mistakes")
    layout = document.layouts[0]
  }
}

/// One change of a column of labels, solved: nanoseconds, and what was counted.
struct TextTiming {
  let median: Double
  let least: Double
  /// Questions of the scene's.
  let asked: Int
  /// Those that the measurer had no answer to.
  let measured: Int

  init(_ column: LabelColumn, _ change: LabelColumn.Change, repetitions: Int) {
    var measurer = Self.openedMeasurer()
    var scene = LayoutScene(column.layout, inputs: SceneInputs(of: column.layout))
    _ = scene.solve(measuring: measurer)
    var counts = (asked: 0, measured: 0)
    func prepare(_ number: Int) {
      switch change {
      case .cold:
        measurer = Self.openedMeasurer()
        scene = LayoutScene(column.layout, inputs: SceneInputs(of: column.layout))
      case .secondScene: scene = LayoutScene(column.layout, inputs: SceneInputs(of: column.layout))
      case .resize: scene.inputs.environment.width = 240 - Double(number + 1) / 8
      case .toAndFro: scene.inputs.environment.width = number % 2 == 0 ? 200 : 240
      case .edit: scene.inputs.texts["all.l7"] = "Said for the \(number)th time, and longer than a line of it can be"
      }
    }
    var number = 0
    // Both widths are known before the clock runs.
    for _ in 0..<2 where change == .toAndFro {
      prepare(number)
      _ = scene.solve(measuring: measurer)
      number += 1
    }
    let timing = Timing.of(
      repetitions: repetitions,
      prepare: {
        prepare(number)
        number += 1
      }
    ) { _ in
      let before = (scene.statistics.measurements, measurer.measurements)
      _ = scene.solve(measuring: measurer)
      counts = (scene.statistics.measurements - before.0, measurer.measurements - before.1)
    }
    (median, least) = (timing.median, timing.least)
    (asked, measured) = counts
  }

  private static func openedMeasurer() -> FontMeasurer {
    do throws(FontMeasurerError) { return try FontMeasurer() } catch { preconditionFailure("\(error)") }
  }
}
