import ConstraintSolver
import Geometry
import LayoutModel

/// A flow puts its views one after the other, and begins another line where the next one has no room.
///
/// Which view begins a line is found before (`LayoutScene+Lines.swift`): a row of constraints cannot ask that. What is
/// said here is where they stand then. Along their line views have the length that they have by themselves, be it
/// longer than the flow; texts wrap first. A line is as high as its highest view, and `items` says where the others
/// stand in it.
extension Lowering {
  mutating func emitFlow(_ pack: Pack, into system: inout SystemWriter) {
    // The lengths that were measured.
    readsDynamicNumber = true
    let flow = pack.view
    let settings = structure.settings(of: flow)
    let isRightToLeft = structure.isRightToLeft(flow)
    let padding = settings.padding.map { physical($0, isRightToLeft: isRightToLeft) } ?? .zero
    let axis: Axis = tree.kinds[flow] == .hflow ? .x : .y
    let main = StackAxis(axis, padding: padding, isMirrored: axis == .x && isRightToLeft)
    let cross = StackAxis(axis.other, padding: padding, isMirrored: axis == .y && isRightToLeft)
    emitHidden(in: flow, [main, cross], into: &system)
    if pack.shown.isEmpty {
      for axis in [main, cross] { emitEmpty(flow, axis, into: &system) }
      return
    }

    let lengths = packLengths[flow] ?? PackLengths()
    let (lines, tracks) = (pack.lines, pack.runs[0])
    for (index, views) in lines.enumerated() {
      emitLine(index, views, of: pack, main, settings, lengths, into: &system)
      emitViews(views, in: tracks[index], of: pack, cross, settings, into: &system)
    }
    emitLength(of: pack, main, lengths, into: &system)

    let isFilled = pack.breaks.stage == .filled
    for index in lines.indices {
      if isExplaining {
        say("line \(index + 1) of \(name(flow)) is as large as its largest view", of: flow, in: system)
      }
      emitSize(of: tracks[index], filling: isFilled ? lengths.settled?[0][index] : nil, tracks, into: &system)
    }
    let gap = value(of: settings.lineGap ?? settings.gap)
    let packing = settings.lines == .fill && !isFilled ? .leading : settings.lines
    let row = SegmentRow(
      container: flow, axis: cross, segments: lines.indices.map { .track(tracks[$0]) },
      gaps: Array(repeating: gap, count: lines.count), packing: packing, spread: tracks.slack, says: { $0.isLines })
    emitPacking(row, into: &system)
    emitExtent(row, into: &system)
  }

  // MARK: Along a line

  private mutating func emitLine(
    _ line: Int, _ views: ArraySlice<ViewID>, of pack: Pack, _ main: StackAxis, _ settings: EffectiveSettings,
    _ lengths: PackLengths, into system: inout SystemWriter
  ) {
    let (flow, slack) = (pack.view, pack.runs[0].slack(ofLine: line))
    let isMeasured = pack.breaks.stage == .measured
    let row = SegmentRow(
      container: flow, axis: main, segments: views.map { .view($0) }, gaps: gaps(before: views, settings),
      packing: isMeasured ? .leading : settings.justify, spread: slack, says: { $0.isJustify })
    emitPacking(row, into: &system)
    emitShortness(of: views, along: main, row.packing, into: &system)
    if isMeasured {
      for view in views where tree.children(of: view).isEmpty {
        emitShortness(of: view, along: main, ContainerPriority.measuredShortness, into: &system)
      }
      // Nobody wishes for more than its own length, and the flow for all of them.
      form.reset()
      form.add(main.size(of: flow), 1)
      addEnd(of: row.segments[row.segments.count - 1], in: row, times: -1, to: &form)
      form.constant -= main.paddingEnd
      form.emit(.equal, ContainerPriority.measuring(around: facts.packHeights[pack.view] ?? 0), into: &system)
      return
    }
    if row.packing == .fill {
      emitGrowth(of: views, in: pack, main, slack, lengths, into: &system)
    } else if main.axis == .x, views.count == 1 {
      if isExplaining { say("\(name(views[views.startIndex])) wraps where \(name(flow)) ends", of: flow, in: system) }
      form.reset()
      form.add(main.size(of: views[views.startIndex]), 1)
      form.add(main.size(of: flow), -1)
      form.constant += main.paddingStart + main.paddingEnd
      form.emit(.lessThanOrEqual, ContainerPriority.squeezing, into: &system)
    }
  }

  /// A spacer takes nothing of a line. Nor does anything else that has no length by itself, where the line ends at a
  /// given place: it would be what the others leave, and those be free to move.
  private mutating func emitShortness(
    of views: ArraySlice<ViewID>, along main: StackAxis, _ packing: Packing, into system: inout SystemWriter
  ) {
    for view in views where tree.kinds[view] == .spacer || packing != .leading && packing != .fill {
      emitShortness(of: view, along: main, ContainerPriority.childHugging, into: &system)
    }
  }

