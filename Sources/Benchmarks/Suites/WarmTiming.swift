import ConstraintSolver
import LayoutEngine
import LayoutModel

/// One input of a live scene.
enum WarmEdit: String, CaseIterable {
  case text, constant, resize

  /// Sets the input to one of two values.
  func apply(_ isSecond: Bool, to inputs: inout SceneInputs) {
    switch self {
    case .text: inputs.texts[GeneratedLayout.text] = isSecond ? "Everything at once" : "Overview"
    case .constant: inputs.constants[GeneratedLayout.constant] = [isSecond ? 12 : 8]
    case .resize: inputs.environment.width = isSecond ? 430 : 390
    }
  }
}

/// A live scene, solved after one input changed, to and fro: the time in nanoseconds, and what repeats exactly.
struct WarmTiming {
  let median: Double
  let measurements: Int
  let compilations: Int
  /// Operations of the tape that ran, and that there are.
  let opsRun: Int
  let ops: Int
  /// Views whose frame or content changed.
  let changed: Int

  init(_ layout: GeneratedLayout, _ edit: WarmEdit, repetitions: Int) {
    let prepared = PreparedLayout(layout)
    var scene = LayoutScene(prepared.resolved, inputs: prepared.inputs)
    for isSecond in [false, true, false] {
      edit.apply(isSecond, to: &scene.inputs)
      _ = scene.solve(measuring: FixedMetrics())
    }
    let before = (scene.statistics, scene.solver!.statistics)
    edit.apply(true, to: &scene.inputs)
    changed = scene.solve(measuring: FixedMetrics()).count
    let after = (scene.statistics, scene.solver!.statistics)
    measurements = after.0.measurements - before.0.measurements
    compilations = after.0.compilations - before.0.compilations
    opsRun = after.1.opsRun - before.1.opsRun
    ops = after.1.ops
    median =
      Timing.of(repetitions: 3 * repetitions) { repetition in
        edit.apply(repetition % 2 == 1, to: &scene.inputs)
        _ = scene.solve(measuring: FixedMetrics())
      }.median
  }
}
