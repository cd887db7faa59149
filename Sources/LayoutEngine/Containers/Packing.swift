import ConstraintSolver
import Geometry
import LayoutModel

/// What `justify` and `lines` mean: where a row of things stands in its container, be these the views of a line, the
/// lines of a flow, or the columns or rows of a grid.
///
/// They keep their distances in any case. Where there is too little room, `center` and `trailing` go over the leading
/// edge, and the words about space are like `leading`.
extension Lowering {
  /// One of the things in a row.
  enum Segment {
    case view(ViewID)
    case track(Track)
  }

  /// Things in a row, and what their container says of them.
  struct SegmentRow {
    let container: ViewID
    let axis: StackAxis
    let segments: [Segment]
    /// The gap before each, of which the first has none.
    let gaps: [Points]
    let packing: Packing
    /// For what lies between them besides their gaps.
    let spread: VariableID
    /// Which clause of the container says so.
    let says: (Setting) -> Bool
  }

  func addStart(of segment: Segment, in row: SegmentRow, times coefficient: Double = 1, to form: inout LinearForm) {
    switch segment {
    case .view(let view): row.axis.addStart(of: view, in: row.container, times: coefficient, to: &form)
    case .track(let track): form.add(track.start, coefficient)
    }
  }

  func addEnd(of segment: Segment, in row: SegmentRow, times coefficient: Double = 1, to form: inout LinearForm) {
    switch segment {
    case .view(let view): row.axis.addEnd(of: view, in: row.container, times: coefficient, to: &form)
    case .track(let track):
      form.add(track.start, coefficient)
      form.add(track.size, coefficient)
    }
  }

  /// Puts things one after the other, and all of them where the container says.
  mutating func emitPacking(_ row: SegmentRow, into system: inout SystemWriter) {
    guard let first = row.segments.first, let last = row.segments.last else { return }
    let (start, end) = (row.axis.paddingStart, row.axis.paddingEnd)
    let size = row.axis.size(of: row.container)
    var spread = 0.0
    // What is between things when they share the room, and how much of that is before the first.
    var before = 0.0
    switch row.packing {
    case .spaceBetween: if row.segments.count > 1 { spread = 1 }
    case .spaceAround: (spread, before) = (1, 0.5)
    case .spaceEvenly: (spread, before) = (1, 1)
    case .leading, .center, .trailing, .fill: break
    }
    if isExplaining {
      let packing = row.packing == .leading ? "begins" : row.packing.rawValue
      say("\(packing) in \(name(row.container))", of: row.container, in: system, where: row.says)
    }
    form.reset()
    switch row.packing {
    case .trailing:
      addEnd(of: last, in: row, to: &form)
      form.add(size, -1)
      form.constant += end
    case .center:
      addStart(of: first, in: row, to: &form)
      addEnd(of: last, in: row, to: &form)
      form.add(size, -1)
      form.constant += end - start
    case .leading, .fill, .spaceBetween, .spaceAround, .spaceEvenly:
      addStart(of: first, in: row, to: &form)
      form.constant -= start
      if before > 0 { form.add(row.spread, 0 - before) }
    }
    form.emit(.equal, .required, into: &system)
    for index in row.segments.indices.dropFirst() {
      if isExplaining {
        if case .view(let view) = row.segments[index], case .view(let previous) = row.segments[index - 1] {
          sayOrder(
            of: view, behind: previous, in: row.container, gap: row.gaps[index], isHidden: false, packing: row.packing,
            system)
        } else {
          say(
            "one after the other in \(name(row.container)), gap \(row.gaps[index].words)", of: row.container,
            in: system, where: { $0.isGap })
        }
      }
      form.reset()
      addStart(of: row.segments[index], in: row, to: &form)
      addEnd(of: row.segments[index - 1], in: row, times: -1, to: &form)
      form.constant -= row.gaps[index]
      if spread > 0 { form.add(row.spread, 0 - spread) }
      form.emit(.equal, .required, into: &system)
    }
    guard spread > 0 || row.packing == .fill else { return }
    if isExplaining {
      say("what is left in \(name(row.container)) is shared out", of: row.container, in: system, where: row.says)
    }
    form.reset()
    addEnd(of: last, in: row, to: &form)
    form.add(size, -1)
    form.constant += end
    if before > 0 { form.add(row.spread, before) }
    form.emit(.equal, ContainerPriority.sharing, into: &system)
  }

  /// Says how large the container is along a row of things, where nobody else does.
  mutating func emitExtent(_ row: SegmentRow, into system: inout SystemWriter) {
    guard let first = row.segments.first, let last = row.segments.last else { return }
    let padding = row.axis.paddingStart + row.axis.paddingEnd
    func addContent() {
      form.reset()
      form.add(row.axis.size(of: row.container), 1)
      addEnd(of: last, in: row, times: -1, to: &form)
      addStart(of: first, in: row, to: &form)
      form.constant -= padding
    }
    if isExplaining { say("\(name(row.container)) holds what is in it", of: row.container, in: system) }
    addContent()
    form.emit(.greaterThanOrEqual, ContainerPriority.holdingLines, into: &system)
    // What shares the room takes what it gets, so it is the container that is to be small.
    let isShared = row.packing.sharesRoom
    if isExplaining {
      say(
        "\(name(row.container)) is no larger than what is in it", of: row.container, in: system, isShortness: isShared)
    }
    if isShared {
      form.reset()
      form.add(row.axis.size(of: row.container), 1)
    } else {
      addContent()
    }
    form.emit(.equal, ContainerPriority.stackHugging, into: &system)
  }

  /// Makes a flow or grid that has nothing to arrange along an axis as large as its padding.
  mutating func emitEmpty(_ container: ViewID, _ axis: StackAxis, into system: inout SystemWriter) {
    if isExplaining {
      say("shows nothing, so it asks for its padding only", of: container, in: system) { $0.isPadding }
    }
    system.addTerm(axis.size(of: container), 1)
    system.endRow(.equal, axis.paddingStart + axis.paddingEnd, ContainerPriority.stackHugging)
  }

  /// Puts hidden views at the padding, where they take no room.
  mutating func emitHidden(in container: ViewID, _ axes: [StackAxis], into system: inout SystemWriter) {
    for child in tree.children(of: container) where structure.isHidden[child] {
      for axis in axes {
        if isExplaining { say("hidden in \(name(container)), at its padding", of: container, in: system) }
        emitStart(of: child, in: container, .equal, axis, .padding, into: &system)
      }
    }
  }
}

extension Packing {
  /// Whether the things in a row take all of their container's room, themselves or by what is between them.
  fileprivate var sharesRoom: Bool {
    switch self {
    case .leading, .center, .trailing: false
    case .fill, .spaceBetween, .spaceAround, .spaceEvenly: true
    }
  }
}