  /// A view without a length of its own is no longer than it must be.
  private mutating func emitShortness(
    of view: ViewID, along main: StackAxis, _ priority: Priority, into system: inout SystemWriter
  ) {
    let natural = naturals[view]
    guard (main.axis == .x ? natural.width : natural.height).isNaN, !says(.equal, of: view, along: main.axis) else {
      return
    }
    if isExplaining { say("\(name(view)) is no longer than it must be", of: view, in: system, isShortness: true) }
    system.addTerm(main.size(of: view), 1)
    system.endRow(.equal, 0, priority)
  }

  /// `justify fill`: the views of a line share what is left of it in equal parts, or only those that `grow` more than
  /// the others.
  private mutating func emitGrowth(
    of views: ArraySlice<ViewID>, in pack: Pack, _ main: StackAxis, _ slack: VariableID, _ lengths: PackLengths,
    into system: inout SystemWriter
  ) {
    func hugging(_ view: ViewID) -> Float {
      let hugging = structure.distinctSettings[structure.settingsIndex(of: view)].hugging
      return main.axis == .x ? hugging.x : hugging.y
    }
    let least = views.reduce(NamedPriority.low) { min($0, hugging($1)) }
    for (place, view) in zip(views.indices, views) {
      let length = lengths.views.indices.contains(place) ? lengths.views[place] : 0
      if isExplaining {
        say("\(name(view)) takes its part of what is left", of: pack.view, in: system) { $0.isJustify }
      }
      form.reset()
      form.add(main.size(of: view), 1)
      if least == NamedPriority.low || hugging(view) == least { form.add(slack, -1) }
      form.constant -= length
      form.emit(.lessThanOrEqual, .required, into: &system)
    }
    system.addTerm(slack, 1)
    system.endRow(.equal, 0, ContainerPriority.equalParts)
  }

  /// The flow would be as long as all of its views in one line.
  private mutating func emitLength(
    of pack: Pack, _ main: StackAxis, _ lengths: PackLengths, into system: inout SystemWriter
  ) {
    if pack.breaks.stage == .measured { return }
    let settings = structure.settings(of: pack.view)
    let gaps = gaps(before: pack.shown[...], settings)
    let length = zip(lengths.views, gaps).reduce(main.paddingStart + main.paddingEnd) { $0 + $1.0 + $1.1 }
    if isExplaining {
      say("all views of \(name(pack.view)) in one line are \(length.words) long", of: pack.view, in: system)
    }
    system.addTerm(main.size(of: pack.view), 1)
    system.endRow(.equal, length, ContainerPriority.stackHugging)
  }

  /// The gap before each view, of which the first has none.
  private mutating func gaps(before views: ArraySlice<ViewID>, _ settings: EffectiveSettings) -> [Points] {
    let gap = value(of: settings.gap)
    var gaps: [Points] = [0]
    gaps.reserveCapacity(views.count)
    for view in views.dropLast() {
      let own = structure.distinctSettings[structure.settingsIndex(of: view)].gapAfter
      gaps.append(own.map { value(of: $0) } ?? gap)
    }
    return gaps
  }

  /// By shown view: the room that it takes along the flow besides its length, which is the gap before it. And how long
  /// a line may be.
  mutating func lineRoom(of pack: Pack) -> (gaps: [Points], length: (Points) -> Points) {
    let settings = structure.settings(of: pack.view)
    let padding = settings.padding.map { physical($0, isRightToLeft: false) } ?? .zero
    let isRow = tree.kinds[pack.view] == .hflow
    let less = isRow ? padding.left + padding.right : padding.top + padding.bottom
    return (gaps(before: pack.shown[...], settings), { $0 - less })
  }

  // MARK: Across a line

  private mutating func emitViews(
    _ views: ArraySlice<ViewID>, in track: Track, of pack: Pack, _ cross: StackAxis, _ settings: EffectiveSettings,
    into system: inout SystemWriter
  ) {
    var firsts = FirstBaselines()
    for view in views {
      var alignment = alignment(of: view, settings.items)
      if alignment == .fill, !fillsTrack(view, along: cross.axis) { alignment = .leading }
      emitAcross(
        view, &firsts, in: pack.view, cross, alignment, .tracks(track, track, keepsInside: true), into: &system)
    }
  }

  /// - Parameter length: how large the track is before it takes its part of what is left; nil: it takes none.
  mutating func emitSize(
    of track: Track, filling length: Points?, _ run: TrackRun, _ priority: Priority = ContainerPriority.tracks,
    into system: inout SystemWriter
  ) {
    system.addTerm(track.size, 1)
    guard let length else { return system.endRow(.equal, 0, priority) }
    system.addTerm(run.slack, -1)
    system.endRow(.equal, length)
  }
}

extension Setting {
  var isJustify: Bool { if case .justify = self { true } else { false } }
  var isLines: Bool { if case .lines = self { true } else { false } }
}
