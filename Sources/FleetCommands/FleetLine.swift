import Commands
import Fleet
import Nats
import Posix

/// A connection to a fleet's broker, and what is read and written there.
///
/// Everything that may pass (a server that is away, a cluster that elects) is tried again for a while. A write that was
/// not answered may have been done: what is there then says whether it was ours.
final class FleetLine {
  let names: FleetNames
  let connection: NatsConnection
  let streams: JetStream
  /// How long is tried.
  private let patience: Duration
  /// Until when is tried at least, where somebody has said how long to wait.
  var waitingUntil: ContinuousClock.Instant?
  /// What was told that this user may not do.
  private var toldViolations: Set<String> = []

  init(
    _ names: FleetNames, _ options: NatsOptions, patience: Duration = .seconds(20),
    waitingUntil: ContinuousClock.Instant? = nil
  ) throws(NatsError) {
    self.names = names
    self.patience = patience
    self.waitingUntil = waitingUntil
    let deadline = ContinuousClock.now + patience
    var connection: NatsConnection?
    while connection == nil {
      do throws(NatsError) { connection = try NatsConnection(options) } catch {
        // Nobody at an address is told at once, since it may be the wrong one.
        let end = if case .disconnected = error { max(deadline, waitingUntil ?? deadline) } else { waitingUntil }
        guard error.mayPass, let end, .now < end else { throw error }
        CurrentProcess.sleep(for: .milliseconds(200))
      }
    }
    self.connection = connection!
    streams = try connection!.jetStream()
  }

  convenience init(_ invocation: Invocation, waitingUntil: ContinuousClock.Instant? = nil) throws(Failure) {
    let (names, options) = (try FleetNames(invocation), try NatsOptions(invocation))
    do throws(NatsError) { try self.init(names, options, waitingUntil: waitingUntil) } catch { throw Failure(error) }
  }

  /// Warns, once of each, of what this user may not do: nobody answers that.
  func warnOfViolation(on console: Console) {
    guard let words = connection.violation, toldViolations.insert(words).inserted else { return }
    console.report(warning: "\(NatsError.refused(words))")
  }

  /// Does something again while it fails in a way that may pass.
  func patiently<Value>(_ attempt: () throws(NatsError) -> Value) throws(NatsError) -> Value {
    let deadline = max(.now + patience, waitingUntil ?? .now)
    var pause = Duration.milliseconds(50)
    while true {
      do throws(NatsError) { return try attempt() } catch {
        if error == .timedOut, let words = connection.violation { throw .refused(words) }
        guard error.mayPass, .now + pause < deadline else { throw error }
        CurrentProcess.sleep(for: pause)
        pause = min(pause * 2, .seconds(1))
      }
    }
  }

  // MARK: Streams

  /// How long a report counts: three of those that `follow` writes when nothing happens.
  static let reportAge = Duration.seconds(30)
  /// How many manifests and decisions of one key are kept.
  static let mostKept = 64

  /// Makes what a fleet needs; what is there stays as it is.
  ///
  /// - Parameter replicas: nil: nobody has said how many.
  func prepare(replicas: Int?, _ console: Console? = nil) throws(NatsError) {
    try prepare(Self.streams(of: names, replicas: replicas ?? 1), isChosen: replicas != nil, console)
  }

  /// - Parameter isChosen: somebody has said how it is to be, and is told where it is otherwise.
  func prepare(_ wanted: [JetStream.Configuration], isChosen: Bool, _ console: Console?) throws(NatsError) {
    var areSame = true
    for stream in wanted {
      let isSame = try patiently { () throws(NatsError) in try streams.create(stream) }
      if !isSame { areSame = false }
    }
    if isChosen, !areSame {
      console?.report(
        warning:
          "--replicas has no effect: what fleet '\(names.fleet)' keeps was made before; 'nats stream edit' changes it")
    }
  }

