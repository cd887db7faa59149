import Frames
import LayoutEngine
import LayoutModel
import Testing

@testable import LayoutRuntime

/// A runtime with a disk and a clock around it, both of them values: files are read when the runtime asks, and
/// time passes when the test says so.
struct World {
  var runtime: Runtime
  /// What is on the disk, by path.
  var disk: [String: String] = [:]
  /// Beginnings of the picture files on it.
  var pictures: [String: [UInt8]] = [:]
  /// The files that the runtime wants to be told of.
  private(set) var followed: Set<Followed> = []
  private(set) var now = Instant()
  /// Everything the runtime wanted so far.
  private(set) var effects: [Effect] = []
  private(set) var replies: [RequestID: Reply] = [:]
  /// Everything the runtime wanted to be remembered.
  private(set) var records: [MemoryRecord] = []
  /// What was handed out and is not done yet.
  private(set) var jobs: [Job] = []
  /// Whether jobs wait until a test has them done; else they are done at once.
  var keepsJobs = false
  private var lastRequest: UInt64 = 0
  private var lastSubscriber: UInt64 = 0
  private var served: Set<String> = []

  init(options: Runtime.Options = Runtime.Options()) { runtime = Runtime(epoch: "e1", options: options) }

  /// A world that serves these files already.
  init(serving files: [String: String]) {
    self.init()
    disk = files
    serve()
  }

  // MARK: What happens on the disk

  /// Everything on the disk is in the served folder.
  mutating func serve() {
    handle(.serve(roots: [""], paths: disk.keys.sorted()))
    turn()
  }

  /// A save, and the turn that it causes.
  mutating func save(_ path: String, _ text: String) {
    write(path, text)
    turn()
  }

  /// A save that the runtime has heard of and not acted on.
  mutating func write(_ path: String, _ text: String) {
    disk[path] = text
    handle(.file(path: path, .bytes(Array(text.utf8))))
  }

  /// The runtime is gone from one moment to the next, and another begins with what was written down: the records one
  /// by one, or what they come to.
  mutating func restart(compacting: Bool = false) {
    if compacting { records = runtime.memory.records }
    runtime = Runtime(epoch: "e2", options: runtime.options)
    followed = []
    runtime.restore(records)
    serve()
  }

  /// A picture that is saved, or nil: deleted.
  mutating func savePicture(_ path: String, _ bytes: [UInt8]?) {
    pictures[path] = bytes
    handle(.file(path: path, bytes.map { .bytes($0) } ?? .missing))
    turn()
  }

  /// Does a job that was handed out; the next turn hears of it.
  mutating func finishJob(at index: Int = 0) {
    handle(.finished(jobs.remove(at: index).run(measuring: FixedMetrics())))
  }

  /// Does everything that was handed out, and what comes of it.
  mutating func finishAllJobs() {
    while !jobs.isEmpty {
      finishJob()
      turn()
    }
  }

  // MARK: Time

  mutating func handle(_ command: Command) { runtime.handle(command, at: now) }

  /// Runs turns until the runtime has all the files it asks for.
  mutating func turn() {
    var hasRead = true
    while hasRead {
      hasRead = false
      for effect in runtime.turn(at: now, measuring: FixedMetrics()) {
        effects.append(effect)
        switch effect {
        case .reply(let request, let reply): replies[request] = reply
        case .follow(let path, let extent):
          #expect(followed.insert(Followed(path, extent)).inserted, "\(path) is followed already")
        case .release(let path, let extent):
          #expect(followed.remove(Followed(path, extent)) != nil, "\(path) is not followed")
        case .look(let path, .whole):
          hasRead = true
          handle(.file(path: path, disk[path].map { .bytes(Array($0.utf8)) } ?? .missing))
        case .look(let path, .beginning):
          hasRead = true
          handle(.file(path: path, pictures[path].map { .bytes($0) } ?? .missing))
        case .remember(let news): records += news
        case .perform(let job):
          jobs.append(job)
          if keepsJobs { break }
          hasRead = true
          finishJob()
        case .diagnosed, .gone, .holdEnded, .wake: break
        }
      }
    }
  }

  mutating func advance(milliseconds: Int) {
    now = now + .milliseconds(milliseconds)
    turn()
  }

  /// When the runtime wants to be woken, as it said last.
  var wake: Instant? {
    for effect in effects.reversed() { if case .wake(let instant) = effect { return instant } }
    return nil
  }

  /// Sleeps until the runtime wants to be woken.
  mutating func sleep() {
    guard let wake else { return }
    now = max(now, wake)
    turn()
  }

  mutating func clock(_ action: ClockAction, in scene: String? = nil) -> Reply? {
    call(.clock(action, scene: scene))
  }

  // MARK: Requests

  mutating func send(_ demand: Demand) -> RequestID {
    lastRequest += 1
    handle(.request(RequestID(lastRequest), demand))
    return RequestID(lastRequest)
  }

