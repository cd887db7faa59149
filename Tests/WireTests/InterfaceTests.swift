import JSONText
import Settables
import Testing

@testable import Wire

/// Compares messages with the interface description, in both directions.
private struct Conformance {
  let interface: InterfaceDefinition
  /// What does not fit the description.
  var mismatches: [String] = []
  /// `Event.base`, `Subscribe.filter`: fields seen in a message.
  var seen: Set<String> = []

  init(_ text: String) throws { interface = try InterfaceDefinition(parsing: text) }

  mutating func check(_ json: JSON, _ fields: [InterfaceDefinition.Field], of owner: String) {
    guard case .object(let object) = json else { return mismatches.append("\(owner) is no object") }
    for member in object.members {
      guard let field = fields.first(where: { $0.name == member.name }) else {
        mismatches.append("\(owner) has no field '\(member.name)'")
        continue
      }
      seen.insert("\(owner).\(member.name)")
      check(member.value, field.type, at: "\(owner).\(member.name)")
    }
    for field in fields where object[field.name] == nil {
      if case .nullable = field.type { continue }
      mismatches.append("\(owner).\(field.name) is missing")
    }
  }

  mutating func check(_ json: JSON, _ type: InterfaceDefinition.TypeExpression, at place: String) {
    switch (type, json) {
    case (.bool, .bool), (.float, .number), (.string, .string), (.object, _): break
    case (.int, .number(let number)) where number == number.rounded(): break
    case (.enumeration(let names), .string(let name)) where names.contains(name): break
    case (.nullable, .null): break
    case (.nullable(let type), _): check(json, type, at: place)
    case (.array(let type), .array(let elements)): for element in elements { check(element, type, at: place) }
    case (.map(let type), .object(let object)): for member in object.members { check(member.value, type, at: place) }
    case (.structure(let fields), _): check(json, fields, of: place)
    case (.named(let name), _):
      if let fields = interface.types[name] {
        check(json, fields, of: name)
      } else {
        mismatches.append("\(place): there is no type '\(name)'")
      }
    default: mismatches.append("\(place) is \(json), not \(type)")
    }
  }

  /// Every field that the description declares, named as in `seen`.
  var declared: Set<String> {
    var result: Set<String> = []
    func walk(_ fields: [InterfaceDefinition.Field], of owner: String) {
      for field in fields {
        result.insert("\(owner).\(field.name)")
        descend(field.type, at: "\(owner).\(field.name)")
      }
    }
    func descend(_ type: InterfaceDefinition.TypeExpression, at place: String) {
      switch type {
      case .structure(let fields): walk(fields, of: place)
      case .nullable(let type), .array(let type), .map(let type): descend(type, at: place)
      default: break
      }
    }
    for (name, fields) in interface.types { walk(fields, of: name) }
    for (name, method) in interface.methods {
      walk(method.parameters, of: name)
      walk(method.results, of: "\(name)->")
    }
    for (name, fields) in interface.errors { walk(fields, of: name) }
    return result
  }
}

/// Complains of names that are on one side only, and of no others.
private func expectSame(_ declared: Set<String>, _ known: Set<String>, _ location: SourceLocation = #_sourceLocation) {
  let (undeclared, unknown) = (known.subtracting(declared).sorted(), declared.subtracting(known).sorted())
  #expect(undeclared == [], "not in Sources/Wire/InterfaceDescription.swift", sourceLocation: location)
  #expect(
    unknown == [], "declared, and never sent or read by Tests/WireTests/Support/Samples.swift", sourceLocation: location
  )
}

private func json(_ message: [UInt8]) throws -> JSON { try JSON(parsing: message.dropLast()) }

@Suite("Messages and the interface description") struct InterfaceTests {
  static let served = ["org.varlink.service", "io.framewire.v1"]

