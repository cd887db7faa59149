extension Solver {
  /// Counts that repeat exactly for the same system and the same calls.
  public struct Statistics: Sendable, Equatable {
    /// Of the system.
    public var rows = 0
    /// Of the system.
    public var variables = 0
    /// Of the compiled plan without variants.
    public var ops = 0
    var singleRowBlocks = 0
    var generalBlocks = 0
    /// Plans compiled, variants included.
    public var compiles = 0
    /// Of all solves so far, variants included.
    public var opsRun = 0
    var blocksSolved = 0
    /// Steps of the general block solver.
    public var pivots = 0
    /// General blocks whose active rows still held.
    var warmAnswers = 0
    /// Blocks in which the active-set method gave up; 0 unless coefficients are extreme.
    var failedBlocks = 0
  }
}
