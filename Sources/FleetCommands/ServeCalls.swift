import Commands
import Fleet
import FramewireClient
import JSONText
import Nats
import Posix
import Wire

extension Verb {
  static let serveCalls = Verb(
    program: FleetProgram.name, name: "serve-calls", summary: "let NATS clients call this machine's daemon",
    arguments: [],
    options: [
      instance,
      Option(
        name: "allow", value: "METHOD", meaning: "also this one, of those that change something", repeats: true,
        completion: .words(ServedCalls.changing)),
      Option(name: "only", value: "METHOD", meaning: "none but these", repeats: true), .socket,
    ] + Option.fleet,
    examples: [
      ("framewire-nats serve-calls", "what only looks: ListScenes, Snapshot, Get, Explain, …"),
      ("framewire-nats serve-calls --allow Apply", "scenes may be changed as well"),
      ("framewire-nats serve-calls --only Snapshot", "nothing but pictures"),
    ],
    details: """
      A method is a request to framewire.FLEET.INSTANCE.call.METHOD with its parameters as JSON; the answer is \
      {"parameters":…}, or {"error":…,"parameters":…} as on the socket. Several who serve the same instance share the \
      calls, and one that takes long keeps no other waiting. Methods that go on, like Subscribe, are what 'publish' is \
      for. Who may call is said by the permissions of the server. Runs until it is interrupted.
      """
  ) { (invocation, console) throws(Failure) in
    let served = try ServedCalls(
      allowing: invocation.values("allow"), only: invocation.has("only") ? invocation.values("only") : nil)
    let name = try instanceName(invocation)
    let line = try FleetLine(invocation)
    let subject = line.names.subject(ofCall: nil, of: name)
    var calls = CallsUnderWay(SocketAddress(from: invocation))
    do throws(NatsError) {
      let subscription = try line.connection.subscribe(to: subject, queue: "framewire-calls")
      console.print("framewire-nats: answers \(served.methods.count) methods at \(subject)")
      while true {
        line.warnOfViolation(on: console)
        if let asked = try subscription.next(within: calls.pause), let reply = asked.reply, ServedCalls.isInbox(reply) {
          let token = asked.subject.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
          calls.begin(served.reading(SubjectToken.name(of: token) ?? "", asked.bytes), for: reply)
        }
        for (answer, reply) in calls.takeAnswers() {
          let most = line.connection.mostBytes
          let help = "ask for less, or raise max_payload of the NATS server"
          let bytes =
            answer.count > most ? WireError.busy(limit: "bytes of an answer", max: most, help: help).text : answer
          // Whoever asked while the connection broke asks again.
          do throws(NatsError) { try line.connection.publish(bytes, to: reply) } catch .disconnected {}
        }
      }
    } catch { throw Failure(error) }
  }
}

/// Which methods may be called from afar, and how.
struct ServedCalls {
  /// By their last names.
  let methods: [String: Method]

  /// Those of the interface that answer once.
  private static let all = Method.allCases.filter {
    ![.subscribe, .stream, .hold, .release].contains($0) && $0 == Method(name: $0.name)
  }

  static let changing = all.filter { !$0.onlyLooks }.map(\.name)

  init(allowing more: [String], only: [String]?) throws(Failure) {
    let known = Dictionary(uniqueKeysWithValues: Self.all.map { ($0.name, $0) })
    for name in more + (only ?? []) where known[name] == nil {
      throw .usage(
        "there is no method '\(name)' that is called once",
        help: "one of \(known.keys.sorted().joined(separator: ", "))")
    }
    methods = known.filter { name, method in only.map { $0.contains(name) } ?? (method.onlyLooks || more.contains(name))
    }
  }

  /// Whether an answer may go there. Whoever asks names the subject, and we may write where they may not: a picture of
  /// a scene, or what the server keeps.
  static func isInbox(_ subject: String) -> Bool { !subject.hasPrefix("framewire") && !subject.hasPrefix("$") }

  /// What somebody asks for: a call to the daemon, or the answer where there is none to make.
  enum Asked {
    /// - Parameter isHarmless: it may be made twice.
    case call(Call, isHarmless: Bool)
    case answer([UInt8])
  }

  func reading(_ name: String, _ bytes: [UInt8]) -> Asked {
    guard let method = methods[name] else {
      let isKnown = Method(name: name) != nil
      return .answer((isKnown ? WireError.notAllowed(method: name) : .methodNotFound(name)).text)
    }
    guard bytes.count <= MessageDecoder.Limits.requests.message,
      let parameters = try? JSON(parsing: bytes.isEmpty ? Array("{}".utf8) : bytes, limits: JSON.Limits(values: 65_536))
        .object
    else { return .answer(WireError.invalidParameter("parameters").text) }
    return .call(Call(method, parameters), isHarmless: method.onlyLooks)
  }

  static func text(of response: Response) -> [UInt8] {
    if let name = response.error { return WireError.other(name: name, parameters: response.parameters).text }
    return Array(JSON.object(["parameters": .object(response.parameters)]).text.utf8)
  }
}