  /// Sends a request and runs the turn; nil when it is not answered yet.
  mutating func call(_ demand: Demand) -> Reply? {
    let request = send(demand)
    turn()
    return replies[request]
  }

  mutating func apply(_ operations: Operation..., to scene: String? = nil) -> Reply? {
    call(.apply(scene: scene, operations, ifLayoutRevision: nil))
  }

  mutating func apply(_ operations: Operation..., animated: AnimationWishes, awaitingRest: Bool = false) -> RequestID {
    let request = send(
      .apply(scene: nil, operations, ifLayoutRevision: nil, animated: animated, awaitingRest: awaitingRest))
    turn()
    return request
  }

  mutating func subscribe(_ subscription: Subscription) -> Follower {
    lastSubscriber += 1
    let id = SubscriberID(lastSubscriber)
    _ = call(.subscribe(id, subscription))
    // It takes something when the test says so.
    runtime.markBusy(id)
    return Follower(id: id, revision: subscription.since?.revision)
  }

  /// Everything that there is for a subscriber, which takes nothing afterwards.
  mutating func messages(for id: SubscriberID) -> [Publication] {
    runtime.markFree(id)
    defer { runtime.markBusy(id) }
    var messages: [Publication] = []
    var deliveries = runtime.nextDeliveries(at: now)
    while !deliveries.isEmpty {
      #expect(deliveries.map(\.recipients) == [[id]])
      messages += deliveries.map(\.publication)
      deliveries = runtime.nextDeliveries(at: now)
    }
    return messages
  }

  // MARK: What can be seen

  /// Where a view is shown, in points.
  func frame(of path: String, in scene: String) -> [Double]? {
    guard let view = runtime.scenes[scene]?.published.history.current.views.first(where: { $0.path == path }) else {
      return nil
    }
    return [view.frame.rect.x, view.frame.rect.y, view.frame.rect.width, view.frame.rect.height]
  }

  /// The rectangle of a guide declared in the layout's own body.
  func guide(_ name: String, in scene: String) -> [Double]? {
    let guides = runtime.scenes[scene]?.published.history.current.views.first?.content.guides
    guard let frame = guides?.first(where: { $0.name == name })?.frame.rect else { return nil }
    return [frame.x, frame.y, frame.width, frame.height]
  }

  func text(of path: String, in scene: String) -> String? {
    runtime.scenes[scene]?.published.history.current.views.first { $0.path == path }?.content.text
  }

  func status(of scene: String) -> SceneStatus? { runtime.scenes[scene]?.status }
  func revision(of scene: String) -> Revision? { runtime.scenes[scene]?.published.history.revision }
  func layoutRevision(of scene: String) -> Revision? { runtime.scenes[scene]?.published.layoutRevision }
  func codes(of scene: String) -> [String]? {
    runtime.scenes[scene]?.published.report.content.diagnostics.map(\.code.rawValue)
  }
  var sceneNames: [String] { runtime.summaries.map(\.name) }
  var solves: Int { runtime.counters.solves }
}

/// A file that is followed, and how much of it.
struct Followed: Hashable {
  let path: String
  let extent: FileExtent

  init(_ path: String, _ extent: FileExtent) {
    self.path = path
    self.extent = extent
  }
}

/// A client that keeps a picture of a scene and checks that every message fits to the one before.
struct Follower {
  let id: SubscriberID
  private(set) var picture = FrameSet()
  private(set) var revision: Revision?
  private(set) var messages: [Publication] = []

  init(id: SubscriberID, revision: Revision? = nil) {
    self.id = id
    self.revision = revision
  }

  /// Takes in everything that is there for it.
  mutating func catchUp(with world: inout World) {
    for message in world.messages(for: id) {
      messages.append(message)
      switch message.content {
      case .snapshot(let views, _): picture = views
      case .delta(let diff, let base, _):
        #expect(base == revision, "a delta that does not follow what was sent before")
        picture.apply(diff)
      case .transition, .fading, .diagnostics, .lost, .bye: continue
      }
      revision = message.revision
    }
  }

  /// The messages since the last call.
  mutating func newMessages(from world: inout World) -> [Publication] {
    let seen = messages.count
    catchUp(with: &world)
    return Array(messages[seen...])
  }
}

extension Publication {
  var delta: FrameDiff? {
    if case .delta(let diff, _, _) = content { return diff }
    return nil
  }

  var report: DiagnosticReport? {
    if case .diagnostics(let report) = content { return report }
    return nil
  }

  var isSnapshot: Bool {
    if case .snapshot = content { return true }
    return false
  }
}

extension Reply {
  var failure: RequestFailure? {
    if case .failed(let failure) = self { return failure }
    return nil
  }

  var answer: Answer? {
    if case .done(let answer) = self { return answer }
    return nil
  }
}
