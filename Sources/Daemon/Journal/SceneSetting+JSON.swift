import Geometry
import JSONText
import LayoutEngine
import LayoutModel
import LayoutRuntime

/// A setting as the journal writes it: the first member names its kind and what it is about, `to` is the value, null
/// when it was taken back, and `written` is what the file said in its place.
extension SceneSetting {
  var json: JSON {
    switch self {
    case .width(let width): Self.json("width", nil, width?.json)
    case .height(let height): Self.json("height", nil, height?.json)
    case .scale(let scale): Self.json("scale", nil, scale.map { .number($0) })
    case .safe(let insets): Self.json("safe", nil, insets.map { .numbers([$0.top, $0.left, $0.bottom, $0.right]) })
    case .margins(let insets):
      Self.json("margins", nil, insets.map { .numbers([$0.top, $0.leading, $0.bottom, $0.trailing]) })
    case .keyboard(let height): Self.json("keyboard", nil, height.map { .number($0) })
    case .trait(let name, let value): Self.json("trait", name, value.map { .string($0) })
    case .flag(let name, let isSet): Self.json("flag", name, isSet.map { .bool($0) })
    case .variable(let name, let value): Self.json("variable", name, value.map { .number($0) })
    case .value(let name, let value): Self.json("value", name, value?.json)
    case .configuration(let view, let name): Self.json("config", view, name.map { .string($0) })
    case .constant(let key, let values, let written):
      Self.json("constant", key, values.map { .numbers($0) }, written: written)
    case .text(let view, let value, let written):
      Self.json("text", view, value.map { .string($0) }, written: written)
    case .hidden(let view, let isHidden, let written):
      Self.json("hidden", view, isHidden.map { .bool($0) }, written: written)
    case .intrinsic(let view, let size):
      Self.json(
        "intrinsic", view, size.map { .numbers([$0.width, $0.height, $0.firstBaseline, $0.lastBaseline]) })
    case .scroll(let view, let offset): Self.json("scroll", view, offset.map { .numbers([$0.x, $0.y]) })
    case .place(let view, let place): Self.json("place", view, place?.json)
    }
  }

  private static func json(_ kind: String, _ subject: String?, _ value: JSON?, written: String? = nil) -> JSON {
    var object: JSONObject = [kind: subject.map { .string($0) } ?? true, "to": value ?? .null]
    if let written { object.members.append(JSONObject.Member(name: "written", value: .string(written))) }
    return .object(object)
  }

  /// Nil: this version does not know the kind, or the value is none that can be set.
  init?(_ json: JSON) {
    guard let first = json.object?.members.first, let to = json["to"] else { return nil }
    let written = json["written"]?.string
    /// The value, nil when it was taken back; nothing when it cannot be.
    func value<Value>(_ read: (JSON) -> Value?) -> Value?? {
      if to == .null { return .some(nil) }
      return read(to).map { .some($0) }
    }
    func insets(_ json: JSON) -> [Double]? { json.numbers.flatMap { $0.count == 4 ? $0 : nil } }

    switch first.name {
    case "width":
      guard let width = value({ EnvironmentClause.Extent($0) }) else { return nil }
      self = .width(width)
    case "height":
      guard let height = value({ EnvironmentClause.Extent($0) }) else { return nil }
      self = .height(height)
    case "scale":
      guard let scale = value(\.number), scale ?? 1 > 0 else { return nil }
      self = .scale(scale)
    case "safe":
      guard let edges = value(insets) else { return nil }
      self = .safe(edges.map { EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) })
    case "margins":
      guard let edges = value(insets) else { return nil }
      self = .margins(edges.map { DirectionalInsets(top: $0[0], leading: $0[1], bottom: $0[2], trailing: $0[3]) })
    case "keyboard":
      guard let height = value(\.number), height ?? 0 >= 0 else { return nil }
      self = .keyboard(height)
    default:
      guard let subject = first.value.string else { return nil }
      switch first.name {
      case "trait":
        guard let trait = value(\.string) else { return nil }
        self = .trait(name: subject, value: trait)
      case "flag":
        guard let isSet = value(\.bool) else { return nil }
        self = .flag(name: subject, isSet: isSet)
      case "variable":
        guard let number = value(\.number) else { return nil }
        self = .variable(name: subject, value: number)
      case "value":
        guard let other = value({ VariableValue($0) }) else { return nil }
        self = .value(name: subject, other)
      case "config":
        guard let name = value(\.string) else { return nil }
        self = .configuration(view: subject, name: name)
      case "constant":
        guard let values = value(\.numbers), values?.isEmpty != true else { return nil }
        self = .constant(key: subject, values: values, written: written)
      case "text":
        guard let text = value(\.string) else { return nil }
        self = .text(view: subject, value: text, written: written)
      case "hidden":
        guard let isHidden = value(\.bool) else { return nil }
        self = .hidden(view: subject, isHidden: isHidden, written: written)
      case "intrinsic":
        guard let size = value({ IntrinsicSize($0) }) else { return nil }
        self = .intrinsic(view: subject, size: size)
      case "scroll":
        guard let offset = value({ $0.numbers.flatMap { $0.count == 2 ? $0 : nil } }) else { return nil }
        self = .scroll(view: subject, offset: offset.map { Point(x: $0[0], y: $0[1]) })
      case "place":
        guard let place = value({ ViewPlace($0) }) else { return nil }
        self = .place(view: subject, place)
      default: return nil
      }
    }
  }
}

