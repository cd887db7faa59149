internal import Frames
public import Geometry
public import LayoutEngine
internal import LayoutModel
internal import LayoutRuntime
internal import LayoutSyntax
internal import Settables

/// A layout at work: what is set from outside, and where views are shown while time goes by.
///
/// ```swift
/// var scene = Scene(toast, size: Size(width: 390, height: 844))
/// _ = scene.turn(at: .zero)
/// try scene.use(.visible, on: panel)
/// let turn = scene.turn(at: .milliseconds(16))
/// for (view, frame) in turn.changed { draw(view.name, frame) }
/// ```
///
/// What is set is only noted; `turn` solves once for all of it. A scene reads no clock: whoever calls says what time it
/// is, so an animation is played in a test without waiting. It is a value with one owner, and the same calls give the
/// same frames.
public struct Scene: Sendable {
  /// What is to be done at the next turn, in order.
  private enum Wish {
    case operation(Operation, Motion)
    case update(isForced: Bool)
    /// What cannot be done, in words.
    case refused(String)
  }

  /// How what is set gets there.
  private enum Motion {
    case asTheLayoutSays, atOnce
    /// Where the layout does not say how: so, or in the standard timing.
    case animated(Timing?)
  }

  /// What it is shown in. Setting it is noted, as everything is.
  public var surroundings: Surroundings
  /// What is shown. Setting it is an edit: what has the same path is the same view, and what was set in it stays. What
  /// comes from a file is edited there, and nowhere else.
  public var layout: Layout {
    get { content.layout }
    set { edit(newValue) }
  }

  var content: ShownLayout
  /// What is at work.
  var live: LayoutRuntime.Scene
  /// What serves others beside the program; nil: nothing does.
  var host: Host?
  private var wishes: [Wish] = []
  private var motion = Motion.asTheLayoutSays
  /// How the surroundings get there that were set since the last turn.
  private var motionOfSurroundings = Motion.asTheLayoutSays
  /// Whether `live` has, or had, what `content` says.
  private(set) var isLoaded = false
  private(set) var lastTurn = Duration.zero
  /// What `live` has been told of the surroundings.
  private var told: Surroundings?
  /// Which picture the last turn told of.
  private var shown = Revision.none

  /// A scene before its first turn: it shows nothing yet.
  public init(_ layout: Layout, in surroundings: Surroundings = Surroundings()) {
    self.init(ShownLayout(layout), in: surroundings)
  }

  init(_ content: ShownLayout, in surroundings: Surroundings) {
    self.surroundings = surroundings
    self.content = content
    live = LayoutRuntime.Scene(named: content.resolved.name)
  }

  /// A scene that a runtime has from a file.
  init(
    _ content: ShownLayout, in surroundings: Surroundings, live: LayoutRuntime.Scene, _ host: Host, at now: Duration
  ) {
    self.init(content, in: surroundings)
    (self.live, self.host, isLoaded, lastTurn) = (live, host, true, now)
  }

  /// A scene of this size, in surroundings like a phone's.
  public init(_ layout: Layout, size: Size) { self.init(layout, in: Surroundings(size: size)) }

  /// The name that the text has for the scene.
  private var name: String { content.resolved.name }

  private mutating func edit(_ layout: Layout) {
    if host?.bringsFiles == true { return wishes.append(.refused("a layout that comes from a file is edited there")) }
    let before = name
    content = ShownLayout(layout)
    if name != before {
      // Another scene: nothing of the one before is in it.
      leaveHost(of: before)
      live = LayoutRuntime.Scene(named: name)
      (shown, told, wishes) = (.none, nil, [])
    }
    isLoaded = false
  }

  // MARK: Turns

  /// Works once for everything that was set since the last turn, and moves what moves to where it is now.
  ///
  /// - Parameters:
  ///   - now: since whenever the program likes; not earlier than the turn before, or it counts as that.
  ///   - measurer: measures texts.
  public mutating func turn(at now: Duration, measuring measurer: some TextMeasuring = FixedMetrics()) -> Turn {
    lastTurn = max(now, lastTurn)
    // What is set before anything was shown moves nothing.
    let isFirst = told == nil
    if !isLoaded { load(isFirst: isFirst, measurer) }
    tellSurroundings()
    var refused: [String] = []
    for wish in wishes {
      switch wish {
      case .operation(let operation, let motion):
        let wishes = Self.animation(isFirst ? .atOnce : motion, &refused)
        do throws(RequestFailure) { try live.apply(operation, animated: wishes) } catch {
          refused.append(error.words + didYouMean(error.nearest))
        }
        if live.cannotWait { update(measurer) }
      case .update(let isForced):
        if isForced { live.lookAgain() }
        update(measurer)
      case .refused(let words): refused.append(words)
      }
    }
    wishes = []
    finishTurn(measurer)
    if !live.diagnosed.diagnostics.isEmpty { goByText(measurer) }
    return Turn(changed: takeChanges(), isSettled: isSettled, nextFrame: nextFrame, refused: refused)
  }

