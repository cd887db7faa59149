import LayoutRuntime
import Posix
import Wire

/// Streams in binary: how they begin, and what their clients say meanwhile.
extension Daemon {
  /// Events of a scene follow from here on.
  func begin(_ stream: Stream, of client: Client, in scene: String) {
    stream.begin(in: scene)
    client.activity = .streaming(stream)
    guard stream.wantsBinary, stream.wishes == nil else { return }
    send(Wire.Reply.streaming(epoch: epoch).encoded(), to: client)
    // Whatever came behind the call is binary already.
    stream.wishes = BinaryDecoder(limit: BinaryDecoder.longestWish, client.decoder.takeRest())
  }

  /// Takes in what a client says, as long as it reads what it is told.
  func heedWishes(of client: Client) {
    while case .streaming(let stream) = client.activity, stream.wishes != nil, !stream.awaitsEvent,
      client.output.isEmpty,
      clients[client.token] != nil
    {
      switch stream.wishes!.next() {
      case .needsMore: return
      case .malformed(let error):
        return end(stream, of: client, because: "not \(BinaryMessage.encoding): \(error.what)")
      case .message(let message):
        do throws(MalformedBinary) {
          if let wish = try StreamWish(message) { heed(wish, of: client, stream) }
        } catch { return end(stream, of: client, because: "not \(BinaryMessage.encoding): \(error.what)") }
      }
    }
  }

  private func heed(_ wish: StreamWish, of client: Client, _ stream: Stream) {
    switch wish {
    case .credit(let count):
      stream.add(credit: count)
      attend(to: client)
    case .ping(let bytes): send(BinaryMessage(.pong, bytes).encoded(), to: client)
    case .filter(let filter):
      if client.allowance.spend(at: clock.now) != nil {
        return end(stream, of: client, because: "more filters than \(Int(options.limits.requestsPerSecond)) a second")
      }
      let request = stream.change(to: filter)
      client.activity = .asking(isSilent: false, stream)
      runtime.handle(.unsubscribe(client.subscriber), at: now)
      let subscription = Subscription(request, inBinary: stream.wantsBinary)
      runtime.handle(.request(client.request, .subscribe(client.subscriber, subscription)), at: now)
    }
  }

  /// Says why a stream in binary cannot go on, and closes.
  func end(_ stream: Stream, of client: Client, because reason: String) {
    let (revision, layoutRevision) = stream.lastRevision
    let event = Event.bye(
      reason,
      at: Event.Instant(
        epoch: epoch, rev: revision.number, layoutRev: layoutRevision.number,
        time: runtime.sceneTime(of: client.subscriber, at: now).milliseconds))
    client.activity = .closing
    runtime.handle(.unsubscribe(client.subscriber), at: now)
    send(event.encodedBinary(), to: client)
    updateInterest(client)
  }
}
