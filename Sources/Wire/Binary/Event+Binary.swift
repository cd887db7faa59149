import Frames
import JSONText

// Events in binary: what moves is numbers in fixed places, what is rare stays JSON.

extension Event {
  /// The event as a message in binary. Depends on nothing but the event, so equal subscribers can share the bytes.
  public func encodedBinary() -> [UInt8] {
    switch kind {
    case .snapshot, .delta: encodedPicture()
    case .transition, .diagnostics, .heartbeat, .lost, .bye, .other: message(.note, jsonBytes).encoded()
    }
  }

  private func message(_ kind: BinaryMessage.Kind, _ payload: [UInt8] = []) -> BinaryMessage {
    var message = BinaryMessage(kind, payload)
    message.isSettled = settled ?? false
    message.isReset = reset ?? false
    message.rev = UInt64(clamping: instant.rev)
    message.base = UInt64(clamping: base ?? 0)
    message.layoutRev = UInt64(clamping: instant.layoutRev)
    message.time = instant.time
    return message
  }

  /// Bytes, by what was measured on the samples: 90 for a view's record.
  private var expectedLength: Int { 256 + 90 * diff.views.count + BinaryLayout.move * diff.set.count }

  private func encodedPicture() -> [UInt8] {
    var writer = message(kind == .snapshot ? .snapshot : .delta).begun(expecting: expectedLength)
    if cause != nil || skipped != nil || timing != nil {
      writer.section(.about, [EventAbout(cause: cause, skipped: skipped, timing: timing)]) { writer, about in
        writer.append(contentsOf: about.jsonBytes)
      }
    }
    writer.section(.looks, diff.looks) { writer, look in
      let json = look.jsonBytes
      writer.append(look.id.value)
      writer.append(UInt32(clamping: json.count))
      writer.append(contentsOf: json)
    }
    writer.section(.removed, diff.removed) { $0.append($1.value) }
    writer.section(.views, diff.views) { $0.append(view: $1) }
    if !diff.set.isEmpty {
      let start = writer.beginSection(.set, diff.set.count)
      writer.append(diff.set)
      writer.endSection(start)
    }
    writer.section(.changed, diff.changed) { writer, change in
      writer.append(change.id.value)
      writer.append(content: change.content)
    }
    writer.section(.restyled, diff.restyled) { writer, restyle in
      writer.append(restyle.id.value)
      writer.append(appearance: restyle.appearance)
    }
    return BinaryMessage.finished(writer)
  }

  /// The event that a message is.
  ///
  /// - Parameter epoch: of the connection.
  /// - Returns: nil for one that is no event.
  public init?(_ message: BinaryMessage, epoch: String) throws(MalformedBinary) {
    switch message.kind {
    case .note:
      self = try Event(binary: message.payload, "note", limits: .reply)
      if kind == .snapshot || kind == .delta { throw MalformedBinary("note: a picture") }
    case .snapshot, .delta:
      func revision(_ number: UInt64) throws(MalformedBinary) -> Int {
        guard let number = Int(exactly: number), Request.revisions.contains(number) else {
          throw MalformedBinary("revision: \(number)")
        }
        return number
      }
      let isDelta = message.kind == .delta
      self.init(
        isDelta ? .delta : .snapshot,
        at: Instant(
          epoch: epoch, rev: try revision(message.rev), layoutRev: try revision(message.layoutRev), time: message.time))
      settled = message.isSettled
      if isDelta { base = try revision(message.base) }
      if message.isReset { reset = true }
      var reader = BinaryReader(message.payload)
      while reader.left > 0 { try read(&reader) }
    case .pong, .credit, .filter, .ping, nil: return nil
    }
  }

  /// Reads a section. One without entries says nothing, as one that is left out.
  private mutating func read(_ reader: inout BinaryReader) throws(MalformedBinary) {
    let kind = BinarySection(rawValue: try reader.integer("section"))
    _ = try reader.integer("room", as: UInt16.self)
    let count = Int(try reader.integer("count", as: UInt32.self))
    if kind != .about, count == 0 {
      return _ = try reader.part(Int(try reader.integer("length", as: UInt32.self)), "section")
    }
    var section = try reader.part(Int(try reader.integer("length", as: UInt32.self)), "section")
    switch kind {
    case .about:
      let about = try EventAbout(binary: section.rest(), "about")
      (cause, skipped, timing) = (about.cause, about.skipped, about.timing)
    case .looks: diff.looks = try section.list(count, least: 8) { part throws(MalformedBinary) in try part.look() }
    case .removed:
      diff.removed = try section.list(count, least: 4) { part throws(MalformedBinary) in try part.id("removed") }
    case .views: diff.views = try section.list(count, least: 42) { part throws(MalformedBinary) in try part.view() }
    case .set:
      diff.set = try section.list(count, least: BinaryLayout.move) { part throws(MalformedBinary) in
        FrameDiff.Move(id: try part.id("set"), frame: try part.frame())
      }
    case .changed:
      diff.changed = try section.list(count, least: 6) { part throws(MalformedBinary) in
        FrameDiff.Change(id: try part.id("changed"), content: try part.content())
      }
    case .restyled:
      diff.restyled = try section.list(count, least: 12) { part throws(MalformedBinary) in
        FrameDiff.Restyle(id: try part.id("restyled"), appearance: try part.appearance())
      }
    case nil: break
    }
  }
}