  /// Whether nothing moves.
  public var isSettled: Bool { nextFrame == nil }

  /// When the next frame of what moves is due; nil while nothing moves.
  public var nextFrame: Duration? { (host == nil ? live.nextFrame : host?.runtime.nextFrame)?.sinceStart }

  /// Takes over the layout. What is set in the same turn is set in what it shows then.
  private mutating func load(isFirst: Bool, _ measurer: some TextMeasuring) {
    isLoaded = true
    if host == nil {
      live.show(content.resolved, of: content.source)
      if !isFirst { update(measurer) }
    } else {
      loadIntoHost()
      finishTurn(measurer)
    }
  }

  /// Goes on with the layout as its text says it, which has words and places for what is to be told. Nothing moves
  /// because of that: it is the same layout.
  private mutating func goByText(_ measurer: some TextMeasuring) {
    guard case .built = content, host == nil else { return }
    content = .compiled(content.compiled)
    live.show(content.resolved, of: content.source)
    update(measurer)
  }

  private mutating func update(_ measurer: some TextMeasuring) {
    if host == nil {
      live.update(at: Instant(lastTurn), measuring: measurer)
    } else {
      host?.runtime.update(&live, at: Instant(lastTurn), measuring: measurer)
    }
  }

  private mutating func finishTurn(_ measurer: some TextMeasuring) {
    if host == nil { update(measurer) } else { turnHost(measurer) }
  }

  /// The views that are shown otherwise than the last turn told. Nearly always one revision moved some of them: those
  /// are looked at, and no others.
  private mutating func takeChanges() -> [(view: ShownView, frame: Rect)] {
    let known = shown
    shown = live.shownRevision
    if shown == known { return [] }
    let picture = live.picture
    guard let changes = live.changes(since: known) else { return views }
    return picture.positions(of: changes).map { (ShownView(picture.views[$0]), picture.views[$0].frame.rect) }
  }

  /// Notes what of the surroundings is other than the runtime knows.
  private mutating func tellSurroundings() {
    var wanted = surroundings
    wanted.flags.follow(content.answers)
    let assignments = wanted.assignments(after: told)
    wishes.insert(contentsOf: assignments.map { .operation(.set($0), motionOfSurroundings) }, at: 0)
    (told, motionOfSurroundings) = (wanted, .asTheLayoutSays)
  }

  // MARK: What is shown

  /// Where a view is shown now, in its parent; in a scroll view, in the content. Points, to 1/64. A view that is not
  /// shown at all is a mistake of the program, as an index beyond the end of an array is.
  public subscript(view: some View) -> Rect {
    guard let frame = frame(of: view) else {
      preconditionFailure("'\(view.node.shownName)', made at \(view.node.site), is not in layout '\(layout.name)'")
    }
    return frame
  }

  /// Where a view is shown now; nil for one that is not in the layout, and before the first turn.
  public func frame(of view: some View) -> Rect? { record(of: view)?.frame.rect }

  /// Where a view is shown now in the whole scene, with what is scrolled where it is; nil for one that is not in the
  /// layout, and before the first turn.
  public func frameInScene(of view: some View) -> Rect? {
    guard let path = shownPath(of: view) else { return nil }
    return viewsInScene.first { $0.view.path == path }?.frame
  }

  /// All views with their frames in the whole scene, a parent before its children: in the order in which they are
  /// drawn.
  public var viewsInScene: [(view: ShownView, frame: Rect)] {
    live.picture.filtered(by: FrameFilter(space: .scene)).views.map { (ShownView($0), $0.frame.rect) }
  }

  /// What is shown of a view besides its frame.
  public func shown(_ view: some View) -> ShownView? { record(of: view).map(ShownView.init) }

