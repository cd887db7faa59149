import HTTPServer
import JSONText
public import Posix
import Wire

/// The page's own server: pages on one side, the daemon on the other, and nothing kept in between.
///
/// A page has a stream, in which the events of many scenes come as the daemon says them, and a line to the daemon for
/// its calls, with which go the scenes that it opened for itself. Each scene of a stream is a subscription of its own,
/// which is read only while the page keeps up: what changes meanwhile the daemon puts into one event, so a page that is
/// slow gets the newest and costs nothing.
public final class Preview {
  /// Port and token.
  public var address: String { "\(doorman.origin)/#\(token)" }

  private let options: PreviewOptions
  private let daemon: PreviewedDaemon
  private let loop: EventLoop
  private let server: HTTPServer
  private let doorman: Doorman
  private let token: String
  private let assets: PageAssets

  private var pages: [String: Page] = [:]
  private var streams: [HTTPRequest.ID: PageStream] = [:]
  private var lines: [EventLoop.Token: Line] = [:]
  private var lastToken: UInt64 = 16
  private var nextBeat: ContinuousClock.Instant?
  /// Editors that were started and may run.
  private var editors: [ChildProcess.Launched] = []

  /// What the loop waits for besides lines.
  private enum Own {
    static let http = EventLoop.Token(rawValue: 1)
    static let companion = EventLoop.Token(rawValue: 2)
  }

  /// Who is at our end of a conversation with the daemon.
  private struct Line {
    let line: DaemonLine
    let user: User
    var interest: EventLoop.Interest
    /// Another line of its stream is heard first.
    var waits = false

    enum User {
      /// A scene of a stream.
      case stream(HTTPRequest.ID, scene: String)
      /// The calls of a page.
      case page(String)
    }
  }

  /// What is shared by the requests of one page.
  private struct Page {
    let line: EventLoop.Token
    /// Answered in this order.
    var waiting: [Waiting] = []
    /// When nothing was heard of it any more.
    var silentSince: ContinuousClock.Instant?
    /// The scenes that it opened for itself, which it may close.
    var opened: Set<String> = []

    enum Waiting {
      /// Unless the daemon refuses, a scene is opened for the page by it, or one of the page's is closed.
      case call(HTTPRequest.ID, opening: String?, closing: String?)
      /// The picture of a view, after what the daemon says of the scene.
      case image(HTTPRequest.ID, view: Int)
      /// Words for a file, after what the daemon says of the value.
      case write(HTTPRequest.ID, PageCall.Write)
      /// A place in a file, after what the daemon says of the scenes' files.
      case open(HTTPRequest.ID, PageCall.Open)
      /// The line of a file, after the same.
      case line(HTTPRequest.ID, PageCall.Open)

      var request: HTTPRequest.ID {
        switch self {
        case .call(let request, _, _), .image(let request, _), .write(let request, _),
          .open(let request, _), .line(let request, _):
          request
        }
      }
    }
  }

  /// Scenes that a page follows.
  private struct PageStream {
    let page: String
    var lines: Set<EventLoop.Token> = []
    /// The page does not keep up.
    var isPaused = false
    /// Which line is in the middle of a long message. The others wait for its end, so that there is one at a time.
    var speaker: EventLoop.Token?
    /// Those that have something to say meanwhile, in the order in which they are to be heard.
    var waiting: ArraySlice<EventLoop.Token> = []
  }

  /// Joins or starts the daemon, and listens.
  public init(_ options: PreviewOptions) throws(PreviewFailure) {
    self.options = options
    // Before anything that has threads or children.
    do throws(PosixError) {
      loop = try EventLoop(signals: [.interrupt, .terminate, .hangUp])
      _ = try CurrentProcess.raiseDescriptorLimit()
    } catch { throw PreviewFailure("\(error)", .internalError) }
    daemon = try PreviewedDaemon(options)
    let kept = KeptAddress.read(KeptAddress.path(for: options.socket))
    token = kept?.token ?? KeptAddress.newToken()
    server = try Self.listen(options.port, else: kept?.port)
    doorman = Doorman(port: server.port, token: token)
    assets = PageAssets(folder: options.assets)
    let address = KeptAddress(port: server.port, token: token)
    do throws(PosixError) {
      if address != kept { try address.keep(at: KeptAddress.path(for: options.socket)) }
      try loop.watch(server.descriptor, as: Own.http, for: .reading)
      if let companion = daemon.companion {
        try loop.watch(companion.descriptor.number, as: Own.companion, for: .reading)
      }
    } catch { throw PreviewFailure("\(error)", .internalError) }
  }