extension EnvironmentClause.Extent {
  fileprivate var json: JSON {
    switch self {
    case .fixed(let length): .number(length)
    case .wrapping: "wrapping"
    }
  }

  fileprivate init?(_ json: JSON) {
    switch json {
    case .number(let length) where length >= 0: self = .fixed(length)
    case "wrapping": self = .wrapping
    default: return nil
    }
  }
}

extension VariableValue {
  /// By its type: `{"text": "Hello"}`, `{"colour": "#ff8800ff"}`, `{"duration": "250ms"}`.
  fileprivate var json: JSON {
    switch self {
    case .text(let text): ["text": .string(text)]
    case .colour: ["colour": .string(written)]
    case .duration: ["duration": .string(written)]
    }
  }

  fileprivate init?(_ json: JSON) {
    let kinds: [(String, VariableValue)] = [("text", .text("")), ("colour", .colour(0)), ("duration", .duration(0))]
    for (name, kind) in kinds {
      guard let text = json[name]?.string else { continue }
      guard let value = kind.reading(text) else { return nil }
      self = value
      return
    }
    return nil
  }
}

extension ViewPlace {
  /// `"away"`, or the stack, the place in it, and whether it is last whatever the file says.
  fileprivate var json: JSON {
    switch self {
    case .away: "away"
    case .arranged(let stack, let index, let isLast):
      ["in": .string(stack), "at": .number(Double(index)), "last": .bool(isLast)]
    }
  }

  fileprivate init?(_ json: JSON) {
    if json == "away" {
      self = .away
      return
    }
    guard let stack = json["in"]?.string, let place = json["at"]?.number, let index = Int(exactly: place), index >= 0
    else { return nil }
    self = .arranged(in: stack, index: index, isLast: json["last"]?.bool ?? false)
  }
}

extension IntrinsicSize {
  /// Each length from 0, or null.
  fileprivate init?(_ json: JSON) {
    guard let lengths = json.array, lengths.count == 4 else { return nil }
    guard lengths.allSatisfy({ $0 == .null || $0.number ?? -1 >= 0 }) else { return nil }
    self.init(
      width: lengths[0].number, height: lengths[1].number, firstBaseline: lengths[2].number,
      lastBaseline: lengths[3].number)
  }
}

extension JSON {
  fileprivate static func numbers(_ values: [Double?]) -> JSON {
    .array(values.map { $0.map { .number($0) } ?? .null })
  }

  /// All of them, when this is a list of numbers.
  fileprivate var numbers: [Double]? {
    guard let elements = array else { return nil }
    let numbers = elements.compactMap(\.number)
    return numbers.count == elements.count ? numbers : nil
  }

  fileprivate var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}
