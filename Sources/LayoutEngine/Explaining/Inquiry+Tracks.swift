import Geometry
import LayoutModel

/// What a view in a flow or grid has from its line, or from the columns and rows that it is in; and what these are to
/// the flow or grid itself.
///
/// How large they are stands in rows that name no view, and which of them there are was decided before the solve. So it
/// is not found in the rows about a view.
extension Inquiry {
  mutating func tracksAboutView() -> [(AnchorAttribute, Explanation.Reason)] {
    let (structure, facts) = (lowering.structure, lowering.facts)
    var found: [(AnchorAttribute, Explanation.Reason)] = []
    if let pack = structure.pack(of: view, facts) {
      if let plan = pack.plan {
        for axis in [Axis.x, .y] {
          found += joined(tracks(plan.sizes(along: axis).indices, of: pack, plan, along: axis), to: pack)
        }
      } else {
        found += joined(lines(pack.breaks.starts.indices, of: pack), to: pack)
      }
    }
    if let parent = lowering.tree.parent(of: view), let pack = structure.pack(of: parent, facts),
      let place = pack.shown.firstIndex(of: view)
    {
      if let plan = pack.plan {
        for axis in [Axis.x, .y] {
          let range = plan.ranges(along: axis)[place]
          found += joined(ownPlace(range, of: pack, along: axis), to: pack)
          found += joined(tracks(range, of: pack, plan, along: axis), to: pack)
        }
      } else {
        let line = pack.breaks.starts.lastIndex { $0 <= place } ?? 0
        if line > 0, pack.breaks.starts[line] == place {
          var (start, reason) = beginning(ofLine: line, in: pack)
          let isMirrored = start == .right
          let behind: AnchorAttribute = start == .top ? .bottom : isMirrored ? .left : .right
          reason.ends = [end(view, start), end(pack.shown[place - 1], behind)]
          found.append((start, reason))
        }
        found += joined(lines(line..<line + 1, of: pack), to: pack)
      }
    }
    return found
  }

  /// What is said of lines, columns and rows is about the view, and about what has them.
  private mutating func joined(
    _ found: [(AnchorAttribute, Explanation.Reason)], to pack: Pack
  ) -> [(AnchorAttribute, Explanation.Reason)] {
    var found = found
    for index in found.indices {
      let views = pack.view == view ? [view] : [view, pack.view]
      found[index].1.ends = views.map { end($0, found[index].0) }
    }
    return found
  }

  // MARK: Columns and rows

  /// A view's columns or rows by its own `span` or `cell`.
  private func ownPlace(
    _ range: Range<Int>, of pack: Pack, along axis: Axis
  ) -> [(AnchorAttribute, Explanation.Reason)] {
    guard
      let origin = lowering.clause(of: view, in: layout, where: { $0.isCell })
        ?? lowering.clause(of: view, in: layout, where: { range.count > 1 && $0.isSpan })
    else { return [] }
    let noun = axis == .x ? "column" : "row"
    let tracks =
      range.count == 1 ? "\(noun) \(range.lowerBound)" : "\(noun)s \(range.lowerBound) to \(range.upperBound - 1)"
    let start = axis == .x ? physical(.leading, isMirrored: isMirrored(pack)) : .top
    let words = "\(quote(layout.place(of: origin))): \(tracks) of \(name(pack.view))"
    return [(start, reason(words, NamedPriority.required, at: origin))]
  }

  private func tracks(
    _ range: Range<Int>, of pack: Pack, _ plan: GridPlan, along axis: Axis
  ) -> [(AnchorAttribute, Explanation.Reason)] {
    let settings = lowering.structure.settings(of: pack.view)
    let list = axis == .x ? settings.columns : settings.rows
    let origin =
      lowering.clause(of: pack.view, in: layout, where: { axis == .x ? $0.isColumns : $0.isRows })
      ?? layout.views[pack.view].origin
    let (sizes, run) = (plan.sizes(along: axis), pack.runs[Pack.run(along: axis)])
    let attribute = axis == .x ? AnchorAttribute.width : .height
    let own = plan.ownTracks(along: axis)
    var found = range.map { index -> (AnchorAttribute, Explanation.Reason) in
      let size = solver.value(of: run[index].size)
      let (why, priority) = cause(of: index, size, list, sizes, pack, own.contains(index), along: axis)
      let words =
        "\(axis == .x ? "column" : "row") \(index) of \(name(pack.view)) is \(size.words) \(axis.words): \(why)"
      return (attribute, reason(words, priority, at: origin))
    }
    if case .atLeast(let least) = list {
      let words = fitting(lowering.values.value(of: least), sizes.count, of: pack, along: axis)
      found.append((attribute, reason(words, NamedPriority.required, at: origin)))
    }
    return found
  }

