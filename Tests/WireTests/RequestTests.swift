import Frames
import JSONText
import Testing

@testable import Wire

private func request(_ text: String) throws -> Request { try Request(Call(decoding: Array(text.utf8))) }

@Suite("Understanding calls") struct RequestTests {
  @Test func `requests survive encoding and decoding`() throws {
    for sample in Sample.requests {
      #expect(try Request(Call(decoding: sample.encoded().dropLast())) == sample)
    }
    for op in [
      Op(.set(.config, to: nil)), Op(.set(.trait, of: "idiom", to: nil)),
      Op(.set(.constant, of: "#gap", to: nil)),
      Op(.set(.text, of: "title", to: nil)), Op(.set(.hidden, of: "title", to: nil)),
      Op(.set(.intrinsic, of: "chart", to: nil)), Op(.set(.variable, of: "gap", to: nil)),
      Op(.set(.size, to: [nil, 10])),
      Op(.set(.intrinsic, of: "chart", to: [nil, 3, nil, nil])),
    ] {
      let sample = Request.apply(Request.Apply(ops: [op]))
      #expect(try Request(Call(decoding: sample.encoded().dropLast())) == sample)
    }
  }

  @Test func `what is left out has its default`() throws {
    #expect(
      try request(#"{"method":"io.framewire.v1.Subscribe","more":true}"#)
        == .subscribe(
          Request.Subscribe(
            scene: nil, filter: Filter(), mode: .latest, animation: .frames, maxHz: nil, epoch: nil, since: nil,
            heartbeatMs: nil, diagnostics: false)))
    #expect(
      try request(#"{"method":"io.framewire.v1.Apply","parameters":{"ops":[]}}"#)
        == .apply(Request.Apply(scene: nil, ops: [], ifLayoutRev: nil, wait: .solved)))
    #expect(
      try request(#"{"method":"io.framewire.v1.Sync","parameters":{}}"#)
        == .sync(Request.Sync(scene: nil, timeoutMs: 5000, settled: false)))
  }

  @Test func `a text goes with what it is truncated by, whichever of them is asked for`() throws {
    func fields(_ names: String) throws -> Request {
      try request(#"{"method":"io.framewire.v1.Snapshot","parameters":{"filter":{"fields":\#(names)}}}"#)
    }

    #expect(try fields(#"["truncated"]"#) == .snapshot(Request.Snapshot(filter: Filter(fields: .text))))
    #expect(try fields(#"["truncated","frame"]"#) == fields(#"["frame","text"]"#))
  }

  @Test func `every name in the interface's list of fields is one, and there are no others`() throws {
    let lines = InterfaceDescription.framewire.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("# fields: ") })
    let list = (lines[start] + lines[start + 1]).replacing("#", with: " ").split(separator: ". ")[0]
    let named = list.split(separator: " of ").last!.split { !$0.isLetter }.map(String.init)

