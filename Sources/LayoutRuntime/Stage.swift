/// A stage of a turn, told to whoever measures where the time goes: from the call on, until the next one.
public enum Stage: Equatable, Sendable, CaseIterable {
  /// Bytes to trees.
  case parse
  /// Trees to layouts.
  case resolve
  /// Layouts to rows.
  case lower
  /// Inputs and rows to frames, read-back included. `lower` may come in between.
  case solve
  /// Frames to what changed.
  case diff
  /// Effects.
  case finish
}