  /// Why a column or row is as large as it is.
  private func cause(
    of index: Int, _ size: Points, _ list: TrackList?, _ sizes: [TrackSize], _ pack: Pack, _ hasOwn: Bool,
    along axis: Axis
  ) -> (String, Float) {
    let run = Pack.run(along: axis)
    switch sizes[index] {
    case .length: return ("so it is written", NamedPriority.required)
    case .share(let share):
      let part = share * solver.value(of: pack.runs[run].unit)
      let priority = (list?.isDivided == true ? ContainerPriority.shareRatio : ContainerPriority.equalParts).value
      if size > part + 1e-6 { return ("what is in it needs more than its part, \(part.words)", priority) }
      if case .each = list {
        let all = sizes.reduce(0) { if case .share(let share) = $1 { $0 + share } else { $0 } }
        return (share == all ? "all that is left" : "\(share.words) of \(all.words) parts of what is left", priority)
      }
      return (sizes.count == 1 ? "the only one" : "one of \(sizes.count) equal ones", priority)
    case .automatic:
      let priority = (hasOwn ? ContainerPriority.ownTracks : ContainerPriority.tracks).value
      let asked = "as \(axis.words) as what is in it"
      if axis == .x, pack.breaks.stage == .parted, let widest = lowering.packLengths[pack.view]?.widest,
        widest.indices.contains(index), widest[index] > size + 1e-6
      {
        return ("its part of the room, where what is in it would be \(widest[index].words)", priority)
      }
      guard pack.breaks.stage == .filled, let settled = lowering.packLengths[pack.view]?.settled?[run],
        settled.indices.contains(index), size > settled[index] + 1e-6
      else { return (asked, priority) }
      return ("\(asked), \(settled[index].words), and a part of what is left", priority)
    }
  }

  /// Why there are so many columns or rows of a least size.
  private func fitting(_ least: Points, _ count: Int, of pack: Pack, along axis: Axis) -> String {
    var lowering = lowering
    let settings = lowering.structure.settings(of: pack.view)
    let padding = settings.padding.map { lowering.physical($0, isRightToLeft: false) } ?? .zero
    let all = solver.value(of: axis == .x ? pack.view.width : pack.view.height)
    let room = all - (axis == .x ? padding.left + padding.right : padding.top + padding.bottom)
    let gap = lowering.value(of: axis == .x ? settings.gap : settings.lineGap ?? settings.gap)
    let nouns = axis == .x ? "columns" : "rows"
    if count == 1, room < least { return "not one of \(least.words) has room in \(room.words)" }
    let next = Double(count + 1) * (least + gap) - gap
    return next > room
      ? "\(count + 1) \(nouns) of \(least.words) would be \(next.words) \(axis.words), and \(room.words) have room"
      : "there are no more \(nouns) than its views are in"
  }

  // MARK: Lines

  private func lines(_ range: Range<Int>, of pack: Pack) -> [(AnchorAttribute, Explanation.Reason)] {
    let axis = acrossLines(pack)
    return range.map { line in
      let size = solver.value(of: pack.runs[0][line].size)
      var why = "as \(axis.words) as its \(axis == .x ? "widest" : "highest") view"
      if pack.breaks.stage == .filled, let settled = lowering.packLengths[pack.view]?.settled?[0],
        settled.indices.contains(line), size > settled[line] + 1e-6
      {
        why += ", \(settled[line].words), and a part of what is left"
      }
      let words = "line \(line + 1) of \(name(pack.view)) is \(size.words) \(axis.words): \(why)"
      let origin = layout.views[pack.view].origin
      return (axis == .x ? .width : .height, reason(words, ContainerPriority.tracks.value, at: origin))
    }
  }

  /// Why a view begins a line: how long the line before would be with it.
  private func beginning(ofLine line: Int, in pack: Pack) -> (AnchorAttribute, Explanation.Reason) {
    let axis = acrossLines(pack).other
    var lowering = lowering
    let (gaps, inside) = lowering.lineRoom(of: pack)
    let (first, last) = (Int(pack.breaks.starts[line - 1]), Int(pack.breaks.starts[line]))
    let lengths = lowering.packLengths[pack.view]?.views ?? []
    let length = (first...last).reduce(0) { sum, place in
      sum + (lengths.indices.contains(place) ? lengths[place] : 0) + (place > first ? gaps[place] : 0)
    }
    let room = inside(solver.value(of: axis == .x ? pack.view.width : pack.view.height))
    let words =
      "begins line \(line + 1) of \(name(pack.view)): behind \(name(pack.shown[last - 1])) the line would be "
      + "\(length.words) long, and \(room.words) have room"
    let start = axis == .x ? physical(.leading, isMirrored: isMirrored(pack)) : .top
    let origin = layout.views[pack.view].origin
    return (start, reason(words, NamedPriority.required, at: origin))
  }

  private func acrossLines(_ pack: Pack) -> Axis { lowering.tree.kinds[pack.view] == .hflow ? .y : .x }

  private func isMirrored(_ pack: Pack) -> Bool { lowering.structure.isRightToLeft(pack.view) }

  // MARK: Words

  private func name(_ view: ViewID) -> String { "'\(layout.views[view].path)'" }

  private func reason(_ words: String, _ priority: Float, at origin: Origin) -> Explanation.Reason {
    Explanation.Reason(
      identifier: nil, source: words, meaning: nil, priority: priority, slack: 0, isActive: true, condition: nil,
      place: layout.place(of: origin))
  }
}

extension Axis {
  fileprivate var words: String { self == .x ? "wide" : "high" }
}

extension Setting {
  fileprivate var isSpan: Bool { if case .span = self { true } else { false } }
  fileprivate var isCell: Bool { if case .cell = self { true } else { false } }
}