  /// All views with their frames, a parent before its children.
  public var views: [(view: ShownView, frame: Rect)] { live.picture.views.map { (ShownView($0), $0.frame.rect) } }

  private func record(of view: some View) -> ViewRecord? {
    guard let path = shownPath(of: view) else { return nil }
    let views = live.picture.views
    // Nearly always the view stands where the layout puts it.
    if let id = content.id(of: view), let position = live.position(ofDeclared: id), views[position].path == path {
      return views[position]
    }
    return views.first { $0.path == path }
  }

  /// Views of records are named by their paths alone, and not all that are named are there.
  private func shownPath(of view: some View) -> String? {
    if let path = content.path(of: view) { return path }
    guard let path = view.node.path, live.picture.views.contains(where: { $0.path == path }) else { return nil }
    return path
  }

  /// Where a view belongs in its parent, as the last turn solved it: what is in motion is on its way there. Nil before
  /// the first turn, and for a view that is not in the layout.
  public func target(of view: some View) -> Rect? {
    guard isLoaded, let path = shownPath(of: view) else { return nil }
    return live.target(ofViewAt: path)
  }

  /// Why a view is where it is: each constraint that has a say in it, with the line of the program. Nil before the
  /// first turn, and for a view that is not in the layout.
  public func explain(_ view: some View, _ attribute: Attribute? = nil) -> Explanation? {
    guard isLoaded, let path = shownPath(of: view) else { return nil }
    if case .built = content {
      // Texts have been measured for the very same layout.
      var told = self
      told.goByText(FixedMetrics())
      return told.explain(view, attribute)
    }
    let asked = attribute.flatMap { try? AnchorAttribute(named: $0.rawValue) }
    guard case .explained(let found, _)? = try? live.explanation(ofViewAt: path, asked) else { return nil }
    return Explanation(found, content.compiled)
  }

  /// Everything that is wrong or doubtful now, with lines of the program.
  public var diagnostics: [LayoutDiagnostic] {
    let report = live.diagnosed
    // What is wrong with a file now is about another text than the one that is shown.
    if host?.bringsFiles == true { return report.diagnostics.map(TextPlaces(report.sources).diagnostic) }
    var all = content.diagnostics
    guard !report.diagnostics.isEmpty, case .compiled(let compiled) = content else { return all }
    for diagnostic in report.diagnostics.map(compiled.diagnostic) where !all.contains(diagnostic) {
      all.append(diagnostic)
    }
    return all
  }

  // MARK: Setting

  /// Animates what `body` sets: as the layout says, and where it says nothing with this timing.
  ///
  /// ```swift
  /// try scene.animate(.spring(0.8)) { try $0.set("gap", to: 16) }
  /// ```
  ///
  /// - Parameters:
  ///   - timing: nil: 250 ms that begin and end gently. Of several in one turn the latest counts.
  ///   - body: sets what is to be animated.
  public mutating func animate<Result, Failure: Error>(
    _ timing: Timing? = nil, _ body: (inout Scene) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try settings(.animated(timing), body)
  }

  /// Lets what `body` sets jump, whatever the layout says.
  public mutating func withoutAnimation<Result, Failure: Error>(
    _ body: (inout Scene) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try settings(.atOnce, body)
  }

  private mutating func settings<Result, Failure: Error>(
    _ wanted: Motion, _ body: (inout Scene) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (before, around) = (motion, surroundings)
    motion = wanted
    defer {
      motion = before
      if surroundings != around { motionOfSurroundings = wanted }
    }
    return try body(&self)
  }

  private static func animation(_ motion: Motion, _ refused: inout [String]) -> AnimationWishes {
    switch motion {
    case .asTheLayoutSays: return nil
    case .atOnce: return false
    case .animated(nil): return true
    case .animated(let timing?):
      if let curve = try? Spelling.curve(of: timing, Site("", 0)),
        let wishes = AnimationWishes(
          lasting: timing.duration, curve: curve, delay: timing.delay, stagger: timing.stagger)
      {
        return wishes
      }
      refused.append("nothing can move like \(timing)")
      return true
    }
  }

  /// Evaluates conditions at this point of what is set, and not once for all of it.
  ///
  /// - Parameter force: all of them, and not only those that something happened to.
  public mutating func update(force: Bool = false) { wishes.append(.update(isForced: force)) }

