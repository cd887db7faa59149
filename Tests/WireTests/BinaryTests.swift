import Frames
import Fuzzing
import TestSupport
import Testing

@testable import Wire

/// Bytes are worked out by hand from the tables of the protocol: lengths are 64ths of a point, integers have their
/// lowest byte first.
@Suite("The stream in binary") struct BinaryTests {
  static let instant = Event.Instant(epoch: "k3f9", rev: 413, layoutRev: 7, time: 12.5)

  /// 413 is 0x19d, 412 is 0x19c; 12.5 is 1.5625 · 2^3, so its bits are 0x4029 and zeros.
  static func header(_ length: UInt8, _ type: UInt8, flags: UInt8 = 0, base: [UInt8] = [0, 0]) -> [UInt8] {
    [length, 0, 0, 0, type, flags, 0, 0]
      + [0x9d, 1, 0, 0, 0, 0, 0, 0] + base + [0, 0, 0, 0, 0, 0]
      + [7, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0x29, 0x40]
  }

  /// 1.5 points are 96 (0x60), -2 are -128, 10 are 640 (0x280), 20 are 1280 (0x500).
  static let frame: [UInt8] = [0x60, 0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0x80, 2, 0, 0, 0, 5, 0, 0]

  static func decoded(_ bytes: [UInt8]) throws -> Event? {
    var decoder = BinaryDecoder(limit: BinaryDecoder.longestEvent)
    decoder.append(bytes)
    guard case .message(let message) = decoder.next() else { return nil }
    #expect(decoder.bufferedCount == 0)
    return try Event(message, epoch: "k3f9")
  }

  @Test func `a move is twenty bytes`() throws {
    var diff = FrameDiff()
    diff.set = [FrameDiff.Move(id: StreamID(2), frame: Frame(x: 96, y: -128, width: 640, height: 1280))]
    let event = Event.delta(diff, from: 412, at: Self.instant, settled: true)
    let bytes =
      Self.header(32, 2, flags: 1, base: [0x9c, 1]) + [5, 0, 0, 0, 1, 0, 0, 0, 20, 0, 0, 0] + [2, 0, 0, 0] + Self.frame

    #expect(event.encodedBinary() == bytes)
    #expect(try Self.decoded(bytes) == event)
  }

  /// 2 hidden, 4 alpha, 8 text, 16 baselines, 64 guides, and 2 (head) from the ninth bit on: 0x025d with 1 for hidden.
  @Test func `of a content only what is not as by default is said`() throws {
    var content = ViewContent()
    content.isHidden = true
    content.alpha = 0.5
    content.text = "Hé"
    content.baselines = ViewContent.Baselines(first: 64, last: 128)
    content.truncation = .head
    content.guides = [ViewContent.NamedGuide(name: "g", frame: Frame(x: 96, y: -128, width: 640, height: 1280))]
    var diff = FrameDiff()
    diff.changed = [FrameDiff.Change(id: StreamID(2), content: content)]
    let event = Event.delta(diff, from: 412, at: Self.instant, settled: false)
    let change: [UInt8] =
      [2, 0, 0, 0, 0x5d, 0x02] + [0, 0, 0, 0, 0, 0, 0xe0, 0x3f] + [3, 0, 0, 0, 0x48, 0xc3, 0xa9]
      + [64, 0, 0, 0, 128, 0, 0, 0] + [1, 0, 0, 0, 1, 0, 0, 0, 0x67] + Self.frame
    #expect(change.count == 54)
    let bytes = Self.header(66, 2, base: [0x9c, 1]) + [6, 0, 0, 0, 1, 0, 0, 0, 54, 0, 0, 0] + change

    #expect(event.encodedBinary() == bytes)
    #expect(try Self.decoded(bytes) == event)
  }

