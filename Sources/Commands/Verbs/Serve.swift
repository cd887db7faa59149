import Daemon
import LayoutRuntime
import Posix
import Settables
import TextMeasurement

extension Verb {
  static let serve = Verb(
    name: "serve", summary: "watch folders of layouts, keep them solved, stream what changes",
    arguments: [
      Argument(
        name: "DIR", meaning: "a folder or a layout file; the current folder if none", isOptional: true, repeats: true,
        completion: .layoutFiles)
    ],
    options: [
      .socket,
      Option(
        name: "read-only-socket", value: "PATH",
        meaning: "a second socket, on which programs may look and change nothing", completion: .files),
      Option(name: "poll", meaning: "look at the files five times a second instead of being told by the kernel"),
      Option(name: "frame-rate", value: "HZ", meaning: "frames a second while something moves: 60, up to 240"),
      Option(name: "max-connections", value: "N", meaning: "how many programs may be connected at once: 4096"),
      Option(name: "max-rate", value: "N", meaning: "requests a second of each of them, twice as many at once: 200"),
      Option(
        name: "stall", value: "SECONDS",
        meaning: "how long a subscriber to every revision may read nothing before it is closed: 60"),
      Option(name: "message-time", value: "SECONDS", meaning: "how long a request may take to arrive: 60"),
      Option(name: "max-input", value: "MB", meaning: "what requests that have not arrived yet hold together: 64"),
      Option(name: "max-output", value: "MB", meaning: "what answers and events hold that nobody has read yet: 256"),
      Option(name: "max-scenes", value: "N", meaning: "how many scenes may be opened, and documents loaded: 1024"),
      Option(name: "max-settings", value: "N", meaning: "how many things may be set in a scene: 65536"),
      Option(
        name: "max-state", value: "MB", meaning: "what may be set in all scenes together, or loaded as documents: 64"),
      Option(
        name: "keep-gone", value: "SECONDS",
        meaning: "how long scenes go on whose file is gone and that nobody follows: 3600"),
      Option(name: "max-hold", value: "SECONDS", meaning: "how long programs may hold changes of files: 60"),
      .text, .font, .followLinks,
      Option(
        name: "journal", value: "PATH",
        meaning: "keep what is set from outside in this file, not in $XDG_STATE_HOME/framewire", completion: .files),
      Option(name: "no-journal", meaning: "keep nothing: what is set ends with the daemon"),
      Option(name: "sync", meaning: "answer a change only when it is on the disk, so that it survives a power cut too"),
    ],
    examples: [
      ("framewire serve Layouts", "serves a folder"),
      ("framewire serve --socket /tmp/demo.sock .", "serves the current folder somewhere else"),
      ("framewire serve --frame-rate 120 Layouts", "for a screen that shows 120 frames a second"),
    ],
    details: """
      Every *.layout file below the folders is loaded, and loaded again when it is saved. A file with a mistake keeps \
      the frames it had. What is set from outside (configurations, traits, sizes, constants, …) survives a restart, \
      even a crash; 'framewire reset' takes it back. Runs until it is interrupted or its terminal is closed; SIGHUP \
      makes it look at everything again.
      """
  ) { (invocation, console) throws(Failure) in
    FreedMemory.keep()
    let roots = invocation.arguments.isEmpty ? ["."] : invocation.arguments
    let address = SocketAddress(from: invocation)
    let readOnlyAddress = try readOnlyAddress(invocation, besides: address)
    let frameRate = try frameRate(invocation)
    let metrics = try TextMetrics(from: invocation)
    let log = ServeLog(console)
    let journal = try journal(invocation)
    let limits = try limits(invocation)
    do throws(DaemonError) {
      let daemon = try Daemon(
        DaemonOptions(
          roots: roots, address: address, readOnlyAddress: readOnlyAddress, polls: invocation.has("poll"),
          followsLinks: invocation.has(Option.followLinks.name), frameRate: frameRate, text: metrics,
          journal: journal, limits: limits, version: Version.current),
        report: log.write)
      try daemon.run()
      log.finish()
    } catch { throw Failure(error) }
    return .success
  }

  private static func journal(_ invocation: Invocation) throws(Failure) -> DaemonOptions.Journaling {
    let isSynced = invocation.has("sync")
    guard invocation.has("no-journal") else { return .on(path: invocation.value("journal"), isSynced: isSynced) }
    guard !isSynced, !invocation.has("journal") else {
      throw .usage("--no-journal keeps nothing, so \(isSynced ? "--sync" : "--journal") has no meaning")
    }
    return .off
  }

