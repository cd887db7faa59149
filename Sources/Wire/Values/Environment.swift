import JSONText
public import Settables

/// What a scene is opened in. Everything left out is as the layout file says.
public struct Environment: Equatable, Sendable {
  /// What surrounds the scene, then traits, flags and variables. Of each of these, and in this order, when it was read.
  public var assignments: [Assignment]

  /// - Parameter assignments: of surroundings, traits, flags that are set, and variables.
  public init(_ assignments: [Assignment] = []) { self.assignments = assignments }
}

extension Environment: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    assignments = []
    for settable in Settable.surroundings {
      guard let json = fields.object[settable.rawValue], json != .null else { continue }
      try append(settable, of: nil, json, path: settable.rawValue)
    }
    let traits: [String: JSON] = try fields.optional("traits") ?? [:]
    for (name, json) in traits.sorted(by: { $0.key < $1.key }) {
      try append(.trait, of: name, json, path: "traits.\(name)")
    }
    let flags: [String] = try fields.optional("flags") ?? []
    for name in flags { assignments.append(Assignment(.flag, of: name, to: true)) }
    let variables: [String: JSON] = try fields.optional("variables") ?? [:]
    for (name, json) in variables.sorted(by: { $0.key < $1.key }) {
      try append(.variable, of: name, json == .null ? nil : json, path: "variables.\(name)")
    }
  }

  private mutating func append(
    _ settable: Settable, of subject: String?, _ json: JSON?, path: String
  ) throws(MistypedField) {
    let value = json.flatMap { SettableValue($0) }
    let assignment = Assignment(settable, of: subject, to: value)
    guard (value != nil) == (json != nil), assignment.isPossible else { throw MistypedField(path: path) }
    assignments.append(assignment)
  }

  func writeMembers(to writer: inout JSONWriter) {
    for settable in Settable.surroundings {
      guard let value = assignments.last(where: { $0.settable == settable })?.value else { continue }
      writer.name(settable.rawValue)
      writer.value(value.json)
    }
    writer.member("traits", ifPresent: values(of: .trait))
    let flags = assignments.filter { $0.settable == .flag && $0.value == true }.compactMap(\.subject)
    if !flags.isEmpty { writer.member("flags", flags) }
    writer.member("variables", ifPresent: values(of: .variable))
  }

  /// By name; nil when nothing is set.
  private func values(of settable: Settable) -> [String: JSON]? {
    let named = assignments.filter { $0.settable == settable }.map { ($0.subject ?? "", $0.value?.json ?? .null) }
    return named.isEmpty ? nil : Dictionary(named) { $1 }
  }
}