  @Test func `a view has its place, its content and its lines`() throws {
    let line = TextLine(text: "H", range: 0..<2, x: 1, baseline: 2, width: 3)
    let view = ViewRecord(
      id: StreamID(2), path: "a", kind: "b", parent: nil, index: 1,
      frame: Frame(x: 96, y: -128, width: 640, height: 1280), appearance: ViewAppearance(look: LookID(3), lines: [line])
    )
    var look = Look()
    look.border = 64
    let set = FrameSet([view], looks: [LookID(3): look])
    let event = Event.snapshot(of: set, at: Self.instant, settled: true, reset: true)
    let json = Array(#"{"id":3,"border":1}"#.utf8)
    let looks: [UInt8] = [2, 0, 0, 0, 1, 0, 0, 0, 27, 0, 0, 0] + [3, 0, 0, 0, 19, 0, 0, 0] + json
    let record: [UInt8] =
      [2, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0] + [1, 0, 0, 0, 0x61] + [1, 0, 0, 0, 0x62] + Self.frame + [0, 0]
      + [3, 0, 0, 0, 1, 0, 0, 0] + [1, 0, 0, 0, 0x48, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]
    #expect(record.count == 73)
    let bytes = Self.header(124, 1, flags: 3) + looks + [4, 0, 0, 0, 1, 0, 0, 0, 73, 0, 0, 0] + record

    #expect(event.encodedBinary() == bytes)
    #expect(try Self.decoded(bytes) == event)
  }

  /// The highest bit of a line's end, which takes no place of its own.
  @Test func `a line that is read from right to left says so with its end`() throws {
    let line = TextLine(text: "א", range: 1..<3, x: 4, baseline: 5, width: 6, isRightToLeft: true)
    var diff = FrameDiff()
    diff.restyled = [FrameDiff.Restyle(id: StreamID(2), appearance: ViewAppearance(lines: [line]))]
    let event = Event.delta(diff, from: 412, at: Self.instant, settled: false)
    let restyle: [UInt8] =
      [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0] + [2, 0, 0, 0, 0xd7, 0x90, 1, 0, 0, 0, 3, 0, 0, 0x80]
      + [4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0]
    #expect(restyle.count == 38)
    let bytes = Self.header(50, 2, base: [0x9c, 1]) + [7, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0] + restyle

    #expect(event.encodedBinary() == bytes)
    #expect(try Self.decoded(bytes) == event)
    // The bit is no number: a line cannot end before it begins.
    let backwards = bytes.indices.map { $0 == bytes.count - 20 ? 4 : bytes[$0] }
    #expect(throws: MalformedBinary.self) { try Self.decoded(backwards) }
  }

  @Test func `every other event is a note with its JSON`() throws {
    let event = Event.bye("shutdown", at: Self.instant)
    let bytes = event.encodedBinary()
    let json = #"{"kind":"bye","epoch":"k3f9","rev":413,"layoutRev":7,"time":12.5,"reason":"shutdown"}"#

    #expect(bytes == Self.header(UInt8(json.utf8.count), 3) + Array(json.utf8))
    #expect(try Self.decoded(bytes) == event)
  }

  @Test func `what a client says is as short`() throws {
    func message(_ length: UInt8, _ type: UInt8) -> [UInt8] {
      [length, 0, 0, 0, type] + [UInt8](repeating: 0, count: 35)
    }
    #expect(StreamWish.credit(258).encoded() == message(4, 0x81) + [2, 1, 0, 0])
    #expect(StreamWish.ping([1, 2]).encoded() == message(2, 0x83) + [1, 2])
    #expect(StreamWish.filter(Filter(root: "a")).encoded() == message(12, 0x82) + Array(#"{"root":"a"}"#.utf8))
  }

  @Test func `what a client says otherwise is refused in words`() {
    #expect(throws: MalformedBinary("credit: 1 bytes too many")) {
      try StreamWish(BinaryMessage(.credit, [1, 0, 0, 0, 9]))
    }
    #expect(throws: MalformedBinary("filter: of another type")) {
      try StreamWish(BinaryMessage(.filter, Array("null".utf8)))
    }
  }

  /// Random ones, as the other encoding is tested with: each with what its kind has.
  static func event(using random: inout SeededGenerator) -> Event {
    var event = Sample.event(using: &random)
    event.instant.epoch = "k3f9"
    guard event.kind == .snapshot || event.kind == .delta else { return event }
    event.settled = event.settled ?? false
    event.reset = event.reset == true ? true : nil
    event.base = event.kind == .delta ? event.base ?? 0 : nil
    (event.moves, event.state, event.diagnostics, event.reason) = (nil, nil, nil, nil)
    return event
  }

  static let events = {
    var random = SeededGenerator(seed: 413)
    return (0..<60).map { _ in event(using: &random) } + [Sample.event]
  }()

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `whatever can be said in JSON can be said in binary`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let event = Self.event(using: &random)
    #expect(try Self.decoded(event.encodedBinary()) == event)
  }

  @Test func `a message cut anywhere is none until the rest arrives`() throws {
    for event in Self.events {
      let bytes = event.encodedBinary()
      for length in 0..<bytes.count {
        var decoder = BinaryDecoder(limit: BinaryDecoder.longestEvent)
        decoder.append(bytes.prefix(length))
        #expect(decoder.next() == .needsMore)
        decoder.append(bytes.dropFirst(length))
        guard case .message = decoder.next() else { return #expect(Bool(false), "cut after \(length)") }
      }
    }
  }

  @Test func `a message that is too long is refused before it is here`() {
    var decoder = BinaryDecoder(limit: 100)
    decoder.append([101, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 35))
    #expect(decoder.next() == .malformed(MalformedBinary("a message of 101 bytes")))
    decoder.append([0])
    #expect(decoder.next() == .malformed(MalformedBinary("a message of 101 bytes")))
  }

  /// A section of a million views, ids, lines or guides without a byte of them.
  @Test func `numbers of entries are believed as far as there is room`() {
    for kind in UInt8(2)...7 {
      let bytes = Self.header(12, 2) + [kind, 0, 0, 0, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0]
      #expect(throws: MalformedBinary("section: 1000000 are more than there is room for")) { try Self.decoded(bytes) }
    }
    let tooLong = Self.header(12, 2) + [5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    #expect(throws: MalformedBinary("section: 1 bytes are more than there are")) { try Self.decoded(tooLong) }
  }

  /// 2^53 is one more than the last revision; and no time is 0/0.
  @Test func `numbers that no daemon counts to are refused`() {
    var bytes = Self.header(0, 2)
    bytes.replaceSubrange(8..<16, with: [0, 0, 0, 0, 0, 0, 0x20, 0])
    #expect(throws: MalformedBinary("revision: 9007199254740992")) { try Self.decoded(bytes) }
    var decoder = BinaryDecoder(limit: 100)
    decoder.append(Self.header(0, 2)[..<32] + [0, 0, 0, 0, 0, 0, 0xf8, 0x7f])
    #expect(decoder.next() == .malformed(MalformedBinary("time: no number")))
  }

  @Test func `types and sections that are not known are passed over`() throws {
    #expect(try Self.decoded(Self.header(1, 0x55) + [9]) == nil)
    let bytes = Self.header(13, 2, base: [0x9c, 1]) + [99, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 7]
    #expect(try Self.decoded(bytes) == Event.delta(FrameDiff(), from: 412, at: Self.instant, settled: false))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `mutated messages are understood or refused`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let messages =
      Self.events.map { $0.encodedBinary() } + [
        StreamWish.filter(Sample.filter).encoded(), StreamWish.credit(3).encoded(),
      ]
    for _ in 0..<200 {
      let bytes = Mutation.mutated(messages.randomElement(using: &random) ?? [], upTo: 4, using: &random)
      #expect(StreamLaws.findings(in: bytes) == [], "seed \(seed)")
    }
  }
}
