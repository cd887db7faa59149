import JSONText
import Testing

@testable import Wire

@Suite("Cutting a stream into messages") struct MessageDecoderTests {
  static func drain(_ decoder: inout MessageDecoder) -> [MessageDecoder.Step] {
    var steps: [MessageDecoder.Step] = []
    while true {
      let step = decoder.next()
      if step == .needsMore { return steps }
      steps.append(step)
      if case .tooLong = step { return steps }
    }
  }

  static let stream = Sample.requests.flatMap { $0.encoded() }
  static let messages = Sample.requests.map { MessageDecoder.Step.message($0.encoded().dropLast()) }

  @Test func `bytes at once come out as their messages, in order`() {
    var decoder = MessageDecoder()
    decoder.append(Self.stream)

    #expect(Self.drain(&decoder) == Self.messages)
    #expect(decoder.bufferedCount == 0)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000]) func `pieces of any size give the same messages`(_ size: Int) {
    var decoder = MessageDecoder()
    var steps: [MessageDecoder.Step] = []
    for start in stride(from: 0, to: Self.stream.count, by: size) {
      decoder.append(Self.stream[start..<min(start + size, Self.stream.count)])
      steps += Self.drain(&decoder)
    }

    #expect(steps == Self.messages)
  }

  @Test func `a message cut anywhere is no message until its NUL arrives`() {
    let message = Sample.requests[2].encoded()
    for length in 0..<message.count {
      var decoder = MessageDecoder()
      decoder.append(message.prefix(length))
      #expect(decoder.next() == .needsMore)
      #expect(decoder.bufferedCount == length)

      decoder.append(message.dropFirst(length))
      #expect(decoder.next() == .message(message.dropLast()))
    }
  }

  @Test func `an empty message is handed out, for the reader to refuse`() {
    var decoder = MessageDecoder()
    decoder.append([0])

    #expect(decoder.next() == .message([]))
    #expect(throws: MalformedCall.syntax(JSONSyntaxError(.expectedValue, at: 0..<0, isAtEnd: true))) {
      try Call(decoding: [])
    }
  }

  @Test(arguments: [true, false]) func `a message of exactly the limit passes, one byte more ends the stream`(
    _ hasEnd: Bool
  ) {
    let limits = MessageDecoder.Limits(message: 10, load: 100)
    var decoder = MessageDecoder(limits: limits)
    decoder.append(Array(repeating: 1, count: 10) + [0])
    #expect(decoder.next() == .message(Array(repeating: 1, count: 10)))

    decoder.append(Array(repeating: 1, count: 11) + (hasEnd ? [0] : []))
    #expect(decoder.next() == .tooLong(limit: 10))

    decoder.append([1, 0])
    #expect(decoder.next() == .tooLong(limit: 10))
    #expect(decoder.bufferedCount == 0)
  }

  @Test(arguments: [#"{"method":"io.framewire.v1.Load","#, #" { "method" : "io.framewire.v1.Load" "#])
  func `a load may be longer, when its first member says that it is one`(_ start: String) {
    var decoder = MessageDecoder(limits: MessageDecoder.Limits(message: 40, load: 60))
    let message = Array(start.utf8) + Array(repeating: 32, count: 60 - start.utf8.count)
    decoder.append(message)
    #expect(decoder.next() == .needsMore)

    decoder.append([0])
    #expect(decoder.next() == .message(message))

    decoder.append(message + [32])
    #expect(decoder.next() == .tooLong(limit: 60))
  }

  @Test(arguments: [
    #"{"method":"io.framewire.v1.Loads","#, #"{"method":"io.framewire.v1.Get","#, #"{"x":"io.framewire.v1.Load","#,
    #"{"parameters":{"method":"io.framewire.v1.Load""#, #"["method":"io.framewire.v1.Load"#,
  ])
  func `nothing else may be longer`(_ start: String) {
    var decoder = MessageDecoder(limits: MessageDecoder.Limits(message: 48, load: 100))
    decoder.append(Array(start.utf8) + Array(repeating: 32, count: 60 - start.utf8.count) + [0])

    #expect(decoder.next() == .tooLong(limit: 48))
  }

  @Test func `two mebibytes without a NUL are refused at one, and let go`() {
    var decoder = MessageDecoder()
    var steps: [MessageDecoder.Step] = []
    var most = 0
    for _ in 0..<128 {
      decoder.append(Array(repeating: 32, count: 16384))
      steps.append(decoder.next())
      most = max(most, decoder.bufferedCount)
    }

    #expect(steps.prefix(64).allSatisfy { $0 == .needsMore })
    #expect(steps.dropFirst(64).allSatisfy { $0 == .tooLong(limit: 1 << 20) })
    #expect(most <= 1 << 20)
  }

  @Test func `a whole load of sixteen mebibytes is read`() throws {
    let text = String(repeating: "spacer\n", count: (16 << 20) / 8 - 20)
    let request = Request.load(Request.Load(.text(text)))
    var decoder = MessageDecoder()
    decoder.append(request.encoded())

    guard case .message(let message) = decoder.next() else { throw MalformedCall.field("no message") }
    #expect(try Request(Call(decoding: message)) == request)
  }
}
