import LayoutRuntime
import Wire

/// Events to subscribers: each as fast as it reads, none waiting for another.
extension Daemon {
  /// Sends what streams have to get and can take now, and heartbeats that are due.
  ///
  /// Events that are the same for several subscribers are encoded once.
  func sendStreams() {
    var encoded: [Publication.SharingKey: [UInt8]] = [:]
    // In any order: streams do not know of each other, and what they get does not depend on it.
    for client in clients.values {
      guard case .streaming(var stream) = client.activity else { continue }
      if let end = endOfPatience(with: client), clock.now >= end {
        drop(client)
        continue
      }
      advance(&stream, of: client, &encoded)
      if case .streaming = client.activity { client.activity = .streaming(stream) }
      updateInterest(client)
    }
  }

  /// When a subscriber to every revision that reads nothing is closed: the others' revisions would be kept for it.
  func endOfPatience(with client: Client) -> ContinuousClock.Instant? {
    guard case .streaming(let stream) = client.activity, stream.wantsEvery else { return nil }
    return client.stalledSince.map { $0 + options.limits.stall }
  }

  private func advance(
    _ stream: inout Client.Stream, of client: Client, _ encoded: inout [Publication.SharingKey: [UInt8]]
  ) {
    while stream.isReady, client.output.isEmpty {
      let instant = clock.now
      if let earliest = stream.pace?.earliest, instant < earliest, !isStopping { return }
      guard let publication = runtime.nextPublication(for: stream.subscriber, at: now) else {
        stream.isReady = false
        break
      }
      client.output.append(bytes(of: publication, &encoded))
      stream.lastSent = instant
      stream.pace?.recordMessage(at: instant)
      stream.lastRevision = (publication.revision, publication.layoutRevision)
      if case .bye = publication.content {
        client.activity = .closing
        subscribers[stream.subscriber] = nil
      }
      if !timing(.send, { client.flush(at: instant) }) { return drop(client) }
      if case .closing = client.activity { return }
    }
    beat(&stream, of: client)
  }

  private func bytes(
    of publication: Publication, _ encoded: inout [Publication.SharingKey: [UInt8]]
  ) -> [UInt8] {
    if let bytes = encoded[publication.sharing] { return bytes }
    var event = Event(publication, epoch: epoch)
    event.timing = times.timing(of: publication)
    let bytes = timing(.encode) { Wire.Reply.event(event).encoded(continues: event.kind != .bye) }
    encoded[publication.sharing] = bytes
    return bytes
  }

  private func beat(_ stream: inout Client.Stream, of client: Client) {
    let instant = clock.now
    guard !stream.isReady, client.output.isEmpty, let interval = stream.heartbeat, instant >= stream.lastSent + interval
    else { return }
    stream.lastSent = instant
    let (revision, layoutRevision) = stream.lastRevision
    let event = Event.heartbeat(
      at: Event.Instant(
        epoch: epoch, rev: revision.number, layoutRev: layoutRevision.number,
        time: runtime.sceneTime(at: now).milliseconds))
    client.output.append(Wire.Reply.event(event).encoded(continues: true))
    if !client.flush(at: instant) { drop(client) }
  }
}
