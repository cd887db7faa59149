internal import LayoutModel
internal import LayoutSyntax

/// The layout of a scene: built, and by way of its text where that has something to tell, or is asked for.
enum ShownLayout: Sendable {
  case built(BuiltLayout, Layout)
  case compiled(CompiledLayout)

  init(_ layout: Layout) {
    if let built = BuiltLayout(layout) {
      self = .built(built, layout)
    } else {
      self = .compiled(CompiledLayout(layout))
    }
  }

  var layout: Layout {
    switch self {
    case .built(_, let layout): layout
    case .compiled(let compiled): compiled.layout
    }
  }

  var resolved: ResolvedLayout {
    switch self {
    case .built(let built, _): built.layout
    case .compiled(let compiled): compiled.resolved
    }
  }

  /// Flags that the program answers.
  var answers: [String: @Sendable () -> Bool] {
    switch self {
    case .built(let built, _): built.answers
    case .compiled(let compiled): compiled.plan.answers
    }
  }

  /// What says the same, as far as it is known.
  var source: SourceText? { if case .compiled(let compiled) = self { compiled.source } else { nil } }

  /// By way of the text: that has words and places. It takes three times as long as to build.
  var compiled: CompiledLayout {
    switch self {
    case .built(_, let layout): CompiledLayout(layout)
    case .compiled(let compiled): compiled
    }
  }

  /// What is wrong or doubtful before anything is solved; of what is built nothing is.
  var diagnostics: [LayoutDiagnostic] { if case .compiled(let compiled) = self { compiled.diagnostics } else { [] } }

  /// Which view of the layout a view of the program is; nil for one that does not stand there.
  func id(of view: some View) -> ViewID? {
    switch self {
    case .built(let built, _): built.id(of: view)
    case .compiled(let compiled): compiled.id(of: view)
    }
  }

  /// The path of a view, if it stands in the layout.
  func path(of view: some View) -> String? {
    switch self {
    case .built(let built, _): built.path(of: view)
    case .compiled(let compiled): compiled.path(of: view)
    }
  }
}
