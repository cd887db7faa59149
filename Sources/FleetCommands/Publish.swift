import Commands
import Fleet
import FramewireClient
import Nats
import Posix
import Wire

extension Verb {
  static let publish = Verb(
    program: FleetProgram.name, name: "publish",
    summary: "publish scenes of this machine's daemon, for any NATS client",
    arguments: [
      Argument(
        name: "SCENE", meaning: "a scene's name; all that there are, if none", isOptional: true, repeats: true,
        completion: .names(.scenes))
    ],
    options: [
      instance,
      Option(name: "max-hz", value: "N", meaning: "pictures a second at most, of each scene"), encoding, .replicas,
      .socket,
    ] + Option.fleet,
    examples: [
      ("framewire-nats publish", "all scenes, also those that come later"),
      ("framewire-nats publish hud --max-hz 10", "one, ten times a second at most"),
    ],
    details: """
      Each scene has the subjects framewire.FLEET.INSTANCE.scene.SCENE.snapshot, which keeps the last whole picture, and \
      ….delta, what changed since; both as the protocol's events. Names are escaped as the page \
      Documentation/many-machines.md says. While NATS is away nothing waits: afterwards a whole picture comes. Runs until \
      it is interrupted.
      """
  ) { (invocation, console) throws(Failure) in
    var maxHz: Double?
    if let text = invocation.value("max-hz") {
      guard let rate = Double(text), Request.Subscribe.rates.contains(rate) else {
        throw .usage("--max-hz is a number from 0.001 to 1000000, not '\(text)'")
      }
      maxHz = rate
    }
    guard let encoding = SceneMessage.Encoding(rawValue: invocation.value("encoding") ?? "json") else {
      throw .usage("--encoding is json or fw1")
    }
    let name = try instanceName(invocation)
    let replicas = try Push.replicas(invocation)
    let line = try FleetLine(invocation)
    do throws(NatsError) { try Publisher.prepare(line, replicas: replicas, console) } catch { throw Failure(error) }
    let publisher = Publisher(
      line, instance: name, daemon: SocketAddress(from: invocation), scenes: invocation.arguments, maxHz: maxHz,
      encoding: encoding, console: console)
    do throws(PosixError) { try publisher.run() } catch {
      throw Failure(message: "\(error)", code: .internalError)
    }
  }

  private static let encoding = Option(
    name: "encoding", value: "NAME", meaning: "json, or fw1, the protocol's binary; json if left out",
    completion: .words(SceneMessage.Encoding.allCases.map(\.rawValue)))

  static let instance = Option(
    name: "instance", value: "NAME", meaning: "what the daemon is called there; the host name if left out")

  static func instanceName(_ invocation: Invocation) throws(Failure) -> String {
    try FleetNames.checked(invocation.value("instance") ?? CurrentProcess.hostName, "an instance's name")
  }

  static let subscribe = Verb(
    program: FleetProgram.name, name: "subscribe", summary: "watch a scene of another machine's daemon",
    arguments: [Argument(name: "SCENE", meaning: "a scene's name")],
    options: [
      Option(name: "instance", value: "NAME", meaning: "which daemon, as 'publish' calls it; this host if left out"),
      Option(name: "count", value: "N", meaning: "end after so many events"),
    ] + Option.fleet,
    examples: [
      ("framewire-nats subscribe hud --instance stage-left", "one event a line, as 'framewire subscribe' prints them")
    ],
    details: """
      The first line is the last whole picture, each delta after it turns the picture before into the next. Whatever gets \
      lost on the way, a whole picture comes instead.
      """
  ) { (invocation, console) throws(Failure) in
    var left: Int?
    if let text = invocation.value("count") {
      guard let count = Int(text), count > 0 else { throw .usage("--count is a number from 1 on, not '\(text)'") }
      left = count
    }
    let (instance, scene) = (try instanceName(invocation), invocation.arguments[0])
    let reader = SceneReader(try FleetLine(invocation), instance: instance, scene: scene)
    var lastWord = ""
    func say(_ words: ShownText) {
      guard words.text != lastWord else { return }
      lastWord = words.text
      console.note("\(words)")
    }
    let waiting: ShownText = "nobody publishes scene '\(scene)' of '\(instance)' yet; waiting for it"
    while left != 0 {
      do throws(NatsError) {
        guard let event = try reader.next(within: .seconds(1)) else {
          if let words = reader.violation {
            say("\(NatsError.refused(words))")
          } else if reader.reading.mirror.epoch == nil {
            say(waiting)
          }
          continue
        }
        guard console.print(json: event.text) else { return .success }
        left = left.map { $0 - 1 }
      } catch {
        guard error.mayPass || error == .notFound else { throw Failure(error) }
        say(error == .notFound ? waiting : "\(error); trying again")
        CurrentProcess.sleep(for: .milliseconds(500))
      }
    }
    return .success
  }
}

/// All scenes of a daemon that are published.
final class Publisher {
  private let line: FleetLine
  private let instance: String
  private let address: SocketAddress
  /// Nil: all.
  private let wanted: [String]?
  private let maxHz: Double?
  private let encoding: SceneMessage.Encoding
  private let console: Console
  private var bridges: [String: SceneBridge] = [:]
  private var watched: [String: Int] = [:]
  private var tokens: [String: UInt64] = [:]
  private var warned: Set<String> = []
  private var reconnections = 0
  /// Nothing is published before.
  private var quietUntil = ContinuousClock.now
  /// After something was refused.
  private static let pause = Duration.seconds(1)
  private var wasConnected = true
  /// What is waited for, and was said to be.
  private var lacksDaemon = false
  private var lacking: Set<String> = []

