import Frames
import LayoutEngine
import LayoutRuntime
import Settables
import Wire

extension Suite {
  /// What rows from data cost.
  static let records = Suite(
    name: "records", summary: "rows from data: many at once, one more at the front, one text, from the call to bytes"
  ) { options in
    let counts = options.isQuick ? [1_000] : [1_000, 10_000]
    for row in [RecordTiming.Row.bubble, .message] {
      var table = Table(
        "A list of \(row.rawValue): from the call of Apply to the encoded delta",
        columns: ["records", "change", "median", "target", "bytes"])
      for count in counts {
        for change in RecordTiming.Change.allCases {
          var timing = RecordTiming(records: count, row)
          let result = timing.measure(change, repetitions: options.isQuick ? 5 : 11)
          table.add([
            grouped(count), change.rawValue, time(result.median), change.target(count), grouped(result.bytes),
          ])
        }
      }
      table.print()
    }
    if !options.isQuick {
      var loading = Table("All records at once, a view each", columns: ["records", "time", "target"])
      let clock = ContinuousClock()
      let elapsed = clock.measure { _ = RecordTiming(records: 100_000, .box) }
      loading.add(["100,000", time(elapsed / .nanoseconds(1)), "< 2 s"])
      loading.print()
    }
    return []
  }
}

/// A runtime with a list of records, and somebody who follows its scene.
struct RecordTiming {
  /// What a record is shown by.
  enum Row: String {
    /// A view without a text.
    case box = "boxes"
    /// Two views and a text.
    case bubble = "bubbles with a text"
    /// Four views, two texts, and a condition.
    case message = "messages with two texts and a mark"

    var text: String {
      switch self {
      case .box: "box row height 10"
      case .bubble: "bubble row(m.about)"
      case .message: "message row(m.from, m.about, m.unread)"
      }
    }
  }

  enum Change: String, CaseIterable {
    case text = "one text", front = "one more at the front", move = "the last to the front"

    func target(_ count: Int) -> String {
      switch self {
      case .front where count == 1_000: "≤ 3 ms"
      case .front, .move, .text: ""
      }
    }
  }

  struct Result {
    var median = 0.0
    var bytes = 0
  }

  private var runtime = Runtime(epoch: "bench")
  private let count: Int
  private var requests: UInt64 = 2

  private static func text(_ row: Row) -> String {
    """
    component bubble(about: text) { label more text: about fill inset 8 }
    component message(from: text, about: text, unread: condition) height 64 {
      box dot size 10 leading 16 center y alpha: 0 { if unread { alpha: 1 } }
      label name text: from lines: 1 shrink x top 12 leading 38
      label more text: about lines: 1 shrink x below name gap 4 leading 38 trailing 16
    }
    layout inbox size 390, 844 {
      var messages: list(id: text, from: text, about: text, unread: flag) = []
      list rows fill { for m in messages by m.id { \(row.text) } }
    }
    """
  }

  private static func record(_ id: String, about: String) -> SettableRecord {
    SettableRecord([
      ("id", .text(id)), ("from", .text("Somebody")), ("about", .text(about)), ("unread", .truth(id.hasSuffix("1"))),
    ])
  }

  init(records count: Int, _ row: Row) {
    self.count = count
    let path = "/layouts/inbox.layout"
    runtime.handle(.serve(roots: ["/layouts"], paths: [path]), at: Instant())
    runtime.handle(.file(path: path, .bytes(Array(Self.text(row).utf8))), at: Instant())
    runtime.handle(.request(RequestID(1), .subscribe(SubscriberID(1), Subscription(scene: "inbox"))), at: Instant())
    turn()
    turn()
    _ = runtime.nextDeliveries(at: Instant())
    let records = (0..<count).map { Self.record("k\($0)", about: "About number \($0)") }
    apply(.set(.variable, of: "messages", to: .records(records)))
    _ = runtime.nextDeliveries(at: Instant())
  }

  private mutating func turn() {
    var waits = true
    while waits {
      waits = false
      for case .perform(let job) in runtime.turn(at: Instant(), measuring: FixedMetrics()) {
        runtime.handle(.finished(job.run(measuring: FixedMetrics())), at: Instant())
        waits = true
      }
    }
  }

  private mutating func apply(_ operation: Operation) {
    requests += 1
    runtime.handle(
      .request(RequestID(requests), .apply(scene: "inbox", [operation], ifLayoutRevision: nil)), at: Instant())
    turn()
  }

  mutating func measure(_ change: Change, repetitions: Int) -> Result {
    let clock = ContinuousClock()
    var result = Result()
    var times: [Double] = []
    for repetition in 0..<repetitions {
      let operation: Operation
      switch change {
      case .text:
        let fields = SettableRecord([("about", .text("Other \(repetition)"))])
        operation = .records(list: "messages", .change(key: "k\(count / 2)", fields))
      case .front:
        operation = .records(
          list: "messages", .insert([Self.record("n\(repetition)", about: "News \(repetition)")], .index(0)))
      case .move: operation = .records(list: "messages", .move(["k\(count - 1 - repetition)"], .index(0)))
      }
      let elapsed = clock.measure {
        apply(operation)
        guard let publication = runtime.nextDeliveries(at: Instant()).first?.publication,
          case .delta(let diff, let base, _) = publication.content
        else { preconditionFailure("'\(change.rawValue)' led to no delta") }
        let instant = Event.Instant(
          epoch: "bench", rev: Int(publication.revision.value), layoutRev: Int(publication.layoutRevision.value),
          time: 0)
        result.bytes =
          Reply.event(.delta(diff, from: Int(base.value), at: instant, settled: true)).encoded(continues: true).count
      }
      times.append(elapsed / .nanoseconds(1))
    }
    result.median = times.sorted()[times.count / 2]
    return result
  }
}
