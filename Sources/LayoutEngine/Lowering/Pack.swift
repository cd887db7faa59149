import ConstraintSolver
import Geometry
import LayoutModel

/// What solving a flow or grid has come to. Each stage takes its numbers from the one before.
enum PackStage: Hashable, Sendable {
  /// Nothing squeezes or stretches the views, to find how long they are by themselves: a flow is one line without an
  /// end, and in a grid what goes over several tracks asks for nothing.
  case measured
  /// Lines and tracks are as large as what stands in them.
  case settled
  /// Those that share what is left (`fill`) have it.
  case filled
  /// Where automatic columns have too little room: nothing squeezes them, then everything does, and then each has its
  /// part of what they have together.
  case widest, narrowest, parted
}

/// Which views stand in which line of a flow, or in how many columns and rows of a grid. Other breaks are other rows
/// for the solver, so they are part of a structure's key.
struct LineBreaks: Hashable, Sendable {
  var stage: PackStage
  /// Of a flow: by line the number, among the views shown, of its first one.
  var starts: [Int32] = [0]
  /// Of a grid that fits in as many as have room: how many there are.
  var columns: Int32 = 1
  var rows: Int32 = 1
}

/// Lengths of a flow or grid that were solved in one stage and are numbers in the next.
struct PackLengths: Equatable, Sendable {
  /// Of a flow: how long each shown view is by itself along its line.
  var views: [Points] = []
  /// By run of `Pack.runs`: how large each track is for what stands in it alone, if nothing goes over several. Nil
  /// before that is known, and for a flow.
  var alone: [[Points]]?
  /// By run of `Pack.runs`: how large each track is before it takes a part of what is left.
  var settled: [[Points]]?
  /// Where automatic columns have too little room: how wide each is then, would be, and is at last.
  var squeezed: [Points]?
  var widest: [Points]?
  var parts: [Points]?
}

/// A flow or grid in one structure: who is shown in it and where, and the unknowns of its lines or tracks.
struct Pack: Sendable {
  let view: ViewID
  let breaks: LineBreaks
  /// The views that are shown, in the order in which they are put.
  let shown: [ViewID]
  /// Of a grid.
  let plan: GridPlan?
  /// The lines of a flow, or the columns of a grid; then the rows of a grid.
  let runs: [TrackRun]

  /// - Parameter first: the number of its first unknown.
  init(
    _ view: ViewID, _ kind: ViewKind, _ breaks: LineBreaks, shown: [ViewID], of children: Int, plan: GridPlan?,
    first: Int32
  ) {
    self.view = view
    self.breaks = breaks
    self.shown = shown
    self.plan = plan
    if let plan {
      let columns = TrackRun(first: first, capacity: Int32(plan.columns.count), hasLineSlack: false)
      runs = [columns, TrackRun(first: columns.end, capacity: Int32(plan.rows.count), hasLineSlack: false)]
    } else {
      // Every view may begin a line. So other breaks have the same unknowns, and all else is taken over.
      runs = [TrackRun(first: first, capacity: Int32(children), hasLineSlack: true)]
    }
  }

  /// Of a grid: which of `runs` follow each other along an axis.
  static func run(along axis: Axis) -> Int { axis == .x ? 0 : 1 }

  /// The number behind its last unknown.
  var end: Int32 { runs[runs.count - 1].end }

  /// The shown views line by line.
  var lines: [ArraySlice<ViewID>] {
    breaks.starts.indices.map { line in
      let end = line + 1 < breaks.starts.count ? Int(breaks.starts[line + 1]) : shown.count
      return shown[min(Int(breaks.starts[line]), end)..<end]
    }
  }
}

/// One line of a flow, or one column or row of a grid. Its start counts from that of its container, the way in which
/// things follow each other there.
struct Track {
  let size: VariableID
  let start: VariableID
}

/// The unknowns of lines, columns or rows that follow each other.
struct TrackRun: Equatable, Sendable {
  let first: Int32
  /// How many tracks there may be.
  let capacity: Int32
  /// Whether each has an unknown for what its views take besides their lengths.
  let hasLineSlack: Bool

  subscript(index: Int) -> Track {
    let variable = first + Int32(index) * 2
    return Track(size: VariableID(variable), start: VariableID(variable + 1))
  }

  /// What one share is.
  var unit: VariableID { VariableID(first + capacity * 2) }
  /// What each track takes of what is left, or what lies between tracks besides their gap.
  var slack: VariableID { VariableID(first + capacity * 2 + 1) }
  /// The same for the views of a line.
  func slack(ofLine line: Int) -> VariableID { VariableID(first + capacity * 2 + 2 + Int32(line)) }

  var end: Int32 { first + capacity * 2 + 2 + (hasLineSlack ? capacity : 0) }

  func addVariables(to system: inout SystemWriter) {
    for _ in 0..<capacity {
      system.addSize(natural: 0)
      system.addPosition()
    }
    for _ in 0..<(end - first - capacity * 2) { system.addSize(natural: 0) }
  }
}
