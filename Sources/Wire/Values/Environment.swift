public import JSONText

/// What a scene is opened in. Everything left out is as the layout file says.
public struct Environment: Equatable, Sendable {
  /// Width and height in points; a nil length wraps the content.
  public struct Size: Equatable, Sendable {
    /// Points; nil: as wide as the content.
    public var width: Double?
    /// Points; nil: as high as the content.
    public var height: Double?

    public init(width: Double?, height: Double?) {
      self.width = width
      self.height = height
    }
  }

  /// Four lengths in points, clockwise from the top for `safe`; `margins` have leading and trailing sides.
  public struct Edges: Equatable, Sendable {
    /// Points.
    public var top: Double
    /// Left, or leading.
    public var left: Double
    /// Points.
    public var bottom: Double
    /// Right, or trailing.
    public var right: Double

    public init(top: Double, left: Double, bottom: Double, right: Double) {
      self.top = top
      self.left = left
      self.bottom = bottom
      self.right = right
    }
  }

  /// Of the scene.
  public var size: Size?
  /// Device pixels a point.
  public var scale: Double?
  /// What the system covers.
  public var safe: Edges?
  /// Of the root.
  public var margins: Edges?
  /// Points covered at the bottom.
  public var keyboard: Double?
  /// By name: `sizeClass`, or one of the layout's own.
  public var traits: [String: String]
  /// Those that are set, by name.
  public var flags: [String]
  /// By name: a number, a text or a truth value.
  public var variables: [String: JSON]

  public init(
    size: Size? = nil, scale: Double? = nil, safe: Edges? = nil, margins: Edges? = nil, keyboard: Double? = nil,
    traits: [String: String] = [:], flags: [String] = [], variables: [String: JSON] = [:]
  ) {
    self.size = size
    self.scale = scale
    self.safe = safe
    self.margins = margins
    self.keyboard = keyboard
    self.traits = traits
    self.flags = flags
    self.variables = variables
  }
}

extension Environment.Size: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    let lengths = try [Double?](json: json)
    guard lengths.count == 2, lengths.allSatisfy({ $0 ?? 0 >= 0 }) else { throw MistypedField() }
    self.init(width: lengths[0], height: lengths[1])
  }

  func write(to writer: inout JSONWriter) { [width, height].write(to: &writer) }
}

extension Environment.Edges: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    let lengths = try [Double](json: json)
    guard lengths.count == 4 else { throw MistypedField() }
    self.init(top: lengths[0], left: lengths[1], bottom: lengths[2], right: lengths[3])
  }

  func write(to writer: inout JSONWriter) { [top, left, bottom, right].write(to: &writer) }
}

extension Environment: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    size = try fields.optional("size")
    scale = try fields.optional("scale")
    if let scale, scale <= 0 { throw MistypedField(path: "scale") }
    safe = try fields.optional("safe")
    margins = try fields.optional("margins")
    keyboard = try fields.optional("keyboard")
    if let keyboard, keyboard < 0 { throw MistypedField(path: "keyboard") }
    traits = try fields.optional("traits") ?? [:]
    flags = try fields.optional("flags") ?? []
    variables = try fields.optional("variables") ?? [:]
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("size", ifPresent: size)
    writer.member("scale", ifPresent: scale)
    writer.member("safe", ifPresent: safe)
    writer.member("margins", ifPresent: margins)
    writer.member("keyboard", ifPresent: keyboard)
    if !traits.isEmpty { writer.member("traits", traits) }
    if !flags.isEmpty { writer.member("flags", flags) }
    if !variables.isEmpty { writer.member("variables", variables) }
  }
}
