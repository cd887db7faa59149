import Frames
import Geometry
import LayoutEngine
import LayoutModel
import LayoutSyntax

/// Runs one test on a scene of its own, by the same commands that a client would send and on a clock that stands
/// still until a step lets time go by. So nothing is waited for, and the same test comes to the same outcome always.
struct TestRun {
  /// A copy of the runtime that knows the document, with no other scene and nobody else there.
  private var runtime: Runtime
  private let layout: ResolvedLayout
  private let now: Instant
  private var outcome: TestOutcome
  private var reportedDiagnostics: [Diagnostic] = []
  /// What the test has remembered, by number.
  private var remembered: [Points] = []

  private static let scene = "test"
  /// Frames that `settle` waits for at most: ten minutes of them at 60 a second.
  private static let mostFrames = 36_000

  /// - Parameter now: not earlier than the runtime's last turn.
  init(_ test: LayoutTest, of layout: ResolvedLayout, in document: Document, _ runtime: Runtime, at now: Instant) {
    self.runtime = runtime
    self.layout = layout
    self.now = now
    outcome = TestOutcome(layout: layout.name, name: test.name, place: layout.place(of: test.origin))
    self.runtime.standAlone(
      with: Self.scene, of: layout, in: test.environment, from: document, at: now)
  }

  mutating func run(
    _ test: LayoutTest, measuring measurer: some TextMeasuring, showing show: ((TestStill) -> Void)?
  ) -> TestOutcome {
    if show != nil { runtime.scenes[open: Self.scene].tellAppearance() }
    _ = turn(measurer)
    lookForConflicts(at: test.origin)
    show?(still(after: nil))
    for step in test.steps {
      // What is shown is not what the steps have led to.
      if runtime.scenes[open: Self.scene].isExhausted { break }
      guard perform(step, measurer) else { break }
      // All views are gone through for that.
      guard step.changesWhatIsShown else { continue }
      lookForConflicts(at: step.origin)
      show?(still(after: step))
    }
    outcome.duration = runtime.clock.time(at: now).sinceStart
    return outcome
  }

  private func still(after step: TestStep?) -> TestStill {
    let scene = runtime.scenes[open: Self.scene]
    return TestStill(
      step: step.map { layout.place(of: $0.origin) }, time: runtime.clock.time(at: now).sinceStart,
      frames: scene.published.history.current, isDark: scene.inputs.environment.trait("style") == "dark")
  }

  /// - Returns: false when the test cannot go on.
  private mutating func perform(_ step: TestStep, _ measurer: some TextMeasuring) -> Bool {
    switch step.action {
    case .expect(let expectation):
      outcome.expectations += 1
      let scene = runtime.scenes[open: Self.scene]
      let findings = scene.findings(against: expectation, remembering: remembered, at: runtime.clock.time(at: now))
      if !findings.isEmpty {
        let notes = findings.map { Diagnostic.Note($0.words, at: layout.place(of: $0.origin)) }
        fail(.findings(notes), at: step.origin, concerning: findings.flatMap(\.views))
      }
      return true
    case .change(let changes, let fields):
      let operations =
        changes.map { .set($0) } + fields.map { Operation.records(list: $0.list, .change(key: $0.key, $0.record)) }
      let isToMove = changes.contains { $0.settable == .size && $0.value != nil }
      let before = isToMove ? runtime.scenes[open: Self.scene].published.history.current : nil
      guard call(measurer, at: step.origin, .apply(scene: Self.scene, operations, ifLayoutRevision: nil)) else {
        return false
      }
      if let before, before == runtime.scenes[open: Self.scene].published.history.current {
        outcome.idleSteps.append(layout.place(of: step.origin))
      }
      return true
    case .append(let views, let stack, let index):
      return call(
        measurer, at: step.origin,
        .apply(scene: Self.scene, [.append(views, to: stack, index: index)], ifLayoutRevision: nil))
    case .remove(let views):
      return call(
        measurer, at: step.origin, .apply(scene: Self.scene, [.remove(.these(views, from: nil))], ifLayoutRevision: nil)
      )
    case .remember(let value):
      let scene = runtime.scenes[open: Self.scene]
      guard let numbers = scene.values(of: value, remembering: remembered, at: runtime.clock.time(at: now)) else {
        fail(.impossible("what is to be remembered is of a view that is removed"), at: step.origin)
        return false
      }
      remembered += numbers
      return true
    case .wait(let duration):
      return call(measurer, at: step.origin, .clock(.step(duration)))
    case .settle:
      for _ in 0..<Self.mostFrames {
        guard let next = runtime.scenes[open: Self.scene].motion.nextFrame else { return true }
        guard call(measurer, at: step.origin, .clock(.seek(next))) else { return false }
      }
      fail(.impossible("after ten minutes something still moves"), at: step.origin)
      return false
    }
  }

