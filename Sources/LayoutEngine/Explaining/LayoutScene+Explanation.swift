public import LayoutModel
public import LayoutSyntax

extension LayoutScene {
  /// Explains why `view` is where it is, as last solved. Nothing is solved for it.
  ///
  /// - Parameters:
  ///   - attribute: tells this attribute first, then the others along its axis, which decide it together. Leading and
  ///   trailing mean the edges that they are now. Nil: all attributes of both axes.
  ///   - quote: gives the text of the file at a place.
  /// - Returns: nil before the first solve.
  public func explanation(
    of view: ViewID, attribute: AnchorAttribute? = nil, quoting quote: (Diagnostic.Place) -> String
  ) -> Explanation? {
    guard let current = lowered.last, current.solution != nil else { return nil }
    return withoutActuallyEscaping(quote) { quote in
      var inquiry = Inquiry(
        view: view, layout: layout, declared: declared, scene: current, quote: quote,
        lowering: lowering(for: current.structure, current.naturals), places: ScenePlaces(self, current))
      return inquiry.explanation(of: attribute)
    }
  }
}
