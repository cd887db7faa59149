import Frames
import LayoutEngine
import LayoutModel

/// The next revision of a scene, to be made from a copy of it. It costs as much as there are views that change, and all
/// of them where the tree is another one, so of tens of thousands it takes longer than others can wait.
struct Publishing: Sendable {
  /// What is published.
  enum Subject: Sendable {
    /// What is solved, with the views that differ from the solve before and what was in force then.
    case solution([ViewID], BeforeSolve)
    /// The next frame of what moves.
    case frame
  }

  /// The scene's.
  var name: String { scene.name }

  private let scene: Scene
  private let subject: Subject
  private let time: Instant

  init(_ subject: Subject, of scene: Scene, at time: Instant) {
    self.subject = subject
    self.scene = scene
    self.time = time
  }

  func run() -> Revised {
    var scene = scene
    let wasSettled = scene.motion.isSettled
    let diff: FrameDiff?
    var isFrame = false
    switch subject {
    case .solution(let changed, let before): diff = scene.publish(changed, before, at: time)
    case .frame:
      diff = scene.publish(FrameHistory.Updates(), at: time)
      isFrame = true
    }
    let isTimed = !wasSettled || !scene.motion.isSettled
    return Revised(diff, of: scene, isFrame: isFrame, time: isTimed ? time : nil)
  }
}

/// What a copy of a scene has published.
struct Revised: Sendable {
  let published: Published
  let motion: SceneMotion
  /// What led to the new revision, and what that comes to; nil: nothing shows.
  let change: (diff: FrameDiff, counts: ViewCounts)?
  /// Whether it is a frame of what moves, and nothing that was solved.
  let isFrame: Bool
  /// The instant that it shows; nil: nothing moves.
  let time: Instant?

  init(_ diff: FrameDiff?, of scene: Scene, isFrame: Bool, time: Instant?) {
    published = scene.published
    motion = scene.motion
    change = scene.counted(diff)
    self.isFrame = isFrame
    self.time = time
  }
}

/// The next solve of a scene, made with a copy of it. What comes of it is published as well where nothing is set in
/// motion by it: what moves begins when it is solved, and that is known when it is back.
struct Solving: Sendable {
  /// What the copy has come to.
  struct Solved: Sendable {
    let newest: LayoutScene
    let outcome: SolveOutcome
    /// Nil: it is to be published yet.
    let revised: Revised?
  }

  /// The scene's.
  var name: String { scene.name }

  private let scene: Scene
  private let wanted: SceneInputs
  private let limit: SolveBudget
  private let before: BeforeSolve
  private let time: Instant

  init(
    of scene: Scene, for wanted: SceneInputs, within limit: SolveBudget, _ before: BeforeSolve, at time: Instant
  ) {
    self.scene = scene
    self.wanted = wanted
    self.limit = limit
    self.before = before
    self.time = time
  }

  func run(measuring measurer: some TextMeasuring) -> Solved {
    var scene = scene
    return scene.solveElsewhere(for: wanted, within: limit, before, at: time, measuring: measurer)
  }
}
