import Frames
import JSONText
import TestSupport
import Testing

@testable import Wire

private func decoded(_ message: [UInt8], _ method: Method) throws -> Result<Reply, WireError> {
  try Response(decoding: message.dropLast()).outcome(of: method)
}

@Suite("Answers") struct ReplyTests {
  @Test func `replies survive encoding and decoding`() throws {
    for (method, reply) in Sample.replies {
      #expect(try decoded(reply.encoded(), method) == .success(reply))
    }
  }

  @Test func `errors survive encoding and decoding`() throws {
    for error in Sample.errors + [.other(name: "io.framewire.v1.Eclipse", parameters: ["until": 5])] {
      #expect(try decoded(error.encoded(), .apply) == .failure(error))
    }
  }

  @Test func `only a reply that is not the last one continues`() throws {
    let reply = Reply.event(Event.heartbeat(at: Sample.instant))

    #expect(try Response(decoding: reply.encoded(continues: true).dropLast()).continues)
    #expect(try !Response(decoding: reply.encoded().dropLast()).continues)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `random events survive encoding and decoding`(_ seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let event = Sample.event(using: &random)

      #expect(try decoded(Reply.event(event).encoded(), .subscribe) == .success(.event(event)), "seed \(seed)")
    }
  }

  @Test func `a delta leaves out the parts that are empty and gives them back as empty`() throws {
    var diff = FrameDiff()
    diff.set = [FrameDiff.Move(id: StreamID(9), frame: Frame(x: 20736, y: -768, width: 1536, height: 1536))]
    let event = Event.delta(diff, from: 411, at: Sample.instant, settled: true)

    let text = String(decoding: Reply.event(event).encoded(continues: true), as: UTF8.self)
    #expect(
      text
        == #"{"continues":true,"parameters":{"event":{"kind":"delta","epoch":"k3f9","base":411,"rev":412,"layoutRev":7,"time":81234.5,"settled":true,"set":[9,324,-12,24,24]}}}"#
        + "\0")
    #expect(event.diff == diff)
  }

  @Test func `a change says hidden and alpha even where they are back to normal`() {
    var event = Event(.delta, at: Sample.instant)
    event.diff.changed = [FrameDiff.Change(id: StreamID(4), content: ViewContent())]

    let text = String(decoding: Reply.event(event).encoded(), as: UTF8.self)
    #expect(text.contains(#""changed":[{"id":4,"hidden":false,"alpha":1}]"#))
  }

  @Test(arguments: [1, 255, 256, 257, 1000]) func `long lists of moves are the numbers one after the other`(
    _ count: Int
  ) throws {
    let moves = (1...count).map { index in
      FrameDiff.Move(id: StreamID(UInt32(index)), frame: Frame(x: Int32(index), y: .min, width: .max, height: -64))
    }
    var writer = JSONWriter()
    FlatMoves(moves).write(to: &writer)
    let expected = moves.map {
      "\($0.id.value),\(Self.slow($0.frame.x)),-33554432,33554431.984375,-1"
    }

    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[" + expected.joined(separator: ",") + "]")
    #expect(try FlatMoves(json: JSON(parsing: writer.bytes)).moves == moves)
  }

  @Test(arguments: ["[1,2,3,4]", "[1.5,0,0,0,0]", "[-1,0,0,0,0]", "[1,0,0,0,1e30]", "[1,0,0,0,null]", "{}"])
  func `a list of moves that is not five numbers each is refused`(_ text: String) throws {
    let json = try JSON(parsing: Array(text.utf8))

    #expect(throws: MistypedField.self) { try FlatMoves(json: json) }
  }
}

extension ReplyTests {
  /// The obvious way to print a number of 64ths.
  fileprivate static func slow(_ value: Int32) -> String {
    let text = (Double(value) / 64).description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
