import Frames
import Settables
import TestSupport

@testable import Wire

/// Values in which every field is set, and random ones.
enum Sample {
  static let span = WireSpan(file: "example.layout", line: 6, column: 20, endLine: 6, endColumn: 33)

  static let diagnostic = WireDiagnostic(
    code: "E2101", severity: .error, message: "'top' is vertical but 'centerX' is horizontal", span: span,
    view: "panel.title",
    notes: [WireDiagnostic.Note(message: "declared here", span: span)],
    fixes: [WireDiagnostic.Fix(title: "use super.centerY", span: span, text: "super.centerY")])

  static let environment = Environment(
    Settable.surroundings.map { Assignment($0, to: $0.samples[0]) } + [
      Assignment(.trait, of: "idiom", to: "phone"), Assignment(.trait, of: "sizeClass.x", to: "compact"),
      Assignment(.flag, of: "editing", to: true), Assignment(.variable, of: "gap", to: 12.5),
      Assignment(.variable, of: "title", to: "Hi"),
    ])

  static let filter = Filter(
    root: "background", depth: 2, kinds: ["label"], fields: [.frame, .text], space: .scene, minDelta: 0.5)

  /// One of each action, with all that it can have.
  static let ops: [Op] = [
    Op(.set(.config, of: "toggle", to: "alternative"), animate: true),
    Op(.set(.trait, of: "sizeClass.y", to: "compact")),
    Op(.set(.size, to: [800, 400.5])),
    Op(.set(.scale, to: 2)),
    Op(.set(.safe, to: [1, 2, 3, 4])),
    Op(.set(.margins, to: [1, 2, 3, 4])),
    Op(.set(.keyboard, to: 216)), Op(.keyboard(216, Op.Motion(durationMs: 250, curve: "ease-out"))),
    Op(.keyboard([40, 500, 320, 216.5], Op.Motion(durationMs: 0))),
    Op(.set(.variable, of: "gap", to: 8)),
    Op(.set(.constant, of: "#gap", to: 16)),
    Op(.set(.constant, of: "#frame", to: [1, 2, 30, 40])),
    Op(.set(.flag, of: "editing", to: true)),
    Op(.set(.text, of: "title", to: "Hi")),
    Op(.set(.hidden, of: "title", to: true), animate: false),
    Op(
      .set(.intrinsic, of: "chart", to: [10, 20, 5, 15])),
    Op(.set(.scroll, of: "list", to: [0, -12.5])), Op(.append(["a", "b.c"], to: "row", at: 2)),
    Op(.append(["a"], to: "row", at: nil)), Op(.remove(["a"], from: "row")), Op(.remove(["a"], from: nil)),
    Op(.remove(nil, from: "row")), Op(.arrange(view: "row", ["b", "a"])), Op(.arrange(view: "row", nil)),
    Op(.records(list: "messages", .insert([SettableRecord([("id", "a"), ("unread", true)])], .before("b")))),
    Op(.records(list: "messages", .insert([], .index(0)))),
    Op(.records(list: "messages", .change(key: "a", SettableRecord([("unread", false)])))),
    Op(.records(list: "messages", .move(["a"], nil))), Op(.records(list: "messages", .delete(["a", "b"]))),
    Op(.reset(.values)), Op(.reset(nil), animate: true),
  ]