  /// Asks for something and works until that is answered, which all that is asked here is in one turn.
  private mutating func call(
    _ measurer: some TextMeasuring, at origin: Origin, _ demand: Demand
  ) -> Bool {
    runtime.handle(.request(RequestID(0), demand), at: now)
    guard let failure = turn(measurer) else { return true }
    fail(.impossible(sentence(for: failure)), at: origin)
    return false
  }

  private func sentence(for failure: RequestFailure) -> String {
    switch failure {
    // Which records there are only the scene knows; all else was looked up when the test was read.
    case .unknownView(let path, _) where path.contains("[\""): "there is no \(path)"
    case .unknownView(let path, _): "'\(path)' is a guide, which only the file can place"
    case .unknownName(_, let name, _): "there is no \(name)"
    default: failure.words
    }
  }

  private mutating func turn(_ measurer: some TextMeasuring) -> RequestFailure? {
    for effect in runtime.turn(at: now, measuring: measurer) {
      if case .reply(_, .failed(let failure)) = effect { return failure }
    }
    return nil
  }

  // MARK: What went wrong

  /// Constraints that cannot hold together fail a test, each set once.
  private mutating func lookForConflicts(at origin: Origin) {
    let diagnostics = runtime.scenes[open: Self.scene].newest?.value.diagnostics ?? []
    for diagnostic in diagnostics where diagnostic.severity == .error && !reportedDiagnostics.contains(diagnostic) {
      reportedDiagnostics.append(diagnostic)
      fail(.broken(diagnostic), at: origin)
    }
  }

  private mutating func fail(_ reason: TestFailure.Reason, at origin: Origin, concerning views: [ViewID] = []) {
    let scene = runtime.scenes[open: Self.scene]
    let picture = scene.published.history.current
    let positions = Set(views).sorted().compactMap { scene.published.position(of: $0) }
    outcome.failures.append(
      TestFailure(
        reason: reason, place: layout.place(of: origin), time: runtime.clock.time(at: now).sinceStart,
        picture: picture, concerned: FrameSet(positions.map { picture.views[$0] })))
  }
}

extension TestStep {
  /// Whether it does more than look.
  fileprivate var changesWhatIsShown: Bool {
    switch action {
    case .expect, .remember: false
    case .change, .append, .remove, .wait, .settle: true
    }
  }
}

extension Scene {
  /// What is otherwise than expected in what is shown at an instant.
  fileprivate func findings(
    against expectation: Expectation, remembering remembered: [Points], at now: Instant
  ) -> [Finding] {
    solved.findings(against: expectation, remembering: remembered) { shown($0, at: now) }
  }

  /// What is shown at an instant, as numbers; nil when a view is away.
  fileprivate func values(of value: RememberedValue, remembering remembered: [Points], at now: Instant) -> [Points]? {
    solved.values(of: value, remembering: remembered) { shown($0, at: now) }
  }

  private var solved: LayoutScene {
    guard let live = live?.value else { preconditionFailure("a test has a scene of a good layout") }
    return live
  }

  private func shown(_ view: ViewID, at now: Instant) -> ShownView {
    let content = published.position(of: view).map { published.history.current.views[$0].content }
    let state = motion.moving.state(of: view, at: now)
    let offset = state?.origin.flatMap { solved.content(of: view).scroll?.offset(showingOriginAt: $0) }
    return ShownView(
      rect: state?.rect ?? solved.frame(of: view), alpha: state?.alpha ?? content?.alpha ?? 1, text: content?.text,
      offset: offset)
  }
}
