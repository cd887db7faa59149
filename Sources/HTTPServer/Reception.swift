internal import CMicrohttpd

/// Where requests lie until they are answered: what libmicrohttpd's callbacks work on.
final class Reception {
  private let limits: HTTPLimits
  private var exchanges: [HTTPRequest.ID: Exchange] = [:]
  private var events: [HTTPServer.Event] = []
  private var count = 0
  private var peers: [UInt: Peer] = [:]
  /// Whether a connection has ended since this was set to false.
  var hasLostConnection = false

  /// Who is at the other end of a connection, by its address.
  @safe private struct Peer {
    let connection: OpaquePointer
    /// When it was there, or its last request was over, or its answer began to go.
    var since = ContinuousClock.now
    /// It waits for us, or has a stream.
    var isBusy = false
    /// What it said at once has been read.
    var isHeard = false
    /// Bytes of what its request asks for, as they came.
    var target = 0

    init(_ connection: OpaquePointer) { unsafe self.connection = connection }
  }

  init(_ limits: HTTPLimits) { self.limits = limits }

  static func of(_ closure: UnsafeMutableRawPointer?) -> Reception {
    unsafe Unmanaged<Reception>.fromOpaque(closure!).takeUnretainedValue()
  }

  func takeEvents() -> [HTTPServer.Event] {
    defer { events = [] }
    return events
  }

  // MARK: From outside

  func take(_ id: HTTPRequest.ID) {
    guard let exchange = exchanges[id], case .heard = exchange.state else { return }
    exchange.state = .taken
    peers[exchange.address]?.isBusy = false
    unsafe MHD_resume_connection(exchange.connection)
  }

  func answer(_ id: HTTPRequest.ID, _ response: HTTPResponse) {
    guard let exchange = exchanges[id] else { return }
    switch exchange.state {
    case .heard, .waiting: break
    case .taken, .arriving, .answered, .answering: return
    }
    exchange.state = .answered(response)
    peers[exchange.address]?.isBusy = response.body == .stream
    peers[exchange.address]?.since = .now
    unsafe MHD_resume_connection(exchange.connection)
  }

  func send(_ bytes: [UInt8], to id: HTTPRequest.ID) {
    guard let exchange = exchanges[id], !exchange.hasEnded else { return }
    exchange.add(bytes)
    wake(exchange)
  }

  func end(_ id: HTTPRequest.ID) {
    guard let exchange = exchanges[id] else { return }
    exchange.hasEnded = true
    wake(exchange)
  }

  func unsent(of id: HTTPRequest.ID) -> Int? { exchanges[id]?.unsent }

  func resumeAll() {
    for exchange in exchanges.values {
      exchange.hasEnded = true
      answer(exchange.id, HTTPResponse(503))
      wake(exchange)
    }
  }

  // MARK: Who takes too long

  /// When `closeSlow(at:)` has something to do.
  var deadline: ContinuousClock.Instant? {
    peers.values.lazy.filter { !$0.isBusy }.map { $0.since + self.limits.whole }.min()
  }

  /// Hangs up on who has taken too long, and, where no connection is left for others, on who has taken longest.
  ///
  /// - Returns: whether libmicrohttpd has something to find.
  func closeSlow(at now: ContinuousClock.Instant) -> Bool {
    let idle = peers.filter { !$0.value.isBusy }
    var slow = idle.filter { $0.value.since + limits.whole <= now }
    if slow.isEmpty, peers.count >= limits.connections {
      let new = idle.filter { !$0.value.isHeard }.keys
      for address in new { peers[address]?.isHeard = true }
      guard new.isEmpty else { return true }
      if let oldest = idle.min(by: { $0.value.since < $1.value.since }) { slow = [oldest.key: oldest.value] }
    }
    for (address, peer) in slow {
      // Nothing more can come of it, and it is told once.
      peers[address]?.isBusy = true
      unsafe framewire_http_hang_up(peer.connection)
    }
    return !slow.isEmpty
  }

  private func wake(_ exchange: Exchange) {
    guard exchange.isIdle else { return }
    exchange.isIdle = false
    unsafe MHD_resume_connection(exchange.connection)
  }

  // MARK: From libmicrohttpd

  func note(_ connection: OpaquePointer, hasStarted: Bool) {
    if !hasStarted {
      hasLostConnection = true
      unsafe framewire_http_drain(connection)
    }
    peers[UInt(bitPattern: connection)] = hasStarted ? unsafe Peer(connection) : nil
  }

  func note(_ target: UnsafePointer<CChar>, of connection: OpaquePointer) {
    peers[UInt(bitPattern: connection)]?.target = unsafe framewire_http_length(target)
  }

  /// - Parameters:
  ///   - count: how many bytes of the body there are; set to how many of them were left.
  ///   - slot: what belongs to the request; nil the first time.
  func handle(
    _ connection: OpaquePointer, _ url: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>,
    _ bytes: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = unsafe slot.pointee else { return unsafe begin(connection, url, method, slot) }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    switch exchange.state {
    case .heard: return framewire_http_yes
    case .taken:
      exchange.state = .arriving
      return framewire_http_yes
    case .arriving:
      if unsafe count.pointee > 0 {
        // Of several lengths that were said libmicrohttpd may believe another one than we.
        guard unsafe exchange.request.body.count + count.pointee <= limits.body else { return framewire_http_no }
        unsafe exchange.request.body.append(
          contentsOf: UnsafeRawBufferPointer(start: bytes, count: count.pointee))
        unsafe count.pointee = 0
        return framewire_http_yes
      }
      exchange.state = .waiting
      putAside(exchange)
      events.append(.request(exchange.request))
      exchange.request.body = []
      return framewire_http_yes
    case .waiting, .answering: return framewire_http_yes
    case .answered(let response):
      exchange.state = .answering
      return queue(response, for: exchange)
    }
  }

