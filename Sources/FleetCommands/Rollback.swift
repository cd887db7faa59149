import Commands
import Fleet
import JSONText
import Nats
import Posix

extension Verb {
  static let rollback = Verb(
    program: FleetProgram.name, name: "rollback", summary: "give all machines the layouts of an earlier push",
    arguments: [],
    options: Option.levels + [
      Option(name: "to", value: "NUMBER", meaning: "this manifest; else the one before that had other files"),
      Option(name: "list", meaning: "print what there is to go back to, and change nothing")
        .without("to", "drop", "message"),
      Option(name: "drop", meaning: "of a group or machine: what the next farther level has")
        .without("to", "message"),
      .message,
    ] + OutputFormat.outcome.options + Option.fleet,
    examples: [
      ("framewire-nats rollback", "what was there before the last push"),
      ("framewire-nats rollback --list", "numbers, who pushed them and when"),
      ("framewire-nats rollback --to 17", "what manifest 17 had"),
      ("framewire-nats rollback --group lobby --drop", "group lobby has what the fleet has"),
    ],
    details: """
      Going back is a manifest of its own, so going back twice is going forth again. Of a group that tries out a canary's \
      files it ends that.
      """
  ) { (invocation, console) throws(Failure) in
    let level = try FleetLevel(invocation)
    let format = try OutputFormat.outcome.choice(in: invocation)
    if invocation.has("drop"), level == .fleet { throw .usage("--drop is for a --group or a --machine") }
    let line = try FleetLine(invocation)
    do {
      let history = try ManifestHistory(of: level, on: line)
      if invocation.has("list") {
        if format == "json" {
          console.print(json: history.json.text)
        } else {
          history.print(on: console)
        }
        return .success
      }
      let (bytes, words): ([UInt8]?, ShownText)
      // Before a trial a group had what the others have.
      let endsTrial = history.isTrial && !invocation.has("to")
      if invocation.has("drop") || endsTrial {
        (bytes, words) = (nil, "\(level.words) has what the others have")
      } else {
        let target = try history.target(invocation.value("to"), for: level)
        let message = invocation.value("message") ?? "back to manifest \(target.number)"
        let manifest = try Manifest(
          files: target.manifest.files, author: Author.name, written: CurrentProcess.wallMilliseconds, message: message)
        if let file = try line.missing(of: target.manifest.contents).first {
          throw Failure(
            message: "a file of manifest \(target.number) is not kept any more: '\(file.path)'", code: .noInput)
        }
        bytes = manifest.encoded
        words = "\(level.words) has the files of manifest \(target.number) again"
      }
      let number = try line.put(
        bytes, at: DeskKey.manifest(level).text, in: line.names.desk, expecting: .last(history.last))
      OutputFormat.printOutcome("manifest", number, as: "\(words), as manifest \(number)", format, on: console)
      return .success
    } catch { throw Failure(any: error) }
  }
}

/// The manifests of one level, the oldest first.
struct ManifestHistory {
  private let entries: [(number: UInt64, manifest: Manifest?)]
  /// The number of the newest; 0: there is none.
  var last: UInt64 { entries.last?.number ?? 0 }
  /// Whether the newest is one that is tried out.
  var isTrial: Bool { entries.last?.manifest?.isTrial == true }

  init(of level: FleetLevel, on line: FleetLine) throws(NatsError) {
    let subject = line.names.subject(of: DeskKey.manifest(level).text, in: line.names.desk)
    entries = try line.messages(subject, of: line.names.desk, from: .all) { message in
      (message.sequence ?? 0, FleetLine.bytes(of: message).flatMap { try? Manifest(decoding: $0) })
    }
  }

  /// What to go back to.
  func target(_ text: String?, for level: FleetLevel) throws(Failure) -> (number: UInt64, manifest: Manifest) {
    let now = entries.last?.manifest?.digest
    let found = entries.last { entry in
      guard let manifest = entry.manifest else { return false }
      // What was tried out for others was never this level's own.
      return text.map { UInt64($0) == entry.number } ?? (manifest.digest != now && !manifest.isTrial)
    }
    guard let found, let manifest = found.manifest else {
      let what = text.map { "manifest \($0)" } ?? "earlier manifest"
      throw Failure(
        message: "\(level.words) has no \(what)", help: "'framewire-nats rollback --list' says which there are",
        code: .noInput)
    }
    return (found.number, manifest)
  }

  var json: JSON {
    .array(
      entries.map { entry in
        guard let manifest = entry.manifest else { return ["manifest": .number(Double(entry.number)), "files": .null] }
        return [
          "manifest": .number(Double(entry.number)), "digest": .string(manifest.digest),
          "files": .number(Double(manifest.files.count)), "bytes": .number(Double(manifest.bytes)),
          "author": .string(manifest.author), "written": .number(Double(manifest.written)),
          "message": .string(manifest.message),
        ]
      })
  }

  func print(on console: Console) {
    let now = CurrentProcess.wallMilliseconds
    for (index, entry) in entries.enumerated().reversed() {
      let mark = index == entries.count - 1 ? "*" : " "
      guard let manifest = entry.manifest else {
        console.print("\(mark) \(entry.number)  none")
        continue
      }
      console.print(
        row:
          "\(mark) \(entry.number)  \(counted(manifest.files.count, "file"))  \(manifest.author), \(ago(now - manifest.written))  \(manifest.message)",
        hanging: 4)
    }
  }
}