  private static func listen(_ wanted: UInt16?, else kept: UInt16?) throws(PreviewFailure) -> HTTPServer {
    do throws(PosixError) {
      if let wanted { return try HTTPServer(port: wanted) }
      if let kept, let server = try? HTTPServer(port: kept) { return server }
      return try HTTPServer()
    } catch {
      throw PreviewFailure(
        "cannot listen at \(wanted.map { "port \($0)" } ?? "any port"): \(error.reason)", .unavailable)
    }
  }

  /// Shows the page in the user's browser, through a file that leads there: arguments of programs can be seen by all.
  public func openInBrowser() throws(PosixError) {
    let path = KeptAddress.path(for: options.socket) + ".html"
    let page =
      "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\"><a href=\"\(address)\">preview</a>\n"
    try FileSystem.replaceFile(path, Array(page.utf8), permissions: 0o600)
    try ChildProcess.launch("xdg-open", [FileSystem.path(path, from: FileSystem.currentFolder)])
  }

  /// Serves until it is interrupted, or the daemon that was started has ended.
  public func run() throws(PreviewFailure) {
    let end: End
    do throws(PosixError) {
      repeat { if let reached = try turn() { end = reached; break } } while true
    } catch { throw PreviewFailure("\(error)", .internalError) }
    if end == .daemonEnded { throw PreviewFailure("the daemon that was started has ended", .unavailable) }
  }

  private enum End { case interrupted, daemonEnded }

  /// Answers what was asked, then waits for what comes next.
  private func turn() throws(PosixError) -> End? {
    let happened = server.run()
    for event in happened { try handle(event) }
    // What comes of that is for the next turn: the daemon and signals do not wait for pages.
    for event in try loop.wait(until: happened.isEmpty ? deadline : .now) {
      switch event {
      case .signal: return .interrupted
      case .readable(Own.companion), .hangUp(Own.companion): return .daemonEnded
      case .readable(Own.http), .hangUp(Own.http): break
      case .readable(let token): try read(token)
      case .writable(let token): try flush(token)
      case .hangUp(let token): lose(token)
      case .deadline: beat(at: .now)
      }
    }
    return nil
  }

  // MARK: Limits

  /// Pages at once: for one more the oldest is forgotten that follows nothing; if there is none it is refused.
  static let mostPages = 64
  /// Calls of a page that are not answered yet.
  static let mostWaiting = 64
  /// Connections to the daemon, of all pages: others connect there as well. A page that wants more is refused.
  static let mostLines = 1_024
  /// How long what a page has opened for itself waits for it to come back: a tab that is hidden has no stream.
  static let longestAbsence = Duration.seconds(120)
  /// Bytes that may wait for a page before no more is read for it.
  static let mostUnsent = 65_536
  /// How often each stream gets an empty line, so that whoever is gone is noticed.
  static let beat = Duration.seconds(5)

  private var deadline: ContinuousClock.Instant? {
    let now = ContinuousClock.now
    if streams.isEmpty && pages.isEmpty { nextBeat = nil } else if nextBeat == nil { nextBeat = now + Self.beat }
    return [server.deadline(from: now), nextBeat].compactMap(\.self).min()
  }

  private func beat(at now: ContinuousClock.Instant) {
    guard let due = nextBeat, due <= now else { return }
    nextBeat = nil
    for stream in streams.keys where server.unsent(of: stream) == 0 { server.send([0x0A], to: stream) }
    for (name, page) in pages {
      if let since = page.silentSince, since + Self.longestAbsence <= now { drop(page.line) }
      if page.waiting.isEmpty, page.silentSince == nil, !streams.values.contains(where: { $0.page == name }) {
        pages[name]?.silentSince = now
      }
    }
  }

  // MARK: Requests

  private func handle(_ event: HTTPServer.Event) throws(PosixError) {
    switch event {
    case .head(let request):
      if let refusal = doorman.refusal(of: request) { answer(request.id, refusal) } else { server.take(request.id) }
    case .request(let request): try serve(request)
    case .drained(let id):
      guard streams[id]?.isPaused == true else { return }
      try setPaused(false, id)
      try hearNext(of: id)
    case .ended(let id): endStream(id)
    }
  }

