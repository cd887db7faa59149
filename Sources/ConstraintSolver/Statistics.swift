extension Solver {
  /// Counts that repeat exactly for the same system and the same calls.
  public struct Statistics: Sendable, Equatable {
    /// Of the system.
    public var rows = 0
    public var variables = 0
    /// Of the compiled plan without variants.
    public var ops = 0
    /// Compiled by themselves and linked.
    public var units = 0
    public var determined = 0
    public var unions = 0
    public var checks = 0
    public var peeled = 0
    public var aggregated = 0
    public var slackened = 0
    public var unattached = 0
    public var singleVariableBlocks = 0
    public var singleRowBlocks = 0
    public var generalBlocks = 0
    public var largestBlock = 0
    /// Plans compiled, variants included.
    public var compiles = 0
    /// Of all solves so far, variants included.
    public var opsRun = 0
    public var blocksSolved = 0
    public var pivots = 0
    /// General blocks whose active rows still held.
    public var warmAnswers = 0
    /// Blocks in which the active-set method gave up; 0 unless coefficients are extreme.
    public var failedBlocks = 0
  }
}
