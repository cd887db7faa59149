import Frames
import Geometry
import LayoutEngine
import LayoutModel
import LayoutSyntax
import Settables
import TestSupport
import Testing
import Wire

@testable import Daemon
@testable import LayoutRuntime

@Suite("Between the protocol's words and the runtime's") struct TranslationTests {
  let stream = SubscriberID(9)

  func demand(_ request: Request) throws(WireError) -> Demand? { try Demand(request, subscriber: stream) }

  // MARK: Requests

  @Test func `questions about the service are none of the runtime's`() throws {
    #expect(try demand(.getInfo) == nil)
    #expect(try demand(.getInterfaceDescription(interface: "io.framewire.v1")) == nil)
  }

  /// The kernel takes 4,095 bytes, and reads a name as far as a zero byte.
  @Test(arguments: ["a.layout\0x", String(repeating: "a", count: 4096)])
  func `a path that no file can have is refused`(_ path: String) {
    let requests: [Request] = [
      .load(Request.Load(.path(path))), .load(Request.Load(.text("x", of: path))), .check(.path(path)),
      .check(.text("x", of: path)),
    ]
    for request in requests {
      #expect(throws: WireError.invalidParameter("path: at most 4095 bytes, none of them zero")) {
        try demand(request)
      }
    }
  }

  @Test func `every other request is one demand`() throws {
    #expect(try demand(.listScenes()) == .list(by: PeerID(9)))
    #expect(try demand(.listScenes(use: true)) == .list(by: PeerID(9), use: true))
    let tried = Request.Open(layout: "l", scene: "s", isPrivate: true)
    #expect(
      try demand(.open(tried)) == .open(layout: "l", scene: "s", environment: [], privateTo: PeerID(9)))
    #expect(try demand(.stats) == .statistics)
    #expect(try demand(.close(scene: "a")) == .close(scene: "a"))
    #expect(try demand(.unload(scene: "a")) == .unload(scene: "a"))
    #expect(
      try demand(.reload(scene: nil, resetState: true)) == .reload(scene: nil, resettingState: true))
    #expect(try demand(.load(Request.Load(.path("a.layout")))) == .load(path: "a.layout"))
    #expect(
      try demand(.load(Request.Load(.text("x"), name: "n"))) == .loadText(name: "n", text: Array("x".utf8)))
    #expect(try demand(.get(scene: "a", names: ["#b"])) == .get(scene: "a", names: ["#b"]))
    #expect(try demand(.get(scene: "a", names: [], clauses: true)) == .get(scene: "a", names: [], clauses: true))
    #expect(
      try demand(.explain(Request.Explain(scene: "a", view: "b", attribute: "left")))
        == .explain(scene: "a", view: "b", attribute: "left"))
    #expect(try demand(.check(.path("a.layout"))) == .check(.path("a.layout")))
    #expect(try demand(.check(.text("x"))) == .check(.text(name: "text.layout", Array("x".utf8))))
    #expect(
      try demand(.check(.text("x", of: "./ui/a.layout"))) == .check(.text(name: "ui/a.layout", Array("x".utf8))))
    #expect(
      try demand(.load(Request.Load(.text("x", of: "a.layout"))))
        == .loadText(name: "a.layout", text: Array("x".utf8)))
    #expect(
      try demand(.sync(Request.Sync(scene: "a", timeoutMs: 250)))
        == .sync(scene: "a", timeout: .milliseconds(250), by: PeerID(9)))
    #expect(try demand(.hold(reason: "r")) == .hold(by: PeerID(9), reason: "r"))
    #expect(try demand(.release) == .release(by: PeerID(9)))
    #expect(
      try demand(.sync(Request.Sync(settled: true)))
        == .sync(scene: nil, timeout: .seconds(5), awaitingRest: true, by: PeerID(9)))
    #expect(try demand(.revisions(scene: nil)) == .revisions(scene: nil, most: 100))
    #expect(try demand(.clock(.pause)) == .clock(.pause))
    #expect(try demand(.clock(.pause, scene: "a")) == .clock(.pause, scene: "a"))
    #expect(try demand(.clock(.step(ms: 16.5))) == .clock(.step(.microseconds(16_500))))
    #expect(try demand(.clock(.seek(ms: 1000))) == .clock(.seek(.milliseconds(1000))))
    #expect(
      try demand(.snapshot(Request.Snapshot(scene: "a", at: 3)))
        == .snapshot(scene: "a", filter: .everything, at: Revision(3)))
  }

  @Test func `a subscription keeps its filter, its pace and what it has already`() throws {
    var request = Request.Subscribe(scene: "a", mode: .every, epoch: "k3f9", since: 41, diagnostics: true)
    request.filter = Filter(root: "panel", depth: 1, kinds: ["label"], fields: [.frame, .text], space: .scene)

    let filter = FrameFilter(root: "panel", depth: 1, kinds: ["label"], fields: [.frame, .text], space: .scene)
    let expected = Subscription(
      scene: "a", filter: filter, mode: .every, wantsDiagnostics: true, since: ("k3f9", Revision(41)))
    #expect(try demand(.subscribe(request)) == .subscribe(stream, expected))
  }

  @Test(arguments: Settable.allCases)
  func `what is set by an Apply is handed on as it is`(settable: Settable) throws {
    let assignment = Assignment(settable, of: settable.sampleSubject, to: settable.samples[0])

    #expect(try Operation(Op(.set(assignment)), at: 0) == .set(assignment))
  }

  @Test func `every other operation of an Apply becomes one of the runtime's`() throws {
    let pairs: [(Op.Action, Operation)] = [
      (
        .keyboard([40, 500, 320, 216], Op.Motion(durationMs: 120, curve: "linear")),
        .keyboard([40, 500, 320, 216], lasting: .milliseconds(120), curve: "linear")!
      ),
      (.append(["a"], to: "row", at: 2), .append(["a"], to: "row", index: 2)),
      (.remove(["a"], from: nil), .remove(.these(["a"], from: nil))),
      (.remove(nil, from: "row"), .remove(.all(of: "row"))),
      (.arrange(view: "row", nil), .arrange(stack: "row", nil)), (.reset(.views), .reset(.views)),
      (.reset(nil), .reset(nil)),
    ]
    for (action, operation) in pairs { #expect(try Operation(Op(action), at: 0) == operation) }
  }

  @Test(arguments: [
    Op.Action.keyboard(1, Op.Motion(curve: "quickly")), .keyboard(1, Op.Motion(durationMs: 1e12)),
    .remove(nil, from: nil),
  ])
  func `an operation without a meaning is refused`(_ action: Op.Action) {
    #expect(throws: WireError.self) { try Operation(Op(action), at: 0) }
  }

  @Test func `an operation that cannot be names its place in the list`() {
    let ops = [Op(.set(.flag, of: "editing", to: true)), Op(.remove(nil, from: nil))]

    #expect(throws: WireError.badOperation(index: 1, message: "say which views, or of which stack all")) {
      try demand(.apply(Request.Apply(ops: ops)))
    }
  }

  @Test func `a scene is opened in its environment`() throws {
    let environment = Environment([Assignment(.size, to: [100, 50]), Assignment(.flag, of: "editing", to: true)])

    #expect(
      try demand(.open(Request.Open(layout: "a", scene: "b", environment: environment)))
        == .open(layout: "a", scene: "b", environment: environment.assignments))
  }

  // MARK: Answers

  @Test func `answers say the revisions of their scene`() {
    let scene = SceneRevision(scene: "a", revision: Revision(5), layoutRevision: Revision(3))

    #expect(Wire.Reply(.solved(scene), epoch: "e") == .layoutRev(3))
    #expect(Wire.Reply(.applied(scene, warnings: []), epoch: "e") == .applied(.init(rev: 5, layoutRev: 3)))
    #expect(Wire.Reply(.loaded([scene]), epoch: "e") == .loaded([.init(name: "a", layoutRev: 3)]))
    #expect(Wire.Reply(.unloaded, epoch: "e") == .done())
    #expect(Wire.Reply(.closed, epoch: "e") == .done())
    #expect(
      Wire.Reply(.statistics([Metric("solves", 2), Metric("views", 9)]), epoch: "e")
        == .stats(["solves": 2, "views": 9]))
  }

  @Test func `a stream's first event is its answer`() {
    #expect(Wire.Reply(.subscribed(scene: "a"), epoch: "e") == nil)
  }

  @Test func `a scene's size is told in points`() {
    let summary = SceneSummary(
      name: "a/b", layout: "a", file: "a.layout", imports: ["tokens.layout"], status: .stale, revision: Revision(2),
      layoutRevision: Revision(1), views: 3, width: 390 * 64 + 32, height: 844 * 64,
      configurations: [.init(view: "panel", active: "main", names: ["main", "wide"])], followers: 3,
      set: [.size, .constant])

    let scene = Wire.Reply.Scene(summary)

    #expect(scene.width == 390.5 && scene.height == 844)
    #expect(scene.imports == ["tokens.layout"])
    #expect(scene.state == .stale && scene.rev == 2 && scene.layoutRev == 1 && scene.views == 3)
    #expect(scene.followers == 3 && scene.set == ["size", "constant"])
    #expect(scene.configs == [.init(view: "panel", active: "main", names: ["main", "wide"])])
  }

  @Test func `each failure is an error of the protocol`() {
    let report = DiagnosticReport(status: .failed, diagnostics: [], sources: [])
    let pairs: [(RequestFailure, WireError)] = [
      (.unknownScene("lgoin", known: ["login"]), .unknownScene("lgoin", known: ["login"])),
      (.unknownScene(nil, known: ["a", "b"]), .unknownScene("", known: ["a", "b"])),
      (.unknownView("pnael", near: ["panel"]), .unknownView("pnael", near: ["panel"])),
      (
        .unknownName(kind: "config", "wdie", known: ["wide"]),
        .unknownName(kind: "config", name: "wdie", known: ["wide"])
      ),
      (.badOperation(index: 2, "no"), .badOperation(index: 2, message: "no")),
      (.impossibleSubscription("no"), .invalidParameter("animation: no")),
      (.nameTaken(scene: "a"), .invalidParameter("scene: 'a' is open already")),
      (.nameOfFile("a.layout"), .invalidParameter("name: 'a.layout' is a file that is served")),
      (.layoutFailed(report), .layoutFailed([])),
      (.revisionConflict(current: Revision(4)), .revisionConflict(current: 4)),
      (.revisionGone(oldest: Revision(1), newest: Revision(4)), .revisionGone(oldest: 1, newest: 4)),
      (.timedOut(after: .milliseconds(1250)), .timedOut(waitedMs: 1250)),
    ]
    for (failure, error) in pairs { #expect(WireError(failure) == error) }
  }

  @Test func `revisions from a peer may be anything`() {
    #expect(Revision(number: -3) == .none)
    #expect(Revision(number: 412).number == 412)
  }

  // MARK: Diagnostics

  @Test func `places are told in lines and columns, columns counted in characters`() {
    let text = SourceText(name: "a.layout", text: "layout a {\n  label t \"äöü\" width wide\n}\n")
    let start = Int32(text.text(in: text.lineSpan(1)).utf8.count + 1 + "  label t \"äöü\" width ".utf8.count)
    let place = Diagnostic.Place(file: "a.layout", span: SourceSpan(start: start, end: start + 4))
    let diagnostic = Diagnostic(
      DiagnosticCode(rawValue: "E2003"), .error, "no name 'wide' here", at: place,
      notes: [.init("declared here", at: place), .init("help: say more")],
      fixes: [.init("use width", replace: place, by: "width")])

    let wire = WireDiagnostic(diagnostic, in: [text])

    let span = WireSpan(file: "a.layout", line: 2, column: 23, endLine: 2, endColumn: 27)
    #expect(wire.code == "E2003" && wire.severity == .error && wire.message == "no name 'wide' here")
    #expect(wire.span == span)
    #expect(wire.notes == [.init(message: "declared here", span: span), .init(message: "help: say more")])
    #expect(wire.fixes == [.init(title: "use width", span: span, text: "width")])
  }

  @Test func `a place in a text that is not there is left out, its fix too`() {
    let place = Diagnostic.Place(file: "gone.layout", span: SourceSpan(start: 0, end: 1))
    let diagnostic = Diagnostic(
      DiagnosticCode(rawValue: "W1"), .warning, "hm", at: place, fixes: [.init("mend", replace: place, by: "")])

    let wire = WireDiagnostic(diagnostic, in: [])

    #expect(wire.span == nil)
    #expect(wire.fixes.isEmpty)
  }

  // MARK: Events

  @Test func `a publication is an event with the daemon's epoch`() {
    var diff = FrameDiff()
    diff.removed = [StreamID(4)]
    let publication = Publication(
      content: .delta(diff, base: Revision(6), skipped: 2), revision: Revision(9), layoutRevision: Revision(5),
      time: .milliseconds(1500), isSettled: true, cause: "file:a.layout")

    let event = Event(publication, epoch: "k3f9")

    #expect(event.kind == .delta)
    #expect(event.instant == Event.Instant(epoch: "k3f9", rev: 9, layoutRev: 5, time: 1500))
    #expect(event.base == 6 && event.skipped == 2 && event.settled == true && event.cause == "file:a.layout")
    #expect(event.diff.removed == [StreamID(4)])
  }
}
