internal import LayoutModel

/// A layout built without a text: what a program says becomes what a file that says it would become, view for view and
/// rule for rule, but for the places.
///
/// A layout is built as a whole or not at all. What is wrong or doubtful is told in the words of the language, and those
/// are in the text; so wherever the language would complain of anything, and for the few things that only the text can
/// say (`GoesByText`), it is `CompiledLayout` that is asked.
struct BuiltLayout: Sendable {
  let layout: ResolvedLayout
  let plan: Plan
  /// By number in the plan's census: the view; nil where it is told nowhere.
  private let views: [ViewID?]

  /// - Returns: nil, where the layout goes by its text.
  init?(_ layout: Layout) {
    if layout.parsed != nil { return nil }
    plan = Plan(layout)
    guard plan.complaints.isEmpty else { return nil }
    do throws(GoesByText) {
      var assembly = try Assembly(layout, plan)
      try assembly.declare()
      try assembly.settle()
      try assembly.say()
      self.layout = try assembly.finish()
      views = assembly.views
    } catch {
      return nil
    }
  }

  /// The path of a view, if it stands in the layout.
  func path(of view: some View) -> String? {
    if let path = view.node.path { return layout.views.contains { $0.path == path } ? path : nil }
    return self.view(view.node).map { layout.views[Int($0.index)].path }
  }

  /// The number of a view, if it stands in the layout.
  func view(_ node: Node) -> ViewID? { plan.census.numbers[node].flatMap { views[$0] } }
}

/// That something is left to the text: what the language would complain of or may complain of, a picture, which is found
/// from where its file is, and what is known in a file before it has branches.
struct GoesByText: Error {}
