import ConstraintSolver
import Geometry
import LayoutModel

/// A grid has columns and rows, and its views stand where these meet (`GridPlan`).
///
/// A share is so many parts of what the other tracks leave, and no less than what stands in it; an automatic track is
/// as large as what stands in it. `items x` says where views stand across their column, where one without a width of
/// its own is as wide as that unless something else is said, and `items` where they stand in their row.
extension Lowering {
  mutating func emitGrid(_ pack: Pack, _ plan: GridPlan, into system: inout SystemWriter) {
    readsDynamicNumber = true
    let grid = pack.view
    let settings = structure.settings(of: grid)
    let isRightToLeft = structure.isRightToLeft(grid)
    let padding = settings.padding.map { physical($0, isRightToLeft: isRightToLeft) } ?? .zero
    let columns = StackAxis(.x, padding: padding, isMirrored: isRightToLeft)
    let rows = StackAxis(.y, padding: padding, isMirrored: false)
    emitHidden(in: grid, [columns, rows], into: &system)
    let gap = value(of: settings.gap)
    emitTracks(pack, plan, columns, gap: gap, settings.justify, into: &system)
    emitTracks(pack, plan, rows, gap: value(of: settings.lineGap ?? settings.gap), settings.lines, into: &system)
    emitViews(of: pack, plan, columns, rows, settings, into: &system)
  }

  // MARK: Columns and rows

  private mutating func emitTracks(
    _ pack: Pack, _ plan: GridPlan, _ axis: StackAxis, gap: Points, _ packing: Packing, into system: inout SystemWriter
  ) {
    let (sizes, ranges) = (plan.sizes(along: axis.axis), plan.ranges(along: axis.axis))
    if sizes.isEmpty { return emitEmpty(pack.view, axis, into: &system) }
    let run = pack.runs[Pack.run(along: axis.axis)]
    let hasShares = plan.hasShares(along: axis.axis)
    let fills = packing == .fill && !hasShares && plan.hasAutomatic(along: axis.axis)
    let isFilled = fills && pack.breaks.stage == .filled
    let isWidest = axis.axis == .x && pack.breaks.stage == .widest
    let own = plan.ownTracks(along: axis.axis)
    let settings = structure.settings(of: pack.view)
    var least: Points?
    let list = axis.axis == .x ? settings.columns : settings.rows
    let ratio = list?.isDivided == true ? ContainerPriority.shareRatio : ContainerPriority.equalParts
    if case .atLeast(let length) = list { least = max(0, value(of: length)) }
    let settled = packLengths[pack.view]?.settled?[Pack.run(along: axis.axis)] ?? []
    for (index, size) in sizes.enumerated() {
      let length = isFilled && settled.indices.contains(index) ? settled[index] : nil
      emitSize(
        size, of: run[index], index, length, ratio, least: least, hasOwn: own.contains(index), run, pack.view, axis,
        into: &system)
    }
    if pack.breaks.stage != .measured { emitEqualExtra(pack, plan, ranges, own, run, axis, into: &system) }

    let row = SegmentRow(
      container: pack.view, axis: axis, segments: sizes.indices.map { .track(run[$0]) },
      gaps: Array(repeating: gap, count: sizes.count),
      packing: isWidest ? .leading : hasShares || isFilled ? .fill : packing == .fill ? .leading : packing,
      spread: run.slack,
      says: { axis.axis == .x ? $0.isJustify || $0.isColumns : $0.isLines || $0.isRows })
    emitPacking(row, into: &system)
    emitExtent(row, into: &system)
    guard axis.axis == .x else { return }
    emitParts(pack, sizes, run, into: &system)
    guard row.packing != .fill, plan.hasAutomatic(along: .x), !isWidest else { return }
    if isExplaining { say("texts wrap where \(name(pack.view)) ends", of: pack.view, in: system) }
    form.reset()
    addEnd(of: row.segments[row.segments.count - 1], in: row, to: &form)
    addStart(of: row.segments[0], in: row, times: -1, to: &form)
    form.add(axis.size(of: pack.view), -1)
    form.constant += axis.paddingStart + axis.paddingEnd
    form.emit(.lessThanOrEqual, ContainerPriority.squeezing, into: &system)
  }

  /// Automatic columns that have too little room, as their stage has them.
  private mutating func emitParts(_ pack: Pack, _ sizes: [TrackSize], _ run: TrackRun, into system: inout SystemWriter)
  {
    guard [.narrowest, .parted].contains(pack.breaks.stage) else { return }
    let parts = pack.breaks.stage == .parted ? packLengths[pack.view]?.parts : nil
    for (index, size) in sizes.enumerated() where size == .automatic {
      let part = parts.map { $0.indices.contains(index) ? $0[index] : 0 } ?? 0
      if isExplaining { say("column \(index) of \(name(pack.view)): its part of the room", of: pack.view, in: system) }
      system.addTerm(run[index].size, 1)
      system.endRow(.lessThanOrEqual, part, ContainerPriority.parts)
    }
  }

