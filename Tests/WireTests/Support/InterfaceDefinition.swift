/// A varlink interface description, read: <https://varlink.org/Interface-Definition>.
struct InterfaceDefinition {
  indirect enum TypeExpression: Equatable {
    case bool, int, float, string, object
    case named(String)
    case array(TypeExpression)
    case map(TypeExpression)
    case nullable(TypeExpression)
    case structure([Field])
    case enumeration([String])
  }

  struct Field: Equatable {
    var name: String
    var type: TypeExpression
  }

  struct Method {
    var parameters: [Field]
    var results: [Field]
  }

  private(set) var name = ""
  private(set) var types: [String: [Field]] = [:]
  private(set) var methods: [String: Method] = [:]
  private(set) var errors: [String: [Field]] = [:]

  struct SyntaxError: Error { var message: String }

  init(parsing text: String) throws {
    var reader = Reader(text)
    try reader.expect("interface")
    name = try reader.word()
    while let keyword = reader.nextWord() {
      let name = try reader.word()
      switch keyword {
      case "type": types[name] = try reader.fields()
      case "error": errors[name] = try reader.fields()
      case "method":
        let parameters = try reader.fields()
        try reader.expect("->")
        methods[name] = Method(parameters: parameters, results: try reader.fields())
      default: throw SyntaxError(message: "unexpected '\(keyword)'")
      }
    }
  }

  /// Reads token by token; a comment ends with its line.
  private struct Reader {
    private var tokens: [String] = []
    private var position = 0

    init(_ text: String) {
      for line in text.split(separator: "\n") {
        var word = ""
        func flush() {
          if !word.isEmpty { tokens.append(word) }
          word = ""
        }
        for character in line {
          if character == "#" { break }
          switch character {
          case " ": flush()
          case "(", ")", ",", ":", "?", "[", "]":
            flush()
            tokens.append(String(character))
          default: word.append(character)
          }
        }
        flush()
      }
    }

    mutating func nextWord() -> String? {
      guard position < tokens.count else { return nil }
      position += 1
      return tokens[position - 1]
    }

    mutating func word() throws -> String {
      guard let word = nextWord() else { throw SyntaxError(message: "the text ends early") }
      return word
    }

    mutating func take(_ token: String) -> Bool {
      guard position < tokens.count, tokens[position] == token else { return false }
      position += 1
      return true
    }

    mutating func expect(_ token: String) throws {
      let word = try word()
      guard word == token else { throw SyntaxError(message: "expected '\(token)', found '\(word)'") }
    }

    mutating func fields() throws -> [Field] {
      guard case .structure(let fields) = try type() else { throw SyntaxError(message: "expected fields") }
      return fields
    }

    mutating func type() throws -> TypeExpression {
      if take("?") { return .nullable(try type()) }
      if take("[") {
        if take("]") { return .array(try type()) }
        try expect("string")
        try expect("]")
        return .map(try type())
      }
      if take("(") { return try members() }
      switch try word() {
      case "bool": return .bool
      case "int": return .int
      case "float": return .float
      case "string": return .string
      case "object": return .object
      case let name: return .named(name)
      }
    }

    /// A structure when the first name has a type, else an enumeration.
    private mutating func members() throws -> TypeExpression {
      var fields: [Field] = []
      var names: [String] = []
      while !take(")") {
        let name = try word()
        if take(":") { fields.append(Field(name: name, type: try type())) } else { names.append(name) }
        _ = take(",")
      }
      guard fields.isEmpty || names.isEmpty else { throw SyntaxError(message: "fields and names mixed") }
      return names.isEmpty ? .structure(fields) : .enumeration(names)
    }
  }
}