  /// Puts a view into a configuration; nil takes back what was used.
  public mutating func use(_ name: ConfigurationName?, on view: some View) throws(SceneError) {
    let path = try path(of: view)
    if let name {
      let id = content.id(of: view)
      let known = content.resolved.configurations.filter { $0.view == id }.map(\.name)
      guard known.contains(name.name) || name == .main else { throw .unknown(.configuration, name.name, in: known) }
    }
    note(.set(.config, of: path, to: name.map { .text($0.name) }))
  }

  /// Sets the numbers of a constraint with an id, with their signs as in the relation; none takes back what was set.
  ///
  /// - Parameters:
  ///   - id: as the constraint has it.
  ///   - view: in whose block it is said, where several have one of this id; of a clause the view that has it.
  ///   - numbers: one for all, or as many as it has.
  public mutating func set(
    _ id: ConstraintID, of view: (any View)? = nil, to numbers: Double...
  ) throws(SceneError) {
    let subject = try subject(of: id, view)
    note(.set(.constant, of: subject, to: numbers.isEmpty ? nil : .numbers(numbers)))
  }

  /// Gives the constraints with an id another priority, as one change; nil takes back what was set.
  ///
  /// - Parameters:
  ///   - priority: nil: as the layout says.
  ///   - id: as the constraint has it.
  ///   - view: whose constraints they are, where several views have some of this id.
  public mutating func setPriority(
    _ priority: Priority?, of id: ConstraintID, of view: (any View)? = nil
  ) throws(SceneError) {
    note(.set(.priority, of: try subject(of: id, view), to: priority.map { .number(Double($0.value)) }))
  }

  /// Gives the one anchor on the right side of constraints with an id another factor; nil takes back what was set.
  ///
  /// - Parameters:
  ///   - multiplier: nil: as the layout says.
  ///   - id: as the constraint has it.
  ///   - view: whose constraints they are, where several views have some of this id.
  public mutating func setMultiplier(
    _ multiplier: Double?, of id: ConstraintID, of view: (any View)? = nil
  ) throws(SceneError) {
    note(.set(.multiplier, of: try subject(of: id, view), to: multiplier.map { .number($0) }))
  }

  /// Puts the constraints with an id out of force or in force again, as one change. Those of a branch that does not
  /// hold stay out of force.
  ///
  /// - Parameters:
  ///   - isActive: false: out of force.
  ///   - id: as the constraint has it.
  ///   - view: whose constraints they are, where several views have some of this id.
  public mutating func setActive(
    _ isActive: Bool, _ id: ConstraintID, of view: (any View)? = nil
  ) throws(SceneError) {
    note(.set(.active, of: try subject(of: id, view), to: .truth(isActive)))
  }

  /// The numbers of a constraint with an id as they are after the last turn, with their signs as in the relation: one
  /// where all are the same, else as many as it has. Nil before the first turn, and for an id that is not there.
  ///
  /// - Parameters:
  ///   - id: as the constraint has it.
  ///   - view: in whose block it is said, where several have one of this id; of a clause the view that has it.
  public func numbers(of id: ConstraintID, of view: (any View)? = nil) -> [Double]? {
    guard isLoaded, let subject = try? subject(of: id, view) else { return nil }
    guard case .values(let values, _)? = try? live.values(named: [subject]) else { return nil }
    switch values.first(where: { $0.settable == .constant })?.value {
    case .number(let number): return [number]
    case .numbers(let numbers): return numbers.compactMap(\.self)
    default: return nil
    }
  }

  /// Gives a variable of the layout's text another number; nil takes back what was set.
  public mutating func setVariable(_ name: String, to number: Double?) throws(SceneError) {
    note(.set(.variable, of: try known(name), to: number.map { .number($0) }))
  }

  /// Gives a variable of the layout's text that is a text another one.
  public mutating func setVariable(_ name: String, to text: String) throws(SceneError) {
    note(.set(.variable, of: try known(name), to: .text(text)))
  }

  private func known(_ variable: String) throws(SceneError) -> String {
    let known = content.resolved.variables.map(\.name)
    guard known.contains(variable) else { throw .unknown(.variable, variable, in: known) }
    return variable
  }

  /// Gives a view another text; nil takes back what was set.
  public mutating func setText(_ text: String?, of view: some View) throws(SceneError) {
    note(.set(.text, of: try path(of: view), to: text.map { .text($0) }))
  }

