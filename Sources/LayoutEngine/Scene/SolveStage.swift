/// What a scene is busy with while it solves, told to whoever measures where the time goes: from the call on, until the
/// next one. Before the first call it is `solve`, and at the end again.
public enum SolveStage: Sendable {
  /// Rules into rows: what changed is emitted again, and structures that are new are compiled.
  case lower
  /// Everything else: inputs, conditions, the solver itself, reading back.
  case solve
}