  /// - Parameters:
  ///   - length: how large an automatic track is before it takes its part of what is left; nil: it takes none.
  ///   - ratio: how firmly shares keep to their parts.
  ///   - least: what a grid with as many tracks as fit asks of each; it is wished for where nothing has room.
  private mutating func emitSize(
    _ size: TrackSize, of track: Track, _ index: Int, _ length: Points?, _ ratio: Priority, least: Points?,
    hasOwn: Bool, _ run: TrackRun, _ grid: ViewID, _ axis: StackAxis, into system: inout SystemWriter
  ) {
    func say(_ words: String, _ system: borrowing SystemWriter) {
      let noun = axis.axis == .x ? "column" : "row"
      self.say("\(noun) \(index) of \(name(grid)): \(words)", of: grid, in: system) {
        axis.axis == .x ? $0.isColumns : $0.isRows
      }
    }
    switch size {
    case .length(let quantity):
      let value = value(of: quantity)
      if isExplaining { say("\(value.words) large", system) }
      system.addTerm(track.size, 1)
      system.endRow(.equal, max(0, value))
    case .share(let share):
      if isExplaining { say("\(share.words) part\(share == 1 ? "" : "s") of what is left", system) }
      system.addTerm(track.size, 1)
      system.addTerm(run.unit, 0 - share)
      system.endRow(.greaterThanOrEqual, 0)
      system.addTerm(track.size, 1)
      system.addTerm(run.unit, 0 - share)
      system.endRow(.lessThanOrEqual, 0, ratio)
      if let least {
        if isExplaining { say("at least \(least.words)", system) }
        system.addTerm(track.size, 1)
        system.endRow(.greaterThanOrEqual, least, ContainerPriority.holdingLines)
      }
    case .automatic:
      if isExplaining { say("as large as what is in it asks", system) }
      let priority = hasOwn ? ContainerPriority.ownTracks : ContainerPriority.tracks
      emitSize(of: track, filling: length, run, priority, into: &system)
    }
  }

  /// What a view over several automatic tracks asks for, and they do not have, goes to them in equal parts.
  private mutating func emitEqualExtra(
    _ pack: Pack, _ plan: GridPlan, _ ranges: [Range<Int>], _ own: Set<Int>, _ run: TrackRun, _ axis: StackAxis,
    into system: inout SystemWriter
  ) {
    let alone = packLengths[pack.view]?.alone?[Pack.run(along: axis.axis)] ?? []
    func length(_ track: Int) -> Points { own.contains(track) && alone.indices.contains(track) ? alone[track] : 0 }
    // Many views may go over the same tracks, and need no more than one row for two of these.
    var seen: Set<Range<Int>> = []
    var said: Set<[Int]> = []
    for (place, range) in ranges.enumerated() where range.count > 1 && seen.insert(range).inserted {
      let growing = plan.growing(range, along: axis.axis, own)
      for (former, track) in zip(growing, growing.dropFirst()) where said.insert([former, track]).inserted {
        if isExplaining { say("\(name(pack.shown[place])) asks its tracks for equal parts", of: pack.view, in: system) }
        system.addTerm(run[track].size, 1)
        system.addTerm(run[former].size, -1)
        system.endRow(.equal, length(track) - length(former), ContainerPriority.equalExtra)
      }
    }
  }

  /// How many tracks the views can be in: those that they name, and one for each of the others and what it goes over.
  func mostTracks(of pack: Pack, along axis: Axis) -> Int32 {
    var (named, others): (Int32, Int32) = (1, 0)
    for view in pack.shown {
      let settings = structure.settings(of: view)
      let span = settings.span.map { axis == .x ? $0.columns : $0.rows } ?? 1
      if let cell = settings.cell {
        named = max(named, (axis == .x ? cell.columns : cell.rows) + span)
      } else {
        others += span
      }
    }
    return max(named, others)
  }

  // MARK: Views

  private mutating func emitViews(
    of pack: Pack, _ plan: GridPlan, _ columns: StackAxis, _ rows: StackAxis, _ settings: EffectiveSettings,
    into system: inout SystemWriter
  ) {
    var firsts: [Int: FirstBaselines] = [:]
    for (view, place) in zip(pack.shown, plan.places) {
      var across = alignment(inColumnOf: view, settings.columnItems)
      if across == .fill, !fillsTrack(view, along: .x) { across = .leading }
      var none = FirstBaselines()
      emitAcross(
        view, &none, in: pack.view, columns, measured(across, place.columns, .x, pack, plan),
        room(place.columns, .x, pack, plan), into: &system)
      var alignment = alignment(of: view, settings.items)
      if alignment == .fill, !fillsTrack(view, along: .y) { alignment = .leading }
      emitAcross(
        view, &firsts[place.rows.lowerBound, default: FirstBaselines()], in: pack.view, rows,
        measured(alignment, place.rows, .y, pack, plan), room(place.rows, .y, pack, plan), into: &system)
    }
  }

  /// While tracks are measured, a view over several of them asks for nothing.
  private func measured(
    _ alignment: ItemsAlignment, _ range: Range<Int>, _ axis: Axis, _ pack: Pack, _ plan: GridPlan
  ) -> ItemsAlignment {
    pack.breaks.stage == .measured && range.count > 1 ? .leading : alignment
  }

  private func room(_ range: Range<Int>, _ axis: Axis, _ pack: Pack, _ plan: GridPlan) -> Room {
    let sizes = plan.sizes(along: axis)
    let run = pack.runs[Pack.run(along: axis)]
    let isFixed = range.allSatisfy { if case .length = sizes[$0] { true } else { false } }
    let asksForNothing = pack.breaks.stage == .measured && range.count > 1
    return .tracks(run[range.lowerBound], run[range.upperBound - 1], keepsInside: !isFixed && !asksForNothing)
  }
}

extension Setting {
  var isColumns: Bool { if case .columns = self { true } else { false } }
  var isRows: Bool { if case .rows = self { true } else { false } }
}
