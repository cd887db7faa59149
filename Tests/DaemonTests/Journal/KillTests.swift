import DaemonHarness
import FramewireClient
import Posix
import TestSupport
import Testing
import Wire

/// The daemon as a process, killed again and again while it is given more to remember than it can have answered.
@Suite("Killed at any moment") struct KillTests {
  /// Views that show what was set, each every `labels`-th change.
  static let labels = 8
  static let kills = 200

  static let layout =
    "layout card {\n  var n = 0\n  box b left 0 top 0 height 1 width n\n  box c top 0 height 1 width 1 left 0 #gap\n"
    + (0..<labels).map { "  label t\($0) \"none\" left 0 top 0 width 10 height 10\n" }.joined() + "}\n"

  @Test(arguments: [UInt64.random(in: .min ... .max)])
  func `a daemon loses nothing that it has acknowledged, and half of nothing`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try RestartedFolder(["card.layout": Self.layout])
    /// The last change that was answered, and the last that was sent.
    var (acknowledged, sent) = (0, 0)
    var duringWork = 0

    for kill in 1...Self.kills {
      try folder.start()
      let found = try state(of: folder)
      #expect(acknowledged...sent ~= found.change, "seed \(seed), kill \(kill): \(acknowledged)...\(sent)")
      #expect(found.isWhole, "seed \(seed), kill \(kill): \(found)")
      if sent > acknowledged { duringWork += 1 }
      (acknowledged, sent) = (found.change, found.change)

      let connection = try UnixConnection.connect(to: SocketAddress(path: folder.socket))
      let count = Int.random(in: 1...30, using: &generator)
      let requests = (1...count).flatMap { Self.change(sent + $0, &generator).encoded() }
      try connection.sendAll(requests)
      sent += count
      var answers: [UInt8] = []
      let moment = ContinuousClock.now + .microseconds(Int.random(in: 0..<6000, using: &generator))
      while ContinuousClock.now < moment, answers.count(where: { $0 == 0 }) < count {
        _ = try connection.receive(into: &answers, until: moment)
      }
      try folder.end()
      // What it had sent before the end is still there to be read.
      while case .bytes = try? connection.receive(into: &answers, until: ServedFolder.deadline) {}
      acknowledged += answers.count { $0 == 0 }
    }

    // Otherwise the kills came when there was nothing to lose.
    #expect(duringWork > Self.kills / 10, "seed \(seed)")
  }

  /// Change number `number`: three values that must arrive together, and a text of any length.
  private static func change(_ number: Int, _ generator: inout SeededGenerator) -> Request {
    let padding = String(repeating: " ", count: Int.random(in: 0..<400, using: &generator))
    return .apply(
      Request.Apply(
        scene: "card",
        ops: [
          Op(.set(.variable, of: "n", to: .number(Double(number)))),
          Op(.set(.constant, of: "#gap", to: .number(Double(number)))),
          Op(.set(.text, of: "t\(number % labels)", to: "\(number)\(padding)")),
        ]))
  }

  private struct Found: CustomStringConvertible {
    var change: Int
    var gap: Int
    var texts: [Int]

    /// Whether everything is as change number `change` left it: nothing of a later one, nothing missing before it.
    var isWhole: Bool {
      gap == change
        && texts.enumerated().allSatisfy { index, shown in
          let last = change - (change - index + KillTests.labels) % KillTests.labels
          return shown == (last > 0 ? last : 0)
        }
    }

    var description: String { "n \(change), gap \(gap), texts \(texts)" }
  }

  private func state(of folder: RestartedFolder) throws -> Found {
    let answer = try folder.connect().ask("Snapshot", #"{"scene":"card"}"#)
    var found = Found(change: 0, gap: 0, texts: [])
    for view in answer.parameters["event"]?["views"]?.array ?? [] {
      let frame = view["frame"]?.array?.compactMap(\.number) ?? []
      switch view["path"]?.string {
      case "b": found.change = Int(frame[2])
      case "c": found.gap = Int(frame[0])
      case let path? where path.hasPrefix("t"):
        let text = view["text"]?.string ?? ""
        found.texts.append(Int(text.prefix { $0 != " " }) ?? 0)
      default: break
      }
    }
    return found
  }
}
