import LayoutRuntime
import Posix
import Wire

/// Requests and answers, one connection at a time.
extension Daemon {
  /// - Parameter listener: one of the two.
  func acceptClients(from listener: UnixListener) {
    // The others are reported again.
    for _ in 0..<Self.acceptedAtOnce {
      guard let connection = nextConnection(from: listener) else { return }
      let client = Client(
        connection, as: newToken(), onlyLooks: listener === readOnlyListener, within: options.limits, at: clock.now)
      guard mayConnect(connection.peer) else { continue }
      guard (try? loop.watch(connection.descriptor.number, as: client.token, for: client.interest)) != nil else {
        continue
      }
      clients[client.token] = client
      if clients.count > options.limits.connections {
        let error = WireError.busy(
          limit: "connections", max: options.limits.connections,
          help: "close connections that are not needed, or raise serve --max-connections")
        refuse(client, error)
      }
    }
  }

  /// To accept so many takes some milliseconds. By measuring.
  private static let acceptedAtOnce = 256

  private func nextConnection(from listener: UnixListener) -> UnixConnection? {
    if Self.hasRoom {
      do throws(PosixError) { return try listener.accept() } catch {}
    }
    // They would be reported for ever. A connection that closes makes room for one of them; so does whoever else
    // takes descriptors of this process or of the machine, and nobody tells.
    pauseAccepting()
    acceptAgain = clock.now + Self.patienceWithoutDescriptors
    return nil
  }

  /// Short beside the patience of whoever connects, long beside what a look costs.
  private static let patienceWithoutDescriptors = Duration.milliseconds(250)

  /// Connections leave so many descriptors to all else: files, folders and a journal that is written anew.
  private static let descriptorsForFiles = 8

  /// Whether the next connection gets a descriptor that is not kept for files.
  private static var hasRoom: Bool {
    let limit = CurrentProcess.descriptorLimit
    guard let next = CurrentProcess.findLowestFreeDescriptor() else { return false }
    return next < limit - min(descriptorsForFiles, limit / 4)
  }

  func pauseAccepting() {
    acceptAgain = nil
    guard isAccepting else { return }
    isAccepting = false
    if let listener { loop.forget(listener.descriptor.number) }
    if let readOnlyListener { loop.forget(readOnlyListener.descriptor.number) }
  }

  func resumeAccepting() {
    acceptAgain = nil
    guard !isAccepting, !isStopping else { return }
    isAccepting = (try? watchListeners()) != nil
    if !isAccepting { acceptAgain = clock.now + Self.patienceWithoutDescriptors }
  }

  /// The socket's mode says the same; the kernel's word on who connected is the better one.
  private func mayConnect(_ peer: PeerCredentials) -> Bool {
    peer.user == CurrentProcess.userID || peer.user == 0
  }

  /// Takes in requests as long as none is being answered and the answers are read.
  ///
  /// One that has asked much at once is answered a little, and goes on after others, so that whoever asks one thing
  /// does not wait for hundreds of answers to others.
  func converse(_ client: Client) {
    if client.isPutOff { return updateInterest(client) }
    var answered = 0
    while case .idle = client.activity, client.output.isEmpty {
      if answered == Self.answersAtOnce {
        putOff(client)
        break
      }
      answered += 1
      switch client.decoder.next() {
      case .needsMore:
        if client.decoder.bufferedCount == 0 { client.unfinishedSince = nil } else { expectRest(of: client) }
        if client.hasEnded || isStopping { client.activity = .closing }
        return updateInterest(client)
      case .tooLong(let limit): return refuse(client, MalformedCall.tooLong(limit: limit).reply)
      case .message(let message):
        client.unfinishedSince = nil
        if message.count >= LongMessage.shortest {
          client.activity = .reading
          client.messageBytes = message.count
          add(.message(LongMessage(client: client.token, bytes: message)))
        } else {
          do throws(MalformedCall) { try begin(Call(decoding: message), of: client) } catch {
            return refuse(client, error.reply)
          }
        }
      }
    }
    heedWishes(of: client)
    updateInterest(client)
  }