/// The parts of a snapshot or delta, in the order in which they come. One that is not among them is passed over.
private enum BinarySection: UInt16 {
  case about = 1
  case looks, removed, views, set, changed, restyled
}

/// What an event says besides the picture.
private struct EventAbout: JSONObjectCodable {
  var cause: String?
  var skipped: Int?
  var timing: Event.Timing?

  init(cause: String?, skipped: Int?, timing: Event.Timing?) {
    (self.cause, self.skipped, self.timing) = (cause, skipped, timing)
  }

  init(fields: JSONFields) throws(MistypedField) {
    cause = try fields.optional("cause")
    skipped = try fields.optional("skipped")
    timing = try fields.optional("timing")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("cause", ifPresent: cause)
    writer.member("skipped", ifPresent: skipped)
    writer.member("timing", ifPresent: timing)
  }
}

/// What of a content is not as by default, and where its text is cut.
private enum ContentBits {
  static let hidden: UInt16 = 1
  static let clips: UInt16 = 2
  static let alpha: UInt16 = 4
  static let text: UInt16 = 8
  static let baselines: UInt16 = 16
  static let scroll: UInt16 = 32
  static let guides: UInt16 = 64
  static let truncation: UInt16 = 256

  /// By number, from 1.
  static let truncations: [ViewContent.Truncation] = [.tail, .head, .middle, .clip]
}

/// What is said of a line with its end: texts are far shorter than 2 GiB.
private enum LineBits {
  static let rightToLeft: UInt32 = 1 << 31
}

/// What stands for a view around one that has none.
private let noParent = UInt32.max

extension BinaryWriter {
  fileprivate mutating func section<Entry>(
    _ kind: BinarySection, _ entries: [Entry], _ write: (inout BinaryWriter, Entry) -> Void
  ) {
    if entries.isEmpty { return }
    let start = beginSection(kind, entries.count)
    for entry in entries { write(&self, entry) }
    endSection(start)
  }

  fileprivate mutating func beginSection(_ kind: BinarySection, _ count: Int) -> Int {
    append(kind.rawValue)
    append(UInt16(0))
    append(UInt32(clamping: count))
    append(UInt32(0))
    return bytes.count
  }

  fileprivate mutating func endSection(_ start: Int) { put(UInt32(clamping: bytes.count - start), at: start - 4) }

  fileprivate mutating func append(view: ViewRecord) {
    append(view.id.value)
    append(view.parent?.value ?? noParent)
    append(UInt32(clamping: view.index))
    append(view.path)
    append(view.kind)
    append(view.frame)
    append(content: view.content)
    append(appearance: view.appearance)
  }

  fileprivate mutating func append(content: ViewContent) {
    var bits: UInt16 = 0
    if content.isHidden { bits |= ContentBits.hidden }
    if content.clips { bits |= ContentBits.clips }
    if content.alpha != 1 { bits |= ContentBits.alpha }
    if content.text != nil { bits |= ContentBits.text }
    if content.baselines != nil { bits |= ContentBits.baselines }
    if content.scroll != nil { bits |= ContentBits.scroll }
    if !content.guides.isEmpty { bits |= ContentBits.guides }
    if let place = content.truncation.flatMap({ ContentBits.truncations.firstIndex(of: $0) }) {
      bits |= ContentBits.truncation * UInt16(place + 1)
    }
    append(bits)
    if content.alpha != 1 { append(content.alpha) }
    if let text = content.text { append(text) }
    if let baselines = content.baselines {
      append(baselines.first)
      append(baselines.last)
    }
    if let scroll = content.scroll { for length in scroll.lengths { append(length) } }
    if content.guides.isEmpty { return }
    append(UInt32(clamping: content.guides.count))
    for guide in content.guides {
      append(guide.name)
      append(guide.frame)
    }
  }