  /// Every method that is served, fully dressed.
  static let requests: [Request] = [
    .getInfo,
    .getInterfaceDescription(interface: "io.framewire.v1"),
    .open(Request.Open(layout: "login", scene: "second", environment: environment, isPrivate: true)),
    .close(scene: "second"),
    .listScenes(), .listScenes(use: true),
    .load(Request.Load(.path("/tmp/login.layout"), name: "login")),
    .load(Request.Load(.text("layout login {}"), name: "login")),
    .unload(scene: "login"), .forget(scene: nil), .forget(scene: "login"),
    .reload(scene: "login", resetState: true),
    .snapshot(Request.Snapshot(scene: "login", at: 12, filter: filter)),
    .revisions(scene: "login", most: 5),
    .update(scene: nil, view: nil, force: false), .update(scene: "login", view: "title", force: true),
    .subscribe(
      Request.Subscribe(
        scene: "login", filter: filter, mode: .every, animation: .targets, maxHz: 60, epoch: "k3f9", since: 421,
        heartbeatMs: 5000, diagnostics: true)),
    .stream(
      Request.Subscribe(
        scene: "login", filter: filter, mode: .every, animation: .targets, maxHz: 60, epoch: "k3f9", since: 421,
        heartbeatMs: 5000, diagnostics: true)),
    .apply(Request.Apply(scene: "login", ops: ops, ifLayoutRev: 7, wait: .settled)),
    .sync(Request.Sync(scene: "login", timeoutMs: 100, settled: true)),
    .hold(reason: "git rebase"), .release,
    .clock(.run),
    .clock(.pause),
    .clock(.step(ms: 16.5)),
    .clock(.seek(ms: 1000)), .clock(.pause, scene: "login"),
    .get(scene: "login", names: ["#gap", "columns"]), .get(scene: "login", names: [], clauses: true),
    .explain(Request.Explain(scene: "login", view: "user", attribute: "left")),
    .check(.path("login.layout")),
    .check(.text("layout login {}")),
    .check(.text("layout login {}", of: "login.layout")),
    .stats,
    .debug(.solver, scene: "login"),
    .debug(.watcher, scene: nil),
  ]

  static var content: ViewContent {
    var content = ViewContent()
    content.isHidden = true
    content.alpha = 0.3
    content.clips = true
    content.text = "Grüße \"…\"\n"
    content.truncation = .middle
    content.baselines = ViewContent.Baselines(first: 829, last: 1800)
    content.guides = [
      ViewContent.NamedGuide(name: "a", frame: Frame(x: 1, y: 2, width: 3, height: 4)),
      ViewContent.NamedGuide(name: "b", frame: Frame(x: -64, y: 0, width: 6400, height: 32)),
    ]
    content.scroll = ViewContent.Scroll(
      offsetX: 0, offsetY: 640, contentWidth: 6400, contentHeight: 12801, insetTop: 64, insetLeft: 8, insetBottom: 1,
      insetRight: 0)
    return content
  }

  static var appearance: ViewAppearance {
    ViewAppearance(
      look: LookID(5),
      lines: [
        TextLine(text: "Hello …", range: 0..<12, x: 8, baseline: 960, width: 3201),
        TextLine(text: "שלום", range: 13..<21, x: 8, baseline: 2240, width: 2200, isRightToLeft: true),
      ])
  }

  static var look: Look {
    var look = Look()
    look.background = .colour(0x1020_3040)
    look.color = .named("accent")
    look.radius = 520
    look.border = 32
    look.borderColor = .colour(0xFFFF_FFFF)
    look.image = Look.Image(path: "a/logo.png", width: 640, height: 321, version: 7)
    look.placeholder = "Name"
    look.role = "heading"
    look.align = .center
    look.style = "headline"
    look.font = Look.Font(family: "Serif", size: 1088, weight: 600, lines: 2, isRightToLeft: true)
    look.data = [
      Look.Datum(name: "badge", value: .text("new")), Look.Datum(name: "open", value: .truth(true)),
      Look.Datum(name: "tilt", value: .number(0.25)),
    ]
    return look
  }

  static let instant = Event.Instant(epoch: "k3f9", rev: 412, layoutRev: 7, time: 81234.5)

