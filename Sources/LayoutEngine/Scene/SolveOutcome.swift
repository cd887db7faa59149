import ConstraintSolver
public import LayoutModel

/// How a solve of a scene ended.
public enum SolveOutcome: Equatable, Sendable {
  /// The frames are those of the inputs. The views whose frame or content changed, ascending; all of them the first
  /// time and after views were arranged otherwise, none when the inputs are the same.
  case solved([ViewID])
  /// It would take more than the allowance. Frames, contents and diagnostics are as before, and the scene is still to
  /// be solved. It has forgotten what it worked out, so until then it knows as little of what lies behind its frames as
  /// before its first solve.
  case exceeded
  /// It takes more than the limit, as the diagnostics say now. Frames and contents are as before; before the first
  /// solve there are none. Nothing is tried again until the inputs or the layout change.
  case exhausted
}

/// How much work a solve of a scene may take, in the solver's operations (`WorkBudget`).
public struct SolveBudget: Equatable, Sendable {
  /// At least 0.
  public var operations: Int

  public init(operations: Int) { self.operations = operations }

  /// What nobody exceeds who does not ask for too much.
  public static let standard = SolveBudget(operations: WorkBudget.standard.operations)
}

/// The budgets of one solve of a scene: all of the limit or a quarter of it, as far as the allowance goes.
struct SolveWork {
  let limit: SolveBudget
  /// What is left of the allowance.
  private var allowance: Int
  /// Whether the limit was what ended the last part, and not the allowance.
  private(set) var isOverLimit = false
  /// All that was taken.
  private(set) var spent = 0

  init(limit: SolveBudget, allowance: SolveBudget?) {
    self.limit = limit
    self.allowance = allowance?.operations ?? .max
  }

  var quarter: SolveBudget { SolveBudget(operations: limit.operations / 4) }

  /// Lends `body` a part of the limit.
  mutating func spend<Result>(
    _ part: SolveBudget, _ body: (inout WorkBudget) throws(Tangle) -> Result
  ) throws(Tangle) -> Result {
    let lent = min(part.operations, allowance)
    var budget = WorkBudget(operations: lent)
    defer {
      isOverLimit = budget.isExhausted && lent == part.operations
      spent += lent - budget.operations
      allowance = max(0, allowance - (lent - budget.operations))
    }
    return try body(&budget)
  }

  /// As many as a quarter of the limit suffices to find.
  ///
  /// - Throws: when the allowance ends before that.
  mutating func ambiguousVariables(of solver: Solver) throws(Tangle) -> [VariableID] {
    var isExhausted = false
    let variables = try spend(quarter) { budget throws(Tangle) in
      let variables = solver.ambiguousVariables(spending: &budget)
      isExhausted = budget.isExhausted
      return variables
    }
    if isExhausted && !isOverLimit { throw Tangle(variables: []) }
    return variables
  }
}