    #expect(Set(named) == Set(FrameFilter.Fields.names.map(\.name)).union(["truncated"]))
  }

  @Test func `null is as good as left out, and members nobody knows are ignored`() throws {
    let text = #"{"method":"io.framewire.v1.Snapshot","parameters":{"scene":null,"filter":{"x":1},"y":[]},"z":{}}"#

    #expect(try request(text) == .snapshot(Request.Snapshot()))
  }

  @Test func `an interface or method that does not exist is answered by its name`() {
    #expect(throws: WireError.methodNotFound("io.framewire.v1.Paint")) {
      try request(#"{"method":"io.framewire.v1.Paint"}"#)
    }
    #expect(throws: WireError.interfaceNotFound("io.framewire.v2")) {
      try request(#"{"method":"io.framewire.v2.Apply"}"#)
    }
    #expect(throws: WireError.interfaceNotFound("")) { try request(#"{"method":"Apply"}"#) }
  }

  @Test func `a subscription without more is answered by expectedMore`() {
    #expect(throws: WireError.expectedMore) { try request(#"{"method":"io.framewire.v1.Subscribe"}"#) }
  }

  @Test(arguments: [
    (#"{"method":"io.framewire.v1.Open","parameters":{"layout":"a"}}"#, "scene"),
    (#"{"method":"io.framewire.v1.Load","parameters":{}}"#, "path"),
    (#"{"method":"io.framewire.v1.Snapshot","parameters":{"filter":{"depth":-1}}}"#, "filter.depth"),
    (#"{"method":"io.framewire.v1.Snapshot","parameters":{"filter":{"fields":["text","size"]}}}"#, "filter.fields[1]"),
    (#"{"method":"io.framewire.v1.Snapshot","parameters":{"at":1.5}}"#, "at"),
    (#"{"method":"io.framewire.v1.Snapshot","parameters":{"at":1e300}}"#, "at"),
    (#"{"method":"io.framewire.v1.Subscribe","more":true,"parameters":{"maxHz":0}}"#, "maxHz"),
    (#"{"method":"io.framewire.v1.Subscribe","more":true,"parameters":{"maxHz":1e-300}}"#, "maxHz"),
    (#"{"method":"io.framewire.v1.Subscribe","more":true,"parameters":{"maxHz":1e300}}"#, "maxHz"),
    (#"{"method":"io.framewire.v1.Subscribe","more":true,"parameters":{"mode":"some"}}"#, "mode"),
    (#"{"method":"io.framewire.v1.Subscribe","more":true,"parameters":{"heartbeatMs":0}}"#, "heartbeatMs"),
    (#"{"method":"io.framewire.v1.Subscribe","more":true,"parameters":{"heartbeatMs":86400001}}"#, "heartbeatMs"),
    (#"{"method":"io.framewire.v1.Subscribe","more":true,"parameters":{"since":-1}}"#, "since"),
    (#"{"method":"io.framewire.v1.Subscribe","more":true,"parameters":{"filter":{"minDelta":-1}}}"#, "filter.minDelta"),
    (#"{"method":"io.framewire.v1.Snapshot","parameters":{"at":-1}}"#, "at"),
    (#"{"method":"io.framewire.v1.Apply","parameters":{"ops":[],"ifLayoutRev":-1}}"#, "ifLayoutRev"),
    (#"{"method":"io.framewire.v1.Clock","parameters":{"action":"seek"}}"#, "ms"),
    (#"{"method":"io.framewire.v1.Clock","parameters":{"action":"step","ms":-1}}"#, "ms"),
    (#"{"method":"io.framewire.v1.Clock","parameters":{"action":"step","ms":4e14}}"#, "ms"),
    (#"{"method":"io.framewire.v1.Sync","parameters":{"timeoutMs":-1}}"#, "timeoutMs"),
    (#"{"method":"io.framewire.v1.Sync","parameters":{"timeoutMs":86400001}}"#, "timeoutMs"),
    (#"{"method":"io.framewire.v1.Apply","parameters":{"scene":"a"}}"#, "ops"),
    (#"{"method":"io.framewire.v1.Apply","parameters":{"scene":"a","ops":[],"animate":true}}"#, "animate"),
    (
      #"{"method":"io.framewire.v1.Open","parameters":{"layout":"a","scene":"b","environment":{"size":[1,-1]}}}"#,
      "environment.size"
    ),
    (
      #"{"method":"io.framewire.v1.Open","parameters":{"layout":"a","scene":"b","environment":{"safe":[1,2,3]}}}"#,
      "environment.safe"
    ),
  ])
  func `a parameter that is missing, mistyped or out of range is named`(_ text: String, _ parameter: String) {
    #expect(throws: WireError.invalidParameter(parameter)) { try request(text) }
  }

  @Test(arguments: [
    ("5", "an operation is an object"), ("{}", "'op' is missing"),
    (#"{"op":"paint"}"#, "there is no operation 'paint'"),
    (#"{"op":"size","value":800}"#, "'value' must be [width, height], each a number from 0 or null"),
    (#"{"op":"constant","value":1}"#, "'name' is missing; it must be a string"),
    (##"{"op":"constant","name":"#gap","value":"16"}"##, "'value' must be a number, or a list of numbers"),
    (##"{"op":"constant","name":"#gap","value":[]}"##, "'value' must be a number, or a list of numbers"),
    (#"{"op":"scale","value":0}"#, "'value' must be a number above 0"),
    (#"{"op":"scale"}"#, "'value' is missing; it must be a number above 0"),
    (
      #"{"op":"variable","name":"a","value":[1]}"#, "'value' must be a number, a string, a list of records or null"
    ),
    (#"{"op":"scroll","view":"a","value":[1]}"#, "'value' must be [x, y]"),
    (#"{"op":"keyboard","value":1,"durationMs":-1}"#, "'durationMs' must be milliseconds from 0 to 86400000"),
    (#"{"op":"keyboard","value":1,"durationMs":1e24}"#, "'durationMs' must be milliseconds from 0 to 86400000"),
    (#"{"op":"keyboard","value":1,"curve":5}"#, #"'curve' must be a curve, like "ease-out""#),
    (#"{"op":"insert","name":"rows","value":{"id":"a"}}"#, "'value' must be a list of records"),
    (#"{"op":"change","name":"rows","key":"a"}"#, "'value' is missing; it must be an object of fields"),
    (#"{"op":"append","view":"row"}"#, "'value' is missing; it must be a list of views"),
    (#"{"op":"append","view":"row","value":"a"}"#, "'value' must be a list of views"),
    (#"{"op":"append","value":["a"]}"#, "'view' is missing; it must be a string"),
    (#"{"op":"append","view":"row","value":["a"],"at":-1}"#, "'at' must be a place, counted from 0"),
    (#"{"op":"remove"}"#, "'view' is missing; it must be a string"),
    (#"{"op":"arrange","view":"row","value":[1]}"#, "'value' must be a list of views"),
    (#"{"op":"reset","name":"everything"}"#, "'name' must be configs, traits, values or views"),
    (#"{"op":"config","animate":1}"#, "'animate' must be true or false"),
    (
      #"{"op":"insert","name":"rows","value":[],"befor":"a"}"#,
      "'insert' has no 'befor'; it may have name, value, at, before, animate"
    ),
    (#"{"op":"size","value":[1,2],"view":"a"}"#, "'size' has no 'view'; it may have value, animate"),
  ])
  func `a bad operation is named by its index, and told what it should be`(_ op: String, _ message: String) {
    let text = #"{"method":"io.framewire.v1.Apply","parameters":{"ops":[{"op":"config"},\#(op)]}}"#

    #expect(throws: WireError.badOperation(index: 1, message: message)) { try request(text) }
  }

  @Test(arguments: [
    ("hello", MalformedCall.syntax(JSONSyntaxError(.expectedValue, at: 0..<0))), ("[]", .field("method")),
    ("{}", .field("method")), (#"{"method":1}"#, .field("method")), (#"{"method":"a.B","more":1}"#, .field("more")),
    (#"{"method":"a.B","parameters":[]}"#, .field("parameters")),
  ])
  func `what is no call is answered once`(_ text: String, _ expected: MalformedCall) throws {
    #expect(throws: expected) { try Call(decoding: Array(text.utf8)) }
    #expect(expected.reply.name == "org.varlink.service.InvalidParameter")
  }

  @Test func `calls survive encoding and decoding`() throws {
    let call = Call(method: "a.B", parameters: ["x": [1, nil]], more: true, oneway: true, upgrade: true)

    #expect(try Call(decoding: call.encoded().dropLast()) == call)
  }
}