  /// An event that no daemon sends: every field at once.
  static var event: Event {
    let frame = Frame(x: 64, y: -1, width: 6400, height: 33)
    var event = Event(.delta, at: instant)
    event.base = 400
    event.settled = true
    event.skipped = 11
    event.reset = true
    event.cause = "file:example.layout"
    event.timing = Event.Timing()
    event.timing?.lower = 0.2
    event.timing?.solve = 0.6
    event.diff.looks = [NumberedLook(id: LookID(5), look: look), NumberedLook(id: LookID(6), look: Look())]
    event.diff.views = [
      ViewRecord(
        id: StreamID(3), path: "a.b", kind: "label", parent: StreamID(2), index: 4, frame: frame, content: content,
        appearance: appearance)
    ]
    event.diff.removed = [StreamID(1), StreamID(4_294_967_295)]
    event.diff.set = [FrameDiff.Move(id: StreamID(9), frame: frame)]
    event.diff.changed = [FrameDiff.Change(id: StreamID(7), content: content)]
    event.diff.restyled = [FrameDiff.Restyle(id: StreamID(8), appearance: appearance)]
    event.moves = [
      Event.Transition(
        id: StreamID(9), fromFrame: .zero, toFrame: frame, fromAlpha: 1, toAlpha: 0.25,
        fromScroll: Event.Offset(x: 0, y: 96), toScroll: Event.Offset(x: -1, y: 6400), durationMs: 250, delayMs: 10,
        curve: "ease-out")
    ]
    var (from, to) = (Look(), Look())
    (from.background, from.color, from.borderColor) = (.colour(0x1020_3040), .colour(1), .colour(2))
    (from.radius, from.border, to.radius) = (64, 32, 129)
    event.fades = [
      Event.Fade(id: StreamID(9), from: from, to: to, durationMs: 250, delayMs: 10, curve: "ease-out")
    ]
    event.state = .stale
    event.diagnostics = [diagnostic]
    event.reason = "shutdown"
    return event
  }

  static let explained = Reply.Explained(
    attributes: [
      Reply.Explained.Attribute(
        name: "left", value: 8.5, status: .broken,
        because: [
          Reply.Explained.Reason(
            id: "#gap", source: "left 8 #gap", means: "a.left == root.left + 8", priority: 1000, slack: -0.5,
            active: false, when: "flag(on)", span: diagnostic.span,
            ends: [
              Reply.Explained.End(path: "a", anchor: "left", at: 8.5),
              Reply.Explained.End(path: "root", guide: "safe", anchor: "left", at: 0),
            ])
        ])
    ],
    conflicts: [
      Reply.Explained.Conflict(constraints: ["left 8", "right 8"], relaxed: "left 8", by: 3, suggestion: "left 8 @999")
    ],
    declared: [span, span],
    guides: [Reply.Explained.Guide(path: "root", guide: "safe", frame: [0, 20, 320, 460.5])])

  /// The reply to each method that is served, with all fields.
  static let replies: [(method: Method, reply: Reply)] = [
    (.getInfo, .info(Reply.Info(version: "0.1.0", url: "https://example.org"))),
    (.getInterfaceDescription, .interfaceDescription("interface a.b\n")),
    (.open, .layoutRev(1, warnings: [diagnostic])),
    (.update, .rev(12)),
    (.close, .done(warnings: [diagnostic])),
    (
      .listScenes,
      .scenes([
        Reply.Scene(
          name: "login", layout: "login", file: "login.layout", imports: ["tokens.layout"], state: .ok, rev: 4,
          layoutRev: 2, views: 12, width: 320,
          height: 480.5, configs: [Reply.Scene.Config(view: "toast", active: "main", names: ["main", "alternative"])],
          followers: 2, set: ["size", "constant"])
      ])
    ),
    (.load, .loaded([Reply.Loaded(name: "login", layoutRev: 1)])),
    (.unload, .done(warnings: [diagnostic])),
    (.forget, .forgotten(["login", "login/wide"], warnings: [diagnostic])),
    (.reload, .layoutRev(3, warnings: [diagnostic])),
    (.snapshot, .event(event)),
    (.subscribe, .event(event)),
    (.stream, .streaming(epoch: "k3f9")),
    (
      .revisions,
      .revisions([
        Reply.Revision(rev: 4, layoutRev: 2, time: 16.5, settled: true, cause: "apply", views: 3),
        Reply.Revision(rev: 5, layoutRev: 2, time: 33, settled: false),
      ])
    ),
    (.apply, .applied(Reply.Applied(rev: 447, layoutRev: 10, warnings: [diagnostic]))),
    (.hold, .holds(2)), (.release, .holds(1, warnings: [diagnostic])),
    (.clock, .clock(Reply.Clock(time: 1016.5, running: false))),
    (.sync, .synced(Reply.Synced(rev: 447, layoutRev: 10, state: .stale, diagnostics: [diagnostic]))),
    (
      .get,
      .values([
        Reply.Value(
          name: "#gap", settable: .constant, value: [16], priority: 750, from: .outside, written: "8",
          span: diagnostic.span),
        Reply.Value(
          name: "#rail", settable: .constant, value: [-52], from: .file, written: "-52", span: diagnostic.span,
          clause: "top == super.bottom - 52 #rail",
          literals: [Reply.Value.Literal(span: diagnostic.span!, text: "- 52")]),
        Reply.Value(name: "a.#insets", settable: .constant, value: [1, 2, 3, 4], from: .file),
        Reply.Value(name: "columns", settable: .variable, value: 3, from: .file),
        Reply.Value(
          name: "messages", settable: .variable, value: .records([SettableRecord([("id", "a")])]), from: .file,
          key: "id",
          written: "1 record"),
        Reply.Value(name: "editing", settable: .flag, value: true, from: .default),
        Reply.Value(name: "style", settable: .trait, value: "dark", from: .outside),
        Reply.Value(name: "idiom", settable: .trait, value: nil, from: .default),
        Reply.Value(name: "size", settable: .size, value: [320, nil], from: .outside, written: "300, _"),
        Reply.Value(name: "title.text", settable: .text, value: nil, from: .default),
        Reply.Value(name: "title.intrinsic", settable: .intrinsic, value: [40, 20], from: .outside),
        Reply.Value(name: "panel.config", settable: .config, value: "wide", from: .file),
      ])
    ),
    (.explain, .explained(explained)),
    (.check, .diagnostics([diagnostic])),
    (.stats, .stats(["clients": 3, "solve.p99": 0.25])),
    (.debug, .dump("rows\n  r0: login.x == 0.0\n")),
  ]