  /// Answers that one connection gets without the runtime, before others get theirs: what takes longest to send, an
  /// interface's description to a hundred of them, is then some milliseconds.
  private static let answersAtOnce = 2
  /// What a round may spend on looking at what connections have sent, and on what it answers without the runtime.
  private static let talkOfRound = Duration.milliseconds(2)

  /// Leaves what a connection has sent until its turn comes, which may be in this round.
  func putOff(_ client: Client) {
    if !client.isPutOff {
      client.isPutOff = true
      talkers.append(client.token, for: client.payer)
    }
    updateInterest(client)
  }

  /// Looks at what connections have sent, those first who have cost little, until enough time of the round is spent.
  func goOnConversing() {
    var instant = clock.now
    let end = instant + Self.talkOfRound
    while instant < end, let (token, payer) = talkers.removeNext(at: instant) {
      guard let client = clients[token], client.isPutOff else { continue }
      client.isPutOff = false
      converse(client)
      let since = instant
      instant = clock.now
      talkers.charge(payer, instant - since, at: instant)
    }
  }

  /// Has something done elsewhere, on the account of whoever waits for it; or not at all when that one is gone.
  func add(_ task: Workers.Task) {
    if let token = task.client {
      guard let client = clients[token] else { return }
      client.task = workers.add(task, for: client.payer)
    } else if case .job(let job) = task {
      workers.add(task, for: .job(job.payer))
    }
  }

  /// Goes on with a long message of a client, now that it is understood.
  func goOn(with call: Result<UnderstoodCall, MalformedCall>, of token: EventLoop.Token) {
    guard let client = clients[token], case .reading = client.activity else { return }
    client.activity = .idle
    switch call {
    case .success(let call): if maySpend(client, isSilent: call.isSilent) { begin(call, of: client) }
    case .failure(let error): return refuse(client, error.reply)
    }
    if case .asking = client.activity {} else { client.messageBytes = 0 }
    converse(client)
  }

  /// A message has begun; it has so long to be finished.
  private func expectRest(of client: Client) {
    if client.unfinishedSince == nil { client.unfinishedSince = clock.now }
    endPatience(with: client)
  }

  private func begin(_ call: Call, of client: Client) {
    // Before it costs more.
    if maySpend(client, isSilent: call.oneway) { begin(UnderstoodCall(call, of: client.token), of: client) }
  }

  /// Whether it may make one more request now; it is told when not.
  private func maySpend(_ client: Client, isSilent: Bool) -> Bool {
    guard let wait = client.allowance.spend(at: clock.now) else { return true }
    let milliseconds = Int((wait / .milliseconds(1)).rounded(.up))
    send(.failure(.rateLimited(retryAfterMs: milliseconds)), to: client, isSilent: isSilent)
    return false
  }

  private func begin(_ call: UnderstoodCall, of client: Client) {
    if client.hasHungUp, call.isInVainWithoutAsker { return }
    switch call.outcome {
    case .success(let (request, _)) where client.onlyLooks && !request.method.onlyLooks:
      send(.failure(.notAllowed(method: request.method.rawValue)), to: client, isSilent: call.isSilent)
    case .success(let (request, demand?)): ask(demand, for: request, of: client, isSilent: call.isSilent)
    case .success(let (request, nil)): send(answer(to: request), to: client, isSilent: call.isSilent)
    case .failure(let error): send(.failure(error), to: client, isSilent: call.isSilent)
    }
  }

  private func ask(_ demand: Demand, for request: Request, of client: Client, isSilent: Bool) {
    var stream: Stream?
    switch request {
    case .subscribe(let wish): stream = Stream(wish, inBinary: false, at: clock.now)
    case .stream(let wish): stream = Stream(wish, inBinary: true, at: clock.now)
    default: break
    }
    client.activity = .asking(isSilent: isSilent, stream)
    client.asksInVain = demand.isInVainWithoutAsker
    let command = Command.request(client.request, demand)
    switch demand {
    case .sync, .release: syncs.append((client.request, command, now))
    default:
      switch demand {
      case .hold, .open(_, _, _, .some): owners.insert(client.token)
      default: break
      }
      // A program's turn is asked at once.
      if options.isHosted { runtime.handle(command, at: now) } else { call(command, of: client) }
      if client.hasHungUp { abandonRequest(of: client) }
    }
  }

  private func call(_ command: Command, of client: Client) {
    client.call = calls.append(command, arrival: now, for: client.payer)
  }