  /// Answers a request that the doorman has let in.
  private func serve(_ request: HTTPRequest) throws(PosixError) {
    switch (request.method, request.path) {
    case ("POST", "/stream"):
      do throws(PageCall.Refusal) { try follow(PageCall.followed(request.body), request.id) } catch {
        answer(request.id, Self.refusal(error))
      }
    case ("POST", "/call"):
      do throws(PageCall.Refusal) {
        let asked = try PageCall.forwarded(request.body, isReadOnly: options.isReadOnly)
        if let scene = asked.closed, pages[asked.page]?.opened.contains(scene) != true {
          throw .forbidden("a page closes only scenes that it has opened")
        }
        call(asked.call, of: asked.page, .call(request.id, opening: asked.opened, closing: asked.closed))
      } catch { answer(request.id, Self.refusal(error)) }
    case ("POST", "/write"):
      do throws(PageCall.Refusal) {
        guard options.writes, !options.isReadOnly else {
          throw .forbidden("files are written with 'framewire preview --write'")
        }
        let asked = try PageCall.written(request.body)
        call(LiteralWriting.question(asked), of: asked.page, .write(request.id, asked))
      } catch { answer(request.id, Self.refusal(error)) }
    case ("POST", "/open"):
      do throws(PageCall.Refusal) {
        guard options.editor != nil, !options.isReadOnly else {
          throw .forbidden("files are opened with 'framewire preview --editor COMMAND'")
        }
        try askForPlace(of: request) { .open(request.id, $0) }
      } catch { answer(request.id, Self.refusal(error)) }
    case ("POST", "/line"):
      do throws(PageCall.Refusal) {
        try askForPlace(of: request) { .line(request.id, $0) }
      } catch { answer(request.id, Self.refusal(error)) }
    case ("GET", let path) where path.hasPrefix("/image/"):
      // SCENE/ID, and names of scenes may have slashes.
      let place = path.dropFirst("/image/".count)
      guard let slash = place.lastIndex(of: "/"), let view = Int(place[place.index(after: slash)...]),
        let page = request.values(of: "x-page").first, PageCall.isPage(page)
      else { return answer(request.id, HTTPResponse(404)) }
      let parameters: JSONObject = JSONObject([
        JSONObject.Member(name: "scene", value: .string(String(place[..<slash]))),
        JSONObject.Member(name: "filter", value: ["fields": ["look"]]),
      ])
      let snapshot = Call(.snapshot, parameters)
      call(snapshot, of: page, .image(request.id, view: view))
    case ("GET", let path): answer(request.id, assets.answer(to: path))
    default: answer(request.id, HTTPResponse(404))
    }
  }

  private func answer(_ request: HTTPRequest.ID, _ response: HTTPResponse) {
    var response = response
    response.headers += Doorman.headers
    if !response.headers.contains(where: { $0.name == "Cache-Control" }) {
      response.headers.append(HTTPHeader("Cache-Control", "no-store"))
    }
    server.answer(request, with: response)
  }

  private static func json(_ status: Int, _ text: [UInt8]) -> HTTPResponse {
    HTTPResponse(status, [HTTPHeader("Content-Type", "application/json")], .bytes(text))
  }

  static func json(_ status: Int, _ json: JSON) -> HTTPResponse { Self.json(status, Array(json.text.utf8)) }

  private static func refusal(_ refusal: PageCall.Refusal) -> HTTPResponse {
    switch refusal {
    case .malformed(let what): json(400, ["error": .string("malformed: \(what)")])
    case .notAllowed(let method): json(403, WireError.notAllowed(method: method).text)
    case .forbidden(let words): json(403, ["error": .string(words)])
    }
  }

  private static let noDaemon = json(503, ["error": "there is no daemon"])
  private static let busy = json(429, ["error": "too many pages or calls at once"])

  // MARK: Calls

  /// Asks the daemon of which files its scenes are, for a place in one of them that a page names.
  private func askForPlace(
    of request: HTTPRequest, _ waiting: (PageCall.Open) -> Page.Waiting
  ) throws(PageCall.Refusal) {
    let asked = try PageCall.opened(request.body)
    call(Call(.listScenes), of: asked.page, waiting(asked))
  }

  private func call(_ call: Call, of name: String, _ waiting: Page.Waiting) {
    guard let page = page(name) else {
      return answer(waiting.request, pages.count >= Self.mostPages ? Self.busy : Self.noDaemon)
    }
    guard page.waiting.count < Self.mostWaiting else { return answer(waiting.request, Self.busy) }
    pages[name]?.waiting.append(waiting)
    pages[name]?.silentSince = nil
    do throws(PosixError) {
      try lines[page.line]?.line.say(call)
      try listen(to: page.line)
    } catch { lose(page.line) }
  }

  /// The page of this name, with its line to the daemon; nil where there is no daemon, or no room.
  private func page(_ name: String) -> Page? {
    if let page = pages[name] { return page }
    if pages.count >= Self.mostPages { forgetOldestPage() }
    guard pages.count < Self.mostPages, let token = connect(for: .page(name)) else { return nil }
    pages[name] = Page(line: token)
    return pages[name]
  }

