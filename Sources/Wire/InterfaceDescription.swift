import Settables

/// What `GetInterfaceDescription` returns: the protocol as varlink writes it down.
///
/// The text is the contract. Tests read it, and compare every error, field and method that is served with what is
/// really encoded and decoded.
public enum InterfaceDescription {
  /// Our interface.
  package static let own = "io.framewire.v1"

  /// The names of the interfaces served, as `GetInfo` lists them.
  public static let interfaces = ["org.varlink.service", own]

  /// The description of `interface`; nil when it is not served.
  public static func text(of interface: String) -> String? {
    switch interface {
    case own: framewire
    case "org.varlink.service": service
    default: nil
    }
  }

  /// The interface of the runtime: scenes, changes to them, and the stream of frames.
  public static let framewire = """
    # Layout runtime: control and frame-diff stream.
    interface io.framewire.v1

    type Span (file: string, line: int, column: int, endLine: int, endColumn: int)
    # view: the path of the view that it is about, where that is known
    type Diagnostic (code: string, severity: (error, warning, info), message: string, span: ?Span, view: ?string,
      notes: ?[](message: string, span: ?Span), fixes: ?[](title: string, span: Span, text: string))

    # frame = [x, y, width, height] in points, relative to the parent unless filter.space = scene;
    # inside a scroll view relative to its content (space scene adds insets less offset: what is seen)
    # at rest the offset is 0, 0; it is told as far as there is content to show
    # scroll = [offsetX, offsetY, contentWidth, contentHeight, insetTop, insetLeft, insetBottom, insetRight]
    # truncated: not all of the text fits; it is to be cut here (with an ellipsis, unless clip)
    # span: line and column from 1, columns in Unicode scalars, end exclusive
    type View (id: int, path: string, kind: string, parent: ?int, index: int, frame: []float,
      hidden: ?bool, alpha: ?float, clips: ?bool, text: ?string, truncated: ?(tail, head, middle, clip), baselines: ?[]float, guides: ?[string][]float, scroll: ?[]float, look: ?int, lines: ?[]Line)
    # a line of a text, to be drawn from x on its baseline, in points from the view's corner. text: what is to be read on
    # it, with the ellipsis where it is cut; start, end: what it stands for, in bytes of the view's text (of an input
    # without text: of its placeholder); rtl: it is read from right to left, and x is its left end all the same
    type Line (text: string, start: int, end: int, x: float, baseline: float, width: float, rtl: ?bool)
    # what a number of looks stands for, until it is said to stand for something else. Colours are #rrggbbaa (sRGB) or
    # names that only who draws knows; lengths are points; data: what the file says with 'data_NAME: value'. A color or
    # borderColor that is left out is for who draws to choose; family left out: the font that ships with Framewire. version:
    # another number, from 0 if it is left out, whenever the picture was saved
    type Look (id: int, background: ?string, color: ?string, radius: ?float, border: ?float, borderColor: ?string,
      image: ?(path: string, width: ?float, height: ?float, version: ?int), placeholder: ?string, role: ?string,
      align: ?(leading, center, trailing), style: ?string,
      font: ?(family: ?string, size: float, weight: int, maxLines: int, direction: ?(ltr, rtl)), data: ?[string]object)
    # all of how a view is drawn: what is left out is none
    type Restyle (id: int, look: ?int, lines: ?[]Line)
    # all of a view but its place and frame: what is left out is as in a View that leaves it out
    type Change (id: int, hidden: ?bool, alpha: ?float, clips: ?bool, text: ?string, truncated: ?(tail, head, middle, clip), baselines: ?[]float, guides: ?[string][]float, scroll: ?[]float)
    # alphas only where the opacity moves, and scrolls, [offsetX, offsetY], only where a content is scrolled, with the same
    # timing as the frame
    type Move (id: int, fromFrame: []float, toFrame: []float, fromAlpha: ?float, toAlpha: ?float, fromScroll: ?[]float, toScroll: ?[]float, durationMs: float, delayMs: ?float, curve: string)
    # how a view's look moves: the colours and lengths of it that do, at both ends; one that is left out at an end is none
    # there. Of those that want look
    type Fade (id: int, from: Shade, to: Shade, durationMs: float, delayMs: ?float, curve: string)
    type Shade (background: ?string, color: ?string, radius: ?float, border: ?float, borderColor: ?string)

    # root: a view's path; depth: levels below it; kinds: only views of these
    # fields: what is told of a view besides what it is and where it stands; of frame, hidden, alpha, clips, text,
    # truncated, baselines, guides, scroll, look, lines. text and truncated come together, whichever is named. Without
    # fields all but look and lines are told, which are for who draws
    # minDelta: points; a frame of an animation in which nothing moves further waits until something has
    type Filter (root: ?string, depth: ?int, kinds: ?[]string, fields: ?[]string, space: ?(parent, scene), minDelta: ?float)
    # milliseconds, as everywhere
    type Timing (settle: float, read: float, parse: float, resolve: float, lower: ?float, solve: float, measure: float)

    # time = milliseconds of the runtime's clock since the daemon started
    type Event (
      kind: (snapshot, delta, transition, diagnostics, heartbeat, lost, bye),
      epoch: string, rev: int, base: ?int, layoutRev: int, time: float,
      settled: ?bool, skipped: ?int, reset: ?bool, cause: ?string, timing: ?Timing,
      looks: ?[]Look, views: ?[]View, removed: ?[]int, set: ?[]float, changed: ?[]Change, restyled: ?[]Restyle,
      moves: ?[]Move, fades: ?[]Fade,
      state: ?(ok, stale, failed), diagnostics: ?[]Diagnostic, reason: ?string)

    # \(lists); of size null = wraps the content;
    # keyboard = covered height at the bottom, or [x, y, width, height] of one that floats or is split
    type Environment (\(surroundings),
      traits: ?[string]string, flags: ?[]string, variables: ?[string]object)

    # variable: a list of records, a number, or a string that is read as what the variable is ("Hello", "#ff8800", "250ms", "3")
    # name of constant, priority, multiplier, active: an id ('#gap', 'card.#gap'). The last three are of all constraints of
    # the clause that it stands on: the priority from 0 to 1000, the factor of the anchor on the right side, and false for
    # out of force
    # size without value leaves it to the layout, its preview or whoever opened the scene
    # keyboard may say how what it moves gets there: durationMs, a day at most, and a curve as in Move
    # append puts the views of value (paths, in order) into the stack or list of view: at that place among those it has
    # without them, from 0, or at the end; remove takes them out, without a value all; arrange makes the stack show
    # exactly these, without a value what the file puts there. A view keeps path and id wherever it stands
    # insert, change, move and delete are of the records of the list that name says, a var of the layout. insert puts those
    # of value (objects) in: at that place, from 0, or before the record of that key, or at the end; move puts those of the
    # keys in value elsewhere, delete takes them out; change gives fields of the record of key other values. variable with
    # a list of records replaces all. All are checked against the list's type: 'messages[3].unread: it must be …'
    # reset takes back what was set: all of it, or with a name what belongs to that part:
    \(parts)
    type Op (op: (\(Op.words.settable.joined(separator: ", ")),
      \(Op.words.others.joined(separator: ", "))), view: ?string, name: ?string, value: ?object, at: ?int, before: ?string, key: ?string, durationMs: ?float,
      curve: ?string, animate: ?bool)

    # a live instance of a declared layout; loading a file opens one scene for each layout and preview in it
    # private: it ends with this connection, nothing of it survives a restart, and only this connection's ListScenes has it;
    # other connections can use it by its name. A layout or preview that gets its name takes its place
    method Open(layout: string, scene: string, environment: ?Environment, private: ?bool) -> (layoutRev: int, warnings: ?[]Diagnostic)
    method Close(scene: string) -> (warnings: ?[]Diagnostic)
    # imports: the other files that the scene is made from
    # with use: followers are streams that follow it, set is what somebody has set in it, by the words of ops
    method ListScenes(use: ?bool) -> (scenes: [](name: string, layout: string, file: string, imports: ?[]string,
      state: (ok, stale, failed), rev: int, layoutRev: int, views: int, size: []float, configs: [](view: string, active: string, names: []string),
      followers: ?int, set: ?[]string))
    # opens a scene for each layout and preview; a name that is taken by another file is an error there. The document
    # is the caller's, and ends with the daemon: after another epoch load it again, and find what was set in its scenes
    # path: a file that the daemon reads, in a served folder; text: no file, called name (or path, or text.layout), which no served file may be
    method Load(path: ?string, text: ?string, name: ?string) -> (scenes: [](name: string, layoutRev: int))
    # the scene's layout with all its scenes; Close ends one
    method Unload(scene: string) -> (warnings: ?[]Diagnostic)
    # a scene whose file is gone, with all others of that file; without scene every one whose file is gone. By itself it
    # goes when the file has been gone, and nobody has subscribed to it, for an hour (serve --keep-gone). scenes: what went
    method Forget(scene: ?string) -> (scenes: []string, warnings: ?[]Diagnostic)
    method Reload(scene: ?string, resetState: ?bool) -> (layoutRev: int, warnings: ?[]Diagnostic)
    # at = an earlier revision. The last 1024 are kept as long as their changes come to no more than 256 KB, many more
    # while somebody subscribes to every one; RevisionGone names the oldest
    method Snapshot(scene: ?string, at: ?int, filter: ?Filter) -> (event: Event)
    # the last revisions that are kept, the oldest first; most: from 1 to 4096, 100 if left out. views: how many differ from
    # the revision before, gone ones included; left out of a first picture. Snapshot with at has the pictures
    method Revisions(scene: ?string, most: ?int) -> (revisions: [](rev: int, layoutRev: int, time: float, settled: bool,
      cause: ?string, views: ?int))
    # evaluates conditions now: those marked, or all (force). They are settled together, so a view only has to be there
    method Update(scene: ?string, view: ?string, force: ?bool) -> (rev: int)
    # call with more = true; maxHz from 0.001 to 1000000; heartbeatMs from 1 to 86400000
    # animation targets goes with mode latest, space parent and no kinds
    method Subscribe(scene: ?string, filter: ?Filter, mode: ?(latest, every), animation: ?(frames, targets),
      maxHz: ?float, epoch: ?string, since: ?int, heartbeatMs: ?int, diagnostics: ?bool) -> (event: Event)
    # call with upgrade = true; the same events in binary from then on, in both directions. encoding: fw1
    method Stream(scene: ?string, filter: ?Filter, mode: ?(latest, every), animation: ?(frames, targets),
      maxHz: ?float, epoch: ?string, since: ?int, heartbeatMs: ?int, diagnostics: ?bool, encoding: string) ->
      (epoch: string, encoding: string)
    # wait: none and solved (if left out) answer when the operations are solved; settled when nothing moves any more, and
    # there is no end to that (of a stopped clock nothing arrives): Sync with settled has one, closing the connection too.
    # A call has 2048 operations at most
    method Apply(scene: ?string, ops: []Op, ifLayoutRev: ?int, wait: ?(none, solved, settled)) ->
      (rev: int, layoutRev: int, warnings: ?[]Diagnostic)
    # everything saved or applied before this call is in effect when it returns, with settled nothing moves any more;
    # else TimedOut after timeoutMs: 5000 if left out, at most 86400000
    method Sync(scene: ?string, timeoutMs: ?int, settled: ?bool) -> (rev: int, layoutRev: int, state: (ok, stale, failed), diagnostics: []Diagnostic)
    # changes of files wait until Release or until this connection closes, at most a minute (serve --max-hold), and then
    # take effect together: one revision for each scene. holds: how many there are now, of all connections. A Sync waits
    # for the end of what others hold; whoever holds is answered, without what is held. What is asked for by name (Load,
    # Reload, Check) is read at once
    method Hold(reason: string) -> (holds: int)
    # everything saved before this call takes effect, unless somebody else still holds. warnings: the hold was over
    # before (W2912), or there was none (W2913)
    method Release() -> (holds: int, warnings: ?[]Diagnostic)
    # the time that a scene's animations keep to, or without scene that of all scenes. It never goes back: a scene that is
    # ahead stays there when all are sent to a time before. One that shows again what the others show goes on with them
    method Clock(scene: ?string, action: (run, pause, step, seek), ms: ?float) -> (time: float, running: bool)
    # what Apply sets of these kinds, as it is now; without names all there is to set
    # names: '#id' (or 'view.#id'), a variable, a flag, a trait; several of one name are all told. Of a view 'view.KIND', as
    # 'title.text'; without names that is told of views of which it was set. Of the scene KIND, as 'size', unless something
    # else has that name
    # value: as Apply takes it, and of an id as many numbers as stand there; written: what the file has in its place
    # priority: of the constraint with the id; key: the field by which records of a list are told apart
    # with clauses: clause is what the file has around it; literals are the words to exchange there for another value, one
    # for each number, with the sign before it as in '- 52'. Left out where the value is made of several or stands nowhere,
    # and while the file has a mistake
    method Get(scene: ?string, names: ?[]string, clauses: ?bool) -> (values: [](name: string, kind: (\(told)),
      value: ?object, priority: ?float, from: (file, outside, default), key: ?string, written: ?string, span: ?Span,
      clause: ?string, literals: ?[](span: Span, text: string)))
    # why a view is where it is; a constraint is told once, under the attribute that it names
    # value, slack: points; slack = what is left until an inequality binds, below 0 what is missing until it holds
    # source: as the file has it, or words for what a container or a content asks; means: the constraint between anchors
    # ends: the anchors that a constraint joins, and of a container or content those of the views that it is about, at their
    # places in the scene as it is seen (of width and height: how much)
    # declared: where the view is, then where the components around it are used, from the inside out
    # guides: the root's safe, margins, readable and keyboard, and all that ends name, as rectangles in the scene
    # when: the condition it depends on; with attribute: that one first, then the others along its axis
    method Explain(scene: ?string, view: string, attribute: ?string) -> (attributes: [](name: string, value: float,
      status: (unique, ambiguous, broken), because: [](id: ?string, source: string, means: ?string, priority: float,
      slack: float, active: bool, when: ?string, span: ?Span,
      ends: ?[](path: string, guide: ?string, anchor: string, at: float))),
      conflicts: [](constraints: []string, relaxed: string, by: float, suggestion: ?string),
      declared: []Span, guides: [](path: string, guide: string, frame: []float))
    # path: a file that the daemon reads, in a served folder; text beside it: what is not saved of it yet; text alone: a text.layout
    method Check(path: ?string, text: ?string) -> (diagnostics: []Diagnostic)
    method Stats() -> (metrics: [string]float)
    # for people who mend the daemon: lines to read, in a form that changes with any version
    # scene: what is set, solved, published and moving; tree: its views with their constraints; syntax: its file as it
    # was parsed; solver: the compiled system with its values; watcher: what is watched, and how
    method Debug(part: (scene, tree, syntax, solver, watcher), scene: ?string) -> (text: string)

    error UnknownScene (scene: string, known: []string)
    error UnknownView (view: string, near: []string)
    error UnknownName (kind: string, name: string, known: []string)
    error BadOperation (index: int, message: string)
    error LayoutFailed (diagnostics: []Diagnostic)
    error RevisionConflict (current: int)
    error RevisionGone (oldest: int, newest: int)
    # help: what to do about it
    error Busy (limit: string, max: int, help: ?string)
    error RateLimited (retryAfterMs: int)
    error TimedOut (waitedMs: int)
    error UnsupportedEncoding (encoding: string, known: []string)
    # on a socket on which one may only look (serve --read-only-socket): all methods but ListScenes, Snapshot, Revisions,
    # Subscribe, Stream, Sync, Get, Explain, Stats, Debug and those of org.varlink.service. And from who answers for a
    # daemon: a method that it was not told to pass on
    error NotAllowed (method: string)
    # from who answers for a daemon, as 'framewire-nats serve-calls' does: the daemon is not there
    error Unavailable (reason: string)

    """

