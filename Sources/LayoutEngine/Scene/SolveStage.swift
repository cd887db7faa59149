/// What a scene is busy with while it solves, told to whoever measures where the time goes. A stage lasts until the
/// next one is told. It is `solve` before the first is told, and again at the end.
public enum SolveStage: Sendable {
  /// Rules become rows: what changed is written again, and new structures are compiled.
  case lower
  /// Everything else: inputs, conditions, the solver itself, reading back.
  case solve
}
