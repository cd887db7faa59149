public import Frames
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
  public var fields: FrameFilter.Fields?
  /// What frames are relative to.
  public var space: Space
  /// Points: a frame whose largest change is smaller waits until the sum exceeds it, or the scene has settled.
  public var minDelta: Double?

  public init(
    root: String? = nil, depth: Int? = nil, kinds: [String]? = nil, fields: FrameFilter.Fields? = nil,
    space: Space = .parent, minDelta: Double? = nil
  ) {
    self.root = root
    self.depth = depth
    self.kinds = kinds
    self.fields = fields
    self.space = space
    self.minDelta = minDelta
  }
}

extension Filter.Space: JSONCodable {}

extension FrameFilter.Fields: JSONCodable {
  /// By the name a view's record has it under, in the order of the record.
  static let names: [(name: String, field: Self)] = [
    ("frame", .frame), ("hidden", .hidden), ("alpha", .alpha), ("clips", .clips), ("text", .text),
    ("baselines", .baselines), ("guides", .guides), ("scroll", .scroll), ("look", .look), ("lines", .lines),
  ]

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
