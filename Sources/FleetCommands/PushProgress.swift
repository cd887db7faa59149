import Commands
import Posix

/// Says how far a push is, beside the results: on a terminal in one line that changes, else a line now and then. A
/// short push says nothing.
struct PushProgress {
  private let total: Int
  private var done = 0
  private let start = ContinuousClock.now
  private var told: ContinuousClock.Instant
  private var hasTold = false
  private let isTerminal = StandardStream.error.isTerminal

  /// - Parameter total: bytes.
  init(of total: Int) {
    self.total = total
    told = start
  }

  mutating func add(_ bytes: Int) {
    done += bytes
    let now = ContinuousClock.now
    guard now - told >= (isTerminal ? .milliseconds(200) : .seconds(2)) else { return }
    told = now
    hasTold = true
    let line = "framewire-nats: \(Self.size(done)) of \(Self.size(total)) are there"
    _ = try? StandardStream.error.write(isTerminal ? "\r\u{1B}[K\(line)" : line + "\n")
  }

  /// Takes the line away.
  func end() { if hasTold, isTerminal { _ = try? StandardStream.error.write("\r\u{1B}[K") } }

  /// An amount as people read it: `72 bytes`, `31 KB`, `4.2 MB`.
  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1024: counted(bytes, "byte")
    case ..<1_048_576: "\(bytes / 1024) KB"
    default: "\(Double(bytes * 10 / 1_048_576) / 10) MB"
    }
  }
}