  /// Nobody waits for what a connection has asked: what is in vain then is taken back, and of the rest nothing is
  /// waited for.
  private func abandonRequest(of client: Client) {
    guard case .asking(_, let stream) = client.activity else { return }
    let command = Command.abandon(client.request)
    if options.isHosted || client.asksInVain {
      // Taken back before any turn knew it.
      if let call = client.call, calls.remove(call) { return }
      runtime.handle(command, at: now)
      if stream != nil { runtime.handle(.unsubscribe(client.subscriber), at: now) }
    } else {
      // Behind what it asked.
      _ = calls.append(command, arrival: now, for: client.payer)
    }
  }

  private func takeBackTask(of client: Client) { if let task = client.task.take() { workers.remove(task) } }

  /// Has the whole disk looked at, once for all who have asked to be certain since it was looked at last, and passes on
  /// what they asked when that is done: whoever asks while it is looked at is in the next look.
  func lookForSyncs() {
    if syncsUnderWay.isEmpty, !syncs.isEmpty {
      swap(&syncsUnderWay, &syncs)
      files.catchUp()
      takeInFiles(files.drain(at: clock.now) { runtime.hasAudience(for: $0) })
    }
    if files.isCatchingUp { return }
    let asked = syncsUnderWay
    syncsUnderWay = []
    for (request, command, arrival) in asked {
      runtime.handle(command, at: arrival)
      let client = clients[EventLoop.Token(rawValue: request.value)]
      if client?.hasHungUp ?? true { runtime.handle(.abandon(request), at: now) }
    }
  }

  /// What the daemon answers by itself: questions about the service, and about the watching of files.
  private func answer(to request: Request) -> Result<Wire.Reply, WireError> {
    switch request {
    case .getInfo:
      return .success(.info(Wire.Reply.Info(version: options.version, url: "https://github.com/framewire/framewire")))
    case .getInterfaceDescription(let interface):
      let text = InterfaceDescription.text(of: interface)
      return text.map { .success(.interfaceDescription($0)) } ?? .failure(.interfaceNotFound(interface))
    case .debug(.watcher, _): return .success(.dump(files.dump(at: clock.now)))
    default: return .failure(.methodNotImplemented(request.method.rawValue))
    }
  }

  /// Passes the runtime's answer on, and takes up what the peer asked next.
  func answer(_ request: RequestID, _ reply: LayoutRuntime.Reply) {
    guard let client = clients[EventLoop.Token(rawValue: request.value)],
      case .asking(let isSilent, let stream) = client.activity
    else { return }
    client.activity = .idle
    (client.messageBytes, client.task) = (0, nil)
    switch reply {
    case .failed(let failure):
      if let stream, stream.wishes != nil { return end(stream, of: client, because: WireError(failure).description) }
      send(.failure(WireError(failure)), to: client, isSilent: isSilent)
    case .done(.subscribed(let scene)):
      if let stream { begin(stream, of: client, in: scene) }
      // It came behind the word that ends all streams, and is to hear it too.
      if isStopping { runtime.handle(.stop(reason: Event.shutdown), at: now) }
      attend(to: client)
    case .done(let answer):
      if !isSilent, let long = LongAnswer(answer, to: client.token, epoch: epoch) {
        client.activity = .answering
        add(.answer(long))
        return updateInterest(client)
      }
      guard let reply = Wire.Reply(answer, epoch: epoch) else { break }
      send(.success(reply.adding(metrics).warning(of: journal)), to: client, isSilent: isSilent)
    }
    converse(client)
  }

  /// Sends an answer that was put into words elsewhere.
  func goOn(with answer: [UInt8], to token: EventLoop.Token) {
    guard let client = clients[token], case .answering = client.activity else { return }
    client.activity = .idle
    send(answer, to: client)
    converse(client)
  }

  /// What `Stats` tells besides what the runtime counts.
  private var metrics: [String: Double] {
    let parts = [
      times.metrics, frames.metrics, holdingMetrics, journal.metrics, ["filesToRead": Double(files.waiting)],
    ]
    return parts.reduce(into: [:]) { $0.merge($1) { $1 } }
  }