  /// The streams of a fleet but those of scenes.
  static func streams(of names: FleetNames, replicas: Int) -> [JetStream.Configuration] {
    [
      .init(
        name: names.desk, subjects: [names.keys(of: names.desk)], description: "Framewire: manifests and decisions",
        mostOfSubject: mostKept, replicas: replicas, news: names.news(of: nil)),
      .init(
        name: names.reports, subjects: [names.keys(of: names.reports)], description: "Framewire: how machines are",
        mostOfSubject: 1, age: reportAge, isInMemory: true, replicas: replicas),
      .init(
        name: names.roster, subjects: [names.keys(of: names.roster)], description: "Framewire: who belongs to it",
        mostOfSubject: 1, replicas: replicas),
      .init(
        name: names.content, subjects: [names.allContent], description: "Framewire: files by their digests",
        mostOfSubject: 1, replicas: replicas),
    ]
  }

  // MARK: Last values

  private static let operation = "KV-Operation"

  /// A value of a key with its number; of a key that was deleted no bytes; nil: it never had one.
  func value(of key: String, in stream: String) throws(NatsError) -> (bytes: [UInt8]?, number: UInt64)? {
    try patiently { () throws(NatsError) in
      guard let message = try streams.last(of: names.subject(of: key, in: stream), in: stream) else { return nil }
      return (Self.bytes(of: message), message.sequence ?? 0)
    }
  }

  /// Nil for a message that deletes its key.
  static func bytes(of message: NatsMessage) -> [UInt8]? { message.headers[operation] == nil ? message.bytes : nil }

  /// Writes a value if the key's last one still is that of `number`.
  ///
  /// - Parameter bytes: nil deletes the key.
  /// - Throws: `.conflict` where it is not.
  @discardableResult
  func put(
    _ bytes: [UInt8]?, at key: String, in stream: String, expecting expectation: JetStream.Expectation
  ) throws(NatsError) -> UInt64 {
    let subject = names.subject(of: key, in: stream)
    var isRepeated = false
    return try patiently { () throws(NatsError) in
      do throws(NatsError) {
        return try streams.publish(
          bytes ?? [], to: subject, headers: bytes == nil ? [Self.operation: "DEL"] : [:], expecting: expectation)
      } catch .conflict where isRepeated {
        // The one before may have been ours, and only its answer was lost.
        if let last = try streams.last(of: subject, in: stream), Self.bytes(of: last) == bytes {
          return last.sequence ?? 0
        }
        throw .conflict
      } catch {
        isRepeated = true
        throw error
      }
    }
  }

  /// The last values of all keys of a stream, deleted ones with no bytes, each made into what is wanted of it; in the
  /// order in which they were written.
  func values<Kept>(
    in stream: String, _ transform: (_ key: String, _ bytes: [UInt8]?, _ number: UInt64) -> Kept?
  ) throws(NatsError) -> [Kept] {
    try messages(names.keys(of: stream), of: stream, from: .lastOfEach) { message in
      names.key(of: message.subject, in: stream).flatMap {
        transform($0, Self.bytes(of: message), message.sequence ?? 0)
      }
    }
  }

  /// All that a stream has of some subjects at this moment, each made into what is wanted of it: there may be thousands
  /// of a megabyte.
  ///
  /// - Parameter transform: sees a message again where reading fails and begins anew.
  func messages<Kept>(
    _ subject: String, of stream: String, from start: JetStream.Start, _ transform: (NatsMessage) -> Kept?
  ) throws(NatsError) -> [Kept] {
    try patiently { () throws(NatsError) in
      guard let state = try streams.state(of: stream), state.messages > 0 else { return [] }
      if subject != names.keys(of: stream), try streams.last(of: subject, in: stream) == nil { return [] }
      let reader = try streams.read(subject, of: stream, from: start)
      var found: [Kept] = []
      while true {
        // There is something, so silence is a broker that is slow or away, and no desk is empty because of that.
        guard let message = try reader.next(within: .seconds(5)) else { throw .timedOut }
        if let kept = transform(message) { found.append(kept) }
        if message.pending == 0 { return found }
      }
    }
  }

  // MARK: Files

