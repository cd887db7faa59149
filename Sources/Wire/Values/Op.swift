public import JSONText

/// One operation of `Apply`. The operations of a call take effect together, or not at all.
public struct Op: Equatable, Sendable {
  /// What to do, and with what.
  public enum Action: Equatable, Sendable {
    /// Makes the configuration active in `view`, or in each view that declares it; no name clears what was set.
    case config(name: String?, view: String?)
    /// No value: back to what the environment implies.
    case trait(name: String, value: String?)
    case size(Environment.Size)
    /// Device pixels a point, above 0.
    case scale(Double)
    case safe(Environment.Edges)
    case margins(Environment.Edges)
    /// Points covered at the bottom, and how what it moves gets there, within `motions`: nil for neither, as with any
    /// other value.
    case keyboard(Double, durationMs: Double? = nil, curve: String? = nil)
    /// A number, a string or a truth value; null: back to the file's value, also of a flag with this name.
    case variable(name: String, value: JSON)
    /// Of the constraint with this id (`#gap`), in points; no value: back to the file's.
    case constant(name: String, values: [Double]?)
    case flag(name: String, value: Bool)
    /// No value: back to the file's text.
    case text(view: String, value: String?)
    /// No value: back to what the file says.
    case hidden(view: String, value: Bool?)
    /// Measured by the client; no value: back to our measuring.
    case intrinsic(view: String, value: IntrinsicContent?)
    /// Content offset in points.
    case scroll(view: String, x: Double, y: Double)
    /// Puts views into a stack, in their order, at a place from 0 or at the end.
    case append([String], to: String, at: Int?)
    /// Takes views out, of the stack that is named if one is; nil: all of it.
    case remove([String]?, from: String?)
    /// Makes a stack show exactly these views; nil: those of the file.
    case arrange(view: String, [String]?)
    /// Takes back what was set; nil: all of it. A scene that was opened returns to what it was opened with.
    case reset(Part?)
  }

  /// How many milliseconds a keyboard may take: up to a day, like all that moves.
  public static let motions = 0...86_400_000.0

  /// What can be taken back by itself; together they are all that can be set.
  public enum Part: String, Sendable, CaseIterable {
    case configs
    /// Besides traits the other surroundings: size, scale, safe area, margins, keyboard.
    case traits
    /// Flags, variables, constants, texts, `hidden`, natural sizes, scroll offsets.
    case values
    /// Which views stand in which stacks.
    case views
  }

  /// A view's own size in points and its baselines from the top, nil where there is none.
  public struct IntrinsicContent: Equatable, Sendable {
    /// Points.
    public var width: Double?
    /// Points.
    public var height: Double?
    /// Points from the top.
    public var firstBaseline: Double?
    /// Points from the top.
    public var lastBaseline: Double?

    public init(width: Double?, height: Double?, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
      self.width = width
      self.height = height
      self.firstBaseline = firstBaseline
      self.lastBaseline = lastBaseline
    }
  }

  /// What to do.
  public var action: Action
  /// nil: as the file says; true: at least the default transition; false: at once.
  public var animate: Bool?

  public init(_ action: Action, animate: Bool? = nil) {
    self.action = action
    self.animate = animate
  }
}

extension Op {
  /// The names the interface has for the actions.
  enum Kind: String, CaseIterable, JSONCodable {
    case config, trait, size, scale, safe, margins, keyboard, variable, constant, flag, text, hidden, intrinsic, scroll
    case append, remove, arrange, reset
  }
}

extension Op.Part: JSONCodable {}

/// What is wrong with an operation, for a person.
struct MalformedOp: Error {
  var message: String
}

extension Op {
  init(decoding json: JSON) throws(MalformedOp) {
    guard case .object(let object) = json else { throw MalformedOp(message: "an operation is an object") }
    let fields = OpFields(fields: JSONFields(object: object))
    guard let name = object["op"]?.string else { throw MalformedOp(message: "'op' is missing") }
    guard let kind = Kind(rawValue: name) else { throw MalformedOp(message: "there is no operation '\(name)'") }
    action = try fields.action(kind)
    animate = try fields.optional("animate", "true or false")
  }
}

/// The members of an operation; complains in words.
private struct OpFields {
  let fields: JSONFields

