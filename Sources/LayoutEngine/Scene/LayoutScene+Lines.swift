import ConstraintSolver
import Geometry
import LayoutModel

/// What a round of solving assumes of a flow or grid.
struct PackAssumption: Equatable {
  var breaks: LineBreaks
  var lengths = PackLengths()

  /// Whether its views are in their lines; they are not while their lengths are measured.
  var hasLines: Bool { breaks.stage != .measured }
}

/// Where lines end, and how many columns have room, is decided from solved sizes, and what is decided changes sizes. So
/// it is assumed, and looked at again, as conditions are.
///
/// A flow begins as one endless line, in which every view has the length that it has by itself. These lengths and the
/// flow's own decide where lines end. A grid begins with one column where it has as many as fit. Lines and tracks that
/// share what is left are solved once without it, and their sizes are then numbers.
extension LayoutScene {
  var firstPacks: [PackAssumption] {
    facts.packs.map { view in
      PackAssumption(breaks: LineBreaks(stage: facts.tree.kinds[view] == .grid ? .settled : .measured))
    }
  }

  /// What to assume where conditions or guides turned out otherwise: lengths are measured anew.
  func packsAnew(after packs: [PackAssumption]) -> [PackAssumption] {
    zip(firstPacks, packs).map { first, known in
      var next = first
      (next.breaks.columns, next.breaks.rows) = (known.breaks.columns, known.breaks.rows)
      return next
    }
  }

  /// What follows from the sizes that were solved with `packs`; the same where these agree.
  func nextPacks(after packs: [PackAssumption]) -> [PackAssumption] {
    let current = lowered[lowered.count - 1]
    var lowering = lowering(for: current.structure, current.naturals)
    return zip(current.structure.packs, packs).map { pack, known in
      pack.plan == nil
        ? nextLines(of: pack, known, &lowering, current.solver)
        : nextTracks(of: pack, known, &lowering, current.solver)
    }
  }

  func lengths(of packs: [PackAssumption]) -> [ViewID: PackLengths] {
    if packs.isEmpty { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(facts.packs, packs.lazy.map(\.lengths)))
  }

  func difference(of kept: [PackAssumption], from other: [PackAssumption]) -> Oscillation? {
    for (view, (one, two)) in zip(facts.packs, zip(kept, other)) where one.breaks != two.breaks && two.hasLines {
      let isGrid = facts.tree.kinds[view] == .grid
      return .lines(
        view, kept: isGrid ? Int(one.breaks.columns) : one.breaks.starts.count,
        other: isGrid ? Int(two.breaks.columns) : two.breaks.starts.count)
    }
    return nil
  }

  // MARK: Flows

  private func nextLines(
    of pack: Pack, _ known: PackAssumption, _ lowering: inout Lowering, _ solver: Solver
  ) -> PackAssumption {
    var next = known
    let axis: Axis = facts.tree.kinds[pack.view] == .hflow ? .x : .y
    func length(_ view: ViewID) -> Points { solver.value(of: axis == .x ? view.width : view.height) }
    let settings = lowering.structure.settings(of: pack.view)
    let (gaps, inside) = lowering.lineRoom(of: pack)
    let room = inside(length(pack.view))
    if known.breaks.stage == .measured {
      next.lengths.views = pack.shown.map(length)
    } else if settings.justify != .fill {
      // What is in a view may have changed its length since: the lines of a flow in it, say. A view that is as long as
      // its line may have been squeezed.
      for (place, view) in pack.shown.enumerated()
      where abs(length(view) - next.lengths.views[place]) > Self.lineSlack && length(view) < room - Self.lineSlack {
        next.lengths.views[place] = length(view)
      }
    }
    let starts = Self.starts(of: next.lengths.views, gaps, within: room)
    if known.breaks.stage == .measured || starts != known.breaks.starts || next.lengths.views != known.lengths.views {
      next.breaks.starts = starts
      next.breaks.stage = .settled
      next.lengths.settled = nil
    } else if settings.lines == .fill, known.breaks.stage == .settled, !pack.shown.isEmpty {
      next.lengths.settled = [starts.indices.map { solver.value(of: pack.runs[0][$0].size) }]
      next.breaks.stage = .filled
    }
    return next
  }

  /// Lengths that differ by less are the same: less than any coordinate that is told.
  private static let lineSlack = 1.0 / 128

  /// By line: the number of its first view. A view that is longer than a line has one for itself.
  private static func starts(of lengths: [Points], _ gaps: [Points], within room: Points) -> [Int32] {
    var starts: [Int32] = [0]
    var end: Points = 0
    for (place, length) in lengths.enumerated().dropFirst() {
      if place == 1 { end = lengths[0] }
      end += gaps[place] + length
      if end > room + lineSlack {
        starts.append(Int32(place))
        end = length
      }
    }
    return starts
  }

  // MARK: Grids

