import ConstraintSolver
import Frames
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Wire

/// Everything from text to the bytes of a snapshot, once, in nanoseconds: medians.
struct ColdTiming {
  let parse: Double
  let resolve: Double
  /// Measuring every text that the scene asks for, by itself.
  let measure: Double
  /// Rows given, values out: compiling and the first solve of the rows as the scene leaves them.
  let solver: Double
  /// What a new scene and its first solve take beyond the solver and measuring: lowering, rounds for texts that
  /// wrap, reading back.
  let beyondSolver: Double
  /// A first picture: records of all views, published.
  let picture: Double
  let encode: Double

  var sum: Double { parse + resolve + measure + solver + beyondSolver + picture + encode }

  let textBytes: Int
  let rules: Int
  /// Of the scene's solver: texts that wrap make it run more than once.
  let statistics: Solver.Statistics
  let measurements: Int
  let snapshotBytes: Int

  init(_ layout: GeneratedLayout, repetitions: Int) {
    let bytes = layout.bytes
    let source = SourceText(name: "screen.layout", bytes: bytes)
    let prepared = PreparedLayout(layout)
    let tree = LayoutSyntax.parse(source)
    func median(_ body: () -> Void) -> Double { Timing.of(repetitions: repetitions) { _ in body() }.median }
    var kept = 0

    parse = median { kept &+= LayoutSyntax.parse(source).tokens.count }
    resolve = median { kept &+= LayoutModel.resolve(tree).document.layouts[0].views.count }

    let recorder = RecordingMeasurer()
    var solved = LayoutScene(prepared.resolved, inputs: prepared.inputs)
    _ = solved.solve(measuring: recorder)
    measure = median { recorder.repeatQuestions() }
    let whole = median {
      var scene = LayoutScene(prepared.resolved, inputs: prepared.inputs)
      kept &+= scene.solve(measuring: FixedMetrics()).count
    }
    let system = solved.solver!.system
    let variables = system.variableCount
    solver = median {
      var solver = Solver(system)
      solver.solve()
      var sum = 0.0
      for index in 0..<variables { sum += solver.value(of: VariableID(Int32(index))) }
      kept &+= Int(sum)
    }
    beyondSolver = max(0, whole - measure - solver)

    var frames = FrameSet()
    picture = median {
      frames = solved.picture
      var history = FrameHistory()
      kept &+= history.publish(frames)?.views.count ?? 0
    }
    var message: [UInt8] = []
    let instant = Event.Instant(epoch: "bench", rev: 1, layoutRev: 1, time: 0)
    encode = median {
      message = Reply.event(.snapshot(of: frames, at: instant, settled: true)).encoded(continues: true)
    }

    precondition(kept != 0, "nothing was worked on")
    textBytes = bytes.count
    rules = prepared.resolved.rules.count
    statistics = solved.solver!.statistics
    measurements = solved.statistics.measurements
    snapshotBytes = message.count
  }
}

extension LayoutScene {
  /// All views as a stream shows them, numbered in tree order.
  var picture: FrameSet {
    var places = [Int](repeating: 0, count: layout.views.count)
    var records: [ViewRecord] = []
    records.reserveCapacity(layout.views.count)
    for (index, view) in layout.views.enumerated() {
      let id = ViewID(Int32(index))
      let parent = view.parent.map { StreamID(UInt32($0.index)) }
      var place = 0
      if let parent {
        place = places[Int(parent.value)]
        places[Int(parent.value)] += 1
      }
      records.append(
        ViewRecord(
          id: StreamID(UInt32(index)), path: view.path, kind: view.kind.rawValue, parent: parent, index: place,
          frame: Frame(frame(of: id)), content: content(of: id)))
    }
    return FrameSet(records)
  }
}