  func action(_ kind: Op.Kind) throws(MalformedOp) -> Op.Action {
    switch kind {
    case .config: return .config(name: try optional("name", "a string"), view: try optional("view", "a string"))
    case .trait: return .trait(name: try name, value: try optional("value", "a string"))
    case .size: return .size(try required("value", "[width, height], each a number from 0 or null"))
    case .scale:
      let scale: Double = try required("value", "a number above 0")
      guard scale > 0 else { throw MalformedOp(message: "'value' must be a number above 0") }
      return .scale(scale)
    case .safe: return .safe(try required("value", "[top, left, bottom, right]"))
    case .margins: return .margins(try required("value", "[top, leading, bottom, trailing]"))
    case .keyboard:
      let height: Double = try required("value", "a number from 0")
      guard height >= 0 else { throw MalformedOp(message: "'value' must be a number from 0") }
      let milliseconds = "milliseconds from 0 to 86400000"
      let duration: Double? = try optional("durationMs", milliseconds)
      if let duration, !Op.motions.contains(duration) {
        throw MalformedOp(message: "'durationMs' must be \(milliseconds)")
      }
      return .keyboard(height, durationMs: duration, curve: try optional("curve", "a curve, like \"ease-out\""))
    case .variable:
      let value = fields.object["value"] ?? .null
      switch value {
      case .null, .bool, .number, .string: return .variable(name: try name, value: value)
      case .array, .object: throw MalformedOp(message: "'value' must be a number, a string, true, false or null")
      }
    case .constant:
      let value: OneOrMore? = try optional("value", "a number, or a list of numbers")
      return .constant(name: try name, values: value?.numbers)
    case .flag: return .flag(name: try name, value: try required("value", "true or false"))
    case .text: return .text(view: try view, value: try optional("value", "a string"))
    case .hidden: return .hidden(view: try view, value: try optional("value", "true or false"))
    case .intrinsic:
      return .intrinsic(
        view: try view,
        value: try optional("value", "[width, height, firstBaseline, lastBaseline], each a number or null"))
    case .scroll:
      let offset: [Double] = try required("value", "[x, y]")
      guard offset.count == 2 else { throw MalformedOp(message: "'value' must be [x, y]") }
      return .scroll(view: try view, x: offset[0], y: offset[1])
    case .append:
      let index: Int? = try optional("at", "a place, counted from 0")
      if let index, index < 0 { throw MalformedOp(message: "'at' must be a place, counted from 0") }
      return .append(try required("value", "a list of views"), to: try view, at: index)
    case .remove:
      let views: [String]? = try optional("value", "a list of views")
      return .remove(views, from: views == nil ? try view : try optional("view", "a string"))
    case .arrange: return .arrange(view: try view, try optional("value", "a list of views"))
    case .reset: return .reset(try optional("name", "configs, traits, values or views"))
    }
  }

  private var name: String { get throws(MalformedOp) { try required("name", "a string") } }
  private var view: String { get throws(MalformedOp) { try required("view", "a string") } }

  private func required<Value: JSONCodable>(_ name: String, _ expected: String) throws(MalformedOp) -> Value {
    guard let value: Value = try optional(name, expected) else {
      throw MalformedOp(message: "'\(name)' is missing; it must be \(expected)")
    }
    return value
  }

  func optional<Value: JSONCodable>(_ name: String, _ expected: String) throws(MalformedOp) -> Value? {
    do { return try fields.optional(name) } catch {
      throw MalformedOp(message: "'\(name)' must be \(expected)")
    }
  }
}

/// Numbers of a constraint: a single one stands by itself, several in a list.
private struct OneOrMore: JSONCodable {
  let numbers: [Double]

  init(_ numbers: [Double]) { self.numbers = numbers }

  init(json: JSON) throws(MistypedField) {
    numbers = if let number = json.number { [number] } else { try [Double](json: json) }
    if numbers.isEmpty { throw MistypedField() }
  }

  func write(to writer: inout JSONWriter) {
    if numbers.count == 1 { numbers[0].write(to: &writer) } else { numbers.write(to: &writer) }
  }
}

extension Op.IntrinsicContent: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    let lengths = try [Double?](json: json)
    guard (2...4).contains(lengths.count) else { throw MistypedField() }
    width = lengths[0]
    height = lengths[1]
    firstBaseline = lengths.count > 2 ? lengths[2] : nil
    lastBaseline = lengths.count > 3 ? lengths[3] : nil
  }

  func write(to writer: inout JSONWriter) { [width, height, firstBaseline, lastBaseline].write(to: &writer) }
}

extension Op {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch action {
    case .config(let name, let view): write(.config, view: view, name: name, value: String?.none, to: &writer)
    case .trait(let name, let value): write(.trait, name: name, value: value, to: &writer)
    case .size(let size): write(.size, value: size, to: &writer)
    case .scale(let scale): write(.scale, value: scale, to: &writer)
    case .safe(let edges): write(.safe, value: edges, to: &writer)
    case .margins(let edges): write(.margins, value: edges, to: &writer)
    case .keyboard(let height, let duration, let curve):
      write(.keyboard, value: height, to: &writer)
      writer.member("durationMs", ifPresent: duration)
      writer.member("curve", ifPresent: curve)
    case .variable(let name, let value):
      write(.variable, name: name, value: value == .null ? nil : value, to: &writer)
    case .constant(let name, let values):
      write(.constant, name: name, value: values.map(OneOrMore.init), to: &writer)
    case .flag(let name, let value): write(.flag, name: name, value: value, to: &writer)
    case .text(let view, let value): write(.text, view: view, value: value, to: &writer)
    case .hidden(let view, let value): write(.hidden, view: view, value: value, to: &writer)
    case .intrinsic(let view, let value): write(.intrinsic, view: view, value: value, to: &writer)
    case .scroll(let view, let x, let y): write(.scroll, view: view, value: [x, y], to: &writer)
    case .append(let views, let stack, let index):
      write(.append, view: stack, value: views, to: &writer)
      writer.member("at", ifPresent: index)
    case .remove(let views, let stack): write(.remove, view: stack, value: views, to: &writer)
    case .arrange(let stack, let views): write(.arrange, view: stack, value: views, to: &writer)
    case .reset(let part): write(.reset, name: part?.rawValue, value: String?.none, to: &writer)
    }
    writer.member("animate", ifPresent: animate)
    writer.endObject()
  }

  private func write(
    _ kind: Kind, view: String? = nil, name: String? = nil, value: (some JSONCodable)?, to writer: inout JSONWriter
  ) {
    writer.member("op", kind)
    writer.member("view", ifPresent: view)
    writer.member("name", ifPresent: name)
    writer.member("value", ifPresent: value)
  }
}
