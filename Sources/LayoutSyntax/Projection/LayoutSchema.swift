/// The JSON Schema (draft 2020-12) of layouts as JSON, made from the shapes. What a string may say is the language's
/// business and not in it.
public enum LayoutSchema {
  public static var text: String {
    let contexts = ProjectionShape.Context.allCases.map { ($0.rawValue, Optional(choice($0))) }
    let shapes = ProjectionShape.all.map { ("\($0.syntax)", Optional(object($0))) }
    let document: [(String, ProjectedValue?)] = [
      ("$schema", string("https://json-schema.org/draft/2020-12/schema")), ("title", string("A Framewire layout")),
      ("description", string("What `framewire fmt --to json` writes, and every verb and the daemon read.")),
      ("type", string("object")),
      (
        "properties",
        .object([
          ("version", .object([("const", ProjectedValue(.number(SyntaxTree.projectionVersion)))])),
          ("declarations", array(of: reference(to: "declaration"))),
        ])
      ), ("required", strings(["version", "declarations"])), ("additionalProperties", ProjectedValue(.bool(false))),
      ("$defs", .object(contexts + [("clauseLine", clauseLine)] + shapes)),
    ]
    return ProjectedValue.object(document).text()
  }

  /// What may stand in a context, told apart by its kind alone: with `oneOf` a validator would look into the bodies of
  /// all candidates, and theirs.
  private static func choice(_ context: ProjectionShape.Context) -> ProjectedValue {
    let shapes = ProjectionShape.all.filter { $0.contexts.contains(context) }
    var cases = shapes.map { (kind(of: $0), "\($0.syntax)") }
    var kinds = ProjectionShape.kinds(in: context)
    if context == .statement {
      cases.append((.object([("const", string(ProjectionShape.clauseLine))]), "clauseLine"))
      kinds.append(ProjectionShape.clauseLine)
    }
    let branches = cases.map { kind, name in
      let condition: ProjectedValue = .object([
        ("properties", .object([("kind", kind)])), ("required", strings(["kind"])),
      ])
      return ProjectedValue.object([("if", condition), ("then", reference(to: name))])
    }
    return .object([
      ("type", string("object")), ("properties", .object([("kind", .object([("enum", strings(kinds))]))])),
      ("required", strings(["kind"])), ("allOf", ProjectedValue(.array(branches))),
    ])
  }

  private static func kind(of shape: ProjectionShape) -> ProjectedValue {
    .object([shape.kinds.count == 1 ? ("const", string(shape.kinds[0])) : ("enum", strings(shape.kinds))])
  }

  private static var clauseLine: ProjectedValue {
    object(
      [
        ("kind", .object([("const", string(ProjectionShape.clauseLine))])),
        (
          "clauses",
          .object([
            ("type", string("array")), ("items", reference(to: "clause")), ("minItems", ProjectedValue(.number("2"))),
          ])
        ),
      ], required: ["kind", "clauses"])
  }

  private static func object(_ shape: ProjectionShape) -> ProjectedValue {
    return object(
      [("kind", kind(of: shape))] + shape.parts.map { ($0.member, self.part($0)) },
      required: ["kind"] + shape.parts.filter(\.isRequired).map(\.member))
  }

  private static func part(_ part: ProjectionShape.Part) -> ProjectedValue {
    switch part.form {
    case .source, .text: .object([("type", string("string"))])
    case .flag: .object([("type", string("boolean"))])
    case .relation: .object([("enum", strings(["==", ">=", "<=", "<", ">"]))])
    case .range: .object([("enum", strings(["...", "..<"]))])
    case .adjacency: .object([("enum", strings(["below", "above", "before", "after"]))])
    case .strings: array(of: .object([("type", string("string"))]))
    case .clauses: array(of: reference(to: "clause"))
    case .environment: array(of: reference(to: "environment"))
    case .statements: array(of: reference(to: "statement"))
    case .steps: array(of: reference(to: "step"))
    case .statement: reference(to: "ifStatement")
    }
  }

  private static func object(_ properties: [(String, ProjectedValue)], required: [String]) -> ProjectedValue {
    .object([
      ("type", string("object")), ("properties", .object(properties.map { ($0, Optional($1)) })),
      ("required", strings(required)), ("additionalProperties", ProjectedValue(.bool(false))),
    ])
  }

  private static func array(of items: ProjectedValue) -> ProjectedValue {
    .object([("type", string("array")), ("items", items)])
  }

  private static func reference(to name: String) -> ProjectedValue { .object([("$ref", string("#/$defs/\(name)"))]) }
  private static func string(_ text: String) -> ProjectedValue { ProjectedValue(.string(text)) }
  private static func strings(_ texts: [String]) -> ProjectedValue { ProjectedValue(.array(texts.map(string))) }
}