  /// Makes room: a tab that is loaded again and again is another page each time.
  private func forgetOldestPage() {
    let followed = Set(streams.values.map(\.page))
    let silent = pages.filter { $0.value.waiting.isEmpty && !followed.contains($0.key) }
    guard let oldest = silent.values.min(by: { $0.line.rawValue < $1.line.rawValue }) else { return }
    drop(oldest.line)
  }

  private func connect(for user: Line.User) -> EventLoop.Token? {
    guard let line = try? DaemonLine(to: daemon.address) else { return nil }
    lastToken += 1
    let token = EventLoop.Token(rawValue: lastToken)
    guard (try? loop.watch(line.descriptor, as: token, for: .reading)) != nil else { return nil }
    lines[token] = Line(line: line, user: user, interest: .reading)
    return token
  }

  private func take(_ message: [UInt8], for name: String) {
    guard let waiting = pages[name]?.waiting.first else { return }
    pages[name]?.waiting.removeFirst()
    switch waiting {
    case .call(let request, let opened, let closed):
      if opened ?? closed != nil, let reply = try? JSON(parsing: message), reply["error"] == nil {
        if let opened { pages[name]?.opened.insert(opened) }
        if let closed { pages[name]?.opened.remove(closed) }
      }
      answer(request, Self.json(200, message))
    case .image(let request, let view):
      answer(request, ViewPicture.answer(view: view, in: message, of: files))
    case .write(let request, let asked):
      answer(request, LiteralWriting.answer(to: asked, in: message, from: daemon.folder, beneath: enclosure))
    case .open(let request, let asked): answer(request, open(asked, in: message))
    case .line(let request, let asked): answer(request, LayoutLine.answer(to: asked, in: message, of: files))
    }
  }

  private var files: DaemonFiles? { daemon.folder.map { DaemonFiles(folder: $0, enclosure: enclosure) } }

  /// What is previewed: a folder, and of one file the folder that it is in.
  private var enclosure: Enclosure? {
    guard let folder = options.folder else { return daemon.folder.map { Enclosure([$0]) } }
    guard let real = try? FileSystem.realPath(folder), let status = try? FileSystem.status(of: real) else { return nil }
    return Enclosure([status.kind == .directory ? real : FileSystem.split(real).directory])
  }

  /// Editors that run at once: more are a mistake of somebody's.
  static let mostEditors = 16

  private func open(_ asked: PageCall.Open, in message: [UInt8]) -> HTTPResponse {
    guard let editor = options.editor, let folder = daemon.folder, LayoutLine.isOfScene(asked, in: message) else {
      return Self.json(403, ["error": "this is no file of the scene"])
    }
    editors.removeAll { $0.hasEnded() }
    guard editors.count < Self.mostEditors else { return Self.busy }
    let words = PreviewOptions.words(
      editor, FileSystem.path(asked.file, from: folder), line: asked.line, column: asked.column)
    do throws(PosixError) {
      editors.append(try ChildProcess.launch(words[0], Array(words.dropFirst())))
      return HTTPResponse(204)
    } catch {
      return Self.json(500, ["error": .string("cannot run '\(words[0])': \(error.reason)")])
    }
  }

  // MARK: Streams

  private func follow(_ followed: PageCall.Followed, _ request: HTTPRequest.ID) {
    guard page(followed.page) != nil else {
      return answer(request, pages.count >= Self.mostPages ? Self.busy : Self.noDaemon)
    }
    // A page has one. That it has let go of another may not have been noticed yet.
    for (id, stream) in streams where stream.page == followed.page {
      server.end(id)
      endStream(id)
    }
    // It only wants to be rid of that one.
    if followed.calls.isEmpty { return answer(request, HTTPResponse(204)) }
    guard lines.count + followed.calls.count <= Self.mostLines else { return answer(request, Self.busy) }
    pages[followed.page]?.silentSince = nil
    streams[request] = PageStream(page: followed.page)
    answer(request, HTTPResponse(200, [HTTPHeader("Content-Type", "application/x-ndjson")], .stream))
    let folder = daemon.folder.map { JSON.string($0) } ?? .null
    let about: JSON = [
      "about": [
        "readOnly": .bool(options.isReadOnly), "folder": folder, "writes": .bool(options.writes),
        "opens": .bool(options.editor != nil),
      ]
    ]
    server.send(Array(about.text.utf8) + [0x0A], to: request)
    for (scene, call) in followed.calls {
      guard let token = connect(for: .stream(request, scene: scene)) else {
        tell(request, of: scene, Array("null".utf8))
        continue
      }
      streams[request]?.lines.insert(token)
      do throws(PosixError) {
        try lines[token]?.line.say(call)
        try listen(to: token)
      } catch { lose(token) }
    }
  }

