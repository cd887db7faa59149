import ConstraintSolver
import LayoutModel
package import LayoutSyntax

/// Prints what the engine has made of a layout, for a person who looks for a mistake in the engine.
extension LayoutScene {
  /// The compiled system in use with its values: unknowns with the names of their views, rows with what they are for.
  ///
  /// - Parameter describe: says where a place of the file is in a few words, such as `card.layout:12`.
  /// - Returns: nil before the first solve.
  package func solverDump(describing describe: (Diagnostic.Place) -> String) -> String? {
    guard let current = lowered.last, current.solution != nil else { return nil }
    let sayings = rowSayings(of: current, describing: describe)
    return current.solver.dump(
      SystemNames(
        variable: { name(of: $0) }, row: { Int($0.index) < sayings.count ? sayings[Int($0.index)] : "" }))
  }

  /// The views as they stand, each with its place in the file, its frame, and the constraints whose item it is.
  /// Constraints that are not in force now stand in brackets.
  ///
  /// - Parameter describe: says where a place of the file is in a few words.
  package func treeDump(describing describe: (Diagnostic.Place) -> String) -> String {
    let rules = Dictionary(grouping: layout.rules.indices) { layout.rules[$0].item.view }
    let holding = lowered.last?.structure.key.conditions
    var lines: [String] = []
    var depths = [0]
    for (index, view) in layout.views.enumerated() {
      if let parent = view.parent { depths.append(depths[parent] + 1) }
      let indent = String(repeating: "  ", count: depths[index])
      let id = ViewID(Int32(index))
      let frame = frame(of: id)
      lines.append(
        "\(indent)\(view.kind) \(view.path)  \(frame.x.words), \(frame.y.words), \(frame.width.words), \(frame.height.words)"
          + "  \(describe(layout.place(of: view.origin)))")
      for rule in rules[id] ?? [] {
        let rule = layout.rules[rule]
        let holds = rule.condition.map { condition in holding.map { $0[Int(condition.index)] } ?? false } ?? true
        let text = layout.text(of: rule)
        lines.append("\(indent)    \(holds ? text : "(\(text))")  \(describe(layout.place(of: rule.origin)))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func name(of variable: VariableID) -> String {
    guard let (view, unknown) = facts.owner(of: variable) else { return "x\(variable.index)" }
    let content = facts.isContent(variable) ? ".content" : ""
    return "\(layout.views[view].path)\(content).\(unknown)"
  }

  /// By row: the rule that it comes from, or what a container or a content asks with it.
  private func rowSayings(of scene: LoweredScene, describing describe: (Diagnostic.Place) -> String) -> [String] {
    var lowering = lowering(for: scene.structure, scene.naturals)
    var sayings: [String] = []
    for number in 0..<Int32(lowering.emitterCount) {
      let emitter = lowering.emitter(number)
      if case .rule(let index) = emitter {
        let rule = layout.rules[index]
        let count = scene.rows(of: emitter).count
        let saying = "\(layout.text(of: rule))  \(describe(layout.place(of: rule.origin)))"
        sayings += Array(repeating: saying, count: count)
      } else {
        let (rows, notes) = lowering.explainedRows(of: emitter, layout)
        sayings += (0..<rows.constraintCount).map { row in
          notes.note(ofRow: row).map { "\($0.words)  \(describe(layout.place(of: $0.origin)))" } ?? ""
        }
      }
    }
    return sayings
  }
}
