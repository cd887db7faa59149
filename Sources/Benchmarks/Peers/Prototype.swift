import SolverWorkloads

/// The solver's prototype as a program of this machine, so that its times are of the same run as ours.
///
/// It is no part of this repository: whoever has it compiles it as its page says, and names it with `--prototype`. It
/// makes the shapes itself, from the same description.
struct Prototype: Sendable {
  /// A path, or a name on the search path.
  let program: String

  /// Nanoseconds, medians.
  struct Times {
    let build: Double
    let resize: Double
    let edit: Double
  }

  /// Nil for a shape that it does not know.
  func measure(_ shape: LayoutShape, _ size: Int) -> Times? {
    guard let output = Shell.output(of: "'\(program)' bench \(shape) \(size) rel") else { return nil }
    // `CSV,ours,deep,1000,` and then build, everything again, resize, edit.
    guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("CSV,") }) else { return nil }
    let numbers = line.split(separator: ",").dropFirst(4).map { Double($0) ?? .nan }
    guard numbers.count >= 4 else { return nil }
    return Times(build: numbers[0], resize: numbers[2], edit: numbers[3])
  }
}
