import FramewireClient
import Posix
import Wire

extension Suite {
  /// What moving views cost a real daemon and its subscribers.
  static let animation = Suite(
    name: "animation", summary: "views on their way, through the daemon of this build to real subscribers"
  ) { options in
    guard let program = ServedDaemon.builtProgram else { return [ServedDaemon.missing] }
    do {
      var table = Table(
        "Every view moves in every frame",
        columns: [
          "views, Hz, subscribers", "frames", "CPU", "target", "late p50", "p99", "target", "bytes a frame",
          "delivered",
        ])
      for (views, rate, subscribers, target) in rows(options) {
        let load = AnimationLoad(views: views, rate: rate, subscribers: subscribers)
        let cost = try load.measure(program, for: .seconds(options.isQuick ? 1 : 5))
        table.add([
          "\(grouped(views)), \(rate), \(subscribers)", "\(cost.frames)", percent(cost.processor),
          target.map { "≤ \(percent($0))" } ?? "", time(cost.lateMedian), time(cost.late99), "≤ 1 ms",
          grouped(cost.bytesPerFrame), percent(cost.delivered),
        ])
      }
      table.print()
      try printEncodings(program, options)
      return []
    } catch { return ["animations could not be measured: \(error)"] }
  }

  /// One subscriber, so that writing events down is most of what it costs.
  private static func printEncodings(_ program: String, _ options: Options) throws {
    var table = Table(
      "1,000 views move, 1 subscriber: what a frame costs in each encoding",
      columns: ["encoding", "frames", "bytes a frame", "CPU a frame", "JSON/fw1", "encoding it", "JSON/fw1", "target"])
    var json: AnimationLoad.Cost?
    for encoding in StreamEncoding.allCases {
      let load = AnimationLoad(views: 1_000, rate: 120, subscribers: 1, encoding: encoding)
      let cost = try load.measure(program, for: .seconds(options.isQuick ? 1 : 5))
      let base = json ?? cost
      let isFirst = json == nil
      table.add([
        encoding.rawValue, "\(cost.frames)", grouped(cost.bytesPerFrame), time(cost.perFrame),
        isFirst ? "" : ratio(base.perFrame, to: cost.perFrame), time(cost.encoding),
        isFirst ? "" : ratio(base.encoding, to: cost.encoding), isFirst ? "" : "≥ 2x",
      ])
      json = base
    }
    table.print()
  }

  /// The last number: the share of a core that it may take.
  private static func rows(_ options: Options) -> [(views: Int, rate: Int, subscribers: Int, target: Double?)] {
    let all: [(views: Int, rate: Int, subscribers: Int, target: Double?)] = [
      (1_000, 60, 1, nil), (1_000, 60, 100, nil), (1_000, 120, 1, nil), (1_000, 120, 100, 0.6),
      (10_000, 60, 1, 0.25), (10_000, 60, 100, nil), (10_000, 120, 1, nil), (10_000, 120, 100, nil),
    ]
    return options.isQuick ? all.filter { $0.views == 1_000 } : all
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 1000).rounded()) / 10) %" }
}
