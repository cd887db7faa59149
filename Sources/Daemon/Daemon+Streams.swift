import LayoutRuntime
import Wire

/// Events to subscribers: each as fast as it reads, none waiting for another.
///
/// The runtime knows what is new for whom, and who takes something; here is why somebody does not: the connection has
/// to be written first, or the pace forbids it.
extension Daemon {
  /// Sends what streams have to get and can take now, and heartbeats that are due. What is more than a round sends is
  /// left to the next one.
  func sendStreams() {
    attendToAlarms()
    goOnSending()
    while sendings.isEmpty {
      let deliveries = runtime.nextDeliveries(at: now, within: &viewAllowance)
      if deliveries.isEmpty { break }
      // Each is for others; those whom few follow do not wait for thousands.
      for delivery in deliveries.sorted(by: { $0.recipients.count < $1.recipients.count }) { send(delivery) }
    }
    sendBatches()
  }

  private func attendToAlarms() {
    for token in alarms.takeDue(at: clock.now) {
      guard let client = clients[token] else { continue }
      endPatience(with: client)
      beat(client)
      attend(to: client)
    }
  }

  /// Sends an event to everybody who gets it.
  func send(_ delivery: Delivery) {
    if let isBinary = delivery.isBinary { return send(delivery, inBinary: isBinary) }
    for (isBinary, recipients) in Dictionary(
      grouping: delivery.recipients, by: { stream(of: $0)?.wantsBinary ?? false })
    {
      send(delivery.narrowed(to: recipients, inBinary: isBinary), inBinary: isBinary)
    }
  }

  /// Encodes an event once; a long one is encoded elsewhere.
  private func send(_ delivery: Delivery, inBinary isBinary: Bool) {
    let publication = delivery.publication
    let cost = times.timing(of: publication)
    if let long = LongEvent(delivery, epoch: epoch, timing: cost, inBinary: isBinary) {
      sendBatches()
      for subscriber in delivery.recipients { stream(of: subscriber)?.awaitedEvents += 1 }
      for subscriber in delivery.recipients { runtime.markBusy(subscriber) }
      let first = delivery.recipients[0]
      workers.add(.event(long), for: client(of: first)?.payer ?? .job(.request(RequestID(first.value))))
      return
    }
    var event = Event(publication, epoch: epoch)
    event.timing = cost
    let isLast = event.kind == .bye
    let bytes = timing(.encode) { event.encoded(inBinary: isBinary, continues: !isLast) }
    if !hold(bytes, of: delivery) { send(bytes, of: delivery, isLast: isLast) }
  }

  /// Keeps an event for a moment, to be sent in one piece with those behind it.
  ///
  /// - Returns: whether it is kept; otherwise it is to be sent now, and what is before it has been sent.
  private func hold(_ bytes: [UInt8], of delivery: Delivery) -> Bool {
    if let index = batches.firstIndex(where: { $0.takes(delivery) }) {
      batches[index].append(bytes, of: delivery)
      if !delivery.hasMore || batches[index].isFull { send(batches.remove(at: index)) }
      return true
    }
    if batches.contains(where: { $0.reachesSome(of: delivery) }) { sendBatches() }
    guard delivery.hasMore, delivery.recipients.allSatisfy({ stream(of: $0)?.takesAnything == true }) else {
      return false
    }
    batches.append(EventBatch(bytes, of: delivery))
    return true
  }

  private func sendBatches() {
    while !batches.isEmpty { send(batches.removeFirst()) }
  }

  private func send(_ batch: EventBatch) { send(batch.bytes, of: batch.last, isLast: false) }

  /// Sends an event that was encoded elsewhere; its subscribers take others again.
  func goOn(with bytes: [UInt8], of event: LongEvent) {
    sendings.append(Sending(OutgoingMessage(bytes, in: holdings.output), of: event.delivery, isAwaited: true))
    goOnSending()
  }

  /// Nil: it is gone, or follows nothing.
  private func stream(of subscriber: SubscriberID) -> Stream? {
    guard case .streaming(let stream)? = client(of: subscriber)?.activity else { return nil }
    return stream
  }