  fileprivate mutating func append(appearance: ViewAppearance) {
    append(appearance.look?.value ?? 0)
    append(UInt32(clamping: appearance.lines.count))
    for line in appearance.lines {
      append(line.text)
      append(UInt32(clamping: line.range.lowerBound))
      let end = UInt32(min(line.range.upperBound, Int(~LineBits.rightToLeft)))
      append(line.isRightToLeft ? end | LineBits.rightToLeft : end)
      for length in [line.x, line.baseline, line.width] { append(length) }
    }
  }
}

extension BinaryReader {
  /// Reads `count` entries, which are all that is left.
  fileprivate mutating func list<Entry>(
    _ count: Int, least: Int, _ read: (inout BinaryReader) throws(MalformedBinary) -> Entry
  ) throws(MalformedBinary) -> [Entry] {
    guard count <= left / least else { throw MalformedBinary("section: \(count) are more than there is room for") }
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for _ in 0..<count { entries.append(try read(&self)) }
    guard left == 0 else { throw MalformedBinary("section: \(left) bytes too many") }
    return entries
  }

  fileprivate mutating func look() throws(MalformedBinary) -> NumberedLook {
    let id: UInt32 = try integer("look")
    var json = try part(try count("look", least: 1), "look")
    let look = try NumberedLook(binary: json.rest(), "look")
    guard look.id.value == id else { throw MalformedBinary("look: two numbers, \(id) and \(look.id.value)") }
    return look
  }

  fileprivate mutating func view() throws(MalformedBinary) -> ViewRecord {
    let id = try id("view")
    let parent: UInt32 = try integer("parent")
    let index = Int(try integer("index", as: UInt32.self))
    return ViewRecord(
      id: id, path: try text("path"), kind: try text("kind"), parent: parent == noParent ? nil : StreamID(parent),
      index: index, frame: try frame(), content: try content(), appearance: try appearance())
  }

  fileprivate mutating func content() throws(MalformedBinary) -> ViewContent {
    let bits: UInt16 = try integer("content")
    var content = ViewContent()
    content.isHidden = bits & ContentBits.hidden != 0
    content.clips = bits & ContentBits.clips != 0
    if bits & ContentBits.alpha != 0 { content.alpha = try number("alpha") }
    if bits & ContentBits.text != 0 { content.text = try text("text") }
    if bits & ContentBits.baselines != 0 {
      content.baselines = ViewContent.Baselines(first: try integer("baselines"), last: try integer("baselines"))
    }
    if bits & ContentBits.scroll != 0 { content.scroll = try scroll() }
    if bits & ContentBits.guides != 0 {
      for _ in 0..<(try count("guides", least: 20)) {
        content.guides.append(ViewContent.NamedGuide(name: try text("guide"), frame: try frame()))
      }
    }
    let place = Int(bits / ContentBits.truncation)
    guard place <= ContentBits.truncations.count else { throw MalformedBinary("content: \(bits)") }
    if place > 0 { content.truncation = ContentBits.truncations[place - 1] }
    return content
  }

  private mutating func scroll() throws(MalformedBinary) -> ViewContent.Scroll {
    ViewContent.Scroll(
      offsetX: try integer("scroll"), offsetY: try integer("scroll"), contentWidth: try integer("scroll"),
      contentHeight: try integer("scroll"), insetTop: try integer("scroll"), insetLeft: try integer("scroll"),
      insetBottom: try integer("scroll"), insetRight: try integer("scroll"))
  }

  fileprivate mutating func appearance() throws(MalformedBinary) -> ViewAppearance {
    let look: UInt32 = try integer("look")
    var appearance = ViewAppearance(look: look == 0 ? nil : LookID(look))
    for _ in 0..<(try count("lines", least: 24)) {
      let text = try text("line")
      let start = Int(try integer("line", as: UInt32.self))
      let bits: UInt32 = try integer("line")
      let end = Int(bits & ~LineBits.rightToLeft)
      guard start <= end else { throw MalformedBinary("line: from \(start) to \(end)") }
      appearance.lines.append(
        TextLine(
          text: text, range: start..<end, x: try integer("line"), baseline: try integer("line"),
          width: try integer("line"), isRightToLeft: bits & LineBits.rightToLeft != 0))
    }
    return appearance
  }
}

extension ViewContent.Scroll {
  /// In the order of the protocol.
  var lengths: [Int32] {
    [offsetX, offsetY, contentWidth, contentHeight, insetTop, insetLeft, insetBottom, insetRight]
  }
}
