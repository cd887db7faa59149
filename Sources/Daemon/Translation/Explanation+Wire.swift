public import LayoutEngine
public import LayoutSyntax
public import Wire

extension Wire.Reply.Explained {
  /// - Parameter sources: the texts that places point into.
  public init(_ explanation: Explanation, in sources: [SourceText]) {
    self.init(
      attributes: explanation.attributes.map { attribute in
        Attribute(
          name: "\(attribute.attribute)", value: attribute.value, status: Status(attribute.status),
          because: attribute.because.map { Reason($0, in: sources) })
      },
      conflicts: explanation.conflicts.map {
        Conflict(constraints: $0.constraints, relaxed: $0.relaxed, by: $0.excess, suggestion: $0.suggestion)
      },
      declared: explanation.declared.compactMap { WireSpan($0, in: sources) },
      guides: explanation.guides.map { guide in
        let frame = guide.frame
        return Guide(
          path: guide.view, guide: "\(guide.guide)", frame: [frame.x, frame.y, frame.width, frame.height])
      })
  }
}

extension Wire.Reply.Explained.Reason {
  fileprivate init(_ reason: Explanation.Reason, in sources: [SourceText]) {
    self.init(
      id: reason.identifier, source: reason.source, means: reason.meaning, priority: Double(reason.priority),
      slack: reason.slack, active: reason.isActive, when: reason.condition,
      span: WireSpan(reason.place, in: sources),
      ends: reason.ends.map { end in
        Wire.Reply.Explained.End(
          path: end.view, guide: end.guide == .frame ? nil : "\(end.guide)", anchor: "\(end.attribute)",
          at: end.position)
      })
  }
}

extension Wire.Reply.Explained.Status {
  fileprivate init(_ status: Explanation.Status) {
    switch status {
    case .unique: self = .unique
    case .ambiguous: self = .ambiguous
    case .broken: self = .broken
    }
  }
}
