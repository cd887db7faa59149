import LayoutSyntax

/// Every limit of resolving, but for those of syntax: `SyntaxLimits`. Beyond one of them there is a diagnostic with its
/// place, and never a crash or an hour of work.
public enum ModelLimits {
  // MARK: All copies in one document: E2301 and E2303

  /// Views and guides of all layouts, the roots not counted. Views are numbered, and twice as many fit into what a
  /// machine of today has for one program.
  public static let views = 200_000
  /// Blocks, and what stands in them: clauses, values, branches, arguments. Ten for each view.
  public static let statements = 2_000_000
  /// Bytes of the names and paths that views, ids, configurations, flags, traits and properties go by. Three hundred
  /// for each view.
  public static let nameBytes = 64_000_000
  /// Bytes of texts: those of four files as large as they may be.
  public static let textBytes = 64_000_000
  /// Numbers, anchors and questions of rules, settings, conditions and values. Forty for each view.
  public static let parts = 8_000_000
  /// Parts of expressions looked at. By feel: a few seconds of work.
  public static let steps = 100_000_000
  /// Names that layouts have for themselves: each all that its files declare, and a thousand for what else it takes to
  /// keep one. A hundred bytes each.
  public static let entries = 8_000_000

  // MARK: One of a kind

  /// Bytes of the name of a layout or a preview (E2304). Every scene has both in its name, so long ones would be there
  /// thousands of times. As many as a file's name may have.
  public static let layoutName = 255
  /// Turns of one `for` (E2303). Half as many as there may be views.
  public static let repetitions = 100_000
  /// Expressions within expressions, those of `let`s included (E2302). By feel: people nest five, generated `let`s a
  /// hundred, and the stack has room for some thousands.
  public static let expressionDepth = 512
  /// Numbers and names of one value, questions and numbers of one condition (E2304). By feel: people write ten; as many
  /// as a deep expression may have, twice over.
  public static let valueParts = 2048
  /// Bytes of one text, also of what `*` comes to (E2304).
  public static let textLength = SyntaxLimits.textLength
  /// Variables in one text: each of them may be given a long one (E2304).
  public static let textVariables = 64
  /// Fields of a record (E2304). By feel: people write five.
  public static let fields = 64
  /// Bytes of the key of a record (E2304, and refused when it is set). It stands in the paths of all its views. By
  /// feel: people write thirty, and addresses have some hundred.
  public static let key = 1024
  /// Records of one list (E2303, and refused when they are set): as many as a `for` has turns.
  public static let records = 100_000
  /// Bytes of a document's files together, its own and those it imports (E2305): eight files as large as they may be.
  /// Names and nodes are numbered by 32 bits, and no file has more of them than bytes.
  public static let documentBytes = 8 * SyntaxLimits.bytes

  /// Files that a document imports, directly or not (E2305). By feel: people write twenty, and each has to be looked
  /// at.
  public static let imports = 1_000
  /// Files of pictures that a document names (E2305). By feel, as above.
  public static let pictures = 1_000
  /// Bytes of the path of an import or a picture as it is written (E2304). The kernel takes no longer ones (path_max).
  public static let path = 4_095

  /// Points that a frame's coordinates go to, either way (W2207): they are published in 64ths of a point, in 32 bits.
  /// What comes to more is cut off there.
  public static let reach = 33_554_431.0

  // MARK: Complaints

  /// Errors reported for one file, and as many warnings; so many again of all that it imports.
  public static let complaints = SyntaxLimits.errors
  /// Names that are compared with a wrong one; more would make a typo in a huge file slow to report.
  public static let candidates = 2000
}
