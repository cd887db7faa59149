import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables

/// A call that sets things in a scene, and who made it.
struct ApplyCall: Sendable {
  let request: RequestID
  let operations: [Operation]
  let wishes: AnimationWishes
  let isAwaitingRest: Bool
  /// When it came.
  let arrival: Instant
}

/// A call on its way through a scene, as a value: of thousands of records or arranged views it takes longer than others
/// can wait. What is to be remembered of it is found as well.
struct Applying: Sendable {
  /// The scene's.
  var name: String { scene.name }

  private let call: ApplyCall
  private let scene: Scene
  private let room: SettingsRoom

  init(_ call: ApplyCall, to scene: Scene, within room: SettingsRoom) {
    self.call = call
    self.scene = scene
    self.room = room
  }

  func run() -> Applied {
    let result: Result<Applied.Change, RequestFailure>
    do throws(RequestFailure) {
      let (state, warnings) = try scene.applying(call.operations, within: room)
      let former = scene.settings.outside
      let difference = StateDifference(from: former, to: state, settings: state.settings(since: former))
      result = .success(Applied.Change(difference: difference, warnings: warnings))
    } catch { result = .failure(error) }
    return Applied(call: call, result: result)
  }
}

/// What a call came to.
struct Applied: Sendable {
  struct Change: Sendable {
    let difference: StateDifference
    let warnings: [Diagnostic]
  }

  let call: ApplyCall
  let result: Result<Change, RequestFailure>
}

/// What leads from one state to another. Whoever has the very same two need not look for it again.
struct StateDifference: Sendable {
  private let former: OutsideState
  let state: OutsideState
  let settings: [SceneSetting]

  init(from former: OutsideState, to state: OutsideState, settings: [SceneSetting]) {
    self.former = former
    self.state = state
    self.settings = settings
  }

  /// Whether it leads from there to here. States that share their storage are told to be equal at once.
  func leads(from former: OutsideState, to state: OutsideState) -> Bool {
    self.former == former && self.state == state
  }
}

/// What a call is made to: of a scene only what it needs. A scene is large, and all of it is copied for a function that
/// looks at several of its parts.
struct CallTarget: Sendable {
  /// The last good layout, and the one that is shown.
  let newest: Boxed<LayoutScene>
  let live: Boxed<LayoutScene>?
  let settings: SceneSettings
  /// Those of the document.
  let pictures: [String: Picture]

  /// What is set after operations, and warnings about those that have no effect.
  ///
  /// - Parameter room: how much may be set.
  /// - Throws: the first operation that cannot be done, by its index.
  func applying(
    _ operations: [Operation], within room: SettingsRoom? = nil
  ) throws(RequestFailure) -> (state: OutsideState, warnings: [Diagnostic]) {
    let scrollEnds = { [live] in live?.value.scrollEnds ?? [:] }
    if newest.value.written.lists.isEmpty {
      return try settings.outside.applying(
        operations, to: newest.value.declared, resettingTo: settings.base, within: room, scrollEnds: scrollEnds)
    }
    return try settings.outside.applying(
      operations, to: newest.value.declared, written: newest.value.written,
      showing: settings.recordsBelow(newest.value.written), hasOtherViews: hasUnsolvedRecords,
      resettingTo: settings.base, within: room, scrollEnds: scrollEnds)
  }

  /// Whether a call just before has changed records, and nothing is solved with them yet.
  private var hasUnsolvedRecords: Bool {
    !newest.value.written.lists.isEmpty
      && newest.value.inputs.records != settings.inputs(for: newest.value.written, pictures).records
  }

  /// What a call costs, in records that are put in: what it names; a part of the records that it is about, which are
  /// all looked at; and all views, where they are written out for it. They are where it names some after records have
  /// changed, and where something is set in some of them that may go with its record.
  func cost(of operations: [Operation]) -> Int {
    var lists: Set<String> = []
    for case .records(let list, _) in operations { lists.insert(list) }
    let shared = lists.reduce(0) { $0 + (settings.outside.records[$1]?.records.count ?? 0) }
    let needsViews =
      !lists.isEmpty && settings.outside.concernsViews
      || operations.contains(where: \.namesViews) && (!lists.isEmpty || hasUnsolvedRecords)
    return operations.cost + shared / Self.recordsLookedAt + (needsViews ? newest.value.layout.views.count : 0)
      + settings.costOfWhatIsSet
  }

  /// So many records are looked at while one is put in. By measuring.
  private static let recordsLookedAt = 16
}

extension SceneSettings {
  /// What it costs to measure and to solve what a call has set, in records that are put in. What takes back much costs
  /// as if all were set that was.
  func costOfSolving(_ operations: [Operation]) -> Int {
    operations.cost + costOfWhatIsSet + (operations.contains(where: \.takesBackMuch) ? costOfReset : 0)
  }

  /// What it costs to go through all that is set, as each solve does; but for flags, of which those that the layout
  /// asks for are looked up.
  fileprivate var costOfWhatIsSet: Int { (outside.count - outside[.flag].count) / Self.settingsLookedAt }

  /// What it costs to solve when nothing is set any more.
  var costOfReset: Int { Operation.costOfName * outside.count }

  /// So many things that are set are gone through while a record is put in. By measuring.
  private static let settingsLookedAt = 16
}

extension [Operation] {
  /// In records that are put in.
  var cost: Int { reduce(0) { $0 + $1.cost } }
}

extension Operation {
  /// To look a name up, and to set something under it, takes as long as to put so many records in. By measuring.
  fileprivate static let costOfName = 4

  fileprivate var takesBackMuch: Bool {
    switch self {
    case .remove(.all), .reset: true
    default: false
    }
  }

  /// In records that are put in.
  fileprivate var cost: Int {
    switch self {
    case .set(let assignment):
      switch (assignment.settable, assignment.value) {
      case (_, .records(let records)?): records.count
      // No name is looked up, and nothing is solved for most; others may set something of the same scene meanwhile, and
      // would wait for a thread that has little to say.
      case (.flag, _), (.trait, _): 0
      default: Self.costOfName
      }
    case .append(let views, _, _), .remove(.these(let views, _)): views.count * Self.costOfName
    case .arrange(_, let views): (views?.count ?? 1) * Self.costOfName
    case .records(_, .insert(let records, _)): records.count
    case .records(_, .move(let keys, _)), .records(_, .delete(let keys)): keys.count
    case .records(_, .change): Self.costOfName
    case .keyboard, .remove(.all), .reset: 1
    }
  }
}
