import Geometry
import LayoutSyntax

/// Tells of views in a grid or flow that say where they stand in all of it: whoever writes `center x` there means the
/// cell, or the line. It holds its views in its columns and rows or in its lines, so that these give way, and others in
/// them lose their room.
extension LayoutResolver {
  /// A clause, or a statement, with the attributes that it sets of one view.
  private struct Clause: Hashable {
    var view: ViewID
    var origin: Origin
  }

  mutating func warnOfPlacesInPacks() {
    guard builder.views.drafts.contains(where: { $0.kind.packsViews }) else { return }
    var axes: [Clause: Set<Axis>] = [:]
    var order: [Clause] = []
    for rule in builder.layout.rules where builder.isPlaceInPack(rule) {
      let clause = Clause(view: rule.item.view, origin: rule.origin)
      if axes[clause] == nil { order.append(clause) }
      axes[clause, default: []].insert(rule.item.attribute.axis)
    }
    // A clause in a component, or in a `for`, is told once.
    var told: Set<Origin> = []
    for clause in order where told.insert(clause.origin).inserted {
      let bytes = files[Int(clause.origin.file)].bytes[Int(clause.origin.span.start)..<Int(clause.origin.span.end)]
      // In a component it may be what other views of it need.
      let isOwn = clause.origin.file == 0 && builder.layout.span.contains(clause.origin.span)
      builder.report(
        .placeInPack(
          String(decoding: bytes, as: UTF8.self), axes[clause] ?? [],
          in: builder.views.drafts.kind(of: builder.views.drafts.parent(of: clause.view)), mayBeMended: isOwn),
        at: clause.origin)
    }
  }
}

extension LayoutBuilder {
  /// Whether a rule says where a view stands in all of the grid or flow around it.
  fileprivate func isPlaceInPack(_ rule: Rule) -> Bool {
    let view = rule.item.view
    guard rule.comparison == .equal, rule.priority == NamedPriority.required, view != .root,
      !rule.item.attribute.isSize, let term = rule.term, !term.anchor.attribute.isSize, rule.moreTerms.isEmpty
    else { return false }
    let pack = views.drafts.parent(of: view)
    return term.anchor.view == pack && views.drafts.kind(of: pack).packsViews && views.drafts.kind(of: view) != .guide
  }

  /// Whether something is said that a text is told of: a place in all of a grid or flow, or a side where a row has its
  /// views across. Such a layout goes by its text.
  package var hasDoubtfulPlaces: Bool {
    let hasSides = layout.settings.contains { setting in
      switch setting.setting {
      case .items(.leading), .items(.trailing): views.drafts.kind(of: setting.view).isRow
      case .ownAlignment(.leading), .ownAlignment(.trailing):
        views.drafts.kind(of: views.drafts.parent(of: setting.view)).isRow
      default: false
      }
    }
    return hasSides || views.drafts.contains { $0.kind.packsViews } && layout.rules.contains { isPlaceInPack($0) }
  }
}

extension SourceSpan {
  fileprivate func contains(_ other: SourceSpan) -> Bool { start <= other.start && other.end <= end }
}

extension Complaint {
  /// - Parameter clause: as it is written.
  fileprivate static func placeInPack(
    _ clause: String, _ axes: Set<Axis>, in kind: ViewKind, mayBeMended: Bool
  ) -> Complaint {
    if kind != .grid { return placeInFlow(axes, along: kind == .hflow ? .x : .y) }
    // Only of what has no distance it is sure what is meant.
    let meant: String? =
      switch clause {
      case "fill", "fill x", "fill y", "x fill", "y fill": ""
      case "center": "self x center self center"
      case "center x", "x center": "self x center"
      case "center y", "y center": "self center"
      default: nil
      }
    let tracks = axes.count == 2 ? "columns and rows" : axes.contains(.x) ? "columns" : "rows"
    let help =
      meant == ""
      ? "a view fills its cell, unless `self` or `items` say otherwise"
      : axes.contains(.x)
        ? "`self x center` or `self x trailing` say where a view stands across its columns"
        : "`self center` or `self bottom` say where a view stands in its row"
    return Complaint(
      .uselessInGrid,
      "this is a place in the whole grid and not in the view's cell, so that the \(tracks) give way to it",
      replacement: mayBeMended ? meant : nil,
      help: ["help: " + help])
  }
  private static func placeInFlow(_ axes: Set<Axis>, along axis: Axis) -> Complaint {
    let help =
      if axes.contains(axis) {
        "`justify trailing` or `justify spaceBetween` of the flow say where the views of its lines stand"
      } else {
        "`self center` or `self \(axis == .x ? "bottom" : "trailing")` say where a view stands across its line"
      }
    return Complaint(
      .uselessInGrid, "this is a place in the whole flow and not in the view's line, so that the lines give way to it",
      help: ["help: " + help])
  }
}