  /// Whoever has this stream; nil when it is gone.
  func client(of subscriber: SubscriberID) -> Client? { clients[EventLoop.Token(rawValue: subscriber.value)] }

  /// A description as it is sent. Everybody who asks gets the same, and to write it takes far longer than to send it.
  private func encodedDescription(_ text: String) -> [UInt8] {
    if let known = descriptions[text] { return known }
    let bytes = Wire.Reply.interfaceDescription(text).encoded()
    descriptions[text] = bytes
    return bytes
  }

  private func send(_ outcome: Result<Wire.Reply, WireError>, to client: Client, isSilent: Bool) {
    if isSilent { return }
    switch outcome {
    case .success(.interfaceDescription(let text)): send(encodedDescription(text), to: client)
    case .success(let reply): send(reply.encoded(), to: client)
    case .failure(let error): send(error.encoded(), to: client)
    }
  }

  func send(_ bytes: [UInt8], to client: Client) {
    // What it asked for behind this may be to be done all the same.
    if client.hasHungUp { return }
    if !client.send(OutgoingMessage(bytes, in: holdings.output), at: clock.now) { drop(client) }
    limitOutput()
  }

  /// Says why, then closes: the peer cannot be talked to, or takes too much.
  func refuse(_ client: Client, _ error: WireError) {
    takeBackTask(of: client)
    client.messageBytes = 0
    client.activity = .closing
    client.decoder = MessageDecoder()
    client.unfinishedSince = nil
    send(.failure(error), to: client, isSilent: false)
    updateInterest(client)
  }

  /// The peer is gone for good. What it asked to be changed is still done, all else is taken back, and nothing is
  /// waited for.
  func hangUp(_ client: Client) {
    if case .streaming = client.activity { return drop(client) }
    // It would be reported until the connection closes.
    loop.forget(client.connection.descriptor.number)
    client.hasHungUp = true
    var known = -1
    while !client.hasEnded, client.decoder.bufferedCount != known, known < Client.readAhead {
      known = client.decoder.bufferedCount
      client.receive()
    }
    abandonRequest(of: client)
    switch client.activity {
    case .asking where client.asksInVain, .answering:
      takeBackTask(of: client)
      client.messageBytes = 0
      client.activity = .idle
    // What is read may be a call that is to be done without wanting an answer.
    case .asking, .reading, .idle, .streaming, .closing: break
    }
    putOff(client)
  }

  /// Watches for what the conversation needs now; ends it when it is over.
  func updateInterest(_ client: Client) {
    weighInput(of: client)
    guard clients[client.token] != nil else { return }
    if client.hasHungUp {
      if client.isPutOff { return }
      switch client.activity {
      case .reading: return
      // What it has asked last is done without it.
      case .asking where client.waitingInput > 0: return
      case .asking, .answering, .idle, .streaming, .closing: return drop(client)
      }
    }
    if case .closing = client.activity, client.output.isEmpty { return drop(client) }
    if case .closing = client.activity { endPatience(with: client) }
    let wanted = client.wantedInterest
    guard wanted != client.interest else { return }
    client.interest = wanted
    if (try? loop.update(client.connection.descriptor.number, as: client.token, for: wanted)) == nil { drop(client) }
  }

  /// Forgets a connection, which closes it.
  func drop(_ client: Client) {
    guard clients.removeValue(forKey: client.token) != nil else { return }
    loop.forget(client.connection.descriptor.number)
    alarms.remove(client.token)
    takeBackTask(of: client)
    if !client.hasHungUp { abandonRequest(of: client) }
    weighInput(of: client)
    defer { resumeAccepting() }
    // What was saved while it held files belongs to that, so the disk is looked at before it ends.
    if owners.remove(client.token) != nil { syncs.append((client.request, .gone(PeerID(client.token.rawValue)), now)) }
    if case .streaming = client.activity { runtime.handle(.unsubscribe(client.subscriber), at: now) }
    // Whoever is in the middle of its conversation stops here.
    client.activity = .closing
  }
}

extension Wire.Reply {
  /// Statistics with more in them; any other reply as it is.
  func adding(_ more: @autoclosure () -> [String: Double]) -> Wire.Reply {
    guard case .stats(let metrics) = self else { return self }
    return .stats(metrics.merging(more()) { $1 })
  }
}
