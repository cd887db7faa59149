public import Geometry
public import LayoutEngine
internal import LayoutModel

/// Measures texts. `FixedMetrics` needs no fonts; the product `TextMeasurement` has some.
public typealias TextMeasuring = LayoutEngine.TextMeasuring
/// Measures texts without fonts: 8 points a character of body text, 20 a line, with the baseline 15 below its top.
public typealias FixedMetrics = LayoutEngine.FixedMetrics

/// Where the views of a layout are, solved once.
///
/// ```swift
/// let frames = page.frames(width: 390, height: 844)
/// frames[title].width
/// print(frames)                 // a line a view: path, x, y, width, height
/// ```
public struct LayoutFrames: Sendable, CustomStringConvertible {
  /// Who knows which view of the layout a view of the program is.
  private enum Source {
    case built(BuiltViews)
    case compiled(CompiledLayout)
  }

  private let name: String
  private let source: Source
  /// By number.
  private let views: [(path: String, frame: Rect)]
  private let scene: LayoutScene
  /// What was found wrong or doubtful, also by solving.
  public let diagnostics: [LayoutDiagnostic]

  /// - Returns: nil, where there is anything to be told: the text has the words for it.
  fileprivate init?(_ built: BuiltLayout, _ scene: LayoutScene) {
    if !scene.diagnostics.isEmpty { return nil }
    (name, source, diagnostics) = (built.layout.name, .built(built.views), [])
    (views, self.scene) = (Self.views(of: scene), scene)
  }

  fileprivate init(_ compiled: CompiledLayout, _ scene: LayoutScene, in surroundings: Surroundings) {
    (name, source) = (compiled.layout.name, .compiled(compiled))
    diagnostics =
      surroundings.mistakes(told: compiled.layout.root.node.site) + compiled.diagnostics
      + scene.diagnostics.map(compiled.diagnostic)
    (views, self.scene) = (Self.views(of: scene), scene)
  }

  private static func views(of scene: LayoutScene) -> [(path: String, frame: Rect)] {
    scene.layout.views.indices.map { index in
      (scene.layout.views[index].path, scene.frame(of: ViewID(Int32(index))))
    }
  }

  /// The frame of a view in its parent, in points; in a scroll view, in the content. A view that is not in the layout
  /// is a mistake of the program, as an index beyond the end of an array is.
  public subscript(view: some View) -> Rect {
    guard let frame = frame(of: view) else {
      preconditionFailure(
        "'\(view.node.shownName)', made at \(view.node.site), is not in layout '\(name)'")
    }
    return frame
  }

  /// The frame of a view in its parent, in points; nil for one that is not in the layout.
  public func frame(of view: some View) -> Rect? { index(of: view).map { views[$0].frame } }

  /// The frame of a view as it is seen in the whole scene, with what is scrolled where it is, in points; nil for one
  /// that is not in the layout.
  public func frameInScene(of view: some View) -> Rect? {
    index(of: view).map { scene.frameInScene(of: ViewID(Int32($0))) }
  }

  private func index(of view: some View) -> Int? {
    func index(at path: String) -> Int? { views.firstIndex { $0.path == path } }
    if let path = view.node.path { return index(at: path) }
    switch source {
    case .built(let built): return built[view.node].map { Int($0.index) }
    case .compiled(let compiled): return compiled.path(of: view).flatMap(index(at:))
    }
  }

  /// The frame of the view with a path, like `card.title` or `row.label[2]`; `root` is the outermost one.
  public func frame(at path: String) -> Rect? { views.first { $0.path == path }?.frame }

  /// The paths of all views, a parent before its children.
  public var paths: [String] { views.map(\.path) }

  /// A line for each view: path, x, y, width, height.
  public var description: String {
    views.map { "\($0.path) \($0.frame.x) \($0.frame.y) \($0.frame.width) \($0.frame.height)" }
      .joined(separator: "\n")
  }
}

extension Layout {
  /// Solves the layout once, for a screen of this size: for tests, and for whoever needs frames only once.
  ///
  /// - Parameters:
  ///   - width: in points.
  ///   - height: in points.
  ///   - measurer: measures texts.
  public func frames(
    width: Double, height: Double, measuring measurer: some TextMeasuring = FixedMetrics()
  ) -> LayoutFrames {
    frames(in: Surroundings(size: Size(width: width, height: height)), measuring: measurer)
  }

  /// Solves the layout once, in these surroundings.
  ///
  /// - Parameters:
  ///   - surroundings: what it is shown in.
  ///   - configurations: which views are in which configurations; the others are where they begin.
  ///   - measurer: measures texts.
  public func frames(
    in surroundings: Surroundings, configurations: [(view: any View, name: ConfigurationName)] = [],
    measuring measurer: some TextMeasuring = FixedMetrics()
  ) -> LayoutFrames {
    func solved(
      _ layout: ResolvedLayout, _ answers: [String: @Sendable () -> Bool], path: (any View) -> String?
    ) -> LayoutScene {
      var inputs = SceneInputs(of: layout)
      inputs.environment = surroundings.environment
      inputs.environment.flags.follow(answers)
      for (view, name) in configurations {
        if let path = path(view) { inputs.configurations[path] = name.name }
      }
      var scene = LayoutScene(layout, inputs: inputs)
      scene.solve(measuring: measurer)
      return scene
    }
    if surroundings.mistakes(told: root.node.site).isEmpty, let built = BuiltLayout(self),
      let frames = LayoutFrames(built, solved(built.layout, built.answers) { built.path(of: $0) })
    {
      return frames
    }
    let compiled = CompiledLayout(self)
    let scene = solved(compiled.resolved, compiled.plan.answers) { compiled.path(of: $0) }
    return LayoutFrames(compiled, scene, in: surroundings)
  }

  /// Everything that is wrong or doubtful, on a screen of this size: also what cannot hold together (E3001) and what
  /// nothing decides (W3002).
  public func check(
    in surroundings: Surroundings = Surroundings(), measuring measurer: some TextMeasuring = FixedMetrics()
  ) -> [LayoutDiagnostic] {
    frames(in: surroundings, measuring: measurer).diagnostics
  }

  /// The layout itself, if it has no errors.
  ///
  /// - Throws: `LayoutMistakes`, with all that `check` tells.
  public func checked(
    in surroundings: Surroundings = Surroundings(), measuring measurer: some TextMeasuring = FixedMetrics()
  ) throws(LayoutMistakes) -> Layout {
    let diagnostics = check(in: surroundings, measuring: measurer)
    if diagnostics.contains(where: { $0.severity == .error }) { throw LayoutMistakes(diagnostics: diagnostics) }
    return self
  }
}
