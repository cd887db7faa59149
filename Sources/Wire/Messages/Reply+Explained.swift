import JSONText

extension Reply {
  /// Why a view is where it is.
  public struct Explained: Equatable, Sendable {
    /// The one that was asked for, then the others along its axis; all when none was.
    public var attributes: [Attribute]
    /// Those that concern the view.
    public var conflicts: [Conflict]
    /// Where the view is declared, then the uses of components around it, from the inside out.
    public var declared: [WireSpan]
    /// The root's, and those that reasons name.
    public var guides: [Guide]

    public init(
      attributes: [Attribute], conflicts: [Conflict] = [], declared: [WireSpan] = [], guides: [Guide] = []
    ) {
      self.attributes = attributes
      self.conflicts = conflicts
      self.declared = declared
      self.guides = guides
    }

    /// A guide as it is seen in the scene.
    public struct Guide: Equatable, Sendable {
      /// Of the view that has it.
      public var path: String
      /// `safe`, `margins`, …
      public var guide: String
      /// x, y, width and height in points, in the scene.
      public var frame: [Double]

      public init(path: String, guide: String, frame: [Double]) {
        self.path = path
        self.guide = guide
        self.frame = frame
      }
    }

    /// An anchor of a constraint as it is seen in the scene.
    public struct End: Equatable, Sendable {
      /// Of the view.
      public var path: String
      /// `safe`, `margins`, …; nil: the view's frame.
      public var guide: String?
      /// `left`, `firstBaseline`, …
      public var anchor: String
      /// Points: along its axis in the scene; of a width or height, how much that is.
      public var at: Double

      public init(path: String, guide: String? = nil, anchor: String, at: Double) {
        self.path = path
        self.guide = guide
        self.anchor = anchor
        self.at = at
      }
    }

    /// Whether there is but one answer for an attribute.
    public enum Status: String, Sendable, CaseIterable {
      /// Follows from the constraints.
      case unique
      /// They leave it open.
      case ambiguous
      /// A required constraint about it does not hold.
      case broken
    }

    /// One of the view's lengths or positions, and where it comes from.
    public struct Attribute: Equatable, Sendable {
      /// `left`, `width`, `firstBaseline`, …
      public var name: String
      /// Points; positions in the parent.
      public var value: Double
      /// Whether the constraints leave a choice.
      public var status: Status
      /// What determines the value, and what would if its branch held.
      public var because: [Reason]

      public init(name: String, value: Double, status: Status, because: [Reason] = []) {
        self.name = name
        self.value = value
        self.status = status
        self.because = because
      }
    }

    /// A constraint, or what a container or a content asks for.
    public struct Reason: Equatable, Sendable {
      /// As `set` takes it.
      public var id: String?
      /// As the file has it; in words for what no constraint says.
      public var source: String
      /// The constraint between anchors.
      public var means: String?
      /// Up to 1000, which is required.
      public var priority: Double
      /// Points left until it binds; below 0, until it holds.
      public var slack: Double
      /// Whether the branch around it holds.
      public var active: Bool
      /// The condition of that branch.
      public var when: String?
      /// Where it stands in the file; nil for what a container or a content asks.
      public var span: WireSpan?
      /// The anchors that it joins, the one on its left first; none for what a container or a content asks.
      public var ends: [End]

      public init(
        id: String? = nil, source: String, means: String? = nil, priority: Double, slack: Double, active: Bool = true,
        when: String? = nil, span: WireSpan? = nil, ends: [End] = []
      ) {
        self.id = id
        self.source = source
        self.means = means
        self.priority = priority
        self.slack = slack
        self.active = active
        self.when = when
        self.span = span
        self.ends = ends
      }
    }

    /// Required constraints that cannot all hold, and the one that gave way.
    public struct Conflict: Equatable, Sendable {
      /// As the file has them, the relaxed one among them.
      public var constraints: [String]
      /// The one that does not hold.
      public var relaxed: String
      /// Points.
      public var by: Double
      /// What could be written instead of `relaxed`.
      public var suggestion: String?

      public init(constraints: [String], relaxed: String, by: Double, suggestion: String? = nil) {
        self.constraints = constraints
        self.relaxed = relaxed
        self.by = by
        self.suggestion = suggestion
      }
    }
  }
}

extension Reply.Explained.Status: JSONCodable {}

extension Reply.Explained: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    attributes = try fields.required("attributes")
    conflicts = try fields.required("conflicts")
    // Daemons before it say nothing of these.
    declared = try fields.optional("declared") ?? []
    guides = try fields.optional("guides") ?? []
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("attributes", attributes)
    writer.member("conflicts", conflicts)
    writer.member("declared", declared)
    writer.member("guides", guides)
  }
}

extension Reply.Explained.Guide: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    path = try fields.required("path")
    guide = try fields.required("guide")
    frame = try fields.required("frame")
    guard frame.count == 4 else { throw MistypedField(path: "frame") }
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("path", path)
    writer.member("guide", guide)
    writer.member("frame", frame)
  }
}

extension Reply.Explained.End: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    path = try fields.required("path")
    guide = try fields.optional("guide")
    anchor = try fields.required("anchor")
    at = try fields.required("at")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("path", path)
    writer.member("guide", ifPresent: guide)
    writer.member("anchor", anchor)
    writer.member("at", at)
  }
}

extension Reply.Explained.Attribute: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    name = try fields.required("name")
    value = try fields.required("value")
    status = try fields.required("status")
    because = try fields.required("because")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("value", value)
    writer.member("status", status)
    writer.member("because", because)
  }
}

extension Reply.Explained.Reason: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    id = try fields.optional("id")
    source = try fields.required("source")
    means = try fields.optional("means")
    priority = try fields.required("priority")
    slack = try fields.required("slack")
    active = try fields.required("active")
    when = try fields.optional("when")
    span = try fields.optional("span")
    ends = try fields.optional("ends") ?? []
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", ifPresent: id)
    writer.member("source", source)
    writer.member("means", ifPresent: means)
    writer.member("priority", priority)
    writer.member("slack", slack)
    writer.member("active", active)
    writer.member("when", ifPresent: when)
    writer.member("span", ifPresent: span)
    if !ends.isEmpty { writer.member("ends", ends) }
  }
}

extension Reply.Explained.Conflict: JSONObjectCodable {
  init(fields: JSONFields) throws(MistypedField) {
    constraints = try fields.required("constraints")
    relaxed = try fields.required("relaxed")
    by = try fields.required("by")
    suggestion = try fields.optional("suggestion")
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("constraints", constraints)
    writer.member("relaxed", relaxed)
    writer.member("by", by)
    writer.member("suggestion", ifPresent: suggestion)
  }
}