  private func nextTracks(
    of pack: Pack, _ known: PackAssumption, _ lowering: inout Lowering, _ solver: Solver
  ) -> PackAssumption {
    guard let plan = pack.plan else { return known }
    var next = known
    let settings = lowering.structure.settings(of: pack.view)
    next.breaks.columns = fitting(settings.columns, .x, of: pack, settings, &lowering, solver)
    next.breaks.rows = fitting(settings.rows, .y, of: pack, settings, &lowering, solver)
    if next.breaks != known.breaks {
      next.breaks.stage = .settled
      next.lengths = PackLengths()
      return next
    }
    func sizes() -> [[Points]] {
      pack.runs.map { run in (0..<Int(run.capacity)).map { solver.value(of: run[$0].size) } }
    }
    let fills = [(Axis.x, settings.justify), (.y, settings.lines)].contains { axis, packing in
      packing == .fill && !plan.hasShares(along: axis) && plan.hasAutomatic(along: axis)
    }
    switch known.breaks.stage {
    case .measured:
      next.lengths.alone = sizes()
      next.breaks.stage = .settled
    case .settled where known.lengths.alone == nil && plan.sharesExtra: next.breaks.stage = .measured
    case .settled where isSqueezed(pack, plan, settings, lowering, solver):
      next.lengths.squeezed = sizes()[0]
      next.breaks.stage = .widest
    case .widest:
      next.lengths.widest = sizes()[0]
      next.breaks.stage = .narrowest
    case .narrowest:
      next.lengths.parts = parts(of: known.lengths, narrowest: sizes()[0], plan.columns)
      next.breaks.stage = .parted
    case .settled where fills:
      next.lengths.settled = sizes()
      next.breaks.stage = .filled
    case .settled, .filled, .parted: break
    }
    return next
  }

  /// Whether several automatic columns have too little room, so that texts in them wrap.
  private func isSqueezed(
    _ pack: Pack, _ plan: GridPlan, _ settings: EffectiveSettings, _ lowering: Lowering, _ solver: Solver
  ) -> Bool {
    guard plan.columns.count(where: { $0 == .automatic }) > 1 else { return false }
    var lowering = lowering
    let padding = settings.padding.map { lowering.physical($0, isRightToLeft: false) } ?? .zero
    let last = pack.runs[0][plan.columns.count - 1]
    let end = solver.value(of: last.start) + solver.value(of: last.size)
    guard end > solver.value(of: pack.view.width) - padding.right - Self.lineSlack else { return false }
    var wraps = false
    /// - Returns: false where a text says itself how firmly it holds to its width.
    func look(at view: ViewID) -> Bool {
      if solver.value(of: view.width) < lowering.naturals[view].width - Self.lineSlack {
        if lowering.structure.settings(of: view).compressionResistance.x != NamedPriority.high { return false }
        wraps = true
      }
      return lowering.tree.children(of: view).allSatisfy(look(at:))
    }
    for (view, place) in zip(pack.shown, plan.places)
    where place.columns.count == 1 && plan.columns[place.columns.lowerBound] == .automatic {
      if !look(at: view) { return false }
    }
    return wraps
  }

  /// What each automatic column has of the room that they have together: they grow alike from what they cannot be
  /// smaller than, and each no further than it would be by itself.
  ///
  /// - Note: CSS Grid Layout, 12.6 (maximize tracks), where a text may be as narrow as a letter.
  private func parts(of lengths: PackLengths, narrowest: [Points], _ columns: [TrackSize]) -> [Points] {
    guard let squeezed = lengths.squeezed, let widest = lengths.widest else { return narrowest }
    var parts = narrowest
    var open = columns.indices.filter { columns[$0] == .automatic }
    var left = open.reduce(0) { $0 + squeezed[$1] - narrowest[$1] }
    while left > 0 {
      open.removeAll { widest[$0] - parts[$0] <= Self.lineSlack }
      guard let least = open.lazy.map({ widest[$0] - parts[$0] }).min() else { break }
      let step = min(least, left / Double(open.count))
      for column in open { parts[column] += step }
      left -= step < least ? left : step * Double(open.count)
    }
    return parts
  }

  /// How many tracks of the least size have room, and no more than the views can be in; 1 where the file says how many.
  private func fitting(
    _ list: TrackList?, _ axis: Axis, of pack: Pack, _ settings: EffectiveSettings, _ lowering: inout Lowering,
    _ solver: Solver
  ) -> Int32 {
    guard case .atLeast(let least) = list else { return 1 }
    let padding = settings.padding.map { lowering.physical($0, isRightToLeft: false) } ?? .zero
    let room =
      axis == .x
      ? solver.value(of: pack.view.width) - padding.left - padding.right
      : solver.value(of: pack.view.height) - padding.top - padding.bottom
    let gap = lowering.value(of: axis == .x ? settings.gap : settings.lineGap ?? settings.gap)
    let each = lowering.value(of: least) + gap
    let most = lowering.mostTracks(of: pack, along: axis)
    guard each > 0 else { return most }
    let count = ((room + gap + Self.lineSlack) / each).rounded(.down)
    return count < Double(most) ? Int32(max(1, count)) : most
  }
}
