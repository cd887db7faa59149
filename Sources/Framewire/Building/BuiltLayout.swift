internal import LayoutModel

/// A layout built without a text: what a program says becomes what a file that says it would become, view for view and
/// rule for rule, but for the places.
///
/// A layout is built as a whole or not at all. What is wrong or doubtful is told in the words of the language, and
/// those are in the text; so wherever the language would complain of anything, and for the few things that only the
/// text can say (`GoesByText`), it is `CompiledLayout` that is asked.
struct BuiltLayout: Sendable {
  let layout: ResolvedLayout
  /// Flags that the program answers.
  let answers: [String: @Sendable () -> Bool]
  let views: BuiltViews

  /// - Returns: nil, where the layout goes by its text.
  init?(_ layout: Layout) {
    if layout.parsed != nil { return nil }
    let built = Self.build(layout) { assembly throws(GoesByText) in try assembly.declare(layout.block) }
    guard let built = built ?? Self.buildByPlan(layout) else { return nil }
    self = built
  }

  private init(_ layout: ResolvedLayout, _ assembly: Assembly) {
    self.layout = layout
    answers = assembly.answers
    views = BuiltViews(assembly.numbers, assembly.views)
  }

  /// The way for all layouts. It is the slower one, so nearly all are built without a plan.
  static func buildByPlan(_ layout: Layout) -> BuiltLayout? {
    let plan = Plan(layout)
    guard plan.complaints.isEmpty else { return nil }
    return build(layout) { assembly throws(GoesByText) in try assembly.declare(plan) }
  }

  private static func build(
    _ layout: Layout, _ declare: (inout Assembly) throws(GoesByText) -> Void
  ) -> BuiltLayout? {
    do throws(GoesByText) {
      var assembly = try Assembly(layout)
      try declare(&assembly)
      try assembly.settle()
      try assembly.say()
      return BuiltLayout(try assembly.finish(), assembly)
    } catch {
      return nil
    }
  }

  /// The path of a view, if it stands in the layout.
  func path(of view: some View) -> String? { id(of: view).map { layout.views[$0].path } }

  /// Which view of the layout a view of the program is; nil for one that does not stand there.
  func id(of view: some View) -> ViewID? {
    guard let path = view.node.path else { return views[view.node] }
    return layout.views.firstIndex { $0.path == path }.map { ViewID(Int32($0)) }
  }
}

/// Which view of a layout a view of the program is.
struct BuiltViews: Sendable {
  private let numbers: NodeNumbers
  /// By number.
  private let views: [ViewID]

  fileprivate init(_ numbers: NodeNumbers, _ views: [ViewID]) { (self.numbers, self.views) = (numbers, views) }

  /// Nil for a view that does not stand in the layout.
  subscript(node: Node) -> ViewID? { numbers[node].map { views[$0] } }
}

/// That something is left to the text: what the language would complain of or may complain of, and what is known in a
/// file before it has branches.
struct GoesByText: Error {}
