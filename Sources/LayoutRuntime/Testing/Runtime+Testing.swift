public import LayoutEngine
public import LayoutModel
public import LayoutSyntax

/// Tests of the documents that are loaded.
extension Runtime {
  /// The tests of a document, in the order of its layouts; none where it never was good.
  public func tests(in file: String) -> [(layout: String, test: LayoutTest)] {
    (library[file]?.good?.layouts ?? []).flatMap { layout in layout.tests.map { (layout.name, $0) } }
  }

  /// Runs a test; this runtime, its scenes and its clock stay as they are.
  ///
  /// - Parameters:
  ///   - now: not earlier than the last turn.
  ///   - show: is handed what the scene shows at the beginning, and after each step that can change it.
  /// - Precondition: `test` is one of `tests(in: file)`.
  public func outcome(
    of test: LayoutTest, of layout: String, in file: String, at now: Instant, measuring measurer: some TextMeasuring,
    showing show: ((TestStill) -> Void)? = nil
  ) -> TestOutcome {
    guard let document = library[file], let layout = document.good?.layouts.first(where: { $0.name == layout }) else {
      preconditionFailure("a test is run of a document that is loaded, and \(file) is not")
    }
    var run = TestRun(test, of: layout, in: document, self, at: now)
    return run.run(test, measuring: measurer, showing: show)
  }

  /// The texts that places in a document point into: its own, and those of its imports.
  public func sources(of file: String) -> [SourceText] { library[file]?.verdict?.sources ?? [] }

  /// Leaves one scene of a layout, and a clock that stands at 0.
  mutating func standAlone(
    with name: String, of layout: ResolvedLayout, in environment: EnvironmentClause, from document: Document,
    at now: Instant
  ) {
    seats = [:]
    farewells = []
    waiting = []
    checks = []
    outcomes = []
    clock = .standing
    var scene = Scene(
      name: name, layoutName: layout.name, origin: .opened, file: document.path, continuing: Lineage())
    scene.adopt(
      layout, preview: environment, from: document, pictures: library.pictures.pictures(of: document.path),
      because: "test")
    scenes = SceneTable()
    scenes.insert(scene)
  }
}
