/// Every limit of reading one file. Beyond one of them there is a diagnostic with its place.
public enum SyntaxLimits {
  /// Bytes of one file: 16 MiB. Places in it are numbered by 32 bits.
  public static let bytes = 16 << 20
  /// Blocks in blocks (and `else if`s in a row), and parentheses in parentheses.
  public static let depth = 64
  /// Operators in a row in one expression, which nest to the left in the tree.
  public static let operators = 256
  /// Objects and arrays within each other in a layout as JSON. Blocks nest 64 deep, and each takes an object and an
  /// array.
  public static let projectionDepth = 256
  /// Bytes of one text, also of what `*` comes to.
  public static let textLength = 1_000_000
  /// Errors reported for one file, the one that says there are more not counted.
  public static let errors = 20
}