  /// The members of an `Environment` that surround the scene.
  private static var surroundings: String {
    Settable.surroundings.map { "\($0.rawValue): ?\($0.form.interfaceType)" }.joined(separator: ", ")
  }

  /// What stands in the lists among them.
  private static var lists: String {
    Settable.surroundings.compactMap { settable in
      guard case .list(let names, _, _, _) = settable.form else { return nil }
      return "\(settable.rawValue) = [\(names.joined(separator: ", "))]"
    }.joined(separator: "; ")
  }

  /// The parts that `reset` takes back, a line each.
  private static var parts: String {
    let arranging = [Op.Kind.append, .remove, .arrange].map(\.rawValue)
    return StatePart.allCases.map { part in
      let words = part == .views ? arranging : part.settables.map(\.rawValue)
      return "# \(part.rawValue) (\(words.joined(separator: ", ")))"
    }.joined(separator: "\n")
  }

  /// The kinds of what `Get` tells.
  private static var told: String { Settable.allCases.map(\.rawValue).joined(separator: ", ") }

  /// <https://varlink.org/Service>
  public static let service = """
    # The interface every varlink service has.
    interface org.varlink.service

    method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)
    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)
    error MethodNotFound (method: string)
    error MethodNotImplemented (method: string)
    error InvalidParameter (parameter: string)
    error PermissionDenied ()
    error ExpectedMore ()

    """
}

extension ValueForm {
  /// The type that the interface has for its values.
  fileprivate var interfaceType: String {
    switch self {
    case .number: "float"
    case .text: "string"
    case .truth: "bool"
    case .numbers: "[]float"
    case .list(_, _, _, let orNull): orNull ? "[]?float" : "[]float"
    case .numberOrList, .numberOrText, .extent, .typed: "object"
    }
  }
}