  /// The content of a file.
  ///
  /// - Parameter got: is called after each piece: all may take minutes.
  /// - Throws: `.notFound` when some of it is not there or something else than was promised.
  func content(of file: Manifest.File, got: () -> Void = {}) throws(NatsError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.size)
    for index in 0..<file.pieces {
      let subject = names.piece(index, of: file.digest)
      let piece = try patiently { () throws(NatsError) -> NatsMessage? in
        // Any server will do; one that is behind may not have it yet.
        if let piece = try streams.anyLast(of: subject, in: names.content) { return piece }
        return try streams.last(of: subject, in: names.content)
      }
      guard let piece, bytes.count + piece.bytes.count <= file.size else { throw .notFound }
      bytes += piece.bytes
      got()
    }
    guard bytes.count == file.size, SHA256.digest(of: bytes) == file.digest else { throw .notFound }
    return bytes
  }

  /// Which pieces are there, by digests.
  ///
  /// - Parameter file: of this one; nil: of all.
  func pieces(of file: Manifest.File? = nil) throws(NatsError) -> [String: Set<Int>] {
    let subject = file.map { names.content(of: $0.digest) } ?? names.allContent
    let subjects = try patiently { () throws(NatsError) in try streams.subjects(subject, of: names.content) }
    var pieces: [String: Set<Int>] = [:]
    for subject in subjects.keys {
      if let piece = names.piece(of: subject) { pieces[piece.digest, default: []].insert(piece.index) }
    }
    return pieces
  }

  /// Those of which some piece is not there.
  func missing(of files: [Manifest.File]) throws(NatsError) -> [Manifest.File] {
    // Of few it is asked by name: all may be many thousands.
    var pieces: [String: Set<Int>] = [:]
    if files.count > 8 {
      pieces = try self.pieces()
    } else {
      for file in files { pieces.merge(try self.pieces(of: file)) { $1 } }
    }
    return files.filter { file in !(pieces[file.digest] ?? []).isSuperset(of: 0..<file.pieces) }
  }

  /// Removes the content of files that no manifest names any more which somebody could go back to.
  ///
  /// A push writes its files before its manifest, so what is younger than `age` is left. One that found a file there
  /// and did not write it looks again when its manifest is out.
  ///
  /// - Returns: how many contents were removed.
  func removeUnnamed(olderThan age: Duration) throws(NatsError) -> Int {
    var areKnown = true
    var named: Set<String> = []
    _ = try messages(names.manifests, of: names.desk, from: .all) { (message) -> Never? in
      guard let bytes = Self.bytes(of: message) else { return nil }
      guard let manifest = try? Manifest(decoding: bytes) else {
        areKnown = false
        return nil
      }
      named.formUnion(manifest.files.map(\.digest))
      return nil
    }
    // What a newer version has written names files in a way of its own.
    guard areKnown else { return 0 }
    let limit = Int64(CurrentProcess.wallMilliseconds) * 1_000_000 - age.components.seconds * 1_000_000_000
    var count = 0
    for digest in try pieces().keys.sorted() where !named.contains(digest) {
      let subject = names.content(of: digest)
      let last = try patiently { () throws(NatsError) in try streams.last(of: subject, in: names.content) }
      guard let time = last?.time, time < limit else { continue }
      try patiently { () throws(NatsError) in try streams.purge(subject, of: names.content) }
      count += 1
    }
    return count
  }

  /// Writes the content of a file, piece by piece.
  ///
  /// - Parameter wrote: is told how many bytes were written with each piece.
  func put(
    _ bytes: [UInt8], of file: Manifest.File, wrote: (Int) -> Void
  ) throws(NatsError) {
    for index in 0..<file.pieces {
      let start = index * FleetLimits.pieceBytes
      let piece = Array(bytes[start..<min(bytes.count, start + FleetLimits.pieceBytes)])
      try patiently { () throws(NatsError) in
        _ = try streams.publish(piece, to: names.piece(index, of: file.digest))
      }
      wrote(piece.count)
    }
  }
}
