public import LayoutSyntax

extension ResolvedLayout {
  /// The view of which a place says something: of its declaration, or of a clause of it; of copies the first. Nil for
  /// what is said of no single view.
  ///
  /// Cost: one look at each view, setting and rule.
  public func view(declaredAt place: Diagnostic.Place) -> ViewID? {
    guard let file = files.firstIndex(of: place.file).map({ Int32($0) }) else { return nil }
    var best: (view: ViewID, length: Int)?
    func consider(_ view: ViewID, _ origin: Origin) {
      guard origin.file == file, origin.span.start <= place.span.start, place.span.end <= origin.span.end else {
        return
      }
      // The narrowest says most.
      let length = Int(origin.span.end) - Int(origin.span.start)
      if best.map({ length < $0.length }) ?? true { best = (view, length) }
    }
    for (index, view) in views.enumerated() {
      consider(ViewID(Int32(index)), view.origin)
      for setting in view.settings { consider(ViewID(Int32(index)), settings[Int(setting)].origin) }
    }
    for rule in rules { consider(rule.item.view, rule.origin) }
    return best?.view
  }
}