  private func send(_ bytes: [UInt8], of delivery: Delivery, isLast: Bool) {
    var sending = Sending(OutgoingMessage(bytes, in: holdings.output), of: delivery, isLast: isLast)
    if sendings.isEmpty { timing(.send) { advance(&sending) } }
    if !sending.isDone {
      for subscriber in sending.rest { stream(of: subscriber)?.awaitedEvents += 1 }
      sending.isAwaited = true
      sendings.append(sending)
    }
    limitOutput()
  }

  /// Goes on where the round before ended.
  private func goOnSending() {
    if sendings.isEmpty { return }
    timing(.send) {
      while !sendings.isEmpty, !sendAllowance.isSpent {
        var sending = sendings[0]
        advance(&sending)
        if sending.isDone { sendings.removeFirst() } else { sendings[0] = sending }
      }
    }
    limitOutput()
  }

  /// Sends to as many as the round allows.
  private func advance(_ sending: inout Sending) {
    let (message, publication) = (sending.message, sending.delivery.publication)
    let (isLast, isAwaited) = (sending.isLast, sending.isAwaited)
    let instant = clock.now
    while let subscriber = sending.takeNext(spending: &sendAllowance) {
      guard let client = client(of: subscriber), case .streaming(let stream) = client.activity else { continue }
      if !sending.isForLate {
        stream.lookWhetherBehind(client.connection.hasUnread)
        if stream.isBehind {
          sending.tellLate(returning: &sendAllowance)
          continue
        }
      }
      if isAwaited { stream.awaitedEvents -= 1 }
      stream.recordEvent(publication, at: instant)
      if isLast { client.activity = .closing }
      if !client.send(message, at: instant) {
        drop(client)
      } else if isLast {
        updateInterest(client)
      } else if isAwaited || !client.output.isEmpty || stream.pace != nil || stream.credit != nil {
        attend(to: client)
        if isAwaited { heedWishes(of: client) }
      }
    }
  }

  /// Says whether a stream takes events now, and when to look at it again.
  func attend(to client: Client) {
    guard case .streaming(let stream) = client.activity else { return }
    if stream.awaitsEvent { return runtime.markBusy(client.subscriber) }
    let instant = clock.now
    if !client.output.isEmpty {
      runtime.markBusy(client.subscriber)
      updateInterest(client)
      // The others' revisions would be kept for one who wants every one and reads nothing.
      guard stream.wantsEvery, let stalled = client.stalledSince else { return }
      let end = stalled + options.limits.stall
      return instant < end ? alarms.set(client.token, at: end) : drop(client)
    }
    let heartbeat = stream.nextHeartbeat
    if stream.credit == 0, !isStopping {
      runtime.markBusy(client.subscriber)
      if let heartbeat { alarms.set(client.token, at: heartbeat) }
    } else if let earliest = stream.pace?.earliest, instant < earliest, !isStopping {
      runtime.markBusy(client.subscriber)
      // One that is overdue waits for what the pace holds back.
      alarms.set(client.token, at: heartbeat.map { $0 > instant ? min($0, earliest) : earliest } ?? earliest)
    } else {
      runtime.markFree(client.subscriber)
      if let heartbeat { alarms.set(client.token, at: heartbeat) }
    }
  }

  /// Sends a heartbeat if it is due and nothing else is to come.
  private func beat(_ client: Client) {
    let instant = clock.now
    guard case .streaming(let stream) = client.activity, client.output.isEmpty, !stream.awaitsEvent,
      let due = stream.nextHeartbeat, instant >= due, stream.credit == 0 || !runtime.hasNews(for: client.subscriber)
    else { return }
    stream.recordHeartbeat(at: instant)
    let (revision, layoutRevision) = stream.lastRevision
    let event = Event.heartbeat(
      at: Event.Instant(
        epoch: epoch, rev: revision.number, layoutRev: layoutRevision.number,
        time: runtime.sceneTime(of: client.subscriber, at: now).milliseconds))
    let bytes = event.encoded(inBinary: stream.wishes != nil, continues: true)
    let message = OutgoingMessage(bytes, in: holdings.output)
    if !client.send(message, at: instant) { drop(client) }
  }
}
