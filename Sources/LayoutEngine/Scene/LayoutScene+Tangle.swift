import ConstraintSolver
import LayoutModel
import LayoutSyntax

/// What is said of a layout that asks for more work than it may, in the words of the file.
extension LayoutScene {
  /// So many views are named; whoever knows these finds the others.
  private static let mostNames = 5

  func complaint(about tangle: Tangle, _ limit: SolveBudget) -> Diagnostic {
    let views = Set(tangle.variables.compactMap { facts.owner(of: $0)?.view })
    let names = views.sorted().prefix(Self.mostNames).map { layout.views[$0].path }
    let rule = layout.rules.first { rule in
      var ends: Set<ViewID> = []
      rule.forEachAnchor { if views.contains($0.view) { ends.insert($0.view) } }
      return ends.count > 1
    }
    let place = rule.map { layout.place(of: $0.origin) } ?? layout.place(of: layout.views[0].origin)
    return .tooMuchWork(names, of: views.count, limit: limit, at: place).about(names.first)
  }
}

extension Diagnostic {
  /// E3013: nothing is shown of it, because it would keep everybody else waiting.
  ///
  /// - Parameters:
  ///   - views: some of those that hang together.
  ///   - count: how many do; 0: nobody knows.
  static func tooMuchWork(_ views: [String], of count: Int, limit: SolveBudget, at place: Place) -> Diagnostic {
    let quoted = views.map { "'\($0)'" }
    let rest = count - views.count
    let list = rest > 0 ? quoted + ["\(rest) more"] : quoted
    let subject =
      switch list.count {
      case 0: "this layout takes"
      case 1: "the unknowns of \(list[0]) hang together so closely that they take"
      default:
        "\(list.listed())\(rest > 0 ? " views" : "") hang together so closely "
          + "that they take"
      }
    return Diagnostic(
      .tooMuchWork,
      "\(subject) more than the \(limit.operations) operations that solving a layout may take", at: place,
      notes: [
        Note(
          "help: split them: give some a fixed size or place, or let fewer constraints go from one to another")
      ])
  }
}