  private static func limits(_ invocation: Invocation) throws(Failure) -> DaemonOptions.Limits {
    var limits = DaemonOptions.Limits()
    func number(_ option: String, atLeast least: Double) throws(Failure) -> Double? {
      guard let text = invocation.value(option) else { return nil }
      guard let number = Double(written: text), number >= least, number <= 1e6 else {
        throw .usage("--\(option) is a number from \(least == 1 ? "1" : "\(least)") to 1000000, not '\(text)'")
      }
      return number
    }
    func count(_ option: String) throws(Failure) -> Int? {
      guard let number = try number(option, atLeast: 1) else { return nil }
      guard number == number.rounded() else { throw .usage("--\(option) is a whole number, not \(number)") }
      return Int(number)
    }
    if let count = try count("max-connections") { limits.connections = count }
    if let rate = try number("max-rate", atLeast: 1) { (limits.requestsPerSecond, limits.burst) = (rate, 2 * rate) }
    if let seconds = try number("stall", atLeast: 0.1) { limits.stall = .seconds(seconds) }
    if let seconds = try number("message-time", atLeast: 0.1) { limits.message = .seconds(seconds) }
    if let megabytes = try number("max-input", atLeast: 1) { limits.inputBytes = Int(megabytes * 1_048_576) }
    if let megabytes = try number("max-output", atLeast: 1) { limits.outputBytes = Int(megabytes * 1_048_576) }
    if let count = try count("max-scenes") { limits.runtime.opened = count }
    if let count = try count("max-settings") { limits.runtime.settings = count }
    if let megabytes = try number("max-state", atLeast: 1) { limits.runtime.stateBytes = Int(megabytes * 1_048_576) }
    if let seconds = try number("keep-gone", atLeast: 1) { limits.runtime.gone = .seconds(seconds) }
    if let seconds = try number("max-hold", atLeast: 0.1) { limits.runtime.hold = .seconds(seconds) }
    return limits
  }

  private static func readOnlyAddress(
    _ invocation: Invocation, besides address: SocketAddress
  ) throws(Failure) -> SocketAddress? {
    guard let path = invocation.value("read-only-socket") else { return nil }
    guard path != address.path else {
      throw .usage("--read-only-socket and --socket are two sockets, not both '\(path)'")
    }
    return SocketAddress(path: path)
  }

  private static func frameRate(_ invocation: Invocation) throws(Failure) -> Int {
    guard let text = invocation.value("frame-rate") else { return 60 }
    let rates = Runtime.Options.frameRates
    guard let rate = Int(text), rates.contains(rate) else {
      throw .usage("--frame-rate is a whole number from \(rates.lowerBound) to \(rates.upperBound), not '\(text)'")
    }
    return rate
  }
}

extension Verb.Option {
  /// The option of `serve` and of every verb that talks to a daemon.
  package static let socket = Verb.Option(
    name: "socket", value: "PATH", meaning: "the daemon's socket", completion: .files)
}

extension Verb.Option {
  /// Of `serve`, and of verbs that look at files without a daemon.
  static let followLinks = Verb.Option(
    name: "follow-links", meaning: "let symbolic links lead out of the folders that files stay in")
}

extension SocketAddress {
  /// The address that `--socket` names, else the usual one.
  package init(from invocation: Invocation) {
    if let path = invocation.value("socket") {
      self.init(path: path)
    } else {
      self = .default(environment: CurrentProcess.environment, userID: CurrentProcess.userID)
    }
  }
}

extension Failure {
  init(_ error: DaemonError) {
    switch error {
    case .socket(.alreadyServed(let path, let process)):
      self.init(
        message: "\(path) is served already\(process.map { " by process \($0)" } ?? "")",
        help: "stop that one, or serve somewhere else with --socket PATH", code: .temporary)
    case .socket(.pathTooLong(let path, let bytes)):
      self.init(
        message: SocketError.pathTooLong(path: path, bytes: bytes).description,
        help: "say a shorter one with --socket PATH", code: .usage)
    case .socket(.system(let error)) where error.isNotFound && error.path != nil:
      // Whatever was to be made there: the folder is missing.
      let folder = FileSystem.split(error.path!).directory
      self.init(
        message: "there is no folder '\(folder)' to put the socket in", help: "mkdir -p \(folder)",
        code: .cannotCreate)
    case .socket(.notListening):
      self.init(
        message: SocketError.notListening.description, help: "its socket unit says ListenStream=PATH",
        code: .cannotCreate)
    case .socket(let error): self.init(message: error.description, code: .cannotCreate)
    case .text(let error): self.init(error)
    case .root(let error):
      guard error.isNotFound, let path = error.path else {
        self.init(message: "cannot serve '\(error.path ?? "")': \(error.reason)", code: .noInput)
        return
      }
      self = .missing("folder or file", path)
    case .system(let error): self.init(message: error.description, code: .internalError)
    }
  }
}