  @Test(arguments: served) func `the description names its interface and refers to declared types only`(
    _ name: String
  ) throws {
    let text = try #require(InterfaceDescription.text(of: name))
    let interface = try InterfaceDefinition(parsing: text)

    #expect(interface.name == name)
    #expect(InterfaceDescription.interfaces.contains(name))
    func names(_ type: InterfaceDefinition.TypeExpression) -> [String] {
      switch type {
      case .named(let name): [name]
      case .array(let type), .map(let type), .nullable(let type): names(type)
      case .structure(let fields): fields.flatMap { names($0.type) }
      default: []
      }
    }
    let fields =
      interface.types.values.flatMap { $0 } + interface.errors.values.flatMap { $0 }
      + interface.methods.values.flatMap { $0.parameters + $0.results }
    for name in fields.flatMap({ names($0.type) }) { #expect(interface.types[name] != nil, "\(name)") }
  }

  @Test func `the parts of a reset are told with all that they take back`() {
    for part in StatePart.allCases {
      let words = part == .views ? ["append", "remove", "arrange"] : part.settables.map(\.rawValue)
      let isTold = InterfaceDescription.framewire.contains("\(part.rawValue) (\(words.joined(separator: ", ")))")
      #expect(isTold, "\(part)")
    }
  }

  @Test func `the kinds of values that Get tells are those of the catalogue`() throws {
    let interface = try InterfaceDefinition(parsing: InterfaceDescription.framewire)
    guard case .array(.structure(let fields))? = interface.methods["Get"]?.results.first?.type,
      case .enumeration(let kinds)? = fields.first(where: { $0.name == "kind" })?.type
    else {
      Issue.record("Get tells no kinds")
      return
    }
    #expect(kinds == Settable.allCases.map(\.rawValue))
  }

  @Test func `an interface that is not served has no description`() {
    #expect(InterfaceDescription.text(of: "io.framewire.v2") == nil)
  }

  @Test func `the methods we know are the methods declared`() throws {
    let declared = try Self.served.flatMap { name in
      try InterfaceDefinition(parsing: #require(InterfaceDescription.text(of: name))).methods.keys.map {
        "\(name).\($0)"
      }
    }

    expectSame(Set(declared), Set(Method.allCases.map(\.rawValue)))
  }

  @Test func `the errors we know are the errors declared`() throws {
    let declared = try Self.served.flatMap { name in
      try InterfaceDefinition(parsing: #require(InterfaceDescription.text(of: name))).errors.keys.map {
        "\(name).\($0)"
      }
    }

    expectSame(Set(declared), Set(Sample.errors.map(\.name)))
  }

  @Test(arguments: served) func `what we send is declared, and what is declared we send`(_ name: String) throws {
    var conformance = try Conformance(#require(InterfaceDescription.text(of: name)))
    func local(_ qualified: String) -> String? {
      qualified.hasPrefix(name + ".") ? String(qualified.dropFirst(name.count + 1)) : nil
    }

    for request in Sample.requests {
      guard let method = local(request.method.rawValue) else { continue }
      conformance.check(
        try json(request.encoded())["parameters"] ?? [:], conformance.interface.methods[method]!.parameters, of: method)
    }
    for (method, reply) in Sample.replies {
      guard let method = local(method.rawValue) else { continue }
      conformance.check(
        try json(reply.encoded())["parameters"] ?? [:], conformance.interface.methods[method]!.results,
        of: method + "->")
    }
    for error in Sample.errors {
      guard let error = local(error.name), let fields = conformance.interface.errors[error] else { continue }
      let sample = Sample.errors.first { $0.name == "\(name).\(error)" }!
      conformance.check(try json(sample.encoded())["parameters"] ?? [:], fields, of: error)
    }

    #expect(conformance.mismatches == [])
    expectSame(conformance.declared, conformance.seen)
  }

  /// Whether a path leads into an operation of an `Apply` that is about records.
  private static func isOfRecords(_ path: String, _ call: Call) -> Bool {
    guard call.method == Method.apply.rawValue, let ops = call.parameters["ops"]?.array,
      let match = path.prefixMatch(of: /ops\[(\d+)\]/), let op = ops[Int(match.1)!].object?["op"]?.string
    else { return false }
    return ["insert", "change", "move", "delete"].contains(op)
  }

  @Test func `each parameter of each method is read: a value of another type is refused`() throws {
    for request in Sample.requests {
      let call = try Call(decoding: request.encoded().dropLast())
      for (path, mistyped) in JSON.object(call.parameters).mistyped() where !path.hasSuffix("value") {
        var call = call
        call.parameters = mistyped.object!
        if Self.isOfRecords(path, call), [".value", ".key", ".before"].contains(where: path.contains) {
          // Which fields a record has, and what its key is, only the list says: the runtime tells what is wrong.
          #expect(throws: Never.self, "\(path)") { try Request(call) }
        } else if call.method == Method.apply.rawValue, path.hasPrefix("ops[") {
          #expect(throws: WireError.self, "\(path)") { try Request(call) }
        } else if path.hasPrefix("environment.variables.") {
          #expect(throws: Never.self, "\(path)") { try Request(call) }
        } else {
          #expect(throws: WireError.invalidParameter(path), "\(call.method) \(path)") { try Request(call) }
        }
      }
    }
  }

  @Test func `each field of each reply is read: a value of another type is refused`() throws {
    for (method, reply) in Sample.replies {
      let response = try Response(decoding: reply.encoded().dropLast())
      // The value of a variable may be of any type, and so may what a file says for those who draw.
      for (path, mistyped) in JSON.object(response.parameters).mistyped()
      where path != "values[3].value" && !path.hasPrefix("values[4].value") && !path.contains(".data.") {
        var response = response
        response.parameters = mistyped.object!
        #expect(throws: Response.Malformed.field("parameters.\(path)"), "\(method)") {
          try response.outcome(of: method)
        }
      }
    }
  }
}

extension JSON {
  /// This value with one value inside it replaced by one of another type, for every value inside it; with its path.
  fileprivate func mistyped() -> [(path: String, value: JSON)] {
    switch self {
    case .object(var object):
      return object.members.indices.flatMap { index -> [(path: String, value: JSON)] in
        let member = object.members[index]
        return ([("", member.value.ofAnotherType)] + member.value.mistyped()).map { inner, value in
          object.members[index].value = value
          defer { object.members[index].value = member.value }
          let separator = inner.isEmpty || inner.hasPrefix("[") ? "" : "."
          return (member.name + separator + inner, .object(object))
        }
      }
    case .array(var elements):
      // Numbers stand for points of a frame or the like, which are refused as one value.
      guard elements.allSatisfy({ $0.number == nil }) else { return [] }
      return elements.indices.flatMap { index -> [(path: String, value: JSON)] in
        let element = elements[index]
        return ([("", element.ofAnotherType)] + element.mistyped()).map { inner, value in
          elements[index] = value
          defer { elements[index] = element }
          let separator = inner.isEmpty || inner.hasPrefix("[") ? "" : "."
          return ("[\(index)]" + separator + inner, .array(elements))
        }
      }
    default: return []
    }
  }

  private var ofAnotherType: JSON { string == nil ? "wrong" : 0.5 }
}