  func complete(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
    guard let known = unsafe slot.pointee else { return }
    unsafe slot.pointee = nil
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    exchanges[exchange.id] = nil
    peers[exchange.address] = unsafe Peer(exchange.connection)
    events.append(.ended(exchange.id))
  }

  private func putAside(_ exchange: Exchange) {
    peers[exchange.address]?.isBusy = true
    unsafe MHD_suspend_connection(exchange.connection)
  }

  /// The head is there: it is told, unless it says that the body is too long, or not how long.
  private func begin(
    _ connection: OpaquePointer, _ url: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    count += 1
    let (headers, length) = unsafe Self.headers(of: connection)
    let request = HTTPRequest(
      id: HTTPRequest.ID(number: count), method: unsafe String(cString: method), path: unsafe String(cString: url),
      headers: headers)
    let exchange = unsafe Exchange(request, connection)
    exchanges[exchange.id] = exchange
    unsafe slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
    // `GET /path HTTP/1.1`, the headers, and an empty line. libmicrohttpd 0.9.75 tells of a line as far as a zero in
    // it, and nobody else may see how it goes on: whoever judges the head has to see all of it.
    let line =
      unsafe framewire_http_length(method) + 1 + (peers[exchange.address]?.target ?? 0) + " HTTP/1.1\r\n".utf8.count
    let seen = unsafe framewire_http_head(connection) - line - 2
    if !length.contains(seen) { return refuse(exchange, 400) }
    // No browser sends a body in chunks. And of a chunk whose first line has no end libmicrohttpd 0.9.75 has itself
    // called again for ever.
    if !request.values(of: "transfer-encoding").isEmpty { return refuse(exchange, 411) }
    let bodyLength = request.values(of: "content-length").first.flatMap { UInt64($0) } ?? 0
    if bodyLength > UInt64(limits.body) { return refuse(exchange, 413) }
    putAside(exchange)
    events.append(.head(request))
    return framewire_http_yes
  }

  private func refuse(_ exchange: Exchange, _ status: Int) -> MHD_Result {
    exchange.state = .answering
    return queue(HTTPResponse(status), for: exchange)
  }

  private func queue(_ response: HTTPResponse, for exchange: Exchange) -> MHD_Result {
    let made: OpaquePointer?
    switch response.body {
    case .bytes(let bytes):
      unsafe made = bytes.withUnsafeBytes { bytes in
        unsafe MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), framewire_http_copy)
      }
    case .stream:
      exchange.isStream = true
      unsafe framewire_http_hold_little(exchange.connection, Int32(limits.unread))
      // The response may outlive the request, and its reader with it.
      let closure = unsafe Unmanaged.passRetained(StreamReader(exchange, self)).toOpaque()
      unsafe made = MHD_create_response_from_callback(
        UInt64.max, Self.piece,
        { closure, _, room, count in
          unsafe Unmanaged<StreamReader>.fromOpaque(closure!).takeUnretainedValue().read(room!, count)
        }, closure, { closure in unsafe Unmanaged<StreamReader>.fromOpaque(closure!).release() })
    }
    guard let made = unsafe made else { return framewire_http_no }
    defer { unsafe MHD_destroy_response(made) }
    for header in response.headers { _ = unsafe MHD_add_response_header(made, header.name, header.value) }
    return unsafe MHD_queue_response(exchange.connection, UInt32(response.status), made)
  }

  /// Bytes of a stream that are handed over at once.
  private static let piece = 32_768

  /// A stream is asked for what comes next.
  fileprivate func read(_ exchange: Exchange, _ room: UnsafeMutableRawBufferPointer) -> Int {
    if exchange.unsent > 0 { return unsafe exchange.take(into: room) }
    // MHD_CONTENT_READER_END_OF_STREAM, a cast that is not imported.
    if exchange.hasEnded { return -1 }
    exchange.isIdle = true
    unsafe MHD_suspend_connection(exchange.connection)
    events.append(.drained(exchange.id))
    return 0
  }

  /// - Returns: the headers, and how long they are as `Name: value` with the ends of their lines; browsers leave the
  ///   blank out where there is no value.
  private static func headers(of connection: OpaquePointer) -> ([HTTPHeader], length: ClosedRange<Int>) {
    final class List {
      var headers: [HTTPHeader] = []
      var (length, blanks) = (0, 0)
    }
    let list = List()
    unsafe MHD_get_connection_values(
      connection, framewire_http_header,
      { closure, _, name, value in
        let list = unsafe Unmanaged<List>.fromOpaque(closure!).takeUnretainedValue()
        let size = unsafe framewire_http_length(value)
        unsafe list.length += framewire_http_length(name) + 2 + size + 2
        if size == 0 { list.blanks += 1 }
        let value = unsafe value.map { unsafe String(cString: $0) } ?? ""
        unsafe list.headers.append(HTTPHeader(String(cString: name!).lowercased(), value))
        return framewire_http_yes
      }, Unmanaged.passUnretained(list).toOpaque())
    return (list.headers, list.length - list.blanks...list.length)
  }
}

/// Who reads a stream for libmicrohttpd.
private final class StreamReader {
  private let exchange: Exchange
  private unowned let reception: Reception

  init(_ exchange: Exchange, _ reception: Reception) {
    self.exchange = exchange
    self.reception = reception
  }

  func read(_ room: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    unsafe reception.read(exchange, UnsafeMutableRawBufferPointer(start: room, count: count))
  }
}