  static let errors: [WireError] = [
    .interfaceNotFound("a.b"), .methodNotFound("a.b.C"), .methodNotImplemented("io.framewire.v1.Later"),
    .invalidParameter("filter.depth"), .permissionDenied, .expectedMore, .unknownScene("x", known: ["a", "b"]),
    .unknownView("tilte", near: ["title"]), .unknownName(kind: "config", name: "nightly", known: ["main"]),
    .badOperation(index: 2, message: "'value' must be a number"), .layoutFailed([diagnostic]),
    .revisionConflict(current: 9), .revisionGone(oldest: 3, newest: 9),
    .busy(limit: "opened scenes", max: 1024, help: "Close ends one"), .busy(limit: "connections", max: 4096),
    .notAllowed(method: "io.framewire.v1.Apply"), .unavailable(reason: "no daemon answers"),
    .unsupportedEncoding("fw2", known: ["fw1"]),
    .rateLimited(retryAfterMs: 5), .timedOut(waitedMs: 5000),
  ]

  // MARK: Random values

  static func frame(using random: inout SeededGenerator) -> Frame {
    func length() -> Int32 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: Int32.random(in: -100...100, using: &random)
      case 1: Int32.random(in: 0...1000, using: &random) * 64
      case 2: Int32.random(in: .min ... .max, using: &random)
      default: [0, 1, -1, .max, .min].randomElement(using: &random)!
      }
    }
    return Frame(x: length(), y: length(), width: length(), height: length())
  }

  static func text(using random: inout SeededGenerator) -> String {
    let letters: [Character] = ["a", "Z", "é", "\"", "\\", "\n", "\u{0}", "\u{1f}", "👩‍👩‍👧", "\u{2028}", "漢", "/", " "]
    return String((0..<Int.random(in: 0..<12, using: &random)).map { _ in letters.randomElement(using: &random)! })
  }

  static func content(using random: inout SeededGenerator) -> ViewContent {
    var content = ViewContent()
    content.isHidden = Bool.random(using: &random)
    if Bool.random(using: &random) { content.alpha = Double.random(in: 0...1, using: &random) }
    content.clips = Bool.random(using: &random)
    if Bool.random(using: &random) { content.text = text(using: &random) }
    if Bool.random(using: &random) {
      content.truncation = ViewContent.Truncation.allCases.randomElement(using: &random)
    }
    if Bool.random(using: &random) {
      let frame = frame(using: &random)
      content.baselines = ViewContent.Baselines(first: frame.x, last: frame.y)
    }
    let names = Set((0..<Int.random(in: 0..<3, using: &random)).map { _ in text(using: &random) }).sorted()
    content.guides = names.map { ViewContent.NamedGuide(name: $0, frame: frame(using: &random)) }
    if Bool.random(using: &random) {
      let (rest, inset) = (frame(using: &random), frame(using: &random))
      content.scroll = ViewContent.Scroll(
        offsetX: rest.x, offsetY: rest.y, contentWidth: rest.width, contentHeight: rest.height, insetTop: inset.y,
        insetLeft: inset.x, insetBottom: inset.height, insetRight: inset.width)
    }
    return content
  }

  static func appearance(using random: inout SeededGenerator) -> ViewAppearance {
    let lines = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
      let start = Int.random(in: 0..<1000, using: &random)
      let place = frame(using: &random)
      return TextLine(
        text: text(using: &random), range: start..<start + Int.random(in: 0..<90, using: &random), x: place.x,
        baseline: place.y, width: place.width, isRightToLeft: Bool.random(using: &random))
    }
    return ViewAppearance(
      look: Bool.random(using: &random) ? LookID(UInt32.random(in: 1 ... .max, using: &random)) : nil, lines: lines)
  }

  static func look(using random: inout SeededGenerator) -> Look {
    var look = Bool.random(using: &random) ? Look() : self.look
    look.background = .colour(UInt32.random(in: 0 ... .max, using: &random))
    look.radius = Int32.random(in: 0...1 << 20, using: &random)
    look.data.append(Look.Datum(name: "zz", value: .number(Double.random(in: -1e6...1e6, using: &random))))
    return look
  }

  static func event(using random: inout SeededGenerator) -> Event {
    func id() -> StreamID { StreamID(UInt32.random(in: 0 ... .max, using: &random)) }
    func list<Value>(_ make: () -> Value) -> [Value] {
      (0..<max(0, Int.random(in: -3..<4, using: &random))).map { _ in make() }
    }
    func perhaps<Value>(_ value: @autoclosure () -> Value) -> Value? { Bool.random(using: &random) ? value() : nil }
    let instant = Event.Instant(
      epoch: text(using: &random), rev: Int.random(in: 0..<(1 << 53), using: &random),
      layoutRev: Int.random(in: 0..<1000, using: &random), time: Double.random(in: 0...1e9, using: &random))
    let kind = Event.Kind.known.map(\.kind).randomElement(using: &random)!
    var event = Event(Bool.random(using: &random) ? kind : .other("comet"), at: instant)
    event.base = perhaps(Int.random(in: 0..<(1 << 53), using: &random))
    event.settled = perhaps(Bool.random(using: &random))
    event.skipped = perhaps(Int.random(in: 0..<100, using: &random))
    event.reset = perhaps(Bool.random(using: &random))
    event.cause = perhaps(text(using: &random))
    event.timing = perhaps(Event.Timing())
    event.timing?.lower = Double.random(in: 0...10, using: &random)
    event.timing?.parse = Double.random(in: 0...10, using: &random)
    event.diff.views = list {
      ViewRecord(
        id: id(), path: text(using: &random), kind: "box", parent: perhaps(id()),
        index: Int.random(in: 0..<100, using: &random), frame: frame(using: &random), content: content(using: &random),
        appearance: appearance(using: &random))
    }
    event.diff.looks = list {
      NumberedLook(id: LookID(UInt32.random(in: 1 ... .max, using: &random)), look: look(using: &random))
    }
    event.diff.restyled = list { FrameDiff.Restyle(id: id(), appearance: appearance(using: &random)) }
    event.diff.removed = list { id() }
    event.diff.set = list { FrameDiff.Move(id: id(), frame: frame(using: &random)) }
    event.diff.changed = list { FrameDiff.Change(id: id(), content: content(using: &random)) }
    event.state = perhaps(SceneState.allCases.randomElement(using: &random)!)
    event.diagnostics = perhaps(list { diagnostic })
    event.reason = perhaps(text(using: &random))
    return event
  }
}