  /// Hides or shows a view; nil takes back what was set.
  public mutating func setHidden(_ isHidden: Bool?, of view: some View) throws(SceneError) {
    note(.set(.hidden, of: try path(of: view), to: isHidden.map { .truth($0) }))
  }

  /// Says how large the content of a view is, where the program draws it; nil takes back what was set.
  public mutating func setNaturalSize(of view: some View, to size: Size?) throws(SceneError) {
    note(.set(.intrinsic, of: try path(of: view), to: size.map { .numbers([$0.width, $0.height]) }))
  }

  /// Scrolls a scroll view so far from rest, no further than to its end.
  public mutating func scroll(_ view: some Scrolling, to offset: Point) throws(SceneError) {
    note(.set(.scroll, of: try path(of: view), to: .numbers([offset.x, offset.y])))
  }

  /// Puts a view into a stack or list: at a place among its views, from 0, or at the end.
  public mutating func append(_ view: some View, to stack: some View, at index: Int? = nil) throws(SceneError) {
    note(.append([try path(of: view)], to: try path(of: stack), index: index))
  }

  /// Takes a view out of the stack or list that it stands in. It comes back as it was when it is put somewhere.
  public mutating func remove(_ view: some View) throws(SceneError) {
    note(.remove(.these([try path(of: view)], from: nil)))
  }

  /// Makes a stack or list show exactly these views in this order; nil: those of the layout.
  public mutating func arrange(_ stack: some View, _ views: [any View]?) throws(SceneError) {
    var paths: [String]?
    if let views {
      paths = []
      for view in views { paths?.append(try path(of: view)) }
    }
    note(.arrange(stack: try path(of: stack), paths))
  }

  mutating func note(_ operation: Operation) { wishes.append(.operation(operation, motion)) }

  private func subject(of id: ConstraintID, _ view: (any View)?) throws(SceneError) -> String {
    let known = content.resolved.identifiers
    guard known.contains(where: { $0.name == id.name }) else {
      throw .unknown(.constraint, id.name, in: known.map(\.name))
    }
    // A closure could not throw what this function throws.
    if let view { return "\(try path(of: view)).#\(id.name)" }
    return "#\(id.name)"
  }

  private func path(of view: some View) throws(SceneError) -> String {
    if let path = shownPath(of: view) { return path }
    guard let path = view.node.path else { throw .absent(view) }
    throw .unknown(.view, path, in: content.resolved.views.map(\.path))
  }
}

/// What a turn has changed, and when the next one is due.
public struct Turn: Sendable {
  /// The views that are shown elsewhere or otherwise than before, a parent before its children: all of them at first.
  public let changed: [(view: ShownView, frame: Rect)]
  /// Whether nothing moves any more.
  public let isSettled: Bool
  /// When the next frame of what moves is due, on the caller's time line; nil while nothing moves.
  public let nextFrame: Duration?
  /// What was set and cannot be, like a scale of 0, in words. All of it is as before.
  public let refused: [String]
}

/// A view as it is shown.
public struct ShownView: Hashable, Sendable {
  /// The names from below the outermost view, joined by dots; `root` for that one.
  public let path: String
  /// The word of the layout language: `label`, `vstack`.
  public let kind: String
  /// The text that it shows; nil for one without.
  public let text: String?
  /// The opacity from 0 to 1.
  public let alpha: Double
  /// Whether it is hidden, or in something that is.
  public let isHidden: Bool

  init(_ record: ViewRecord) {
    (path, kind) = (record.path, record.kind)
    (text, alpha, isHidden) = (record.content.text, record.content.alpha, record.content.isHidden)
  }

  /// The last name of the path.
  public var name: String { path.lastNameOfPath }
}

/// Why something could not be set. The scene is as before.
public enum SceneError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What a name is of.
  public enum Kind: String, Sendable { case configuration, constraint, list, variable, view }

  /// There is nothing of this name; perhaps the other one is meant.
  case unknownName(Kind, String, nearest: String?)

  static func unknown(_ kind: Kind, _ name: String, in known: [String]) -> SceneError {
    .unknownName(kind, name, nearest: nearestName(to: name, in: known))
  }

  static func absent(_ view: any View) -> SceneError { .unknownName(.view, view.node.shownName, nearest: nil) }

  /// One sentence.
  public var description: String {
    switch self {
    case .unknownName(let kind, let name, let nearest):
      "the layout has no \(kind.rawValue) '\(name)'" + didYouMean(nearest)
    }
  }
}
