import JSONText

@testable import LayoutSyntax

/// The JSON Schema (draft 2020-12) of layouts as JSON, made from the shapes. What a string may say is the language's
/// business and not in it. `Documentation/layout.schema.json` is this text.
enum LayoutSchema {
  static var text: String {
    var definitions: JSONObject = [:]
    for context in ProjectionShape.Context.allCases { definitions.add(context.rawValue, choice(context)) }
    definitions.add("clauseLine", clauseLine)
    for shape in ProjectionShape.all { definitions.add("\(shape.syntax)", object(shape)) }
    let schema: JSON = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A Framewire layout",
      "description": "What `framewire fmt --to json` writes, and every verb and the daemon read.", "type": "object",
      "properties": [
        "version": ["const": SyntaxTree.projectionVersion], "declarations": array(of: reference(to: "declaration")),
      ],
      "required": ["version", "declarations"], "additionalProperties": false, "$defs": .object(definitions),
    ]
    return schema.layoutText
  }

  /// What may stand in a context, told apart by its kind alone: with `oneOf` a validator would look into the bodies of
  /// all candidates, and theirs.
  private static func choice(_ context: ProjectionShape.Context) -> JSON {
    let shapes = ProjectionShape.all.filter { $0.contexts.contains(context) }
    var cases = shapes.map { (kind(of: $0), "\($0.syntax)") }
    var kinds = ProjectionShape.kinds(in: context)
    if context == .statement {
      cases.append((["const": .string(ProjectionShape.clauseLine)], "clauseLine"))
      kinds.append(ProjectionShape.clauseLine)
    }
    let branches = cases.map { kind, name -> JSON in
      ["if": ["properties": ["kind": kind], "required": ["kind"]], "then": reference(to: name)]
    }
    return [
      "type": "object", "properties": ["kind": ["enum": strings(kinds)]], "required": ["kind"],
      "allOf": .array(branches),
    ]
  }

  private static func kind(of shape: ProjectionShape) -> JSON {
    shape.kinds.count == 1 ? ["const": .string(shape.kinds[0])] : ["enum": strings(shape.kinds)]
  }

  private static var clauseLine: JSON {
    object(
      [
        "kind": ["const": .string(ProjectionShape.clauseLine)],
        "clauses": ["type": "array", "items": reference(to: "clause"), "minItems": 2],
      ], required: ["kind", "clauses"])
  }

  private static func object(_ shape: ProjectionShape) -> JSON {
    var properties: JSONObject = ["kind": kind(of: shape)]
    for part in shape.parts { properties.add(part.member, self.part(part)) }
    return object(properties, required: ["kind"] + shape.parts.filter(\.isRequired).map(\.member))
  }

  private static func part(_ part: ProjectionShape.Part) -> JSON {
    switch part.form {
    case .source, .text: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .relation: ["enum": ["==", ">=", "<=", "<", ">"]]
    case .range: ["enum": ["...", "..<"]]
    case .adjacency: ["enum": ["below", "above", "before", "after"]]
    case .strings: array(of: ["type": "string"])
    case .clauses: array(of: reference(to: "clause"))
    case .environment: array(of: reference(to: "environment"))
    case .statements: array(of: reference(to: "statement"))
    case .steps: array(of: reference(to: "step"))
    case .statement: reference(to: "ifStatement")
    }
  }

  private static func object(_ properties: JSONObject, required: [String]) -> JSON {
    [
      "type": "object", "properties": .object(properties), "required": strings(required),
      "additionalProperties": false,
    ]
  }

  private static func array(of items: JSON) -> JSON { ["type": "array", "items": items] }
  private static func reference(to name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }
  private static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
}

extension JSONObject {
  fileprivate mutating func add(_ name: String, _ value: JSON) { members.append(Member(name: name, value: value)) }
}
