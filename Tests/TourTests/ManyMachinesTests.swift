import Posix
import Testing

extension Tour {
  /// Whether there is everything that the page needs.
  static let hasManyMachines =
    FileSystem.exists(toolFolder + "/framewire-nats")
    && ["/usr/sbin", "/usr/bin", "/usr/local/bin"].contains { FileSystem.exists($0 + "/nats-server") }
}

/// Runs what `Documentation/many-machines.md` shows, with a server on a port that is free.
@Suite(
  "The page about many machines",
  .enabled(if: Tour.hasManyMachines, "framewire-nats was not built, or there is no nats-server: see 'make deps'"))
struct ManyMachinesTests {
  @Test func `every command of the page prints what it says`() throws {
    let port = String(UInt16.random(in: 20_000...29_999))
    let tour = try Tour(
      page: "Documentation/many-machines.md", replacing: ["4222": port],
      environment: ["NATS_URL": "nats://127.0.0.1:\(port)"])
    try #require(tour.transcript.steps.count > 20)

    for step in tour.transcript.steps {
      guard try tour.take(step) else { break }
    }

    try tour.end()
  }
}
