import Frames
import LayoutEngine
import LayoutRuntime
import Wire

extension Suite {
  /// A named configuration becomes another, to and fro.
  static let switching = Suite(
    name: "switching", summary: "a scene switches a configuration it was in before, from the call to the encoded delta"
  ) { options in
    var table = Table(
      "Switching a configuration, warm",
      columns: ["views, what it moves", "median", "least", "target", "compilations", "changed", "delta"])
    for size in options.isQuick ? [10, 1_000] : [10, 1_000, 10_000] {
      for configuration in SwitchTiming.Configuration.allCases {
        let timing = SwitchTiming(views: size, configuration, repetitions: options.isQuick ? 20 : 200)
        table.add([
          "\(grouped(size)), \(configuration.rawValue)", time(timing.median), time(timing.least),
          size == 1_000 && configuration == .one ? "≤ 200 µs" : "", grouped(timing.compilations),
          grouped(timing.changed), "\(grouped(timing.deltaBytes)) B",
        ])
      }
    }
    table.print()

    var first = Table(
      "A card's icon becomes larger or smaller: combinations of cards that were not met before",
      columns: ["views", "median", "least", "compilations"])
    for size in options.isQuick ? [100, 1_000] : [100, 1_000, 10_000] {
      let timing = FirstSwitchTiming(views: size, repetitions: options.isQuick ? 20 : 100)
      first.add([
        grouped(size), time(timing.median), time(timing.least), grouped(timing.compilations),
      ])
    }
    first.print()
    return []
  }
}

/// One configuration of a generated layout and the one it came from, in turn: nanoseconds from the call to the bytes of
/// the delta.
struct SwitchTiming {
  enum Configuration: String, CaseIterable {
    case one = "one view"
    /// The margins that all sections are held by.
    case all = "all views"

    var view: String { self == .one ? "mark" : "root" }
    var name: String { self == .one ? "big" : "roomy" }
  }

  let median: Double
  let least: Double
  /// Structures lowered and compiled while it was measured.
  let compilations: Int
  /// Views with another frame.
  let changed: Int
  let deltaBytes: Int

  private static let path = "/layouts/screen.layout"

  init(views: Int, _ configuration: Configuration, repetitions: Int) {
    var layout = GeneratedLayout(views: views)
    layout.additions = """
        box mark leading 0 top 0 { config main { size 10 }; config big { size 20 } }
        config roomy { margins 24 }

      """
    var runtime = Runtime(epoch: "bench")
    runtime.handle(.serve(roots: ["/layouts"], paths: [Self.path]), at: Instant())
    runtime.handle(.file(path: Self.path, .bytes(layout.bytes)), at: Instant())
    runtime.handle(
      .request(RequestID(1), .subscribe(SubscriberID(1), Subscription(scene: GeneratedLayout.name))), at: Instant())
    _ = runtime.turn(at: Instant(), measuring: FixedMetrics())
    _ = runtime.turn(at: Instant(), measuring: FixedMetrics())
    precondition(!runtime.nextDeliveries(at: Instant()).isEmpty, "no snapshot of the layout")

    var request: UInt64 = 1
    var diff = FrameDiff()
    var bytes = 0
    func use(_ name: String) {
      request += 1
      runtime.handle(
        .request(
          RequestID(request),
          .apply(scene: nil, [.set(.config, of: configuration.view, to: .text(name))], ifLayoutRevision: nil)),
        at: Instant())
      _ = runtime.turn(at: Instant(), measuring: FixedMetrics())
      guard let publication = runtime.nextDeliveries(at: Instant()).first?.publication,
        case .delta(let delta, let base, _) = publication.content
      else { preconditionFailure("configuration \(name) of \(views) views led to nothing") }
      let instant = Event.Instant(
        epoch: "bench", rev: Int(publication.revision.value), layoutRev: Int(publication.layoutRevision.value), time: 0)
      bytes =
        Reply.event(.delta(delta, from: Int(base.value), at: instant, settled: true)).encoded(continues: true).count
      diff = delta
    }
    for name in [configuration.name, "main", configuration.name, "main"] { use(name) }
    let before = runtime.metric("compilations")
    let timing = Timing.of(repetitions: repetitions) { use($0.isMultiple(of: 2) ? configuration.name : "main") }
    compilations = runtime.metric("compilations") - before
    (median, least) = (timing.median, timing.least)
    changed = diff.set.count
    deltaBytes = bytes
  }
}

/// Switches to combinations of flags that a scene has not met: nanoseconds for the turn.
struct FirstSwitchTiming {
  let median: Double
  let least: Double
  /// Structures lowered and compiled while it was measured.
  let compilations: Int

  private static let path = "/layouts/list.layout"

  init(views: Int, repetitions: Int) {
    let cards = views / 4
    var text = "layout list size 390, 844 {\n"
    for index in 0..<cards {
      text += """
          box card\(index) x fill margins \(index == 0 ? "top 8" : "below card\(index - 1) gap 8") {
            box icon size 24 leading 8 top 8
            label title "Some words" top 8 after icon gap 8 { trailing <= mark.leading - 8 }
            box mark size 18 trailing 8 top 8
            bottom >= icon.bottom + 8
            bottom == title.bottom + 8 @high
            height == 0 @fitting
            if flag(large\(index)) { icon.width == 48 @999 }
          }

        """
    }
    var runtime = Runtime(epoch: "bench")
    runtime.handle(.serve(roots: ["/layouts"], paths: [Self.path]), at: Instant())
    runtime.handle(.file(path: Self.path, .bytes(Array((text + "}\n").utf8))), at: Instant())
    _ = runtime.turn(at: Instant(), measuring: FixedMetrics())
    _ = runtime.turn(at: Instant(), measuring: FixedMetrics())

    let before = runtime.metric("compilations")
    let timing = Timing.of(repetitions: repetitions) { repetition in
      // One flag at a time, as in a Gray code: no combination comes twice.
      let step = repetition + 1
      let flag = step.trailingZeroBitCount
      let isSet = step >> (flag + 1) & 1 == 0
      let operation = Operation.set(.flag, of: "large\(flag)", to: .truth(isSet))
      runtime.handle(.request(RequestID(1), .apply(scene: nil, [operation], ifLayoutRevision: nil)), at: Instant())
      _ = runtime.turn(at: Instant(), measuring: FixedMetrics())
    }
    (median, least) = (timing.median, timing.least)
    compilations = runtime.metric("compilations") - before
  }
}

extension Runtime {
  /// What it counts under a name; -1 for none.
  fileprivate mutating func metric(_ name: String) -> Int {
    let request = RequestID(0)
    handle(.request(request, .statistics), at: Instant())
    for case .reply(request, .done(.statistics(let metrics))) in turn(at: Instant(), measuring: FixedMetrics()) {
      return Int(metrics.first { $0.name == name }?.value ?? -1)
    }
    return -1
  }
}