  init(
    _ line: FleetLine, instance: String, daemon: SocketAddress, scenes: [String], maxHz: Double?,
    encoding: SceneMessage.Encoding, console: Console
  ) {
    self.line = line
    self.instance = instance
    address = daemon
    wanted = scenes.isEmpty ? nil : scenes
    self.maxHz = maxHz
    self.encoding = encoding
    self.console = console
  }

  /// How long a delta is kept, and how many bytes of them: whoever joins needs those since the last picture.
  static let deltaAge = Duration.seconds(60)
  static let deltaBytes = 64 << 20

  static func prepare(_ line: FleetLine, replicas: Int?, _ console: Console) throws(NatsError) {
    let names = line.names
    let wanted: [JetStream.Configuration] = [
      .init(
        name: names.snapshots,
        subjects: [FleetNames.Channel.snapshot, .diagnostics].map { names.subject(of: $0, scene: nil, of: nil) },
        description: "Framewire: the last picture of each scene", mostOfSubject: 1, replicas: replicas ?? 1),
      .init(
        name: names.deltas, subjects: [names.subject(of: .delta, scene: nil, of: nil)],
        description: "Framewire: what changed since", age: deltaAge, bytes: deltaBytes, isInMemory: true,
        replicas: replicas ?? 1),
    ]
    try line.prepare(wanted, isChosen: replicas != nil, console)
  }

  /// How often it is looked which scenes there are.
  private static let interval = Duration.seconds(1)

  func run() throws(PosixError) -> Never {
    let loop = try EventLoop()
    let daemon = LocalDaemon(address)
    var nextList = ContinuousClock.now
    console.print("framewire-nats: publishes as '\(instance)' of fleet '\(line.names.fleet)'")
    while true {
      if nextList <= .now {
        nextList = .now + Self.interval
        list(daemon)
      }
      let isConnected = line.connection.isConnected
      if line.connection.reconnections != reconnections || isConnected != wasConnected {
        reconnections = line.connection.reconnections
        wasConnected = isConnected
        // Answers to what was under way will not come any more.
        line.streams.forget()
        for bridge in bridges.values { bridge.lostTouch() }
      }
      if let refused = line.streams.takeRefusals() {
        // Which of them it was is not told: all begin anew, and not at once, since the reason may last.
        for bridge in bridges.values { bridge.lostTouch() }
        quietUntil = .now + Self.pause
        if warned.insert("\(refused.error)").inserted {
          console.report(warning: "the NATS server did not keep what was published: \(refused.error)")
        }
      }
      line.warnOfViolation(on: console)
      let isQuiet = quietUntil > .now || !isConnected
      for (scene, bridge) in bridges.sorted(by: { $0.key < $1.key }) {
        do throws(ClientError) { try bridge.look(isQuiet ? nil : line) } catch {
          bridges[scene] = nil
          watched[scene] = nil
          continue
        }
        if bridge.tooLong != nil, warned.insert(scene).inserted {
          console.report(
            warning:
              "scene '\(scene)' is longer than the \(line.connection.mostBytes) bytes that the NATS server takes in "
              + "a message, so it is not published; its 'max_payload' says how many")
        }
        if let descriptor = bridge.follower.descriptor, watched[scene] != bridge.follower.connections {
          let token = tokens[scene] ?? UInt64(tokens.count)
          tokens[scene] = token
          // The one before was closed, and with that forgotten.
          try loop.watch(descriptor, as: EventLoop.Token(rawValue: token), for: .reading)
          watched[scene] = bridge.follower.connections
        }
      }
      let deadline = bridges.values.compactMap(\.deadline).min().map { min($0, nextList) } ?? nextList
      // A broker that is away or slow has no descriptor here: what is due then is tried again in a while.
      _ = try loop.wait(until: isConnected ? deadline : max(deadline, .now + .milliseconds(20)))
    }
  }

  private func list(_ daemon: LocalDaemon) {
    let known = daemon.scenes()?.map(\.name)
    sayWhatLacks(known)
    for scene in wanted ?? known ?? [] where bridges[scene] == nil && known?.contains(scene) == true {
      bridges[scene] = SceneBridge(
        scene: scene, at: address, names: line.names, instance: instance, maxHz: maxHz, encoding: encoding)
    }
  }

  /// Once each time that something is not there.
  private func sayWhatLacks(_ known: [String]?) {
    guard let known else {
      if !lacksDaemon { console.print("framewire-nats: no daemon answers at \(address); waiting for one") }
      lacksDaemon = true
      return
    }
    lacksDaemon = false
    let missing = (wanted ?? []).filter { !known.contains($0) }
    for scene in missing where !lacking.contains(scene) {
      // A few suffice to see that a name was mistyped.
      let others = known.sorted().prefix(8).joined(separator: ", ")
      console.print(
        "framewire-nats: there is no scene '\(scene)' here yet; waiting for it (there is \(known.isEmpty ? "none" : others))"
      )
    }
    lacking = Set(missing)
  }
}
