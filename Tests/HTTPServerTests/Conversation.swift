import Glibc
import HTTPServer
import Posix

/// A server, and browsers that say exactly the bytes they are told to.
///
/// There is no thread: whenever a test waits for something the server runs.
final class Conversation {
  let server: HTTPServer
  private(set) var events: [HTTPServer.Event] = []
  /// Whether all heads are let pass.
  var takesBodies = true
  /// Whether it works when nothing calls for it as well.
  var isRestless = true

  init(_ change: (inout HTTPLimits) -> Void = { _ in }) throws {
    var limits = HTTPLimits()
    change(&limits)
    server = try HTTPServer(limits: limits)
  }

  /// Connects from this machine, to an address of it.
  func connect(to host: UInt32 = 0x7F00_0001) throws -> UnixConnection {
    let raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let descriptor = FileDescriptor(owning: DescriptorNumber(rawValue: raw))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = server.port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Refused(errno: errno) }
    return try UnixConnection(owning: descriptor)
  }

  struct Refused: Error { let errno: Int32 }

  func connect(saying text: String) throws -> UnixConnection {
    let client = try connect()
    try client.sendAll(Array(text.utf8))
    return client
  }

  /// Has the server work until something holds.
  ///
  /// - Returns: whether it came to hold.
  func run(until condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      var happened = server.run()
      while !happened.isEmpty {
        if takesBodies { for case .head(let request) in happened { server.take(request.id) } }
        events += happened
        happened = server.run()
      }
      if try condition() { return true }
      let wake = min(isRestless ? ContinuousClock.now + .milliseconds(20) : end, server.deadline(from: .now) ?? end)
      _ = try? server.descriptor.wait(for: .readable, until: wake)
    }
    return false
  }

  /// The first request that nobody has taken yet.
  func request() -> HTTPRequest? {
    var found: HTTPRequest?
    _ = run {
      let place = events.firstIndex { if case .request = $0 { true } else { false } }
      guard let place, case .request(let request) = events.remove(at: place) else { return false }
      found = request
      return true
    }
    return found
  }

  /// What the server says until the end of the connection, or until `text` is in it.
  func answer(to client: UnixConnection, until text: String? = nil) throws -> String {
    var bytes: [UInt8] = []
    _ = try run {
      let received = try client.receive(into: &bytes)
      return received == .end || text.map { String(decoding: bytes, as: UTF8.self).contains($0) } == true
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func has(_ event: HTTPServer.Event) -> Bool { run { events.contains(event) } }
}
