internal import CGLPK

/// One linear program, minimised by GLPK's simplex: the slow, independent opinion the solver is held against.
///
/// Owns the `glp_prob`. GLPK 5.0 as Debian builds it keeps its environment per thread, so a program must live
/// and die on one thread: it is neither copied nor sent, and no function that uses it suspends.
@safe struct LinearProgram: ~Copyable {
  /// How a `minimise()` ended.
  enum Outcome: Equatable {
    case optimal
    case infeasible
    /// GLPK gave up three times: in a fresh start, by the other method, in exact arithmetic.
    case failed(Int32)
  }

  private let problem: OpaquePointer
  private var columnCount: Int32 = 0
  private var costed: [Int32] = []

  init() {
    // The flag belongs to the thread's environment, so it is set each time.
    glp_term_out(GLP_OFF)
    unsafe problem = glp_create_prob()
    unsafe glp_set_obj_dir(problem, GLP_MIN)
  }

  deinit { unsafe glp_delete_prob(problem) }

  /// Adds a variable with cost 0. Infinite bounds mean "none on that side".
  mutating func addColumn(from lower: Double, to upper: Double) -> Int32 {
    columnCount = unsafe glp_add_cols(problem, 1)
    unsafe glp_set_col_bnds(problem, columnCount, Self.boundKind(lower, upper), lower, upper)
    return columnCount
  }

  /// Adds `lower <= Σ coefficient · column <= upper`. A column may occur once only (GLPK aborts otherwise).
  mutating func addRow(_ terms: [(column: Int32, coefficient: Double)], from lower: Double, to upper: Double) {
    let row = unsafe glp_add_rows(problem, 1)
    unsafe glp_set_row_bnds(problem, row, Self.boundKind(lower, upper), lower, upper)
    // GLPK counts from 1: element 0 of both arrays is never read.
    unsafe glp_set_mat_row(
      problem, row, Int32(terms.count), [0] + terms.map(\.column), [0] + terms.map(\.coefficient))
  }

  /// Replaces the objective by the sum of `columns`.
  mutating func minimiseSum(of columns: [Int32]) -> Outcome {
    for column in costed { unsafe glp_set_obj_coef(problem, column, 0) }
    for column in columns { unsafe glp_set_obj_coef(problem, column, 1) }
    costed = columns
    return minimise()
  }

  /// The value of a column in the optimum found last.
  func value(of column: Int32) -> Double { unsafe glp_get_col_prim(problem, column) }

  /// Restricts the program to the optimal face of the objective minimised last.
  ///
  /// By complementary slackness the optimal solutions are those in which everything that has a reduced cost
  /// stays at its bound. Fixing those bounds keeps the numbers of the program small and the basis feasible,
  /// where a row "objective <= optimum" would add a dense row and need a tolerance.
  mutating func keepOptimal() {
    for column in 1...max(columnCount, 1) where column <= columnCount {
      guard unsafe glp_get_col_stat(problem, column) != GLP_BS,
        unsafe abs(glp_get_col_dual(problem, column)) > Self.zeroCost
      else { continue }
      let value = unsafe glp_get_col_prim(problem, column)
      unsafe glp_set_col_bnds(problem, column, GLP_FX, value, value)
    }
    let rowCount = unsafe glp_get_num_rows(problem)
    for row in 1...max(rowCount, 1) where row <= rowCount {
      guard unsafe glp_get_row_stat(problem, row) != GLP_BS, unsafe abs(glp_get_row_dual(problem, row)) > Self.zeroCost
      else { continue }
      let value = unsafe glp_get_row_prim(problem, row)
      unsafe glp_set_row_bnds(problem, row, GLP_FX, value, value)
    }
  }

  /// Reduced costs are sums of products of small coefficients: nothing real is this small.
  private static let zeroCost = 1e-9

  /// Warm start first; a failure is retried from an advanced basis by the dual method, then exactly.
  private mutating func minimise() -> Outcome {
    var code = Int32(0)
    for attempt in 0..<3 {
      var parameters = glp_smcp()
      unsafe glp_init_smcp(&parameters)
      parameters.msg_lev = GLP_MSG_OFF
      parameters.tol_bnd = 1e-9
      parameters.tol_dj = 1e-9
      parameters.it_lim = 200_000
      switch attempt {
      case 0:
        parameters.meth = GLP_PRIMAL
        code = unsafe glp_simplex(problem, &parameters)
      case 1:
        unsafe glp_adv_basis(problem, 0)
        parameters.meth = GLP_DUALP
        code = unsafe glp_simplex(problem, &parameters)
      default:
        code = unsafe glp_exact(problem, &parameters)
      }
      guard code == 0 else { continue }
      switch unsafe glp_get_status(problem) {
      case GLP_OPT: return .optimal
      // A verdict of infeasibility is only believed when a second start agrees.
      case GLP_NOFEAS where attempt > 0: return .infeasible
      default: code = unsafe -glp_get_status(problem)
      }
    }
    return .failed(code)
  }

  private static func boundKind(_ lower: Double, _ upper: Double) -> Int32 {
    switch (lower.isFinite, upper.isFinite) {
    case (false, false): GLP_FR
    case (true, false): GLP_LO
    case (false, true): GLP_UP
    case (true, true): lower == upper ? GLP_FX : GLP_DB
    }
  }
}