  private func tell(_ stream: HTTPRequest.ID, of scene: String, _ message: [UInt8]) {
    var writer = JSONWriter(capacity: message.count + 64)
    writer.beginObject()
    writer.name("scene")
    writer.string(scene)
    writer.endObject()
    // The message is JSON already, of one line.
    server.send(writer.bytes.dropLast() + Array(#","message":"#.utf8) + message + Array("}\n".utf8), to: stream)
  }

  private func endStream(_ id: HTTPRequest.ID) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    for token in stream.lines { drop(token) }
    pages[stream.page]?.silentSince = .now
  }

  // MARK: The daemon

  private func read(_ token: EventLoop.Token) throws(PosixError) {
    guard let line = lines[token], line.interest.contains(.reading) else { return }
    guard case .stream(let stream, _) = line.user else { return hear(token) }
    if let speaker = streams[stream]?.speaker, speaker != token {
      lines[token]?.waits = true
      streams[stream]?.waiting.append(token)
      return try listen(to: token)
    }
    hear(token)
    try hearNext(of: stream)
  }

  /// Passes on what one line has to say, a bounded piece of it.
  private func hear(_ token: EventLoop.Token) {
    guard let line = lines[token] else { return }
    guard let messages = line.line.receive() else { return lose(token) }
    passOn(messages, to: line.user)
    guard case .stream(let stream, _) = line.user else { return }
    // Behind the end of a message others come first: there may be messages without end.
    streams[stream]?.speaker = line.line.isInMessage && messages.isEmpty ? token : nil
  }

  private func passOn(_ messages: [[UInt8]], to user: Line.User) {
    for message in messages {
      switch user {
      case .page(let name): take(message, for: name)
      case .stream(let stream, let scene): tell(stream, of: scene, message)
      }
    }
  }

  /// Goes on with the lines of a stream that have waited, until one is in the middle of a message or the page does not
  /// keep up.
  private func hearNext(of stream: HTTPRequest.ID) throws(PosixError) {
    while let unsent = server.unsent(of: stream), streams[stream]?.isPaused == false {
      if unsent > Self.mostUnsent {
        try setPaused(true, stream)
      } else if streams[stream]?.speaker == nil, let next = streams[stream]?.waiting.popFirst() {
        lines[next]?.waits = false
        try listen(to: next)
        hear(next)
      } else {
        return
      }
    }
  }

  private func flush(_ token: EventLoop.Token) throws(PosixError) {
    guard let line = lines[token] else { return }
    do throws(PosixError) { try line.line.flush() } catch { return lose(token) }
    try listen(to: token)
  }

  private func setPaused(_ isPaused: Bool, _ stream: HTTPRequest.ID) throws(PosixError) {
    streams[stream]?.isPaused = isPaused
    for token in streams[stream]?.lines ?? [] { try listen(to: token) }
  }

  /// Waits for what a line can use now.
  private func listen(to token: EventLoop.Token) throws(PosixError) {
    guard let line = lines[token] else { return }
    var interest: EventLoop.Interest = line.line.hasMore ? [.reading, .writing] : .reading
    if case .stream(let stream, _) = line.user, line.waits || streams[stream]?.isPaused == true {
      interest.remove(.reading)
    }
    guard interest != line.interest else { return }
    lines[token]?.interest = interest
    try loop.update(line.line.descriptor, as: token, for: interest)
  }

  /// The daemon is gone from this line.
  private func lose(_ token: EventLoop.Token) {
    guard let line = lines[token] else { return }
    // What it said last is still to be read, as much as comes at once: whoever connects again gets a snapshot.
    if let messages = line.line.receive() { passOn(messages, to: line.user) }
    if case .stream(let stream, let scene) = line.user {
      streams[stream]?.lines.remove(token)
      tell(stream, of: scene, Array("null".utf8))
    }
    drop(token)
  }

  private func drop(_ token: EventLoop.Token) {
    guard let line = lines.removeValue(forKey: token) else { return }
    loop.forget(line.line.descriptor)
    if case .page(let name) = line.user, let page = pages.removeValue(forKey: name) {
      for waiting in page.waiting { answer(waiting.request, Self.noDaemon) }
    }
    if case .stream(let stream, _) = line.user, streams[stream]?.speaker == token {
      streams[stream]?.speaker = nil
      try? hearNext(of: stream)
    }
  }
}
