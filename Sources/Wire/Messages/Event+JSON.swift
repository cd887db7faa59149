import Frames
import JSONText

extension Event {
  /// Reads one that stands alone, as `text` writes it; nil: it is none.
  package init?(decoding bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes, limits: .reply), let event = try? Event(json: json) else { return nil }
    self = event
  }
}

extension Event: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    kind = try fields.required("kind")
    instant = Instant(
      epoch: try fields.required("epoch"), rev: try fields.required("rev"),
      layoutRev: try fields.required("layoutRev"), time: try fields.required("time"))
    base = try fields.optional("base")
    settled = try fields.optional("settled")
    skipped = try fields.optional("skipped")
    reset = try fields.optional("reset")
    cause = try fields.optional("cause")
    timing = try fields.optional("timing")
    diff.views = try fields.optional("views") ?? []
    diff.looks = try fields.optional("looks") ?? []
    diff.removed = try fields.optional("removed") ?? []
    diff.set = try fields.optional("set", as: FlatMoves.self)?.moves ?? []
    diff.changed = try fields.optional("changed") ?? []
    diff.restyled = try fields.optional("restyled") ?? []
    moves = try fields.optional("moves")
    fades = try fields.optional("fades")
    state = try fields.optional("state")
    diagnostics = try fields.optional("diagnostics")
    reason = try fields.optional("reason")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("kind", kind)
    writer.member("epoch", instant.epoch)
    writer.member("base", ifPresent: base)
    writer.member("rev", instant.rev)
    writer.member("layoutRev", instant.layoutRev)
    writer.member("time", instant.time)
    writer.member("settled", ifPresent: settled)
    writer.member("skipped", ifPresent: skipped)
    writer.member("reset", ifPresent: reset)
    writer.member("cause", ifPresent: cause)
    writer.member("timing", ifPresent: timing)
    writer.member("looks", ifAny: diff.looks)
    writer.member("removed", ifAny: diff.removed)
    // That of an empty scene has them too.
    if kind == .snapshot { writer.member("views", diff.views) } else { writer.member("views", ifAny: diff.views) }
    if !diff.set.isEmpty { writer.member("set", FlatMoves(diff.set)) }
    writer.member("changed", ifAny: diff.changed)
    writer.member("restyled", ifAny: diff.restyled)
    writer.member("moves", ifPresent: moves)
    writer.member("fades", ifPresent: fades)
    writer.member("state", ifPresent: state)
    writer.member("diagnostics", ifPresent: diagnostics)
    writer.member("reason", ifPresent: reason)
  }
}

extension Event.Kind: JSONCodable {
  /// The kinds of the interface.
  static let known: [(kind: Event.Kind, name: String)] = [
    (.snapshot, "snapshot"), (.delta, "delta"), (.transition, "transition"), (.diagnostics, "diagnostics"),
    (.heartbeat, "heartbeat"), (.lost, "lost"), (.bye, "bye"),
  ]

  init(json: JSON) throws(MistypedField) {
    let name = try String(json: json)
    self = Self.known.first { $0.name == name }?.kind ?? .other(name)
  }

  func write(to writer: inout JSONWriter) {
    if case .other(let name) = self { return writer.string(name) }
    guard let entry = Self.known.first(where: { $0.kind == self }) else { preconditionFailure("\(self) has no name") }
    writer.string(entry.name)
  }
}

extension Event.Timing: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    self.init()
    settle = try fields.required("settle")
    read = try fields.required("read")
    parse = try fields.required("parse")
    resolve = try fields.required("resolve")
    // Daemons before it had a name of its own count it as `solve`.
    lower = try fields.optional("lower") ?? 0
    solve = try fields.required("solve")
    measure = try fields.required("measure")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("settle", settle)
    writer.member("read", read)
    writer.member("parse", parse)
    writer.member("resolve", resolve)
    writer.member("lower", lower)
    writer.member("solve", solve)
    writer.member("measure", measure)
  }
}

/// Two numbers: to the left, and up.
extension Event.Offset: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    guard let numbers = json.array, numbers.count == 2 else { throw MistypedField() }
    self.init(x: try Int32(sixtyFourths: numbers[0]), y: try Int32(sixtyFourths: numbers[1]))
  }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    writer.sixtyFourths(x)
    writer.sixtyFourths(y)
    writer.endArray()
  }
}

extension Event.Transition: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    id = try fields.required("id")
    fromFrame = try fields.required("fromFrame")
    toFrame = try fields.required("toFrame")
    fromAlpha = try fields.optional("fromAlpha")
    toAlpha = try fields.optional("toAlpha")
    fromScroll = try fields.optional("fromScroll")
    toScroll = try fields.optional("toScroll")
    durationMs = try fields.required("durationMs")
    delayMs = try fields.optional("delayMs")
    curve = try fields.required("curve")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("fromFrame", fromFrame)
    writer.member("toFrame", toFrame)
    writer.member("fromAlpha", ifPresent: fromAlpha)
    writer.member("toAlpha", ifPresent: toAlpha)
    writer.member("fromScroll", ifPresent: fromScroll)
    writer.member("toScroll", ifPresent: toScroll)
    writer.member("durationMs", durationMs)
    writer.member("delayMs", ifPresent: delayMs)
    writer.member("curve", curve)
  }
}
