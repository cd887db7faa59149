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
        refuse(client, .busy(limit: "connections", max: options.limits.connections))
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
  /// One that has asked much at once is answered a little in each round of the loop, so that whoever asks one thing does
  /// not wait for hundreds of answers to others.
  func converse(_ client: Client) {
    if client.isPutOff { return updateInterest(client) }
    var answered = 0
    while case .idle = client.activity, client.output.isEmpty {
      // Of one that is gone nothing is left for later.
      if answered == Self.answersOfRound, !client.hasHungUp {
        client.isPutOff = true
        nextRound.append(client.token)
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
          client.activity = .reading(byteCount: message.count)
          workers.add(.message(LongMessage(client: client.token, bytes: message)))
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

  /// Answers that one connection gets in a round without the runtime: what takes longest to send, an interface's
  /// description to a hundred of them, is then some milliseconds.
  private static let answersOfRound = 2
  /// Connections that a round goes on with.
  private static let goingOnOfRound = 64

  /// Goes on with those who had asked more than a round answers.
  func goOnConversing() {
    let due = nextRound.prefix(Self.goingOnOfRound)
    nextRound.removeFirst(due.count)
    for token in due {
      guard let client = clients[token], client.isPutOff else { continue }
      client.isPutOff = false
      converse(client)
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
    let command = Command.request(client.request, demand)
    switch demand {
    case .sync, .release: syncs.append((client.request, command, now))
    default:
      switch demand {
      case .hold, .open(_, _, _, .some): owners.insert(client.token)
      default: break
      }
      runtime.handle(command, at: now)
      if client.hasHungUp { runtime.handle(.abandon(client.request), at: now) }
    }
  }

  /// Has the whole disk looked at, once for all who have asked to be certain since it was looked at last, and passes on
  /// what they asked when that is done: whoever asks while it is looked at is in the next look.
  func lookForSyncs() {
    if syncsUnderWay.isEmpty, !syncs.isEmpty {
      swap(&syncsUnderWay, &syncs)
      files.catchUp()
      takeInFiles(files.drain(at: clock.now))
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
        workers.add(.answer(long))
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
    if !client.send(OutgoingMessage(bytes, in: holdings.output), at: clock.now) { drop(client) }
    limitOutput()
  }

  /// Says why, then closes: the peer cannot be talked to, or takes too much.
  func refuse(_ client: Client, _ error: WireError) {
    client.activity = .closing
    client.decoder = MessageDecoder()
    client.unfinishedSince = nil
    send(.failure(error), to: client, isSilent: false)
    updateInterest(client)
  }

  /// The peer is gone for good. What it asked for without wanting an answer is still done, and nothing is waited for.
  func hangUp(_ client: Client) {
    if case .streaming = client.activity { return drop(client) }
    // It would be reported until the connection closes.
    loop.forget(client.connection.descriptor.number)
    client.hasHungUp = true
    client.isPutOff = false
    var known = -1
    while !client.hasEnded, client.decoder.bufferedCount != known, known < Client.readAhead {
      known = client.decoder.bufferedCount
      client.receive()
    }
    if case .asking = client.activity { runtime.handle(.abandon(client.request), at: now) }
    converse(client)
  }

  /// Watches for what the conversation needs now; ends it when it is over.
  func updateInterest(_ client: Client) {
    weighInput(of: client)
    guard clients[client.token] != nil else { return }
    if client.hasHungUp {
      // Only a request that is under way keeps it; nobody reads what else there would be to say.
      switch client.activity {
      case .reading, .asking, .answering: return
      case .idle, .streaming, .closing: return drop(client)
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
    weighInput(of: client)
    defer { resumeAccepting() }
    // What was saved while it held files belongs to that, so the disk is looked at before it ends.
    if owners.remove(client.token) != nil { syncs.append((client.request, .gone(PeerID(client.token.rawValue)), now)) }
    switch client.activity {
    // A subscription may be under way in the runtime: nobody will read its stream.
    case .asking(_, .some), .streaming: runtime.handle(.unsubscribe(client.subscriber), at: now)
    case .reading, .asking, .answering, .idle, .closing: break
    }
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
