import Frames
import LayoutEngine
import LayoutRuntime
import Wire

/// Which number of a generated layout a save changes.
enum SaveEdit: String, CaseIterable {
  /// One view moves.
  case one = "one view"
  /// All sections are spaced differently.
  case all = "all views"

  /// The layout after the `count`-th save; each differs from the one before.
  func apply(_ count: Int, to layout: inout GeneratedLayout) {
    switch self {
    case .one: layout.indent = 8 + count % 2
    case .all: layout.unit = 8 + count % 2
    }
  }
}

/// A save as the runtime sees it: the file's new bytes in, a delta's bytes out. Medians in nanoseconds, by stage.
struct SaveTiming {
  static let stages = ["parse", "resolve", "lower", "solve", "diff", "finish", "encode"]

  /// In the order of `stages`.
  let medians: [Double]
  /// The median of the whole.
  let sum: Double
  let deltaBytes: Int

  private static let path = "/layouts/screen.layout"

  init(_ layout: GeneratedLayout, _ edit: SaveEdit, repetitions: Int) {
    let clock = ContinuousClock()
    let texts = (0..<2).map { count in
      var edited = layout
      edit.apply(count, to: &edited)
      return edited.bytes
    }
    var runtime = Runtime(epoch: "bench")
    runtime.handle(.serve(roots: ["/layouts"], paths: [Self.path]), at: Instant())
    runtime.handle(.file(path: Self.path, .bytes(texts[0])), at: Instant())
    runtime.handle(
      .request(RequestID(1), .subscribe(SubscriberID(1), Subscription(scene: GeneratedLayout.name))), at: Instant())
    _ = runtime.turn(at: Instant(), measuring: FixedMetrics())
    _ = runtime.turn(at: Instant(), measuring: FixedMetrics())
    precondition(!runtime.nextDeliveries(at: Instant()).isEmpty, "no snapshot of the layout")

    var samples: [[Double]] = []
    var bytes = 0
    let started = clock.now
    while samples.count < 4 * repetitions || (clock.now - started < .milliseconds(300) && samples.count < 2000) {
      var row = [Double](repeating: 0, count: Self.stages.count)
      var current = 5
      var since = clock.now
      func enter(_ stage: Int) {
        let now = clock.now
        row[current] += (now - since) / .nanoseconds(1)
        (current, since) = (stage, now)
      }
      runtime.handle(.file(path: Self.path, .bytes(texts[(samples.count + 1) % 2])), at: Instant())
      _ = runtime.turn(at: Instant(), measuring: FixedMetrics()) { stage in
        switch stage {
        case .parse: enter(0)
        case .resolve: enter(1)
        case .lower: enter(2)
        case .solve: enter(3)
        case .diff: enter(4)
        case .finish: enter(5)
        }
      }
      enter(4)
      let publication = runtime.nextDeliveries(at: Instant()).first?.publication
      enter(6)
      guard let publication, case .delta(let diff, let base, _) = publication.content else {
        preconditionFailure("a save of \(layout.views) views led to \(String(describing: publication?.content))")
      }
      let instant = Event.Instant(
        epoch: "bench", rev: Int(publication.revision.value), layoutRev: Int(publication.layoutRevision.value), time: 0)
      bytes =
        Reply.event(.delta(diff, from: Int(base.value), at: instant, settled: true)).encoded(continues: true).count
      enter(5)
      samples.append(row)
    }
    medians = Self.stages.indices.map { stage in samples.map { $0[stage] }.sorted()[samples.count / 2] }
    sum = samples.map { $0.reduce(0, +) }.sorted()[samples.count / 2]
    deltaBytes = bytes
  }
}
