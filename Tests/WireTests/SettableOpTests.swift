import JSONText
import Settables
import TestSupport
import Testing

@testable import Wire

/// What holds for everything settable, whatever there is.
@Suite("Setting anything by the protocol") struct SettableOpTests {
  private func decoded(_ op: JSON) throws(MalformedOp) -> Op { try Op(decoding: op) }

  /// An operation as a peer writes it.
  private func op(_ settable: Settable, to value: SettableValue?) throws -> JSON {
    var writer = JSONWriter()
    Op(.set(settable, of: settable.sampleSubject, to: value)).write(to: &writer)
    return try JSON(parsing: writer.bytes)
  }

  @Test(arguments: Settable.allCases)
  func `what is set is read as it was written`(settable: Settable) throws {
    let values = settable.samples + (settable.entry.needsValue ? [] : [nil])
    for value in values {
      let json = try op(settable, to: value)

      #expect(try decoded(json).action == .set(settable, of: settable.sampleSubject, to: value))
      #expect(json["op"]?.string == settable.rawValue)
    }
  }

  @Test(arguments: Settable.allCases)
  func `a value that it cannot have is refused in the words of its form`(settable: Settable) throws {
    for value in settable.form.misfits {
      let json = try op(settable, to: value)

      let error = #expect(throws: MalformedOp.self, "\(value)") { try decoded(json) }
      #expect(error?.message.hasSuffix("' must be \(settable.form.phrase)") == true, "\(value)")
    }
  }

  @Test(arguments: Settable.allCases.filter { $0.entry.needsValue })
  func `a value that is missing is asked for`(settable: Settable) throws {
    let error = #expect(throws: MalformedOp.self) { try decoded(try op(settable, to: nil)) }
    #expect(error?.message == "'value' is missing; it must be \(settable.form.phrase)")
  }

  @Test(arguments: Settable.allCases.filter { [.name, .id, .view].contains($0.subject) })
  func `what it is set of has to be said`(settable: Settable) throws {
    let json: JSON = ["op": .string(settable.rawValue), "value": settable.samples[0].json]

    let error = #expect(throws: MalformedOp.self) { try decoded(json) }
    let member = settable.subject == .view ? "view" : "name"
    #expect(error?.message == "'\(member)' is missing; it must be a string")
  }

  @Test func `what surrounds a scene can be said when it is opened`() throws {
    for settable in Settable.surroundings {
      let environment = Environment([Assignment(settable, to: settable.samples[0])])
      let request = Request.open(Request.Open(layout: "a", scene: "b", environment: environment))
      #expect(try Request(Call(decoding: request.encoded().dropLast())) == request)

      for value in settable.form.misfits {
        let wrong = Request.Open(
          layout: "a", scene: "b", environment: Environment([Assignment(settable, to: value)]))
        let bytes = Array(Request.open(wrong).encoded().dropLast())
        #expect(throws: WireError.invalidParameter("environment.\(settable.rawValue)"), "\(value)") {
          try Request(Call(decoding: bytes))
        }
      }
    }
  }

  @Test func `a variable is a number or a text, everywhere`() throws {
    #expect(throws: MalformedOp.self) { try decoded(["op": "variable", "name": "wide", "value": true]) }
    let parameters = #"{"layout":"a","scene":"b","environment":{"variables":{"wide":true}}}"#
    #expect(throws: WireError.invalidParameter("environment.variables.wide")) {
      try Request(Call(decoding: Array(#"{"method":"io.framewire.v1.Open","parameters":\#(parameters)}"#.utf8)))
    }
  }
}
