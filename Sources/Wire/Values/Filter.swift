import JSONText

/// What of a scene a subscriber wants to see. The empty filter lets everything through.
public struct Filter: Equatable, Sendable {
  /// What frames are relative to.
  public enum Space: String, Sendable, CaseIterable {
    /// Frames relative to the parent.
    case parent
    /// Frames as seen in the scene, scroll offsets subtracted.
    case scene
  }

  /// Path of the view whose subtree is sent, the view included; nil: the root.
  public var root: String?
  /// Levels below `root`: 0 sends `root` alone; nil: all.
  public var depth: Int?
  /// Only views of these kinds; nil: all.
  public var kinds: [String]?
  /// Only these fields; nil: all but `look` and `lines`.
  public var fields: ViewFields?
  /// What frames are relative to.
  public var space: Space
  /// Points: a frame whose largest change is smaller waits until the sum exceeds it, or the scene has settled.
  public var minDelta: Double?

  public init(
    root: String? = nil, depth: Int? = nil, kinds: [String]? = nil, fields: ViewFields? = nil, space: Space = .parent,
    minDelta: Double? = nil
  ) {
    self.root = root
    self.depth = depth
    self.kinds = kinds
    self.fields = fields
    self.space = space
    self.minDelta = minDelta
  }
}

/// What can be left out of a view: everything but what says which view it is.
public struct ViewFields: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Whether moves are sent. A view's record has its frame always.
  public static let frame = ViewFields(rawValue: 1 << 0)
  /// Whether the view is hidden.
  public static let hidden = ViewFields(rawValue: 1 << 1)
  /// Opacity.
  public static let alpha = ViewFields(rawValue: 1 << 2)
  /// Whether what stands out of the view is cut off.
  public static let clips = ViewFields(rawValue: 1 << 3)
  /// With what the text is truncated by.
  public static let text = ViewFields(rawValue: 1 << 4)
  /// First and last baseline of a text.
  public static let baselines = ViewFields(rawValue: 1 << 5)
  /// Guides declared in the view.
  public static let guides = ViewFields(rawValue: 1 << 6)
  /// What a scroll view scrolls, and how far.
  public static let scroll = ViewFields(rawValue: 1 << 7)
  /// How the view looks.
  public static let look = ViewFields(rawValue: 1 << 8)
  /// The lines that its text is shown on.
  public static let lines = ViewFields(rawValue: 1 << 9)

  /// All of them; whoever names none gets all but `look` and `lines`.
  public static let all = ViewFields(rawValue: (1 << 10) - 1)

  /// By the name a view's record has it under, in the order of the record.
  static let names: [(name: String, field: ViewFields)] = [
    ("frame", .frame), ("hidden", .hidden), ("alpha", .alpha), ("clips", .clips), ("text", .text),
    ("baselines", .baselines), ("guides", .guides), ("scroll", .scroll), ("look", .look), ("lines", .lines),
  ]
}

extension Filter.Space: JSONCodable {}

extension ViewFields: JSONCodable {
  init(json: JSON) throws(MistypedField) {
    self = []
    for (index, name) in try [String](json: json).enumerated() {
      // The two come together, and a view's record has a name for each.
      if name == "truncated" {
        insert(.text)
        continue
      }
      guard let entry = Self.names.first(where: { $0.name == name }) else { throw MistypedField(path: "[\(index)]") }
      insert(entry.field)
    }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for entry in Self.names where contains(entry.field) { writer.string(entry.name) }
    writer.endArray()
  }
}

extension Filter: JSONObjectCodable {
  init(fields members: JSONFields) throws(MistypedField) {
    root = try members.optional("root")
    depth = try members.optional("depth", within: 0...)
    kinds = try members.optional("kinds")
    fields = try members.optional("fields")
    space = try members.optional("space") ?? .parent
    minDelta = try members.optional("minDelta", within: 0...)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("root", ifPresent: root)
    writer.member("depth", ifPresent: depth)
    writer.member("kinds", ifPresent: kinds)
    writer.member("fields", ifPresent: fields)
    if space != .parent { writer.member("space", space) }
    writer.member("minDelta", ifPresent: minDelta)
  }
}
