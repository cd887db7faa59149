internal import Motion

/// The value of a `var` that is no number or length: a text, a colour or a duration.
///
/// None of these reaches the solver, so they are no unknowns of a layout. `ResolvedLayout.setting(_:)` puts them where
/// they are used, and the result is as if they stood in the file.
public enum VariableValue: Hashable, Sendable {
  case text(String)
  /// A colour as 0xrrggbbaa.
  case colour(UInt32)
  /// A duration in milliseconds, within `Timing.durations`.
  case duration(Double)

  /// Reads what somebody outside writes for a variable of this type: `Hello`, `#ff8800`, `250ms`.
  ///
  /// - Returns: nil for what is not of this type, such as a colour for a duration.
  public func reading(_ text: String) -> VariableValue? {
    switch self {
    case .text: .text(text)
    case .colour: Self.bytes(ofColour: text).map { .colour($0) }
    case .duration: Duration(written: text).map { .duration($0.inMilliseconds) }
    }
  }

  /// The value as somebody outside writes it.
  public var written: String {
    switch self {
    case .text(let text): return text
    case .colour(let colour):
      let digits = String(colour, radix: 16)
      return "#" + String(repeating: "0", count: 8 - digits.count) + digits
    case .duration(let milliseconds):
      return Duration.written(milliseconds: milliseconds)
    }
  }

  /// The type in messages, with an example.
  public var noun: String {
    switch self {
    case .text: "a text"
    case .colour: "a colour, like #ff8800"
    case .duration: "a duration, like 250ms"
    }
  }

  /// Whether both are texts, both colours, or both durations.
  public func isAlike(_ other: VariableValue) -> Bool {
    switch (self, other) {
    case (.text, .text), (.colour, .colour), (.duration, .duration): true
    case (.text, _), (.colour, _), (.duration, _): false
    }
  }

  /// Reads a colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`; as 0xrrggbbaa.
  public static func bytes(ofColour text: String) -> UInt32? {
    guard text.first == "#" else { return nil }
    var digits = Array(text.dropFirst())
    guard digits.allSatisfy(\.isHexDigit), digits.allSatisfy(\.isASCII) else { return nil }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    if digits.count == 6 { digits += ["f", "f"] }
    return digits.count == 8 ? UInt32(String(digits), radix: 16) : nil
  }
}

/// A text that is put together from written pieces and variables.
public struct TextTemplate: Hashable, Sendable {
  /// A piece of the text.
  public enum Part: Hashable, Sendable {
    case text(String)
    /// The variable at this index of `ResolvedLayout.variables`.
    case variable(Int32)
  }

  /// The pieces in the order of the text.
  public var parts: [Part]

  public init(_ parts: [Part]) { self.parts = parts }

  static func + (left: TextTemplate, right: TextTemplate) -> TextTemplate {
    guard case .text(let end)? = left.parts.last, case .text(let start)? = right.parts.first else {
      return TextTemplate(left.parts + right.parts)
    }
    return TextTemplate(left.parts.dropLast() + [.text(end + start)] + right.parts.dropFirst())
  }
}

/// The text of a view that says `text:` with variables in it.
public struct ComposedText: Equatable, Sendable {
  /// The view whose text it is.
  public var view: ViewID
  /// What the text is made of.
  public var template: TextTemplate

  package init(view: ViewID, template: TextTemplate) {
    self.view = view
    self.template = template
  }
}

/// A variable that gives the duration of a curve, or a spring's response.
public struct TimingVariable: Hashable, Sendable {
  /// The index in `ResolvedLayout.variables`.
  public var variable: Int32
  /// The duration is the variable times this.
  public var factor: Double
}

extension ResolvedLayout {
  /// Whether any variable is no number.
  var hasOtherVariables: Bool { variables.contains { $0.value != nil } }

  /// This layout with other values for its texts, colours and durations, by the names of the variables. A variable that
  /// is not named, or named with a value of another type, is as in the file.
  public func setting(_ values: [String: VariableValue]) -> ResolvedLayout {
    guard hasOtherVariables else { return self }
    let current = variables.map { variable in
      values[variable.name].flatMap { variable.value?.isAlike($0) == true ? $0 : nil } ?? variable.value
    }
    var result = self
    for composed in composedTexts {
      result.views[composed.view].text = composed.template.text(with: current)
    }
    for index in settings.indices {
      switch settings[index].setting {
      case .property(let name, .template(let template)):
        result.settings[index].setting = .property(name: name, .text(template.text(with: current)))
      case .property(let name, .variableColour(let variable)):
        if case .colour(let colour)? = current[Int(variable)] {
          result.settings[index].setting = .property(name: name, .colour(colour))
        }
      default: break
      }
    }
    for index in transitions.indices { result.transitions[index].setDuration(from: current) }
    for index in animations.indices { result.animations[index].setDuration(from: current) }
    for index in animatedRecords.indices { result.animatedRecords[index].setDuration(from: current) }
    return result
  }
}

extension TextTemplate {
  /// Whether it is more than a text.
  package var isOpen: Bool { parts.contains { if case .variable = $0 { true } else { false } } }

  package func text(with values: [VariableValue?]) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .variable(let index):
        if case .text(let text)? = values[Int(index)] { return text }
        return ""
      }
    }.joined()
  }
}
