/// Where a place begins and ends, in lines and columns of the text that people know.
///
/// Everything that turns places into lines uses it. So a layout made from JSON is always told by the lines of the JSON.
public struct LineRange: Equatable, Hashable, Sendable {
  /// Of the first character.
  public var start: SourcePosition
  /// Behind the last character.
  public var end: SourcePosition

  init(of span: SourceSpan, in source: SourceText) {
    let (shown, span, _) = source.shown(span)
    start = shown.position(of: span.start)
    end = shown.position(of: span.end)
  }
}

extension [SourceText] {
  /// The lines and columns of a place; nil when none of the texts has it.
  public func lines(of place: Diagnostic.Place) -> LineRange? {
    first { $0.name == place.file }.map { LineRange(of: place.span, in: $0) }
  }
}

extension Diagnostic {
  /// All places that it points at: its own, then those of its notes and fixes.
  public var places: [Place] {
    [place].compactMap(\.self) + notes.compactMap(\.place) + fixes.map(\.place)
  }
}
