import Foundation
import Testing

/// Neighbouring seeds that one test case works through. A case per seed would print a line per seed.
struct SeedBatch: Sendable, CustomTestStringConvertible {
  let seeds: Range<UInt64>

  var testDescription: String { "seeds \(seeds.lowerBound)..<\(seeds.upperBound)" }

  /// How many systems a run generates: 2,000, or `FRAMEWIRE_ORACLE_SYSTEMS`. Everything else is scaled alike.
  static let systems = setting("FRAMEWIRE_ORACLE_SYSTEMS") ?? 2000

  /// `FRAMEWIRE_ORACLE_SEED` shifts all seeds: other systems, or exactly the one a failure named.
  static let firstSeed = UInt64(setting("FRAMEWIRE_ORACLE_SEED") ?? 0)

  /// `systems · share` seeds in batches that keep two cores busy without hiding progress.
  static func all(share: Double = 1) -> [SeedBatch] {
    let count = UInt64(max(1, (Double(systems) * share).rounded(.up)))
    let size = max(1, count / 16)
    return stride(from: 0, to: count, by: UInt64.Stride(size)).map {
      SeedBatch(seeds: firstSeed + $0..<firstSeed + min($0 + size, count))
    }
  }

  /// Calls `body` for every seed. With `FRAMEWIRE_ORACLE_TRACE` set, names the seed on standard error before,
  /// so that a crash or an endless loop has an address.
  func forEach(_ body: (UInt64) throws -> Void) rethrows {
    for seed in seeds {
      if Self.traces {
        FileHandle.standardError.write(Data("seed \(seed)\n".utf8))
      }
      try body(seed)
    }
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let traces = environment["FRAMEWIRE_ORACLE_TRACE"] != nil

  private static func setting(_ name: String) -> Int? {
    environment[name].flatMap { Int($0) }
  }
}
