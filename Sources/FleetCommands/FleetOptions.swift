import Commands
import Fleet
import Nats
import Posix

/// Options that every verb takes which talks to a fleet.
extension Verb.Option {
  static let fleet: [Verb.Option] = [
    Verb.Option(name: "fleet", value: "NAME", meaning: "which fleet, or $FRAMEWIRE_FLEET; 'default' if none"),
    Verb.Option(
      name: "server", value: "URL", meaning: "a NATS server, or several of one cluster, or $NATS_URL", repeats: true),
    Verb.Option(
      name: "creds", value: "FILE", meaning: "a file with the user's credentials, or $NATS_CREDS", completion: .files),
    Verb.Option(name: "user", value: "NAME", meaning: "the user's name; the password is in $NATS_PASSWORD"),
    Verb.Option(
      name: "inbox", value: "SUBJECT", meaning: "where this user is answered; _INBOX.NAME with --user, else _INBOX"),
    Verb.Option(
      name: "ca", value: "FILE", meaning: "TLS, with the authority that signs the servers' certificates",
      completion: .files),
    Verb.Option(name: "cert", value: "FILE", meaning: "a certificate of one's own", completion: .files)
      .beside("key"),
    Verb.Option(name: "key", value: "FILE", meaning: "the key of the certificate", completion: .files).beside("cert"),
  ]

  /// Of verbs that decide for some or all.
  static let levels: [Verb.Option] = [
    Verb.Option(name: "group", value: "GROUP", meaning: "for this group alone").without("machine"),
    Verb.Option(name: "machine", value: "MACHINE", meaning: "for this machine alone"),
  ]

  static let replicas = Verb.Option(
    name: "replicas", value: "N", meaning: "of a cluster keep everything on so many servers; said once, at first")
  static let message = Verb.Option(name: "message", value: "TEXT", meaning: "what it is about, for others to read")
}

extension NatsOptions {
  init(_ invocation: Invocation) throws(Failure) {
    let named = invocation.values("server")
    let servers = named.isEmpty ? [CurrentProcess.filledVariable("NATS_URL") ?? "nats://127.0.0.1:4222"] : named
    self.init(servers: servers, name: FleetProgram.name)
    credentials = invocation.value("creds") ?? CurrentProcess.filledVariable("NATS_CREDS")
    if let name = invocation.value("user") {
      user = (name, CurrentProcess.filledVariable("NATS_PASSWORD") ?? "")
      inbox = "_INBOX.\(SubjectToken.escaped(name))"
    }
    if let named = invocation.value("inbox") {
      guard SubjectToken.isSubject(named) else {
        throw .usage("'\(named)' is no subject to be answered at: words with dots between them, as in _INBOX.ada")
      }
      inbox = named
    }
    authorities = invocation.value("ca")
    if let chain = invocation.value("cert"), let key = invocation.value("key") { certificate = (chain, key) }
    for file in [credentials, authorities, certificate?.chain, certificate?.key].compactMap(\.self)
    where !FileSystem.exists(file) {
      throw Failure(message: "there is no file '\(file)'", code: .noInput)
    }
  }
}

extension FleetNames {
  init(_ invocation: Invocation) throws(Failure) {
    let name = invocation.value("fleet") ?? CurrentProcess.filledVariable("FRAMEWIRE_FLEET") ?? "default"
    self.init(fleet: try Self.checked(name, "a fleet's name"))
  }

  /// A name that has room in a subject.
  static func checked(_ name: String, _ what: String) throws(Failure) -> String {
    guard (1...SubjectToken.longestName).contains(name.utf8.count) else {
      throw .usage("\(what) has 1 to \(SubjectToken.longestName) bytes")
    }
    return name
  }
}

extension FleetLevel {
  /// The level that `--group` or `--machine` names; else the fleet.
  init(_ invocation: Invocation) throws(Failure) {
    if let group = invocation.value("group") {
      self = .group(try FleetNames.checked(group, "a group's name"))
    } else if let machine = invocation.value("machine") {
      self = .machine(try FleetNames.checked(machine, "a machine's name"))
    } else {
      self = .fleet
    }
  }

  /// For a person.
  var words: String {
    switch self {
    case .fleet: "the fleet"
    case .group(let name): "group '\(name)'"
    case .machine(let name): "machine '\(name)'"
    }
  }
}

/// Who does something, as others read it: `ann@desk`.
enum Author {
  static var name: String {
    let user = ["USER", "LOGNAME"].lazy.compactMap { CurrentProcess.variable($0) }.first { !$0.isEmpty }
    let host = CurrentProcess.hostName
    return "\(user ?? "user \(CurrentProcess.userID)")@\(host.isEmpty ? "?" : host)"
  }
}

/// How long ago something was, for a person.
func ago(_ milliseconds: Int) -> String {
  let seconds = max(0, milliseconds) / 1000
  return switch seconds {
  case ..<120: "\(seconds) s ago"
  case ..<7200: "\(seconds / 60) min ago"
  case ..<172_800: "\(seconds / 3600) h ago"
  default: "\(seconds / 86_400) days ago"
  }
}

extension Failure {
  /// What went wrong on the way, whichever of ours it is.
  init(any error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as NatsError: self.init(error)
    case let error as Manifest.Problem: self.init(error)
    default: self.init(message: "\(error)", code: .internalError)
    }
  }

  init(_ error: NatsError) {
    switch error {
    case .noServer, .disconnected, .nobodyAnswers:
      self.init(message: error.description, help: "'nats-server -js' starts one", code: .unavailable)
    case .refused: self.init(message: error.description, code: .notAllowed)
    case .timedOut: self.init(message: error.description, code: .temporary)
    case .conflict: self.init(message: error.description, code: .temporary)
    case .notFound, .tooLong, .other: self.init(message: error.description, code: .unavailable)
    }
  }
}
